/** What answers have told: ids, cursors and names, which later requests use. */
import type { Document, Schema } from "../contract/operations.ts";

/** Stands in a request for the value that is known under a name when the request is sent. */
export interface Known {
  $known: string;
  nth: number;
  /** What is sent while nothing is known under the name. */
  otherwise: unknown;
}

/** How many values are kept under a name. */
const MOST = 50;

/** `orgId`, `org_id`, `Organization` and `organizations` are one name: `org`. */
export const nameOf = (text: string): string =>
  text.replace(/(_id|Id)s?$/, "").toLowerCase().replace(/[^a-z]/g, "")
    .replace(/ies$/, "y").replace(/s$/, "").replace(/^organization$/, "org");

/** The last word of a path that is no parameter: what its ids are of. */
export const nounOf = (path: string): string =>
  nameOf(path.split("/").filter((part) => part && !part.startsWith("{")).at(-1) ?? "");

export class KnownValues {
  readonly #values = new Map<string, unknown[]>();

  add(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, values);
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > MOST) values.shift();
  }

  /** Replaces what stands for known values, mostly by those that the owner has made. */
  resolve(value: unknown, owner: string): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.resolve(each, owner));
    if ("$known" in value) {
      const { $known, nth, otherwise } = value as Known;
      const own = nth % 3 > 0 ? this.#values.get(`${owner} ${$known}`) : undefined;
      const values = own ?? this.#values.get($known);
      return values ? values[nth % values.length] : otherwise;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.resolve(each, owner)]),
    );
  }

  /**
   * Learns from an answer: an id under the name of its schema, of the field that holds its object and
   * of the path (`noun`); every other short value under the name of its field. What somebody has made
   * is also known as that person's.
   */
  learn(
    text: string,
    schema: Schema | undefined,
    document: Document,
    { noun, owner }: { noun: string; owner?: string },
  ): void {
    const learn = (
      value: unknown,
      schema: Schema | undefined,
      names: string[],
      depth = 0,
    ): void => {
      if (schema?.$ref) {
        const name = schema.$ref.split("/").at(-1)!;
        return learn(value, document.components.schemas[name], [...names, nameOf(name)], depth);
      }
      const parts = [schema, ...schema?.anyOf ?? [], ...schema?.allOf as Schema[] ?? []];
      if (Array.isArray(value)) {
        for (const item of value.slice(0, 20)) {
          learn(item, parts.find((part) => part?.items)?.items, names, depth);
        }
      } else if (typeof value === "object" && value !== null) {
        for (const [field, each] of Object.entries(value).slice(0, 60)) {
          const inner = parts.map((part) => part?.properties?.[field]).find(Boolean);
          const own = nameOf(field.replace(/^next_/, ""));
          // What the answer holds is of the path, what that refers to is not.
          const outer = field === "id" ? [...names, "id"] : depth === 0 ? [noun, own] : [own];
          learn(each, inner, outer, depth + 1);
        }
      } else if (typeof value === "number" || (typeof value === "string" && value.length < 500)) {
        for (const name of new Set(names)) {
          this.add(name, value);
          if (owner) this.add(`${owner} ${name}`, value);
        }
      }
    };
    if (text) learn(JSON.parse(text), schema, [noun]);
  }
}

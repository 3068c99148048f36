/** Values from answers (ids, cursors and names), which later requests use. */
import type { Document, Schema } from "../contract/operations.ts";

/** Stands in a request for the value that is known under a name when the request is sent. */
export interface Known {
  $known: string;
  nth: number;
  /** The value that is sent while nothing is known under the name. */
  otherwise: unknown;
}

/** Where an object of an answer is: the values of the path, and its fields. */
interface Place {
  owner: string;
  path: Record<string, unknown>;
  object: Record<string, unknown>;
}

/** How many values are kept under a name. */
const MOST = 50;

/** `orgId`, `org_id`, `Organization` and `organizations` are one name: `org`. */
export const nameOf = (text: string): string =>
  text.replace(/(_id|Id)s?$/, "").toLowerCase().replace(/[^a-z]/g, "")
    .replace(/ies$/, "y").replace(/s$/, "").replace(/^organization$/, "org")
    .replace(/^(toparticipant|newowner|recipient)$/, "user");

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const formOf = (value: unknown) =>
  typeof value === "string" && value.match(UUID)?.[0] === value ? "id" : typeof value;

/** One of a list, mostly of those at its end. */
const late = <T>(list: T[], nth: number): T =>
  list[list.length - 1 - Math.floor(list.length * (nth % MOST / MOST) ** 2)]!;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The last word of a path that is not a parameter: it names the objects that the ids identify. */
export const nounOf = (path: string): string =>
  nameOf(path.split("/").filter((part) => part && !part.startsWith("{")).at(-1) ?? "");

export class KnownValues {
  readonly #values = new Map<string, unknown[]>();
  /** The places of objects by the path without its last parameter. */
  readonly #places = new Map<string, Place[]>();

  add(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, values);
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > MOST) values.shift();
  }

  /** Replaces each `$known` by a known value, mostly by a value that the owner has made. */
  resolve(value: unknown, owner: string): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.resolve(each, owner));
    if ("$known" in value) {
      const { $known, nth, otherwise } = value as Known;
      // Nobody redeems their own code.
      const own = nth % 3 > 0 && $known !== "code"
        ? this.#values.get(`${owner} ${$known}`)
        : undefined;
      const values = (own ?? this.#values.get($known) ?? [])
        .filter((each) => formOf(each) === formOf(otherwise));
      return values.length ? late(values, nth) : otherwise;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.resolve(each, owner)]),
    );
  }

  /** Resolves the parameters of a path, so that they mostly name objects that belong together. */
  resolvePath(path: string, values: Record<string, unknown>, owner: string) {
    const resolved = this.resolve(values, owner) as Record<string, unknown>;
    const { nth } = Object.values(values).find((each) => isObject(each) && "$known" in each) as
      | Known
      | undefined ?? { nth: 0 };
    const [, base, name = ""] = /^(.*\{.*)\/\{(\w+)\}/.exec(path) ?? [];
    const places = this.#places.get(base ?? "") ?? [];
    const own = places.filter((each) => each.owner === owner);
    if (!places.length || nth % 5 === 0) return resolved;
    const place = late(own.length ? own : places, nth);
    const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { ...place.path, [name]: place.object[field] ?? place.object.id };
  }

  /** Notes that a request has succeeded: what it names is there, or is deleted. */
  note(method: string, request: string): void {
    const ids: string[] = request.match(UUID) ?? [];
    const last = ids.at(-1) ?? "";
    const gone = method === "DELETE" && last && request.endsWith(last) ? ids.pop() : undefined;
    for (const [name, values] of this.#values) {
      const named = values.filter((each) => ids.includes(each as string));
      const others = values.filter((each) => !named.includes(each) && each !== gone);
      this.#values.set(name, [...others, ...named]);
    }
    for (const [base, places] of this.#places) {
      this.#places.set(base, places.filter(({ object }) => !Object.values(object).includes(gone)));
    }
  }

  /** Whether the objects at a path are known. */
  hasPlaces = (base: string): boolean => Boolean(this.#places.get(base)?.length);

  /** Remembers where the objects of an answer are. */
  locate(base: string, path: Record<string, unknown>, text: string, owner: string): void {
    if (!base.includes("{") || !text) return;
    const places = this.#places.get(base) ?? [];
    for (const object of Object.values(JSON.parse(text)).flat()) {
      if (isObject(object)) places.push({ owner, path, object });
    }
    this.#places.set(base, places.slice(-MOST));
  }

  /**
   * Learns from an answer: an id under the name of its schema, of the field that holds its object and
   * of the path (`noun`); every other short value under the name of its field. With an `owner`, it
   * also remembers each value as that person's.
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
          // The path names the object of the answer itself, and not the objects inside it.
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

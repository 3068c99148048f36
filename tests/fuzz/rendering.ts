/** Makes the bytes of a request. */
import { Buffer } from "node:buffer";
import type { Operation } from "../contract/operations.ts";
import { contents } from "./files.ts";
import type { ByteFault, Change } from "./faults.ts";
import type { KnownValues } from "./known.ts";
import type { Body, Case, FormPart } from "./requests.ts";

/** A request as it is sent. */
export interface Rendered {
  method: string;
  /** The values of the parameters in the path. */
  path: Record<string, unknown>;
  /** The path and the query. */
  target: string;
  headers: [name: string, value: string][];
  body?: Uint8Array;
  /** How many bytes the declared length of the body is wrong by. */
  lengthOff: number;
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value) ?? "";

/** Text as bytes; a lone surrogate as the three bytes that UTF-8 forbids. */
const encode = (value: string): Uint8Array =>
  Buffer.concat(
    value.split(/(?<![\ud800-\udbff])([\udc00-\udfff])|([\ud800-\udbff])(?![\udc00-\udfff])/)
      .filter((part) => part !== undefined)
      .map((part) => {
        const code = part.length === 1 ? part.charCodeAt(0) : 0;
        const alone = code >= 0xd800 && code <= 0xdfff;
        return alone
          ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
          : Buffer.from(part);
      }),
  );

/** Percent-encoded, lone surrogates too. */
const percent = (value: unknown): string =>
  Array.from(encode(text(value)), (byte) => {
    const char = String.fromCharCode(byte);
    return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  }).join("");

type Parts = [holder: Record<string, unknown>, key: string][];

/** Every part of a JSON value by what holds it, from the root. */
function partsOf(holder: Record<string, unknown>, key: string, found: Parts = []): Parts {
  found.push([holder, key]);
  const value = holder[key];
  // Of a long list the first items are enough, and of a deep one the outer levels.
  if (typeof value === "object" && value !== null && found.length < 60) {
    for (const inner of Object.keys(value).slice(0, 20)) {
      partsOf(value as Record<string, unknown>, inner, found);
    }
  }
  return found;
}

function changed(json: unknown, changes: Change[]): unknown {
  const root: Record<string, unknown> = { json: structuredClone(json) };
  for (const { part, how, value: shared } of changes) {
    // The values are constants, which the next change would change.
    const value = structuredClone(shared);
    const parts = partsOf(root, "json");
    const [holder, key] = parts[part % parts.length]!;
    if (how === "replace") holder[key] = value;
    else if (how === "remove") delete holder[key];
    else if (how === "wrap") holder[key] = part % 2 ? [holder[key]] : { [key]: holder[key] };
    else if (typeof holder[key] === "object" && holder[key] !== null) {
      Object.defineProperty(holder[key], text(value).slice(0, 40), {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    } else holder[key] = [holder[key], value];
  }
  return root.json;
}

/** Puts a fault into the bytes of a body. */
function damaged(body: Uint8Array, { how, at, bytes }: ByteFault): Uint8Array {
  const place = Math.floor(at * body.length);
  const extra = Buffer.from(bytes, "latin1");
  switch (how) {
    case "none":
      return body;
    case "cut":
      return body.subarray(0, place);
    case "twice":
      return Buffer.concat([body, body]);
    case "instead":
      return extra;
    case "byte":
      return Buffer.concat([body.subarray(0, place), extra, body.subarray(place)]);
    case "long":
      return Buffer.concat([body, Buffer.alloc(1_100_000, " ")]);
    case "field twice": {
      const [, first] = /^\{("(?:[^"\\]|\\.)*":(?:"(?:[^"\\]|\\.)*"|[^",{}[\]]+))[,}]/
        .exec(Buffer.from(body).toString()) ?? [];
      return first ? Buffer.concat([Buffer.from(`{${first},`), body.subarray(1)]) : body;
    }
  }
}

const BOUNDARY = "----fuzz";

function form(parts: FormPart[]): Uint8Array {
  const pieces = parts.flatMap(({ name, value, file, type }) => [
    encode(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`),
    encode(file ? `; filename="${file}"` : ""),
    Buffer.from(type === undefined ? "" : `\r\ncontent-type: ${type}`, "latin1"),
    encode("\r\n\r\n"),
    file ? contents[file] : encode(text(value)),
    encode("\r\n"),
  ]);
  return Buffer.concat([...pieces, encode(`--${BOUNDARY}--\r\n`)]);
}

const boundaries = {
  right: `; boundary=${BOUNDARY}`,
  wrong: "; boundary=other",
  missing: "",
  nasty: `; boundary="${"x".repeat(200)}`,
};

function bodyOf(body: Body, resolve: (value: unknown) => unknown) {
  const { fault, type } = body;
  if ("form" in body) {
    const bytes = form(resolve(body.form) as FormPart[]);
    return { type: type && type + boundaries[body.boundary], bytes: damaged(bytes, fault) };
  }
  const value = changed(resolve(body.json), body.changes);
  return { type, bytes: damaged(Buffer.from(JSON.stringify(value) ?? ""), fault) };
}

/** Makes the request of a case with the known values. */
export async function render(
  operation: Operation,
  given: Case,
  credentials: (body: string) => Promise<[string, string][]>,
  known: KnownValues,
): Promise<Rendered> {
  const resolve = (value: unknown) => known.resolve(value, given.who);
  const path = known.resolvePath(operation.path, given.path, given.who);
  const target = operation.path.replace(/\{(\w+)\}/g, (_all, name) => percent(path[name]) || "%20");
  const query = [
    ...given.query.map(([name, value]) => `${percent(name)}=${percent(resolve(value))}`),
    ...(given.queryEnd ? [given.queryEnd] : []),
  ].join("&");
  const method = given.method ?? operation.method;
  const body = given.body && !["GET", "HEAD"].includes(method) && bodyOf(given.body, resolve);
  return {
    method,
    path,
    target: target + (query && `?${query}`),
    headers: [
      ...await credentials(body ? Buffer.from(body.bytes).toString() : ""),
      ...(body && body.type ? [["content-type", body.type] as [string, string]] : []),
      ...given.headers,
    ],
    ...(body && { body: body.bytes }),
    lengthOff: body ? given.lengthOff : 0,
  };
}

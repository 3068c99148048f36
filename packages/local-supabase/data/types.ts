/** Reads and writes the driver's values for the Data API as PostgREST does. */
import type postgres from "postgres";

/** Values as PostgREST writes them: `T` between date and time, JSON passed through once. */
const scalars: Record<string, postgres.PostgresType> = {
  json: jsonType(114),
  jsonb: jsonType(3802),
  // Numbers of any size. A number that JavaScript cannot hold is rounded here as it would be there.
  int8: numberType(20),
  numeric: numberType(1700),
  // Postgres itself reads the words for true and false.
  bool: { to: 16, from: [16], serialize: String, parse: (text: string) => text === "t" },
  // `\\x` and hexadecimal digits, in both directions.
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: unknown) =>
      value instanceof Uint8Array ? `\\x${value.toHex()}` : String(value),
    parse: (text: string) => text,
  },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => value instanceof Date ? value.toISOString() : String(value),
    parse: (text: string) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"),
  },
  timestamp: {
    to: 1114,
    from: [1114],
    serialize: (value: unknown) => value instanceof Date ? value.toISOString() : String(value),
    parse: (text: string) => text.replace(" ", "T"),
  },
};

function numberType(oid: number): postgres.PostgresType {
  return { to: oid, from: [oid], serialize: String, parse: Number };
}

function jsonType(oid: number): postgres.PostgresType {
  return {
    to: oid,
    from: [oid],
    serialize: (value: unknown) => typeof value === "string" ? value : JSON.stringify(value),
    parse: (text: string) => JSON.parse(text),
  };
}

/** Lists: the driver reads NULL among their items as a word. */
const lists: [oid: number, item: postgres.PostgresType["parse"] | undefined][] = [
  [1000, scalars.bool!.parse],
  [1005, Number],
  [1007, Number],
  [1016, Number],
  [1021, Number],
  [1022, Number],
  [1231, Number],
  [1009, undefined],
  [1015, undefined],
  [1182, undefined],
  [2951, undefined],
  [1115, scalars.timestamp!.parse],
  [1185, scalars.timestamptz!.parse],
  [199, scalars.json!.parse],
  [3807, scalars.jsonb!.parse],
];

/** A text as an item of a list or row. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** Writes `{...}`. A value that is not a list already is such a text. */
function listLiteral(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const items = value.map((item) =>
    Array.isArray(item)
      ? listLiteral(item)
      : item === null
      ? "null"
      : quoted(typeof item === "object" ? JSON.stringify(item) : String(item))
  );
  return `{${items.join()}}`;
}

/** Reads `{...}` by way of JSON. */
function parseList(text: string, item: (text: string) => unknown = (each) => each): unknown {
  const json = text.replace(/"((?:\\.|[^"\\])*)"|[^{},"]+|[{}]/gs, (token, quoted?: string) => {
    if (token === "{") return "[";
    if (token === "}") return "]";
    if (quoted === undefined && token === "NULL") return "null";
    return JSON.stringify(quoted === undefined ? token : quoted.replace(/\\(.)/gs, "$1"));
  });
  const deep = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(deep) : value === null ? null : item(value as string);
  return deep(JSON.parse(json));
}

export const types: Record<string, postgres.PostgresType> = {
  ...scalars,
  ...Object.fromEntries(lists.map(([oid, item]) => [`list_${oid}`, {
    to: oid,
    from: [oid],
    serialize: listLiteral,
    parse: (text: string) => parseList(text, item),
  }])),
};

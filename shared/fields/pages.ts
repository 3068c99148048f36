import { z } from "@hono/zod-openapi";
import { base64url } from "jose";
import { badField } from "../base/errors.ts";

/** A page size from 1 to `maximum`. */
export function pageLimit(maximum: number, defaultLimit: number) {
  const message = `expected an integer from 1 to ${maximum}`;
  return z.string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maximum, message)
    .default(defaultLimit)
    .openapi({
      type: "integer",
      minimum: 1,
      maximum,
      default: defaultLimit,
      description: "The maximum number of items in the page.",
    });
}

/** The query of a list: page size and cursor. Extend it with the list's own filters. */
export const pageQuery = z.object({
  limit: pageLimit(100, 50),
  cursor: z.string().max(1000).optional().openapi({
    description: "`next_cursor` of the previous page; opaque.",
  }),
});

/** The answer of a list: `{<plural>: [...], next_cursor}`. */
export function pageOf<K extends string, T extends z.ZodType>(plural: K, item: T) {
  return z.object({
    ...field(plural, z.array(item)),
    next_cursor: z.string().nullable().openapi({
      description: "The `cursor` of the next page; null on the last page.",
      example: null,
    }),
  });
}

/** `{ [name]: value }`, typed by the name. */
const field = <K extends string, V>(name: K, value: V) => ({ [name]: value }) as Record<K, V>;

/** The types of sort keys, each with the check of its value in a cursor. */
const KINDS = {
  // A time in the form of Postgres; the microseconds matter.
  timestamp: z.string().regex(
    /^(?!0000)\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-5])(:?[0-5]\d)?)$/,
  ),
  date: z.iso.date(),
  uuid: z.guid(),
  integer: z.number().int(),
  number: z.number(),
  boolean: z.boolean(),
  text: z.string().max(500),
} as const;

type Kind = keyof typeof KINDS;
type Key = z.infer<(typeof KINDS)[Kind]>;
type Position<Columns extends Record<string, Kind>> = {
  [Name in keyof Columns]: z.infer<(typeof KINDS)[Columns[Name]]>;
};

/** The methods of a supabase-js query that a page needs. */
export interface Seekable {
  or(filters: string): this;
  lte(column: string, value: Key): this;
  gte(column: string, value: Key): this;
  order(column: string, options: { ascending: boolean }): this;
  limit(count: number): this;
}

/** The part of a page's query that every list has. */
export interface PageRequest {
  limit: number;
  cursor?: string;
}

/** The field of the last row of a page that ends before its limit, because its texts fill 2 MB. */
export const endOfPage = { page_ends: z.literal(true).optional() };

/** The order of a list, made by `keyset` or `whole`, whatever its columns. */
export interface Order {
  seek<Q extends Seekable>(query: Q, request: PageRequest): Q;
  args(request: PageRequest): { p_limit: number };
  cursorAfter(row: never): string;
  page(plural: string, rows: never[], limit: number, cursor?: string): {
    [plural: string]: unknown;
    next_cursor: string | null;
  };
}

/** The version of the cursor's format; a cursor of another version is refused. */
const VERSION = 1;

/**
 * Keyset pagination: an order of rows by columns of which the last is unique. A page begins after
 * the values of the last row of the page before, so it costs the same wherever it is, and rows that
 * are added or deleted meanwhile shift nothing.
 *
 * The order of a table's or a view's rows is stated here alone: `seek` orders the query. A SQL
 * function orders its rows by itself, because it has to limit them: it takes the position as the
 * arguments that `after` makes of the last row of the page before, and `p_limit`, one more than
 * requested.
 *
 * @example
 * ```ts
 * const byName = keyset({ name: "text", id: "uuid" }, { ascending: true });
 * ```
 */
export function keyset<
  const Columns extends Record<string, Kind>,
  // deno-lint-ignore ban-types
  After extends object = {},
>(
  columns: Columns,
  { ascending = false, after }: {
    ascending?: boolean;
    after?: (last: Partial<Position<Columns>>) => After;
  } = {},
) {
  const names = Object.keys(columns);
  const format = z.tuple([z.literal(VERSION), ...Object.values(columns).map((it) => KINDS[it])]);

  /** The sort keys of the row before the page, undefined for the first page; 400 if malformed. */
  function position(cursor: string | undefined): Position<Columns> | undefined {
    if (cursor === undefined) return undefined;
    const { data } = format.safeParse(decode(cursor));
    if (!data) throw wrongCursor();
    const entries = names.map((name, index) => [name, data[index + 1]]);
    return Object.fromEntries(entries) as Position<Columns>;
  }

  /** The cursor of the page after a row. */
  const cursorAfter = (row: { [Name in keyof Columns]: unknown }) =>
    encode([VERSION, ...names.map((name) => row[name])]);

  /** One page of a query of a table or a view: order, start, and one row more than requested. */
  function seek<Q extends Seekable>(query: Q, { limit, cursor }: PageRequest): Q {
    const start = Object.entries<Key>(position(cursor) ?? {});
    const [first] = start;
    // The bound on the first column alone lets a scan of an index begin there.
    const rest = first
      ? query[ascending ? "gte" : "lte"](...first).or(filter(start, ascending ? "gt" : "lt"))
      : query;
    return order(rest).limit(limit + 1);
  }

  /**
   * The order alone: for rows of a SQL function that are joined with other tables, since a join may
   * change their order.
   */
  function order<Q extends Seekable>(query: Q): Q {
    return names.reduce((ordered, name) => ordered.order(name, { ascending }), query);
  }

  /** The arguments of a SQL function that returns a page in this order. */
  const args = ({ limit, cursor }: PageRequest) => ({
    ...after?.(position(cursor) ?? {}) as After,
    p_limit: limit + 1,
  });

  /** The answer: the requested rows, and a cursor when there are more, or may be. */
  function page<
    K extends string,
    R extends { [Name in keyof Columns]: unknown } & { page_ends?: true },
  >(
    plural: K,
    rows: R[],
    limit: number,
  ): Record<K, R[]> & { next_cursor: string | null } {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const goesOn = last && (rows.length > limit || last.page_ends);
    if (last?.page_ends) shown[shown.length - 1] = { ...last, page_ends: undefined };
    return { ...field(plural, shown), next_cursor: goesOn ? cursorAfter(last) : null };
  }

  return { position, cursorAfter, seek, order, args, page };
}

/** An order by a time and the id; SQL functions take them as `p_before_at` and `p_before_id`. */
const latestFirst = <const Time extends string>(time: Time) =>
  keyset(
    { [time]: "timestamp", id: "uuid" } as Record<Time, "timestamp"> & { id: "uuid" },
    {
      after: (last: Partial<Record<string, string>>) => ({
        p_before_at: last[time],
        p_before_id: last.id,
      }),
    },
  );

const wrongCursor = () => badField("cursor", "not one this list has given out");

/**
 * The order of a short list that is read as a whole: its own. The cursor is the `key` of the page's
 * last row.
 */
export function whole<R>(key: (row: R) => string) {
  const keys = keyset({ key: "text" });
  const cursorAfter = (row: R) => keys.cursorAfter({ key: key(row) });

  function page<K extends string>(
    plural: K,
    all: readonly R[],
    limit: number,
    cursor?: string,
  ): Record<K, R[]> & { next_cursor: string | null } {
    const after = keys.position(cursor)?.key;
    const start = after === undefined ? 0 : all.findIndex((row) => key(row) === after) + 1;
    if (after !== undefined && start === 0) throw wrongCursor();
    const rows = all.slice(start, start + limit);
    const goesOn = start + limit < all.length;
    return { ...field(plural, rows), next_cursor: goesOn ? cursorAfter(rows.at(-1)!) : null };
  }

  return { ...keys, cursorAfter, page };
}

/** The order of most lists. */
export const newestFirst = latestFirst("created_at");

/** The order of the server's time, for lists that are read as their rows arrive. */
export const oldestFirst = keyset({ created_at: "timestamp", id: "uuid" }, {
  ascending: true,
  after: (last) => ({ p_after_at: last.created_at, p_after_id: last.id }),
});

/** The order of objects that clients write, also offline: entries, goals, messages and the like. */
export const lastWrittenFirst = latestFirst("written_at");

/** `a < x, or a = x and b < y, ...` in the filter syntax of PostgREST. */
function filter(after: [name: string, value: Key][], than: "lt" | "gt"): string {
  return after.map(([name, value], index) => {
    const equal = after.slice(0, index).map(([name, value]) => `${name}.eq.${quote(value)}`);
    const terms = [...equal, `${name}.${than}.${quote(value)}`];
    return terms.length === 1 ? terms[0] : `and(${terms.join(",")})`;
  }).join(",");
}

/** A value inside `or=(...)`, where commas, dots and brackets are syntax. */
const quote = (value: Key) =>
  typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value);

/**
 * JSON in base64url (RFC 4648 section 5), which needs no escaping in a query. Not the part of a
 * longer string: V8 writes a whole answer as JSON at a third of the speed when one is in it.
 */
function encode(values: unknown[]): string {
  return base64url.encode(new TextEncoder().encode(JSON.stringify(values)));
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(base64url.decode(cursor)));
  } catch {
    return undefined;
  }
}

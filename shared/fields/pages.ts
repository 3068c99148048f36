import { z } from "@hono/zod-openapi";
import { decodeBase64Url, encodeBase64Url } from "hono/utils/encode";
import { badRequest } from "../base/errors.ts";

const LIMIT = { minimum: 1, maximum: 100, default: 50 };
const LIMIT_MESSAGE = `expected an integer from ${LIMIT.minimum} to ${LIMIT.maximum}`;

/**
 * The query of a list: how many, and where to go on. Extend it with the list's own filters.
 *
 * @example
 * ```ts
 * query: pageQuery.extend({ status: goalStatus.optional() })
 * ```
 */
export const pageQuery = z.object({
  limit: z.string(LIMIT_MESSAGE)
    .regex(/^\d{1,3}$/, LIMIT_MESSAGE)
    .transform(Number)
    .refine((limit) => limit >= LIMIT.minimum && limit <= LIMIT.maximum, LIMIT_MESSAGE)
    .default(LIMIT.default)
    .openapi({ type: "integer", ...LIMIT, description: "How many to answer at most." }),
  cursor: z.string().max(1000).optional().openapi({
    description: "Where to go on: `next_cursor` of the page before. Opaque.",
  }),
});

/** The answer to a list: `{<plural>: [...], next_cursor}`. */
export function pageOf<K extends string, T extends z.ZodType>(plural: K, item: T) {
  const shape = {
    [plural]: z.array(item),
    next_cursor: z.string().nullable().openapi({
      description: "Hand it in as `cursor` for the next page; null when this is the last one.",
      example: null,
    }),
  };
  return z.object(
    shape as { [P in K]: z.ZodArray<T> } & { next_cursor: z.ZodNullable<z.ZodString> },
  );
}

/** What a sort key may be, and what a cursor may therefore hold. */
const KINDS = {
  // As Postgres writes it; the microseconds matter.
  timestamp: z.string().regex(
    /^(?!0000)\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-5])(:?[0-5]\d)?)$/,
  ),
  date: z.iso.date(),
  uuid: z.guid(),
  integer: z.number().int(),
  number: z.number(),
  text: z.string().max(500),
} as const;

type Kind = keyof typeof KINDS;
type Key = string | number;

/** The methods of a supabase-js query that a page needs. */
interface Pageable<Q> {
  or(filters: string): Q;
  lte(column: string, value: Key): Q;
  gte(column: string, value: Key): Q;
  order(column: string, options: { ascending: boolean }): Q;
  limit(count: number): Q;
}

/** What a cursor is made of changes with this number; older cursors are then refused. */
const VERSION = 1;

/**
 * An order over rows that pages can follow: its columns, the last one unique. A page begins
 * after the values of the last row before it, so it costs the same wherever it is, and rows that
 * come or go meanwhile shift nothing.
 *
 * @example
 * ```ts
 * const byName = keyset({ name: "text", id: "uuid" }, { ascending: true });
 *
 * const { limit, cursor } = c.req.valid("query");
 * const query = c.var.db.from("feature_flags").select(columns);
 * const rows = must(await byName.apply(query, { limit, cursor }));
 * return c.json(byName.page("flags", rows, limit), 200);
 * ```
 */
export function keyset<C extends string>(
  columns: { [K in C]: Kind },
  { ascending = false }: { ascending?: boolean } = {},
) {
  const names = Object.keys(columns) as C[];
  const tuple = z.tuple([
    z.literal(VERSION),
    ...names.map((name) => KINDS[columns[name]]),
  ]);

  /** The values of the row a page begins after, null for the first page; 400 for garbage. */
  function read(cursor: string | undefined): Key[] | null {
    if (cursor === undefined) return null;
    const parsed = tuple.safeParse(decode(cursor));
    if (!parsed.success) throw badRequest("cursor: not one this list has given out");
    return parsed.data.slice(1) as Key[];
  }

  /** A supabase-js query made into one page: order, start, and one row more than asked for. */
  function apply<Q>(query: Q, { limit, cursor }: { limit: number; cursor?: string }): Q {
    const after = read(cursor);
    let page = query as unknown as Pageable<Pageable<unknown>>;
    if (after) {
      // The bound on the first column alone is what an index can begin a scan with.
      page = page[ascending ? "gte" : "lte"](names[0]!, after[0]!) as typeof page;
      page = page.or(filter(after)) as typeof page;
    }
    for (const name of names) page = page.order(name, { ascending }) as typeof page;
    return page.limit(limit + 1) as unknown as Q;
  }

  /** `a < x, or a = x and b < y, ...` in PostgREST's words. */
  function filter(after: Key[]): string {
    const than = ascending ? "gt" : "lt";
    return names.map((name, i) => {
      const equal = names.slice(0, i).map((before, j) => `${before}.eq.${quote(after[j]!)}`);
      const terms = [...equal, `${name}.${than}.${quote(after[i]!)}`];
      return terms.length === 1 ? terms[0] : `and(${terms.join(",")})`;
    }).join(",");
  }

  /** The answer: the rows that were asked for, and the cursor when there was one more. */
  function page<K extends string, R extends { [P in C]: unknown }>(
    plural: K,
    rows: R[],
    limit: number,
  ): { [P in K]: R[] } & { next_cursor: string | null } {
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    const answer = {
      [plural]: rows.slice(0, limit),
      next_cursor: last ? encode([VERSION, ...names.map((name) => last[name] as Key)]) : null,
    };
    return answer as { [P in K]: R[] } & { next_cursor: string | null };
  }

  return { read, apply, page };
}

const byAge = keyset({ created_at: "timestamp", id: "uuid" });

/**
 * The order of most lists. `args` asks a SQL function for a page of it, which takes the moment and
 * the id of the row before: `p_before_at`, `p_before_id`, and `p_limit`, one more than asked for.
 *
 * @example
 * ```ts
 * const rows = must(await c.var.db.rpc("list_teams", newestFirst.args({ limit, cursor })));
 * return c.json(newestFirst.page("teams", rows, limit), 200);
 * ```
 */
export const newestFirst = {
  ...byAge,
  args({ limit, cursor }: { limit: number; cursor?: string }) {
    const [p_before_at, p_before_id] = byAge.read(cursor)?.map(String) ?? [];
    return { p_before_at, p_before_id, p_limit: limit + 1 };
  },
};

/** A value inside `or=(...)`, where commas, dots and brackets would otherwise mean something. */
const quote = (value: Key) =>
  typeof value === "number" ? String(value) : `"${value.replace(/["\\]/g, "\\$&")}"`;

/** JSON in base64url (RFC 4648 section 5), so that it can stand in a query as it is. */
function encode(values: unknown[]): string {
  return encodeBase64Url(new TextEncoder().encode(JSON.stringify(values)).buffer).replace(/=/g, "");
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(decodeBase64Url(cursor)));
  } catch {
    return undefined;
  }
}

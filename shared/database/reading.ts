/**
 * Calls of SQL functions that write nothing as GET requests: the Data API runs them in a read-only
 * transaction, and a load balancer sends them to read replicas.
 */
import { reads } from "../generated/reads.ts";

/**
 * The beginning of a text that the Data API takes for a filter of the answer, not for an argument: a
 * word such as `gt`, `in` or `not`, possibly with brackets (`eq(any)`, `fts(german)`), and a dot.
 * Every operator is a word of small letters, so the pattern also finds operators of later versions:
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators
 */
const FILTER = /^[a-z]+(\([^)]*\))?\./;

/** Gateways refuse addresses of more than 8 kB; names and other parameters take some of it. */
const LONGEST_QUERY = 4000;

type Call = { retry(enabled: boolean): Call };
type Rpc = (name: string, args?: object, options?: { get?: boolean }) => Call;

/**
 * Lets a client call the functions that write nothing by GET. `{ get: false }` keeps a call at the
 * primary database, because it must see what has just been written. It is not repeated by itself, as
 * no call of a function is.
 */
export function readingByGet<C extends { rpc: (...args: never[]) => unknown }>(client: C): C {
  const rpc = client.rpc.bind(client) as unknown as Rpc;
  const call: Rpc = (name, args = {}, options = {}) => {
    const query = reads.has(name) && options.get !== false ? queryOf(args) : null;
    // Given to the library one by one, each argument would make it parse the whole address again.
    return query !== null
      ? rpc(`${name}?${query}`, {}, { ...options, get: true }).retry(false)
      : rpc(name, args, options);
  };
  return Object.assign(client, { rpc: call });
}

/**
 * Arguments as the query of an address, null if they do not fit in one: null, JSON, much text, and
 * texts that look like a filter (`in.progress`).
 */
export function queryOf(args: object): string | null {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const text = textOf(value);
    if (text === null) return null;
    values[name] = text;
  }
  const query = new URLSearchParams(values).toString();
  return query.length > LONGEST_QUERY ? null : query;
}

function textOf(value: unknown): string | null {
  // Arrays have the form of Postgres.
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) {
    return `{${value.map((item) => `"${String(item).replace(/["\\]/g, "\\$&")}"`).join()}}`;
  }
  return typeof value === "object" || FILTER.test(String(value)) ? null : String(value);
}

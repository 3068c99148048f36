import type { Context, MiddlewareHandler } from "hono";
import { sha256 } from "hono/utils/crypto";
import { HttpError, notFound } from "../base/errors.ts";
import { found } from "../database/results.ts";
import type { AppEnv, CallerEnv } from "./caller.ts";

/**
 * Tags the answer of a route about one resource, whose body is `{<resource>: {version, ...}}`:
 * `ETag: "<version>-<hash>"`. The version tells whether the resource was changed, the hash whether
 * this reader would get another answer. `If-None-Match` with the same tag answers 304 (RFC 9110,
 * section 13.1.2).
 */
export const entityTag: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.status !== 200) return;
  const text = await c.res.clone().text();
  const [resource] = Object.values<{ version: number }>(JSON.parse(text));
  const tag = `${resource!.version}-${(await sha256(text))!.slice(0, 16)}`;
  c.res.headers.set("ETag", `"${tag}"`);
  const known = c.req.method === "GET" ? tagsOf(c.req.header("if-none-match")) : undefined;
  if (known === "*" || known?.includes(tag)) {
    c.res = new Response(null, { status: 304, headers: c.res.headers });
    c.res.headers.delete("content-type");
    c.res.headers.delete("content-length");
  }
};

/**
 * The versions that `If-Match` allows a write to replace; undefined when any may be replaced. A tag
 * counts by its version, so a part of the answer that the write does not replace may differ. The
 * database compares, in the statement that writes.
 */
export function ifMatch(c: Context): number[] | undefined {
  const tags = tagsOf(c.req.header("if-match"));
  if (tags === undefined || tags === "*") return undefined;
  return tags.flatMap((tag) => /^(\d{1,9})(?:-[0-9a-f]+)?$/.exec(tag)?.[1] ?? []).map(Number);
}

/** Limits a write of a table's row to the versions of `If-Match`. */
export function onlyIfMatch<Q extends { in(column: "version", versions: number[]): Q }>(
  c: Context,
  query: Q,
): Q {
  const versions = ifMatch(c);
  return versions ? query.in("version", versions) : query;
}

/**
 * Refuses a write that has changed no row: with 404 when the caller sees no row, with `notOwn` for
 * the row of another user, and otherwise with 412, because the row has another version than
 * `If-Match` allows.
 */
export async function refuseWrite(
  { db, caller }: CallerEnv["Variables"],
  table: "goals" | "notebooks" | "entry_templates",
  { id, what, notOwn = notFound(what) }: { id: string; what: string; notOwn?: HttpError },
): Promise<never> {
  const row = await db.from(table).select("user_id").eq("id", id).maybeSingle();
  throw found(row, what).user_id === caller.id
    ? changedMeanwhile(`The ${what.toLowerCase()}`)
    : notOwn;
}

/** 412: the resource has another version than `If-Match` allows. */
export const changedMeanwhile = (what: string) =>
  new HttpError(412, `${what} has changed meanwhile: read it again`, { code: "changed_meanwhile" });

/** The opaque parts of a list of tags; weak tags count like strong ones, proxies make them weak. */
function tagsOf(header: string | undefined): string[] | "*" | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === "*") return "*";
  return [...header.matchAll(/(?:^|,)\s*(?:W\/)?"([^"]*)"/g)].map(([, tag]) => tag!);
}

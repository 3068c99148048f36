/** What one request to the Data API may cost. Hosted refuses neither: see docs/limits.md. */
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

const MAX_BODY = 10 * 1024 * 1024;
const MAX_DEPTH = 2;
const MAX_EMBEDS = 10;

/** Refuses bodies of more than 10 MB. */
export const limitBody = bodyLimit({
  maxSize: MAX_BODY,
  onError: (c) => c.json({ message: "Request size limit exceeded" }, 413),
});

/** Refuses a `select` whose embedded tables multiply the rows of the answer. */
export const limitEmbeds: MiddlewareHandler = async (c, next) => {
  const [first = ""] = decode(c.req.path).split("/").filter(Boolean).slice(2);
  // The rows of a function may be of any table.
  const root = first === "rpc" ? "" : first;
  for (const select of c.req.queries("select") ?? []) {
    const { depth, count, returning } = embedsOf(select, root);
    const message = returning !== undefined
      ? `${returning} comes back to a table that the select has passed through`
      : depth > MAX_DEPTH || count > MAX_EMBEDS
      ? `At most ${MAX_EMBEDS} tables may be embedded, at most ${MAX_DEPTH} deep`
      : undefined;
    if (message) return c.json({ code: "embed_limit", message, details: null, hint: null }, 400);
  }
  return await next();
};

/**
 * The embeds of a `select` (`alias:table!hint(...)`, `...table(...)`), and the first that comes back
 * to a table on its path.
 */
function embedsOf(
  select: string,
  root: string,
): { depth: number; count: number; returning?: string } {
  const path = [root];
  let [depth, count, name, hinted] = [0, 0, "", false];
  let returning: string | undefined;
  for (const [token] of select.matchAll(/"(?:[^"\\]|\\.)*"|[(),:!]|[^"(),:!]+/g)) {
    if (token === "(") {
      const table = name.replace(/^\s*\.\.\./, "").trim();
      if (comesBack(table, path)) returning ??= table;
      path.push(table);
      depth = Math.max(depth, path.length - 1);
      count++;
    } else if (token === ")" && path.length > 1) path.pop();
    if (token === "!") hinted = true;
    else if (/^[(),:]$/.test(token)) [name, hinted] = ["", false];
    else if (!hinted) name += token.replace(/^"(.*)"$/s, "$1").replace(/\\(.)/gs, "$1");
  }
  return { depth, count, ...(returning !== undefined && { returning }) };
}

/** A table may also be named by a foreign key, whose name begins with that of a table. */
const comesBack = (table: string, path: string[]) =>
  path.includes(table) ||
  (path.length > 1 && table.endsWith("_fkey") &&
    path.some((passed) => passed && table.startsWith(`${passed}_`)));

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

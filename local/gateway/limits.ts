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

/** Refuses a `select` with many embedded tables: each level multiplies the rows of the answer. */
export const limitEmbeds: MiddlewareHandler = async (c, next) => {
  const { depth, count } = embedsOf(c.req.queries("select")?.join(",") ?? "");
  if (depth <= MAX_DEPTH && count <= MAX_EMBEDS) return await next();
  const message = `At most ${MAX_EMBEDS} tables may be embedded, at most ${MAX_DEPTH} deep`;
  return c.json({ code: "embed_limit", message, details: null, hint: null }, 400);
};

/** Embeds are in parentheses; names in double quotes may hold some too. */
export function embedsOf(select: string): { depth: number; count: number } {
  let depth = 0;
  let deepest = 0;
  let count = 0;
  for (const character of select.replace(/"(?:[^"\\]|\\.)*"/g, "")) {
    if (character === "(") {
      deepest = Math.max(deepest, ++depth);
      count++;
    } else if (character === ")") depth--;
  }
  return { depth: deepest, count };
}

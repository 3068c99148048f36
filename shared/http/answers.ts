import type { z } from "@hono/zod-openapi";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";
import { env } from "../base/env.ts";
import { internal } from "../base/errors.ts";
import { describeIssues } from "./validation.ts";

/**
 * Holds answers to their schema when `CHECK_ANSWERS` is set, as the tests do: an answer that lacks
 * a field, has one of another type or one that is not declared becomes a 500. In production it
 * costs nothing.
 */
export function checkAnswer(schema: z.ZodType, status: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (!env("CHECK_ANSWERS") || c.res.status !== status || !isJson(c.res)) return;
    // A download is sent while it is made; to check it would be to hold all of it.
    if (c.res.headers.has("content-disposition")) return;
    const answer: unknown = await c.res.clone().json();
    const { data, error } = schema.safeParse(answer);
    if (error) throw internal(new Error(`answer: ${describeIssues(error, "answer")}`));
    const extra = undeclared(answer, data, "");
    if (extra) throw internal(new Error(`answer: ${extra} is not declared`));
  });
}

const isJson = (response: Response) =>
  response.headers.get("content-type")?.startsWith("application/json") ?? false;

/** The path of the first field of `answer` that validation has dropped. */
function undeclared(answer: unknown, parsed: unknown, path: string): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  for (const [key, value] of Object.entries(answer)) {
    const here = path ? `${path}.${key}` : key;
    const kept = (parsed as Record<string, unknown> | undefined)?.[key];
    const found = kept === undefined ? here : undeclared(value, kept, here);
    if (found) return found;
  }
}

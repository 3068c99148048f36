import type { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { env } from "../base/env.ts";
import { internal } from "../base/errors.ts";
import { describeIssues } from "./validation.ts";

/** The answer of a route when it succeeds. */
export interface Answer {
  status: 200 | 201 | 202 | 302;
  description: string;
  /** Describes a 200 with the same body, which the route answers too. */
  orOk?: string;
  /** By media type. For any type but JSON the handler returns a `Response`. */
  content?: Record<string, { schema: z.ZodType; example?: unknown }>;
}

/** What differs in an answer from the example that its fields' examples make. */
type Changes<T> = T extends readonly (infer Item)[] ? Changes<Item>[]
  : T extends object ? { [Name in keyof T]?: Changes<T[Name]> }
  : T;

/**
 * A 200 with a JSON body.
 *
 * @example
 * ```ts
 * answer: ok("The goal was deleted", message, { message: "Goal deleted" })
 * ```
 */
export const ok = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) => ({ status: 200, ...jsonContent(description, schema, example) }) as const;

/** A 201 with a JSON body. */
export const created = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) => ({ status: 201, ...jsonContent(description, schema, example) }) as const;

/** A 201 with a JSON body, or a 200 with the same where the caller has created the object before. */
export const createdOnce = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) =>
  ({
    status: 201 as 200 | 201,
    orOk: "The caller has created an object with this `id` before: what is stored",
    ...jsonContent(description, schema, example),
  }) as const;

function jsonContent<T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) {
  const media = { schema, ...(example !== undefined && { example }) };
  return { description, content: { "application/json": media } };
}

/**
 * Compares JSON answers with their schema when `CHECK_ANSWERS` is set, as the tests do: an answer
 * that lacks a field, has one of another type or one that is not declared becomes a 500. In
 * production it costs nothing.
 */
export function checkAnswer({ status, orOk, content }: Answer): MiddlewareHandler<AppEnv> {
  const schema = content?.["application/json"]?.schema;
  return async (c, next) => {
    await next();
    if (
      !schema || !env("CHECK_ANSWERS") || !(c.res.status === status || (orOk && c.res.ok)) ||
      !isJson(c.res)
    ) return;
    // A download is sent while it is made; checking it would mean to hold all of it.
    if (c.res.headers.has("content-disposition")) return;
    const answer: unknown = await c.res.clone().json();
    const { data, error } = schema.safeParse(answer);
    if (error) throw internal(new Error(`answer: ${describeIssues(error, "answer")}`));
    const extra = undeclared(answer, data, "");
    if (extra) throw internal(new Error(`answer: ${extra} is not declared`));
  };
}

const isJson = (response: Response) =>
  response.headers.get("content-type")?.startsWith("application/json") ?? false;

/** The path of the first field of `answer` that validation has dropped. */
function undeclared(answer: unknown, parsed: unknown, path: string): string | undefined {
  if (!isRecord(answer)) return undefined;
  for (const [key, value] of Object.entries(answer)) {
    const here = path ? `${path}.${key}` : key;
    const kept = isRecord(parsed) ? parsed[key] : undefined;
    const found = kept === undefined ? here : undeclared(value, kept, here);
    if (found) return found;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

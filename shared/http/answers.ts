import type { z } from "@hono/zod-openapi";
import { message } from "../fields/basic.ts";

/** The answer of a route when it succeeds. */
export interface Answer {
  status: 200 | 201 | 202 | 302;
  description: string;
  /** Describes a 200 with the same body, which the route answers too. */
  orOk?: string;
  /** The body, where it is the same each time. */
  always?: { message: string };
  /** By media type. For any type but JSON the handler returns a `Response`. */
  content?: Record<string, { schema: z.ZodType; example?: unknown }>;
}

/** What differs in an answer from the example that its fields' examples make. */
type Changes<T> = T extends readonly (infer Item)[] ? Changes<Item>[]
  : T extends object ? { [Name in keyof T]?: Changes<T[Name]> }
  : T;

/** A 200 with a JSON body. */
export const ok = <T extends z.ZodType>(
  description: string,
  schema: T,
  example?: Changes<z.input<T>>,
) => ({ status: 200, ...jsonContent(description, schema, example) }) as const;

/** A 200 with a message: of a deletion, or of an action without a result. */
export const done = (text: string) =>
  ({ ...ok(text, message, { message: text }), always: { message: text } }) as const;

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

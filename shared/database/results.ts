import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import type { TypedResponse } from "hono";
import type { z } from "zod";
import { env } from "../base/env.ts";
import { internal, notFound } from "../base/errors.ts";
import { type ConstraintMessages, fromDatabase } from "./errors.ts";

/** The data of a Data API call, or the refusal its error stands for, thrown. */
export function must<T>(
  result: PostgrestSingleResponse<T>,
  messages?: ConstraintMessages,
): NoInfer<T> {
  if (result.error) throw fromDatabase(result.error, messages);
  return result.data;
}

/**
 * Returns the row of a call that ends in `.maybeSingle()`. No row is 404: a row that the caller may
 * not see is treated as if it did not exist.
 */
export function found<T>(
  result: PostgrestSingleResponse<T>,
  what: string,
  messages?: ConstraintMessages,
): NoInfer<NonNullable<T>> {
  const data = must(result, messages);
  if (data === null || data === undefined) throw notFound(what);
  return data;
}

/** The address of the Data API on a machine for development and tests. */
const LOCAL = /^http:\/\/(127\.0\.0\.1|localhost)(:|\/|$)/;

/**
 * The result of a call whose data Postgres does not type: jsonb, and columns that a function computes.
 * Code that reads their fields states the shape; an answer takes jsonb as it is. Development and tests
 * compare the data with the shape, so that SQL and TypeScript do not drift apart; a hosted project
 * does not read each of its answers twice.
 *
 * @throws {HttpError} 500 whose cause names the first field that differs.
 *
 * @example
 * ```ts
 * const { user1 } = must(shaped(Squad, await db.rpc("get_workout_squad", { p_date })));
 * ```
 */
export function shaped<T>(
  shape: z.ZodType<T>,
  result: PostgrestSingleResponse<unknown>,
): PostgrestSingleResponse<T> {
  if (!result.error && LOCAL.test(env("SUPABASE_URL") ?? "")) {
    const { error } = shape.safeParse(result.data);
    const [issue] = error?.issues ?? [];
    if (issue) {
      const field = ["data", ...issue.path].join(".");
      throw internal(new Error(`The database answers another shape: ${field}: ${issue.message}`));
    }
  }
  return result as PostgrestSingleResponse<never>;
}

/** A call of the Data API, with the function of the library that reads its answer. */
type Call = PromiseLike<PostgrestSingleResponse<unknown>> & {
  processResponse?: (answer: Response) => Promise<PostgrestSingleResponse<unknown>>;
};

/**
 * The result of a call with its JSON as the database sends it: the body of an answer, which is
 * neither parsed nor written again on the way, with the header `Next-Cursor` that a function of a
 * list may set. A refusal is read as always. The tests of the route
 * compare the body with the shape of the answer.
 */
export async function asSent(
  call: PromiseLike<PostgrestSingleResponse<unknown>>,
): Promise<PostgrestSingleResponse<Response & TypedResponse<never, 200>>> {
  const read = (call as Call).processResponse!.bind(call);
  const passOn = async (answer: Response) => {
    if (!answer.ok) return await read(answer);
    const headers = new Headers({ "content-type": "application/json" });
    const next = answer.headers.get("next-cursor");
    if (next) headers.set("next-cursor", next);
    const { status, statusText } = answer;
    const data = new Response(answer.body, { headers });
    return { success: true, error: null, data, count: null, status, statusText };
  };
  return await Object.assign(call, { processResponse: passOn }) as never;
}

import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import { notFound } from "../base/errors.ts";
import { type ConstraintMessages, fromDatabase } from "./errors.ts";
import type { Jsonb } from "./schema.ts";

/**
 * The data of a Data API call, or the refusal its error stands for, thrown. Code that reads the
 * fields of jsonb names the type; an answer takes it as it is.
 *
 * @example
 * ```ts
 * const { user1 } = must<z.infer<typeof Squad>>(await db.rpc("get_workout_squad", { p_date }));
 * ```
 */
export function must<T>(
  result: PostgrestSingleResponse<T>,
  messages?: ConstraintMessages,
): NoInfer<T>;
export function must<T>(
  result: PostgrestSingleResponse<Jsonb | Jsonb[]>,
  messages?: ConstraintMessages,
): T;
export function must<T>(result: PostgrestSingleResponse<T>, messages?: ConstraintMessages): T {
  if (result.error) throw fromDatabase(result.error, messages);
  return result.data;
}

/**
 * The one row of a call that ends in `.maybeSingle()`. No row is 404: a row that the caller may not
 * see is treated as one that does not exist.
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

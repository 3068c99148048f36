import { type ConstraintMessages, type DatabaseError, fromDatabase } from "./errors.ts";
import { notFound } from "../base/errors.ts";

interface Result<T> {
  data: T;
  error: DatabaseError | null;
}

/**
 * For `.overrideTypes<Row[], Exactly>()`: rows are what their checks in the database make them, which
 * is more than generated types can say.
 */
export type Exactly = { merge: false };

/**
 * The data of a Data API call, or the refusal its error stands for, thrown.
 *
 * @example
 * ```ts
 * const goals = must(await c.var.db.from("goals").select("id, title"));
 * ```
 */
export function must<T>(result: Result<T>, messages?: ConstraintMessages): NonNullable<T> {
  if (result.error) throw fromDatabase(result.error, messages);
  return result.data as NonNullable<T>;
}

/**
 * The one row of a call that ends in `.maybeSingle()`; no row is 404, because a row that the
 * caller may not see is as good as none.
 *
 * @example
 * ```ts
 * const goal = found(await c.var.db.from("goals").select().eq("id", id).maybeSingle(), "Goal");
 * ```
 */
export function found<T>(
  result: Result<T>,
  what: string,
  messages?: ConstraintMessages,
): NonNullable<T> {
  const data = must(result, messages);
  if (data === null || data === undefined) throw notFound(what);
  return data;
}

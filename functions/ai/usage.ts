import { MonthlyUsage } from "../../shared/ai/fields.ts";
import { must, ok, part, z } from "../../shared/http/declare.ts";

/** The route of token usage. */
export const routes = part();

/** A whole number in the query, from `minimum` to `maximum`. */
const number = (minimum: number, maximum: number) => {
  const message = `expected an integer from ${minimum} to ${maximum}`;
  return z.string().regex(/^\d{1,4}$/, message).transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
    .optional()
    .openapi({ type: "integer", minimum, maximum });
};

routes.add("GET /ai/usage", {
  operationId: "getTokenUsage",
  summary: "Get the caller's AI usage in a month",
  description:
    "Covers a calendar month in UTC, by default the current one. Calls are kept for 400 days.",
  query: z.object({ year: number(2000, 9998), month: number(1, 12) }),
  answer: ok("The usage in the month", z.object({ usage: MonthlyUsage })),
}, async ({ db, caller, query: { year, month } }) => {
  const now = new Date();
  const [row] = must(
    await db.rpc("get_user_token_usage_monthly", {
      user_id: caller.id,
      year: year ?? now.getUTCFullYear(),
      month: month ?? now.getUTCMonth() + 1,
    }),
  );
  return { usage: row! };
});

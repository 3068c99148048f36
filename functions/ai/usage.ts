import { z } from "@hono/zod-openapi";
import { type Exactly, must } from "../../shared/database/results.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { MonthlyUsage, monthlyUsageExample } from "../../shared/ai/usage.ts";

/** Routes about token usage; part of the group. */
export const usage = group("ai", "Token usage");

/** A whole number in the query, from `minimum` to `maximum`. */
const number = (minimum: number, maximum: number) => {
  const message = `expected an integer from ${minimum} to ${maximum}`;
  return z.string().regex(/^\d{1,4}$/, message).transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
    .optional()
    .openapi({ type: "integer", minimum, maximum });
};

usage.openapi(
  route({
    method: "get",
    path: "/ai/usage",
    auth: "user",
    operationId: "getTokenUsage",
    summary: "What the caller's AI calls of a month came to",
    description: "A calendar month in UTC, the current one unless another is named.",
    query: z.object({ year: number(2000, 9998), month: number(1, 12) }),
    answer: {
      description: "The month's usage",
      schema: z.object({ usage: MonthlyUsage }),
      example: { usage: monthlyUsageExample },
    },
  }),
  async (c) => {
    const { year, month } = c.req.valid("query");
    const now = new Date();
    const [row] = must(
      await c.var.db.rpc("get_user_token_usage_monthly", {
        user_id: c.var.caller.id,
        year: year ?? now.getUTCFullYear(),
        month: month ?? now.getUTCMonth() + 1,
      }).overrideTypes<MonthlyUsage[], Exactly>(),
    );
    return c.json({ usage: row! }, 200);
  },
);

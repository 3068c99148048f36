import { z } from "@hono/zod-openapi";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import { cronOptional } from "../../shared/http/cron.ts";
import { date, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { jobAnswer, runJob } from "../../shared/jobs/runs.ts";
import { awardCounts, awardEverybody } from "./award.ts";

export const routes = group("drops", "The in-app currency: balance, history and monthly drops");

const balance = z.number().int().min(0).openapi({ example: 80 });

const movement = z.enum([
  "signup_bonus",
  "monthly_recurring",
  "purchase",
  "refund",
  "admin_adjustment",
]);

const Transaction = z.object({
  id: z.number().int().openapi({ description: "Grows with the history.", example: 4711 }),
  user_id: uuid,
  amount: z.number().int().openapi({ description: "Negative when spent.", example: 30 }),
  balance_after: balance,
  type: movement,
  description: z.string().openapi({ example: "Monthly drops" }),
  reference_id: uuid.nullable().openapi({
    description: "What it was for: the pack of a purchase.",
    example: null,
  }),
  created_at: timestamp,
}).openapi("DropTransaction");
type Transaction = z.infer<typeof Transaction>;

const columns = "id, user_id, amount, balance_after, type, description, reference_id, created_at";
const newestFirst = keyset({ id: "integer" });

routes.openapi(
  route({
    method: "get",
    path: "/drops/balance",
    auth: "user",
    operationId: "getDropsBalance",
    summary: "How many drops the caller has",
    answer: { description: "The balance", schema: z.object({ balance }) },
  }),
  async (c) => {
    const row = await c.var.db.from("profiles").select("balance:drops_balance")
      .eq("id", c.var.caller.id).maybeSingle();
    return c.json(found(row, "Profile"), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/drops/transactions",
    auth: "user",
    operationId: "listDropTransactions",
    summary: "The caller's history of drops, newest first",
    query: pageQuery.extend({
      type: movement.optional().openapi({ description: "Only movements of this type." }),
    }),
    answer: {
      description: "One page of the history",
      schema: pageOf("transactions", Transaction),
    },
  }),
  async (c) => {
    const { limit, cursor, type } = c.req.valid("query");
    // A super admin sees everyone's entries; this list is the caller's own.
    let query = c.var.db.from("drop_transactions").select(columns).eq("user_id", c.var.caller.id);
    if (type) query = query.eq("type", type);
    const page = newestFirst.apply(query, { limit, cursor });
    // A view's columns are nullable to the generated types; these are not.
    const rows = must(await page.overrideTypes<Transaction[], Exactly>());
    return c.json(newestFirst.page("transactions", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/drops/award-monthly",
    auth: "user",
    operationId: "awardMonthlyDrops",
    summary: "Gives the caller this month's drops",
    description: "30 drops, or 250 with an active subscription, once in a calendar month (UTC). " +
      "A job awards everyone on the first of the month; this is for those who do not want to wait.",
    idempotent: true,
    answer: {
      description: "The award and the balance after it",
      schema: z.object({
        award: z.object({
          month: date.openapi({ description: "Its first day.", example: "2026-11-01" }),
          amount: z.number().int().openapi({ example: 30 }),
        }),
        balance,
      }),
    },
    refusals: { 409: "This month's drops were awarded already" },
  }),
  async (c) => {
    const { balance, ...award } = must(await c.var.db.rpc("award_monthly").single());
    return c.json({ award, balance }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/drops/cron/award-monthly-all",
    auth: cronOptional("DROPS_CRON_SECRET"),
    operationId: "awardMonthlyDropsToAll",
    summary: "Job: gives everyone this month's drops",
    description: "Synthetic users get none. Safe to repeat, to run twice at once and to cut off: " +
      "each user is awarded once in a month. Stops after 100 s; `remaining` users are left for " +
      "the next call. `skipped` had their drops already.",
    answer: { description: "What was done", schema: jobAnswer("MonthlyAwardRun", awardCounts) },
  }),
  async (c) => c.json(await runJob("drops-award-monthly", awardEverybody), 200),
);

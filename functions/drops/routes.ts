import { z } from "@hono/zod-openapi";
import { found, must } from "../../shared/database/results.ts";
import { date, timestamp, uuid } from "../../shared/fields/basic.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { ok } from "../../shared/http/answers.ts";
import { cronOptional } from "../../shared/http/cron.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { jobAnswer, runJob } from "../../shared/jobs/runs.ts";
import { awardCounts, awardEverybody } from "./award.ts";

export const routes = group(
  "drops",
  "The in-app currency: balance, transactions and monthly drops",
);

const balance = z.number().int().min(0).openapi({ example: 50 });

const transactionType = z.enum([
  "signup_bonus",
  "monthly_recurring",
  "purchase",
  "refund",
  "admin_adjustment",
]).openapi("DropTransactionType");

const Transaction = z.object({
  id: z.number().int().openapi({ description: "Increases with each transaction.", example: 4711 }),
  user_id: uuid,
  amount: z.number().int().openapi({ description: "Negative for spent drops.", example: 50 }),
  balance_after: balance,
  type: transactionType,
  description: z.string().openapi({ example: "Welcome" }),
  reference_id: uuid.nullable().openapi({
    description: "The purchased tone pack; null for other types.",
    example: null,
  }),
  created_at: timestamp,
}).openapi("DropTransaction");

const columns = "id, user_id, amount, balance_after, type, description, reference_id, created_at";
const newestFirst = keyset({ id: "integer" });

routes.openapi(
  route({
    method: "get",
    path: "/drops/balance",
    auth: "user",
    operationId: "getDropsBalance",
    summary: "Get the caller's balance of drops",
    answer: ok("The balance", z.object({ balance })),
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
    summary: "List the caller's transactions of drops, newest first",
    query: pageQuery.extend({
      type: transactionType.optional().openapi({ description: "Only transactions of this type." }),
    }),
    answer: ok("A page of transactions", pageOf("transactions", Transaction)),
  }),
  async (c) => {
    const { limit, cursor, type } = c.req.valid("query");
    // A super admin sees everyone's transactions; this list is the caller's own.
    let query = c.var.db.from("drop_transactions").select(columns).eq("user_id", c.var.caller.id);
    if (type) query = query.eq("type", type);
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("transactions", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/drops/award-monthly",
    auth: "user",
    operationId: "awardMonthlyDrops",
    summary: "Award this month's drops to the caller",
    description: "30 drops, or 250 with an active subscription, once per calendar month (UTC). " +
      "A scheduled job awards everyone on the first of the month; this route does not wait for it.",
    answer: ok(
      "The award and the new balance",
      z.object({
        award: z.object({
          month: date.openapi({
            description: "The first day of the month.",
            example: "2026-11-01",
          }),
          amount: z.number().int().openapi({ example: 30 }),
        }),
        balance,
      }),
    ),
    refusals: {
      409: { description: "This month's drops were awarded already.", codes: ["already_awarded"] },
    },
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
    summary: "Run the job that awards this month's drops to everyone",
    description: "Synthetic users get none. Each user is awarded once per month, even when runs " +
      "are repeated, overlap or are interrupted. A run stops after 100 s; `remaining` users are " +
      "left for the next call. `skipped` users had their drops already.",
    answer: ok("The result of the run", jobAnswer("MonthlyAwardRun", awardCounts)),
  }),
  async (c) => c.json(await runJob("drops-award-monthly", awardEverybody), 200),
);

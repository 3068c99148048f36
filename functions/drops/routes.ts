import { cronOptional, f, found, must, ok, part, z } from "../../shared/http/declare.ts";
import { awardCounts, awardEverybody } from "./award.ts";
import { latestFirst, transactionType } from "./fields.ts";

export const routes = part();

const balance = z.number().int().min(0).openapi({ example: 50 });

const Transaction = z.object({
  id: z.number().int().openapi({ description: "Increases with each transaction.", example: 4711 }),
  user_id: f.uuid,
  amount: z.number().int().openapi({ description: "Negative for spent drops.", example: 50 }),
  balance_after: balance,
  type: transactionType,
  description: z.string().openapi({ example: "Welcome" }),
  reference_id: f.uuid.nullable().openapi({
    description: "The purchased tone pack; null for other types.",
    example: null,
  }),
  created_at: f.timestamp,
}).openapi("DropTransaction");

const transactionColumns =
  "id, user_id, amount, balance_after, type, description, reference_id, created_at";

routes.add("GET /drops/balance", {
  scope: ["account:read"],
  operationId: "getDropsBalance",
  summary: "Get the caller's balance of drops",
  answer: ok("The balance", z.object({ balance })),
}, async ({ db, caller }) => {
  const row = await db.from("profiles").select("balance:drops_balance")
    .eq("id", caller.id).maybeSingle();
  return found(row, "Profile");
});

routes.list("/drops/transactions", {
  scope: ["account:read"],
  operationId: "listDropTransactions",
  summary: "List the caller's transactions of drops, newest first",
  filters: {
    type: transactionType.optional().openapi({ description: "Only transactions of this type." }),
  },
  items: { transactions: Transaction },
  order: latestFirst,
}, ({ db, caller, filters: { type }, seek }) => {
  // A super admin sees everyone's transactions; this list is the caller's own.
  let query = db.from("drop_transactions").select(transactionColumns).eq("user_id", caller.id);
  if (type) query = query.eq("type", type);
  return seek(query);
});

routes.add("POST /drops/award-monthly", {
  operationId: "awardMonthlyDrops",
  summary: "Award this month's drops to the caller",
  description: "30 drops, or 250 with an active subscription, once per calendar month (UTC). " +
    "A scheduled job awards everyone on the first of the month; this route does not wait for it.",
  answer: ok(
    "The award and the new balance",
    z.object({
      award: z.object({
        month: f.date.openapi({
          description: "The first day of the month.",
          example: "2026-11-01",
        }),
        amount: z.number().int().openapi({ example: 30 }),
      }),
      balance,
    }),
  ),
  refusals: {
    409: {
      description:
        "This month's drops were awarded already, or the balance would become too large.",
      codes: ["already_awarded", "conflict"],
    },
  },
}, async ({ db }) => {
  const { balance, ...award } = must(await db.rpc("award_monthly").single());
  return { award, balance };
});

routes.job("/drops/cron/award-monthly-all", {
  auth: cronOptional("DROPS_CRON_SECRET"),
  operationId: "awardMonthlyDropsToAll",
  summary: "Run the job that awards this month's drops to everyone",
  description: "Synthetic users get none. Each user is awarded once per month, even when runs " +
    "are repeated, overlap or are interrupted. A run stops after 100 s; `remaining` users are " +
    "left for the next call. `skipped` users had their drops already.",
  job: "drops-award-monthly",
  schema: "MonthlyAwardRun",
  counts: awardCounts,
}, awardEverybody);

import { created, f, found, json, must, part, z } from "../../shared/http/declare.ts";
import { latestFirst, transactionType } from "./fields.ts";

/** The drops of a user, below `/admin/users/{id}`. */
export const routes = part();

const LedgerEntry = z.object({
  id: z.int().openapi({ description: "Increases with each entry of a user.", example: 48213 }),
  user_id: f.uuid,
  delta: z.int().openapi({ description: "Negative for spent drops.", example: 30 }),
  balance_after: z.int().openapi({ example: 80 }),
  type: transactionType,
  reason: z.string().openapi({ example: "Monthly drops" }),
  source: z.string().openapi({
    description: "The part of the service that posted it.",
    example: "monthly_award",
  }),
  reference_id: f.uuid.nullable().openapi({ example: null }),
  created_at: f.timestamp,
}).openapi("LedgerEntry");

const ledgerColumns =
  "id, user_id, delta, balance_after, type, reason, source, reference_id, created_at";

routes.list("/admin/users/{id}/ledger", {
  auth: "super_admin",
  operationId: "listLedgerEntries",
  summary: "List the movements of a user's drops, newest first",
  description: "Also of a deleted user: the ledger keeps the entries with the bare id.",
  filters: {
    type: transactionType.optional().openapi({ description: "Only entries of this type." }),
  },
  notFound: "User",
  items: { entries: LedgerEntry },
  order: latestFirst,
}, async ({ db, params: { id }, filters: { type }, seek }) => {
  let query = db.from("drops_ledger").select(ledgerColumns).eq("user_id", id);
  if (type) query = query.eq("type", type);
  const page = await seek(query);
  if (page.data?.length === 0) {
    found(await db.from("profiles").select("id").eq("id", id).maybeSingle(), "User");
  }
  return page;
});

const Adjustment = z.object({
  id: z.int().openapi({ example: 48213 }),
  user_id: f.uuid,
  amount: z.int().openapi({ example: 25 }),
  balance_after: z.int().openapi({ example: 105 }),
  type: z.literal("admin_adjustment"),
  description: z.string().openapi({ example: "For a bug report" }),
  reference_id: f.uuid.nullable().openapi({ example: null }),
  created_at: f.timestamp,
}).openapi("DropsAdjustment");

routes.add("POST /admin/users/{id}/drops", {
  auth: "super_admin",
  operationId: "adjustDrops",
  summary: "Adjust the drops of a user",
  description: "The user's history shows the reason. With an `Idempotency-Key`, a repeated " +
    "request posts the adjustment only once.",
  body: json(z.object({
    delta: z.int().min(-1_000_000_000).max(1_000_000_000)
      .refine((delta) => delta !== 0, "must not be 0")
      .openapi({ description: "Drops to add; negative to subtract.", example: 25 }),
    reason: f.text(1, 500).openapi({ example: "For a bug report" }),
  })),
  notFound: "User",
  answer: created(
    "The entry in the ledger, and the new balance",
    z.object({ transaction: Adjustment, balance: z.int().openapi({ example: 105 }) }),
  ),
  refusals: {
    402: { description: "The balance would become negative.", codes: ["not_enough_drops"] },
    409: "The balance would exceed the maximum.",
  },
}, async ({ c, db, params, body: { delta, reason } }) => {
  const [transaction] = must(
    await db.rpc("adjust_drops", {
      p_user_id: params.id,
      p_delta: delta,
      p_reason: reason,
      p_idempotency_key: c.req.header("idempotency-key"),
    }),
  );
  return { transaction: transaction!, balance: transaction!.balance_after };
});

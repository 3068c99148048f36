import { z } from "@hono/zod-openapi";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { idParam, text, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { MonthlyUsage, monthlyUsageExample } from "../../shared/ai/usage.ts";
import type { Db } from "../../shared/database/clients.ts";

/** Routes below `/admin/users`; part of the group. */
export const users = group("admin", "Users");

const role = z.enum(["user", "super_admin"]);

const AdminUser = z.object({
  id: uuid,
  email: z.string().nullable(),
  handle: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role,
  is_active: z.boolean().openapi({ description: "False for a blocked user." }),
  is_ai: z.boolean().openapi({ description: "Whether the user is synthetic." }),
  is_classroom: z.boolean(),
  drops_balance: z.int(),
  token_usage: MonthlyUsage.omit({ calls: true }).extend({
    drops_equivalent: z.number().nullable().openapi({
      description: "The tokens in drops at the rate in force; null while none is set.",
    }),
  }).openapi({ description: "AI calls of the current calendar month (UTC)." }),
  created_at: timestamp,
}).openapi("AdminUser");
type AdminUser = z.infer<typeof AdminUser>;

const { calls: _, ...usageExample } = monthlyUsageExample;

const example: AdminUser = {
  id: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
  email: "ana@example.com",
  handle: "ana_ruiz",
  full_name: "Ana Ruiz",
  avatar_url: null,
  role: "user",
  is_active: true,
  is_ai: false,
  is_classroom: false,
  drops_balance: 80,
  token_usage: { ...usageExample, drops_equivalent: 5.2 },
  created_at: "2026-11-21T08:30:00.123456+00:00",
};

const oneUser = {
  description: "The user after it",
  schema: z.object({ user: AdminUser }),
  example: { user: example },
};

users.openapi(
  route({
    method: "get",
    path: "/admin/users",
    auth: "super_admin",
    operationId: "listUsers",
    summary: "Users with balance and token usage, newest first",
    query: pageQuery.extend({
      q: text(1, 200).optional().openapi({
        description: "Only users with this in name, handle or e-mail address, in any case. " +
          "Fewer than three characters are looked for at the beginning of each.",
        example: "ana",
      }),
      role: role.optional().openapi({ description: "Only users with this role." }),
      is_active: z.enum(["true", "false"]).optional().openapi({
        description: "Only users who are not (`true`), or who are (`false`), blocked.",
      }),
    }),
    answer: {
      description: "One page of users",
      schema: pageOf("users", AdminUser),
      example: { users: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { limit, cursor, q, role, is_active } = c.req.valid("query");
    const page = c.var.db.rpc("admin_list_users", {
      p_query: q,
      p_role: role,
      p_is_active: is_active && is_active === "true",
      ...newestFirst.args({ limit, cursor }),
    });
    const rows = must(await page.overrideTypes<AdminUser[], Exactly>());
    return c.json(newestFirst.page("users", rows, limit), 200);
  },
);

async function administer(db: Db, id: string, change: Json): Promise<AdminUser> {
  const row = db.rpc("administer_user", { p_user_id: id, p_change: change });
  return found(await row.maybeSingle().overrideTypes<AdminUser, Exactly>(), "User");
}

users.openapi(
  route({
    method: "put",
    path: "/admin/users/{id}/role",
    auth: "super_admin",
    operationId: "setUserRole",
    summary: "Makes a user a super admin, or a super admin a user",
    description: "A promotion takes effect with the user's next access token. A demotion holds " +
      "at once and ends the user's sessions.",
    params: idParam,
    body: z.object({ role }),
    answer: oneUser,
    refusals: { 409: "The last active super admin stays one." },
  }),
  async (c) => {
    const { role } = c.req.valid("json");
    const user = await administer(c.var.db, c.req.valid("param").id, { role });
    return c.json({ user }, 200);
  },
);

users.openapi(
  route({
    method: "put",
    path: "/admin/users/{id}/status",
    auth: "super_admin",
    operationId: "setUserStatus",
    summary: "Blocks a user, or lets them in again",
    description: "A blocked user is refused everything at once, with the tokens they have.",
    params: idParam,
    body: z.object({ is_active: z.boolean() }),
    answer: oneUser,
    refusals: { 409: "The last active super admin cannot be blocked." },
  }),
  async (c) => {
    const { is_active } = c.req.valid("json");
    const user = await administer(c.var.db, c.req.valid("param").id, { is_active });
    return c.json({ user }, 200);
  },
);

users.openapi(
  route({
    method: "put",
    path: "/admin/users/{id}/classroom",
    auth: "super_admin",
    operationId: "setUserClassroom",
    summary: "Marks an account as one of a classroom, or takes the mark away",
    description: "A classroom account clones only templates that are safe for it.",
    params: idParam,
    body: z.object({ is_classroom: z.boolean() }),
    answer: oneUser,
  }),
  async (c) => {
    const { is_classroom } = c.req.valid("json");
    const user = await administer(c.var.db, c.req.valid("param").id, { is_classroom });
    return c.json({ user }, 200);
  },
);

const Adjustment = z.object({
  id: z.int(),
  user_id: uuid,
  amount: z.int(),
  balance_after: z.int(),
  type: z.literal("admin_adjustment"),
  description: z.string(),
  reference_id: uuid.nullable(),
  created_at: timestamp,
}).openapi("DropsAdjustment");

users.openapi(
  route({
    method: "post",
    path: "/admin/users/{id}/drops",
    auth: "super_admin",
    operationId: "adjustDrops",
    summary: "Gives drops to a user or takes some away",
    description: "The reason is shown in the user's history. With an `Idempotency-Key` the " +
      "adjustment is posted once, however often it is sent.",
    params: idParam,
    body: z.object({
      delta: z.int().min(-1_000_000_000).max(1_000_000_000)
        .refine((delta) => delta !== 0, "must not be 0")
        .openapi({ description: "Drops to add; negative to take away.", example: 25 }),
      reason: text(1, 500).openapi({ example: "For a bug report" }),
    }),
    idempotent: true,
    answer: {
      status: 201,
      description: "The entry in the ledger, and the balance after it",
      schema: z.object({ transaction: Adjustment, balance: z.int() }),
      example: {
        transaction: {
          id: 48213,
          user_id: example.id,
          amount: 25,
          balance_after: 105,
          type: "admin_adjustment",
          description: "For a bug report",
          reference_id: null,
          created_at: "2026-11-21T08:30:00.123456+00:00",
        },
        balance: 105,
      },
    },
    refusals: {
      402: "The balance would become negative.",
      409: "The balance would become larger than an integer holds.",
    },
  }),
  async (c) => {
    const { delta, reason } = c.req.valid("json");
    const [transaction] = must(
      await c.var.db.rpc("adjust_drops", {
        p_user_id: c.req.valid("param").id,
        p_delta: delta,
        p_reason: reason,
        p_idempotency_key: c.req.header("idempotency-key"),
      }).overrideTypes<z.infer<typeof Adjustment>[], Exactly>(),
    );
    return c.json({ transaction: transaction!, balance: transaction!.balance_after }, 201);
  },
);

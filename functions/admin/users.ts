import { MonthlyUsage } from "../../shared/ai/fields.ts";
import type { Db } from "../../shared/database/clients.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { f, found, json, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/admin/users`. */
export const routes = part();

const AdminUser = f.PersonCard.omit({ is_synthetic: true }).extend({
  email: z.string().nullable().openapi({ example: "ana@example.com" }),
  role: f.userRole,
  is_active: z.boolean().openapi({ description: "False for a blocked user." }),
  is_ai: z.boolean().openapi({ description: "True for a synthetic user.", example: false }),
  is_classroom: z.boolean().openapi({ example: false }),
  drops_balance: z.int().openapi({ example: 80 }),
  token_usage: MonthlyUsage.omit({ calls: true }).extend({
    drops_equivalent: z.number().nullable().openapi({
      description: "The tokens in drops at the current rate; null when no rate is set.",
      example: 5.2,
    }),
  }).openapi({ description: "Usage of AI in the current calendar month (UTC)." }),
  created_at: f.timestamp,
}).openapi("AdminUser");

routes.list("/admin/users", {
  auth: "super_admin",
  operationId: "listUsers",
  summary: "List users with balance and token usage, newest first",
  filters: {
    q: f.text(1, 200).optional().openapi({
      description: "Only users whose name, handle or e-mail address contains this text, in any " +
        "case. A text of fewer than three characters matches only at the beginning.",
      example: "ana",
    }),
    role: f.userRole.optional().openapi({ description: "Only users with this role." }),
    is_active: f.queryFlag.optional().openapi({
      description: "Only users who are active (`true`) or blocked (`false`).",
    }),
  },
  items: { users: AdminUser },
  order: newestFirst,
}, ({ db, filters: { q, role, is_active }, start }) =>
  db.rpc("admin_list_users", {
    p_query: q,
    p_role: role,
    p_is_active: is_active && is_active === "true",
    ...start,
  }));

routes.add("GET /admin/users/{id}", {
  auth: "super_admin",
  operationId: "getUser",
  summary: "Get a user with balance and token usage",
  notFound: "User",
  answer: ok("The user", z.object({ user: AdminUser })),
}, async ({ db, params }) => {
  const row = db.rpc("admin_get_user", { p_user_id: params.id });
  return { user: found(await row.maybeSingle(), "User") };
});

const lastSuperAdmin = {
  409: { description: "The user is the last active super admin.", codes: ["last_super_admin"] },
} as const;

const updated = ok("The updated user", z.object({ user: AdminUser }));

async function administer(db: Db, p_user_id: string, p_change: Record<string, string | boolean>) {
  const row = db.rpc("administer_user", { p_user_id, p_change });
  return { user: found(await row.maybeSingle(), "User") };
}

routes.add("PUT /admin/users/{id}/role", {
  auth: "super_admin",
  operationId: "setUserRole",
  summary: "Set the role of a user",
  description: "A promotion takes effect with the user's next access token. A demotion takes " +
    "effect immediately: the user's sessions and impersonations end, and their access tokens are " +
    "refused (401 `session_ended`).",
  body: json(z.object({ role: f.userRole })),
  notFound: "User",
  answer: updated,
  refusals: lastSuperAdmin,
}, async ({ db, params, body }) => await administer(db, params.id, body));

routes.add("PUT /admin/users/{id}/status", {
  auth: "super_admin",
  operationId: "setUserStatus",
  summary: "Block or unblock a user",
  description:
    "Every request of a blocked user is refused immediately, also with existing tokens. A block " +
    "ends the user's sessions: once unblocked, the user signs in again. Password, e-mail " +
    "address and phone of a blocked user cannot change.",
  body: json(z.object({ is_active: z.boolean() })),
  notFound: "User",
  answer: updated,
  refusals: {
    409: {
      description: "The user is the last active super admin, or the account is being deleted.",
      codes: ["last_super_admin", "conflict"],
    },
  },
}, async ({ db, params, body }) => await administer(db, params.id, body));

routes.add("PUT /admin/users/{id}/classroom", {
  auth: "super_admin",
  operationId: "setUserClassroom",
  summary: "Mark or unmark an account as a classroom account",
  description: "A classroom account can clone only templates that are safe for classrooms.",
  body: json(z.object({ is_classroom: z.boolean() })),
  notFound: "User",
  answer: updated,
}, async ({ db, params, body }) => await administer(db, params.id, body));

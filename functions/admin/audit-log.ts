import { keyset } from "../../shared/fields/pages.ts";
import { f, part, z } from "../../shared/http/declare.ts";

/** The page of administrative acts. */
export const routes = part();

/** Most acts change an object, settings also other values. */
const state = z.union([
  z.record(z.string(), z.unknown()).openapi({ type: "object" }),
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
]);

const Act = z.object({
  id: z.int().openapi({ example: 4711 }),
  actor_id: f.uuid.nullable().openapi({
    description: "The super admin; null when the service acted on its own.",
  }),
  act: z.string().openapi({ example: "user.role" }),
  target_type: z.string().openapi({ example: "user" }),
  target_id: z.string().nullable().openapi({ example: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28" }),
  before: state.openapi({
    description: "The state before the act; null for none.",
    example: { role: "user" },
  }),
  after: state.openapi({
    description: "The state after the act; null for none.",
    example: { role: "super_admin" },
  }),
  reason: z.string().nullable(),
  request_id: z.string().nullable().openapi({
    description: "The `x-request-id` of the request.",
    example: "0d5b7f92-6c3e-4a18-b7d4-5e9f1a2c8b60",
  }),
  created_at: f.timestamp,
}).openapi("AuditedAct");

const auditColumns =
  "id, actor_id, act, target_type, target_id, before, after, reason, request_id, created_at";

const newestFirst = keyset({ created_at: "timestamp", id: "integer" });

routes.list("/admin/audit-log", {
  auth: "super_admin",
  operationId: "listAuditedActs",
  summary: "List administrative acts, newest first",
  filters: {
    actor_id: f.uuid.optional().openapi({ description: "Only acts of this super admin." }),
    target_id: f.text(1, 200).optional().openapi({
      description: "Only acts on this user, organization, flag or other target.",
      example: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
    }),
    act: f.text(1, 100).optional().openapi({
      description: "Only acts of this kind.",
      example: "user.role",
    }),
    from: f.moment.optional().openapi({
      description: "Only acts at this time or later: a timestamp, or a date in UTC.",
      example: "2026-11-01T00:00:00Z",
    }),
    to: f.moment.optional().openapi({
      description: "Only acts before this time: a timestamp, or a date in UTC.",
      example: "2026-12-01T00:00:00Z",
    }),
  },
  items: { acts: Act },
  order: newestFirst,
}, ({ db, filters: { actor_id, target_id, act, from, to }, seek }) => {
  let query = db.from("audit_log").select(auditColumns);
  if (actor_id) query = query.eq("actor_id", actor_id);
  if (target_id) query = query.eq("target_id", target_id);
  if (act) query = query.eq("act", act);
  if (from) query = query.gte("created_at", from);
  if (to) query = query.lt("created_at", to);
  return seek(query);
});

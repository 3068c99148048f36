import type { Db } from "../../shared/database/clients.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { CheckIn, withPhotos } from "./check-in-fields.ts";

/** The routes of super admins for check-ins in doubt. */
export const routes = part();

const Flagged = CheckIn.extend({ user: f.PersonCard }).openapi("FlaggedWorkoutCheckIn");

const notFound = { description: "The check-in does not exist.", example: "Check-in not found" };
const refusals = { 409: "The check-in has been decided already." };

routes.add("GET /workout-window/admin/checkins/flagged", {
  auth: "super_admin",
  operationId: "listFlaggedWorkoutCheckIns",
  summary: "List the check-ins that wait for a review, newest first",
  query: pageQuery,
  answer: ok(
    "A page of check-ins",
    pageOf("checkins", Flagged),
    { checkins: [{ status: "pending", review_reason: "photo_seen_before" }] },
  ),
}, async ({ db, query: { limit, cursor } }) => {
  const query = db.from("workout_window_checkins")
    .select(`*, user:profile_cards(${f.cardColumns})`).eq("status", "pending");
  const rows = must(await newestFirst.seek(query, { limit, cursor }));
  const page = newestFirst.page("checkins", rows, limit);
  return { ...page, checkins: await withPhotos(page.checkins) };
});

async function decide(
  db: Db,
  decision: { p_checkin_id: string; p_status: "verified" | "rejected"; p_reason?: string },
) {
  const row = must(await db.rpc("review_workout_checkin", decision));
  const [checkin] = await withPhotos([row]);
  return { checkin: checkin! };
}

routes.add("POST /workout-window/admin/checkins/{id}/verify", {
  auth: "super_admin",
  operationId: "verifyWorkoutCheckIn",
  summary: "Verify a check-in that waits for a review",
  description: "Its chips count, and the chips of the user's later days are counted again. The " +
    "check-in of the next user in the chain gets its chip and becomes `continued`.",
  answer: ok("The verified check-in", z.object({ checkin: CheckIn })),
  notFound,
  refusals,
}, async ({ db, params: { id } }) => {
  return await decide(db, { p_checkin_id: id, p_status: "verified" });
});

routes.add("POST /workout-window/admin/checkins/{id}/reject", {
  auth: "super_admin",
  operationId: "rejectWorkoutCheckIn",
  summary: "Reject a check-in",
  description: "Rejects a pending or verified check-in. It loses its chips, and the chips of the " +
    "user's later days are counted again. The date counts as failed, and the next user in the " +
    "chain loses the chip for it. Both are told of the broken chain when the day is closed.",
  body: json(
    z.object({ reason: z.string().trim().min(1).max(500).optional() })
      .openapi({ example: { reason: "The photo shows a screen." } }),
    { optional: true },
  ),
  answer: ok(
    "The rejected check-in",
    z.object({ checkin: CheckIn }),
    { checkin: { status: "rejected", battle_chips_earned: 0 } },
  ),
  notFound,
  refusals,
}, async ({ db, params: { id }, body: { reason } }) => {
  const decision = { p_checkin_id: id, p_status: "rejected" as const, p_reason: reason };
  return await decide(db, decision);
});

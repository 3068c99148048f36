import { done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { idOfRequest } from "../../shared/http/idempotency.ts";
import { Freezes, Pause, readStreaks, Streaks } from "./streaks.ts";

export const routes = part();

routes.add("GET /streaks", {
  scope: "journal",
  operationId: "getStreaks",
  summary: "Get the caller's streaks",
  description:
    "A day is the date in the caller's time zone at the time of writing. A missed day takes a " +
    "freeze, which covers all streaks of two days or more, or ends the streak. A paused day does " +
    "neither. Covered and paused days do not count.",
  answer: ok("The streaks, as they stand now", Streaks),
}, ({ db }) => readStreaks(db));

const Purchase = z.object({
  freezes: Freezes,
  balance: z.int().openapi({ description: "The caller's drops.", example: 40 }),
}).openapi("StreakFreezePurchase");

routes.add("POST /streaks/freezes", {
  operationId: "buyStreakFreeze",
  summary: "Buy a freeze with drops",
  description:
    "It covers one missed day after today by itself. An entry or check-in that arrives " +
    "late for the covered day gives it back.",
  answer: ok("The freezes, and the caller's new balance", Purchase),
  refusals: {
    402: { description: "The caller has too few drops.", codes: ["not_enough_drops"] },
    409: {
      description: "The caller holds two freezes.",
      codes: ["freezes_full"],
      example: "You hold two freezes already",
    },
  },
}, async ({ c, db }) => must(await db.rpc("buy_streak_freeze", { p_id: await idOfRequest(c) })));

routes.add("PUT /streaks/pause", {
  scope: "goals",
  operationId: "pauseStreaks",
  summary: "Pause all streaks until a date",
  description: "From today on, or as before when they are paused already. A paused day does not " +
    "end a streak; one with an entry or a check-in counts.",
  body: json(z.object({
    until: f.date.openapi({
      description: "The last paused day: from today to 90 days ahead.",
      example: "2027-01-06",
    }),
  })),
  answer: ok("The pause", z.object({ pause: Pause })),
}, async ({ db, body }) => ({
  pause: must(await db.rpc("pause_streaks", { p_until: body.until })),
}));

routes.add("DELETE /streaks/pause", {
  scope: "goals",
  operationId: "resumeStreaks",
  summary: "End the pause",
  description: "Yesterday is its last day.",
  answer: done("Pause ended"),
  notFound: { description: "There is no pause.", example: "Pause not found" },
}, async ({ db }) => {
  must(await db.rpc("resume_streaks"));
});

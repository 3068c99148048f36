import { projectEnv } from "../../shared/base/env.ts";
import { created, done, f, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes of the secret address of the caller's calendar; `feed.ts` serves it. */
export const routes = part();

routes.add("POST /user/calendar", {
  auth: "account_holder",
  operationId: "makeCalendar",
  summary: "Make the secret address of the caller's calendar",
  description: "Calendar apps subscribe to the address. It shows the caller's open goals and " +
    "workout windows to anybody who has it. A former address ends. The answer contains the " +
    "address once.",
  shownOnce: ["url"],
  answer: created(
    "The address",
    z.object({
      url: z.url().nullable().openapi({
        description: "Null in a repeated answer.",
        example:
          "https://project.supabase.co/functions/v1/api/calendar/9f2c4e1ab07d5386c9e4f1a2b3d60785",
      }),
    }),
  ),
}, async ({ db }) => {
  const secret = must(await db.rpc("make_calendar_feed"));
  return { url: `${projectEnv().url}/functions/v1/api/calendar/${secret}` };
});

routes.add("GET /user/calendar", {
  operationId: "getCalendarAddress",
  summary: "Say whether the caller's calendar has an address",
  answer: ok(
    "When the address was made",
    z.object({
      made_at: f.timestamp.nullable().openapi({
        description: "Null without one.",
        example: "2026-11-21T09:30:00+00:00",
      }),
    }),
  ),
}, async ({ db }) => ({ made_at: must<string | null>(await db.rpc("my_calendar_feed")) }));

routes.add("DELETE /user/calendar", {
  operationId: "endCalendar",
  summary: "End the secret address of the caller's calendar",
  answer: done("Calendar ended"),
  notFound: { description: "The caller's calendar has no address.", example: "Calendar not found" },
}, async ({ db }) => {
  must(await db.rpc("end_calendar_feed"));
});

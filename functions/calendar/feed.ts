import { sha256 } from "hono/utils/crypto";
import { ICalCalendar, ICalEventBusyStatus } from "ical-generator";
import { serviceClient } from "../../shared/database/clients.ts";
import { f, must, part, shaped, z } from "../../shared/http/declare.ts";

/** The calendar at a secret address. Only the front door serves it. */
export const routes = part();

/** The answer of `private.calendar_feed`. `starts` and `ends` are local times, others instants. */
const Feed = z.object({
  goals: z.array(z.object({
    id: f.uuid,
    title: z.string(),
    description: z.string(),
    target_date: f.date,
    updated_at: f.timestamp,
  })),
  windows: z.array(z.object({
    id: f.uuid,
    date: f.date,
    activity: z.string(),
    timezone: z.string(),
    starts_at: f.timestamp,
    ends_at: f.timestamp,
    starts: z.string(),
    ends: z.string(),
    updated_at: f.timestamp,
  })),
});

routes.add("GET /calendar/{secret}", {
  auth: "none",
  limit: "calendar_feed",
  operationId: "getCalendar",
  summary: "Read a calendar, as iCalendar",
  description: "For calendar apps that subscribe to an address of `POST /user/calendar`: the " +
    "target dates of open goals as whole days, and the workout windows of the next 14 days.",
  params: z.object({
    secret: z.string().max(200).openapi({ example: "9f2c4e1ab07d5386c9e4f1a2b3d60785" }),
  }),
  answer: {
    status: 200,
    description: "The calendar (RFC 5545)",
    content: {
      "text/calendar": {
        schema: z.string(),
        example: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n...\r\nEND:VCALENDAR",
      },
    },
  },
  notFound: { description: "There is no calendar at this address.", example: "Calendar not found" },
}, async ({ c, params }) => {
  const p_secret_hash = (await sha256(params.secret))!;
  const feed = await serviceClient().rpc("calendar_feed", { p_secret_hash });
  return c.body(toCalendar(must(shaped(Feed, feed))), 200, {
    "Content-Type": "text/calendar; charset=utf-8",
    "Cache-Control": "private, max-age=900",
  });
});

/** Characters that a text of a calendar may not contain (RFC 5545 section 3.1). */
// deno-lint-ignore no-control-regex -- these are what is meant
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * The calendar as RFC 5545 has it. Windows are written as instants in UTC, which calendar apps show in
 * the zone of the device, so a change of the clocks needs no rules of a zone here.
 */
function toCalendar({ goals, windows }: z.infer<typeof Feed>): string {
  const calendar = new ICalCalendar({
    name: "Journal",
    prodId: { company: "Journal", product: "Calendar" },
    ttl: 3600,
  });
  for (const { id, title, description, target_date, updated_at } of goals) {
    calendar.createEvent({
      id: `goal-${id}`,
      allDay: true,
      start: new Date(target_date),
      stamp: new Date(updated_at),
      summary: title.replace(control, ""),
      description: description.replace(control, ""),
      // A target takes no time of the day.
      busystatus: ICalEventBusyStatus.FREE,
    });
  }
  for (const { id, date, activity, timezone, ...window } of windows) {
    calendar.createEvent({
      id: `window-${id}-${date}`,
      start: new Date(window.starts_at),
      end: new Date(window.ends_at),
      stamp: new Date(window.updated_at),
      summary: `Workout window: ${activity.replace(control, "")}`,
      description: `${window.starts} to ${window.ends} in ${timezone}`,
    });
  }
  return calendar.toString();
}

import type { Row } from "../../shared/database/schema.ts";
import { f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import {
  activityType,
  CheckIn,
  type CheckInRow,
  dayStatus,
  withPhotos,
} from "./check-in-fields.ts";
import { generateInBackground } from "./generation.ts";

/** The routes of the caller's window and location. */
export const routes = part();

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "expected HH:MM")
  .openapi({ description: "By the clock of the time zone.", example: "06:30" });

const Window = z.object({
  id: f.uuid,
  user_id: f.uuid,
  activity_type: activityType,
  custom_activity: z.string().nullable().openapi({ example: null }),
  window_start_time: time,
  window_end_time: time.openapi({ example: "08:30" }),
  timezone: f.timezone,
  is_active: z.boolean(),
  holds_from: f.date.openapi({
    description: "The first date on which this window holds; until then the former one does.",
    example: "2026-11-21",
  }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("WorkoutWindow");

const Location = z.object({
  id: f.uuid,
  user_id: f.uuid,
  ip_address: z.string().nullable().openapi({ example: null }),
  latitude: z.number().nullable().openapi({ example: 52.52 }),
  longitude: z.number().nullable().openapi({ example: 13.405 }),
  city: z.string().nullable().openapi({ example: "Berlin" }),
  region: z.string().nullable().openapi({ example: "Berlin" }),
  country: z.string().nullable().openapi({ example: "DE" }),
  timezone: f.timezone.nullable(),
  last_updated: f.timestamp,
}).openapi("WorkoutLocation");

/** The window with its times as clients write them, without seconds. */
function toWindow({ location_group: _, ...row }: Row<"workout_windows">): z.infer<typeof Window> {
  return {
    ...row,
    window_start_time: row.window_start_time.slice(0, 5),
    window_end_time: row.window_end_time.slice(0, 5),
  };
}

const tooManyChanges = { 429: "More than 20 changes of window or location an hour." };

const setup = z.object({
  activityType: activityType.openapi({ description: "`activity_type` of the window." }),
  customActivity: f.text(1, 100).nullish().openapi({
    description: "Required for the activity `other`, and only for it: `custom_activity`.",
  }),
  windowStartTime: time.openapi({
    description: "By the clock of the time zone: `window_start_time`.",
  }),
  windowEndTime: time.optional().openapi({
    description:
      "Two hours after the start, `window_end_time`; the service fills in a missing end.",
    example: "08:30",
  }),
  timezone: f.timezone,
}).openapi({
  example: {
    activityType: "cardio",
    windowStartTime: "06:30",
    windowEndTime: "08:30",
    timezone: "Europe/Berlin",
  },
});

const setupMessages = {
  workout_windows_length_check: ["windowEndTime", "expected two hours after windowStartTime"],
  workout_windows_custom_activity_check: [
    "customActivity",
    "expected for the activity other, and only for it",
  ],
  workout_windows_custom_activity_text_check: ["customActivity", "must not be empty"],
  workout_windows_timezone_check: ["timezone", "expected a name of the IANA database"],
} as const;

const locationMessages = {
  workout_window_locations_country_check: f.unknownCountry,
  workout_window_locations_timezone_check: ["timezone", "expected a name of the IANA database"],
  workout_window_locations_coordinates_check: ["longitude", "expected null with latitude"],
} as const;

/** One schema, because a union of the two would be two equal ones in the document. */
const ipAddress = z.string().refine(
  (text) => z.ipv4().safeParse(text).success || z.ipv6().safeParse(text).success,
  "expected an IPv4 or IPv6 address",
).openapi({ example: "203.0.113.7" });

routes.add("POST /workout-window/setup", {
  scope: "window",
  operationId: "setUpWorkoutWindow",
  summary: "Set or change the caller's daily window",
  description: "The window lasts exactly two hours of the local clock and may cross midnight; it " +
    "belongs to the date on which it starts. A changed window holds from `holds_from` on: the " +
    "first date on which neither the former window nor the new one has begun, each by its own " +
    "clock. The service generates the chains of today and tomorrow (by the clock of the window) " +
    "in the background, within seconds; where more than 200 users share the location, a job does " +
    "so within a minute or two.",
  body: json(setup),
  answer: ok(
    "The window",
    z.object({
      window: Window,
      message: z.string().openapi({ example: "Your window is set" }),
    }),
  ),
  refusals: tooManyChanges,
}, async ({ db, caller, body: fields }) => {
  const row = await db.rpc("set_workout_window", {
    p_activity_type: fields.activityType,
    p_custom_activity: fields.customActivity ?? null,
    p_window_start_time: fields.windowStartTime,
    p_window_end_time: fields.windowEndTime,
    p_timezone: fields.timezone,
  });
  const window = toWindow(must(row, setupMessages));
  generateInBackground([caller.id]);
  return { window, message: "Your window is set" };
});

const Occurrence = z.object({
  date: f.date.openapi({ description: "The date on which it starts, where the user is." }),
  opens_at: f.timestamp.openapi({ example: "2026-11-21T05:30:00+00:00" }),
  closes_at: f.timestamp.openapi({ example: "2026-11-21T07:30:00+00:00" }),
  counts_until: f.timestamp.openapi({
    description: "30 minutes after `closes_at`: until then a check-in counts at once.",
    example: "2026-11-21T08:00:00+00:00",
  }),
  is_open: z.boolean().openapi({ description: "From `opens_at` to `counts_until`." }),
}).openapi("WorkoutWindowOccurrence");

const Today = z.object({
  date: f.date.openapi({
    description: "The date of the open window, otherwise of today by the clock of the window.",
  }),
  status: dayStatus,
  checkin: z.union([CheckIn, z.null()]),
}).openapi("WorkoutToday");

routes.add("GET /workout-window/my-window", {
  scope: "window",
  operationId: "getMyWorkoutWindow",
  summary: "Get the caller's window and location, and the window that is open or opens next",
  description: "`window` is the window as it is set; it holds from the date `holds_from` on. " +
    "`next` is the window that is open or opens next, as moments: a client counts down to them, " +
    "and reads again when one has passed.",
  answer: ok(
    "The window and the location; null when there is none. Without an active window the other " +
      "fields are null too",
    z.object({
      window: z.union([Window, z.null()]),
      location: z.union([Location, z.null()]),
      next: z.union([Occurrence, z.null()]),
      today: z.union([Today, z.null()]),
      checkin_date: f.date.nullable().openapi({
        description: "The date to which a check-in of now belongs; null when there is one " +
          "already, or no window opens within 12 hours.",
        example: null,
      }),
    }),
    { today: { status: "completed" }, next: { is_open: true } },
  ),
}, async ({ db, caller: { id } }) => {
  const [mine, days] = await Promise.all([
    db.from("profile_cards").select(
      "window:workout_windows(*), location:workout_window_locations(*)",
    ).eq("id", id).single(),
    db.rpc("my_workout_day").maybeSingle(),
  ]);
  const { window, location } = must(mine);
  const day = must(days);
  const own = { window: window && toWindow(window), location };
  if (!day) return { ...own, next: null, today: null, checkin_date: null };
  const { today: date, status, checkin, checkin_date, ...next } = day;
  const [shown = null] = await withPhotos(checkin ? [checkin as unknown as CheckInRow] : []);
  return { ...own, next, today: { date, status, checkin: shown }, checkin_date };
});

const coordinate = (limit: number) => z.number().min(-limit).max(limit);
const place = f.text(1, 100);

routes.add("PUT /workout-window/update-location", {
  scope: "window",
  operationId: "updateWorkoutLocation",
  summary: "Update the caller's location",
  description: "Changes only the given fields; null clears a field. Send both coordinates or " +
    "none. The service matches users of one city of a country, otherwise of one region, " +
    "otherwise of one time zone. Others see the city and nothing else. `timezone` is " +
    "information; the window has its own.",
  body: json(
    f.partial(z.object({
      ipAddress: ipAddress.nullable(),
      latitude: coordinate(90).nullable(),
      longitude: coordinate(180).nullable(),
      city: place.nullable(),
      region: place.nullable(),
      country: f.country.nullable(),
      timezone: f.timezone.nullable(),
    })).openapi({ example: { city: "Berlin", country: "DE" } }),
  ),
  answer: ok("The updated location", z.object({ location: Location })),
  refusals: tooManyChanges,
}, async ({ db, caller, body }) => {
  const row = await db.rpc("update_workout_location", {
    p_changes: body,
  });
  const location = must(row, locationMessages);
  generateInBackground([caller.id]);
  return { location };
});

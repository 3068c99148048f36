import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { storeFile } from "../../shared/files/outbox.ts";
import { file } from "../../shared/files/parts.ts";
import { clientMade } from "../../shared/fields/client-made.ts";
import { createdOnce, f, form, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import {
  activityType,
  chainStatus,
  CheckIn,
  type CheckInRow,
  dayStatus,
  withPhotos,
} from "./check-in-fields.ts";
import { BUCKET, MAX_BYTES, readPhoto } from "./photo.ts";

/** The routes of the caller's check-ins. */
export const routes = part();

const coordinate = (limit: number) =>
  z.string().trim().regex(/^[+-]?\d{1,3}(\.\d{1,20})?$/, "expected a number").transform(Number)
    .refine((value) => Math.abs(value) <= limit, `expected a number from -${limit} to ${limit}`)
    .optional().openapi({ type: "number", minimum: -limit, maximum: limit });

/** A check-in as the database answers it. */
const Recorded = z.object({ checkin: CheckIn, next_user_notified: z.boolean() });

const checkInFields = z.object({
  photo: file,
  activityType: activityType.openapi({ description: "`activity_type` of the check-in." }),
  latitude: coordinate(90),
  longitude: coordinate(180),
  id: clientMade.id,
  taken_at: f.timestamp.optional().openapi({
    description: "The time of a check-in that could not be sent at once: it belongs to the " +
      "window of that time. A time after the present counts as the present.",
  }),
}).superRefine(({ latitude, longitude }, { addIssue }) => {
  if ((latitude === undefined) === (longitude === undefined)) return;
  const missing = latitude === undefined ? "latitude" : "longitude";
  addIssue({ code: "custom", path: [missing], message: "required" });
});

routes.add("POST /workout-window/checkin", {
  scope: "window",
  operationId: "createWorkoutCheckIn",
  summary: "Check in with a photo",
  description: "The check-in belongs to the caller's open window, otherwise to the window with " +
    "the latest start that is at most 12 hours ahead. There is one for each date. Send both " +
    "coordinates or none. The photo is JPEG, PNG, GIF or WebP by its bytes, at most 10 MB and " +
    "100 megapixels. The service removes its metadata, such as the location. The caller, the " +
    "neighbours in the chain, the squad and super admins see it, except people who block the " +
    "caller or whom the caller blocks. A check-in from the start of the window to 30 minutes " +
    "after its end is `verified`. It is `pending` for a super admin outside that time, when the " +
    "camera's time is outside it (without an offset from UTC: more than a day away), when " +
    "anybody has sent the photo before, and less than 12 hours after the last check-in for " +
    "another date. A check-in that was made in its window (`taken_at`) and arrives after it is " +
    "`pending` too, and refused more than 24 hours after the end of the window. It earns 1 chip, 1 more when the user before has checked in, 2 more from the " +
    "seventh consecutive day on, and half a chip in the first 30 minutes; the sum is rounded " +
    "down. A verified check-in notifies the next user in the chain.",
  admit: async ({ db }) => void must(await db.rpc("require_open_workout_checkin")),
  body: form(checkInFields, { file: "photo", maxBytes: MAX_BYTES }),
  answer: createdOnce(
    "The check-in",
    z.object({
      checkin: CheckIn,
      battleChipsEarned: z.int().openapi({ example: 2 }),
      chainStatus,
      nextUserNotified: z.boolean(),
    }),
  ),
  refusals: {
    400: {
      description: "The caller has no active window that opens within 12 hours, the window of " +
        "`taken_at` ended more than 24 hours ago, a field is missing or malformed, or the photo " +
        "or the form is damaged.",
      codes: ["no_workout_window", "invalid_input", "bad_request"],
      example: "You have no window that opens within 12 hours",
    },
    409: {
      description: "The caller has already checked in for this date, or another object has the " +
        "`id`.",
      codes: ["already_checked_in", "id_taken", "conflict"],
      example: "You have already checked in for this date",
    },
    413: "The photo is larger than 10 MB.",
    415: "The photo has none of the four types, or the body is not a form.",
    503: "The photo could not be stored.",
  },
}, async ({ db, caller, body: fields }) => {
  const { id, taken_at } = fields;
  const photo = await readPhoto(fields.photo.content);
  const prepared = await db.rpc("prepare_workout_checkin", { p_id: id, p_taken_at: taken_at });
  const repeated = must(shaped(Recorded.nullable(), prepared));
  if (repeated) return { body: await answerOf(repeated), isNew: false };

  const path = `${caller.id}/${crypto.randomUUID()}.${photo.extension}`;
  const recorded = await storeFile(
    { bucket: BUCKET, path, bytes: photo.bytes, type: photo.type },
    async (service) => {
      const result = await service.rpc("record_workout_checkin", {
        p_user_id: caller.id,
        p_path: path,
        p_hash: photo.hash,
        p_pixels: photo.pixels,
        p_orientation: photo.orientation,
        p_taken_at: photo.takenAt,
        p_activity_type: fields.activityType,
        p_latitude: fields.latitude,
        p_longitude: fields.longitude,
        p_id: id,
        p_device_time: taken_at,
      });
      return must(shaped(Recorded.extend({ is_new: z.boolean() }), result));
    },
  );
  return { body: await answerOf(recorded), isNew: recorded.is_new };
});

async function answerOf({ checkin, next_user_notified }: z.infer<typeof Recorded>) {
  const [shown] = await withPhotos([checkin]);
  return {
    checkin: shown!,
    battleChipsEarned: checkin.battle_chips_earned,
    chainStatus: checkin.chain_status,
    nextUserNotified: next_user_notified,
  };
}

routes.add("GET /workout-window/checkin/{date}", {
  scope: "window",
  operationId: "getWorkoutCheckIn",
  summary: "Get the caller's check-in of a date",
  description: "`status` is `completed` for a verified check-in, `failed` for a rejected one, " +
    "and for none when the window and its 30 minutes of grace are over.",
  answer: ok(
    "The check-in, or null, and the status of the date",
    z.object({
      checkin: z.union([CheckIn, z.null()]),
      status: dayStatus.openapi({ example: "completed" }),
    }),
  ),
}, async ({ db, caller, params: { date } }) => {
  const own = db.from("workout_window_checkins").select()
    .eq("user_id", caller.id).eq("date", date);
  const [rows, status] = await Promise.all([
    own,
    db.rpc("own_workout_day_status", { p_date: date }),
  ]);
  const [checkin] = await withPhotos(must(rows));
  return { checkin: checkin ?? null, status: must(status) };
});

routes.add("GET /workout-window/checkins/{date}", {
  scope: "window",
  operationId: "listWorkoutCheckIns",
  summary: "List the check-ins around the caller of a date",
  description: "Check-ins of the caller, of the neighbours in the chain and of the squad, " +
    "without people who block the caller or whom the caller blocks. `stats` counts these people: " +
    "all, the synthetic ones among them, those with a completed date and those with a failed date.",
  notFound: "Check-in",
  answer: ok(
    "The check-ins, oldest first",
    z.object({
      checkins: z.array(CheckIn),
      stats: z.object({
        total: z.int().openapi({ example: 4 }),
        synthetic: z.int().openapi({ example: 1 }),
        completed: z.int().openapi({ example: 1 }),
        failed: z.int().openapi({ example: 0 }),
      }),
    }),
  ),
}, async ({ db, params }) => {
  const p_date = params.date;
  const [rows, stats] = await Promise.all([
    db.rpc("list_workout_checkins", { p_date }),
    db.rpc("workout_checkin_stats", { p_date }),
  ]);
  return { checkins: await withPhotos(must(rows)), stats: must(stats) };
});

const Day = z.object({
  date: f.date.openapi({ example: "2026-11-21" }),
  teamColor: f.teamColor.nullable().openapi({
    description: "The colour that the caller wore; null without a place in the chains.",
  }),
  status: dayStatus.openapi({ example: "completed" }),
  checkin: z.union([CheckIn, z.null()]),
}).openapi("WorkoutDay");

const latestFirst = keyset({ date: "date" }, { after: ({ date }) => ({ p_before: date }) });

routes.add("GET /workout-window/days", {
  scope: "window",
  operationId: "listWorkoutDays",
  summary: "List the caller's days, latest first",
  description: "The dates on which the caller's window has opened, and those with a check-in.",
  query: pageQuery,
  answer: ok("A page of days", pageOf("days", Day)),
}, async ({ db, query: { limit, cursor } }) => {
  const start = latestFirst.args({ limit, cursor });
  const rows = must(await latestFirst.order(db.rpc("list_workout_days", start)));
  const { days, next_cursor } = latestFirst.page("days", rows, limit);
  const photos = await withPhotos(
    days.flatMap(({ checkin }) => checkin ? [checkin as unknown as CheckInRow] : []),
  );
  const shown = new Map(photos.map((checkin) => [checkin.date, checkin]));
  return {
    days: days.map(({ date, team_color, status }) => ({
      date,
      teamColor: team_color,
      status,
      checkin: shown.get(date) ?? null,
    })),
    next_cursor,
  };
});

import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { signedUrls } from "../../shared/files/addresses.ts";
import type { Row } from "../../shared/database/schema.ts";
import { BUCKET } from "./photo.ts";

export const activityType = z.enum([
  "cardio",
  "strength",
  "walk",
  "meditation",
  "reading",
  "homework",
  "other",
]).openapi("WorkoutActivityType");

export const chainStatus = z.enum(["continued", "broken"]).openapi("WorkoutChainStatus", {
  description: "`broken` until the user before has checked in, in time or by a later decision.",
});

/** A check-in as the caller may see it. */
export const CheckIn = z.object({
  id: f.uuid,
  user_id: f.uuid,
  chain_id: f.uuid.nullable().openapi({
    description: "The user's place in the chains of the date; null when there is none.",
  }),
  date: f.date.openapi({
    description: "The date on which the window starts, where the user is.",
    example: "2026-11-21",
  }),
  activity_type: activityType,
  photo_url: z.string().nullable().openapi({
    format: "uri",
    description: "Works for ten minutes at least; null for a synthetic user.",
    example: "https://project.supabase.co/storage/v1/object/sign/workout-photos/user/1.jpg?token=x",
  }),
  photo_timestamp: f.timestamp.nullable().openapi({
    description: "When the photo was taken, as the camera recorded it; null when it did not.",
  }),
  location_lat: z.number().nullable().openapi({
    description: "Null for everyone but the user and super admins.",
  }),
  location_lng: z.number().nullable(),
  status: z.enum(["pending", "verified", "rejected"]).openapi("WorkoutCheckInStatus", {
    description: "`pending`: waits for a super admin.",
    example: "verified",
  }),
  review_reason: z.string().nullable().openapi({
    description: "The doubts, separated by commas: `outside_window`, `photo_time` (the camera's " +
      "time is outside the window, or, without an offset, more than a day away), `too_soon` " +
      "(less than 12 hours from a check-in for another date), `late_upload` (made in the window, " +
      "by `taken_at`, and sent after it), `photo_seen_before`. Null for others.",
    example: null,
  }),
  battle_chips_earned: z.int().openapi({
    description:
      "They count when `status` is `verified`. They change when the user before checks " +
      "in later, and when the check-in of a neighbour or of an earlier day is decided on.",
    example: 2,
  }),
  chain_status: chainStatus,
  created_at: f.timestamp,
  taken_at: f.timestamp.nullable().openapi({
    description: "When it was made, as the device says; null where the request did not say so.",
    example: null,
  }),
}).openapi("WorkoutCheckIn");
export type CheckIn = z.infer<typeof CheckIn>;

export type CheckInRow = Row<"workout_window_checkins">;

/** Replaces the paths of photos by addresses that are valid for minutes. */
export async function withPhotos<R extends Pick<CheckInRow, "photo_url">>(rows: R[]): Promise<R[]> {
  const urls = await signedUrls(BUCKET, rows.flatMap(({ photo_url }) => photo_url ?? []));
  return rows.map((row) => ({ ...row, photo_url: urls.get(row.photo_url ?? "") ?? null }));
}

/** The status of a user's date. */
export const dayStatus = z.enum(["pending", "completed", "failed", "not_started"])
  .openapi("WorkoutDayStatus");

/** Check-ins with photos and mosaics in the row-security matrix: functions write, everyone reads. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import { type Matrix, readOnly, type Values } from "./matrix.ts";

let day = 0;
/** A date that no other test uses. */
const newDate = () => new Date(Date.UTC(2070, 0, 1 + day++)).toISOString().slice(0, 10);

async function makeCheckIn({ people: { owner } }: World): Promise<Values> {
  const [row] = await sql`
    insert into public.workout_window_checkins (user_id, date, activity_type)
    values (${owner.id}, ${newDate()}, 'walk') returning id`;
  return { id: row!.id };
}

async function makeMosaic(): Promise<Values> {
  const [row] = await sql`
    insert into public.workout_window_mosaics (
      date, total_participants, completed_count, failed_count, pending_count
    ) values (${newDate()}, 1, 1, 0, 0) returning date::text`;
  return { date: row!.date };
}

const signedIn = ["owner", "teammate", "orgMember", "stranger", "superAdmin"] as const;

export const workoutPhotos: Matrix = {
  workout_window_checkins: [{
    row: "a check-in",
    make: makeCheckIn,
    select: ["owner", "superAdmin"],
    ...readOnly({ status: "verified" }),
  }],
  workout_window_mosaics: [{
    row: "a mosaic",
    make: makeMosaic,
    select: [...signedIn],
    ...readOnly({ completed_count: 0 }),
  }],
  workout_window_mosaic_status: [{
    row: "the state of a mosaic",
    make: makeMosaic,
    select: [...signedIn],
    ...readOnly({ completed_count: 0 }),
  }],
};

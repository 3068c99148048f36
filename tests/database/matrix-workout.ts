/** Workout windows in the row-security matrix: functions write everything. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import {
  type Matrix,
  ofOwner,
  ownerAndAdmins,
  put,
  readOnly,
  signedIn,
  type Values,
} from "./matrix.ts";

let day = 0;
/** A date that no other test uses. */
const newDate = () => new Date(Date.UTC(2071, 0, 1 + day++)).toISOString().slice(0, 10);
let week = 0;
/** Weeks that no other test uses, from Monday, 8 January 2080 on. */
const newWeek = () => new Date(Date.UTC(2080, 0, 8 + 7 * week++)).toISOString().slice(0, 10);

/** The owner's only row of a table, made where there is none yet. */
const onlyRow = (table: string, values: Values) => async (world: World) => {
  const { id } = world.people.owner;
  const [old] = await sql`select id from ${sql(`public.${table}`)} where user_id = ${id}`;
  return old ? { id: old.id } : await ofOwner(table, values)(world);
};

const times = { window_start_time: "06:00", window_end_time: "08:00", timezone: "UTC" };

async function makeDate(generated: boolean): Promise<string> {
  const date = newDate();
  await sql`
    insert into private.workout_dates (date, generated_at)
    values (${date}, ${generated ? new Date() : null})`;
  return date;
}

const makeChain = (generated: boolean) =>
  ofOwner("workout_window_chains", async () => ({
    date: await makeDate(generated),
    team_color: "red",
    location_group: "x",
    starts_at: new Date(),
    ends_at: new Date(Date.now() + 7_200_000),
  }));

async function makeMosaic(): Promise<Values> {
  const date = newDate();
  const counts = { total_participants: 1, completed_count: 1, failed_count: 0, pending_count: 0 };
  await put("workout_window_mosaics", { date, ...counts });
  return { date };
}

const makeBattle = () => put("workout_window_battles", { week_start_date: newWeek() });

export const workout: Matrix = {
  workout_windows: [{
    row: "a window",
    make: onlyRow("workout_windows", { activity_type: "walk", ...times }),
    select: ownerAndAdmins,
    write: readOnly({ is_active: false }),
  }],
  workout_window_locations: [{
    row: "a location",
    make: onlyRow("workout_window_locations", { city: "Berlin" }),
    select: ["owner"],
    write: readOnly({ city: "Paris" }),
  }],
  workout_window_ai_users: [{
    row: "the settings of a synthetic user",
    make: onlyRow("workout_window_ai_users", {
      region: "West Coast",
      city: "Portland",
      state: "OR",
      activity_type: "walk",
      ...times,
    }),
    select: ["superAdmin"],
    write: readOnly({ is_active: false }),
  }],
  workout_window_chains: [{
    row: "a place in a chain",
    make: makeChain(true),
    select: ownerAndAdmins,
    write: readOnly({ team_color: "blue" }),
  }, {
    row: "a place of a date that is not complete",
    make: makeChain(false),
    select: [],
  }],
  workout_window_squads: [{
    row: "a squad",
    make: async ({ people }) =>
      put("workout_window_squads", {
        date: await makeDate(true),
        user_1_id: people.owner.id,
        user_2_id: people.teammate.id,
        team_color: "red",
      }),
    select: ["owner", "teammate", "superAdmin"],
    write: readOnly({ team_color: "blue" }),
  }],
  workout_window_checkins: [{
    row: "a check-in",
    make: ofOwner("workout_window_checkins", () => ({ date: newDate(), activity_type: "walk" })),
    select: ownerAndAdmins,
    write: readOnly({ status: "verified" }),
  }],
  workout_window_mosaics: [{
    row: "a mosaic",
    make: makeMosaic,
    columns: "date, total_participants",
    select: signedIn,
    write: readOnly({ completed_count: 0 }),
  }],
  workout_window_mosaic_status: [{
    row: "the state of a mosaic",
    make: makeMosaic,
    select: signedIn,
    write: readOnly({ completed_count: 0 }),
  }],
  workout_window_battles: [{
    row: "a battle",
    make: makeBattle,
    select: signedIn,
    write: readOnly({ red_team_chips: 1000 }),
  }],
  workout_window_team_battles: [{
    row: "a battle under its other name",
    make: makeBattle,
    select: signedIn,
    write: readOnly({ red_team_chips: 1000 }),
  }],
};

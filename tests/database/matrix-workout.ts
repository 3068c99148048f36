/** Windows, locations, chains and squads in the row-security matrix: functions write them. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import { type Matrix, readOnly, type Values } from "./matrix.ts";

let day = 0;
/** A date that no other test uses. */
const newDate = () => new Date(Date.UTC(2071, 0, 1 + day++)).toISOString().slice(0, 10);

async function makeWindow({ people: { owner } }: World): Promise<Values> {
  const [row] = await sql`
    insert into public.workout_windows (user_id, activity_type, window_start_time,
      window_end_time, timezone)
    values (${owner.id}, 'walk', '06:00', '08:00', 'UTC')
    on conflict (user_id) do update set activity_type = 'walk' returning id`;
  return { id: row!.id };
}

async function makeLocation({ people: { owner } }: World): Promise<Values> {
  const [row] = await sql`
    insert into public.workout_window_locations (user_id, city) values (${owner.id}, 'Berlin')
    on conflict (user_id) do update set city = excluded.city returning id`;
  return { id: row!.id };
}

async function makeAiUser({ people: { owner } }: World): Promise<Values> {
  const [row] = await sql`
    insert into public.workout_window_ai_users (user_id, region, city, state, timezone,
      activity_type, window_start_time, window_end_time)
    values (${owner.id}, 'West Coast', 'Portland', 'OR', 'UTC', 'walk', '06:00', '08:00')
    on conflict (user_id) do update set city = excluded.city returning id`;
  return { id: row!.id };
}

async function makeDate(generated: boolean): Promise<string> {
  const date = newDate();
  await sql`
    insert into private.workout_dates (date, generated_at)
    values (${date}, ${generated ? new Date() : null})`;
  return date;
}

const makeChain = (generated: boolean) => async ({ people: { owner } }: World): Promise<Values> => {
  const [row] = await sql`
    insert into public.workout_window_chains (date, user_id, team_color, location_group, starts_at,
      ends_at)
    values (${await makeDate(generated)}, ${owner.id}, 'red', 'x', now(),
      now() + interval '2 hours')
    returning id`;
  return { id: row!.id };
};

async function makeSquad({ people: { owner, teammate } }: World): Promise<Values> {
  const [row] = await sql`
    insert into public.workout_window_squads (date, user_1_id, user_2_id, team_color)
    values (${await makeDate(true)}, ${owner.id}, ${teammate.id}, 'red') returning id`;
  return { id: row!.id };
}

export const workout: Matrix = {
  workout_windows: [{
    row: "a window",
    make: makeWindow,
    select: ["owner", "superAdmin"],
    ...readOnly({ is_active: false }),
  }],
  workout_window_locations: [{
    row: "a location",
    make: makeLocation,
    select: ["owner"],
    ...readOnly({ city: "Paris" }),
  }],
  workout_window_ai_users: [{
    row: "the settings of a synthetic user",
    make: makeAiUser,
    select: ["superAdmin"],
    ...readOnly({ is_active: false }),
  }],
  workout_window_chains: [{
    row: "a place in a chain",
    make: makeChain(true),
    select: ["owner", "superAdmin"],
    ...readOnly({ team_color: "blue" }),
  }, {
    row: "a place of a date that is not complete",
    make: makeChain(false),
    select: [],
    ...readOnly({ team_color: "blue" }),
  }],
  workout_window_squads: [{
    row: "a squad",
    make: makeSquad,
    select: ["owner", "teammate", "superAdmin"],
    ...readOnly({ team_color: "blue" }),
  }],
};

/** Battles in the row-security matrix: functions write, everyone signed in reads. */
import { sql } from "../support/sql.ts";
import type { Role } from "../support/world.ts";
import { type Matrix, readOnly, type Values } from "./matrix.ts";

let week = 0;

async function makeBattle(): Promise<Values> {
  // Weeks that no other test uses, from Monday, 8 January 2080 on.
  const monday = new Date(Date.UTC(2080, 0, 8 + 7 * week++)).toISOString().slice(0, 10);
  const [row] = await sql`
    insert into public.workout_window_battles (week_start_date) values (${monday}) returning id`;
  return { id: row!.id };
}

const signedIn: Role[] = ["owner", "teammate", "orgMember", "stranger", "superAdmin"];

export const workoutBattles: Matrix = {
  workout_window_battles: [{
    row: "a battle",
    make: makeBattle,
    select: signedIn,
    ...readOnly({ red_team_chips: 1000 }),
  }],
  workout_window_team_battles: [{
    row: "a battle under its other name",
    make: makeBattle,
    select: signedIn,
    ...readOnly({ red_team_chips: 1000 }),
  }],
};

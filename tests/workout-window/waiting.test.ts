/** Check-ins, generation and review at the same time: who waits for whom, and that nothing is lost. */
import type { ISql } from "postgres";
import { beforeAll, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { chainAround, checkIn, hasCheckedIn, openWindow } from "./days.ts";

/** Records a check-in as the function does after the upload. */
async function record(db: ISql, { id }: Person) {
  const path = `${id}/${crypto.randomUUID()}`;
  const hash = crypto.randomUUID().replaceAll("-", "").repeat(2);
  await db`select private.reserve_file('workout-photos', ${path})`;
  const [row] = await db`
    select private.record_workout_checkin(${id}, ${path}, ${hash}, 1000, 'walk') as result`;
  return row!.result.checkin;
}

const placeOf = async ({ id }: Person, date: string, db: ISql = sql) => {
  const [place] = await db`
    select * from public.workout_window_chains where user_id = ${id} and date = ${date}`;
  return place;
};

/** Generates the group of a user until nothing is requested; other tests generate meanwhile. */
const generateGroupOf = async ({ id }: Person, date: string, db: ISql = sql) => {
  await db`
    select private.request_workout_chains(${date}, array[location_group])
    from public.workout_windows where user_id = ${id}`;
  await expect.poll(async () => {
    await db`select private.generate_workout_chains(${date})`;
    return await db`
      select from private.workout_chain_requests as r
      join public.workout_windows as w on w.location_group = r.location_group
      where w.user_id = ${id} and r.date = ${date}`;
  }).toHaveLength(0);
};

/** Two users whose windows are open, each in a group of one, with places on the same date. */
async function neighbours(ana: Person, ben: Person): Promise<string> {
  const date = await openWindow(ana, 20);
  await openWindow(ben, 20);
  for (const who of [ana, ben]) await generateGroupOf(who, date);
  await sql`
    update private.workout_dates set generated_at = now() where date = ${date} and generated_at is null`;
  // Generation would move both. By a minute, so that it is the same date also soon after midnight.
  for (const who of [ana, ben]) await openWindow(who, 21);
  await sql`
    delete from private.workout_chain_requests as r using public.workout_windows as w
    where r.location_group = w.location_group and w.user_id in ${sql([ana.id, ben.id])}`;
  return date;
}

describe("generation while a check-in is being recorded", () => {
  it("of another group does not wait", async ({ ana, ben }) => {
    const date = await neighbours(ana, ben);
    const before = await placeOf(ben, date);
    await sql.begin(async (tx) => {
      await record(tx, ana);
      await generateGroupOf(ben, date);
      expect((await placeOf(ben, date))!.starts_at).not.toEqual(before!.starts_at);
    });
  });

  it("of its group waits, and keeps the place", async ({ ana, ben }) => {
    const date = await neighbours(ana, ben);
    const before = await placeOf(ana, date);
    let generation: Promise<unknown>;
    await sql.begin(async (tx) => {
      await record(tx, ana);
      generation = generateGroupOf(ana, date);
      await somebodyWaitsFor(tx);
    });
    await generation!;
    expect((await placeOf(ana, date))!.starts_at).toEqual(before!.starts_at);
  });
});

it("generation goes on without a user whose account is deleted meanwhile", async ({ ana, ben }) => {
  const date = "2072-03-01";
  for (const who of [ana, ben]) await openWindow(who, 20);
  const [{ group }] = await sql<[{ group: string }]>`
    update public.workout_window_locations set city = (
      select city from public.workout_window_locations where user_id = ${ana.id})
    where user_id = ${ben.id}
    returning (select location_group from public.workout_windows where user_id = ${ana.id}) as group`;
  await sql`insert into private.workout_dates (date, generated_at) values (${date}, now())`;
  await sql`select private.request_workout_chains(${date}, array[${group}])`;
  let generation: PromiseLike<unknown>;
  await sql.begin(async (tx) => {
    await tx`delete from auth.users where id = ${ben.id}`;
    generation = sql`select total from private.generate_workout_chains(${date})`
      .then((rows) => [...rows]);
    await somebodyWaitsFor(tx);
  });
  expect(await generation!).toEqual([{ total: 1 }]);
  expect(await placeOf(ana, date)).toMatchObject({ before_user_id: null, after_user_id: null });
});

it("a check-in does not wait for the generation of another group", async ({ ana, ben }) => {
  const date = await neighbours(ana, ben);
  await sql.begin(async (tx) => {
    await generateGroupOf(ben, date, tx);
    expect((await checkIn(ana)).status).toBe(201);
  });
});

describe("a rejection while the user after checks in", () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await superAdmin();
  });

  it("takes the chip for the user before", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    await hasCheckedIn(ana, date);
    const [checkin] = await sql`
      select id from public.workout_window_checkins where user_id = ${ana.id}`;
    let rejection: PromiseLike<{ error: unknown }>;
    await sql.begin(async (tx) => {
      expect(await record(tx, ben)).toMatchObject({ battle_chips_earned: 2 });
      rejection = admin.client.rpc("review_workout_checkin", {
        p_checkin_id: checkin!.id,
        p_status: "rejected",
      }).then((answer) => answer);
      await somebodyWaitsFor(tx);
    });
    expect((await rejection!).error).toBeNull();
    const [after] = await sql`
      select battle_chips_earned as chips, chain_status from public.workout_window_checkins
      where user_id = ${ben.id}`;
    expect(after).toEqual({ chips: 1, chain_status: "broken" });
  });
});

/** Check-ins that come in another order than their windows, and what the user after earns then. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import { type Person, persons, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { chainOf, place, writeChains } from "./chains.ts";
import {
  chainAround,
  checkIn,
  closeWindow,
  hasCheckedIn,
  makeSynthetic,
  openWindow,
} from "./days.ts";
import { freshPhoto } from "./photos.ts";

const admin = await superAdmin();

const decide = (id: string, decision: "verify" | "reject") =>
  ok(admin, "POST", `/api/workout-window/admin/checkins/${id}/${decision}`);

/** The fields and chips of a user's check-in of a date, and the fields of the user's place. */
const stateOf = async (who: { id: string }, date: string) => {
  const [row] = await sql`
    select k.battle_chips_earned as chips, k.chain_status as status, c.chain_status as place,
      k.chain_id = c.id as placed
    from public.workout_window_checkins as k
    left join public.workout_window_chains as c on c.user_id = k.user_id and c.date = k.date
    where k.user_id = ${who.id} and k.date = ${date}`;
  return { ...row };
};
const alone = { chips: 1, status: "broken", place: "continued", placed: true };
const followed = { chips: 2, status: "continued", place: "continued", placed: true };

describe("a check-in of the user before that comes later", () => {
  it("gives the user after the chip, and tells nobody", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    expect((await checkIn(ben)).body).toMatchObject({
      battleChipsEarned: 1,
      chainStatus: "broken",
    });
    expect(await stateOf(ben, date)).toEqual(alone);
    await checkIn(ana);
    expect(await stateOf(ben, date)).toEqual(followed);
    expect(await noticesOf(ben, "baton_pass")).toEqual([]);
    const { userStats } = await ok(ben, "GET", "/api/workout-window/battle/history");
    expect(userStats.totalChipsContributed).toBe(2);
  });

  it("gives it once it is verified, and takes it back when it is rejected", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    await checkIn(ben);
    await sql`
      update public.workout_window_chains set chain_status = 'broken'
      where user_id = ${ben.id} and date = ${date}`;
    const photo = freshPhoto();
    const [other] = await persons("Other");
    await openWindow(other!);
    await checkIn(other!, { photo });
    const { checkin } = (await checkIn(ana, { photo })).body;
    expect(await stateOf(ben, date)).toEqual({ ...alone, place: "broken" });
    await decide(checkin.id, "verify");
    expect(await stateOf(ben, date)).toEqual(followed);
    await closeWindow(ana, date);
    await decide(checkin.id, "reject");
    expect(await stateOf(ben, date)).toEqual({ ...alone, place: "broken" });
  });

  it("of a synthetic user counts from the close of their day on", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    await checkIn(ben);
    await makeSynthetic(ana, 1);
    await sql`select private.check_in_synthetic(${date}, ${[ana.id]})`;
    expect(await stateOf(ben, date)).toEqual(followed);
    const [own] = await sql`
      select status from public.workout_window_checkins where user_id = ${ana.id}`;
    expect(own!.status).toBe("verified");
  });

  it("counts when both are sent at the same moment, by all of a chain", async () => {
    for (let round = 0; round < 3; round++) {
      const people = await persons("A", "B", "C", "D", "E", "F");
      const date = await chainAround(people);
      // All windows are open, and the links remain.
      await sql`
        update public.workout_windows as w set window_start_time = o.window_start_time,
          window_end_time = o.window_end_time
        from public.workout_windows as o
        where o.user_id = ${people[1]!.id} and w.user_id = any (${people.map(({ id }) => id)})`;
      await sql`
        delete from private.workout_chain_requests where location_group in (
          select location_group from public.workout_windows where user_id = ${people[0]!.id})`;
      const answers = await Promise.all(people.map((who) => checkIn(who)));
      expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
      const states = await Promise.all(people.map((who) => stateOf(who, date)));
      expect(states.map(({ chips, status }) => [chips, status]))
        .toEqual(people.map((_, n) => (n === 0 ? [1, "continued"] : [2, "continued"])));
    }
  });

  it.for([[0, 1], [1, 0]] as const)(
    "waits for the one of its neighbour that is being recorded (%i, %i)",
    async ([first, second], { ana, ben }) => {
      const date = await chainAround([ana, ben]);
      const record = async (db: typeof sql | import("postgres").TransactionSql, who: Person) => {
        const path = `${who.id}/${crypto.randomUUID()}.jpg`;
        await db`select private.reserve_file('workout-photos', ${path})`;
        await db`select private.record_workout_checkin(${who.id}, ${path},
          ${(crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "")}, 1, 'walk')`;
      };
      const people = [ana, ben];
      let later: Promise<void>;
      await sql.begin(async (tx) => {
        await record(tx, people[first]!);
        later = record(sql, people[second]!);
        await expect.poll(async () =>
          (await sql`
            select from pg_stat_activity
            where wait_event_type = 'Lock' and query like ${`%record_workout_checkin%`}`).length
        ).toBeGreaterThan(0);
      });
      await later!;
      expect(await stateOf(ben, date)).toEqual(followed);
    },
  );
});

describe("a check-in from before the chains of its date", () => {
  it.for<[string, date: string, steps: string[], isLinked: boolean, state: object]>([
    [
      "gets its place, and the chip for the user before, when they are generated",
      "2031-03-03",
      ["window of Ana", "window of Ben", "Ben comes", "Ana comes"],
      true,
      followed,
    ],
    [
      "after the setup of a window gives it the user before, and the chip",
      "2031-03-12",
      ["window of Ana", "chains", "window of Ben", "Ben comes", "Ana comes"],
      true,
      followed,
    ],
    [
      "before the setup of a window keeps its place without a user after",
      "2031-03-15",
      ["window of Ana", "chains", "Ana comes", "window of Ben", "Ben comes"],
      false,
      { ...followed, chips: 1 },
    ],
    [
      "is broken then when the user before has not checked in",
      "2031-03-06",
      ["window of Ana", "window of Ben", "Ben comes"],
      true,
      alone,
    ],
  ])("%s", async ([, date, steps, isLinked, state]) => {
    const [ana, ben] = await persons("Ana", "Ben") as [Person, Person];
    const city = crypto.randomUUID();
    for (const step of steps) {
      const who = step.includes("Ana") ? ana : ben;
      if (step === "chains") await writeChains(date);
      else if (step.includes("window")) await place(who, who === ana ? 8 : 10, city);
      else await hasCheckedIn(who, date);
    }
    // Again: nothing changes.
    for (const _ of [1, 2]) {
      await writeChains(date);
      expect(await stateOf(ben, date)).toEqual(state);
      expect((await chainOf(ben, date)).beforeUser?.id).toBe(isLinked ? ana.id : undefined);
      expect((await chainOf(ana, date)).afterUser?.id).toBe(isLinked ? ben.id : undefined);
    }
    if (state === followed) {
      expect(await stateOf(ana, date)).toEqual({ ...followed, chips: 1 });
    }
  });

  it("and a generation at the same moment wait for each other", async ({ ana }) => {
    const date = await openWindow(ana);
    await sql`select private.request_workout_chains(${date}, array(
      select location_group from public.workout_windows where user_id = ${ana.id}))`;
    let generation: Promise<unknown>;
    await sql.begin(async (tx) => {
      const path = `${ana.id}/${crypto.randomUUID()}.jpg`;
      await tx`select private.reserve_file('workout-photos', ${path})`;
      await tx`select private.record_workout_checkin(${ana.id}, ${path}, ${
        "a".repeat(64)
      }, 1, 'walk')`;
      generation = writeChains(date);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    await generation!;
    expect(await stateOf(ana, date)).toMatchObject({ placed: true });
  });
});

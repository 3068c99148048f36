/** People one of whom blocks the other: they are never matched, and see less of each other at once. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, persons } from "../support/people.ts";
import { noticesOf } from "../support/notices.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { chainOf, datesFrom, names, windowsFrom, writeChains } from "./chains.ts";
import { chainAround, checkIn } from "./days.ts";

const newDate = datesFrom(2047);

const block = (by: Person, whom: Person) =>
  ok(by, "PUT", "/api/user/profile", { blocked_user_ids: [whom.id] });

/** A block has the same effect in both directions. */
const directions = [
  ["blocks", (a: Person, b: Person) => block(a, b)],
  ["is blocked by", (a: Person, b: Person) => block(b, a)],
] as const;

describe.each(directions)("when Ana %s Ben", (_, keepApart) => {
  it("they become neither neighbours nor a squad: the next in line takes the place", async () => {
    const { of } = await windowsFrom({ Ana: 6, Ben: 8, Cleo: 9, Dora: 10 });
    await keepApart(of("Ana"), of("Ben"));
    const date = newDate();
    await writeChains(date);
    const chain = async (name: string) => await chainOf(of(name), date);
    expect(names(await chain("Ana"))).toEqual([null, "Ana", "Cleo"]);
    expect(names(await chain("Ben"))).toEqual([null, "Ben", "Dora"]);
    const squad = async (name: string) => {
      const { squad } = await chain(name);
      return squad &&
        [squad.user1, squad.user2, squad.user3].map((user) => user?.full_name).sort();
    };
    expect(await squad("Ana")).toEqual(["Ana", "Cleo", "Dora"]);
    expect(await squad("Ben")).toBeNull();
  });

  describe("later", () => {
    let ana: Person, ben: Person, cleo: Person;
    let date: string;
    beforeEach(async () => {
      [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
      date = await chainAround([ana, ben, cleo]);
    });
    const chain = (who: Person) => ok(who, "GET", `/api/workout-window/chain/${date}`);
    const around = (who: Person) => ok(who, "GET", `/api/workout-window/checkins/${date}`);

    it("photos, city and times end at once; the chain of the date stays", async () => {
      await checkIn(ana);
      expect((await around(ben)).checkins).toHaveLength(1);
      await keepApart(ana, ben);
      const { checkins, stats } = await around(ben);
      expect([checkins, stats]).toEqual([[], {
        total: 2,
        synthetic: 0,
        completed: 0,
        failed: 0,
      }]);
      expect((await around(cleo)).checkins).toHaveLength(1);

      const hidden = {
        id: ana.id,
        full_name: "Ana",
        city: null,
        windowStartTime: null,
        windowEndTime: null,
        timezone: null,
        checkedIn: null,
      };
      const seen = await chain(ben);
      expect(seen.chain).toMatchObject({ beforeUser: hidden, squad: { user1: hidden } });
      expect(seen.chain.currentUser.windowStartTime).not.toBeNull();
      expect(seen.checkins).toEqual([]);
      expect((await ok(ben, "GET", `/api/workout-window/squad/${date}`)).checkins).toEqual([]);
      expect((await chain(ana)).chain.afterUser).toMatchObject({ id: ben.id, checkedIn: null });
      expect((await chain(cleo)).chain.squad.user1).toMatchObject({ id: ana.id, checkedIn: true });
      for (const table of ["workout_window_checkins", "workout_windows"]) {
        const { data } = await ben.client.from(table).select("id").eq("user_id", ana.id);
        expect(data).toEqual([]);
      }
    });

    it("the baton is not announced", async () => {
      await keepApart(ana, ben);
      expect((await checkIn(ana)).body.nextUserNotified).toBe(false);
      expect(await noticesOf(ben, "baton_pass")).toEqual([]);
    });

    it("a place that is kept stays when the date is generated again", async () => {
      await checkIn(ana);
      await keepApart(ana, ben);
      const [row] = await sql`
        select location_group from public.workout_windows where user_id = ${ana.id}`;
      await sql`select private.request_workout_chains(${date}, ${[row!.location_group]})`;
      await expect.poll(async () =>
        (await sql`select * from private.generate_workout_chains(${date})`)[0]!.remaining
      ).toBe(0);
      expect((await chain(ben)).chain.beforeUser.id).toBe(ana.id);
    });
  });
});

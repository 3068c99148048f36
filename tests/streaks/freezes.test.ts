/** Freezes and pauses keep a streak over a day without writing. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { setDrops } from "../tone-packs/support.ts";
import { ago, brief, covered, goalOf, hold, pause, streaks, write } from "./support.ts";

const buy = (who: Person) => who.api("POST", "/api/streaks/freezes");
const held = async (who: Person) => (await streaks(who)).freezes.held;

describe("a freeze", () => {
  it("is bought with drops, at most two", async ({ ana }) => {
    await setDrops(ana, 35);
    expect((await streaks(ana)).freezes).toEqual({ held: 0, price: 10 });
    const first = await buy(ana);
    expect([first.status, first.body])
      .toEqual([200, { freezes: { held: 1, price: 10 }, balance: 25 }]);
    expect((await buy(ana)).body).toEqual({ freezes: { held: 2, price: 10 }, balance: 15 });
    expect(await codeOf(buy(ana))).toBe("409 freezes_full");
    const { transactions } = await ok(ana, "GET", "/api/drops/transactions?type=purchase");
    expect(transactions).toMatchObject([
      { amount: -10, description: "Streak freeze" },
      { amount: -10, description: "Streak freeze" },
    ]);
    expect((await ok(ana, "GET", "/api/drops/balance")).balance).toBe(15);
  });

  it("is refused with too few drops, at the price of the site's setting", async ({ ana }) => {
    await setDrops(ana, 9);
    expect(await codeOf(buy(ana))).toBe("402 not_enough_drops");
    expect(await held(ana)).toBe(0);
    expect(await sql`select from private.streak_freezes where user_id = ${ana.id}`).toEqual([]);
  });

  it("is not sold a third time to requests at once, nor for drops that are gone", async ({ ana, ben }) => {
    await setDrops(ana, 100);
    await setDrops(ben, 19);
    const sold = async (who: Person) =>
      (await Promise.all([1, 2, 3, 4].map(() => buy(who)))).map(({ status }) => status).sort();
    expect(await sold(ana)).toEqual([200, 200, 409, 409]);
    expect(await sold(ben)).toEqual([200, 402, 402, 402]);
    expect([await held(ana), await held(ben)]).toEqual([2, 1]);
    expect((await ok(ana, "GET", "/api/drops/balance")).balance).toBe(80);
  });

  it("covers a missed day by itself, which is not counted, and is recorded by the next write", async ({ ana }) => {
    await hold(ana, 5);
    for (const day of [4, 3, 2]) await write(ana, day);
    expect(await brief(ana)).toBe("3 of 3 at risk");
    expect([await held(ana), await covered(ana)]).toEqual([0, []]);
    await write(ana, 0);
    expect(await brief(ana)).toBe("4 of 4");
    expect([await held(ana), await covered(ana)]).toEqual([0, [1]]);
  });

  it("that is held takes the risk from today, but not from a streak of one day", async ({ ana }) => {
    const goal = await goalOf(ana);
    await hold(ana, 5);
    for (const day of [2, 1]) await write(ana, day);
    await write(ana, 1, goal);
    expect([await brief(ana), await brief(ana, goal)]).toEqual(["2 of 2", "1 of 1 at risk"]);
  });

  it("covers all streaks of two days or more, and no shorter one", async ({ ana }) => {
    const [goal, young] = [await goalOf(ana), await goalOf(ana)];
    await hold(ana, 5);
    await hold(ana, 5);
    for (const day of [3, 2]) {
      await write(ana, day);
      await write(ana, day, goal);
    }
    await write(ana, 2, young);
    const all = async () => [await brief(ana), await brief(ana, goal), await brief(ana, young)];
    expect(await all()).toEqual(["2 of 2", "2 of 2", "0 of 1"]);
    expect(await held(ana)).toBe(1);
    await write(ana, 0, young);
    await write(ana, 0);
    await write(ana, 0, goal);
    expect(await all()).toEqual(["3 of 3", "3 of 3", "1 of 1"]);
    expect([await held(ana), await covered(ana)]).toEqual([1, [1]]);
  });

  it("covers only days after its purchase", async ({ ana, ben }) => {
    await hold(ana, 2);
    for (const day of [4, 3, 1]) await write(ana, day);
    expect([await brief(ana), await held(ana)]).toEqual(["1 of 2 at risk", 1]);
    await hold(ben, 2);
    for (const day of [3, 2]) await write(ben, day);
    expect([await brief(ben), await held(ben)]).toEqual(["2 of 2 at risk", 0]);
  });

  it("is one for each missed day: without another the streak ends", async ({ ana, ben }) => {
    for (const who of [ana, ben]) {
      await hold(who, 9);
      for (const day of [8, 7, 4]) await write(who, day);
    }
    expect([await brief(ana), await covered(ana)]).toEqual(["0 of 2", [6]]);
    await hold(ben, 9);
    await write(ben, 0);
    expect([await brief(ben), await covered(ben)]).toEqual(["1 of 2", [6]]);
  });

  it("that a missed day has taken makes room for a new one, recorded by the purchase", async ({ ana }) => {
    await setDrops(ana, 30);
    for (const day of [3, 3]) await hold(ana, day);
    for (const day of [3, 2]) await write(ana, day);
    expect((await buy(ana)).body).toEqual({ freezes: { held: 2, price: 10 }, balance: 20 });
    expect(await covered(ana)).toEqual([1]);
    expect(await brief(ana)).toBe("2 of 2");
  });

  it("comes back when an entry arrives for its day", async ({ ana, ben }) => {
    for (const who of [ana, ben]) {
      await hold(who, 5);
      for (const day of [3, 2]) await write(who, day);
    }
    await write(ana, 0);
    expect([await held(ana), await covered(ana)]).toEqual([0, [1]]);
    await write(ana, 1);
    expect([await held(ana), await covered(ana), await brief(ana)]).toEqual([1, [], "4 of 4"]);
    // Recorded by a purchase, before anything was written after it.
    await setDrops(ben, 10);
    await buy(ben);
    await write(ben, 1);
    expect([await held(ben), await covered(ben), await brief(ben)]).toEqual([2, [], "3 of 3"]);
  });

  it("stays where another streak needs it", async ({ ana }) => {
    const goal = await goalOf(ana);
    await hold(ana, 5);
    for (const day of [3, 2, 0]) {
      await write(ana, day);
      await write(ana, day, goal);
    }
    await write(ana, 1);
    expect([await covered(ana), await brief(ana), await brief(ana, goal)])
      .toEqual([[1], "4 of 4", "3 of 3"]);
    await write(ana, 1, goal);
    expect([await covered(ana), await held(ana), await brief(ana, goal)])
      .toEqual([[], 1, "4 of 4"]);
  });

  it("that would be the third one comes back as its price", async ({ ana }) => {
    await setDrops(ana, 30);
    for (const day of [5, 5]) await hold(ana, day);
    for (const day of [3, 2]) await write(ana, day);
    await buy(ana);
    await write(ana, 1);
    expect(await held(ana)).toBe(2);
    expect((await ok(ana, "GET", "/api/drops/transactions")).transactions[0])
      .toMatchObject({ type: "refund", amount: 10, balance_after: 30 });
  });

  it("is taken by a day that a deletion takes back", async ({ ana }) => {
    await hold(ana, 5);
    await write(ana, 3);
    await write(ana, 2);
    const entry = await write(ana, 1);
    await write(ana, 0);
    await ok(ana, "DELETE", `/api/journal/${entry}`);
    expect([await brief(ana), await covered(ana)]).toEqual(["3 of 4", [1]]);
  });

  it("is not taken for a goal that is completed", async ({ ana }) => {
    const goal = await goalOf(ana);
    await hold(ana, 5);
    for (const day of [3, 2]) await write(ana, day, goal);
    await ok(ana, "PUT", `/api/goals/${goal}`, { status: "completed" });
    expect([await held(ana), await brief(ana, goal)]).toEqual([1, "0 of 2"]);
  });
});

describe("a pause", () => {
  it("holds all streaks, and its days are not counted", async ({ ana }) => {
    const goal = await goalOf(ana);
    await hold(ana, 9);
    await pause(ana, 6, 1);
    await write(ana, 7);
    await write(ana, 7, goal);
    expect([await brief(ana), await brief(ana, goal)])
      .toEqual(["1 of 1 at risk", "1 of 1 at risk"]);
    await write(ana, 0);
    expect([await brief(ana), await held(ana), await covered(ana)]).toEqual(["2 of 2", 1, []]);
  });

  it("counts a day with an entry, and ends nothing after its last one before a day is missed", async ({ ana }) => {
    await pause(ana, 6, 3);
    for (const day of [7, 4]) await write(ana, day);
    expect(await brief(ana)).toBe("0 of 2");
    await write(ana, 2);
    expect(await brief(ana)).toBe("0 of 3");
    await write(ana, 1);
    expect(await brief(ana)).toBe("4 of 4 at risk");
  });

  it("begins today, is changed, and ends with the day before", async ({ ana }) => {
    await write(ana, 1);
    const put = async (days: number) =>
      (await ok(ana, "PUT", "/api/streaks/pause", { until: ago(-days) })).pause;
    expect((await streaks(ana)).pause).toBeNull();
    expect(await put(90)).toEqual({ since: ago(0), until: ago(-90) });
    expect(await brief(ana)).toBe("1 of 1");
    expect(await put(0)).toEqual({ since: ago(0), until: ago(0) });
    expect((await streaks(ana)).pause).toEqual({ since: ago(0), until: ago(0) });
    await ok(ana, "DELETE", "/api/streaks/pause");
    expect((await streaks(ana)).pause).toBeNull();
    expect(await brief(ana)).toBe("1 of 1 at risk");

    await pause(ana, 4, -5);
    expect(await put(7)).toEqual({ since: ago(4), until: ago(-7) });
    await ok(ana, "DELETE", "/api/streaks/pause");
    expect(
      await sql`
      select since::text, until::text from private.streak_pauses where user_id = ${ana.id}`,
    )
      .toEqual([{ since: ago(4), until: ago(1) }]);
    expect(await outcome(ana, "DELETE", "/api/streaks/pause")).toBe("404 Pause not found");
  });

  it("that began on a later date than today's, after a journey west, is changed and ends as one", async ({ ana }) => {
    const put = async (until: number) =>
      (await ok(ana, "PUT", "/api/streaks/pause", { until: ago(until) })).pause;
    await pause(ana, 2, 0);
    await pause(ana, -1, -5);
    expect(await put(0)).toEqual({ since: ago(2), until: ago(0) });
    await pause(ana, -1, -5);
    await ok(ana, "DELETE", "/api/streaks/pause");
    expect((await streaks(ana)).pause).toBeNull();
    expect(
      await sql`select since::text, until::text from private.streak_pauses where user_id = ${ana.id}`,
    ).toEqual([{ since: ago(2), until: ago(1) }]);
  });

  it.for(
    [
      [{ until: ago(1) }, "400 until: expected today or later"],
      [{ until: ago(-91) }, "400 until: expected at most 90 days ahead"],
      [{ until: "soon" }, "400 until: expected YYYY-MM-DD"],
      [{}, "400 until: required"],
    ] as const,
  )("with %j is refused", async ([body, expected], { ana }) => {
    expect(await outcome(ana, "PUT", "/api/streaks/pause", body)).toBe(expected);
  });
});

it("a blocked user writes neither", async ({ ana }) => {
  await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  for (const call of ["my_streaks", "buy_streak_freeze", "resume_streaks"]) {
    expect((await ana.client.rpc(call)).error).not.toBeNull();
  }
});

it("the frozen and paused days of the last 366 are told, and no others", async ({ ana, ben }) => {
  for (const day of [9, 9]) await hold(ana, day);
  await sql`
    insert into private.streak_freezes (user_id, price_drops, bought_on, covered_day)
    values (${ana.id}, 10, ${ago(500)}, ${ago(450)})`;
  await pause(ana, 30, 20);
  await pause(ana, 600, 500);
  for (const day of [8, 7, 5, 4, 3, 2]) await write(ana, day);
  // The next write records that yesterday is covered.
  expect(await covered(ana)).toEqual([450, 6]);
  expect((await streaks(ana)).calendar).toEqual({
    frozen: [ago(6), ago(1)],
    pauses: [{ since: ago(30), until: ago(20) }],
  });
  expect((await streaks(ben)).calendar).toEqual({ frozen: [], pauses: [] });
});

/** Days of streaks: the day for which an entry or a check-in counts, and days in a row. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { ago, arrive, brief, goalOf, journal, kept, streaks, travel, write } from "./support.ts";

describe("a streak", () => {
  it.for(
    [
      [[], "0 of 0"],
      [[0], "1 of 1"],
      [[0, 0], "1 of 1"],
      [[1], "1 of 1 at risk"],
      [[2, 1], "2 of 2 at risk"],
      [[2, 1, 0], "3 of 3"],
      [[3, 2], "0 of 2"],
      [[6, 5, 4, 1, 0], "2 of 3"],
    ] as const,
  )("of entries %j days ago is %s", async ([days, expected], { ana }) => {
    for (const day of days) await write(ana, day);
    expect(await brief(ana)).toBe(expected);
    expect((await journal(ana)).last_day).toBe(days.length ? ago(days.at(-1)!) : null);
  });

  it("of a goal counts its check-ins that are not missed, also when one is changed", async ({ ana }) => {
    const [goal, other] = [await goalOf(ana), await goalOf(ana)];
    await write(ana, 1, goal);
    const path = `/api/goals/${goal}/check-ins`;
    const { check_in } = await ok(ana, "POST", path, { status: "missed" });
    const after = async (status: string) => {
      await ok(ana, "PUT", `${path}/${check_in.id}`, { status });
      return await brief(ana, goal);
    };
    expect(await brief(ana, goal)).toBe("1 of 1 at risk");
    expect(await after("partial")).toBe("2 of 2");
    expect(await after("completed")).toBe("2 of 2");
    expect(await after("missed")).toBe("1 of 2 at risk");
    expect([await brief(ana), await brief(ana, other)]).toEqual(["0 of 0", "0 of 0"]);
  });

  it("loses a day with its last entry, and keeps its length in longest", async ({ ana }) => {
    const [, middle, twice, again] = [
      await write(ana, 3),
      await write(ana, 2),
      await write(ana, 1),
      await write(ana, 1),
    ];
    await write(ana, 0);
    await ok(ana, "DELETE", `/api/journal/${twice}`);
    expect(await brief(ana)).toBe("4 of 4");
    await ok(ana, "DELETE", `/api/journal/${again}`);
    expect(await brief(ana)).toBe("1 of 4");
    await ok(ana, "DELETE", `/api/journal/${middle}`);
    await sql`delete from public.journal_entries where user_id = ${ana.id}`;
    expect(await journal(ana)).toEqual({ current: 0, longest: 4, last_day: null, at_risk: false });
    await write(ana, 0);
    expect(await brief(ana)).toBe("1 of 4");
  });

  it("is joined by a day that arrives late", async ({ ana }) => {
    for (const day of [4, 3, 1, 0]) await write(ana, day);
    expect(await brief(ana)).toBe("2 of 2");
    await write(ana, 2);
    expect(await brief(ana)).toBe("5 of 5");
    await write(ana, 5);
    expect(await brief(ana)).toBe("6 of 6");
  });

  it("is not made by an import of the user", async ({ ana }) => {
    await sql`
      insert into public.journal_entries (user_id, title, import_id)
      values (${ana.id}, 'Brought', gen_random_uuid())`;
    expect(await brief(ana)).toBe("0 of 0");
    await sql`delete from public.journal_entries where user_id = ${ana.id}`;
    expect(await brief(ana)).toBe("0 of 0");
  });

  it("ends with its goal", async ({ ana }) => {
    const goal = await goalOf(ana);
    await write(ana, 0, goal);
    await ok(ana, "DELETE", `/api/goals/${goal}`);
    expect((await streaks(ana)).streaks.goals).toEqual([]);
    expect(await sql`select from private.streaks where user_id = ${ana.id}`).toEqual([]);
  });
});

describe("the day of an entry", () => {
  it.for(
    [
      ["2026-03-10T10:00Z", "2026-03-12T09:59Z", "2026-03-10"],
      ["2026-03-10T10:00Z", "2026-03-12T10:01Z", "2026-03-12"],
      ["2026-03-10T23:30Z", "2026-03-11T06:00Z", "2026-03-11"],
    ] as const,
  )("written at %s and arriving at %s is %s in Berlin", async ([at, arrival, day], { ana }) => {
    await travel(ana, "Europe/Berlin");
    await arrive(ana, at, arrival);
    expect((await kept(ana)).days).toEqual([day]);
  });

  // Each row: where and when, in the order of arrival; the days that count; the streak.
  it.for([
    [
      "east, the same day before 20 hours",
      [
        ["Europe/Berlin", "2026-03-10T12:00Z"],
        ["Pacific/Auckland", "2026-03-10T18:59Z"],
      ],
      ["2026-03-10"],
      1,
    ],
    [
      "east, the next day after 20 hours",
      [
        ["Europe/Berlin", "2026-03-10T12:00Z"],
        ["Pacific/Auckland", "2026-03-10T19:01Z"],
      ],
      ["2026-03-10", "2026-03-11"],
      2,
    ],
    [
      "over the date line, without the date that was skipped",
      [
        ["Pacific/Honolulu", "2026-03-10T20:00Z"],
        ["Pacific/Kiritimati", "2026-03-11T20:00Z"],
      ],
      ["2026-03-10", "2026-03-12"],
      2,
    ],
    [
      "over the date line, and a day missed there",
      [
        ["Pacific/Honolulu", "2026-03-10T20:00Z"],
        ["Pacific/Kiritimati", "2026-03-12T20:00Z"],
      ],
      ["2026-03-10", "2026-03-13"],
      1,
    ],
    [
      "back over the date line, one long day",
      [
        ["Pacific/Auckland", "2026-03-10T12:00Z"],
        ["America/Los_Angeles", "2026-03-10T20:00Z"],
        ["America/Los_Angeles", "2026-03-12T06:00Z"],
        ["America/Los_Angeles", "2026-03-12T20:00Z"],
      ],
      ["2026-03-11", "2026-03-12"],
      2,
    ],
    [
      "there and back within a day",
      [
        ["Europe/Berlin", "2026-03-10T08:00Z"],
        ["Asia/Tokyo", "2026-03-10T15:30Z"],
        ["Europe/Berlin", "2026-03-10T20:00Z"],
      ],
      ["2026-03-10"],
      1,
    ],
    [
      "a missed day west of the last one",
      [
        ["Europe/Berlin", "2026-03-10T12:00Z"],
        ["America/New_York", "2026-03-12T12:00Z"],
      ],
      ["2026-03-10", "2026-03-12"],
      1,
    ],
    [
      "a night of daylight saving",
      [
        ["Europe/Berlin", "2026-03-28T22:30Z"],
        ["Europe/Berlin", "2026-03-29T21:30Z"],
        ["Europe/Berlin", "2026-03-29T22:30Z"],
      ],
      ["2026-03-28", "2026-03-29", "2026-03-30"],
      3,
    ],
    [
      "a late one of the former zone",
      [
        ["Europe/Berlin", "2026-03-10T12:00Z"],
        ["Pacific/Auckland", "2026-03-11T12:00Z"],
        ["Pacific/Auckland", "2026-03-10T15:00Z"],
      ],
      ["2026-03-10", "2026-03-12"],
      2,
    ],
  ] as [string, [string, string][], string[], number][])(
    "in a journey: %s",
    async ([, stations, days, length], { ana }) => {
      for (const [zone, at] of stations) {
        await travel(ana, zone);
        await write(ana, at);
      }
      expect(await kept(ana)).toMatchObject({ days, length });
    },
  );
});

it("keeps a streak over the change of zone when it is read", async ({ ana }) => {
  for (const day of [2, 1, 0]) await write(ana, day);
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await travel(ana, zone);
    expect((await journal(ana)).current).toBe(3);
  }
});

it("is synced, with the state of the moment", async ({ ana }) => {
  const goal = await goalOf(ana);
  await write(ana, 1);
  await write(ana, 0, goal);
  const first = await ok(ana, "GET", "/api/sync");
  expect(first.changes.streaks).toEqual([
    expect.objectContaining({ goal_id: null, current: 1, at_risk: true, last_day: ago(1) }),
    expect.objectContaining({ goal_id: goal, current: 1, at_risk: false, user_id: ana.id }),
  ]);
  await write(ana, 0);
  const next = await ok(ana, "GET", `/api/sync?cursor=${first.next_cursor}`);
  expect(next.changes.streaks).toMatchObject([{ goal_id: null, current: 2, at_risk: false }]);
  await ok(ana, "PUT", "/api/streaks/pause", { until: ago(-3) });
  const paused = await ok(ana, "GET", `/api/sync?cursor=${next.next_cursor}`);
  expect(paused.changes.streaks).toHaveLength(2);
  await ok(ana, "DELETE", `/api/goals/${goal}`);
  const last = await ok(ana, "GET", `/api/sync?cursor=${paused.next_cursor}`);
  expect(last.deleted).toContainEqual(
    expect.objectContaining({ type: "streak", id: first.changes.streaks[1].id }),
  );
});

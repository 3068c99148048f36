/** Milestones, writes at once, and the incremental keeping against a plain count of all days. */
import { expect } from "vitest";
import fc from "fast-check";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { ago, brief, kept, pause, write } from "./support.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const milestones = async (who: Person): Promise<number[]> =>
  (await sql`
    select data from public.notifications where user_id = ${who.id} and type = 'streak_milestone'
    order by created_at, (data ->> 'days')::integer`).map(({ data }) => data.days);

it("notifies of 7, 30, 100 and 365 days once a streak", async ({ ana }) => {
  for (let day = 380; day > 3; day--) if (day !== 371) await write(ana, day);
  expect(await milestones(ana)).toEqual([7, 7, 30, 100, 365]);
  const { notifications } = await ok(ana, "GET", "/api/notifications");
  expect(notifications[0]).toMatchObject({
    type: "streak_milestone",
    title: "A streak of 365 days",
    data: { goal_id: null, days: 365 },
  });
});

it("notifies of a milestone that late days skip over, not again after a deletion", async ({ ana }) => {
  for (const day of [8, 7, 6, 4, 3, 2, 1]) await write(ana, day);
  expect(await milestones(ana)).toEqual([]);
  await write(ana, 5);
  expect([await brief(ana), await milestones(ana)]).toEqual(["8 of 8 at risk", [7]]);
  const today = await write(ana, 0);
  await ok(ana, "DELETE", `/api/journal/${today}`);
  await sql`
    delete from public.journal_entries
    where user_id = ${ana.id} and written_at < now() - interval '6.5 days'`;
  expect(await brief(ana)).toBe("6 of 9 at risk");
  await write(ana, 0);
  expect([await brief(ana), await milestones(ana)]).toEqual(["7 of 9", [7]]);
});

it("counts entries that are written at once", async ({ ana }) => {
  await write(ana, 1);
  await Promise.all(
    Array.from(
      { length: 8 },
      (_, n) => ok(ana, "POST", "/api/journal", { title: `Entry ${n}`, content: "Words" }),
    ),
  );
  expect(await brief(ana)).toBe("2 of 2");
});

/** The streak that the days form, and the longest one. */
function plain(days: number[], isPaused: (day: number) => boolean) {
  let [length, longest] = [0, 0];
  const sorted = [...new Set(days)].sort((a, b) => b - a);
  sorted.forEach((day, n) => {
    let missed = n === 0;
    for (let gap = (sorted[n - 1] ?? day) - 1; gap > day; gap--) missed ||= !isPaused(gap);
    length = missed ? 1 : length + 1;
    longest = Math.max(longest, length);
  });
  return { length, longest };
}

it(
  "keeps what a plain count of all days finds, whatever the order of writes and deletions",
  async () => {
    const days = fc.integer({ min: 1, max: 12 });
    const step = fc.record({ day: days, deletes: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 16 }),
        fc.tuple(days, days),
        async (steps, bounds) => {
          const [until, from] = [Math.min(...bounds), Math.max(...bounds)];
          const who = await person();
          await pause(who, from, until);
          const entries: { id: string; day: number }[] = [];
          let longest = 0;
          for (const { day, deletes } of steps) {
            if (deletes && entries.length > 0) {
              const [gone] = entries.splice(day % entries.length, 1);
              await sql`delete from public.journal_entries where id = ${gone!.id}`;
            } else entries.push({ id: await write(who, day), day });
            const found = plain(
              entries.map((entry) => entry.day),
              (each) => each <= from && each >= until,
            );
            longest = Math.max(longest, found.longest);
            expect(await kept(who)).toEqual({
              days: [...new Set(entries.map((entry) => entry.day))].sort((a, b) => b - a).map(ago),
              length: found.length,
              longest,
            });
          }
        },
      ),
      { numRuns: 25, seed: 7 },
    );
  },
  patience(120_000),
);

/** Properties of the matching, on the SQL function that the service uses. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sql } from "../support/sql.ts";

interface Slot {
  user_id: string;
  location_group: string;
  starts_at: number;
  ends_at: number;
  before_user_id: string | null;
  kept: boolean;
  seated: boolean;
}

interface Match {
  user_id: string;
  before_user_id: string | null;
  after_user_id: string | null;
  unit: string | null;
  place: number | null;
}

const id = (n: number) => `00000000-0000-4000-8000-${n.toString().padStart(12, "0")}`;

/** The n-th window, between minutes of a day. */
const slotOf = (n: number, starts_at: number, ends_at: number, group = "city/a"): Slot => ({
  user_id: id(n + 1),
  location_group: group,
  starts_at,
  ends_at,
  before_user_id: null,
  kept: false,
  seated: false,
});

/** `blocks` are pairs of user ids. */
async function match(slots: Slot[], blocks: string[][] = []): Promise<Match[]> {
  const apart = Map.groupBy([...blocks, ...blocks.map(([a, b]) => [b, a])], ([a]) => a!);
  const others = [...apart].map(([id, pairs]) => [id, pairs.map(([, other]) => other)]);
  return await sql<Match[]>`
    select m.user_id, m.before_user_id, m.after_user_id, m.unit, m.place::int
    from private.match_workout_windows(array(
      select row(user_id, location_group, 'epoch'::timestamptz + starts_at * interval '1 minute',
        'epoch'::timestamptz + ends_at * interval '1 minute', null, before_user_id, kept,
        seated, null)::private.workout_slot
      from jsonb_to_recordset(${sql.json(slots as never)}) as s (user_id uuid, location_group text,
        starts_at int, ends_at int, before_user_id uuid, kept boolean, seated boolean)
    ), ${sql.json(Object.fromEntries(others))}) as m`;
}

/** Windows of 1 to 3 hours in few groups, on a grid, so that many begin and end together. */
const slots = fc.array(
  fc.record({
    location_group: fc.constantFrom("city/a", "city/b", "region/c"),
    start: fc.integer({ min: 0, max: 40 }),
    hours: fc.constantFrom(2, 2, 2, 1, 3),
  }),
  { maxLength: 40, size: "max" },
).map((windows) =>
  windows.map(({ location_group, start, hours }, n) =>
    slotOf(n, start * 30, start * 30 + hours * 60, location_group)
  )
);

/** The rule as it is stated: in the order of starts, each takes the free window that ends closest. */
function gaps(slots: Slot[]): Map<string, number> {
  const free = new Set(slots);
  const gaps = new Map<string, number>();
  for (const slot of slots.toSorted((a, b) => a.starts_at - b.starts_at)) {
    const ended = [...free].filter(({ location_group, ends_at }) =>
      location_group === slot.location_group && ends_at <= slot.starts_at
    );
    const before = ended.toSorted((a, b) => b.ends_at - a.ends_at)[0];
    if (!before) continue;
    free.delete(before);
    gaps.set(slot.user_id, slot.starts_at - before.ends_at);
  }
  return gaps;
}

const property = (check: (slots: Slot[], matches: Match[]) => void) =>
  fc.assert(
    fc.asyncProperty(slots, async (slots) => check(slots, await match(slots))),
    { seed: 20261121, numRuns: 50 },
  );

describe("the matching", () => {
  it("is symmetric, within a group, and links no windows that overlap", () =>
    property((slots, matches) => {
      const slot = new Map(slots.map((each) => [each.user_id, each]));
      const matched = new Map(matches.map((each) => [each.user_id, each]));
      for (const { user_id, before_user_id, after_user_id } of matches) {
        if (before_user_id) {
          const [before, own] = [slot.get(before_user_id)!, slot.get(user_id)!];
          expect(matched.get(before_user_id)!.after_user_id).toBe(user_id);
          expect(before.location_group).toBe(own.location_group);
          expect(before.ends_at).toBeLessThanOrEqual(own.starts_at);
        }
        if (after_user_id) expect(matched.get(after_user_id)!.before_user_id).toBe(user_id);
      }
    }));

  it("links each window with the free window that ends closest before its start", () =>
    property((slots, matches) => {
      const slot = new Map(slots.map((each) => [each.user_id, each]));
      const expected = gaps(slots);
      const found = new Map(
        matches.filter(({ before_user_id }) => before_user_id).map((each) => [
          each.user_id,
          slot.get(each.user_id)!.starts_at - slot.get(each.before_user_id!)!.ends_at,
        ]),
      );
      // Windows that start together may take each other's.
      const byStart = (gaps: Map<string, number>) =>
        [...gaps].map(([user, gap]) => {
          const { location_group, starts_at } = slot.get(user)!;
          return `${location_group} ${starts_at} ${gap}`;
        }).sort();
      expect(byStart(found)).toEqual(byStart(expected));
    }));

  it("cuts each group into threes and one rest", () =>
    property((slots, matches) => {
      for (const [, group] of Map.groupBy(slots, ({ location_group }) => location_group)) {
        const users = new Set(group.map(({ user_id }) => user_id));
        const units = Map.groupBy(
          matches.filter(({ user_id }) => users.has(user_id)),
          ({ unit }) => unit,
        );
        const sizes = [...units.values()].map((unit) => unit.length).sort();
        const rest = group.length % 3;
        expect(sizes).toEqual([
          ...(rest ? [rest] : []),
          ...Array(Math.floor(group.length / 3)).fill(3),
        ]);
        for (const unit of units.values()) {
          expect(unit.map(({ place }) => place!).sort()).toEqual(unit.map((_, n) => n + 1));
        }
      }
    }));

  it("never brings together people one of whom blocks the other", () =>
    fc.assert(
      fc.asyncProperty(
        slots,
        fc.array(fc.tuple(fc.nat(39), fc.nat(39)), { maxLength: 120 }),
        async (slots, chosen) => {
          // A number is a place in a list of any length.
          const user = (n: number) => slots[n % slots.length]?.user_id ?? "";
          const blocks = chosen.map((pair) => pair.map(user)).filter(([a, b]) => a !== b);
          const apart = new Set(blocks.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
          const matches = await match(slots, blocks);
          expect(matches).toHaveLength(slots.length);
          for (const { user_id, after_user_id } of matches) {
            expect(apart.has(`${user_id} ${after_user_id}`)).toBe(false);
          }
          for (const unit of Map.groupBy(matches, ({ unit }) => unit).values()) {
            expect(unit.length).toBeLessThanOrEqual(3);
            for (const a of unit) {
              for (const b of unit) expect(apart.has(`${a.user_id} ${b.user_id}`)).toBe(false);
            }
          }
        },
      ),
      { seed: 20261121, numRuns: 50 },
    ));

  it("passes over who is blocked, who stays the next in line", async () => {
    const windows = [[0, 60], [0, 120], [120, 240], [180, 300]] as const;
    const slots = windows.map(([start, end], n) => slotOf(n, start, end));
    const befores = async (blocks: string[][]) => {
      const found = (await match(slots, blocks)).map((each) => [each.user_id, each.before_user_id]);
      return slots.map(({ user_id }) => new Map(found as [string, string][]).get(user_id));
    };
    expect(await befores([])).toEqual([null, null, id(2), id(1)]);
    expect(await befores([[id(2), id(3)]])).toEqual([null, null, id(1), id(2)]);
  });

  it("keeps places, their links and their seats", () =>
    fc.assert(
      fc.asyncProperty(slots, fc.array(fc.nat(39), { maxLength: 10 }), async (slots, chosen) => {
        const first = new Map((await match(slots)).map((each) => [each.user_id, each]));
        const kept = new Set(chosen.flatMap((n) => slots[n % slots.length]?.user_id ?? []));
        const again = slots.map((slot) => {
          const { before_user_id } = first.get(slot.user_id)!;
          const isKept = kept.has(slot.user_id);
          const linked = isKept || kept.has(before_user_id ?? "");
          // Everybody else moves by an hour.
          const moved = isKept || kept.has(first.get(slot.user_id)!.after_user_id ?? "") || linked
            ? 0
            : 60;
          return {
            ...slot,
            starts_at: slot.starts_at + moved,
            ends_at: slot.ends_at + moved,
            before_user_id: linked ? before_user_id : null,
            kept: isKept,
            seated: isKept,
          };
        });
        const second = new Map((await match(again)).map((each) => [each.user_id, each]));
        for (const user of kept) {
          expect(second.get(user)).toMatchObject({
            before_user_id: first.get(user)!.before_user_id,
            after_user_id: first.get(user)!.after_user_id,
            unit: null,
          });
        }
        for (const { user_id, before_user_id } of second.values()) {
          if (before_user_id) expect(second.get(before_user_id)!.after_user_id).toBe(user_id);
        }
      }),
      { seed: 20261121, numRuns: 30 },
    ));
});

describe("the colours of units", () => {
  it("differ by one unit at most, wherever they begin", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 3 }),
        async (sizes, red) => {
          const sorted = sizes.toSorted((a, b) => b - a);
          const [row] = await sql<[{ colors: string[] }]>`
            select private.color_workout_units(${sorted}, ${red}) as colors`;
          const members = { red, blue: 0 } as Record<string, number>;
          row.colors.forEach((color, n) => members[color]! += sorted[n]!);
          expect(row.colors).toHaveLength(sizes.length);
          expect(Math.abs(members.red! - members.blue!)).toBeLessThanOrEqual(3);
        },
      ),
      { seed: 20261121, numRuns: 50 },
    ));
});

describe("the instants of a window", () => {
  it.each([
    // date, start, end, time zone, start and end in UTC
    ["2027-01-15", "06:00", "08:00", "Europe/Berlin", "2027-01-15T05:00Z", "2027-01-15T07:00Z"],
    ["2027-07-15", "06:00", "08:00", "Europe/Berlin", "2027-07-15T04:00Z", "2027-07-15T06:00Z"],
    // Midnight.
    ["2027-01-15", "23:00", "01:00", "Europe/Berlin", "2027-01-15T22:00Z", "2027-01-16T00:00Z"],
    ["2027-01-15", "22:00", "00:00", "UTC", "2027-01-15T22:00Z", "2027-01-16T00:00Z"],
    // The clocks go forward at 2:00 and back at 3:00.
    ["2027-03-28", "01:00", "03:00", "Europe/Berlin", "2027-03-28T00:00Z", "2027-03-28T01:00Z"],
    ["2027-10-31", "01:30", "03:30", "Europe/Berlin", "2027-10-30T23:30Z", "2027-10-31T02:30Z"],
    ["2027-03-27", "23:30", "01:30", "Europe/Berlin", "2027-03-27T22:30Z", "2027-03-28T00:30Z"],
    // The first and the last time zone of a date.
    [
      "2027-01-15",
      "00:00",
      "02:00",
      "Pacific/Kiritimati",
      "2027-01-14T10:00Z",
      "2027-01-14T12:00Z",
    ],
    ["2027-01-15", "23:00", "01:00", "Pacific/Pago_Pago", "2027-01-16T10:00Z", "2027-01-16T12:00Z"],
    // The clocks go forward by the whole window.
    ["2027-03-28", "01:00", "03:00", "Antarctica/Troll", "2027-03-28T01:00Z", "2027-03-28T01:30Z"],
  ])("on %s from %s to %s in %s", async (date, start, end, timezone, from, to) => {
    const [row] = await sql<[{ starts_at: Date; ends_at: Date }]>`
      select * from private.workout_window_instants(${date}, ${start}, ${end}, ${timezone})`;
    expect([row.starts_at, row.ends_at]).toEqual([new Date(from), new Date(to)]);
  });
});

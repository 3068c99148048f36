/** Badges of senders: levels, milestones, and the counts of drops. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { badgeOf, count, path, sent } from "./support.ts";

/** Adds so many engaged drops to a sender. */
const engage = (who: Person, n: number) => count(who, { sent: n, settled: n, increases: n });

const levels = async (who: Person) =>
  (await sql<{ level: number }[]>`
    select level from public.badge_milestones where user_id = ${who.id} order by level`)
    .map(({ level }) => level);

const badge = `${path}/badge`;

const levelNames: [level: number, name: string, minimum: number][] = [
  [1, "Seedling", 0],
  [2, "Sprout", 6],
  [3, "Bloom", 21],
  [4, "Pollinator", 51],
  [5, "Keeper", 151],
  [6, "Queen Bee", 501],
  [7, "Legend", 1501],
];

describe("a badge", () => {
  it("is a seedling before the first drop", async ({ ana }) => {
    const seedling = await badgeOf(ana);
    expect(seedling).toMatchObject({
      user_id: ana.id,
      level: 1,
      name: "seedling",
      total_drops_sent: 0,
      success_rate: null,
      progress_to_next: 0,
      updated_at: null,
    });
    expect((await ok(ana, "POST", `${badge}/update`)).badge).toEqual(seedling);
    expect((await ok(ana, "GET", `${badge}/milestones`)).milestones).toEqual([]);
  });

  it.each(levelNames)(
    "reaches level %i, %s, with %i engaged drops",
    async (level, display_name, minimum) => {
      const ana = await person("Ana");
      if (minimum > 0) {
        await engage(ana, minimum - 1);
        expect((await badgeOf(ana)).level).toBe(level - 1);
        await engage(ana, 1);
      }
      expect(await badgeOf(ana)).toMatchObject({
        level,
        display_name,
        progress_to_next: level === 7 ? 1 : 0,
      });
      expect(await levels(ana)).toEqual(Array.from({ length: level - 1 }, (_, n) => n + 2));
    },
  );

  it("shows progress and success rate: increases by settled drops", async ({ ana }) => {
    await count(ana, { sent: 20, settled: 9, increases: 3, bonus: 6 });
    expect(await badgeOf(ana)).toMatchObject({
      total_drops_sent: 20,
      total_engagement_increases: 3,
      success_rate: 0.3333,
      bonus_drops_earned: 6,
      progress_to_next: 0.5,
    });
    await engage(ana, 8);
    expect(await badgeOf(ana)).toMatchObject({ level: 2, progress_to_next: 0.3333 });
  });

  it("is calculated at once for concurrent changes, without losing one", async ({ ana }) => {
    await Promise.all(Array.from({ length: 20 }, () => engage(ana, 1)));
    expect(await badgeOf(ana)).toMatchObject({ total_engagement_increases: 20, level: 2 });
    expect(await levels(ana)).toEqual([2]);
  });

  it("of another user is visible, and of an unknown user is 404", async ({ ana, ben }) => {
    await engage(ana, 6);
    expect((await ok(ben, "GET", `${badge}/${ana.id}`)).badge).toEqual(await badgeOf(ana));
    expect(await outcome(ben, "GET", `${badge}/${NOWHERE}`)).toBe("404 User not found");
    expect((await ben.api("GET", `${badge}/x`)).status).toBe(400);
  });

  it("is given for up to a hundred users at once, without unknown ones", async ({ ana, ben }) => {
    await engage(ana, 6);
    const { badges } = await ok(ben, "POST", `${path}/badges/bulk`, {
      user_ids: [ana.id, ben.id, NOWHERE, ana.id],
    });
    expect(badges).toEqual({ [ana.id]: await badgeOf(ana), [ben.id]: await badgeOf(ben) });
    const of = (count: number) =>
      ben.api("POST", `${path}/badges/bulk`, {
        user_ids: Array.from({ length: count }, () => crypto.randomUUID()),
      });
    expect((await of(100)).body).toEqual({ badges: {} });
    expect([(await of(0)).status, (await of(101)).status]).toEqual([400, 400]);
    const direct = await ben.client.rpc("badges_of", {
      p_user_ids: Array.from({ length: 101 }, () => ana.id),
    });
    expect(direct.error?.code).toBe("PT400");
  });
});

describe("a milestone", () => {
  it("is recorded once per level with the counts of the moment, and notified", async ({ ana }) => {
    await count(ana, { sent: 12, settled: 10, increases: 5 });
    await engage(ana, 2);
    const { milestones } = await ok(ana, "GET", `${badge}/milestones`);
    expect(milestones).toMatchObject([{
      level: 2,
      total_drops_sent: 14,
      total_engagement_increases: 7,
      success_rate: 0.5833,
    }]);
    await engage(ana, 1);
    await ok(ana, "POST", `${badge}/update`);
    expect(await levels(ana)).toEqual([2]);
    const notes = await sql`
      select type, body, data from public.notifications where user_id = ${ana.id}`;
    expect(notes).toEqual([
      { type: "badge_reached", body: "🌿 Sprout", data: { level: 2, name: "sprout" } },
    ]);
  });
});

describe("recalculation", () => {
  it("counts the drops again", async ({ ana, ben }) => {
    await sent(ana, ben);
    await sent(ana, ben);
    const before = await badgeOf(ana);
    await engage(ana, 30);
    const { badge: counted } = await ok(ana, "POST", `${badge}/update`);
    expect(counted).toMatchObject({
      total_drops_sent: 2,
      total_engagement_increases: 0,
      success_rate: null,
      consecutive_days: before.consecutive_days,
      // A level once reached is kept.
      level: 3,
      progress_to_next: 0,
    });
  });
});

it("lists the seven definitions", async ({ ana }) => {
  const { badge_definitions } = await ok(ana, "GET", `${path}/badge-definitions`);
  expect(badge_definitions.map((row: Record<string, unknown>) => [row.level, row.display_name]))
    .toEqual(levelNames.map(([level, name]) => [level, name]));
});

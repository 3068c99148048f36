/** Properties of the outcome of a battle. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sql } from "../support/sql.ts";

interface Outcome {
  winner: string;
  battle_result: {
    redRobotPower: number;
    blueRobotPower: number;
    badGuyPower: number;
    rounds: { round: number; redDamage: number; blueDamage: number; badGuyDamage: number }[];
    finalOutcome: string;
  };
}

async function fight(week: string, chips: number, red: number, blue: number): Promise<Outcome> {
  const [row] = await sql<[Outcome]>`
    select * from private.fight_workout_battle(${week}, ${chips}, ${red}, ${blue})`;
  return row;
}

const options = { seed: 20261121, numRuns: 50 };
const week = fc.integer({ min: 0, max: 5000 }).map((n) =>
  new Date(Date.UTC(2024, 0, 1) + n * 7 * 86_400_000).toISOString().slice(0, 10)
);
const chips = fc.nat(1_000_000);
const power = fc.nat(20_000_000);

describe("the outcome", () => {
  it("has three to five rounds that deal about the power, and the larger sum wins", () =>
    fc.assert(
      fc.asyncProperty(week, chips, power, power, async (week, chips, red, blue) => {
        const { winner, battle_result: { rounds, badGuyPower } } = await fight(
          week,
          chips,
          red,
          blue,
        );
        expect(rounds.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5].slice(0, 3 + chips % 3));
        expect(badGuyPower).toBe((red + blue) / 2);
        const within = (damage: number, power: number) => {
          const share = power / rounds.length;
          expect(damage).toBeGreaterThan(share * 0.8 - 1.001);
          expect(damage).toBeLessThan(share * 1.2);
          expect(Number.isInteger(damage)).toBe(true);
        };
        let sums = [0, 0];
        for (const { redDamage, blueDamage, badGuyDamage } of rounds) {
          if (red) within(redDamage, red);
          if (blue) within(blueDamage, blue);
          if (red + blue) within(badGuyDamage, badGuyPower);
          sums = [sums[0]! + redDamage, sums[1]! + blueDamage];
        }
        const [redSum, blueSum] = sums as [number, number];
        expect(winner).toBe(redSum > blueSum ? "red" : blueSum > redSum ? "blue" : "tie");
      }),
      options,
    ));

  it("is the same each time, a tie of equal powers, and its mirror image when the teams change places", () =>
    fc.assert(
      fc.asyncProperty(week, chips, power, power, async (week, chips, red, blue) => {
        expect((await fight(week, chips, red, red)).winner).toBe("tie");
        const there = await fight(week, chips, red, blue);
        expect(await fight(week, chips, red, blue)).toEqual(there);
        const back = await fight(week, chips, blue, red);
        const mirror = { red: "blue", blue: "red", tie: "tie" } as Record<string, string>;
        expect(back.winner).toBe(mirror[there.winner]);
        expect(back.battle_result.rounds.map(({ redDamage }) => redDamage))
          .toEqual(there.battle_result.rounds.map(({ blueDamage }) => blueDamage));
      }),
      { ...options, numRuns: 30 },
    ));

  it("differs between weeks", async () => {
    const [one, two] = [
      await fight("2026-11-16", 0, 900, 600),
      await fight("2026-11-23", 0, 900, 600),
    ];
    expect(one.battle_result.rounds).not.toEqual(two.battle_result.rounds);
  });
});

describe("the power of a team", () => {
  it.each([
    // chips, members, floor(chips x 10 + members x 5 + chips / members x 20)
    [0, 0, 0],
    [7, 0, 0],
    [0, 3, 15],
    [9, 1, 275],
    [10, 3, 181],
    [12, 7, 189],
  ])("of %i chips and %i members is %i", async (chips, members, power) => {
    const [row] = await sql<[{ power: number }]>`
      select private.workout_robot_power(${chips}, ${members}) as power`;
    expect(row.power).toBe(power);
  });
});

describe("the week of a date", () => {
  it.each([
    ["2026-11-16", "2026-11-16"],
    ["2026-11-22", "2026-11-16"],
    ["2027-01-01", "2026-12-28"],
    ["2024-02-29", "2024-02-26"],
  ])("%s begins on %s", async (date, monday) => {
    const [row] = await sql<[{ week: string }]>`select private.week_of(${date})::text as week`;
    expect(row.week).toBe(monday);
  });
});

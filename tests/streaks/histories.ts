/** Random histories of one goal: check-ins, late ones, edits, journeys, pauses, freezes, schedules. */
import { type Day, dayOf, type Time, ZONES } from "./zones.ts";

export type Schedule =
  | { kind: "weekdays"; days: number[] }
  | { kind: "weekly"; times: number }
  | null;
type Measure = { unit: string; target: number; direction: "at_least" | "at_most" } | null;

export type Step =
  | { do: "travel"; zone: string }
  | {
    do: "write";
    n: number;
    at: Time;
    created: Time;
    /** Null: the amounts give it. */
    status: string | null;
    amount: number | null;
  }
  | { do: "edit"; n: number; status?: string | null; amount?: number }
  | { do: "delete"; n: number }
  | { do: "pause"; since: Day; until: Day }
  | { do: "freeze"; day: Day }
  | { do: "schedule"; schedule: Schedule; day: Day };

export interface History {
  /** The present. */
  now: Time;
  zone: string;
  schedule: Schedule;
  measure: Measure;
  steps: Step[];
}

const HOUR = 3_600_000;
/** Of a year in which the present lies, so that histories see every change of clocks. */
const FIRST = Date.UTC(2025, 0, 1);

/** Numbers from 0 to 1 of a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}

/** A history that ends before its present. */
export function historyOf(seed: number): History {
  const next = random(seed);
  const now = FIRST + Math.round(next() * 365 * 24 * HOUR);
  const chance = (share: number) => next() < share;
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(from: readonly T[]): T => from[int(0, from.length - 1)]!;
  const weekdays = (): Schedule => {
    const days = [1, 2, 3, 4, 5, 6, 7].filter(() => chance(0.5));
    return { kind: "weekdays", days: days.length ? days : [int(1, 7)] };
  };
  const schedule = (): Schedule =>
    chance(0.2)
      ? null
      : chance(0.5)
      ? weekdays()
      : { kind: "weekly", times: pick([1, 2, 2, 3, 4, 7]) };
  const measure: Measure = chance(0.5) ? null : {
    unit: "km",
    target: pick([1, 2.5, 4]),
    direction: pick(["at_least", "at_most"]),
  };
  const sent = () => pick(["completed", "completed", "completed", "partial", "missed"]);
  const travels = chance(0.25);
  const history: History = { now, zone: pick(ZONES), schedule: schedule(), measure, steps: [] };
  const { steps } = history;
  let { zone } = history;
  let written: { n: number; hasAmount: boolean }[] = [];
  let [freezes, pausedUntil] = [0, -Infinity];
  const density = pick([0.4, 0.7, 0.95]);
  const rare = 0.04;
  const days = int(1, 32);
  for (let ago = days; ago >= 0; ago--) {
    // In the order of their arrival.
    const moments = Array.from(
      { length: chance(0.25) ? 2 : 1 },
      () => now - Math.round((ago + next() * 0.98) * 24 * HOUR),
    ).filter((time) => time < now).sort();
    for (const time of moments) {
      const today = dayOf(zone, time);
      if (travels && chance(0.15)) steps.push({ do: "travel", zone: zone = pick(ZONES) });
      else if (chance(rare)) steps.push({ do: "schedule", schedule: schedule(), day: today });
      else if (freezes < 2 && chance(0.05)) {
        freezes++;
        steps.push({ do: "freeze", day: today });
      } else if (today > pausedUntil && chance(0.03)) {
        pausedUntil = today + int(0, 9);
        steps.push({ do: "pause", since: today, until: pausedUntil });
      } else if (written.length && chance(0.04)) {
        const { n } = pick(written);
        written = written.filter((each) => each.n !== n);
        steps.push({ do: "delete", n });
      } else if (written.length && chance(0.06)) {
        const { n, hasAmount } = pick(written);
        if (hasAmount && chance(0.6)) {
          steps.push({
            ...{ do: "edit" as const, n, amount: int(0, 500) / 100 },
            ...chance(0.2) && { status: chance(0.5) ? null : sent() },
          });
        } else steps.push({ do: "edit", n, status: sent() });
      } else if (chance(density)) {
        const n = steps.length;
        const amount = measure && chance(0.8) ? pick([0, 0.5, 1, 1.25, 2.5, 4.01]) : null;
        const late = chance(0.15) ? Math.round(next() * 60 * HOUR) : 0;
        const status = amount !== null && chance(0.8) ? null : sent();
        written.push({ n, hasAmount: amount !== null });
        steps.push({ do: "write", n, at: time - late, created: time, status, amount });
      }
    }
  }
  return history;
}

const at = (iso: string) => ({ at: Date.parse(iso), created: Date.parse(iso) });
const acrossTheDateLine = (amount: number): Step[] => [
  { do: "write", n: 0, ...at("2026-03-10T22:58Z"), status: amount ? "completed" : null, amount },
  { do: "travel", zone: "Pacific/Honolulu" },
];
/** On March 11, as the first. */
const other: Step = {
  do: "write",
  n: 1,
  ...at("2026-03-12T06:30Z"),
  status: null,
  amount: 2,
};
/** Of March 11 in the zone of the first, and of March 10 in the present one. */
const late: Step = {
  do: "write",
  n: 2,
  at: Date.parse("2026-03-11T00:00Z"),
  created: Date.parse("2026-03-12T07:00Z"),
  status: "completed",
  amount: null,
};

/** Steps of a day whose first check-in another one of its date replaces. */
export const REPLACED: { when: string; steps: Step[] }[] = [
  {
    when: "the amount of another makes its first check-in missed for a while",
    steps: [
      ...acrossTheDateLine(0),
      { ...other, status: "completed", amount: 5 },
      { do: "edit", n: 1, amount: 1 },
    ],
  },
  {
    when: "the deletion of its first check-in completes another",
    steps: [...acrossTheDateLine(3), other, { do: "delete", n: 0 }, late],
  },
  {
    when: "another is completed because its first check-in becomes missed",
    steps: [
      ...acrossTheDateLine(3),
      other,
      { do: "edit", n: 0, status: "missed", amount: 1 },
      late,
    ],
  },
];

/** The history of such steps, which end with one day. */
export const replaced = (steps: Step[]): History => ({
  now: Date.parse("2026-03-12T08:00Z"),
  zone: "Pacific/Kiritimati",
  schedule: null,
  measure: { unit: "km", target: 4, direction: "at_most" },
  steps,
});

/** A made-up life, and a plain model of its insights. */
import { sentimentOf, toTone } from "../../shared/ai/tones.ts";

export interface Life {
  entries: {
    id: string;
    title: string;
    content: string;
    mood: string | null;
    tags: string[];
    written_at: string;
  }[];
  checkIns: { goal: number; status: "completed" | "partial" | "missed"; written_at: string }[];
  satisfaction: { score: number; written_at: string }[];
  sleep: { date: string; hours: number }[];
}

const MOODS = ["joyful", "Grateful", "sad", "SAD", "calm", "so-so", "Anxious", "hopeful", "odd"];
const TAGS = [
  "run",
  "Run",
  "work",
  "WORK",
  "tea",
  "rain",
  ...Array.from({ length: 25 }, (_, n) => `t${n}`),
];

/** Numbers from 0 to 1 (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = state + 0x6D2B79F5 | 0;
    let t = Math.imul(state ^ state >>> 15, 1 | state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
}

/** The year 2025 of somebody: entries at all hours, moods with ties, tags of any case. */
export function makeLife(seed: number): Life {
  const roll = dice(seed);
  const below = (count: number) => Math.floor(roll() * count);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const start = Date.UTC(2024, 11, 30);
  // Whole quarters of hours: some times are the same, and some are the edges of days.
  const time = () => new Date(start + below(370 * 96) * 900_000).toISOString();
  const used = new Set<string>();
  const once = (): string => {
    const at = time();
    return used.has(at) ? once() : (used.add(at), at);
  };
  return {
    entries: Array.from({ length: 900 }, () => ({
      id: crypto.randomUUID(),
      title: "A day",
      content: "word ".repeat(below(30)),
      mood: roll() < 0.2 ? null : pick(MOODS),
      tags: Array.from({ length: below(4) }, () => pick(TAGS)),
      // The latest of equals is one.
      written_at: once(),
    })),
    checkIns: Array.from({ length: 200 }, () => ({
      goal: below(2),
      status: pick(["completed", "partial", "missed"] as const),
      written_at: time(),
    })),
    satisfaction: Array.from({ length: 200 }, () => ({ score: 1 + below(10), written_at: time() })),
    sleep: Array.from({ length: 200 }, () => ({
      date: time().slice(0, 10),
      hours: 4 + below(24) / 4,
    })),
  };
}

const byCode = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0;

/** Items by key, in the order of their first. */
const groups = <T>(items: T[], keyOf: (item: T) => string) => {
  const all = new Map<string, T[]>();
  for (const item of items) all.set(keyOf(item), [...all.get(keyOf(item)) ?? [], item]);
  return all;
};

const mean = (numbers: number[]) =>
  numbers.length ? numbers.reduce((sum, each) => sum + each, 0) / numbers.length : null;

const toneOf = (mood: string) => {
  const tone = toTone(mood);
  return tone && sentimentOf(tone);
};

const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7 + 1;

/** The most frequent keys with their numbers, equals in the order of their codes. */
const mostFrequent = (keys: string[]) =>
  [...groups(keys, (key) => key)].map(([key, all]) => [key, all.length] as const)
    .sort(([a, n], [b, m]) => m - n || byCode(a, b)).slice(0, 20);

/** The answer that `GET /api/insights` gives about this life. */
export function modelOf(
  life: Life,
  { from, to, timezone, goals }: { from: string; to: string; timezone: string; goals: string[] },
) {
  const format = new Intl.DateTimeFormat("sv", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const dated = <T extends { written_at: string }>(items: T[]) =>
    items.map((item) => {
      const [date, time] = format.format(new Date(item.written_at)).split(" ");
      return { ...item, date: date!, hour: Number(time!.slice(0, 2)) };
    }).filter(({ date }) => date >= from && date <= to);
  const entries = dated(life.entries).map((entry) => ({
    ...entry,
    words: `${entry.title} ${entry.content}`.split(/\s+/).filter(Boolean).length,
    mood: entry.mood?.toLowerCase() ?? null,
    tags: [...new Set(entry.tags.map((tag) => tag.toLowerCase()))],
  }));
  const checkIns = dated(life.checkIns);
  const satisfaction = dated(life.satisfaction);
  const sleep = life.sleep.filter(({ date }) => date >= from && date <= to);

  const dates = [
    ...new Set([...entries, ...checkIns, ...satisfaction, ...sleep].map(({ date }) => date)),
  ]
    .sort(byCode);
  const days = dates.map((date) => {
    const of = <T extends { date: string }>(items: T[]) =>
      items.filter((item) => item.date === date);
    const own = of(entries);
    const felt = own.filter((entry) => entry.mood !== null)
      .sort((a, b) => byCode(b.written_at, a.written_at));
    const [mood = null] = [...groups(felt, (entry) => entry.mood!)]
      .sort(([, a], [, b]) => b.length - a.length).map(([mood]) => mood);
    const checked = (status: string) =>
      of(checkIns).filter((each) => each.status === status).length;
    return {
      date,
      entries: own.length,
      words: own.reduce((sum, { words }) => sum + words, 0),
      mood,
      tone: mood && toneOf(mood),
      satisfaction: mean(of(satisfaction).map(({ score }) => score)),
      sleep_hours: mean(of(sleep).map(({ hours }) => hours)),
      goals: {
        completed: checked("completed"),
        partial: checked("partial"),
        missed: checked("missed"),
      },
    };
  });

  const toned = days.filter(({ tone }) => tone);
  const share = (some: typeof days) =>
    some.filter(({ tone }) => tone === "positive").length / some.length;
  const compare = (
    kind: string,
    value: string | number,
    has: (day: typeof days[number]) => boolean,
    among = toned,
  ) => {
    const [those, others] = [among.filter(has), among.filter((day) => !has(day))];
    return those.length < 5 || others.length < 5 ? [] : [{
      with: { kind, value },
      days: those.length,
      positive_share: share(those),
      otherwise: share(others),
    }];
  };
  const tags = mostFrequent(entries.flatMap(({ tags }) => tags));
  const together = [
    ...[...new Set(entries.flatMap(({ tags }) => tags))].flatMap((tag) =>
      compare(
        "tag",
        tag,
        ({ date }) => entries.some((entry) => entry.date === date && entry.tags.includes(tag)),
      )
    ),
    ...goals.flatMap((id, goal) =>
      compare(
        "goal",
        id,
        ({ date }) =>
          checkIns.some((each) =>
            each.date === date && each.goal === goal && each.status !== "missed"
          ),
      )
    ),
    ...compare(
      "sleep",
      7,
      ({ sleep_hours }) => sleep_hours! >= 7,
      toned.filter(({ sleep_hours }) => sleep_hours !== null),
    ),
    ...[1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
      compare("weekday", weekday, ({ date }) => weekdayOf(date) === weekday)
    ),
  ];
  const difference = (each: typeof together[number]) =>
    Math.abs(each.positive_share - each.otherwise);

  return {
    from,
    to,
    timezone,
    days,
    moods: mostFrequent(entries.flatMap(({ mood }) => mood ?? []))
      .map(([mood, count]) => ({ mood, tone: toneOf(mood), count })),
    tags: tags.map(([tag, count]) => ({ tag, count })),
    totals: {
      entries: entries.length,
      words: entries.reduce((sum, { words }) => sum + words, 0),
      days: days.filter(({ entries }) => entries > 0).length,
      goals_completed: checkIns.filter(({ status }) => status === "completed").length,
    },
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
      entries.filter(({ date }) => weekdayOf(date) === weekday).length
    ),
    hours: Array.from(
      { length: 24 },
      (_, hour) => entries.filter((each) => each.hour === hour).length,
    ),
    together: together.sort((a, b) =>
      difference(b) - difference(a) || byCode(a.with.kind, b.with.kind) ||
      byCode(`${a.with.value}`, `${b.with.value}`)
    ).slice(0, 10),
  };
}

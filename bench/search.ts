/**
 * The search: a page of 20 entries with a word, a tag or a mood, by readers and authors of seven languages, against
 * the page of the feed that the same reader has without a word, and among many entries against few.
 * The tool `search_entries` asks as the search of own entries does.
 */
import type { Sql } from "postgres";
import { become } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";
import type { Database } from "./superuser.ts";
import { loadPhases } from "./world/load.ts";
import { sizeOf, userId } from "./world/size.ts";

const pageSize = 20;
const entriesOfEach = 100;

/** Each reads as often as the others. */
const READERS = 100;

interface Search {
  what: string;
  scope: "own" | "all";
  query?: (reader: number) => string;
  tag?: (reader: number) => string;
  mood?: string;
  /** Whether few entries contain as many rows of the answer as many do. */
  grows?: true;
  /** How much longer than the feed. */
  bar: number;
}

/** A rare word: one of 5,000 entries has it, among them the first entry of the reader. */
const rare = (reader: number) => `word${reader * 31 % 5000}`;
const searches: Search[] = [
  { what: "own, a rare word", scope: "own", query: rare, grows: true, bar: 2.5 },
  { what: "own, a word of all", scope: "own", query: () => "common", grows: true, bar: 2.5 },
  { what: "all, a rare word", scope: "all", query: rare, bar: 4.5 },
  { what: "all, a word of all", scope: "all", query: () => "common", grows: true, bar: 4.5 },
  {
    what: "all, a phrase without a word",
    scope: "all",
    query: (reader) => `"common words" -${rare(reader)}`,
    grows: true,
    bar: 4.5,
  },
  // A tag of an entry of the reader: one in a thousand has it.
  { what: "all, a rare tag", scope: "all", tag: (reader) => `tag${reader * 31 % 1000}`, bar: 4.5 },
  { what: "all, a tag of all", scope: "all", tag: () => "daily", grows: true, bar: 4.5 },
  { what: "all, a mood", scope: "all", mood: "joyful", grows: true, bar: 4.5 },
];

const bySearch = `
  select * from public.list_journal_entries(
    p_scope => $1, p_query => $2, p_tag => $3, p_mood => $4, p_limit => $5)`;
const byFeed = "select * from public.list_journal_entries(p_scope => $1, p_limit => $2)";

/** Reads pages as the reader of a round, with the change of role before them as a step of its own. */
async function reading({ sql }: { sql: Sql }, users: number) {
  const connection = await sql.reserve();
  const readerOf = (round: number) => round % READERS * 37 % users;
  return {
    // The change of role is not timed: it happens in the step before.
    enter: (round: number) => become(connection, userId(readerOf(round))),
    // Prepared, as PostgREST does with its own.
    search: ({ scope, query, tag, mood }: Search) => (round: number) => {
      const reader = readerOf(round);
      const asked = [scope, query?.(reader) ?? null, tag?.(reader) ?? null, mood ?? null, pageSize];
      return connection.unsafe(bySearch, asked, { prepare: true });
    },
    feed: ({ scope }: Search) => () =>
      connection.unsafe(byFeed, [scope, pageSize], { prepare: true }),
    release: async () => {
      await become(connection, null);
      connection.release();
    },
  };
}

type Reading = Awaited<ReturnType<typeof reading>>;

/** The comparison is only valid when every reader finds something. */
async function proveFound({ enter, search }: Reading): Promise<void> {
  for (let reader = 0; reader < READERS; reader++) {
    await enter(reader);
    for (const each of searches) {
      const { length } = await search(each)(reader);
      if (!length) throw new Error(`${each.what}: reader ${reader} finds nothing`);
    }
  }
}

/** Loads 100 entries of each user into each of two databases, with few users in one. */
export async function benchSearch(
  databases: [Database, Database],
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const readings: Reading[] = [];
  for (const [i, entries] of [10_000, 1_000_000].entries()) {
    const database = databases[i]!;
    const users = entries / entriesOfEach;
    const size = sizeOf(users, { entries: entriesOfEach, heavyEntries: 0 });
    await loadPhases(database.url, size, [["people", "groups"], ["journal"]], log);
    await database.sql`vacuum (analyze)`;
    const pages = await reading(database, users);
    readings.push(pages);
    await proveFound(pages);
    const { enter, search, feed } = pages;
    for (const each of searches) {
      const times = await compare(2 * READERS, { enter, search: search(each), feed: feed(each) });
      rows.push(atMost(
        `search, ${each.what}, ${entries.toLocaleString("en")} entries`,
        `${ms(times.search.p50, 2)} (p99 ${ms(times.search.p99)}), feed ${ms(times.feed.p50, 2)}`,
        times.search.p50 / times.feed.p50,
        each.bar,
      ));
    }
  }
  const [few, many] = readings as [Reading, Reading];
  for (const each of searches.filter(({ grows }) => grows)) {
    const times = await compare(2 * READERS, {
      enterFew: few.enter,
      few: few.search(each),
      enterMany: many.enter,
      many: many.search(each),
    });
    rows.push(atMost(
      `search, ${each.what}, 1,000,000 against 10,000 entries`,
      `${ms(times.many.p50, 2)}, ${ms(times.few.p50, 2)}`,
      times.many.p50 / times.few.p50,
      1.5,
    ));
  }
  await Promise.all(readings.map(({ release }) => release()));
  return rows;
}

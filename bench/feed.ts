/**
 * The feed: a page of 20 entries, with the cards of author and notebook, under row security against
 * hand-written SQL for the same rows without it.
 */
import type { Sql } from "postgres";
import { become } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";
import type { Database } from "./superuser.ts";
import { loadPhases } from "./world/load.ts";
import { sizeOf, userId } from "./world/size.ts";

const pageSize = 20;

/** Each reads as often as the others. */
const READERS = 200;

const byHand = await Deno.readTextFile(new URL("feed.sql", import.meta.url));
const asReader = "select * from public.list_journal_entries(p_limit => $1)";

/** Three comments and reactions, and a photo, for each entry that others may read. */
async function loadResponses(sql: Sql, users: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table answered on commit drop as
      select e.id, array(
        select ('b0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
        from generate_series(0, 2) as i, abs((hashtext(e.id::text) + i) % ${users}) as n) as people
      from public.journal_entries as e where e.effective_content_visibility <> 'user'`;
    await tx`
      insert into public.journal_comments (entry_id, user_id, content)
      select id, person, 'It was like that here too.' from answered, unnest(people) as person`;
    await tx`
      insert into public.journal_reactions (entry_id, user_id, reaction)
      select id, person, (array['heart', 'clap', 'fire'])[n]
      from answered, unnest(people) with ordinality as p (person, n)
      on conflict do nothing`;
    await tx`
      insert into public.entry_attachments (
        entry_id, user_id, kind, type, path, thumbnail_path, bytes, width, height
      )
      select id, people[1], 'image', 'image/jpeg', people[1] || '/' || id, people[1] || '/small-' || id,
        200000, 1200, 900
      from answered`;
    await tx`
      insert into private.entry_summaries (entry_id, counts, attachment_count, picture)
      select entry_id, '{"comment": 3, "heart": 1, "clap": 1, "fire": 1}', 1, jsonb_build_object(
        'id', id, 'width', width, 'height', height, 'thumbnail_path', thumbnail_path)
      from public.entry_attachments`;
  });
}

/** Reads a page as the reader of a round, with the change of role before it as a step of its own. */
async function reading({ sql }: Database, users: number) {
  const connection = await sql.reserve();
  let reader = "";
  return {
    // The change of role is not timed: it happens in the step before.
    enter: async (round: number) => {
      reader = userId(round % READERS * 37 % users);
      await become(connection, reader);
    },
    // Both queries are prepared, as PostgREST does with its own.
    read: async () => {
      const rows = await connection.unsafe(asReader, [pageSize], { prepare: true });
      if (rows.length !== pageSize) throw new Error(`${reader} sees ${rows.length} entries`);
      return rows;
    },
    leave: () => become(connection, null),
    readByHand: () => connection.unsafe(byHand, [reader, pageSize], { prepare: true }),
    release: async () => {
      await become(connection, null);
      connection.release();
    },
  };
}

type Reading = Awaited<ReturnType<typeof reading>>;

/** The comparison is only valid when both queries return the same rows. */
async function proveAlike({ enter, read, leave, readByHand }: Reading): Promise<void> {
  for (let reader = 0; reader < READERS; reader++) {
    await enter(reader);
    const mine = await read();
    await leave();
    if (JSON.stringify(mine) !== JSON.stringify(await readByHand())) {
      throw new Error("the two queries differ in their rows");
    }
  }
}

/** Loads 10,000 users in each of two databases, with few entries in one. */
export async function benchFeed(
  databases: [Database, Database],
  log: (line: string) => void,
): Promise<Row[]> {
  const users = 10_000;
  const rows: Row[] = [];
  const readings: Reading[] = [];
  for (const [i, entries] of [10_000, 1_000_000].entries()) {
    const database = databases[i]!;
    const size = sizeOf(users, { entries: entries / users, heavyEntries: 0 });
    await loadPhases(database.url, size, [["people", "groups"], ["journal"]], log);
    await loadResponses(database.sql, users);
    await database.sql`vacuum (analyze)`;
    const pages = await reading(database, users);
    readings.push(pages);
    await proveAlike(pages);
    const { enter, read, leave, readByHand } = pages;
    const times = await compare(2 * READERS, { enter, read, leave, readByHand });
    rows.push(atMost(
      `feed of 20, ${entries.toLocaleString("en")} entries`,
      `${ms(times.read.p50, 2)}, by hand ${ms(times.readByHand.p50, 2)}`,
      times.read.p50 / times.readByHand.p50,
      entries >= 1_000_000 ? 1 : 1.8,
    ));
  }
  const [few, many] = readings as [Reading, Reading];
  // Directly after the hand-written query the feed takes longer, most of all among 1,000,000
  // entries, where that query reads most: the feed is compared with itself.
  const times = await compare(2 * READERS, {
    enterFew: few.enter,
    few: few.read,
    enterMany: many.enter,
    many: many.read,
  });
  await Promise.all(readings.map(({ release }) => release()));
  rows.push(atMost(
    "feed alone, 1,000,000 against 10,000 entries",
    `${ms(times.many.p50, 2)}, ${ms(times.few.p50, 2)}`,
    times.many.p50 / times.few.p50,
    1.2,
  ));
  return rows;
}

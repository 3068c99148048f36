/**
 * Looking back: a page of what a user with 100,000 entries wrote on one day of ten years, against
 * hand-written SQL for the same rows; and what keeping former texts costs a change of an entry.
 */
import type { ReservedSql, Sql } from "postgres";
import { become } from "./acting.ts";
import { loadSavers } from "./drops.ts";
import { compare, type Row } from "./measure.ts";

const entries = 100_000;
const changed = 400;

/** Numbers of these users; other benches use other ranges. */
const FIRST = 7_000_000;
const author = `c0000000-0000-4000-8000-${String(FIRST).padStart(12, "0")}`;

/** The columns of `journal_feed` for the author's own entries, without row security. */
const byHand = `
  select e.id, e.user_id, e.title, c.content, false as content_hidden, e.mood, e.tags, e.notebook_id,
    e.metadata_visibility, e.content_visibility, e.effective_metadata_visibility,
    e.effective_content_visibility, e.team_id, e.org_id, e.effective_metadata_team_id,
    e.effective_metadata_org_id,
    (select to_jsonb(a) from public.profile_cards a where a.id = e.user_id) as author,
    (select jsonb_build_object('id', n.id, 'name', n.name) from public.notebooks n
     where n.id = e.notebook_id) as notebook,
    coalesce(c.mentions, '[]') as mentions, e.spotify_track_id, to_jsonb(t) as track, e.version,
    e.written_at, e.created_at, e.updated_at, coalesce((s.counts ->> 'comment')::int, 0),
    coalesce(s.counts - 'comment', '{}') as reactions, r.reaction as own_reaction,
    coalesce(s.attachment_count, 0) as attachment_count, s.picture
  from (
    select e.id from generate_series(1, 10) as n
    cross join lateral (
      select id, written_at from public.journal_entries
      where user_id = $1
        and written_at >= ($2::date - make_interval(years => n)) at time zone 'UTC'
        and written_at < ($2::date + 1 - make_interval(years => n)) at time zone 'UTC'
      order by written_at desc, id desc limit 20) as e
    order by e.written_at desc, e.id desc limit 20
  ) as p
  join public.journal_entries e on e.id = p.id
  join private.journal_entry_contents c on c.entry_id = e.id
  left join public.spotify_tracks t on t.id = e.spotify_track_id
  left join private.entry_summaries s on s.entry_id = e.id
  left join public.journal_reactions r on r.entry_id = e.id and r.user_id = $1
  order by e.written_at desc, e.id desc`;

async function load(sql: Sql): Promise<void> {
  await loadSavers(sql, { from: FIRST, to: FIRST + 1 });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      with made as (
        insert into public.journal_entries (user_id, title, written_at,
          effective_metadata_visibility, effective_content_visibility)
        select ${author}, 'Entry ' || n, now() - n * interval '52 minutes', 'user', 'user'
        from generate_series(1, ${entries}::int) as n
        returning id, user_id
      )
      insert into private.journal_entry_contents (entry_id, user_id, content, mentions,
        effective_metadata_visibility, effective_content_visibility)
      select id, user_id, repeat('word ', 60), '[]', 'user', 'user' from made`;
  });
  await sql`vacuum (analyze)`;
}

async function measureDay(connection: ReservedSql): Promise<Row> {
  const today = Date.now();
  const day = (round: number) =>
    new Date(today - (round % 300) * 86_400_000).toISOString().slice(0, 10);
  const list = (date: string) =>
    connection`select * from public.list_entries_on_this_day(${date}, p_limit => 20)`;
  const hand = (date: string) => connection.unsafe(byHand, [author, date], { prepare: true });
  const times = await compare(300, {
    prepareAuthor: () => become(connection, author),
    list: (round) => list(day(round)),
    prepareHand: () => become(connection, null),
    hand: (round) => hand(day(round)),
  });
  const date = day(0);
  const theirs = await hand(date);
  await become(connection, author);
  const mine = await list(date);
  await become(connection, null);
  if (
    theirs.length !== 20 || String(mine.map(({ id }) => id)) !== String(theirs.map(({ id }) => id))
  ) {
    throw new Error("the two queries differ in their rows");
  }
  const ratio = times.list.p50 / times.hand.p50;
  return {
    what: "on this day, 20 of a user with 100,000 entries in ten years",
    measured: `${times.list.p50.toFixed(2)} ms, by hand ${times.hand.p50.toFixed(2)} ms`,
    ratio,
    bar: "<= 1.8",
    ok: ratio <= 1.8,
  };
}

/** Changes of the content of entries, each with ten former texts, with and without the triggers. */
async function measureChanges(sql: Sql, connection: ReservedSql): Promise<Row> {
  const rows = await sql<{ id: string }[]>`
    select id from public.journal_entries where user_id = ${author} limit ${changed}`;
  await sql`
    insert into private.journal_entry_versions (entry_id, user_id, title, content, created_at)
    select id, ${author}, 'Before', repeat('word ', 60), now() - n * interval '1 day'
    from unnest(${rows.map(({ id }) => id)}::uuid[]) as id, generate_series(1, 10) as n`;
  const times: Record<string, number[]> = { enable: [], disable: [] };
  let at = 0;
  for (let round = 0; round < 8; round++) {
    for (const verb of ["disable", "enable"]) {
      for (const table of ["journal_entries", "journal_entry_contents"]) {
        await sql.unsafe(`alter table public.${table} ${verb} trigger ${table}_300_keep_version`);
      }
      await become(connection, author);
      for (let n = 0; n < changed / 16; n++) {
        const start = performance.now();
        await connection`
          select public.update_journal_entry(${rows[at++]!.id},
            ${connection.json({ content: `changed ${"word ".repeat(60)}` })})`;
        // The first ones plan anew.
        if (n > 4) times[verb]!.push(performance.now() - start);
      }
      await become(connection, null);
    }
  }
  const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)]!;
  const [kept, plain] = [median(times.enable!), median(times.disable!)];
  return {
    what: "a change of an entry that keeps its former text",
    measured: `${kept.toFixed(2)} ms, without ${plain.toFixed(2)} ms`,
    ratio: kept / plain,
    bar: "<= 2",
    ok: kept / plain <= 2,
  };
}

/** Needs the superuser's `sql`. */
export async function benchLookingBack(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log("A user with 100,000 entries");
  await load(sql);
  const connection = await sql.reserve();
  try {
    return [await measureDay(connection), await measureChanges(sql, connection)];
  } finally {
    await become(connection, null);
    connection.release();
  }
}

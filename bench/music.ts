/** Music: what it costs an entry to find its track among ten million plays. */
import type { Sql } from "postgres";
import { loadSavers } from "./drops.ts";
import { pauseIndexes } from "./world/loading.ts";
import { compare, type Row, type Times } from "./measure.ts";
import type { Database } from "./superuser.ts";

const users = 10_000;
/** Plays of each user, one each ten minutes until now. */
const playsEach = 1000;
const tracks = 100_000;

/** Entries in one statement, each of another user. */
const batch = 100;
const rounds = 40;

/** Finding the track costs at most as much as the rest of an insert, however many plays there are. */
const SHARE_BAR = 2;
const GROWTH_BAR = 1.3;

/** Numbers of these users; other benches use other ranges. */
const FIRST = 3_000_000;

/** Gives every user `each` plays. */
async function loadPlays(sql: Sql, each: number): Promise<void> {
  const step = 1000;
  const buildIndexes = await pauseIndexes(sql, "public.spotify_plays");
  for (let first = 0; first < users; first += step) {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.spotify_plays (id, user_id, spotify_track_id, played_at)
        select ('e0000000-0000-4000-8000-' || lpad((u * ${each}::bigint + p)::text, 12, '0'))::uuid,
          ('c0000000-0000-4000-8000-' || lpad((${FIRST}::int + u)::text, 12, '0'))::uuid,
          'bench-' || (u * ${playsEach}::bigint + p) * 7919 % ${tracks}::int,
          now() - make_interval(mins => 10 * (${each}::int - p))
        from generate_series(${first}::int, ${first + step - 1}::int) as u,
          generate_series(0, ${each - 1}::int) as p`;
    });
  }
  await buildIndexes();
  await sql`vacuum (analyze) public.spotify_plays`;
}

async function loadListeners(sql: Sql): Promise<void> {
  await loadSavers(sql, { from: FIRST, to: FIRST + users });
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into public.spotify_tracks (id, name)
      select 'bench-' || n, 'Song ' || n from generate_series(0, ${tracks - 1}::int) as n`;
    await tx`
      insert into public.spotify_accounts (user_id, provider_user_id, scope)
      select ('c0000000-0000-4000-8000-' || lpad((${FIRST}::int + u)::text, 12, '0'))::uuid, u, ''
      from generate_series(0, ${users - 1}::int) as u`;
  });
  await sql`vacuum (analyze) public.spotify_tracks, public.spotify_accounts, public.profile_cards`;
}

/**
 * Writes entries of a hundred users, most of them within the past week. With a `track`, another one
 * for each, the trigger has nothing to find.
 */
const write = (sql: Sql, round: number, { track }: { track: boolean }) =>
  sql`
    insert into public.journal_entries (user_id, title, written_at, spotify_track_id)
    select ('c0000000-0000-4000-8000-'
        || lpad((${FIRST}::int + (${round}::int * 7919 + n * 101) % ${users}::int)::text, 12, '0'))::uuid,
      'Bench', now() - make_interval(mins => n * 97 % 10000),
      case when ${track} then 'bench-' || (${round}::int * 7919 + n * 101) % ${tracks}::int end
    from generate_series(1, ${batch}::int) as n`;

/** Of each entry of a batch. */
const microseconds = ({ p50 }: Times) => `${Math.round(p50 / batch * 1000)} us`;

/** Loads ten million plays, and in another database one for each listener. */
export async function benchMusic(
  databases: [Database, Database],
  log: (line: string) => void,
): Promise<Row[]> {
  for (const [i, each] of [1, playsEach].entries()) {
    log(`loading ${users * each} plays`);
    await loadListeners(databases[i]!.sql);
    await loadPlays(databases[i]!.sql, each);
  }
  const [few, many] = databases;
  const times = await compare(rounds, {
    few: (round) => write(few.sql, round, { track: false }),
    many: (round) => write(many.sql, round, { track: false }),
    given: (round) => write(many.sql, round, { track: true }),
  });
  const share = times.many.p50 / times.given.p50;
  const growth = times.many.p50 / times.few.p50;
  return [
    {
      what: `insert of an entry that finds its track among ${users * playsEach} plays`,
      measured: `${microseconds(times.many)}, with the track given ${microseconds(times.given)}`,
      ratio: share,
      bar: `<= ${SHARE_BAR}`,
      ok: share <= SHARE_BAR,
    },
    {
      what: `the same, against ${users} plays`,
      measured: `${microseconds(times.many)}, ${microseconds(times.few)}`,
      ratio: growth,
      bar: `<= ${GROWTH_BAR}`,
      ok: growth <= GROWTH_BAR,
    },
  ];
}

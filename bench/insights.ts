/** Insights of a year with 5,000 entries. */
import type { Sql } from "postgres";
import { become } from "./acting.ts";
import { ms, type Row, summarize } from "./measure.ts";
import type { Database } from "./superuser.ts";

const ENTRIES = 5000;
const ROUNDS = 50;

/** Milliseconds. */
const BAR = 50;

/** The year 2025 of a user: entries with moods and tags, check-ins of goals, satisfaction and sleep. */
export async function loadYear(sql: Sql, id: string): Promise<void> {
  const at = (n: string) =>
    sql.unsafe(`timestamptz '2025-01-01 01:00Z' + ${n} * interval '1 minute'`);
  await sql`
    select private.insert_journal_entry(${id}, jsonb_build_object(
      'title', 'Day ' || n,
      'content', repeat('a quiet walk along the river ' || n || ' ', 5 + n % 40),
      'mood', case when n % 5 > 0 then
        (array['joyful', 'Calm', 'tired', 'sad', 'so-so', 'grateful', 'anxious'])[1 + n * 31 % 7] end,
      'tags', (select coalesce(jsonb_agg('tag ' || abs(hashtext(n || ' ' || i) % 60)), '[]')
        from generate_series(1, n % 5) as i),
      'written_at', ${at("n * 104")}), ${at("n * 104")})
    from generate_series(1, ${ENTRIES}::integer) as n`;
  await sql`
    with mine as (
      insert into public.goals (user_id, title)
      select ${id}, 'Goal ' || n from generate_series(1, 8) as n returning id
    )
    insert into public.goal_check_ins (goal_id, user_id, status, written_at)
    select g.id, ${id}, (array['completed', 'completed', 'partial', 'missed'])[1 + (n * 7 + g.i) % 4],
      ${at("n * 1440")}
    from (select id, row_number() over () as i from mine) as g cross join generate_series(1, 360) as n`;
  await sql`
    insert into public.satisfaction_entries (user_id, score, written_at)
    select ${id}, 1 + n * 7 % 10, ${at("n * 1440")} from generate_series(1, 360) as n`;
  await sql`
    insert into public.sleep_entries (user_id, date, hours, quality)
    select ${id}, date '2025-01-01' + n, 5 + n * 7 % 16 / 4.0, 3 from generate_series(1, 360) as n`;
  await sql.unsafe("vacuum analyze");
}

/**
 * Milliseconds that a process of Postgres has spent on a processor: others who want it too do not
 * count, as they do in the time that passes.
 */
const spent = async (pid: number) =>
  Number((await Deno.readTextFile(`/proc/${pid}/schedstat`)).split(" ")[0]) / 1e6;

/** The processor time of the function of the database. */
export async function benchInsights({ sql }: Database): Promise<Row[]> {
  const id = crypto.randomUUID();
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    values (${id}, 'insights@example.com', '{"timezone": "Europe/Berlin"}')`;
  await loadYear(sql, id);
  const connection = await sql.reserve();
  const [process] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
  await become(connection, id);
  const times: number[] = [];
  for (let round = -5; round < ROUNDS; round++) {
    const before = await spent(process.pid);
    const [row] = await connection`
      select public.my_insights('2025-01-01', '2025-12-31') #> '{totals,entries}' as entries`;
    if (row!.entries !== ENTRIES) throw new Error(`${row!.entries} entries of ${ENTRIES}`);
    if (round >= 0) times.push(await spent(process.pid) - before);
  }
  await become(connection, null);
  connection.release();
  const { p50, p95 } = summarize(times);
  return [{
    what: `insights of ${ENTRIES.toLocaleString("en")} entries of a year, processor time`,
    measured: `${ms(p50)}, p95 ${ms(p95)}`,
    bar: `<= ${BAR} ms`,
    ok: p50 <= BAR,
  }];
}

/** Encouragement drops: the engagement job, the leaderboard, and sends per second. */
import type { Sql, TransactionSql } from "postgres";
import { pauseIndexes } from "./world/loading.ts";
import { compare, compareThroughput, type Row, undoneMs } from "./measure.ts";

const users = 1_000_000;
const openDrops = 1_000_000;
/** Each has sent five of the open drops. */
const senders = openDrops / 5;
/** The batch size of the job. */
const batch = 2_000;
const clients = 16;

/** Numbers of these users; other benches use other ranges. */
const userId = (n: number) => `e0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/**
 * Users with badges. The first 200,000 sent five drops each to users spread over all; half of the
 * recipients wrote something since, and a quarter of the windows has closed. As superuser with
 * triggers disabled; it writes the rows that the triggers would write.
 */
async function load(sql: Sql): Promise<void> {
  const buildIndexes = await pauseIndexes(
    sql,
    "public.profiles",
    "public.profile_cards",
    "public.encouragement_badges",
    "public.action_notes",
    "public.drops_sent",
  );
  for (let first = 0; first < users; first += 100_000) {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        create temporary table people on commit drop as
        select n, ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
        from generate_series(${first}::int, ${first + 99_999}::int) as n`;
      await tx`
        insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
        select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
          'friend' || n || '@example.com', now(), now(), now() from people`;
      await tx`
        insert into public.profiles (id, handle, full_name, is_active)
        select id, 'friend_' || n, 'Friend ' || n, n % 100 <> 99 from people`;
      await tx`
        insert into public.profile_cards (id, handle, full_name)
        select id, 'friend_' || n, 'Friend ' || n from people`;
      await tx`
        insert into public.encouragement_badges
          (user_id, total_drops_sent, settled_drops, total_engagement_increases)
        select id, 2000 + 5, 1000 + n % 1000, n::bigint * 7919 % 1000 from people`;
      await tx`
        insert into public.action_notes (user_id, content, written_at, created_at)
        select id, 'Wrote something', at, at
        from people, (select now() - interval '30 minutes' as at) as half_an_hour_ago
        where n % 2 = 0`;
      await tx`
        insert into public.drops_sent (sender_id, recipient_id, drop_type, content, bonus_drops,
          date_sent, engagement_window_ends_at)
        select ('e0000000-0000-4000-8000-' || lpad(((n + 1) % ${senders}::int)::text, 12, '0'))::uuid, id,
          'encouragement', 'You are doing great', 2, at, at + interval '24 hours'
        from (
          select *, now() - case when n % 4 = 3 then interval '25 hours' else interval '1 hour' end
            - n * interval '1 millisecond' as at
          from people
        ) as sent`;
    });
  }
  // The rows below look up what they refer to.
  await buildIndexes();
  await sql`analyze public.action_notes, public.drops_sent`;
  // As the triggers of the entries do.
  await sql`
    insert into private.drop_marks (drop_id)
    select d.id from public.drops_sent as d
    join public.action_notes as e on e.user_id = d.recipient_id and e.created_at > d.date_sent
    where d.settled_at is null`;
  await sql`
    insert into public.user_drops (user_id, date, began_at, daily_allowance, custom_max, drops_used)
    select ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, private.utc_today() - 1,
      private.utc_today() - 1, 5, 3, 5
    from generate_series(0, ${senders - 1}::int) as n`;
  // Levels and their milestones, as earlier drops gave them; without the notifications.
  for (let first = 0; first < senders; first += 20_000) {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        select private.change_badges(array(
          select (user_id, 0, 0, 0, 0, null)::private.badge_change from public.encouragement_badges
          where user_id between ${userId(first)} and ${userId(first + 19_999)}))`;
    });
  }
  await settle(sql);
}

/** Vacuums and analyzes, as autovacuum would do later. */
const settle = (sql: Sql) =>
  sql`vacuum (analyze) public.profiles, public.profile_cards, public.encouragement_badges,
    public.action_notes, public.drops_sent, public.user_drops, public.badge_milestones,
    public.notifications, private.drop_marks`;

interface Step {
  engaged: number;
  expired: number;
  done: boolean;
}

/** Runs the job as its function does; returns the milliseconds of each call, and the counts. */
async function processAll(sql: Sql) {
  const calls: number[] = [];
  const counts = { engaged: 0, expired: 0 };
  for (let done = false; !done;) {
    const start = performance.now();
    const [step]: Step[] = await sql`
      select engaged, expired, done from private.process_engagement_batch(${batch})`;
    calls.push(performance.now() - start);
    counts.engaged += step!.engaged;
    counts.expired += step!.expired;
    ({ done } = step!);
  }
  return { calls, ...counts };
}

/** Milliseconds of one update that settles every drop, rolled back. */
async function bareUpdate(sql: Sql): Promise<number> {
  const ms = await undoneMs(
    sql,
    (tx) => tx`update public.drops_sent set settled_at = now() where settled_at is null`,
  );
  await settle(sql);
  return ms;
}

const sumOf = (values: number[]) => values.reduce((sum, each) => sum + each, 0);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function benchJob(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log("One bare update of as many drops");
  const bare = await bareUpdate(sql);
  log("The engagement job");
  const { calls, engaged, expired } = await processAll(sql);
  if (engaged !== openDrops / 2 || expired !== openDrops / 4) {
    throw new Error(`${engaged} drops engaged, ${expired} expired`);
  }
  const all = sumOf(calls);
  const slowest = Math.max(...calls) / 1000;
  // The first quarter of the calls settles closed windows, so halves of the rest are alike.
  const rest = calls.slice(Math.ceil(calls.length / 4), -1);
  const half = Math.floor(rest.length / 2);
  const growth = sumOf(rest.slice(half, 2 * half)) / sumOf(rest.slice(0, half));
  log("The engagement job again, with what is left open");
  await settle(sql);
  const again = sumOf((await processAll(sql)).calls);
  return [{
    what: "engagement job, 1,000,000 open drops, against one bare update",
    measured: `${seconds(all)}, update ${seconds(bare)}, again ${seconds(again)}`,
    ratio: all / bare,
  }, {
    what: `engagement job, slowest call of ${calls.length}, in seconds`,
    measured: `${slowest.toFixed(2)} s`,
    ratio: slowest,
    bar: "< 4",
    ok: slowest < 4,
  }, {
    what: "engagement job, last calls against first ones",
    measured: `${(all / calls.length).toFixed(0)} ms a call`,
    ratio: growth,
    bar: "<= 1.5",
    ok: growth <= 1.5,
  }];
}

/** Claims of a user, as the Data API sets them. */
const actAs = (tx: TransactionSql, id: string) =>
  tx`select set_config('request.jwt.claims', ${
    JSON.stringify({ sub: id, role: "authenticated" })
  }, true), set_config('role', 'authenticated', true)`;

async function benchLeaderboard(sql: Sql): Promise<Row> {
  const { p50, p99 } = (await compare(100, {
    page: () =>
      sql.begin(async (tx) => {
        await actAs(tx, userId(1));
        await tx`select * from public.leaderboard(50)`;
      }),
  })).page;
  return {
    what: "leaderboard, 50 of 1,000,000 users, p50 in milliseconds",
    measured: `${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ratio: p50,
    bar: "< 10",
    ok: p50 < 10,
  };
}

/** What a send writes, without its checks. */
const writeSend = (tx: TransactionSql, sender: string, recipient: string, template: string) =>
  tx`
    with day as (
      insert into public.user_drops as u
        (user_id, date, began_at, daily_allowance, custom_max, drops_used)
      values (${sender}, private.utc_today(), private.utc_today(), 100, 3, 1)
      on conflict (user_id, date) do update set drops_used = u.drops_used + 1
    ),
    badge as (
      update public.encouragement_badges set total_drops_sent = total_drops_sent + 1,
        last_sent_on = private.utc_today(), updated_at = now()
      where user_id = ${sender}
    ),
    sent as (
      insert into public.drops_sent (sender_id, recipient_id, drop_type, template_id, content,
        bonus_drops, engagement_window_ends_at)
      values (${sender}, ${recipient}, 'encouragement', ${template}, 'Go on', 2,
        now() + interval '24 hours')
      returning id
    ),
    note as (
      insert into public.notifications (user_id, type, title, body, data, dedupe_key)
      select ${recipient}::uuid, 'drop_received', 'You received a drop', '@friend sent you a drop',
        jsonb_build_object('drop_id', id, 'user_id', ${sender}::text), id::text
      from sent
    )
    update public.drop_templates set usage_count = usage_count + 1 where id = ${template}`;

async function benchSends(sql: Sql, log: (line: string) => void): Promise<Row> {
  log(`Sends over ${clients} connections`);
  await sql`update public.drop_config set daily_allowance = 100`;
  const templates = (await sql<{ id: string }[]>`
    insert into public.drop_templates (drop_type, title, content, is_approved)
    select 'encouragement', 'Go', 'Go on', true from generate_series(1, 100) returning id`)
    .map(({ id }) => id);
  let n = 0;
  /** Distinct senders one after the other; their levels are loaded, and none of them is blocked. */
  const pair = () => {
    n = (n + 7919 * 2) % senders;
    return [userId(n), userId((n + 100) % senders), templates[n / 2 % 100]!] as const;
  };
  const call = () =>
    sql.begin(async (tx) => {
      const [sender, recipient, template] = pair();
      await actAs(tx, sender);
      await tx`select public.send_drop(${recipient}, p_template_id => ${template})`;
    });
  const written = () =>
    sql.begin(async (tx) => {
      const [sender, recipient, template] = pair();
      await tx`select set_config('request.jwt.claims', '{}', true)`;
      await writeSend(tx, sender, recipient, template);
    });
  const rates = await compareThroughput({ clients, rounds: 4 }, { call, written });
  const ratio = rates.call / rates.written;
  return {
    what: `sends, ${clients} connections, against hand-written statements without checks`,
    measured: `${Math.round(rates.call)} of ${Math.round(rates.written)} a second`,
    ratio,
    bar: ">= 0.4",
    ok: ratio >= 0.4,
    reason: "also checks limits, blocks and the sender's allowance for the day",
  };
}

/** Needs the superuser's `sql`, with 16 connections or more. Loads 1,000,000 users and drops. */
export async function benchEncouragement(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log(`Loading ${users.toLocaleString("en")} users with ${openDrops.toLocaleString("en")} drops`);
  await load(sql);
  return [
    ...await benchJob(sql, log),
    await benchLeaderboard(sql),
    await benchSends(sql, log),
  ];
}

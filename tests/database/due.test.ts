/** Jobs find the rows that they take or purge by an index, however many other rows are not due. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";
import type postgres from "postgres";

const { superuser } = await ownPlatform();
const { mostRows, plansOf, plansOfEach } = await import("../support/plans.ts");
const { sql } = await import("../support/sql.ts");

// Autovacuum counts no uncommitted row: the planner would take the table of a test for empty.
const autovacuum = async (setting: "on" | "off") => {
  await superuser.unsafe(`alter system set autovacuum = ${setting}`);
  await superuser`select pg_reload_conf()`;
};
await autovacuum("off");
afterAll(() => autovacuum("on"));

const user = "d0000000-0000-4000-8000-00000000000d";
const other = "md5(n::text)::uuid";

const device = `insert into public.notifications (id, user_id, type, title)
    values ('${user}', '${user}', 'mention', 't');
  insert into public.push_devices (id, user_id, token, platform)
    values ('${user}', '${user}', 'ExpoPushToken[due]', 'ios');
  insert into public.profiles (id, handle, full_name) values ('${user}', 'due', 'Due')`;

/** Webhooks, of which three are due. */
const webhooks = (count: number) =>
  `${device}; insert into private.webhooks
    (id, user_id, url, events, description, secret, era, since, due_at)
  select ${other}, '${user}', 'https://example.net/', '{goal.changed}', '', 's', era,
    pg_current_snapshot(), now() + (n - 3) * interval '1 minute'
  from private.sync_eras, generate_series(1, ${count}) as n`;

/** Open drops, whose windows close after this time and a minute, two, and so on. */
const openDrops = (after: string) =>
  `insert into public.drops_sent
    (id, sender_id, recipient_id, drop_type, content, bonus_drops, engagement_window_ends_at)
  select ${other}, '${user}', ${other}, 'encouragement', 'c', 1,
    now() + interval '${after}' + n * interval '1 second'
  from generate_series(1, 20000) as n`;

/** The call of each function, and rows that it must pass over, except three that are its own. */
const cases: Record<string, { call: string; table: string; rows: string }> = {
  "pushes to send": {
    call: "select private.take_pushes(10)",
    table: "private.pushes",
    rows: `${device}; insert into private.pushes (notification_id, device_id, status, not_before)
      select '${user}', '${user}', 'waiting', now() + (n - 3) * interval '1 minute'
      from generate_series(1, 20000) as n`,
  },
  "new pushes to send, of many": {
    call: "select private.take_pushes(10)",
    table: "private.pushes",
    rows: `${device}; insert into private.pushes (notification_id, device_id, not_before)
      select '${user}', '${user}', now() + n * interval '1 second'
      from generate_series(1, 20000) as n`,
  },
  "the last turn of a user who causes many pushes": {
    call: `select private.notify('${user}', 'mention', '{}', '{"user_id": "${user}"}')`,
    table: "private.pushes",
    rows: `${device}; insert into private.pushes (notification_id, device_id, caused_by, not_before)
      select '${user}', '${user}', '${user}', now() + n * interval '1 second'
      from generate_series(1, 20000) as n`,
  },
  "receipts to read": {
    call: "select private.take_push_receipts(10)",
    table: "private.pushes",
    rows: `${device}; insert into private.pushes
        (notification_id, device_id, status, ticket_id, not_before)
      select '${user}', '${user}', 'sent', 't', now() + (n - 3) * interval '1 minute'
      from generate_series(1, 20000) as n`,
  },
  "reminders to send": {
    call: "select private.send_reminders(10)",
    table: "private.reminder_times",
    rows: `${device}; insert into public.reminders (id, user_id, kind, local_time, days)
      select ${other}, '${user}', 'journal', '12:00', '{1}' from generate_series(1, 20000) as n;
      insert into private.reminder_times (reminder_id, next_on, next_at)
      select ${other}, '2026-01-01', now() + (n - 3) * interval '1 minute'
      from generate_series(1, 20000) as n`,
  },
  "weekly reviews to send": {
    call: "select private.send_weekly_reviews(10)",
    table: "private.weekly_reviews",
    rows: `${device}; insert into private.weekly_reviews (user_id, next_at)
      select ${other}, now() + (n - 3) * interval '1 minute'
      from generate_series(1, 20000) as n`,
  },
  "mails to send, of many that are due": {
    call: "select private.take_mails(10)",
    table: "private.emails",
    rows: `insert into private.emails (recipient, subject, text_body, not_before)
      select 'a@example.com', 's', 't', now() - n * interval '1 second'
      from generate_series(1, 20000) as n`,
  },
  "mails that were cut off": {
    call: "select private.end_cut_off_mails(10)",
    table: "private.emails",
    rows: `insert into private.emails (recipient, subject, text_body, status, not_before)
      select 'a@example.com', 's', 't', case when n < 10000 then 'sending' else 'waiting' end,
        now() + (n - 4) * interval '1 minute' - interval '1 hour'
      from generate_series(1, 20000) as n`,
  },
  "webhooks with something to deliver": {
    call: "select private.take_webhook_delivery()",
    table: "private.webhooks",
    rows: webhooks(20000),
  },
  "what has changed since the position of a webhook": {
    call: "select private.make_webhook_events()",
    table: "private.changes",
    rows: `${webhooks(1)}; insert into private.changes (type, id, user_id, position)
      select 'goal', ${other}, '${user}', (select era::bigint << 44 from private.sync_eras) + 1
      from generate_series(1, 20000) as n`,
  },
  "files to delete": {
    call: "select private.take_storage_deletions(10)",
    table: "private.storage_deletions",
    rows: `insert into private.storage_deletions (bucket, path, not_before)
      select 'b', n || '/x', now() + (n - 3) * interval '1 minute'
      from generate_series(1, 20000) as n`,
  },
  "files of a deleted account": {
    call: `select private.take_storage_deletions(10, '${user}')`,
    table: "private.storage_deletions",
    rows: `insert into private.storage_deletions (bucket, path)
      select 'b', case when n < 4 then '${user}' else ${other}::text end || '/' || n
      from generate_series(1, 20000) as n`,
  },
  "open drops that are closed or marked": {
    call: "select private.process_engagement_remaining()",
    table: "public.drops_sent",
    rows: `${openDrops("-63 seconds")};
      insert into private.drop_marks (drop_id, marked_in)
      select ${other}, '1' from generate_series(1, 4) as n`,
  },
  "accounts to synchronize": {
    call: "select private.take_music_accounts(10)",
    table: "private.spotify_connections",
    rows: `insert into private.spotify_connections
        (user_id, access_token, refresh_token, expires_at, due_at)
      select ${other}, 'a', 'r', now(), now() + (n - 3) * interval '1 minute'
      from generate_series(1, 20000) as n`,
  },
  "stored files of a deleted account": {
    call: `select private.discard_account_files('${user}')`,
    table: "storage.objects",
    rows: `insert into storage.objects (bucket_id, name)
      select 'avatars', case when n < 4 then '${user}' else ${other}::text end || '/' || n
      from generate_series(1, 20000) as n`,
  },
  "hits of a deleted account": {
    call: `select private.erase_person('${user}', 500)`,
    table: "private.rate_limit_hits",
    rows: `insert into private.rate_limit_hits (bucket, subject, cost)
      select case n % 2 when 0 then 'ai' else 'mention' end, case n
        when 1 then 'user:${user}' when 2 then 'user:${user}:x' when 3 then 'user:x:${user}'
        else 'user:' || ${other} end, 1
      from generate_series(1, 20000) as n`,
  },
};

describe.each(Object.entries(cases))("finds %s", (_what, { call, table, rows }) => {
  const name = table.split(".")[1]!;
  let found: Awaited<ReturnType<typeof plansOfEach>>;
  beforeAll(async () => {
    found = await plansOfEach(null, (tx) => tx.unsafe(rows), [
      { given: (tx) => tx.unsafe(`analyze ${table}`), query: call },
      // The size of the table, which analyze counts, is not rolled back.
      { query: call },
    ]);
  });
  it.each([["with", 0], ["without", 1]])("%s statistics", (_with, step) => {
    const plans = found[step]!;
    const reading = plans.filter(({ query }) => query.includes(name));
    expect(reading).not.toEqual([]);
    for (const { plan, query } of reading) {
      expect([query, mostRows(plan) < 50]).toEqual([query, true]);
    }
  });
});

/** More rows for each count than it counts. */
const counts: Record<string, string> = {
  "job_backlog('outbox-delivery', 'pushes expo new')":
    `${device}; insert into private.pushes (notification_id, device_id)
    select '${user}', '${user}' from generate_series(1, 20000)`,
  "job_backlog('outbox-delivery', 'mails')":
    `insert into private.emails (recipient, subject, text_body)
    select 'a@example.com', 's', 't' from generate_series(1, 20000)`,
  "count_storage_deletions()": `insert into private.storage_deletions (bucket, path)
    select 'b', n || '/x' from generate_series(1, 20000) as n`,
  "process_engagement_remaining()": openDrops("-1 day"),
  "step_prompts_remaining()": `insert into public.dreams (user_id, title, written_at, created_at)
    select ${other}, 't', '2020-01-01', now() - interval '4 days'
    from generate_series(1, 20000) as n`,
  "outreach_digest_remaining()": `insert into public.sponsor_outreach
      (from_user_id, to_participant_id, subject, message)
    select '${user}', '${user}', 's', 'm' from generate_series(1, 20000)`,
};

it.each(Object.entries(counts))("%s reads no more than 10,000 rows", async (count, rows) => {
  const plans = await plansOf(null, `select private.${count}`, [], async (tx) => {
    await tx.unsafe(`${rows}; analyze private.pushes, private.emails, private.storage_deletions,
      public.drops_sent, public.dreams, public.sponsor_outreach`);
  });
  const [counting] = plans.filter(({ query }) => query.includes("limit 10000"));
  // One more where a count begins at the place that is given.
  expect([10_000, 10_001]).toContain(mostRows(counting!.plan));
});

it("looks up once whether each user of a batch has this month's award", async () => {
  const users = 2000;
  const plans = await plansOf(
    null,
    `select * from private.award_monthly_batch(null, ${users})`,
    [],
    async (tx) => {
      await tx.unsafe(`
        insert into public.profiles (id, handle)
        select ${other}, 'due_' || n from generate_series(1, 20000) as n;
        insert into public.drops_ledger (user_id, delta, balance_before, balance_after, type, reason,
          source, idempotency_key)
        select ${other}, 30, 0, 30, 'monthly_recurring', 'r', 's', private.award_key()
        from generate_series(1, 20000) as n;
        analyze public.profiles, public.drops_ledger`);
    },
  );
  const reading = plans.filter(({ query }) => query.includes("from public.drops_ledger"));
  expect(reading).not.toEqual([]);
  for (const { plan, query } of reading) {
    // A batch passes over synthetic users.
    expect([query, mostRows(plan) < 2 * users]).toEqual([query, true]);
  }
});

describe("at the end of a day on which 20,000 users have had their turn", () => {
  const served = (tx: postgres.TransactionSql) =>
    tx.unsafe(`
      insert into public.profiles (id, handle, read_notes_enabled, check_in_enabled)
      select ${other}, 'due_' || n, true, true from generate_series(1, 20000) as n;
      insert into private.assistant_attempts (job, user_id, day, lease_until, done)
      select job, ${other}, private.utc_today(), now(), true
      from generate_series(1, 20000) as n, unnest(array['note_analysis', 'daily_drop']) as job;
      insert into public.journal_entries (user_id, title, effective_metadata_visibility,
        effective_content_visibility)
      select ${other}, 't', 'user', 'user' from generate_series(1, 20000) as n;
      insert into public.note_analyses (user_id, analysis_date, summary, mood_trends, topics,
        patterns, recommendations, insights, entry_count)
      select ${other}, private.utc_today(), 's', '{}', '[]', '[]', 'r',
        '{"gratitude": [], "challenges": [], "goals": [], "achievements": []}', 1
      from generate_series(1, 20000) as n;
      insert into public.drops_sent (sender_id, recipient_id, drop_type, content, bonus_drops,
        engagement_window_ends_at)
      select private.system_sender_id(), ${other}, 'encouragement', 'c', 0, now()
      from generate_series(1, 20000) as n;
      insert into private.assistant_days
      select job, private.utc_today(), (
        select id from public.profiles where read_notes_enabled order by id offset 19990 limit 1)
      from unnest(array['note_analysis', 'daily_drop']) as job;
      analyze public.profiles, private.assistant_attempts, public.journal_entries,
        public.note_analyses, public.drops_sent`);

  const limits = Object.entries({
    "take_note_analyses(null, 5)": 50,
    "assistant_turns_remaining('note_analysis')": 50,
    [`take_daily_drops('${user}', 5)`]: 50,
    // It counts the users who have the drop.
    "take_daily_drops(null, 5)": 10_001,
    "assistant_turns_remaining('daily_drop')": 50,
  });
  let found: Awaited<ReturnType<typeof plansOfEach>>;
  beforeAll(async () => {
    const queries = limits.map(([call]) => ({ query: `select private.${call}` }));
    found = await plansOfEach(null, served, queries);
  });

  const steps = limits.map(([call, limit], step) => ({ call, limit, step }));
  it.each(steps)("$call does not read them", ({ limit, step }) => {
    const plans = found[step]!;
    expect(plans.map(({ query }) => query).join()).toContain("private.assistant_days");
    for (const { plan, query } of plans) {
      expect([query, mostRows(plan) < limit]).toEqual([query, true]);
    }
  });
});

describe("every rule of retention", async () => {
  const rules = await sql<{ relation: string; since: string; condition: string }[]>`
    select relation, since, condition from private.retention
    -- pg_cron's own table, which has no index.
    where relation <> 'cron.job_run_details' order by relation, condition`;
  const page = readFileSync("docs/privacy.md", "utf8");
  it("stands in docs/privacy.md", () => {
    const table = page.split("### Retention")[1]!.split("All other tables")[0]!;
    const stated = table.match(/(public|private|auth)\.[a-z_]+(?=`)/g)!.filter((name) =>
      name !== "private.retention"
    );
    expect(stated.toSorted()).toEqual([...new Set(rules.map(({ relation }) => relation))]);
  });

  it("or the reason to have none stands there for each table", async () => {
    const named = new Set(
      page.match(/`[a-z_.]+`/g)!.map((name) => name.slice(1, -1).split(".").at(-1)),
    );
    const tables = await sql<{ relname: string }[]>`
      select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relkind in ('r', 'p') and not relispartition
        and oid::regclass::text not in (select relation from private.retention)
      order by relname`;
    expect(tables.map(({ relname }) => relname).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(rules)("finds rows of $relation by an index", async ({ relation, since, condition }) => {
    const plan = await sql.begin(async (tx: postgres.TransactionSql) => {
      await tx`set local enable_seqscan = off`;
      await tx`set local enable_sort = off`;
      return await tx.unsafe(`explain select ctid from ${relation}
        where ${since} < now() - interval '1 day' and (${condition}) order by ${since} limit 5000`);
    });
    const lines = plan.map((line) => line["QUERY PLAN"] as string).join("\n");
    expect(lines).not.toContain("Sort");
    expect(lines).toMatch(/Index Cond: .*now\(\)/);
  });
});

/** Drops: the monthly award of a million users, and the ledger's entries per second. */
import type { Sql } from "postgres";
import { atMost, compareThroughput, type Row, seconds } from "./measure.ts";
import type { Database } from "./superuser.ts";
import { createPeople } from "./people.ts";
import { pauseIndexes } from "./world/loading.ts";
import { userId } from "./world/size.ts";

/** The batch size of the job. */
const batch = 5000;
/** Users who get their award between two measurements of the baseline. */
const part = 10 * batch;
const clients = 16;

/**
 * Inserts the users numbered from `from` to below `to`, each with a signup bonus and every
 * twentieth with a subscription, in no order of their ids, as people sign up. As superuser with
 * triggers disabled; it writes the rows that the triggers would write.
 */
export async function loadSavers(
  sql: Sql,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let first = from; first < to; first += 100_000) {
    await sql.begin(async (tx) => {
      await createPeople(tx, "saver", { from: first, to: Math.min(first + 100_000, to) }, 50);
      await tx`
        insert into public.drops_ledger
          (user_id, delta, balance_before, balance_after, type, reason, source, idempotency_key)
        select id, 50, 0, 50, 'signup_bonus', 'Welcome', 'signup', 'signup' from people`;
      await tx`
        insert into public.subscriptions
          (user_id, payment_customer_id, payment_subscription_id, status, provider_updated_at)
        select id, 'cus_' || n, 'sub_' || n, 'active', now() from people where n % 20 = 0`;
    });
  }
}

/** Vacuums and analyzes before the measurement, as autovacuum would do later. */
const settle = (sql: Sql) =>
  sql`vacuum (analyze) auth.users, public.profiles, public.profile_cards,
    public.drops_ledger, public.subscriptions`;

/**
 * Awards all users in batches as the job does; returns the milliseconds of each call. `beside` is called
 * with the number of users before each part of them.
 */
async function awardEverybody(
  sql: Sql,
  beside: (from: number) => Promise<unknown> = async () => {},
): Promise<number[]> {
  const calls: number[] = [];
  let after: string | null = null;
  do {
    if (calls.length * batch % part === 0) await beside(calls.length * batch);
    const start = performance.now();
    const rows: { last_id: string | null; failed: number }[] = await sql`
      select failed, last_id from private.award_monthly_batch(${after}, ${batch})`;
    calls.push(performance.now() - start);
    const { failed, last_id } = rows[0]!;
    if (failed) throw new Error(`${failed} users could not be awarded`);
    after = last_id;
  } while (after);
  return calls;
}

/** Throws if the ledger lost or duplicated an entry. */
async function checkAwards(sql: Sql, users: number): Promise<void> {
  const [{ wrong, balances }] = await sql<
    [{ wrong: number; balances: string }]
  >`
    select (select count(*)::int from private.ledger_mismatches()) as wrong,
      (select sum(drops_balance) from public.profiles where handle like 'saver\\_%') as balances`;
  const expected = users * (50 + 30) + users / 20 * (250 - 30);
  if (wrong || Number(balances) !== expected) {
    throw new Error(`${wrong} mismatches, ${balances} of ${expected} drops`);
  }
}

/** Copies of the tables with their indexes, without checks, triggers and foreign keys. */
async function copyTables(sql: Sql): Promise<void> {
  for (const table of ["profiles", "drops_ledger"]) {
    await sql.unsafe(`
      create table public.bare_${table}
        (like public.${table} including defaults including identity including indexes)`);
    await sql.unsafe(`insert into public.bare_${table} overriding system value
      select * from public.${table}`);
    await sql.unsafe(`vacuum (analyze) public.bare_${table}`);
  }
  // The copied rows have the first ids.
  await sql`
    select setval(pg_get_serial_sequence('public.bare_drops_ledger', 'id'), max(id))
    from public.bare_drops_ledger`;
}

/**
 * Milliseconds of an update of the balances of a part of the users as the ledger writes it, rolled back;
 * dead rows remain for vacuum.
 */
async function updatePart(sql: Sql, table: string, from: number): Promise<number> {
  const undo = new Error("undo");
  let ms = 0;
  await sql.begin(async (tx) => {
    const start = performance.now();
    await tx`
      update ${tx(table)} set drops_balance = drops_balance + 30, updated_at = now()
      where id >= ${userId(from)} and id < ${userId(from + part)}`;
    ms = performance.now() - start;
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return ms;
}

/** Part by part beside the bare update of the same users, because the speed of the machine changes. */
async function benchAward(
  sql: Sql,
  users: number,
  log: (line: string) => void,
): Promise<Row[]> {
  log("An update of all balances, of a bare table and of the profiles");
  let [update, bare] = [0, 0];
  for (let from = 0; from < users; from += part) {
    bare += await updatePart(sql, "public.bare_profiles", from);
    update += await updatePart(sql, "public.profiles", from);
  }
  await settle(sql);
  await sql`vacuum (analyze) public.bare_profiles`;

  log("The monthly award");
  let bareAgain = 0;
  const calls = await awardEverybody(sql, async (from) => {
    bareAgain += await updatePart(sql, "public.bare_profiles", from);
  });
  const sum = (times: number[]) => times.reduce((sum, each) => sum + each, 0);
  await checkAwards(sql, users);
  await settle(sql);

  log("The monthly award again: nobody is due");
  const again = await awardEverybody(sql);
  await checkAwards(sql, users);

  const slowest = Math.max(...calls) / 1000;
  const count = users.toLocaleString("en");
  return [
    atMost(
      `update of ${count} balances, against a table without triggers and checks`,
      `${seconds(update)}, bare ${seconds(bare)}`,
      update / bare,
      2,
    ),
    atMost(
      `monthly award, ${count} users, against that bare update`,
      `${seconds(sum(calls))}, bare ${seconds(bareAgain)}, again ${seconds(sum(again))}`,
      sum(calls) / bareAgain,
      3,
    ),
    atMost(
      "monthly award, slowest call, in seconds",
      `${slowest.toFixed(2)} s of ${calls.length} calls`,
      slowest,
      4,
    ),
  ];
}

/**
 * Entries per second on separate accounts, and on one account that all connections write to, against
 * an update and an insert by hand, in one transaction and one statement: of the same tables, and of
 * the bare ones.
 */
async function benchPosts(
  sql: Sql,
  users: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const post = (id: string) =>
    sql`select private.post_drop(${id}, 1, 'admin_adjustment', 'Bench', 'bench')`;
  const byHand = (id: string, prefix = "") =>
    sql`
        with moved as (
          update public.${sql(`${prefix}profiles`)} set drops_balance = drops_balance + 1
          where id = ${id} returning id, drops_balance
        )
        insert into public.${sql(`${prefix}drops_ledger`)}
          (user_id, delta, balance_before, balance_after, type, reason, source)
        select id, 1, drops_balance - 1, drops_balance, 'admin_adjustment', 'Bench', 'bench'
        from moved`;
  let next = 0;
  const accounts = {
    "accounts of their own": () => userId(next = (next + 7919) % users),
    "one hot account": () => userId(1),
  };
  for (const [which, account] of Object.entries(accounts)) {
    log(`Posting to ${which} over ${clients} connections`);
    const rates = await compareThroughput({ clients, rounds: 4 }, {
      post: () => post(account()),
      byHand: () => byHand(account()),
      bare: () => byHand(account(), "bare_"),
    });
    const row = (against: string, rate: number): Row => ({
      what: `ledger, ${clients} connections, ${which}, against an update and an insert ${against}`,
      measured: `${Math.round(rates.post)} of ${Math.round(rate)} entries/s`,
      ratio: rates.post / rate,
    });
    const ratio = rates.post / rates.byHand;
    rows.push({ ...row("by hand", rates.byHand), bar: ">= 0.5", ok: ratio >= 0.5 }, {
      ...row("of tables without triggers and checks", rates.bare),
      reason: "what the rules cost: checks, sync, telling the devices",
    });
  }
  return rows;
}

/** Loads the users. */
export async function benchDrops(
  { sql }: Database,
  log: (line: string) => void,
  users = 1_000_000,
): Promise<Row[]> {
  log(`Loading ${users.toLocaleString("en")} users`);
  const tables = ["profiles", "profile_cards", "drops_ledger", "subscriptions"];
  const buildIndexes = await pauseIndexes(sql, ...tables.map((table) => `public.${table}`));
  await loadSavers(sql, { from: 0, to: users });
  await buildIndexes();
  await settle(sql);
  await copyTables(sql);
  return [...await benchAward(sql, users, log), ...await benchPosts(sql, users, log)];
}

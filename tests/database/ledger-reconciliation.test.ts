/** The reconciliation of the ledger finds faults in tables that their owner has changed by hand. */
import type { TransactionSql } from "postgres";
import { expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { sql, undone } from "../support/sql.ts";

const setBalance = (tx: TransactionSql, { id }: Person, balance: number) =>
  tx`update public.profiles set drops_balance = ${balance} where id = ${id}`;

/** An entry of 5 drops that begins at this balance; returns its id. */
const forge = async (tx: TransactionSql, { id }: Person, from: number) =>
  (await tx`
    insert into public.drops_ledger
      (user_id, delta, balance_before, balance_after, type, reason, source)
    values (${id}, 5, ${from}, ${from + 5}, 'refund', 'x', 'x') returning id`)[0]!.id;

it.for<[string, (tx: TransactionSql, ana: Person) => Promise<unknown>, object]>([
  ["a balance that was changed directly", (tx, ana) => setBalance(tx, ana, 51), {
    balance: 51,
    ledger_balance: 50,
  }],
  ["an entry without a change of the balance", (tx, ana) => forge(tx, ana, 50), {
    balance: 50,
    ledger_balance: 55,
  }],
])("reports %s", async ([_what, meddle, mismatch], { ana }) => {
  await undone(async (tx) => {
    await meddle(tx, ana);
    expect(await tx`select * from private.ledger_mismatches() where user_id = ${ana.id}`)
      .toEqual([{ user_id: ana.id, ...mismatch }]);
  });
});

it("reports an entry that does not begin where the one before ended", async ({ ana }) => {
  await undone(async (tx) => {
    await forge(tx, ana, 70);
    expect(await tx`select * from private.ledger_breaks() where user_id = ${ana.id}`)
      .toMatchObject([{ user_id: ana.id, balance_before: 70, expected: 50 }]);
  });
});

it("refuses posts to a balance that differs from the ledger", async ({ ana }) => {
  await undone(async (tx) => {
    await setBalance(tx, ana, 60);
    const post = tx.savepoint((inner) =>
      inner`select private.post_drop(${ana.id}, -1, 'purchase', 'A test', 'test')`
    );
    await expect(post).rejects.toMatchObject({
      code: "XX001",
      message: "A balance is not that after the last entry of the ledger",
    });
    const [batch] = await tx`
      select failed, remaining, errors from private.award_monthly_batch((
        select id from public.profiles where id < ${ana.id} and not is_ai
        order by id desc limit 1), 1)`;
    expect(batch).toMatchObject({
      failed: 1,
      remaining: 0,
      errors: [`${ana.id}: the balance is not that of the ledger`],
    });
  });
});

it("goes on where it stopped, and keeps a fault until it is mended", async ({ ana }) => {
  /** A run, which verifies what was posted up to the run before, unless that may be incomplete. */
  const run = async (tx: TransactionSql) => {
    const [{ fresh }] = await tx<[{ fresh: number }]>`
      select (mark_id - verified_id)::int as fresh from private.ledger_progress for update`;
    const [{ result }] = await tx<
      [{ result: { entries: number; mismatches: number; remaining: number } }]
    >`select private.reconcile_ledger() as result`;
    expect([0, fresh]).toContain(result.entries);
    return result;
  };
  await undone(async (tx) => {
    // The entries up to here are verified by the second run.
    await run(tx);
    await run(tx);
    expect(await sql`select private.reconcile_ledger() as during`)
      .toEqual([{ during: { remaining: 0 } }]);
    const { mismatches } = await run(tx);
    expect(await run(tx)).toMatchObject({ mismatches, remaining: 0 });
    const entry = await forge(tx, ana, 70);
    await setBalance(tx, ana, 75);
    // The transaction of the entry may have been running.
    await tx`update private.ledger_progress set mark_id = ${entry}, mark_xid = '1'`;
    expect(await run(tx)).toMatchObject({ mismatches: mismatches + 1 });
    expect(await run(tx)).toMatchObject({ mismatches: mismatches + 1 });
    await tx`alter table public.drops_ledger disable trigger drops_ledger_100_append_only`;
    await tx`delete from public.drops_ledger where id = ${entry}`;
    await setBalance(tx, ana, 50);
    expect(await run(tx)).toMatchObject({ mismatches });
  });
});

it("is not complete while its time goes into entries, and then checks every balance", async ({ ana }) => {
  await undone(async (tx) => {
    const [{ entries }] = await tx<[{ entries: number }]>`
      update private.ledger_progress set verified_id = 0, mark_xid = '1', ended_at = '-infinity',
        checked_user = '00000000-0000-0000-0000-000000000000',
        mark_id = (select max(id) from public.drops_ledger)
      returning mark_id::int as entries`;
    await setBalance(tx, ana, 51);
    const run = async (time: string) =>
      (await tx`select private.reconcile_ledger('1 hour', ${time}::interval) as result`)[0]!.result;
    expect(await run("0")).toMatchObject({ entries: 0, balances: 0, remaining: 1 });
    expect(await run("1 hour")).toMatchObject({ entries, remaining: 0 });
    expect(await tx`select from private.ledger_faults where user_id = ${ana.id}`).toHaveLength(1);
    // It has ended less than an hour ago.
    expect(await run("1 hour")).toEqual({ remaining: 0 });
  });
});

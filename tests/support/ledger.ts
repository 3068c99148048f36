/**
 * Invariants of the ledger: checked by its own tests, and by vitest's global set-up after all
 * tests.
 */
import postgres from "postgres";

/** Every inconsistency of the ledger, as text; empty when there is none. */
export async function ledgerFaults(sql: postgres.Sql): Promise<string[]> {
  const [mismatches, breaks, awards] = await sql.begin(
    "isolation level repeatable read",
    (tx) =>
      Promise.all([
        tx`select * from private.ledger_mismatches()`,
        // Each entry starts from the balance of the entry before it.
        tx`
        select id, user_id, balance_after, running from (
          select id, user_id, balance_after,
            sum(delta) over (partition by user_id order by id) as running
          from public.drops_ledger
        ) as entry where balance_after <> running`,
        // Every monthly entry has an award and every award an entry, of the same user and amount.
        tx`
        select coalesce(l.user_id, m.user_id) as user_id, l.id, m.ledger_id
        from (select * from public.drops_ledger where type = 'monthly_recurring') as l
        full join public.monthly_drops as m on m.ledger_id = l.id and m.user_id = l.user_id
          and m.amount = l.delta and l.idempotency_key = 'monthly:' || to_char(m.month, 'YYYY-MM')
        where l.id is null or m.ledger_id is null`,
      ]),
  );
  return [
    ...mismatches.map((row) => `balance is not the ledger's sum: ${JSON.stringify(row)}`),
    ...breaks.map((row) => `balance_after is not the sum so far: ${JSON.stringify(row)}`),
    ...awards.map((row) => `award and entry do not match: ${JSON.stringify(row)}`),
  ];
}

/** Runs after the last test; an error fails the whole run. */
export async function teardown(): Promise<void> {
  // Tests that need no platform may run without one.
  const { platform } = await import("./platform.ts").catch(() => ({ platform: null }));
  if (!platform) return;
  const sql = postgres(platform.db_url, { max: 1, onnotice: () => {} });
  try {
    const faults = await ledgerFaults(sql);
    if (faults.length) throw new Error(`The ledger after the tests:\n${faults.join("\n")}`);
  } finally {
    await sql.end();
  }
}

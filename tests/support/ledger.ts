/**
 * Invariants of the ledger: checked by its own tests, and by vitest's global set-up after all
 * tests.
 */
import postgres from "postgres";

/** Every inconsistency of the ledger, as text; empty when there is none. */
export async function ledgerFaults(sql: postgres.Sql): Promise<string[]> {
  const [mismatches, breaks, sums] = await sql.begin(
    "isolation level repeatable read",
    (tx) =>
      Promise.all([
        tx`select * from private.ledger_mismatches()`,
        tx`select * from private.ledger_breaks()`,
        // The two above imply these equal sums.
        tx`
        select p.id, p.drops_balance, sum(l.delta)
        from public.profiles as p left join public.drops_ledger as l on l.user_id = p.id
        group by p.id having p.drops_balance <> coalesce(sum(l.delta), 0)`,
      ]),
  );
  return [
    ...mismatches.map((row) => `balance is not that of the ledger: ${JSON.stringify(row)}`),
    ...breaks.map((row) => `entry does not continue the one before: ${JSON.stringify(row)}`),
    ...sums.map((row) => `balance is not the ledger's sum: ${JSON.stringify(row)}`),
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

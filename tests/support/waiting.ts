/** Transactions that others wait for. */
import type { ISql } from "postgres";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import { sql } from "./sql.ts";

/** Waits until a statement of another connection waits for this transaction. */
export async function somebodyWaitsFor(tx: ISql): Promise<void> {
  const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
  await eventually(async () =>
    expect(
      await sql`
      select from pg_locks where not granted and ${pid} = any (pg_blocking_pids(pid))`,
    )
      .not.toHaveLength(0)
  );
}

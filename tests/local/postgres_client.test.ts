/** The database client survives a backend that ends: `local/patches` mends what its release lacks. */
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { platform } from "../support/platform.ts";

let sql: postgres.Sql;
let other: postgres.Sql;

beforeEach(() => {
  sql = postgres(platform.db_url, { max: 2, onnotice: () => {} });
  other = postgres(platform.db_url, { max: 1, onnotice: () => {} });
});
afterEach(async () => {
  await sql.end({ timeout: 1 });
  await other.end({ timeout: 1 });
});

async function endBackend(connection: postgres.ISql): Promise<void> {
  const [{ pid }] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`;
  await other`select pg_terminate_backend(${pid}, 1000)`;
}

/** More queries at once than there are connections: each is answered. */
const answers = () => Promise.all(Array.from({ length: 6 }, () => sql`select 1 as one`));

describe("a reserved connection whose backend has ended", () => {
  test("rejects every further query, and the pool goes on", async () => {
    const reserved = await sql.reserve();
    await endBackend(reserved);
    await expect(reserved`select 1`).rejects.toThrow();
    await expect(reserved`rollback`).rejects.toThrow("CONNECTION_CLOSED");
    await answers();
    await expect(reserved`rollback`).rejects.toThrow("CONNECTION_CLOSED");
    reserved.release();
    await answers();
  });
});

describe("a transaction whose backend has ended", () => {
  test("rejects, also its rollback, and the pool goes on", async () => {
    const work = sql.begin(async (transaction) => {
      await endBackend(transaction);
      await transaction`select 1`.catch(() => {});
      await transaction`select 2`;
    });
    await expect(work).rejects.toThrow();
    await answers();
  });
});

test("a connection that ends with a query not yet sent is used again", async () => {
  for (let round = 0; round < 10; round++) {
    const running = [sql`select pg_sleep(10)`, sql`select pg_sleep(10)`].map((query) =>
      query.catch(() => {})
    );
    // Both are at work before they are ended.
    await other`
      do $$ begin
        for i in 1..200 loop
          perform pg_stat_clear_snapshot();
          exit when (select count(*) = 2 from pg_stat_activity where query = 'select pg_sleep(10)');
          perform pg_sleep(0.01);
        end loop;
      end $$`;
    await other`
      select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(10)'`;
    await Promise.all([...running, sql`select 1`.catch(() => {})]);
    await answers();
  }
});

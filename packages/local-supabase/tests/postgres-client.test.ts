/** The database client survives the end of a backend, with the corrections of `packages/local-supabase/patches`. */
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually, platform } from "./support/platform.ts";

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

/** More queries than connections at once: each is answered. */
const answers = () => Promise.all(Array.from({ length: 6 }, () => sql`select 1 as one`));

describe("a reserved connection whose backend has ended", () => {
  test("rejects every further query, and the pool keeps working", async () => {
    const reserved = await sql.reserve();
    await endBackend(reserved);
    await expect(reserved`select 1`).rejects.toThrow();
    await expect(reserved`rollback`).rejects.toThrow("CONNECTION_CLOSED");
    await eventually(answers);
    await expect(reserved`rollback`).rejects.toThrow("CONNECTION_CLOSED");
    reserved.release();
    await eventually(answers);
  });
});

describe("a reserved connection whose backend ends", () => {
  test("rejects the running query and the queued ones", async () => {
    const reserved = await sql.reserve();
    const [{ pid }] = await reserved<[{ pid: number }]>`select pg_backend_pid() as pid`;
    // Its parameter has to be described first, so the next queries are queued.
    const queries = [
      reserved`select pg_sleep(${60})`,
      reserved`select 1`,
      reserved`rollback`,
    ].map((query) => query.then(() => "answered", () => "rejected"));
    await eventually(async () => {
      const ended = await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid = ${pid} and wait_event = 'PgSleep'`;
      expect(ended).toHaveLength(1);
    });
    expect(await Promise.all(queries)).toEqual(["rejected", "rejected", "rejected"]);
    reserved.release();
    await eventually(answers);
  });
});

describe("a transaction whose backend has ended", () => {
  test("rejects, also its rollback, and the pool keeps working", async () => {
    const work = sql.begin(async (transaction) => {
      await endBackend(transaction);
      await transaction`select 1`.catch(() => {});
      await transaction`select 2`;
    });
    await expect(work).rejects.toThrow();
    await eventually(answers);
  });
});

describe("a pool whose backends have ended during queries", () => {
  test("answers again", async () => {
    for (let round = 0; round < 10; round++) {
      const running = [1, 2].map(() => sql`select pg_sleep(60)`.catch(() => {}));
      const atWork = () =>
        other`
        select pid from pg_stat_activity
        where query = 'select pg_sleep(60)' and wait_event = 'PgSleep'`;
      await eventually(async () => expect(await atWork()).toHaveLength(2));
      await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'select pg_sleep(60)'`;
      await Promise.all([...running, sql`select 1`.catch(() => {})]);
      await eventually(answers);
    }
  });
});

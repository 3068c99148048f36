/**
 * Subtransactions: a session keeps 64 of its transaction in shared memory. With more, each snapshot
 * of every session looks into a file until the transaction ends.
 */
import type postgres from "postgres";
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { sql, undone } from "../support/sql.ts";

/** The number of subtransactions that have written in this transaction. */
async function written(tx: postgres.ISql): Promise<number> {
  const [state] = await tx<{ subxact_count: number; subxact_overflowed: boolean }[]>`
    select s.* from pg_stat_get_backend_idset() as i
    cross join pg_stat_get_backend_subxact(i) as s
    where pg_stat_get_backend_pid(i) = pg_backend_pid()`;
  return state!.subxact_overflowed ? Infinity : state!.subxact_count;
}

it("only these functions have a block with exceptions, besides what users call", async () => {
  const functions = await sql<{ name: string }[]>`
    select oid::regproc::text as name from pg_proc
    where pronamespace = 'private'::regnamespace
      and prosrc ~ '\\mexception\\s+when\\M' order by 1`;
  expect(functions.map(({ name }) => name)).toEqual([
    // Two in a step.
    "private.award_monthly_batch",
    // One for each job.
    "private.continue_jobs",
    // These steps of jobs end after two seconds: one for each notebook, group, user or message.
    "private.continue_notebook_changes",
    "private.continue_organization_deletions",
    "private.continue_search_rebuilds",
    "private.continue_sharing_ends",
    "private.continue_team_message_notices",
    // Called once in a request, for a mail.
    "private.end_inbound_email",
    // Writes nothing: one for each figure.
    "private.figure",
    // These two write nothing.
    "private.is_timezone",
    // One for each date of a month.
    "private.parse_sync_cursor",
    // Ends after 50 statements.
    "private.purge",
    // These two take at most 50 rows, and let `tell` insert nothing meanwhile.
    "private.record_import_pictures",
    "private.record_import_rows",
    // One around the statement of a job.
    "private.run_job",
    // One for each of 50 users.
    "private.send_weekly_reviews",
    // Inserts 50 times in a transaction at most.
    "private.tell",
    // Called once in a request.
    "private.tell_user",
    // Writes such a block into each function that a user calls to write.
    "private.twin_of",
    // One around a batch; one for each row only where one of them raises.
    "private.work_apart",
  ]);
  const [jobs] = await sql<{ count: number }[]>`select count(*)::int from private.jobs`;
  expect(jobs!.count).toBeLessThan(64);
});

it("a transaction that tells many users stays below 64 subtransactions", async () => {
  await undone(async (tx) => {
    await tx`select set_config('live.told', '1000000', true)`;
    const users = await tx<{ id: string }[]>`
      insert into auth.users (id, email)
      select gen_random_uuid(), gen_random_uuid() || '@example.com' from generate_series(1, 100)
      returning id`;
    await tx`select set_config('live.told', '0', true)`;
    for (const { id } of users) {
      await tx`insert into public.goals (user_id, title) values (${id}, 'Swim')`;
    }
    expect(await written(tx)).toBeLessThan(64);
  });
});

it("a purge of many tables stays below 64 subtransactions, and leaves the rest", async () => {
  await undone(async (tx) => {
    await tx`delete from private.retention`;
    await tx`create table private.left_rows as
      select n, now() - interval '2 days' as at from generate_series(1, 80) as n`;
    await tx`select private.purge_when('private.left_rows', 'at', '1 day', 'n = ' || n)
      from private.left_rows`;
    const [run] = await tx`select private.purge() as result`;
    expect(run!.result).toEqual({ "private.left_rows": 50, remaining: 30, failed: {} });
    expect(await written(tx)).toBeLessThan(64);
    const [next] = await tx`select private.purge() as result`;
    expect(next!.result).toEqual({ "private.left_rows": 30, remaining: 0, failed: {} });
  });
});

it("a hundred new synthetic users take no subtransaction each", async ({ admin }) => {
  await undone(async (tx) => {
    const users = Array.from({ length: 100 }, (_, n) => ({
      full_name: "Robin Hill",
      region: "South",
      city: `Town ${n}`,
      state: "Texas",
      timezone: "America/Chicago",
      latitude: 1,
      longitude: 1,
      activity_type: "walk",
      starts: "08:00",
      check_in_probability: 0.5,
    }));
    const claims = { sub: admin.id, role: "authenticated", user_role: "super_admin" };
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await tx`select public.create_ai_users(${tx.json(users)}, 'seed')`;
    expect(await written(tx)).toBeLessThan(64);
  });
});

/** Overdue jobs are posted again, and each job counts its backlog. */
import { describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { person } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");

describe("an overdue job", () => {
  /** A job as if scheduled long ago, with these runs since. */
  const history = async (
    ...runs: { ago: string; complete: boolean | null; result?: object }[]
  ) => {
    await sql`update private.jobs set scheduled_at = '2020-01-01' where name = 'test-job'`;
    await sql`delete from private.job_runs where job = 'test-job'`;
    for (const { ago, complete, result = {} } of runs) {
      const ended = complete === null ? sql`null` : sql`now() - ${ago}::interval`;
      await sql`
        insert into private.job_runs (job, started_at, ended_at, complete, result)
        values ('test-job', now() - ${ago}::interval, ${ended}, ${complete}, ${
        sql.json(result as never)
      })`;
    }
  };
  const posted = async () => {
    const [row] = await sql`select private.continue_jobs() as result`;
    return row!.result.posted.includes("test-job");
  };
  /** Schedules it so that it was due 30 minutes ago, at any time of day. */
  const prepare = async () => {
    const due = new Date(Date.now() - 30 * 60_000);
    const schedule = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
    await sql`select private.schedule_job('test-job', ${schedule}, '/health', '{}', true)`;
  };
  it("is a job without a complete run since it was due", async () => {
    await prepare();
    const state = async () =>
      (await sql`select * from private.job_states() where job = 'test-job'`)[0]!;
    // A job is not overdue before its first due time.
    expect(await state()).toMatchObject({ last_run: null, overdue: false });
    for (
      const [runs, overdue] of [
        [[], true],
        [[{ ago: "1 day", complete: true }], true],
        [[{ ago: "25 minutes", complete: false }], true],
        [[{ ago: "25 minutes", complete: null }], true],
        [[{ ago: "29 minutes", complete: true }], false],
        [[{ ago: "29 minutes", complete: true }, { ago: "2 minutes", complete: false }], false],
        [[{ ago: "29 minutes", complete: false }, { ago: "2 minutes", complete: true }], false],
      ] as const
    ) {
      await history(...runs);
      expect([runs, (await state()).overdue]).toEqual([runs, overdue]);
    }
  });

  it("is posted again when it has work left, failed, was cut off, or never arrived", async () => {
    await prepare();
    const failed = { failure: "The provider does not answer" };
    const onlyFailed = { failed: 2, remaining: 2 };
    for (
      const [runs, again] of [
        [[], true],
        [[{ ago: "1 second", complete: false, result: { remaining: 7 } }], true],
        [[{ ago: "4 minutes", complete: false, result: failed }], false],
        [[{ ago: "6 minutes", complete: false, result: failed }], true],
        [[{ ago: "4 minutes", complete: false, result: onlyFailed }], false],
        [[{ ago: "6 minutes", complete: false, result: onlyFailed }], true],
        [[{ ago: "1 second", complete: false, result: { failed: 1, remaining: 2 } }], true],
        [[{ ago: "1 second", complete: false, result: { failed: 0, remaining: 0 } }], true],
        [[{ ago: "3 minutes", complete: null }], true],
        // The job may still be running.
        [[{ ago: "1 minute", complete: null }], false],
        [[{ ago: "25 minutes", complete: true }], false],
      ] as const
    ) {
      await history(...runs);
      expect([runs, await posted()]).toEqual([runs, again]);
    }
  });

  it("is not posted in the minute in which its own schedule starts it", async () => {
    await prepare();
    await history({ ago: "1 second", complete: false });
    await sql`update private.jobs set schedule = '*/1 * * * *' where name = 'test-job'`;
    expect(await posted()).toBe(false);
  });

  it("does not prevent others from being posted when its secret is missing", async () => {
    await prepare();
    await history();
    await sql`select private.schedule_job('a-needy', '0 * * * *', '/x', array['NONE'])`;
    await sql`update private.jobs set scheduled_at = '2020-01-01' where name = 'a-needy'`;
    expect(await posted()).toBe(true);
  });
});

describe("the backlog of a job", () => {
  const backlog = async (job: string) => {
    const [row] = await sql`
      select remaining::int, extract(epoch from now() - oldest_at)::int as age
      from private.job_backlog(${job})`;
    return { ...row };
  };

  it("is the number of rows in its queues, and the age of the oldest", async () => {
    await sql`
      insert into private.storage_deletions (bucket, path, not_before)
      values ('b', '1', now() - interval '9 minutes'), ('b', '2', now() - interval '1 minute'),
        ('b', '3', now() + interval '1 minute')`;
    expect(await backlog("account-deletions")).toEqual({ remaining: 2, age: 540 });
    await sql`delete from private.storage_deletions`;
    expect(await backlog("account-deletions")).toEqual({ remaining: 0, age: null });
  });

  it("of mails that were cut off ends in batches, and is due an hour after the request", async () => {
    await sql`
      insert into private.emails (recipient, subject, text_body, status, not_before)
      select 'a@example.com', 's', 't', 'sending', now() - n * interval '1 minute'
      from unnest('{69,61,59}'::int[]) as n`;
    expect(await backlog("emails-cut-off")).toEqual({ remaining: 2, age: 540 });
    const end = async () => (await sql`select private.end_cut_off_mails(1) as result`)[0]!.result;
    expect(await end()).toEqual({ ended: 1, remaining: 1 });
    expect(await end()).toEqual({ ended: 1, remaining: 0 });
    expect(await backlog("emails-cut-off")).toEqual({ remaining: 0, age: null });
    expect(await sql`select status from private.emails order by not_before`)
      .toMatchObject([{ status: "failed" }, { status: "failed" }, { status: "sending" }]);
    await sql`delete from private.emails`;
  });

  it("of jobs that leave out blocked users does so too", async () => {
    const { id } = await person("Ana");
    await sql`
      insert into public.spotify_accounts (user_id, provider_user_id, scope) values (${id}, 'a', '')`;
    await sql`
      insert into private.spotify_connections
        (user_id, access_token, refresh_token, expires_at, due_at)
      values (${id}, 'a', 'r', now(), now() - interval '9 minutes')`;
    await sql`
      insert into private.entry_imports (user_id, file_name, kind, path, total, due_at)
      values (${id}, 'a.zip', 'markdown', 'a', 1, now() - interval '9 minutes')`;
    for (const is_active of [true, false]) {
      await sql`update public.profiles set is_active = ${is_active} where id = ${id}`;
      const left = is_active ? { remaining: 1, age: 540 } : { remaining: 0, age: null };
      for (const job of ["music-sync", "own-imports"]) {
        expect([job, await backlog(job)]).toEqual([job, left]);
      }
    }
  });

  it("of the purge is rows past their retention", async () => {
    await sql`select private.run_job('purge')`;
    await sql`insert into private.ledger_checks values (now() - interval '30 days 5 minutes', 0)`;
    expect(await backlog("purge")).toEqual({ remaining: 1, age: 300 });
    await sql`select private.run_job('purge')`;
    expect(await backlog("purge")).toEqual({ remaining: 0, age: null });
  });

  it("of a job without queues is the rest of its last run, since it was first due", async () => {
    const minutes = (n: number) => new Date(Date.now() - n * 60_000);
    const hourly = `${minutes(10).getUTCMinutes()} * * * *`;
    await sql`select private.schedule_job('hourly', ${hourly}, '/health', '{}', true)`;
    await sql`update private.jobs set scheduled_at = '2020-01-01' where name = 'hourly'`;
    const runs = async (...rows: [ago: string, complete: boolean, result: object][]) => {
      await sql`delete from private.job_runs where job = 'hourly'`;
      for (const [ago, complete, result] of rows) {
        await sql`
          insert into private.job_runs (job, started_at, ended_at, complete, result) values
          ('hourly', now() - ${ago}::interval, now(), ${complete}, ${sql.json(result as never)})`;
      }
    };
    await runs(["9 minutes", true, { remaining: 0 }]);
    expect(await backlog("hourly")).toEqual({ remaining: 0, age: null });
    await runs(["3 hours", true, {}], ["9 minutes", false, { remaining: 7 }]);
    const left = await backlog("hourly");
    // Due 2 hours and 10 minutes ago, on the minute.
    expect(left).toEqual({ remaining: 7, age: expect.closeTo(130 * 60 + 30, -2) });
    await runs(["3 hours", true, {}]);
    expect(await backlog("hourly")).toEqual({ remaining: null, age: left.age });
  });
});

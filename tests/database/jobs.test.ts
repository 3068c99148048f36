/** Scheduled jobs: their requests, and their statements. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startSchedules } from "../../packages/local-supabase/mod.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";

const own = await ownPlatform();
const { person } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");

// The clock is fixed: this ticker runs only what a test starts by hand.
const schedules = startSchedules({
  sql: own.superuser,
  now: () => new Date(0),
  log: (line) => console.error(line),
});
afterAll(() => schedules.stop());

const award = "drops-award-monthly";
const firstOfMonth = new Date("2026-12-01T00:00:00Z");

/** The outcome that pg_cron stores for a job's last run. */
const detailsOf = async (job: string) => {
  const [details] = await sql`
    select status, return_message from cron.job_run_details join cron.job using (jobid)
    where jobname = ${job} order by runid desc limit 1`;
  return { ...details };
};

const runsOf = (job: string) =>
  sql`select * from private.job_runs where job = ${job} order by id desc`;

const testJob = "test-job";
afterEach(async () => {
  await sql`select cron.unschedule(jobid) from cron.job where jobname like 'test-%'`;
  await sql`delete from private.jobs where name like 'test-%'`;
});

const stateOf = async (job: string) => {
  const [state] = await sql`select * from private.job_states() where job = ${job}`;
  return state!;
};

describe("every job", () => {
  it("has the same schedule in pg_cron and in the service", async () => {
    expect(
      await sql`
        select j.name from private.jobs as j full join cron.job as c
          on c.jobname = j.name and c.schedule = j.schedule and c.active
          and c.command = format('select private.run_job(%L)', j.name)
        where j.name is null or c.jobid is null`,
    ).toEqual([]);
    expect(await sql`select schedule from private.jobs where name = ${award}`)
      .toEqual([{ schedule: "0 0 1 * *" }]);
  });

  it("is changed by its name and scheduled once", async () => {
    const scheduled = async () =>
      (await sql`
        select j.schedule, j.path, j.statement, c.schedule as cron
        from private.jobs j join cron.job c on c.jobname = j.name where j.name = ${testJob}`)
        .map((row) => ({ ...row }));
    await sql`select private.schedule_job(${testJob}, '0 2 * * *', '/a', '{}')`;
    await sql`select private.schedule_job(${testJob}, '0 3 * * *', '/b', '{}')`;
    expect(await scheduled()).toEqual([
      { schedule: "0 3 * * *", path: "/b", statement: null, cron: "0 3 * * *" },
    ]);
    await sql`select private.schedule_statement(${testJob}, '5 * * * *', 'select to_jsonb(1)')`;
    expect(await scheduled()).toEqual([
      { schedule: "5 * * * *", path: null, statement: "select to_jsonb(1)", cron: "5 * * * *" },
    ]);
  });
});

describe("the monthly award", () => {
  it("is posted on the first of the month, with the secret of the vault", async () => {
    const ana = await person("Ana");
    await schedules.runDue(new Date("2026-12-02T00:00:00Z"));
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 50 });

    await schedules.runDue(firstOfMonth);
    expect(await detailsOf(award)).toEqual({ status: "succeeded", return_message: "1 row" });
    await expect.poll(async () => (await ana.api("GET", "/api/drops/balance")).body)
      .toEqual({ balance: 80 });
    await expect.poll(async () => (await runsOf(award))[0]?.complete).toBe(true);
    const [run] = await runsOf(award);
    expect(run!.result).toMatchObject({ failed: 0, remaining: 0, errors: [] });
    expect(await stateOf(award)).toMatchObject({ last_run: run!.started_at, overdue: false });
  });
});

describe("missing secrets of the vault", () => {
  const secretsNow = () => sql`select name, decrypted_secret from vault.decrypted_secrets`;
  let before: Awaited<ReturnType<typeof secretsNow>>;
  beforeAll(async () => void (before = await secretsNow()));

  afterEach(async () => {
    await sql`delete from vault.secrets`;
    for (const { name, decrypted_secret } of before) {
      await sql`select vault.create_secret(${decrypted_secret}, ${name})`;
    }
  });

  it("are set locally: the functions' address and the environment's secrets", async () => {
    const held = Object.fromEntries(
      (await secretsNow()).map(({ name, decrypted_secret }) => [name, decrypted_secret]),
    );
    expect(held).toMatchObject({
      functions_url: own.status.base_url,
      DROPS_CRON_SECRET: testEnvironment.DROPS_CRON_SECRET,
    });
    expect(Object.keys(held)).not.toContain("SITE_URL");
  });

  it("are reported in the run details, and nothing is sent", async () => {
    const queued = async () =>
      (await sql<[{ last: string }]>`
        select last_value::text as last from net.http_request_queue_id_seq`)[0].last;
    const start = await queued();
    await sql`delete from vault.secrets where name = 'functions_url'`;
    await schedules.runDue(firstOfMonth);
    const details = await detailsOf(award);
    expect(details.status).toBe("failed");
    expect(details.return_message).toMatch(/Nothing was sent.*functions_url/);
    expect(await queued()).toBe(start);
  });

  it("are named in the job's error", async () => {
    await sql`select private.schedule_job(${testJob}, '0 0 1 * *', '/needy', array['A', 'B'])`;
    await schedules.runDue(firstOfMonth);
    const details = await detailsOf(testJob);
    expect(details.status).toBe("failed");
    expect(details.return_message).toMatch(/Nothing was sent.*no secret A or B/);
  });

  it("do not stop a job whose secret is optional: it is sent without one", async () => {
    await sql`delete from vault.secrets where name like '%\\_CRON\\_SECRET'`;
    await schedules.runDue(firstOfMonth);
    expect((await detailsOf(award)).status).toBe("succeeded");
    // The functions here have a secret, so they refuse the request.
    await expect.poll(() =>
      sql`select from net._http_response where status_code = 401 and content like '%cron secret%'`
    ).toHaveLength(1);
  });
});

describe("scheduled SQL statements", () => {
  it("that may leave work run every minute", async () => {
    expect(
      await sql`
        select j.name from private.jobs as j
        join pg_proc as p on j.statement like '%private.' || p.proname || '(%'
        where p.prosrc like '%''remaining''%' and j.schedule <> '*/1 * * * *'`,
    ).toEqual([]);
  });

  it("with work left are incomplete", async () => {
    await sql`
      select private.schedule_statement(${testJob}, '0 0 1 * *', 'select ''{"remaining": 2}''::jsonb')`;
    await schedules.runDue(firstOfMonth);
    expect((await runsOf(testJob))[0]).toMatchObject({ complete: false, result: { remaining: 2 } });
  });

  it("reconcile the ledger every hour and store the findings", async () => {
    await sql`update private.ledger_progress set ended_at = now() - interval '61 minutes'`;
    await schedules.runDue(new Date("2026-12-01T07:30:00Z"));
    expect(await detailsOf("ledger-reconciliation")).toMatchObject({ status: "succeeded" });
    const [run] = await runsOf("ledger-reconciliation");
    expect(run).toMatchObject({ complete: true, result: { mismatches: 0 } });
    const [check] = await sql`
      select mismatches from private.ledger_checks order by checked_at desc limit 1`;
    expect(check).toEqual({ mismatches: 0 });
  });

  it("purge expired rows", async () => {
    const ana = await person("Ana");
    const key = { "idempotency-key": "old" };
    await ana.api("POST", "/api/drops/award-monthly", undefined, key);
    await ana.api("POST", "/api/drops/award-monthly", undefined, { "idempotency-key": "new" });
    await sql`
      update private.idempotency_keys set created_at = now() - interval '25 hours'
      where key = 'old'`;
    await sql`
      insert into private.rate_limit_hits (bucket, subject, cost, at)
      select 'email', 'user:' || n, 1, now() - n * interval '1 day' from generate_series(0, 12000) n`;
    await sql`
      insert into private.job_runs (job, started_at) values (${award}, now() - interval '31 days')`;
    await sql`insert into private.ledger_checks values (now() - interval '31 days', 0)`;

    await schedules.runDue(new Date("2026-12-01T04:15:00Z"));
    expect(await detailsOf("purge")).toMatchObject({ status: "succeeded" });
    const [left] = await sql`
      select (select array_agg(key) from private.idempotency_keys) as keys,
        (select count(*)::int from private.rate_limit_hits) as hits,
        (select count(*)::int from private.job_runs
          where started_at < now() - interval '30 days') as runs,
        (select count(*)::int from private.ledger_checks
          where checked_at < now() - interval '30 days') as checks`;
    expect(left).toEqual({ keys: ["new"], hits: 1, runs: 0, checks: 0 });
  });

  it("purge the other tables when one rule fails, and are overdue then", async () => {
    await sql`select private.purge_when('private.gone', 'at', '1 day')`;
    await sql`insert into private.ledger_checks values (now() - interval '31 days', 0)`;
    await schedules.runDue(new Date("2026-12-01T05:15:00Z"));
    const [run] = await runsOf("purge");
    expect(run).toMatchObject({
      complete: false,
      result: {
        "private.ledger_checks": 1,
        failed: { "private.gone": 'relation "private.gone" does not exist' },
      },
    });
    await sql`delete from private.retention where relation = 'private.gone'`;
  });

  it("purge by the rule that was stated last, and by each of two with one condition", async () => {
    const rules = () =>
      sql`
      select rule, since, condition, keep::text from private.retention
      where relation = 'private.gone' order by rule`;
    await sql`select private.purge_when('private.gone', 'made_at', '1 day')`;
    await sql`select private.purge_when('private.gone', 'ended_at', '2 days')`;
    await sql`select private.purge_when('private.gone', 'made_at', '9 days', p_rule => 'never ended')`;
    expect(await rules()).toEqual([
      { rule: "never ended", since: "made_at", condition: "true", keep: "9 days" },
      { rule: "true", since: "ended_at", condition: "true", keep: "2 days" },
    ]);
    await sql`delete from private.retention where relation = 'private.gone'`;
  });

  it("that fail are undone and record a failed run", async () => {
    const failing = "test-failing-job";
    await sql`create table private.test_marks (n integer)`;
    await sql`select private.schedule_statement(${failing}, '0 0 1 * *',
      'with m as (insert into private.test_marks values (1) returning n) select to_jsonb(n / 0) from m')`;
    await schedules.runDue(firstOfMonth);
    expect(await sql`select from private.test_marks`).toHaveLength(0);
    await sql`drop table private.test_marks`;
    expect((await runsOf(failing))[0])
      .toMatchObject({ complete: false, result: { failure: "division by zero" } });
    expect(await stateOf(failing)).toMatchObject({ outcome: "failed", failed_runs: "1" });
  });
});

describe("the outcome of a run", () => {
  it.each([
    [null, "success"],
    [{ total: 3, failed: 0, errors: [] }, "success"],
    // Receivers of webhooks refuse some deliveries; some users need no prompt.
    [{ total: 3, failed: 2, errors: [] }, "success"],
    [{ skipped: 4, errors: [] }, "success"],
    [{ skipped: "not_configured" }, "skipped"],
    [{ total: 3, failed: 1, errors: ["Internal server error"] }, "failed"],
    [{ failure: "The provider does not answer" }, "failed"],
    [{ remaining: 0, failed: { "private.gone": "no such relation" } }, "failed"],
    [{ remaining: 0, failed: {} }, "success"],
  ])("of %o is %s, and is counted for ever", async (result, outcome) => {
    await sql`select private.schedule_job(${testJob}, '0 0 1 * *', '/a', '{}')`;
    const end = async () => {
      const [run] = await sql`select private.start_job_run(${testJob}) as id`;
      await sql`select private.end_job_run(${run!.id}, true, ${sql.json(result)})`;
      // An end that arrives twice counts once.
      await sql`select private.end_job_run(${run!.id}, true, ${sql.json(result)})`;
    };
    await end();
    await end();
    await sql`select private.start_job_run(${testJob})`;
    expect(await stateOf(testJob))
      .toMatchObject({ outcome, failed_runs: outcome === "failed" ? "2" : "0", last_end: null });
    await sql`delete from private.job_runs where job = ${testJob}`;
    expect(await sql`select outcome, runs::int from private.job_totals where job = ${testJob}`)
      .toEqual([{ outcome, runs: 2 }]);
  });
});

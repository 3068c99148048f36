/** Scheduled jobs, queued requests and the vault, on a separate Postgres. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import postgres from "postgres";
import type { DatabaseLogin } from "../base/keys.ts";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import { type ProjectDatabase, startDatabase } from "../postgres/database.ts";
import { isDue, type Schedules, startSchedules } from "../schedules/schedules.ts";

let dir: string;
let database: ProjectDatabase;
let schedules: Schedules;
/** The superuser of the platform, and the owner of the project. */
let admin: postgres.Sql;
let owner: postgres.Sql;
const log: string[] = [];

beforeAll(async () => {
  dir = await scratchFolder("schedules");
  database = await startDatabase({ dir, port: freePort(), ephemeral: true, log: () => {} });
  const connect = (role: DatabaseLogin) =>
    postgres(database.url(role), { max: 4, onnotice: () => {} });
  [admin, owner] = [connect("supabase_admin"), connect("postgres")];
  // The clock is fixed, so that only jobs that a test starts by hand run.
  schedules = startSchedules({ sql: admin, now: () => new Date(0), log: (line) => log.push(line) });
});

afterAll(async () => {
  await schedules?.stop();
  for (const sql of [admin, owner]) await sql?.end();
  await database?.server.stop();
  await Deno.remove(dir, { recursive: true });
});

test("runs nothing before a migration has created the extensions", async () => {
  await schedules.runDue(new Date(0));
  await schedules.sendRequests();
  expect(log).toEqual([]);
});

test("a migration creates the extensions as the project's owner, who is not a superuser", async () => {
  await owner`create extension if not exists pg_cron with schema pg_catalog`;
  await owner`create extension if not exists pg_net with schema extensions`;
  await owner`create extension if not exists supabase_vault with schema vault`;
  await owner`grant usage on schema cron to postgres`;
  await owner`grant all privileges on all tables in schema cron to postgres`;
  const rows = await owner`
    select nspname from pg_namespace where nspname in ('cron', 'net', 'vault') order by 1`;
  expect(rows.map(({ nspname }) => nspname)).toEqual(["cron", "net", "vault"]);
});

describe("jobs", () => {
  const noon = new Date("2026-11-21T12:00:00Z");

  afterEach(async () => {
    await owner`select cron.unschedule(jobid) from cron.job`;
    await owner`delete from cron.job_run_details`;
  });

  test("the same name again changes the job and keeps its id", async () => {
    const [{ id }] = await owner<
      [{ id: string }]
    >`select cron.schedule('daily', '0 2 * * *', 'select 1') as id`;
    const [again] = await owner`select cron.schedule('daily', '0 3 * * *', 'select 2') as id`;
    expect(again!.id).toBe(id);
    expect(await owner`select jobname, schedule, command, username, active from cron.job`).toEqual([
      {
        jobname: "daily",
        schedule: "0 3 * * *",
        command: "select 2",
        username: "postgres",
        active: true,
      },
    ]);
  });

  test("alter_job changes and pauses, unschedule removes by id and by name", async () => {
    const [{ id }] = await owner<
      [{ id: string }]
    >`select cron.schedule('* * * * *', 'select 1') as id`;
    await owner`select cron.alter_job(${id}, schedule := '5 * * * *', active := false)`;
    expect(await owner`select schedule, active from cron.job`).toEqual([
      { schedule: "5 * * * *", active: false },
    ]);
    await schedules.runDue(new Date("2026-11-21T12:05:00Z"));
    expect(await owner`select from cron.job_run_details`).toHaveLength(0);

    expect(await owner`select cron.unschedule(${id}::bigint) as done`).toEqual([{ done: true }]);
    await owner`select cron.schedule('named', '* * * * *', 'select 1')`;
    expect(await owner`select cron.unschedule('named') as done`).toEqual([{ done: true }]);
    await expect(owner`select cron.unschedule('named')`).rejects.toThrow("could not find valid");
    expect(await owner`select from cron.job`).toHaveLength(0);
  });

  test.each([
    "* * * *",
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "* * * * 8",
    "*/0 * * * *",
    "60 seconds",
    "every day",
    "",
  ])("the schedule %j is refused", async (schedule) => {
    await expect(owner`select cron.schedule('bad', ${schedule}, 'select 1')`)
      .rejects.toThrow("invalid schedule");
  });

  test.each(["*/15 * * * *", "0 0 1,15 * *", "0 9 * jan-mar MON-FRI", "0 0 $ * *", "10 seconds"])(
    "the schedule %j is accepted and can be parsed",
    async (schedule) => {
      await owner`select cron.schedule('good', ${schedule}, 'select 1')`;
      expect(() => isDue(schedule, noon)).not.toThrow();
    },
  );

  test("a due job runs as its user, another does not, and outcomes are stored", async () => {
    await owner`create table public.seen (who text, session_who text)`;
    await owner`select cron.schedule('due', '0 12 * * *',
      'insert into public.seen values (current_user, session_user)')`;
    await owner`select cron.schedule('counts', '0 12 * * *', 'select 1; select 2 union select 3')`;
    await owner`select cron.schedule('fails', '0 12 * * *',
      'begin; set search_path = nowhere; select 1 / 0')`;
    await owner`select cron.schedule('later', '0 13 * * *', 'select 1')`;
    await schedules.runDue(noon);

    expect(await owner`select * from public.seen`).toEqual([
      { who: "postgres", session_who: "postgres" },
    ]);
    expect(
      await owner`
        select jobname, status, return_message, end_time >= start_time as timed
        from cron.job_run_details join cron.job using (jobid) order by jobname`,
    ).toEqual([
      { jobname: "counts", status: "succeeded", return_message: "2 rows", timed: true },
      { jobname: "due", status: "succeeded", return_message: "INSERT 0 1", timed: true },
      {
        jobname: "fails",
        status: "failed",
        return_message: "ERROR:  division by zero\n",
        timed: true,
      },
    ]);
    expect(await admin`select current_user as who, current_setting('search_path') as path`)
      .toEqual([{ who: "supabase_admin", path: '"$user", public, extensions' }]);
  });

  test("a job has only the privileges of its user", async () => {
    await owner`select cron.schedule('greedy', '* * * * *', 'create role thief superuser')`;
    await schedules.runDue(noon);
    const [{ status }] = await owner<[{ status: string }]>`select status from cron.job_run_details`;
    expect(status).toBe("failed");
  });

  test("a job that is still running is not started a second time", async () => {
    await owner`select cron.schedule('slow', '* * * * *', 'select pg_sleep(0.3)')`;
    await Promise.all([schedules.runDue(noon), schedules.runDue(noon)]);
    expect(await owner`select from cron.job_run_details`).toHaveLength(1);
    await schedules.runDue(noon);
    expect(await owner`select from cron.job_run_details`).toHaveLength(2);
  });

  test("the ticker runs each due job once", async () => {
    let clock = Date.parse("2026-11-21T11:59:58.500Z");
    const ticking = startSchedules({ sql: admin, now: () => new Date(clock), log: () => {} });
    await owner`select cron.schedule('noon', '0 12 * * *', 'select 1')`;
    await new Promise((resolve) => setTimeout(resolve, 300));
    clock = Date.parse("2026-11-21T12:00:01Z");
    await expect.poll(() => owner`select status from cron.job_run_details`)
      .toEqual([{ status: "succeeded" }]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await ticking.stop();
    expect(await owner`select from cron.job_run_details`).toHaveLength(1);
  });
});

describe("requests", () => {
  const received: { method: string; path: string; secret: string | null; body: string }[] = [];
  let target: Deno.HttpServer<Deno.NetAddr>;
  /** Whether a slow request has come. */
  let arriving = false;

  beforeAll(() => {
    target = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
      const { pathname, search } = new URL(request.url);
      arriving ||= pathname === "/slow";
      if (pathname === "/slow") await new Promise((resolve) => setTimeout(resolve, 1000));
      received.push({
        method: request.method,
        path: pathname + search,
        secret: request.headers.get("x-cron-secret"),
        body: await request.text(),
      });
      return Response.json({ ok: true }, { status: pathname === "/missing" ? 404 : 200 });
    });
  });
  afterAll(() => target.shutdown());
  afterEach(() => void received.splice(0));

  const answerTo = async (id: unknown) => {
    const find = () => owner`select * from net._http_response where id = ${id as string}`;
    await expect.poll(find).toHaveLength(1);
    return (await find())[0]!;
  };
  const address = () => `http://127.0.0.1:${target.addr.port}`;

  test("http_post is sent once it is committed, with its headers and parameters", async () => {
    const [{ id }] = await owner.begin(async (transaction) => {
      const queued = await transaction`
        select net.http_post(
          url := ${address() + "/jobs"},
          body := '{"a": 1}'::jsonb,
          params := '{"q": "ä b&c"}'::jsonb,
          headers := '{"x-cron-secret": "s3cret"}'::jsonb,
          timeout_milliseconds := 2000
        ) as id`;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(received).toEqual([]);
      return queued;
    }) as unknown as [{ id: string }];

    const answer = await answerTo(id);
    expect(answer).toMatchObject({
      status_code: 200,
      content_type: "application/json",
      content: '{"ok":true}',
      timed_out: false,
      error_msg: null,
    });
    expect(received).toEqual([
      { method: "POST", path: "/jobs?q=%C3%A4%20b%26c", secret: "s3cret", body: '{"a": 1}' },
    ]);
    expect(await owner`select from net.http_request_queue`).toHaveLength(0);
  });

  test("refusals, time-outs and unreachable hosts are stored as answers", async () => {
    const [{ missing, slow, nobody }] = await owner`
      select net.http_get(${address() + "/missing"}) as missing,
        net.http_post(${address() + "/slow"}, timeout_milliseconds := 100) as slow,
        net.http_get('http://127.0.0.1:1/') as nobody` as unknown as [Record<string, string>];
    expect(await answerTo(missing)).toMatchObject({ status_code: 404, timed_out: false });
    expect(await answerTo(slow)).toMatchObject({ status_code: null, timed_out: true });
    const unreachable = await answerTo(nobody);
    expect(unreachable).toMatchObject({ status_code: null, timed_out: false });
    expect(unreachable.error_msg).toBeTruthy();
  });

  test("a job that posts with a secret of the vault, as a migration writes it", async () => {
    await owner`select vault.create_secret(${address()}, 'project_url')`;
    await owner`select vault.create_secret('from the vault', 'cron_secret', 'what for')`;
    await owner`select cron.schedule('nightly', '0 2 * * *', ${`
      select net.http_post(
        url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url')
          || '/nightly',
        headers := jsonb_build_object('x-cron-secret',
          (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret'))
      )`})`;
    await schedules.runDue(new Date("2026-11-21T02:00:00Z"));
    await expect.poll(() => received).toEqual([
      { method: "POST", path: "/nightly", secret: "from the vault", body: "{}" },
    ]);
  });

  test("the log does not call a request failed that the end cuts off", async () => {
    const lines: string[] = [];
    const sql = postgres(database.url("supabase_admin"), { max: 4, onnotice: () => {} });
    const ending = startSchedules({
      sql,
      now: () => new Date(0),
      log: (line) => lines.push(line),
    });
    await owner`select net.http_get(${`http://127.0.0.1:${target.addr.port}/slow`})`;
    await expect.poll(() => arriving).toBe(true);
    const stopped = ending.stop();
    await sql.end({ timeout: 0 });
    await stopped;
    expect(lines).toEqual([]);
  });
});

describe("the vault", () => {
  test("update_secret changes only the given fields", async () => {
    const [{ id }] = await owner<
      [{ id: string }]
    >`select vault.create_secret('one', 'changing', 'words') as id`;
    await owner`select vault.update_secret(${id}, new_secret := 'zwei ü')`;
    const [row] = await owner`select * from vault.decrypted_secrets where id = ${id}`;
    expect(row).toMatchObject({
      name: "changing",
      description: "words",
      decrypted_secret: "zwei ü",
    });
    expect(row!.secret).not.toContain("zwei");
  });

  test("a name is unique", async () => {
    await owner`select vault.create_secret('one', 'unique')`;
    await expect(owner`select vault.create_secret('two', 'unique')`).rejects.toThrow("duplicate");
  });
});

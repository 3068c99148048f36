/**
 * Every scheduled job on a world, with one worker and with four at once: the time of its calls, and
 * whether both do the same amount of work.
 */
import postgres from "postgres";
import type { Throwaway } from "../packages/local-supabase/mod.ts";
import { startStandIns } from "../packages/stand-ins/index.ts";
import { testEnvironment } from "../tests/support/environment.ts";
import { connectListeners, delayed, makeRemindersDue } from "./job-work.ts";
import { type Row, seconds, type WorldOptions } from "./measure.ts";
import { counting } from "./routes/statements.ts";
import { asSuperuser } from "./superuser.ts";
import { withWorld } from "./world/open.ts";

/** Bars for one statement, and for one call with its answer. */
const STATEMENT_BAR_MS = 4_000;
const CALL_BAR_MS = 100_000;

/** The work of a job. */
interface Outcome {
  job: string;
  workers: number;
  calls: number;
  /** Milliseconds of the longest call, of its longest statement, and of all calls. */
  longestCall: number;
  longestStatement: number;
  /** The beginning of that statement. */
  statement?: string;
  total: number;
  /** The rows that waited in its queues before; null for a job without queues. */
  due: number | null;
  /** Rows that the job says it has changed or sent. */
  done: number;
  /** Whether it said that nothing was left. */
  complete: boolean;
  failed?: string;
}

const NOTHING = {
  calls: 0,
  longestCall: 0,
  longestStatement: 0,
  total: 0,
  due: null,
  done: 0,
  complete: false,
};

interface Job {
  name: string;
  path: string | null;
  secret_names: string[];
}

/** A job that asks a provider for each user may take days: `minutes` is its longest time. */
export async function benchJobs(
  { users = 1_000_000, only, minutes = 4, log, keep }: WorldOptions & { minutes?: number },
): Promise<Row[]> {
  const providers = await startStandIns();
  const slow = delayed(providers.env);
  const env = { ...testEnvironment, ...slow.env, LOG_LEVEL: "error", AI_JOB_PAUSE_MS: "1000" };
  const outcomes: Outcome[] = [];
  try {
    for (const workers of [1, 4]) {
      await withWorld(users, { env, log, postgres: counting }, async (platform) => {
        const jobs = await listJobs(platform, only);
        if (jobs.some(({ name }) => name === "music-sync")) {
          await connectListeners(platform, providers.env);
        }
        if (jobs.some(({ name }) => name === "reminders")) await makeRemindersDue(platform);
        for (const job of jobs) {
          platform.signal.throwIfAborted();
          const run = (sql: postgres.Sql) =>
            runJob(sql, platform, job, workers, minutes * 60_000, env);
          const outcome = await asSuperuser(platform, run).catch((error) => ({
            ...NOTHING,
            job: job.name,
            workers,
            failed: String(error),
          }));
          outcomes.push(outcome);
          const row = rowOf(users, outcome, outcomes);
          keep([row]);
          log(`${row.what}: ${row.measured}`);
        }
      });
    }
  } finally {
    await slow.stop();
    await providers.stop();
  }
  return outcomes.map((outcome) => rowOf(users, outcome, outcomes));
}

/** A job whose work grows with the time since the world was loaded: the second copy has more. */
const incomparable = "workout-window-close-day";

/**
 * Whether four workers together have done work twice, compared with a worker alone. Rows become due
 * between both runs, so the work is compared with the rows that waited where their number is known.
 */
function isTwice(outcome: Outcome, all: Outcome[]): boolean {
  const alone = all.find((each) => each.job === outcome.job && each.workers === 1);
  if (!alone?.complete || !outcome.complete || outcome.job === incomparable) return false;
  const more = outcome.due && alone.due ? outcome.due / alone.due : 1;
  return outcome.done > alone.done * more * 1.1 + outcome.workers;
}

function rowOf(users: number, outcome: Outcome, all: Outcome[]): Row {
  const { job, workers, calls, longestCall, longestStatement, total, done, failed } = outcome;
  const what = `${job}, ${users.toLocaleString("en")} users, ${workers} at once`;
  if (failed) return { what, measured: `failed: ${failed}`.slice(0, 100), ok: false };
  const twice = isTwice(outcome, all);
  const isShort = longestStatement <= STATEMENT_BAR_MS && longestCall <= CALL_BAR_MS;
  const rate = Math.round(done / total * 1000);
  return {
    what,
    measured: `${calls} calls, longest ${seconds(longestCall)}, ` +
      `statement ${seconds(longestStatement)}, total ${seconds(total)}, ` +
      `${done} rows, ${rate} a second` +
      (outcome.complete ? "" : ", not ended") + (twice ? ", more than one worker" : "") +
      (longestStatement > STATEMENT_BAR_MS ? `, longest: ${outcome.statement}` : ""),
    bar: "statement <= 4 s, call <= 100 s",
    ok: isShort && !twice,
  };
}

const listJobs = (platform: Throwaway, only?: string[]): Promise<Job[]> =>
  asSuperuser(platform, async (sql) => {
    await sql`create extension if not exists pg_stat_statements with schema extensions`;
    // The statements of a schedule would count for the measured job.
    await sql`update cron.job set active = false`;
    // The order matters. Jobs of every minute leave alone the rows that the others read. After a
    // purge Postgres vacuums for minutes. The last job posts others, which go on after its answer.
    const jobs = await sql<Job[]>`
      select name, path, secret_names from private.jobs
      order by name = 'jobs-continue', name = 'purge', path is not null, name`;
    return jobs.filter(({ name }) => only?.includes(name) ?? true);
  });

/** Calls a job until it says that nothing is left, or the time is up. */
async function runJob(
  sql: postgres.Sql,
  platform: Throwaway,
  job: Job,
  workers: number,
  limit: number,
  env: Record<string, string>,
): Promise<Outcome> {
  // Schedules run as the owner of the database.
  const scheduler = postgres(platform.status.db_url, { max: workers, onnotice: () => {} });
  const due = await countDue(sql, job.name);
  await sql`select extensions.pg_stat_statements_reset()`;
  const start = performance.now();
  const calls: number[] = [];
  let failed: string | undefined;
  const call = async () => {
    if (job.path === null) return void await scheduler`select private.run_job(${job.name})`;
    const secret = job.secret_names.map((name) => env[name]).find(Boolean);
    const answer = await fetch(`${platform.status.base_url}/api${job.path}`, {
      method: "POST",
      headers: { "x-cron-secret": secret ?? "" },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  };
  const isComplete = async () => {
    const [run] = await sql<[{ complete: boolean }?]>`
      select complete from private.job_runs where job = ${job.name} and ended_at is not null
      order by ended_at desc limit 1`;
    return run?.complete ?? false;
  };
  const work = async () => {
    do {
      const begun = performance.now();
      await call();
      calls.push(performance.now() - begun);
    } while (!await isComplete() && performance.now() - start < limit);
  };
  try {
    const began = new Date();
    await Promise.all(Array.from({ length: workers }, work))
      .catch((error) => failed = String(error));
    const total = performance.now() - start;
    const results = await sql<{ result: unknown }[]>`
      select result from private.job_runs where job = ${job.name} and started_at >= ${began}`;
    const [longest] = await sql<[{ ms: number; statement: string }?]>`
      select max_exec_time as ms, regexp_replace(left(query, 80), '\\s+', ' ', 'g') as statement
      from extensions.pg_stat_statements
      where userid <> current_user::regrole order by max_exec_time desc limit 1`;
    return {
      job: job.name,
      workers,
      calls: calls.length,
      longestCall: Math.max(0, ...calls),
      longestStatement: longest?.ms ?? 0,
      statement: longest?.statement,
      total,
      due,
      done: results.reduce((sum, { result }) => sum + countOf(result), 0),
      complete: !failed && await isComplete(),
      failed,
    };
  } finally {
    await scheduler.end({ timeout: 1 });
  }
}

/** The number of rows that wait in the queues of a job; null without queues. */
async function countDue(sql: postgres.Sql, job: string): Promise<number | null> {
  const queues = await sql<{ due_times: string }[]>`
    select due_times from private.job_queues where job = ${job}`;
  let due: number | null = null;
  for (const { due_times } of queues) {
    const [row] = await sql.unsafe(`select count(*)::int from (${due_times}) as waiting`);
    due = (due ?? 0) + row!.count;
  }
  return due;
}

/** The numbers in a result that count the work; of synchronized accounts their number. */
function countOf(result: unknown): number {
  if (typeof result === "number") return result;
  if (typeof result !== "object" || result === null || Array.isArray(result)) return 0;
  if ("synced" in result) return Number(result.synced);
  return Object.entries(result)
    .filter(([name]) => !["total", "skipped", "failed", "remaining"].includes(name))
    .reduce((sum, [, value]) => sum + countOf(value), 0);
}

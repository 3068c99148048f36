/**
 * Does the work of pg_cron and pg_net: runs due jobs of `cron.job`, each as its own user, and sends
 * the requests in `net.http_request_queue`. Does nothing while a migration has not created them.
 */
import { Cron } from "croner";
import type { Sql } from "postgres";
import { sendQueuedRequests } from "./requests.ts";

interface SchedulesOptions {
  /** As superuser; each job that runs holds one connection. */
  sql: Sql;
  /** Whether the database answers; nothing is run while it does not. */
  available?: () => boolean;
  now?: () => Date;
  log: (line: string) => void;
}

export interface Schedules {
  /** Runs every job that is due at `at`, and resolves when all have ended. */
  runDue(at: Date): Promise<void>;
  /** Sends the requests that are waiting, and resolves when all are answered. */
  sendRequests(): Promise<void>;
  /** Starts nothing more and waits for running jobs and requests. */
  stop(): Promise<void>;
}

interface Job {
  jobid: string;
  jobname: string | null;
  schedule: string;
  command: string;
  database: string;
  username: string;
}

/** Whether a job with this schedule is due at this second. Schedules are UTC, as on hosted. */
export function isDue(schedule: string, at: Date): boolean {
  const interval = /^\s*(\d+)\s+seconds?\s*$/.exec(schedule)?.[1];
  const second = Math.floor(at.getTime() / 1000);
  if (interval) return second % Number(interval) === 0;
  // pg_cron writes the last day of the month as `$`, croner as `L`.
  const pattern = schedule.trim().replace("$", "L");
  return second % 60 === 0 && new Cron(pattern, { timezone: "UTC", paused: true }).match(at);
}

/** Starts the ticker: jobs at each second they are due, requests as soon as they are committed. */
export function startSchedules(
  { sql, available = () => true, now = () => new Date(), log }: SchedulesOptions,
): Schedules {
  const running = new Map<string, Promise<void>>();
  let stopped = false;
  // A run that the end cuts off does not count as a failure.
  const failed = (what: string) => (error: Error) => {
    if (!stopped) log(`${what} failed: ${error.message}`);
  };

  /** A job that is still running is not started a second time. */
  const start = (job: Job) => {
    const run = running.get(job.jobid) ?? runJob(sql, job)
      .catch(failed(`Job ${job.jobname ?? job.jobid}`))
      .finally(() => running.delete(job.jobid));
    running.set(job.jobid, run);
    return run;
  };
  const runDue = async (at: Date) => {
    const due = (await activeJobs(sql)).filter(({ schedule }) => isDue(schedule, at));
    await Promise.all(due.map(start));
  };

  let sending = Promise.resolve();
  const sendRequests = () => sending = sending.catch(() => {}).then(() => sendQueuedRequests(sql));
  const sendWaiting = () => void (stopped || sendRequests().catch(failed("Sending requests")));
  sql.listen("net_http_requests", sendWaiting, sendWaiting)
    .catch(failed("Listening for requests"));

  let ticked = Math.floor(now().getTime() / 1000);
  const ticker = setInterval(() => {
    const second = Math.floor(now().getTime() / 1000);
    // Jobs that were due while the machine slept are left out.
    for (let at = Math.max(ticked, second - 5) + 1; at <= second && available(); at++) {
      runDue(new Date(at * 1000)).catch(failed("Schedules"));
    }
    ticked = second;
  }, 250);

  return {
    runDue,
    sendRequests,
    async stop() {
      stopped = true;
      clearInterval(ticker);
      await Promise.all([...running.values(), sending.catch(() => {})]);
    },
  };
}

async function activeJobs(sql: Sql): Promise<Job[]> {
  const [exists] = await sql`select from pg_extension where extname = 'pg_cron'`;
  if (!exists) return [];
  return await sql<Job[]>`
    select jobid, jobname, schedule, command, database, username from cron.job
    where active and database = current_database() order by jobid`;
}

/** Runs a job as its user, with the outcome in `cron.job_run_details`. */
async function runJob(sql: Sql, { jobid, database, username, command }: Job): Promise<void> {
  const connection = await sql.reserve();
  try {
    const [{ runid }] = await connection<[{ runid: string }]>`
      insert into cron.job_run_details
        (jobid, job_pid, database, username, command, status, start_time)
      values
        (${jobid}, pg_backend_pid(), ${database}, ${username}, ${command}, 'running', clock_timestamp())
      returning runid`;
    let status = "succeeded";
    let message: string;
    try {
      await connection`set session authorization ${connection(username)}`;
      const result = await connection.unsafe(command);
      message = describe(result);
    } catch (error) {
      status = "failed";
      message = `ERROR:  ${error instanceof Error ? error.message : error}\n`;
    }
    // A job may have left a transaction open, or settings behind.
    for (
      const statement of ["rollback", "reset session authorization", "reset all", "discard temp"]
    ) {
      await connection.unsafe(statement);
    }
    await connection`
      update cron.job_run_details
      set status = ${status}, return_message = ${message}, end_time = clock_timestamp()
      where runid = ${runid}`;
  } finally {
    connection.release();
  }
}

/** The result of a job as pg_cron keeps it: the number of rows of a query, or the command's tag. */
function describe(result: { command?: string; count?: number } | unknown[]): string {
  const last = (Array.isArray(result) && Array.isArray(result[0]) ? result.at(-1) : result) as {
    command: string;
    count: number;
  };
  if (last.command === "SELECT") return last.count === 1 ? "1 row" : `${last.count} rows`;
  return last.command === "INSERT"
    ? `INSERT 0 ${last.count}`
    : `${last.command} ${last.count ?? ""}`.trim();
}

/** Schedules of jobs that the tests of a file call themselves. */
import { afterAll, beforeAll } from "vitest";
import { sql } from "./sql.ts";

/** Stops a schedule during the tests of a file: at each full minute it would do their work. */
export function pauseSchedule(name: string): void {
  const set = (active: boolean) =>
    sql`select cron.alter_job(jobid, active := ${active}) from cron.job where jobname = ${name}`;
  beforeAll(() => set(false));
  afterAll(() => set(true));
}

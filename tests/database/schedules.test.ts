/** The times at which a schedule is due. */
import { describe, expect, it } from "vitest";
import { sql } from "../support/sql.ts";

describe("a schedule's times", () => {
  // Monday, 23 November 2026 is the day after the first date.
  it.each([
    ["*/5 * * * *", "2026-11-22T10:07:30Z", "2026-11-22T10:05:00Z"],
    ["*/15 * * * *", "2026-11-22T10:15:00Z", "2026-11-22T10:15:00Z"],
    ["30 * * * *", "2026-11-22T10:29:59Z", "2026-11-22T09:30:00Z"],
    ["0 * * * *", "2026-11-22T00:00:00Z", "2026-11-22T00:00:00Z"],
    ["0 2 * * *", "2026-11-22T01:59:00Z", "2026-11-21T02:00:00Z"],
    ["15 4 * * *", "2026-11-22T23:00:00Z", "2026-11-22T04:15:00Z"],
    ["0 0 * * 1", "2026-11-22T12:00:00Z", "2026-11-16T00:00:00Z"],
    ["0 9 * * 1", "2026-11-23T09:00:00Z", "2026-11-23T09:00:00Z"],
    ["0 9 * * 0", "2026-11-23T09:00:00Z", "2026-11-22T09:00:00Z"],
    ["0 9 * * 7", "2026-11-23T09:00:00Z", "2026-11-22T09:00:00Z"],
    ["0 0 1 * *", "2026-11-30T23:59:59Z", "2026-11-01T00:00:00Z"],
    ["0 0 1 * *", "2026-12-01T00:00:00Z", "2026-12-01T00:00:00Z"],
    ["0 12 28 * *", "2026-03-01T00:00:00Z", "2026-02-28T12:00:00Z"],
  ])("%s, at %s: %s", async (schedule, at, due) => {
    const [row] = await sql`select private.last_due(${schedule}, ${at}) as due`;
    expect(row!.due.toISOString()).toBe(new Date(due).toISOString());
  });

  it.each(["0 0 31 * *", "*/7 * * * *", "0 0 1 1 *", "0 0 1 * 1", "* * * * *", "@daily", ""])(
    "refuses %j, whose due times cannot be computed",
    async (schedule) => {
      const job = sql`select private.schedule_job('odd', ${schedule}, '/odd', '{}')`;
      await expect(job).rejects.toMatchObject({ code: "22023" });
      expect(await sql`select from private.jobs where name = 'odd'`).toEqual([]);
      expect(await sql`select from cron.job where jobname = 'odd'`).toEqual([]);
    },
  );
});

/** When a job is due: cron expressions and intervals as pg_cron interprets them. */
import { describe, expect, test } from "vitest";
import { isDue } from "../schedules/schedules.ts";

describe("isDue", () => {
  test.each([
    ["* * * * *", "2026-11-21T10:07:00Z", true],
    ["* * * * *", "2026-11-21T10:07:01Z", false],
    ["0 2 * * *", "2026-11-21T02:00:00Z", true],
    ["0 2 * * *", "2026-11-21T03:00:00Z", false],
    ["*/15 * * * *", "2026-11-21T10:45:00Z", true],
    ["*/15 * * * *", "2026-11-21T10:46:00Z", false],
    ["0 0 * * 1", "2026-11-23T00:00:00Z", true],
    ["0 0 * * 1", "2026-11-22T00:00:00Z", false],
    ["0 0 * * 7", "2026-11-22T00:00:00Z", true],
    ["0 9 * * mon-fri", "2026-11-20T09:00:00Z", true],
    ["0 0 1 * *", "2026-12-01T00:00:00Z", true],
    ["0 0 $ * *", "2026-11-30T00:00:00Z", true],
    // When both kinds of day are restricted, a match of either suffices, as in every cron.
    ["0 0 13 * 5", "2026-11-20T00:00:00Z", true],
    ["0 0 13 * 5", "2026-11-13T00:00:00Z", true],
    ["0 0 13 * 5", "2026-11-14T00:00:00Z", false],
    ["30 seconds", "2026-11-21T10:07:30Z", true],
    ["30 seconds", "2026-11-21T10:07:31Z", false],
  ])("%s at %s: %s", (schedule, at, due) => {
    expect(isDue(schedule, new Date(at))).toBe(due);
  });
});

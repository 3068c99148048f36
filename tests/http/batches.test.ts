/** Steps of a job, repeated until nothing is left or the time limit is reached. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runBatches, type Step } from "../../shared/jobs/batches.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";

const names = ["total", "failed"] as const;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it("says that nothing is left only where nothing has failed", () => {
  const message = (remaining: number, failed?: number) =>
    outcomeOf(remaining, "user", "All done", { failed, errors: [] }).message;
  expect([message(0), message(0, 0), message(0, 2), message(1, 0), message(2, 1)]).toEqual([
    "All done",
    "All done",
    "2 failed",
    "1 user is left for the next call",
    "1 failed, 2 users are left for the next call",
  ]);
});

it("repeats the step until it is done and adds up the results", async () => {
  const steps: Step<"total" | "failed">[] = [
    { counts: { total: 5 }, done: false },
    { counts: { total: 5, failed: 1 }, errors: ["one"], done: false },
    { counts: { total: 2 }, errors: ["two"], done: true },
  ];
  const run = await runBatches(names, () => Promise.resolve(steps.shift()!), { size: 5 });
  expect(run).toEqual({ counts: { total: 12, failed: 1 }, errors: ["one", "two"], done: true });
  expect(steps).toEqual([]);
});

describe("with a controlled clock", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance", "Date"] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("starts no step that would exceed the time limit", async () => {
    let begun = 0;
    const running = runBatches(names, async () => {
      begun++;
      await pause(100);
      return { counts: { total: 1 }, done: false };
    }, { size: 1, seconds: 0.35 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await running).toEqual({ counts: { total: 3, failed: 0 }, errors: [], done: false });
    expect(begun).toBe(3);
  });

  it("starts no step that may take longer than there is time, and tells a step of its time", async () => {
    const left: boolean[][] = [];
    const running = runBatches(names, async (_size, hasTime) => {
      left.push([1, 2, 4].map(hasTime));
      await pause(1000);
      return { counts: { total: 1 }, done: false };
    }, { size: 1, seconds: 4, longest: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await running).counts.total).toBe(2);
    expect(left).toEqual([[true, true, false], [true, true, false]]);
  });

  it("retries a failed step with half the size, then returns to full size", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const sizes: number[] = [];
    const running = runBatches(names, (size) => {
      sizes.push(size);
      if (sizes.length <= 2) return Promise.reject(new Error("statement timeout"));
      return Promise.resolve({ counts: { total: size }, done: sizes.length === 5 });
    }, { size: 100 });
    await vi.advanceTimersByTimeAsync(5000);
    const run = await running;
    expect(sizes).toEqual([100, 50, 25, 50, 100]);
    expect(run).toEqual({ counts: { total: 175, failed: 0 }, errors: [], done: true });
  });

  it("stops after three failures in a row and reports the error", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    let tries = 0;
    const running = runBatches(names, () => {
      tries++;
      return Promise.reject(new Error("the database is gone"));
    }, { size: 1 });
    await vi.advanceTimersByTimeAsync(5000);
    const run = await running;
    expect(run).toEqual({
      counts: { total: 0, failed: 0 },
      errors: ["the database is gone"],
      done: false,
    });
    expect(tries).toBe(3);
    expect(logged).toHaveBeenCalledTimes(3);
  });

  it("waits between steps when a pause is given", async () => {
    const begun: number[] = [];
    const start = performance.now();
    const running = runBatches(names, () => {
      begun.push(performance.now() - start);
      return Promise.resolve({ counts: {}, done: begun.length === 3 });
    }, { size: 1, pause: 100 });
    await vi.advanceTimersByTimeAsync(1000);
    await running;
    expect(begun).toEqual([0, 100, 200]);
  });
});

it("reports at most 100 errors", async () => {
  let left = 3;
  const errors = Array.from({ length: 60 }, (_, i) => `error ${i}`);
  const run = await runBatches(names, () => {
    return Promise.resolve({ counts: { failed: 60 }, errors, done: --left === 0 });
  }, { size: 60 });
  expect(run.counts.failed).toBe(180);
  expect(run.errors).toHaveLength(100);
});

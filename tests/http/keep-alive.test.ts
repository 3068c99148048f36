import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepAlive } from "../../shared/base/keep-alive.ts";
import { resetEnvironment } from "./support.ts";

beforeEach(() => {
  resetEnvironment();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

it("goes on after a heartbeat that fails, until the claim is lost", async () => {
  const extend = vi.fn<() => Promise<boolean | null>>()
    .mockRejectedValueOnce(new Error("no connection"))
    .mockResolvedValueOnce(null)
    .mockResolvedValueOnce(true)
    .mockResolvedValue(false);
  const lost = vi.fn();
  keepAlive(1000, extend, lost);
  await vi.advanceTimersByTimeAsync(3000);
  expect(lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(extend).toHaveBeenCalledTimes(4);
  expect(lost).toHaveBeenCalledTimes(1);
});

/** The states of a process that count as running. */
import { afterAll, expect, test } from "vitest";
import { isAlive } from "../base/processes.ts";

// The shell becomes a program that never asks for its child, which ends soon.
const parent = new Deno.Command("sh", {
  args: ["-c", "sleep 0.3 & echo $!; exec sleep 60"],
  stdout: "piped",
}).spawn();
afterAll(async () => {
  parent.kill("SIGKILL");
  await parent.status;
});

test.runIf(Deno.build.os === "linux")("a zombie does not, its parent does", async () => {
  const reader = parent.stdout.getReader();
  const zombie = Number(new TextDecoder().decode((await reader.read()).value));
  await reader.cancel();
  await expect.poll(() => Deno.readTextFileSync(`/proc/${zombie}/stat`)).toMatch(/\) Z /);
  expect(isAlive(zombie)).toBe(false);
  expect(isAlive(parent.pid)).toBe(true);
});

test("a process that has never been does not", () => {
  expect(isAlive(2 ** 22 + 1)).toBe(false);
});

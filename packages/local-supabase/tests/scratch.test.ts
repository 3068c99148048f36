import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scratchFolder } from "../base/scratch.ts";

let local: string;

beforeEach(async () => {
  local = await scratchFolder("scratch-test");
  vi.stubEnv("LOCAL_DIR", local);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Deno.remove(local, { recursive: true });
});

test("a scratch folder is new, empty and inside the project's scratch folder", async () => {
  const [one, another] = [await scratchFolder("work"), await scratchFolder("work")];
  expect(one).not.toBe(another);
  for (const dir of [one, another]) {
    expect(join(dir, "..")).toBe(join(local, "scratch"));
    expect([...Deno.readDirSync(dir)]).toEqual([]);
  }
});

test("folders of ended processes are removed, those of running ones are not", async () => {
  const mine = await scratchFolder("work");
  const ended = new Deno.Command("true").spawn();
  await ended.status;
  const left = join(local, "scratch", `work.${ended.pid}.abc`);
  await Deno.mkdir(join(left, "postgres"), { recursive: true });
  await scratchFolder("work");
  expect(existsSync(left)).toBe(false);
  expect(existsSync(mine)).toBe(true);
});

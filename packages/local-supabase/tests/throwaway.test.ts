/** A platform on the folder of an earlier platform: on a copy of it, or on the folder itself. */
import { existsSync } from "node:fs";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "../base/scratch.ts";
import { type Throwaway, withThrowaway } from "../platform/throwaway.ts";
import { project as root } from "./support/platform.ts";

const path = await scratchFolder("kept");
afterAll(() => Deno.remove(path, { recursive: true }));

/** Runs a statement on a platform that starts on the kept folder; returns its rows and the folder. */
const on = (copy: boolean, statement: string, postgresSettings: Record<string, string> = {}) =>
  withThrowaway(
    {
      root,
      env: {},
      seed: false,
      schedules: false,
      folder: { path, copy },
      postgres: postgresSettings,
      log: () => {},
    },
    async ({ dir, status }: Throwaway) => {
      const sql = postgres(status.db_url, { max: 1, onnotice: () => {} });
      const rows = await sql.unsafe(statement).finally(() => sql.end());
      return { dir, rows: [...rows] };
    },
  );

test("rows written on a copy go with it, rows written on the folder itself remain", async () => {
  const own = await on(false, "create table public.kept as select 1 as n");
  expect(own.dir).toBe(path);
  expect(existsSync(path)).toBe(true);

  const copy = await on(true, "update public.kept set n = 2 returning n");
  expect(copy.rows).toEqual([{ n: 2 }]);
  expect(existsSync(copy.dir)).toBe(false);

  const setting = { work_mem: "9MB" };
  const { rows } = await on(
    false,
    "select n, current_setting('work_mem') as memory from kept",
    setting,
  );
  expect(rows).toEqual([{ n: 1, memory: "9MB" }]);
});

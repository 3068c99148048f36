import process from "node:process";
import { defineConfig } from "vitest/config";
import { limits } from "./base/patience.ts";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    maxWorkers: 2,
    // The other pools of vitest do not work on Deno without faults.
    pool: "forks",
    ...limits(),
    // On a shared machine a test that waits for something may fail; the report names tests that
    // were tried twice.
    retry: process.env.CI ? 1 : 0,
  },
});

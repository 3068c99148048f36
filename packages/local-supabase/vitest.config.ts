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
    // A shared machine may fail a test that waits for something; the report names what was tried twice.
    retry: process.env.CI ? 1 : 0,
  },
});

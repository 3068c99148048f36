import process from "node:process";
import { defineConfig } from "vitest/config";
import { limits } from "./base/patience.ts";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    maxWorkers: 2,
    // Of vitest's pools this is the one that Deno carries without a flaw.
    pool: "forks",
    ...limits(),
    // A shared machine may fail a test that waits for something; the report names what was tried twice.
    retry: process.env.CI ? 1 : 0,
  },
});

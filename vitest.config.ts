import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // When every test has run, the ledger must still be in order.
    globalSetup: ["tests/support/ledger.ts"],
    // Of vitest's pools this is the one that Deno carries without a flaw.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 0,
  },
});

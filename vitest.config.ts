import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // When every test has run, the ledger must still be in order.
    globalSetup: ["tests/support/ledger.ts"],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "platform",
          include: ["tests/local/**/*.test.ts"],
          // First and alone: these tests make tables of their own in the exposed schema.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "service",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/local/**", "**/node_modules/**"],
          sequence: { groupOrder: 1 },
        },
      },
    ],
    // Of vitest's pools this is the one that Deno carries without a flaw.
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    retry: 0,
  },
});

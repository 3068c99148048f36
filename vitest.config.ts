import { globSync, readFileSync } from "node:fs";
import process from "node:process";
import { defineConfig } from "vitest/config";

const suite = ["tests/**/*.test.ts", "packages/client/tests/**/*.test.ts"];
const files = suite.flatMap((pattern) => globSync(pattern));
/** Files that take the second platform run one after the other, when the rest have ended. */
const alone = files.filter((file) => readFileSync(file, "utf8").includes("await ownPlatform("));

export default defineConfig({
  test: {
    // When every test has run, the ledger must still be in order.
    globalSetup: ["tests/support/ledger.ts"],
    // Of vitest's pools this is the one that Deno carries without a flaw.
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A shared machine may fail a test that waits for something; the report names what was tried twice.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: suite,
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          globalSetup: ["tests/support/second-platform.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

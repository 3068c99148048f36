import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A browser on a busy machine may miss a moment.
    retry: 1,
    include: ["tests/**/*.test.ts"],
    pool: "forks",
    // A process, with its browser, for many files, whose own modules are loaded anew for each.
    isolate: false,
    setupFiles: ["../../tests/support/new-file.ts"],
    globalSetup: ["tests/setup.ts"],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    // As long as the browser waits for an element.
    expect: { poll: { timeout: 10_000 } },
  },
});

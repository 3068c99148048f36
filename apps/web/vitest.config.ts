import { defineConfig } from "vitest/config";
import { limits } from "../../packages/local-supabase/helpers.ts";

export default defineConfig({
  test: {
    // A browser on a busy machine may miss a moment; the report names tests that were tried again.
    retry: 2,
    include: ["tests/**/*.test.ts"],
    pool: "forks",
    // A process, with its browser, for many files, whose own modules are loaded anew for each.
    isolate: false,
    setupFiles: ["../../tests/support/new-file.ts"],
    globalSetup: ["tests/setup.ts"],
    maxWorkers: 2,
    ...limits(),
  },
});

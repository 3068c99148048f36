/** Runs the tests of the platform against a throwaway platform of a small project of theirs. */
import { resolve } from "node:path";
import { runTests } from "../mod.ts";

Deno.exit(
  await runTests({
    root: resolve(import.meta.dirname!, "project"),
    cwd: resolve(import.meta.dirname!, ".."),
    env: {},
  }),
);

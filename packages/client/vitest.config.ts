import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { defineConfig } from "vitest/config";
import { limits } from "../local-supabase/helpers.ts";

/** The package as the consumers have it. */
const installed = join(process.env.CONSUMERS!, "node_modules/@journal/client");
const { exports } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
const entries = Object.entries<{ default?: string }>(exports)
  .filter(([, { default: file }]) => file)
  .map(([name, { default: file }]) => ({
    find: new RegExp(`^${join("@journal/client", name)}$`),
    replacement: join(installed, file!),
  }));

/** The client's own tests, except files that import its sources or take the second platform. */
const own = globSync("tests/*.test.ts", { cwd: import.meta.dirname }).filter((file) =>
  !/\.\.\/src\/|ownPlatform\(/.test(readFileSync(join(import.meta.dirname!, file), "utf8"))
);

export default defineConfig({
  resolve: { alias: entries },
  test: {
    include: ["consumers/*.test.ts", ...own],
    pool: "forks",
    maxWorkers: 2,
    ...limits(),
    retry: process.env.CI ? 1 : 0,
  },
});

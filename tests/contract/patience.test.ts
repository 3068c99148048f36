/** No limit of a test says how fast the machine is. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { limits, patience, projectRoot as root } from "../../packages/local-supabase/helpers.ts";

it("limits are multiplied by how slow the machine is", () => {
  const { SLOWNESS } = process.env;
  try {
    process.env.SLOWNESS = "4.2";
    expect([patience(10_000), limits().testTimeout]).toEqual([42_000, 252_000]);
    process.env.SLOWNESS = "";
    expect(patience(1000)).toBeGreaterThanOrEqual(1000);
    // The programs that this one starts use the same.
    expect(Number(process.env.SLOWNESS)).toBe(patience(1_000_000) / 1_000_000);
  } finally {
    process.env.SLOWNESS = SLOWNESS;
  }
});

it("no test has a limit of its own that does not follow the machine", async () => {
  // An option, an argument of a function that sets it, and a number behind the function of a test.
  const fixed = /\btimeout: [\d_]{4,}|[Tt]imeout\([\d_]{4,}|^ *\}, [\d_]{4,}\);$|^ *[\d_]{5,},$/;
  const found: string[] = [];
  for (const folder of ["tests", "packages/*/tests", "packages/client/consumers", "apps/*/tests"]) {
    for await (const file of glob(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
      // They test the limits of requests to a provider.
      if (file.startsWith("tests/providers/")) continue;
      readFileSync(join(root, file), "utf8").split("\n").forEach((line, n) => {
        if (fixed.test(line)) found.push(`${file}:${n + 1} ${line.trim()}`);
      });
    }
  }
  expect(found).toEqual([]);
});

import { globSync, readFileSync } from "node:fs";
import process from "node:process";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { limits } from "./packages/local-supabase/helpers.ts";
import { leversOf } from "./tests/support/levers.ts";

const all = ["tests/**/*.test.ts", "packages/client/tests/**/*.test.ts"];
const whole = all.flatMap((pattern) => globSync(pattern));
const { AGAINST } = process.env;
/** Test files that can run on a stack of which only addresses, keys and the database are known. */
const files = AGAINST ? whole.filter((file) => !leversOf(file).length) : whole;
if (AGAINST) {
  const counts = Object.groupBy(whole.flatMap(leversOf), (lever) => lever);
  console.log(
    `${files.length} files of tests run against ${AGAINST}; ${
      whole.length - files.length
    } are left out: ${
      Object.entries(counts).map(([lever, of]) => `${of!.length} use ${lever}`).join(", ")
    }`,
  );
}
const holds = (text: RegExp) => (file: string) => text.test(readFileSync(file, "utf8"));
/** Files that take the second platform, which has one of them at a time. */
const alone = files.filter(holds(/await ownPlatform\(/));
/** Files that replace what belongs to their process. */
const changing = files.filter(
  holds(/fake-indexeddb|process\.env\.\w+ = |useFakeTimers|backup-scene/),
)
  .filter((file) => !alone.includes(file));

/**
 * Files with a process of their own come first: a process ends as soon as a file of another kind is
 * next. Then the files that wait for each other are spread over the others.
 */
class Spread extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { own = [], waiting = [], others = [] } = Object.groupBy(
      await super.sort(specifications),
      ({ project, moduleId }) =>
        project.name === "changing"
          ? "own"
          : alone.some((file) => moduleId.endsWith(file))
          ? "waiting"
          : "others",
    );
    const step = others.length / waiting.length;
    return [
      ...own,
      ...waiting.flatMap((each, n) => [
        each,
        ...others.slice(Math.round(n * step), Math.round((n + 1) * step)),
      ]),
      ...(waiting.length ? [] : others),
    ];
  }
}

export default defineConfig({
  test: {
    // When every test has run, the ledger must still be in order.
    globalSetup: ["tests/support/ledger.ts"],
    // The other pools of vitest do not work on Deno without faults.
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: Spread },
    ...limits(),
    // A shared machine may fail a test that waits for something; the report names what was tried twice.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        // A process for many files, whose own modules are loaded anew for each.
        test: {
          name: "shared",
          include: AGAINST ? files : all,
          exclude: changing,
          isolate: false,
          globalSetup: alone.length ? ["tests/support/second-platform.ts"] : [],
          setupFiles: ["tests/support/new-file.ts"],
        },
      },
      { extends: true, test: { name: "changing", include: changing } },
    ],
  },
});

/**
 * `npm run restore -- --from <folder or s3://bucket/prefix>`: brings the running local platform, or the
 * project that the environment or `--project` names, to the state of a backup. Refuses a target that
 * has users or files, unless `--replace` is given.
 */
import { parseArgs } from "node:util";
import { openPlace } from "./backup/place.ts";
import { restore } from "./backup/restore.ts";
import { findProject } from "./project.ts";

const { values: options } = parseArgs({
  args: Deno.args,
  options: {
    from: { type: "string" },
    at: { type: "string" },
    replace: { type: "boolean", default: false },
    erased: { type: "string" },
    project: { type: "string" },
  },
});
if (!options.from) {
  console.error(
    "Usage: npm run restore -- --from <folder or s3://bucket/prefix>\n" +
      "  --at <time>       of the backup, as npm run backup has said it; the newest one\n" +
      "  --replace         also into a target that has data, which is lost\n" +
      "  --erased <file>   ids of accounts that were erased since then, in any form\n" +
      "  --project <file>  addresses and keys of the target, as status.json has them",
  );
  Deno.exit(2);
}

const started = performance.now();
try {
  const target = await findProject(options.project);
  const { at, replace } = options;
  const erased = options.erased
    ? (await Deno.readTextFile(options.erased)).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)
    : null;
  const report = await restore(target, openPlace(options.from), {
    at,
    replace,
    erased: erased ?? [],
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `Restored ${report.time} to ${target.api_url}: ${report.tables} tables, ${report.files} files, ` +
      `of which ${(report.bytes / 1e6).toFixed(1)} MB uploaded now (${seconds} s).\n` +
      `${report.erasedAgain} accounts that were erased since then are locked, and the job ` +
      "account-deletions deletes them again.\n" +
      "docs/runbook.md says what follows.",
  );
  for (const problem of report.problems) console.error(problem);
  if (report.problems.length) Deno.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exitCode = 1;
}

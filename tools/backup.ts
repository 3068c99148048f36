/**
 * `npm run backup -- --to <folder or s3://bucket/prefix>`: copies rows, accounts and files of the
 * running local platform, or of the project that the environment or `--project` names. `--verify`
 * reads all copies instead and compares them with their digests. Ends with 1 when anything is damaged
 * or missing.
 */
import { parseArgs } from "node:util";
import { makeBackup } from "./backup/make.ts";
import { openPlace } from "./backup/place.ts";
import { verify } from "./backup/verify.ts";
import { findProject } from "./project.ts";

const { values: options } = parseArgs({
  args: Deno.args,
  options: {
    to: { type: "string" },
    project: { type: "string" },
    "keep-days": { type: "string", default: "30" },
    verify: { type: "boolean", default: false },
  },
});
const keepDays = Number(options["keep-days"]);
if (!options.to || !Number.isInteger(keepDays) || keepDays < 1 || keepDays > 30) {
  console.error(
    "Usage: npm run backup -- --to <folder or s3://bucket/prefix> [--verify]\n" +
      "  --keep-days <1 to 30>  days until backups and deleted files are removed; 30\n" +
      "  --project <file>       addresses and keys, as status.json has them",
  );
  Deno.exit(2);
}

const started = performance.now();
const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
let told = 0;
/** Says what happens every five seconds: a run that waits is seen. */
function tell(progress: string): void {
  if (performance.now() - Math.max(told, started) < 5000) return;
  told = performance.now();
  console.log(`${seconds()} s: ${progress}`);
}
const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
try {
  const place = openPlace(options.to);
  let problems: string[];
  if (options.verify) {
    problems = await verify(place);
    if (!problems.length) console.log(`All copies are whole (${seconds()} s).`);
  } else {
    const report = await makeBackup(await findProject(options.project), place, { keepDays, tell });
    problems = report.problems;
    console.log(
      `Backup ${report.time}: rows of ${mb(report.rows)} MB, ${report.files} files, of which ` +
        `${report.copied} copied now (${mb(report.copiedBytes)} MB); removed ` +
        `${report.removedBackups} old backups and ${report.removedFiles} copies (${seconds()} s).`,
    );
  }
  for (const problem of problems) console.error(problem);
  if (problems.length) Deno.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exitCode = 1;
}

/**
 * `npm test -w packages/client`: packs the client, installs it in a folder outside of the project, and
 * tests the installed package there, against a throwaway platform. Takes vitest's own arguments after
 * `--`.
 */
import { join } from "node:path";
import { projectRoot as root } from "../../local-supabase/helpers.ts";
import { runTests } from "../../local-supabase/mod.ts";
import { startStandIns } from "../../stand-ins/index.ts";
import { testEnvironment } from "../../../tests/support/environment.ts";
import { npm, packClient, printed } from "../../../tools/pack.ts";

const EXPO = "expo@57.0.33";

const folder = await Deno.makeTempDir({ prefix: "journal-consumers-" });
let code = 1;
try {
  const packed = await packClient(folder);
  // The other packages of the consumers, as their lock file says; then the client, as its README says.
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
    await Deno.copyFile(join(import.meta.dirname!, "project", name), join(folder, name));
  }
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await printed([...npm(), "ci", ...quiet], folder);
  const client = `./${packed.filename}`;
  await printed([...npm(), "install", "--no-save", ...quiet, client], folder);
  // Expo's settings alone: its 800 packages are not needed for them.
  const [{ filename }] = JSON.parse(await printed([...npm(), "pack", "--json", EXPO], folder));
  const expo = join(folder, "node_modules/expo");
  await Deno.mkdir(expo);
  const settings = ["package/package.json", "package/tsconfig.base.json"];
  await printed(["tar", "xzf", filename, "-C", expo, "--strip-components=1", ...settings], folder);
  const providers = await startStandIns();
  code = await runTests({
    root,
    cwd: join(root, "packages/client"),
    sources: true,
    // The programs in the browser come from a port of their own.
    env: { ...testEnvironment, ALLOWED_ORIGINS: "*", ...providers.env },
    variables: {
      ...providers.env,
      FUNCTIONS: "sources",
      CONSUMERS: folder,
      PACKED: JSON.stringify(packed),
    },
  });
  await providers.stop();
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(code);

/**
 * `npm test -w apps/web`: builds the app and walks through it in Chromium, against a throwaway platform.
 * Takes vitest's own arguments after `--`.
 */
import { join } from "node:path";
import { build } from "vite";
import { projectRoot as root, scratchFolder } from "../../../packages/local-supabase/helpers.ts";
import { runTests } from "../../../packages/local-supabase/mod.ts";
import { freePort } from "../../../packages/local-supabase/base/ports.ts";
import { improvise } from "../../../packages/stand-ins/improvised-answers.ts";
import { startOpenai } from "../../../packages/stand-ins/openai.ts";
import { startWebPush } from "../../../packages/stand-ins/web-push.ts";
import { startWebhooks } from "../../../packages/stand-ins/webhooks.ts";
import { functionsUnderTest } from "../../../tests/support/built.ts";
import { testEnvironment } from "../../../tests/support/environment.ts";
import { prepareFunctions } from "../../../tools/build.ts";
import { chromiumPath } from "./chromium.ts";

if (!chromiumPath()) {
  console.error(
    "There is no Chromium: install it (Debian: apt-get install chromium), or name one as CHROMIUM",
  );
  Deno.exit(1);
}
const cwd = join(root, "apps/web");
await prepareFunctions();
const outDir = await scratchFolder("web");
await build({ configFile: join(cwd, "vite.config.ts"), logLevel: "warn", build: { outDir } });
// The app comes from another origin than the tests of the service allow.
const port = freePort();
// Tests order the answers of this stand-in; it improvises otherwise.
const openai = await startOpenai(improvise);
// Tests read the pushes of the service from this one.
const webPush = await startWebPush();
// Webhooks of tests lead to this one.
const webhooks = startWebhooks();
const env = {
  ...testEnvironment,
  ...openai.env,
  ...webPush.env,
  ...webhooks.env,
  ALLOWED_ORIGINS: "",
  SITE_URL: `http://127.0.0.1:${port}`,
  // The target of a link that an app has asked for.
  GOTRUE_URI_ALLOW_LIST: "journal://sign-in",
};
const variables = {
  ...openai.env,
  ...webPush.env,
  ...webhooks.env,
  WEB_FILES: outDir,
  WEB_PORT: String(port),
};
const code = await runTests({
  root,
  cwd,
  env,
  variables,
  standIns: true,
  ...functionsUnderTest(),
});
await openai.stop();
await webPush.stop();
await webhooks.stop();
await Deno.remove(outDir, { recursive: true });
Deno.exit(code);

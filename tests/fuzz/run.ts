/**
 * `npm run fuzz`: sends every operation of the document requests with faults, and sequences of
 * operations that use each other's answers, on a throwaway platform with stand-ins of the providers.
 * Begins with right requests until every operation has succeeded, and names operations that do not.
 * Reports, in its smallest form, each request whose answer breaks what the document promises.
 *
 *   --cases N       cases of an operation in one round (default 200)
 *   --minutes M     rounds until so many minutes have passed; one round without it
 *   --seed S        the first round's seed; later rounds count up
 *   --only a,b      only these operations
 *
 * `DATA_API` chooses the server of the Data API, as for `npm test`.
 */
import { parseArgs } from "node:util";
import { projectRoot as root } from "../../packages/local-supabase/helpers.ts";
import {
  readDemo,
  sendDemoRequests,
  shippedEngine,
  withThrowaway,
} from "../../packages/local-supabase/mod.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { prepareFunctions } from "../../tools/build.ts";
import { functionsUnderTest } from "../support/built.ts";
import { testEnvironment } from "../support/environment.ts";
import { fuzz } from "./fuzz.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    cases: { type: "string", default: "200" },
    minutes: { type: "string" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});

const SECRET = "a-secret-of-the-jobs-of-this-run";
await prepareFunctions();
const providers = await startStandIns();
const env: Record<string, string> = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
for (const name of Object.keys(env)) if (name.endsWith("_CRON_SECRET")) env[name] = SECRET;
const log = (line: string) => console.error(line);
const faults = await withThrowaway(
  { root, env, schedules: false, log, dataApi: shippedEngine(), ...functionsUnderTest() },
  async (platform) => {
    await sendDemoRequests(root, platform.status, await readDemo(root), log);
    return await fuzz(platform, {
      cases: Number(values.cases),
      minutes: Number(values.minutes ?? 0),
      seed: Number(values.seed ?? Date.now() % 1_000_000),
      only: values.only?.split(","),
      identity: {
        job: SECRET,
        stripe: providers.env.STRIPE_WEBHOOK_SECRET!,
        resend: providers.env.RESEND_WEBHOOK_SECRET!,
      },
      secrets: Object.keys(env).filter((name) => /SECRET|(?<!PUBLIC_)KEY|TOKEN/.test(name))
        .map((name) => env[name]!),
      log,
    });
  },
);
await providers.stop();
Deno.exit(faults === 0 ? 0 : 1);

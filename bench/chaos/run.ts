/**
 * `npm run chaos`: users work, and one thing after the other fails. After each the service has to
 * work again by itself within ten seconds, and everything that it has acknowledged has to be there
 * once. Prints a table; ends with 1 when anything is wrong. `--only disk,clock` tries some faults.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { newDisk } from "./disk.ts";
import { type Fault, faults } from "./faults.ts";
import { Music } from "./music.ts";
import { PlatformUnderFault } from "./platform.ts";
import { inconsistencies, waiting, wrongs } from "./proofs.ts";
import { type Proxy, startProxy } from "./proxy.ts";
import { makeTeam } from "./team.ts";
import { Work } from "./work.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: { only: { type: "string" }, workers: { type: "string", default: "12" } },
});
const chosen = values.only?.split(",");
const seconds = (n: number) => sleep(n * 1000);

/** Seconds within which the service has to work again. */
const RECOVERY = 10;

interface Outcome {
  fault: string;
  recovered: number;
  writes: number;
  answers: Record<string, number>;
  wrong: string[];
}

/** The variables with the addresses of each provider. */
const addresses = {
  OpenAI: ["OPENAI_BASE_URL"],
  Stripe: ["STRIPE_API_BASE"],
  Resend: ["RESEND_BASE_URL"],
  Expo: ["EXPO_PUSH_URL"],
  Music: ["MUSIC_API_BASE", "MUSIC_TOKEN_URL"],
};

/** Puts a proxy in front of each provider. */
async function surround(env: Record<string, string>): Promise<Record<string, Proxy>> {
  const proxies: Record<string, Proxy> = {};
  for (const [name, variables] of Object.entries(addresses)) {
    const [first] = variables.map((variable) => new URL(env[variable]!));
    const proxy = proxies[name] = await startProxy(Number(first!.port));
    for (const variable of variables) {
      env[variable] = env[variable]!.replace(`:${first!.port}`, `:${proxy.port}`);
    }
  }
  return proxies;
}

const writesOf = (work: Work) =>
  Object.values(work.acknowledged).reduce((sum, keys) => sum + keys.length, 0);

/** Seconds until every act of one user succeeds again. */
async function recovery(work: Work): Promise<number> {
  const start = performance.now();
  const [worker] = work.team.workers;
  for (const act of ["entry", "check-in", "team message", "adjustment"]) {
    while (!await work.act(worker!, act) && performance.now() - start < 60_000) await seconds(0.1);
  }
  await work.sync(worker!).catch(() => {});
  return (performance.now() - start) / 1000;
}

async function attempt(
  fault: Fault,
  work: Work,
  platform: PlatformUnderFault,
  known: Set<string>,
): Promise<Outcome> {
  const before = writesOf(work);
  work.begin();
  await seconds(4);
  await fault.begin();
  await seconds(fault.seconds);
  await fault.end?.();
  const recovered = await recovery(work);
  await seconds(4);
  const writes = writesOf(work) - before;
  await work.end();
  const { answers } = work;
  const wrong = await wrongs(work, await platform.superuserUrl(), await platform.status(), known);
  return { fault: fault.name, recovered, writes, answers, wrong };
}

const folder = await scratchFolder("chaos");
const disk = await newDisk(join(folder, "disk"));
const providers = await startStandIns();
const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
const proxies = await surround(env);
const platform = new PlatformUnderFault(folder, disk?.path ?? folder, env);
const outcomes: Outcome[] = [];
try {
  await platform.start();
  const status = await platform.status();
  const clients = await startProxy(platform.port);
  let connection: postgres.Sql | undefined;
  const sql = async () =>
    connection ??= postgres(await platform.superuserUrl(), { max: 1, onnotice: () => {} });
  const music = new Music(providers.env.MUSIC_API_BASE!);
  const team = await makeTeam(status, await sql(), music, Number(values.workers));
  const work = new Work(team, clients.port, status.publishable_key);
  // The demo data has drops that its accounts never sent.
  const known = new Set(await inconsistencies(await platform.superuserUrl()));
  const list = faults({ platform, clients, providers: proxies, sql, disk })
    .filter(({ name }) => chosen?.some((word) => name.includes(word)) ?? true);
  for (const fault of list) {
    const outcome = await attempt(fault, work, platform, known);
    outcomes.push(outcome);
    console.error(
      `${outcome.fault}: works after ${
        outcome.recovered.toFixed(1)
      } s, ${outcome.writes} writes, ` +
        `${JSON.stringify(outcome.answers)}${outcome.wrong.map((each) => `\n  ${each}`).join("")}`,
    );
  }
  const left = await waiting(await platform.superuserUrl(), 180_000);
  outcomes.push({ fault: "at the end", recovered: 0, writes: 0, answers: {}, wrong: left });
  await connection?.end({ timeout: 1 });
  clients.stop();
} catch (error) {
  console.error(await Deno.readTextFile(join(folder, "platform.log")).catch(() => ""));
  throw error;
} finally {
  await platform.stop().catch(() => {});
  await providers.stop();
  for (const proxy of Object.values(proxies)) proxy.stop();
  disk?.remove();
  await Deno.remove(folder, { recursive: true }).catch(() => {});
}

const isWhole = ({ recovered, wrong }: Outcome) => recovered <= RECOVERY && !wrong.length;
console.log(
  "| what fails | works again after, s | acknowledged writes | refused meanwhile | wrong |",
);
console.log("| --- | --- | --- | --- | --- |");
for (const { fault, recovered, writes, answers, wrong } of outcomes) {
  const refused = Object.entries(answers).map(([status, count]) => `${count} of ${status}`);
  console.log(
    `| ${fault} | ${recovered.toFixed(1)} | ${writes} | ${refused.join(", ")} | ${
      wrong.join(", ")
    } |`,
  );
}
Deno.exit(outcomes.every(isWhole) ? 0 : 1);

/** A platform on a disk of its own, its providers behind proxies, and users who work on it. */
import { join } from "node:path";
import postgres from "postgres";
import { scratchFolder, type Status } from "../../packages/local-supabase/helpers.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { newDisk } from "./disk.ts";
import { type Fault, faults } from "./faults.ts";
import { Music } from "./music.ts";
import { PlatformUnderFault } from "./platform.ts";
import { type Proxy, startProxy } from "./proxy.ts";
import { makeTeam } from "./team.ts";
import { Work } from "./work.ts";

export interface Stage {
  /** For logs and other files, beside the disk of the platform. */
  folder: string;
  platform: PlatformUnderFault;
  status: Status;
  /** A connection of the superuser. */
  sql: postgres.Sql;
  work: Work;
  /** Everything that can fail. */
  faults: Fault[];
  /** Whether Postgres has a disk of its own, which can be filled. */
  hasDisk: boolean;
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

/** Starts all of it with so many users, lets `play` use it, and removes it. */
export async function onStage(
  name: string,
  workers: number,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const folder = await scratchFolder(name);
  const disk = await newDisk(join(folder, "disk"));
  const providers = await startStandIns();
  const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
  const proxies = await surround(env);
  const platform = new PlatformUnderFault(folder, disk?.path ?? folder, env);
  try {
    await platform.start();
    const status = await platform.status();
    const clients = await startProxy(platform.port);
    const sql = postgres(await platform.superuserUrl(), { max: 1, onnotice: () => {} });
    const music = new Music(providers.env.MUSIC_API_BASE!);
    const team = await makeTeam(status, sql, music, workers);
    await play({
      folder,
      platform,
      status,
      sql,
      work: new Work(team, clients.port, status.publishable_key),
      faults: faults({ platform, clients, providers: proxies, sql, disk }),
      hasDisk: disk !== null,
    });
    await sql.end({ timeout: 1 });
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
}

/** Seconds until every act of one user succeeds again, a minute at most. */
export async function recovery(work: Work): Promise<number> {
  const start = performance.now();
  const [worker] = work.team.workers;
  for (const act of ["entry", "check-in", "team message", "adjustment"]) {
    while (!await work.act(worker!, act) && performance.now() - start < 60_000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await work.sync(worker!).catch(() => {});
  return (performance.now() - start) / 1000;
}

/**
 * `npm run bench`: measures the service on a throwaway platform and prints each result against its
 * baseline of the same run. Arguments select benches: `npm run bench -- feed`.
 */
import { join } from "node:path";
import postgres from "postgres";
import type { Keys } from "../local/base/keys.ts";
import { type Throwaway, withThrowaway } from "../local/platform/throwaway.ts";
import { dataApiEngine } from "../local/data/engines.ts";
import { postgrestBinary } from "../local/data/postgrest.ts";
import { benchAdmin } from "./admin.ts";
import { benchCheckIn } from "./checkin.ts";
import { benchChat } from "./chat.ts";
import { benchDrops } from "./drops.ts";
import { benchEncouragement } from "./encouragement.ts";
import { benchFeed } from "./feed.ts";
import { benchRequest, benchStart } from "./front-door.ts";
import { report, type Row } from "./measure.ts";
import { benchLab } from "./lab.ts";
import { benchMood } from "./mood.ts";
import { benchMusic } from "./music.ts";
import { benchQuotas } from "./quotas.ts";
import { benchSweep } from "./sweep.ts";
import { benchSync } from "./sync.ts";
import { benchWorkout } from "./workout.ts";

const root = new URL("..", import.meta.url).pathname;
const log = (line: string) => console.error(line);

interface Tools {
  platform: Throwaway;
  /** As superuser: bypasses row security and triggers. */
  sql: postgres.Sql;
}

/** In order of execution: the benches that load the most rows come last. */
const benches: Record<string, (tools: Tools) => Promise<Row[]>> = {
  start: ({ platform }) => benchStart(platform.status),
  request: ({ platform }) => benchRequest(platform.status),
  feed: ({ sql }) => benchFeed(sql, log),
  sync: ({ sql }) => benchSync(sql, log),
  quotas: ({ sql }) => benchQuotas(sql),
  mood: ({ platform }) => benchMood(platform.status, log),
  chat: () => benchChat(log),
  sweep: () => Promise.resolve(benchSweep()),
  lab: ({ sql }) => benchLab(sql, log),
  checkin: ({ platform, sql }) => benchCheckIn(platform.status, sql),
  workout: ({ sql }) => benchWorkout(sql, log),
  drops: ({ sql }) => benchDrops(sql, log),
  encouragement: ({ sql }) => benchEncouragement(sql, log),
  admin: ({ sql }) => benchAdmin(sql, log),
  music: ({ sql }) => benchMusic(sql, log),
};

const chosen = Deno.args.length ? Deno.args : Object.keys(benches);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(
    `No such bench: ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`,
  );
  Deno.exit(1);
}

/** The superuser of a local platform. */
async function superuser({ dir, status }: Throwaway): Promise<postgres.Sql> {
  const keys: Keys = JSON.parse(await Deno.readTextFile(join(dir, "keys.json")));
  const url = new URL(status.db_url);
  url.username = "supabase_admin";
  url.password = keys.database.supabase_admin;
  return postgres(url.href, { max: 20, onnotice: () => {} });
}

const rows: Row[] = [];
// The bench would otherwise measure the general rate limit.
const env = { RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "error" };
await withThrowaway({ root, env, log }, async (platform) => {
  const sql = await superuser(platform);
  const measure = async () => {
    for (const name of chosen) {
      log(`\n${name}`);
      rows.push(...await benches[name]!({ platform, sql }));
    }
  };
  const { signal } = platform;
  const stopped = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  );
  try {
    await Promise.race([measure(), stopped]);
  } finally {
    // Cuts off what a stopped bench still runs.
    await sql.end({ timeout: 1 });
  }
});
// Runs the front door bench again over PostgREST.
if (chosen.includes("request") && dataApiEngine() === "library" && postgrestBinary()) {
  log("\nrequest, PostgREST");
  await withThrowaway({ root, env, log, dataApi: "postgrest" }, async ({ status }) => {
    rows.push(...await benchRequest(status));
  });
}
report(rows);
Deno.exit(rows.some(({ ok }) => ok === false) ? 1 : 0);

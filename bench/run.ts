/**
 * `npm run bench`: measures the service and prints each result against its baseline of the same
 * run. Arguments select benches: `npm run bench -- feed`. `drops`, `routes` and `jobs` take
 * `--users` (one size), the latter two `--only listEntries,createEntry`, `routes` the `--calls` of
 * an operation by each user, and `jobs` the `--minutes` of each job. Results of the usual size are
 * kept in `bench/generated/results.csv`. Each bench has a platform of its own, so that none depends on the
 * rows of another. A failed bench is a row of the report beside the results of the others.
 */
import { parseArgs } from "node:util";
import type { DataApiEngine, Status } from "../packages/local-supabase/helpers.ts";
import {
  Interrupted,
  readDemo,
  sendDemoRequests,
  shippedEngine,
  type Throwaway,
  type ThrowawayOptions,
  withThrowaway,
} from "../packages/local-supabase/mod.ts";
import { prepareFunctions } from "../tools/build.ts";
import { benchApp } from "./app.ts";
import { benchCheckIn } from "./checkin.ts";
import { benchDrops } from "./drops.ts";
import { benchFeed } from "./feed.ts";
import { benchRequest, benchStart } from "./front-door.ts";
import { benchImports } from "./imports.ts";
import { benchInsights } from "./insights.ts";
import { benchJobs } from "./jobs.ts";
import { benchLive } from "./live.ts";
import type { Row } from "./measure.ts";
import { benchMood } from "./mood.ts";
import { keep, report } from "./results.ts";
import { benchRecall } from "./recall.ts";
import { benchRoutes } from "./routes/index.ts";
import { benchSearch } from "./search.ts";
import { benchSealed } from "./sealed.ts";
import { benchStore } from "./store.ts";
import { asSuperuser, type Database, superuserUrl } from "./superuser.ts";
import { benchSyncPeer } from "./sync-peer.ts";
import { benchSync } from "./sync.ts";
import { benchWebhooks } from "./webhooks.ts";
import { benchWorkout } from "./workout.ts";

const root = new URL("..", import.meta.url).pathname;
const minutes = (since = 0) => `${((performance.now() - since) / 60_000).toFixed(1)} min`;
const log = (line: string) => console.error(`${minutes()}  ${line}`);
// A bench would otherwise measure the general rate limit.
const env = {
  RATE_LIMIT_PER_MINUTE: "0",
  LOG_LEVEL: "error",
  CHAT_CRON_SECRET: "a secret of the bench",
};

// All platforms of a run have the engine that ships.
Deno.env.set("DATA_API", shippedEngine());

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { users: text, calls: text, only: text, minutes: text },
});
const { only, ...sizes } = values;
const numbers = Object.fromEntries(
  Object.entries(sizes).map(([name, value]) => [name, Number(value)]),
) as { users?: number; calls?: number; minutes?: number };

/** Results of another size than usual are printed and not kept. */
const keepRows = (bench: string, rows: Row[]) => {
  if (!Object.keys(numbers).length) keep(bench, rows);
};
const optionsOf = (bench: string) => ({
  ...numbers,
  only: only?.split(","),
  log,
  keep: (rows: Row[]) => keepRows(bench, rows),
});

type Bench = () => Promise<Row[]>;

/** With a platform and its demo data, files too; `dataApi` is the engine of its Data API. */
const onPlatform =
  (work: (status: Status) => Promise<Row[]>, dataApi?: DataApiEngine): Bench => () =>
    withThrowaway(
      { root, env, log, dataApi },
      async (platform) => {
        await sendDemoRequests(root, platform.status, await readDemo(root), log);
        return await untilStopped(platform, work(platform.status));
      },
    );

/** Without the demo data, and with the database's superuser: bypasses row security and triggers. */
function withDatabase(
  work: (database: Database) => Promise<Row[]>,
  options: Pick<ThrowawayOptions, "postgres"> = {},
): Promise<Row[]> {
  return withThrowaway({ root, env, log, seed: false, ...options }, async (platform) => {
    const url = await superuserUrl(platform);
    return await asSuperuser(platform, async (sql) => {
      // A job that runs while a table has no indexes reads it again for each row.
      await sql`update cron.job set active = false`;
      return await untilStopped(platform, work({ sql, url, status: platform.status }));
    });
  });
}

const benches: Record<string, Bench> = {
  start: onPlatform(benchStart),
  request: onPlatform(benchRequest),
  ...(shippedEngine() === "postgrest" && {
    "request-library": onPlatform(benchRequest, "library"),
  }),
  // Two databases at once, whose speed is compared whatever the moment.
  feed: () => withDatabase((one) => withDatabase((other) => benchFeed([one, other], log))),
  search: () => withDatabase((one) => withDatabase((other) => benchSearch([one, other], log))),
  recall: () => withDatabase((database) => benchRecall(database, log)),
  sync: () => withDatabase((database) => benchSync(database, log)),
  // Both sides read the log, into which a commit that does not wait flushes later.
  "sync-peer": () =>
    withDatabase((database) => benchSyncPeer(database, log), {
      postgres: { synchronous_commit: "on" },
    }),
  store: () => benchStore(log),
  sealed: () => benchSealed(log),
  live: () => withDatabase(benchLive),
  imports: onPlatform((status) => benchImports(status, log)),
  mood: onPlatform((status) => benchMood(status, log)),
  app: () => withDatabase((database) => benchApp(database, log)),
  insights: () => withDatabase(benchInsights),
  checkin: () => withDatabase(benchCheckIn),
  workout: () => withDatabase((database) => benchWorkout(database, log)),
  webhooks: () => withDatabase((database) => benchWebhooks(database, log)),
  drops: () => withDatabase((database) => benchDrops(database, log, numbers.users)),
  routes: () => benchRoutes(optionsOf("routes")),
  jobs: () => benchJobs(optionsOf("jobs")),
};

/** Rejects when the process is asked to end before the work is done. */
function untilStopped<T>({ signal }: Throwaway, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason));
  return Promise.race([work, promise]);
}

// The packages of the peer are installed only when its bench is named.
const usual = Object.keys(benches).filter((name) => name !== "sync-peer");
const chosen = positionals.length ? positionals : usual;
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(
    `No such bench: ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`,
  );
  Deno.exit(1);
}

await prepareFunctions();
const rows: Row[] = [];
const took: string[] = [];
let stopped = false;
for (const name of chosen) {
  log(name);
  const begin = performance.now();
  try {
    const measured = await benches[name]!();
    rows.push(...measured);
    keepRows(name, measured);
  } catch (error) {
    stopped = error instanceof Interrupted;
    if (stopped) break;
    log(error instanceof Error ? error.stack ?? error.message : String(error));
    rows.push({ what: name, measured: `failed: ${error}`.slice(0, 100), ok: false });
  }
  took.push(`${name} ${minutes(begin)}`);
}
report(rows);
log(`in all: ${took.join(", ")}`);
Deno.exit(stopped ? 130 : rows.some(({ ok }) => ok === false) ? 1 : 0);

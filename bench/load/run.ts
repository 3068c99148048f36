/**
 * `npm run load`: a mixed day of more and more users on the world of 100,000, until the latency has
 * doubled, with both engines of the Data API; then, on the world of 10,000, the same day with
 * PgBouncer and a replica beside the primary alone (`--beside`: this alone). `--soak 30` goes on at
 * half of the doubled latency for 30 minutes. `bench/generated/results.csv` keeps the results on
 * these worlds; `--users` chooses another world.
 */
import { parseArgs } from "node:util";
import type { Sql } from "postgres";
import type { DataApiEngine } from "../../packages/local-supabase/helpers.ts";
import { engineNames, poolerProgram } from "../../packages/local-supabase/mod.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { prepareFunctions } from "../../tools/build.ts";
import { ms, type Row } from "../measure.ts";
import { keep, report } from "../results.ts";
import { withWorld } from "../world/open.ts";
import { besideThePrimary } from "./beside.ts";
import { type Load, rowOf, type RunStage, withCrowd } from "./crowd.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    users: { type: "string" },
    beside: { type: "boolean" },
    seconds: { type: "string", default: "30" },
    soak: { type: "string" },
  },
});
const engines: DataApiEngine[] = ["postgrest", "library"];
const log = (line: string) => console.error(line);

const MOST = 640;
const GROWTH = 1.4;

const logged = (row: Row, { errors, heard }: Load): Row => {
  log(`${row.what}: ${row.measured}, ${heard} live messages, ${JSON.stringify(errors)}`);
  return row;
};

/** More and more users, until the median has doubled. */
async function rise(run: RunStage, what: string, most: number, seconds: number) {
  await run({ users: 10, seconds: 10 }); // fills caches
  const stages: Load[] = [];
  const rows: Row[] = [];
  for (let users = 20; users <= most; users = Math.ceil(users * GROWTH)) {
    const load = await run({ users, seconds });
    stages.push(load);
    rows.push(logged(rowOf(what, load), load));
    if (load.p50 > 2 * stages[0]!.p50) break;
  }
  const { users, acts } = stages.at(-2) ?? stages.at(-1)!;
  for (const [act, times] of Object.entries(acts)) {
    rows.push({
      what: `${what}, ${users} users: ${act}`,
      measured: `p50 ${ms(times.p50)}, p95 ${ms(times.p95)}, p99 ${ms(times.p99)}`,
    });
  }
  return { rows, half: Math.ceil(stages.at(-1)!.users / 2) };
}

/** Goes on with a load: compares its first and last minutes, and lists jobs that become late. */
async function soak(run: RunStage, sql: Sql, what: string, users: number, minutes: number) {
  const overdue = async () =>
    (await sql<{ job: string }[]>`
      select job from private.job_states() where overdue order by job`).map(({ job }) => job);
  const rows: Row[] = [];
  let late: string[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const load = await run({ users, seconds: 60 });
    if (minute === 1) late = await overdue();
    const more = (await overdue()).filter((job) => !late.includes(job));
    const row = logged(rowOf(`${what}, minute ${minute}`, load), load);
    rows.push({ ...row, measured: `${row.measured}; late: ${more.join(", ") || "none"}` });
  }
  return rows.filter((_, n) => n === Math.min(4, minutes - 1) || n === minutes - 1);
}

/** More and more users of each engine, on a world; a soak instead of it, or after it. */
async function mixedDay(world: number, env: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  const jobs = values.soak !== undefined;
  for (const engine of engines) {
    const what = engineNames[engine];
    log(`Data API: ${what}`);
    const options = { env, log, dataApi: engine, schedules: jobs };
    await withWorld(
      world,
      options,
      (platform) =>
        withCrowd(platform, { most: MOST, jobs }, async (run, users, sql) => {
          log(`${users.length} users have signed in`);
          const risen = await rise(run, what, users.length, Number(values.seconds));
          rows.push(...risen.rows);
          if (!values.soak) return;
          rows.push(...await soak(run, sql, `${what}, soak`, risen.half, Number(values.soak)));
        }),
    );
  }
  return rows;
}

if (import.meta.main) {
  const beside = values.beside || values.users === undefined && !values.soak;
  if (beside) await poolerProgram();
  const providers = await startStandIns();
  const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
  const rows: Row[] = [];
  const seconds = Number(values.seconds);
  try {
    await prepareFunctions();
    if (!values.beside) rows.push(...await mixedDay(Number(values.users ?? 100_000), env));
    if (beside) {
      rows.push(...await besideThePrimary(Number(values.users ?? 10_000), seconds, env, log));
    }
  } finally {
    await providers.stop();
  }
  report(rows);
  if (values.users === undefined) keep("load", rows);
  Deno.exit(); // sockets of the clients may still be closing
}

/**
 * `npm run load`: a mixed day of more and more users on the world of 100,000, until the latency has
 * doubled, with both engines of the Data API. `--soak 30` goes on at half of that for 30 minutes, and
 * `--soak 30 --at 78` begins at once with so many users. What is measured on that world is kept in
 * `bench/results.csv`.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import type { Sql } from "postgres";
import { type DataApiEngine, linesOf } from "../../packages/local-supabase/helpers.ts";
import { engineNames, type Throwaway } from "../../packages/local-supabase/mod.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { prepareFunctions } from "../../tools/build.ts";
import { ms, type Row } from "../measure.ts";
import { keep, report } from "../results.ts";
import { liftLimits } from "../routes/bench.ts";
import { signIn } from "../routes/scene.ts";
import { superuser } from "../superuser.ts";
import { withWorld } from "../world/open.ts";
import { machine, type Part, parts, type Usage, usage } from "./processes.ts";
import type { VirtualUser } from "./day.ts";
import type { Crowd, Stage, StageResult } from "./users.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    users: { type: "string", default: "100000" },
    engine: { type: "string" },
    seconds: { type: "string", default: "30" },
    soak: { type: "string" },
    at: { type: "string" },
  },
});
const engines = (values.engine?.split(",") ?? ["postgrest", "library"]) as DataApiEngine[];
const log = (line: string) => console.error(line);

/** Milliseconds between an answer and the next request: ten times as busy as a user of an app. */
const THINK = 1000;
const MOST = 640;
const GROWTH = 1.4;

/** What a stage was, with the use of each part at its end. */
interface Load extends StageResult {
  /** Milliseconds of processor time for a request. */
  cpu: Record<Part, number>;
  memory: Record<Part, number>;
  /** Processors that were busy with all parts but the users. */
  busy: number;
  /** And with everything else on the machine, which disturbs the measurement. */
  disturbed: number;
}

type RunStage = (stage: Stage) => Promise<Load>;

/** Users who have a team and a goal, signed in, from all over the world. */
async function chooseUsers(sql: Sql, { status }: Throwaway): Promise<VirtualUser[]> {
  const rows = await sql<(Pick<VirtualUser, "id" | "teamId" | "goalId"> & { email: string })[]>`
    select p.id, u.email, m.team_id as "teamId", g.id as "goalId"
    from public.profiles as p tablesample bernoulli (10) repeatable (1)
    join auth.users as u on u.id = p.id
    cross join lateral (select team_id from public.team_members where user_id = p.id limit 1) as m
    cross join lateral (
      select id from public.goals where user_id = p.id and status = 'active' limit 1
    ) as g
    where p.is_active and not p.is_ai and p.role = 'user'
    order by p.id limit ${MOST}`;
  const users: VirtualUser[] = [];
  for (const { email, ...row } of rows) {
    const { token, refreshToken } = await signIn({ status }, email);
    users.push({
      ...row,
      token,
      refreshToken,
      others: rows.map(({ id }) => id).filter((id) => id !== row.id),
    });
  }
  return users;
}

/** Starts the process of the virtual users; `work` runs stages. */
async function withUsers<T>(
  platform: Throwaway,
  users: VirtualUser[],
  work: (run: RunStage) => Promise<T>,
): Promise<T> {
  const { api_url, base_url, publishable_key } = platform.status;
  const crowd: Crowd = { api_url, base_url, publishable_key, think: THINK, users };
  const file = join(platform.dir, "crowd.json");
  await Deno.writeTextFile(file, JSON.stringify(crowd));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", join(import.meta.dirname!, "users.ts"), file],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const input = child.stdin.getWriter();
  const results = linesOf(child.stdout)[Symbol.asyncIterator]();
  try {
    const ask = async (stage: Stage): Promise<StageResult> => {
      await input.write(new TextEncoder().encode(`${JSON.stringify(stage)}\n`));
      const { value, done } = await results.next();
      if (done) throw new Error("The process of the virtual users has ended");
      return JSON.parse(value);
    };
    return await work(async (stage) => {
      await ask({ ...stage, seconds: 0 }); // opens the sockets of further users
      const before = [usage(), machine()] as const;
      const start = performance.now();
      const result = await ask(stage);
      return loadOf(result, before, [usage(), machine()], performance.now() - start);
    });
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

function loadOf(
  result: StageResult,
  [before, allBefore]: readonly [Record<Part, Usage>, number],
  [after, allAfter]: readonly [Record<Part, Usage>, number],
  elapsed: number,
): Load {
  const spent = (part: Part) => after[part].cpu - before[part].cpu;
  const ours = parts.reduce((sum, part) => sum + spent(part), 0);
  return {
    ...result,
    cpu: Object.fromEntries(
      parts.map((part) => [part, spent(part) / Math.max(1, result.requests)]),
    ) as Record<Part, number>,
    memory: Object.fromEntries(
      parts.map((part) => [part, after[part].memory]),
    ) as Record<Part, number>,
    busy: (ours - spent("users")) / elapsed,
    disturbed: Math.max(0, allAfter - allBefore - ours) / elapsed,
  };
}

const list = (of: Record<string, number>, digits: number) =>
  parts.map((part) => `${part} ${of[part]!.toFixed(digits)}`).join(", ");

const rowOf = (what: string, load: Load): Row => {
  const failed = Object.values(load.errors).reduce((sum, count) => sum + count, 0);
  return {
    what: `${what}, ${load.users} users`,
    measured: `${(load.requests / load.seconds).toFixed(0)} requests a second, ` +
      `p50 ${ms(load.p50)}, p95 ${ms(load.p95)}, p99 ${ms(load.p99)}, ${failed} errors; ` +
      `processor ms a request: ${list(load.cpu, 1)}; MB: ${list(load.memory, 0)}; ` +
      `${load.busy.toFixed(1)} processors busy, ${load.disturbed.toFixed(1)} with other work`,
  };
};

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

/** The same load for longer: its first and its last minutes, and the jobs that become late. */
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

if (import.meta.main) {
  const world = Number(values.users);
  const providers = await startStandIns();
  const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
  const rows: Row[] = [];
  try {
    await prepareFunctions();
    for (const engine of engines) {
      log(`Data API: ${engineNames[engine]}`);
      const options = { env, log, dataApi: engine, schedules: values.soak !== undefined };
      await withWorld(world, options, async (platform) => {
        const sql = await superuser(platform);
        try {
          await liftLimits(sql, { jobs: values.soak !== undefined });
          await sql`update public.drop_config set max_custom_drops_per_day = 100`;
          const users = await chooseUsers(sql, platform);
          log(`${users.length} users have signed in`);
          await withUsers(platform, users, async (run) => {
            const what = engineNames[engine];
            let half = Number(values.at);
            if (!half) {
              const risen = await rise(run, what, users.length, Number(values.seconds));
              rows.push(...risen.rows);
              ({ half } = risen);
            }
            if (values.soak) {
              rows.push(...await soak(run, sql, `${what}, soak`, half, Number(values.soak)));
            }
          });
        } finally {
          await sql.end({ timeout: 1 });
        }
      });
    }
  } finally {
    await providers.stop();
  }
  report(rows);
  if (world === 100_000) keep("load", rows);
  Deno.exit(); // sockets of the clients may still be closing
}

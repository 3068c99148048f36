/**
 * `npm run load`: a mixed day of more and more users on the world of 100,000, until the latency has
 * doubled, with both engines of the Data API. `--soak 30` goes on at half of that for 30 minutes, and
 * `--soak 30 --at 78` begins at once with so many users.
 * `npm run scaling` writes what was measured last into docs/scaling.md.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import type { Sql } from "postgres";
import { type DataApiEngine, linesOf } from "../../packages/local-supabase/helpers.ts";
import { engineNames, type Throwaway } from "../../packages/local-supabase/mod.ts";
import { startStandIns } from "../../packages/stand-ins/index.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { buildFunctions } from "../../tools/build.ts";
import { keep } from "../kept.ts";
import { liftLimits } from "../routes/bench.ts";
import { signIn } from "../routes/scene.ts";
import { superuser } from "../superuser.ts";
import { withWorld } from "../world/open.ts";
import { machine, type Part, parts, type Usage, usage } from "./processes.ts";
import { soak } from "./soak.ts";
import type { Crowd, Stage, StageResult, VirtualUser } from "./users.ts";

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

/** What a stage was, and the processor time of each part for a request, in milliseconds. */
export interface Load extends StageResult {
  cpu: Record<Part, number>;
  /** Processors that were busy with all parts but the users. */
  busy: number;
  /** And with everything else on the machine, which disturbs the measurement. */
  disturbed: number;
}

export interface LoadRun {
  engine: DataApiEngine;
  world: number;
  think: number;
  stages: Load[];
}

export type RunStage = (stage: Stage) => Promise<Load>;

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
    busy: (ours - spent("users")) / elapsed,
    disturbed: Math.max(0, allAfter - allBefore - ours) / elapsed,
  };
}

const line = (
  { users, requests, seconds, p50, p95, p99, errors, cpu, busy, disturbed, heard }: Load,
) =>
  `${users} users: ${(requests / seconds).toFixed(0)} requests a second, ` +
  `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms, ` +
  `processor ms ${parts.map((part) => `${part} ${cpu[part].toFixed(1)}`).join(", ")}, ` +
  `${busy.toFixed(1)} busy, ${
    disturbed.toFixed(1)
  } with other things, ${heard} live messages, errors ${JSON.stringify(errors)}`;

/** More and more users, until the median has doubled. */
async function rise(run: RunStage, most: number, seconds: number): Promise<Load[]> {
  await run({ users: 10, seconds: 10 }); // fills caches
  const stages: Load[] = [];
  for (let users = 20; users <= most; users = Math.ceil(users * GROWTH)) {
    const load = await run({ users, seconds });
    stages.push(load);
    log(line(load));
    if (load.p50 > 2 * stages[0]!.p50) break;
  }
  return stages;
}

if (import.meta.main) {
  const world = Number(values.users);
  const providers = await startStandIns();
  const env = { ...testEnvironment, ...providers.env, LOG_LEVEL: "error" };
  try {
    await buildFunctions();
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
            let half = Number(values.at);
            if (!half) {
              const stages = await rise(run, users.length, Number(values.seconds));
              keep(`load-${engine}`, { engine, world, think: THINK, stages } satisfies LoadRun);
              half = Math.ceil(stages.at(-1)!.users / 2);
            }
            if (values.soak) {
              await soak({ sql, run, users: half, minutes: Number(values.soak), engine, log });
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
  Deno.exit(); // sockets of the clients may still be closing
}

/** Virtual users of a platform: their sign-in, the results of a stage of their day, and its row. */
import { join } from "node:path";
import type { Sql } from "postgres";
import { linesOf } from "../../packages/local-supabase/helpers.ts";
import type { Throwaway } from "../../packages/local-supabase/mod.ts";
import { ms, type Row } from "../measure.ts";
import { liftLimits } from "../routes/bench.ts";
import { signIn } from "../routes/scene.ts";
import { asSuperuser } from "../superuser.ts";
import type { VirtualUser } from "./day.ts";
import { machine, type Part, parts, type Usage, usage } from "./processes.ts";
import type { Crowd, Stage, StageResult } from "./users.ts";

/** Milliseconds between an answer and the next request: ten times as busy as a user of an app. */
const THINK = 1000;

/** The results of a stage, with the use of each part at its end. */
export interface Load extends StageResult {
  /** Milliseconds of processor time for a request. */
  cpu: Record<Part, number>;
  memory: Record<Part, number>;
  /** Processors that were busy with all parts but the users. */
  busy: number;
  /** And with everything else on the machine, which disturbs the measurement. */
  disturbed: number;
}

export type RunStage = (stage: Stage) => Promise<Load>;

/** Users who have a team and a goal, signed in, from all over the world. */
async function chooseUsers(sql: Sql, { status }: Throwaway, most: number): Promise<VirtualUser[]> {
  const rows = await sql<(Pick<VirtualUser, "id" | "teamId" | "goalId"> & { email: string })[]>`
    select p.id, u.email, m.team_id as "teamId", g.id as "goalId"
    from public.profiles as p tablesample bernoulli (10) repeatable (1)
    join auth.users as u on u.id = p.id
    cross join lateral (select team_id from public.team_members where user_id = p.id limit 1) as m
    cross join lateral (
      select id from public.goals where user_id = p.id and status = 'active' limit 1
    ) as g
    where p.is_active and not p.is_ai and p.role = 'user'
    order by p.id limit ${most}`;
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

/** Signs in virtual users of a platform, without limits; `work` runs stages of their day. */
export const withCrowd = <T>(
  platform: Throwaway,
  { most, jobs }: { most: number; jobs: boolean },
  work: (run: RunStage, users: VirtualUser[], sql: Sql) => Promise<T>,
): Promise<T> =>
  asSuperuser(platform, async (sql) => {
    await liftLimits(sql, { jobs });
    await sql`update public.drop_config set max_custom_drops_per_day = 100`;
    const users = await chooseUsers(sql, platform, most);
    return await withUsers(platform, users, (run) => work(run, users, sql));
  });

/** Starts the process of the virtual users. */
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

export const list = (of: Record<string, number>, digits: number) =>
  parts.filter((part) => of[part]).map((part) => `${part} ${of[part]!.toFixed(digits)}`).join(", ");

export const failed = ({ errors }: Load) =>
  Object.values(errors).reduce((sum, count) => sum + count, 0);

export const rowOf = (what: string, load: Load): Row => {
  return {
    what: `${what}, ${load.users} users`,
    measured: `${(load.requests / load.seconds).toFixed(0)} requests a second, ` +
      `p50 ${ms(load.p50)}, p95 ${ms(load.p95)}, p99 ${ms(load.p99)}, ${failed(load)} errors; ` +
      `processor ms a request: ${list(load.cpu, 1)}; MB: ${list(load.memory, 0)}; ` +
      `${load.busy.toFixed(1)} processors busy, ${load.disturbed.toFixed(1)} with other work`,
  };
};

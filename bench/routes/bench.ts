/**
 * Every operation of the OpenAPI document as users with few, median and most rows: what it costs the
 * database. Jobs are measured by the bench `jobs`.
 */
import type { Sql } from "postgres";
import type { Throwaway } from "../../local/mod.ts";
import { type Operation, parseDocument } from "../../tests/contract/operations.ts";
import { famous, heavy, light, median, userId } from "../world/size.ts";
import { admin } from "./inputs/admin.ts";
import { groups } from "./inputs/groups.ts";
import { journal } from "./inputs/journal.ts";
import { lab } from "./inputs/lab.ts";
import { workout } from "./inputs/workout.ts";
import { signing } from "./reasons.ts";
import { type Recipe, Scene, signIn, signUp, type Surroundings } from "./scene.ts";
import { type Cost, type Statement, Statements } from "./statements.ts";

const recipes: Record<string, Recipe> = { ...journal, ...groups, ...workout, ...lab, ...admin };

/** With few rows, about as many as most, the most, and the one whom everybody sends drops to. */
export const callers = ["light", "median", "heavy", "famous"] as const;
export type Caller = typeof callers[number];

/** What an operation costs; of all calls, and of those of each caller. */
export interface Measured {
  operation: string;
  method: string;
  path: string;
  all: Summary;
  by: Partial<Record<Caller, Summary>>;
  /** Of an operation that misses its bar: the statements of its slowest call. */
  slowest?: Statement[];
  /** And of one more call, also those inside functions. */
  culprits?: Statement[];
  /** Why it could not be called. */
  failed?: string;
}

/** The statements, rows and buffers are those of the median call. */
export interface Summary extends Cost {
  calls: number;
  /** Milliseconds of database time. */
  p50: number;
  p99: number;
}

/** Milliseconds of database time, and statements. */
export const bars = { read: 5, write: 20, statements: 8 };

export const isRead = ({ method }: Pick<Measured, "method">) => method === "GET";

export const misses = ({ all, operation, method }: Measured): boolean => {
  if (!isRead({ method })) return all.p99 > bars.write;
  return all.p99 > bars.read || all.statements > bars.statements && !signing.has(operation);
};

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** A call; one above the bar has its longest statements. */
interface Call extends Cost {
  longest?: Statement[];
}

function summarize(costs: Call[]): Summary {
  const sorted = costs.toSorted((a, b) => a.ms - b.ms);
  const times = sorted.map(({ ms }) => ms);
  const { longest: _, ...middle } = sorted[Math.floor(sorted.length / 2)]!;
  return { ...middle, calls: costs.length, p50: at(times, 0.5), p99: at(times, 0.99) };
}

export interface RoutesOptions {
  users: number;
  /** Calls of an operation by each caller that are measured. */
  calls: number;
  /** Operations to measure; all unless it is given. */
  only?: string[];
  env: Record<string, string>;
  log: (line: string) => void;
  /** Is called with all that is measured so far, after each operation. */
  keep: (measured: Measured[]) => void;
}

/** Lets a bench call operations more often than a user may; scheduled jobs stop, unless they are to run. */
export async function liftLimits(sql: Sql, { jobs = false } = {}): Promise<void> {
  if (!jobs) await sql`update cron.job set active = false`;
  await sql`update private.rate_limit_rules set max_hits = 1000000`;
  await sql`update private.quotas set max_daily = 1000000, max_total = 10 * max_total`;
  await sql`update public.drop_config set daily_allowance = 100`;
}

/** Measures the operations on a platform with users of a world, as superuser. */
export async function measureRoutes(
  sql: Sql,
  { status, signal }: Throwaway,
  { users, calls, only, env, log, keep }: RoutesOptions,
): Promise<Measured[]> {
  const statements = new Statements(sql);
  await statements.install();
  await statements.follow("top");
  await liftLimits(sql);
  const numbers: Record<Caller, number> = {
    light: light({ users }),
    median: median({ users }),
    heavy,
    famous,
  };
  const { operations } = parseDocument(
    await (await fetch(`${status.base_url}/api/openapi.json`)).json(),
  );
  const around: Surroundings = {
    sql,
    status,
    operations,
    recipes,
    env,
    users,
    admin: await signUp({ sql, status }, "super_admin"),
  };
  const scenes = Object.fromEntries(
    await Promise.all(callers.map(async (caller) => {
      const [{ email }] = await sql<[{ email: string }]>`
        select email from auth.users where id = ${userId(numbers[caller])}`;
      return [caller, new Scene(around, await signIn(around, email))] as const;
    })),
  ) as Record<Caller, Scene>;

  const isJob = ({ path }: Operation) => /\/(cron|sync-all)(\/|$)/.test(path);
  const chosen = operations.filter((operation) =>
    !isJob(operation) && (only?.includes(operation.operationId) ?? true)
  );
  const measured: Measured[] = [];
  for (const [n, operation] of chosen.entries()) {
    signal.throwIfAborted();
    const result = await measureOperation(statements, scenes, operation, calls);
    measured.push(result);
    keep(measured);
    // Chains are generated in the background, in steps.
    if (operation.path.includes("/workout-window/") && operation.method !== "GET") {
      await statements.quiet();
    }
    if (result.failed) log(`${operation.operationId}: ${result.failed}`);
    else if (misses(result)) log(`${operation.operationId}: ${result.all.p99.toFixed(1)} ms`);
    if (n % 20 === 19) log(`${n + 1} of ${chosen.length} operations`);
  }
  return measured;
}

async function measureOperation(
  statements: Statements,
  scenes: Record<Caller, Scene>,
  operation: Operation,
  calls: number,
): Promise<Measured> {
  const { operationId, method, path } = operation;
  const measure = async (): Promise<Measured> => {
    const by: Partial<Record<Caller, Summary>> = {};
    const all: Call[] = [];
    for (const caller of callers) {
      const costs = await measureCaller(statements, scenes[caller], operation, calls);
      by[caller] = summarize(costs);
      all.push(...costs);
    }
    const { longest: slowest } = all.reduce((a, b) => a.ms > b.ms ? a : b);
    return { operation: operationId, method, path, by, all: summarize(all), slowest };
  };
  try {
    // As many calls as the Data API has connections: the first one on each fills its caches.
    await measureCaller(statements, scenes.light, operation, CONNECTIONS);
    let done = await measure();
    // Whether it was another process of the machine shows in a second attempt.
    if (misses(done)) {
      const again = await measure();
      if (again.all.p99 < done.all.p99) done = again;
    }
    return misses(done)
      ? { ...done, culprits: await findCulprits(statements, scenes, done) }
      : { ...done, slowest: undefined };
  } catch (error) {
    const failed = `${error}`.slice(0, 400);
    return { operation: operationId, method, path, by: {}, all: summarize([NOTHING]), failed };
  }
}

const CONNECTIONS = 20;

/** Calls that take long in all are few: milliseconds of database time, and with their preparation. */
const PATIENCE = { database: 5_000, all: 20_000 };

async function measureCaller(
  statements: Statements,
  scene: Scene,
  operation: Operation,
  calls: number,
): Promise<Call[]> {
  const bar = isRead(operation) ? bars.read : bars.write;
  const costs: Call[] = [];
  const start = performance.now();
  let total = 0;
  const isPatient = () => total < PATIENCE.database && performance.now() - start < PATIENCE.all;
  for (let n = 0; n < calls && (n < 3 || isPatient()); n++) {
    const input = await scene.input(operation);
    const cost = await statements.cost(
      () => scene.send(operation, input),
      !isRead(operation),
    );
    costs.push(cost.ms > bar ? { ...cost, longest: await statements.longest(3) } : cost);
    total += cost.ms;
  }
  return costs;
}

const NOTHING: Cost = { statements: 0, ms: 0, rows: 0, buffers: 0 };

/** The statements of one more call by the caller whose calls take longest, also inside functions. */
async function findCulprits(
  statements: Statements,
  scenes: Record<Caller, Scene>,
  { operation, method, by }: Measured,
): Promise<Statement[]> {
  const slowest = callers.toSorted((a, b) => by[b]!.p99 - by[a]!.p99)[0]!;
  const scene = scenes[slowest];
  await statements.follow("all");
  try {
    const input = await scene.input(scene.operation(operation));
    const call = () => scene.send(scene.operation(operation), input);
    await statements.cost(call, method !== "GET");
    return await statements.longest(5);
  } finally {
    await statements.follow("top");
  }
}

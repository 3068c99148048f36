/**
 * Every operation of the OpenAPI document as users with few, median and most rows: what it costs the
 * database. Jobs are measured by the bench `jobs`.
 */
import type { Sql } from "postgres";
import type { Throwaway } from "../../packages/local-supabase/mod.ts";
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

/** How much longer an operation may take at the largest size than at the smallest. */
export const GROWTH = 1.5;

/** What is below this (ms) is not compared: the time of the Data API's own statements varies as much. */
const NOTICEABLE = 1;

/** How many times as long the median of an operation takes now. */
export const growth = (now: Measured, before: Measured): number =>
  Math.max(now.all.p50, NOTICEABLE) / Math.max(before.all.p50, NOTICEABLE);

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

/** An open world with its callers. */
export interface Site {
  users: number;
  operations: Operation[];
  statements: Statements;
  scenes: Record<Caller, Scene>;
  signal: AbortSignal;
}

export interface RoutesOptions {
  /** Calls of an operation by each caller that are measured. */
  calls: number;
  /** Operations to measure; all unless it is given. */
  only?: string[];
  log: (line: string) => void;
  /** Is called with all that is measured so far at a site, after each operation. */
  keep: (site: Site, measured: Measured[]) => void;
}

/** Lets a bench call operations more often than a user may; scheduled jobs stop, unless they are to run. */
export async function liftLimits(sql: Sql, { jobs = false } = {}): Promise<void> {
  if (!jobs) await sql`update cron.job set active = false`;
  await sql`update private.rate_limit_rules set max_hits = 1000000`;
  await sql`update private.quotas set max_daily = 1000000, max_total = 10 * max_total`;
  await sql`update public.drop_config set daily_allowance = 100`;
  await sql`update public.site_settings set value = '1000000' where key = 'attachments_limit_mb'`;
}

/** Prepares a platform with so many users of a world, as superuser. */
export async function openSite(
  sql: Sql,
  { status, signal }: Throwaway,
  { users, env }: Pick<Surroundings, "users" | "env">,
): Promise<Site> {
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
  return { users, operations, statements, scenes, signal };
}

/** Measures each operation at all sites in turn. */
export async function measureRoutes(
  sites: Site[],
  { calls, only, log, keep }: RoutesOptions,
): Promise<void> {
  const isJob = ({ path }: Operation) => /\/(cron|sync-all)(\/|$)/.test(path);
  const chosen = sites[0]!.operations.filter((operation) =>
    !isJob(operation) && (only?.includes(operation.operationId) ?? true)
  );
  const measured = sites.map((): Measured[] => []);
  for (const [n, operation] of chosen.entries()) {
    sites[0]!.signal.throwIfAborted();
    const results = await measureOperation(sites, operation, calls);
    for (const [i, site] of sites.entries()) {
      const result = results[i]!;
      keep(site, [...measured[i]!, result]);
      measured[i]!.push(result);
      // Chains are generated in the background, in steps.
      if (operation.path.includes("/workout-window/") && operation.method !== "GET") {
        await site.statements.quiet();
      }
      const at = `${operation.operationId}, ${site.users.toLocaleString("en")} users`;
      if (result.failed) log(`${at}: ${result.failed}`);
      else if (misses(result)) log(`${at}: ${result.all.p99.toFixed(1)} ms`);
    }
    if (n % 20 === 19) log(`${n + 1} of ${chosen.length} operations`);
  }
}

async function measureOperation(
  sites: Site[],
  operation: Operation,
  calls: number,
): Promise<Measured[]> {
  // As many calls as the Data API has connections: the first one on each fills its caches.
  await callInTurn(sites, operation, ["light"], CONNECTIONS);
  const first = await callInTurn(sites, operation, callers, calls);
  const isWithin = ({ measured }: Trial) =>
    measured.failed || !misses(measured) && growth(measured, first[0]!.measured) <= GROWTH;
  // Of 100 calls or fewer the slowest decides, which another process of the machine may have slowed.
  const trials = first.every(isWithin)
    ? first
    : await callInTurn(sites, operation, callers, Math.max(calls, CERTAIN));
  const explained: Measured[] = [];
  for (const { measured, site, slowest } of trials) {
    const isTooLong = !measured.failed && misses(measured);
    const culprits = isTooLong ? await findCulprits(site, measured).catch(() => []) : [];
    explained.push(isTooLong ? { ...measured, slowest, culprits } : measured);
  }
  return explained;
}

/** Calls an operation at all sites in turn, so that the sites differ and not the moments. */
async function callInTurn(
  sites: Site[],
  operation: Operation,
  by: readonly Caller[],
  calls: number,
): Promise<Trial[]> {
  const trials = sites.map((site) => new Trial(site, operation));
  for (const caller of by) {
    for (let n = 0; n < calls; n++) {
      for (const trial of trials) await trial.call(caller);
    }
  }
  return trials;
}

const CONNECTIONS = 20;

/** Calls by each caller of which the second slowest in all is the one at 99 %. */
const CERTAIN = 26;

/** Calls that take long in all are few: milliseconds of database time, and with their preparation. */
const PATIENCE = { database: 5_000, all: 20_000 };

/** The calls of an operation at a site. */
class Trial {
  private readonly costs: Partial<Record<Caller, Call[]>> = {};
  private readonly spent: Partial<Record<Caller, { database: number; all: number }>> = {};
  private failed?: string;

  constructor(readonly site: Site, private readonly operation: Operation) {}

  get measured(): Measured {
    const { costs, failed, operation: { operationId, method, path } } = this;
    const entries = Object.entries(failed ? {} : costs);
    return {
      operation: operationId,
      method,
      path,
      by: Object.fromEntries(entries.map(([caller, calls]) => [caller, summarize(calls)])),
      all: summarize(failed ? [NOTHING] : Object.values(costs).flat()),
      failed,
    };
  }

  /** The statements of the slowest call. */
  get slowest(): Statement[] | undefined {
    return Object.values(this.costs).flat().toSorted((a, b) => b.ms - a.ms)[0]?.longest;
  }

  /** One call more, unless those before have failed or taken too long. */
  async call(caller: Caller): Promise<void> {
    const costs = this.costs[caller] ??= [];
    const spent = this.spent[caller] ??= { database: 0, all: 0 };
    const isPatient = spent.database < PATIENCE.database && spent.all < PATIENCE.all;
    if (this.failed || costs.length >= 3 && !isPatient) return;
    const { operation, site: { scenes, statements } } = this;
    const start = performance.now();
    try {
      const input = await scenes[caller].input(operation);
      const cost = await statements.cost(
        () => scenes[caller].send(operation, input),
        !isRead(operation),
      );
      const isLong = cost.ms > (isRead(operation) ? bars.read : bars.write);
      costs.push(isLong ? { ...cost, longest: await statements.longest(3) } : cost);
      spent.database += cost.ms;
      spent.all += performance.now() - start;
    } catch (error) {
      this.failed = `${error}`.slice(0, 400);
    }
  }
}

const NOTHING: Cost = { statements: 0, ms: 0, rows: 0, buffers: 0, reading: 0 };

/** The statements of one more call by the caller whose calls take longest, also inside functions. */
async function findCulprits(
  { statements, scenes }: Site,
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

/**
 * The cost in the database of every operation of the OpenAPI document, for users with few, median
 * and most rows. Jobs are measured by the bench `jobs`.
 */
import type { Sql } from "postgres";
import type { Throwaway } from "../../packages/local-supabase/mod.ts";
import { type Operation, parseDocument } from "../../tests/contract/operations.ts";
import { ms, summarize } from "../measure.ts";
import { standOut, userId } from "../world/size.ts";
import { admin } from "./inputs/admin.ts";
import { groups } from "./inputs/groups.ts";
import { journal } from "./inputs/journal.ts";
import { lab } from "./inputs/lab.ts";
import { workout } from "./inputs/workout.ts";
import { signing } from "./reasons.ts";
import { type Recipe, Scene, signIn, signUp, type Surroundings } from "./scene.ts";
import { type Cost, type Statement, Statements } from "./statements.ts";

const recipes: Record<string, Recipe> = { ...journal, ...groups, ...workout, ...lab, ...admin };

/** Users with few rows, a median number, the most, and the user to whom everybody sends drops. */
const callers = ["light", "median", "heavy", "famous"] as const;
type Caller = typeof callers[number];

/** The cost of all calls of an operation. */
export interface Measured {
  operation: string;
  method: string;
  path: string;
  all: Summary;
  /** The statements of its slowest call that took longest. */
  slowest: Statement[];
  /** Why it could not be called. */
  failed?: string;
}

/** The cost of the median call in statements, rows and buffers. */
interface Summary extends Cost {
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

/** Times below this (ms) are not compared: the Data API's own statements vary as much. */
const NOTICEABLE = 1;

/** How many times as long the median of an operation takes now. */
export const growth = (now: Measured, before: Measured): number =>
  Math.max(now.all.p50, NOTICEABLE) / Math.max(before.all.p50, NOTICEABLE);

/** A call; a call above the bar has its longest statements. */
interface Call extends Cost {
  longest?: Statement[];
}

/** An open world with its callers. */
export interface Site {
  users: number;
  operations: Operation[];
  statements: Statements;
  scenes: Record<Caller, Scene>;
  signal: AbortSignal;
}

interface RoutesOptions {
  /** Calls of an operation by each caller that are measured. */
  calls: number;
  /** Operations to measure; all unless it is given. */
  only?: string[];
  log: (line: string) => void;
  /** Is called with each operation at all sites. */
  keep: (measured: Measured[]) => void;
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
  await liftLimits(sql);
  const numbers: Record<Caller, number> = standOut(users);
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
  for (const [n, operation] of chosen.entries()) {
    sites[0]!.signal.throwIfAborted();
    const results = await measureOperation(sites, operation, calls);
    keep(results);
    for (const [i, site] of sites.entries()) {
      // Chains are generated in the background, in steps.
      if (operation.path.includes("/workout-window/") && operation.method !== "GET") {
        await site.statements.quiet();
      }
      const { failed, all, slowest } = results[i]!;
      const at = `${operation.operationId}, ${site.users.toLocaleString("en")} users`;
      if (failed) log(`${at}: ${failed}`);
      else if (misses(results[i]!)) {
        log(`${at}: ${ms(all.p99)}`);
        for (const { query, ms: took } of slowest) log(`  ${ms(took)} ${query.slice(0, 100)}`);
      }
    }
    if (n % 20 === 19) log(`${n + 1} of ${chosen.length} operations`);
  }
}

async function measureOperation(
  sites: Site[],
  operation: Operation,
  calls: number,
): Promise<Measured[]> {
  // As many calls as the Data API has connections, because the first call on each fills its caches.
  await callInTurn(sites, operation, ["light"], CONNECTIONS);
  const first = await callInTurn(sites, operation, callers, calls);
  const isWithin = (measured: Measured) =>
    measured.failed || !misses(measured) && growth(measured, first[0]!) <= GROWTH;
  // Of 100 calls or fewer the slowest decides, which another process of the machine may have slowed.
  return first.every(isWithin)
    ? first
    : await callInTurn(sites, operation, callers, Math.max(calls, CERTAIN));
}

/** Calls an operation at all sites in turn, so that the sites differ and not the moments. */
async function callInTurn(
  sites: Site[],
  operation: Operation,
  by: readonly Caller[],
  calls: number,
): Promise<Measured[]> {
  const trials = sites.map((site) => new Trial(site, operation));
  for (const caller of by) {
    for (let n = 0; n < calls; n++) {
      for (const trial of trials) await trial.call(caller);
    }
  }
  return trials.map(({ measured }) => measured);
}

const CONNECTIONS = 20;

/** The calls by each caller: of so many in all, the second slowest is the call at 99 %. */
const CERTAIN = 26;

/** Calls that take long in all are few: milliseconds of database time, and with their preparation. */
const PATIENCE = { database: 5_000, all: 20_000 };

/** The calls of an operation at a site. */
class Trial {
  private readonly costs: Partial<Record<Caller, Call[]>> = {};
  private readonly spent: Partial<Record<Caller, { database: number; all: number }>> = {};
  private failed?: string;

  constructor(private readonly site: Site, private readonly operation: Operation) {}

  get measured(): Measured {
    const { failed, operation: { operationId, method, path } } = this;
    const calls = failed ? [] : Object.values(this.costs).flat().sort((a, b) => a.ms - b.ms);
    const { p50, p99 } = summarize(calls.map(({ ms }) => ms));
    return {
      operation: operationId,
      method,
      path,
      all: { ...calls[calls.length >> 1] ?? NOTHING, p50, p99 },
      slowest: calls.at(-1)?.longest ?? [],
      failed,
    };
  }

  /** Calls once more, unless earlier calls have failed or taken too long. */
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

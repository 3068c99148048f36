import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { timingSafeEqual } from "hono/utils/buffer";
import { env, requireEnv } from "../base/env.ts";
import { forbidden, HttpError, notConfigured, unauthorized } from "../base/errors.ts";
import { callerClient, type Db, personalTokenClient, serviceClient } from "../database/clients.ts";
import type { Scope } from "../fields/scope.ts";
import { type AppEnv, bearerToken, type Caller, type CallerEnv, identify } from "./caller.ts";
import { requireScopes } from "./scopes.ts";

/** A webhook, whose handler verifies the sender's signature over the raw body. */
interface SignatureAuth {
  kind: "signature";
  /** The header with the signature. */
  header: string;
}

/** A super admin or a scheduled job. */
interface SuperAdminOrCron {
  kind: "super_admin-or-cron";
  cron: CronAuth;
}

/**
 * The callers that a route admits. An `account_holder` is a user in person, not a super admin who
 * acts as the user; the database decides it, and a function for the service alone asks
 * `private.require_account_holder`. A `monitor` sends `METRICS_TOKEN`.
 */
export type Auth =
  | "none"
  | "user"
  | "account_holder"
  | "super_admin"
  | "monitor"
  | CronAuth
  | SignatureAuth
  | SuperAdminOrCron;

/** The variables that the guard sets for a route's handler. */
export type EnvOf<A extends Auth> = A extends "user" | "account_holder" | "super_admin" ? CallerEnv
  : A extends SuperAdminOrCron ? { Variables: { caller: Caller | null; db: Db } }
  // deno-lint-ignore ban-types
  : {};

/** A webhook whose sender signs the body in `header`; the handler verifies the signature. */
export const signature = (header: string): SignatureAuth => ({ kind: "signature", header });

/**
 * A super admin or a job. `c.var.caller` is null for the job, and `c.var.db` then acts as the
 * service; for a super admin it acts as the caller, so the database checks the profile again.
 */
export const superAdminOr = (job: CronAuth): SuperAdminOrCron => ({
  kind: "super_admin-or-cron",
  cron: job,
});

/** Whether the only users who may call the route are super admins. */
export const needsSuperAdmin = (auth: Auth): boolean =>
  auth === "super_admin" || (typeof auth === "object" && auth.kind === "super_admin-or-cron");

/** Identifies the caller once, for the rate limit, the log and the guards below. */
export const identity = createMiddleware<AppEnv>(async (c, next) => {
  try {
    c.set("identity", await identify(c.req.raw));
  } catch (error) {
    // Without signing keys nobody can be identified, and a personal token may be refused; routes that
    // need no caller still work.
    c.set("identity", null);
    c.set("identityFailure", error);
  }
  await next();
});

/** Variables of a request behind any guard. */
export interface GuardedEnv extends AppEnv {
  Variables: AppEnv["Variables"] & {
    caller?: Caller | null;
    db?: Db;
    /** Makes `db` for the primary database, where that of the route is a replica's. */
    primary?: () => Db;
    /** Whether the database was asked as the caller: it refuses a blocked one first. */
    asked?: true;
    /** The change that the database has named as the one of this request, or `several`. */
    change?: string;
  };
}

/**
 * Refuses a request that does not fulfil the route's `auth`, and a personal token without the route's
 * scopes; sets `c.var.caller` and `c.var.db`.
 * Caches ask again before they repeat a caller's answer, and keep those of callers apart.
 */
export function guard(auth: Auth, scopes?: readonly Scope[]): MiddlewareHandler<GuardedEnv> {
  return async (c, next) => {
    requireScopes(c.get("identity"), scopes);
    if (auth === "user") setCaller(c, requireUser(c));
    else if (auth === "account_holder") setCaller(c, requireUser(c), auth);
    else if (auth === "super_admin") setCaller(c, requireSuperAdmin(c), auth);
    else if (auth === "monitor") await requireMonitor(c.req.raw);
    else if (auth !== "none" && auth.kind === "cron") await requireCron(c.req.raw, auth);
    else if (auth !== "none" && auth.kind === "super_admin-or-cron") {
      await requireSuperAdminOrCron(c, auth);
    }
    await next();
    if (!c.get("caller")) return;
    const { headers } = c.res;
    headers.append("Vary", "Authorization");
    if (!headers.has("cache-control")) headers.set("Cache-Control", "private, no-cache");
  };
}

function requireUser(c: Context<AppEnv>): Caller {
  const failure = c.get("identityFailure");
  if (failure) throw failure;
  const caller = c.get("identity");
  if (!caller) throw unauthorized();
  return caller;
}

function requireSuperAdmin(c: Context<AppEnv>): Caller {
  const caller = requireUser(c);
  if (caller.role !== "super_admin") throw forbidden();
  return caller;
}

async function requireSuperAdminOrCron(
  c: Context<GuardedEnv>,
  auth: SuperAdminOrCron,
): Promise<void> {
  if (c.get("identity")) return setCaller(c, requireSuperAdmin(c), "super_admin");
  try {
    await requireCron(c.req.raw, auth.cron);
  } catch (error) {
    // A request without the header of the secret comes from a user, whose token is missing or
    // invalid.
    const isJob = c.req.header("x-cron-secret") !== undefined;
    throw error instanceof HttpError && !isJob ? unauthorized() : error;
  }
  c.set("caller", null);
  c.set("db", serviceClient());
}

function setCaller(
  c: Context<GuardedEnv>,
  caller: Caller,
  requiredRole?: "super_admin" | "account_holder",
): void {
  const onCall = () => c.set("asked", true);
  const onAnswer = ({ headers }: Response) => {
    const change = headers.get("sync-change");
    if (!change) return;
    c.set("change", (c.var.change ?? change) === change ? change : "several");
    c.header("Sync-Change", c.var.change);
  };
  const requestId = c.get("requestId");
  const { token, personalToken } = caller;
  const client = (replica: boolean) =>
    token === null
      ? personalTokenClient(personalToken!.id, { requestId, onCall, onAnswer, replica })
      : callerClient(token, { requestId, requiredRole, onCall, onAnswer, replica });
  // Writing routes use the primary database, so that they see their own changes.
  const replica = c.req.method === "GET" && env("READ_REPLICA_URL") !== undefined;
  c.set("caller", caller);
  c.set("db", client(replica));
  if (replica) c.set("primary", () => client(false));
}

/**
 * Does the work of a route. Work that a replica refuses is done again at the primary database: a
 * replica may not know a new account, session, right or row yet, and ends reads that its own
 * updates contradict. Any other refusal would be the same at the primary.
 */
export async function atEither<T>(c: Context<GuardedEnv>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!c.var.primary || !c.var.asked || !mayBeBehind(error)) throw error;
    c.set("db", c.var.primary());
    return await work();
  }
}

const mayBeBehind = (error: unknown): boolean =>
  !(error instanceof HttpError) || [401, 403, 404].includes(error.status) || error.status >= 500;

/** Alternative names of variables. */
const ALIASES: Record<string, string> = {
  DROPS_CRON_SECRET: "ENCOURAGEMENT_DROPS_CRON_SECRET",
};

/** The secrets of a job: any of these variables of the environment. */
interface CronAuth {
  kind: "cron";
  secrets: readonly string[];
  /** The job runs for anyone when none of its variables is set. */
  optional: boolean;
}

/**
 * Requires a job's secret: the value of one of these variables, as `x-cron-secret: S` or
 * `Authorization: Bearer S`.
 */
export function cron(...secrets: [string, ...string[]]): CronAuth {
  return { kind: "cron", secrets, optional: false };
}

/** Like `cron`, but open to anyone while no secret is set: for a job that is harmless. */
export function cronOptional(...secrets: [string, ...string[]]): CronAuth {
  return { kind: "cron", secrets, optional: true };
}

/**
 * Refuses a request without the job's secret.
 *
 * @throws {HttpError} 401 without the right secret, 503 when none is configured.
 */
export async function requireCron(request: Request, auth: CronAuth): Promise<void> {
  const expected = auth.secrets.flatMap((name) => [name, ALIASES[name] ?? []].flat())
    .flatMap((name) => env(name) ?? []);
  if (expected.length === 0) {
    if (auth.optional) return;
    throw notConfigured(`The job is not configured: set ${auth.secrets.join(" or ")}`);
  }
  const given = request.headers.get("x-cron-secret") ?? bearerToken(request);
  if (given === undefined || !(await matchesAny(given, expected))) {
    throw unauthorized("Missing or wrong cron secret");
  }
}

/** Refuses a request without `METRICS_TOKEN`: 401, and 503 when it is not set. */
async function requireMonitor(request: Request): Promise<void> {
  const token = requireEnv("METRICS_TOKEN", "Metrics are");
  if (!await matchesAny(bearerToken(request) ?? "", [token])) {
    throw unauthorized("Missing or wrong metrics token");
  }
}

/**
 * Whether `given` equals one of `expected`. Digests are compared in constant time, and with every
 * candidate, so that the duration reveals neither how much of a guess is right nor which candidate
 * it resembles.
 */
async function matchesAny(given: string, expected: readonly string[]): Promise<boolean> {
  const matches = await Promise.all(
    expected.map((candidate) => timingSafeEqual(given, candidate)),
  );
  return matches.filter(Boolean).length > 0;
}

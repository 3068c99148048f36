import { timingSafeEqual } from "hono/utils/buffer";
import { env } from "../base/env.ts";
import { notConfigured, unauthorized } from "../base/errors.ts";
import { bearerToken } from "./caller.ts";

/** Alternative names of variables. */
const ALIASES: Record<string, string> = {
  DROPS_CRON_SECRET: "ENCOURAGEMENT_DROPS_CRON_SECRET",
};

/** The secrets of a job: any of these variables of the environment. */
export interface CronAuth {
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

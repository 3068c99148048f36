import { env } from "../../shared/base/env.ts";
import { invalidVariables } from "../../shared/base/invalid-variables.ts";
import type { Db } from "../../shared/database/clients.ts";
import { fromDatabase } from "../../shared/database/errors.ts";
import { f, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { migrations } from "../../shared/generated/migrations.ts";

/** The health page. */
export const routes = part();

/** The latency (ms) above which the answer contains a warning. */
const SLOW_MS = 500;

/** How long (ms) to wait for the database, which answers with what it has after 2.5 seconds. */
const TIMEOUT_MS = 2800;

const startedAt = Date.now();

const Status = z.enum(["healthy", "degraded"]).openapi("HealthStatus");

const Health = z.object({
  status: Status,
  warning: z.string().nullable(),
  database: z.object({
    ok: z.boolean(),
    latency_ms: z.number().nullable().openapi({ example: 12.4 }),
  }),
  commit: z.string().nullable().openapi({
    description: "The `COMMIT_SHA` of the deployment.",
    example: "21171c2",
  }),
  invalid_variables: z.array(z.string()).openapi({
    description: "Names of variables of the functions whose value has a wrong form.",
    example: [],
  }),
  uptime_s: z.int().openapi({ description: "Uptime of the isolate that answers.", example: 86 }),
  migrations: z.object({
    applied: z.int().nullable().openapi({
      description: "Number of migrations in the database.",
      example: 24,
    }),
    local: z.int().openapi({
      description: "Number of migrations in this deployment.",
      example: 24,
    }),
    pending: z.array(z.string()).nullable().openapi({
      description: "Migrations of this deployment that the database lacks.",
      example: [],
    }),
  }),
  jobs: z.array(z.object({
    job: z.string().openapi({ example: "ledger-reconciliation" }),
    last_run: f.timestamp.nullable(),
    overdue: z.boolean().openapi({
      description:
        "True when the job was due at least ten minutes ago and no run has completed since.",
      example: false,
    }),
    remaining: z.int().min(0).nullable().openapi({
      description: "The pending work of the job, counted up to 10,000 of each kind; null when " +
        "it is unknown until a run ends.",
      example: 0,
    }),
    oldest_s: z.int().min(0).nullable().openapi({
      description: "The time for which the oldest pending work has been due; null without any.",
      example: null,
    }),
  })),
  ai: z.object({
    cost_usd: z.number().openapi({ description: "The cost of calls today (UTC).", example: 3.2 }),
    limit_usd: z.number().nullable().openapi({
      description: "The allowed cost of all calls of a day; null for no limit.",
      example: 20,
    }),
    free_cost_usd: z.number().openapi({
      description: "The part of the cost for users without a subscription.",
      example: 1.4,
    }),
    free_limit_usd: z.number().nullable().openapi({
      description: "The allowed cost of all calls of users without a subscription.",
      example: 10,
    }),
  }).nullable().openapi({ description: "AI calls; null when the database does not answer." }),
  ledger: z.object({
    checked_at: f.timestamp.nullable(),
    mismatches: z.int().nullable().openapi({
      description:
        "Balances that differed from the sum of their ledger at the last reconciliation.",
      example: 0,
    }),
  }),
  missing: z.array(z.string()).openapi({
    description:
      "The figures that a lock or a slow database hides: `ai`, `migrations`, `ledger`, `jobs`, " +
      "`jobs/<name>` for the work of a job, and `database` where it does not answer.",
    example: [],
  }),
}).openapi("Health");

routes.add("GET /admin/health", {
  auth: "super_admin",
  operationId: "getAdminHealth",
  summary: "Get the state of the service",
  description: "Answers within 3 seconds. The status is `degraded` when something is `missing`: " +
    "its fields are null or empty. A latency above 500 ms is a warning.",
  answer: ok("The state of the service, healthy or degraded", Health),
}, async ({ db }) => {
  const { report, latency_ms } = await readReport(db);
  const missing = report?.missing ?? ["database"];
  const status: z.infer<typeof Status> = missing.length ? "degraded" : "healthy";
  return {
    status,
    warning: warningOf(report, latency_ms),
    database: { ok: report !== null, latency_ms: report && latency_ms },
    commit: env("COMMIT_SHA") ?? null,
    invalid_variables: invalidVariables(),
    uptime_s: Math.floor((Date.now() - startedAt) / 1000),
    migrations: {
      applied: report?.migrations?.length ?? null,
      local: migrations.length,
      pending: report?.migrations
        ? migrations.filter((name) => !report.migrations!.includes(name))
        : null,
    },
    jobs: report?.jobs.map(({ job, last_run, overdue, remaining, oldest_s }) => ({
      job,
      last_run,
      overdue,
      remaining,
      oldest_s: oldest_s === null ? null : Math.floor(oldest_s),
    })) ?? [],
    ai: report?.ai ?? null,
    ledger: report?.ledger ?? { checked_at: null, mismatches: null },
    missing,
  };
});

/** The part of the answer that the database knows. */
const Report = Health.pick({ ai: true, missing: true }).extend({
  jobs: z.array(Health.shape.jobs.element.extend({ oldest_s: z.number().nullable() })),
  migrations: z.array(z.string()).nullable(),
  ledger: Health.shape.ledger.nullable(),
});
type Report = z.infer<typeof Report>;

/**
 * Reads the report by one call. Throws a refusal of the database; the report is null without an
 * answer in time.
 */
async function readReport(db: Db): Promise<{ report: Report | null; latency_ms: number }> {
  const start = performance.now();
  const answer = await db.rpc("admin_health").abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  const latency_ms = Math.round((performance.now() - start) * 10) / 10;
  if (answer.error && fromDatabase(answer.error).status >= 500) return { report: null, latency_ms };
  return { report: must(shaped(Report, answer)), latency_ms };
}

function warningOf(report: Report | null, latency: number): string | null {
  if (!report) return "The database does not answer";
  if (report.missing.length) {
    return `A lock or a slow database hides ${
      report.missing.join(", ")
    }: the runbook says how to ` +
      "find the session that blocks others";
  }
  if (latency <= SLOW_MS) return null;
  return `The database took ${Math.round(latency)} ms to answer: above ${SLOW_MS} ms its ` +
    "provider is worth a look";
}

import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { fromDatabase } from "../../shared/database/errors.ts";
import { env } from "../../shared/base/env.ts";
import { timestamp } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { migrations } from "./migrations.ts";

/** The health page; part of the group. */
export const health = group("admin", "How the service does");

/** Above this, in milliseconds, the database's provider is worth a look. */
const SLOW_MS = 500;

/** How long the database has to answer, in milliseconds. */
const PATIENCE_MS = 5000;

const startedAt = Date.now();

const Jobs = z.array(z.object({
  job: z.string(),
  last_run: timestamp.nullable(),
  overdue: z.boolean().openapi({
    description: "It was due ten minutes ago or more and has had no complete run since.",
  }),
}));

const Ledger = z.object({
  checked_at: timestamp.nullable(),
  mismatches: z.int().nullable().openapi({
    description: "Balances that were not the sum of their ledger at the last reconciliation.",
  }),
});

const Health = z.object({
  status: z.enum(["healthy", "degraded"]),
  warning: z.string().nullable(),
  database: z.object({ ok: z.boolean(), latency_ms: z.number().nullable() }),
  commit: z.string().nullable().openapi({ description: "`COMMIT_SHA` of the deployment." }),
  uptime_s: z.int().openapi({ description: "Of the isolate that answers." }),
  migrations: z.object({
    applied: z.int().nullable().openapi({ description: "How many the database has." }),
    local: z.int().openapi({ description: "How many this deployment knows." }),
    pending: z.array(z.string()).nullable().openapi({
      description: "Those it knows and the database has not.",
    }),
  }),
  jobs: Jobs,
  ledger: Ledger,
}).openapi("Health");

/** What the database says of itself. */
interface Report {
  migrations: string[];
  jobs: z.infer<typeof Jobs>;
  ledger: z.infer<typeof Ledger>;
}

health.openapi(
  route({
    method: "get",
    path: "/admin/health",
    auth: "super_admin",
    operationId: "getAdminHealth",
    summary: "How the service does",
    description: "`degraded` when the database does not answer within 5 seconds; what it would " +
      "have said is then null or empty. Slower than 500 ms is a warning.",
    answer: {
      description: "How it does, whether well or not",
      schema: Health,
      example: {
        status: "healthy",
        warning: null,
        database: { ok: true, latency_ms: 12.4 },
        commit: "21171c2",
        uptime_s: 86,
        migrations: { applied: 24, local: 24, pending: [] },
        jobs: [{
          job: "ledger-reconciliation",
          last_run: "2026-11-21T08:30:00.123456+00:00",
          overdue: false,
        }],
        ledger: { checked_at: "2026-11-21T08:30:00.123456+00:00", mismatches: 0 },
      },
    },
  }),
  async (c) => {
    const { report, latency_ms } = await ask(c.var.db);
    return c.json({
      status: report ? "healthy" : "degraded",
      warning: warningOf(report, latency_ms),
      database: { ok: report !== null, latency_ms: report && latency_ms },
      commit: env("COMMIT_SHA") ?? null,
      uptime_s: Math.floor((Date.now() - startedAt) / 1000),
      migrations: {
        applied: report && report.migrations.length,
        local: migrations.length,
        pending: report && migrations.filter((name) => !report.migrations.includes(name)),
      },
      jobs: report?.jobs ?? [],
      ledger: report?.ledger ?? { checked_at: null, mismatches: null },
    }, 200);
  },
);

/** One round trip. What the database refuses is refused; that it cannot answer is an answer. */
async function ask(db: Db): Promise<{ report: Report | null; latency_ms: number }> {
  const start = performance.now();
  const { data, error } = await db.rpc("admin_health")
    .abortSignal(AbortSignal.timeout(PATIENCE_MS));
  const latency_ms = Math.round((performance.now() - start) * 10) / 10;
  if (!error) return { report: data as unknown as Report, latency_ms };
  const refusal = fromDatabase(error);
  if (refusal.status < 500) throw refusal;
  return { report: null, latency_ms };
}

function warningOf(report: Report | null, latency: number): string | null {
  if (!report) return "The database does not answer";
  if (latency <= SLOW_MS) return null;
  return `The database took ${Math.round(latency)} ms to answer: above ${SLOW_MS} ms its ` +
    "provider is worth a look";
}

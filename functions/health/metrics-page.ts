/** The page of metrics: https://prometheus.io/docs/instrumenting/exposition_formats */
import { z } from "@hono/zod-openapi";
import { Counted, LATENCY_BOUNDS } from "../../shared/http/counting.ts";

/** The answer of `private.read_metrics`. */
export const Metrics = z.object({
  figures: z.array(
    z.object({ metric: z.string(), value: z.number().nullable(), unit: z.string() }),
  ),
  // These three are null where they are missing.
  requests: z.array(Counted).nullable(),
  job_runs: z.array(z.object({ job: z.string(), result: z.string(), runs: z.number() })).nullable(),
  jobs: z.array(z.object({
    job: z.string(),
    overdue: z.boolean(),
    /** Whether the database could look for its work. */
    known: z.boolean(),
    remaining: z.number().nullable(),
    oldest_s: z.number().nullable(),
  })).nullable(),
  /** The names of the figures that a lock or a slow database hides. */
  missing: z.array(z.string()),
});
export type Metrics = z.infer<typeof Metrics>;

/** The metrics of a database that does not answer. */
const nothing = { figures: [], requests: null, job_runs: null, jobs: null, missing: [] };

type Sample = [labels: Record<string, string | number>, value: number | null];

/** How the name of a metric ends that is measured in this unit. */
const ENDINGS: Record<string, string> = { s: "_seconds", USD: "_usd", bytes: "_bytes" };

/**
 * Writes the page, without metrics where the database does not answer. A value that is unknown is
 * left out.
 */
export function metricsPage(metrics: Metrics | null): string {
  const { figures, requests, jobs, job_runs, missing } = metrics ?? nothing;
  return [
    ...family("metrics_missing", "gauge", "1 for a figure that is left out.", [
      [{ figure: "database" }, Number(!metrics)],
      ...missing.map((figure): Sample => [{ figure }, 1]),
    ]),
    ...family(
      "requests_total",
      "counter",
      "Answered requests since the beginning.",
      requests?.map((
        { method, route, status, reason, counts },
      ) => [{ method, route, status, ...(reason && { reason }) }, sum(counts)]),
    ),
    ...histogram(requests ?? []),
    ...family(
      "job_overdue",
      "gauge",
      "1 for a job that has missed its time.",
      jobs?.map((
        { job, overdue },
      ) => [{ job }, Number(overdue)]),
    ),
    ...family(
      "job_lag_seconds",
      "gauge",
      "For how long the oldest work of a job waits.",
      jobs?.map((
        { job, known, oldest_s },
      ) => [{ job }, known ? oldest_s ?? 0 : null]),
    ),
    ...family(
      "job_remaining",
      "gauge",
      "The pending work of a job.",
      jobs?.map((
        { job, remaining },
      ) => [{ job }, remaining]),
    ),
    ...family(
      "job_runs_total",
      "counter",
      "Runs of a job that have ended since the beginning.",
      job_runs?.map(({ job, result, runs }) => [{ job, result }, runs]),
    ),
    ...figures.flatMap(({ metric, value, unit }) =>
      family(`${metric}${ENDINGS[unit] ?? ""}`, "gauge", `Measured in ${unit}.`, [[{}, value]])
    ),
    "",
  ].join("\n");
}

function family(
  name: string,
  type: "counter" | "gauge",
  help: string,
  samples: Sample[] = [],
): string[] {
  return [...head(name, type, help), ...samples.flatMap((sample) => line(name, ...sample))];
}

const head = (name: string, type: string, help: string) => [
  `# HELP journal_${name} ${help}`,
  `# TYPE journal_${name} ${type}`,
];

function line(name: string, labels: Sample[0], value: number | null): string[] {
  if (value === null) return [];
  const named = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`);
  return [`journal_${name}${named.length ? `{${named.join()}}` : ""} ${value}`];
}

const quoted = (text: string | number) =>
  `"${String(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

/** The latencies of each route, of all statuses together. */
function histogram(requests: Counted[]): string[] {
  const name = "request_duration_seconds";
  const lines = Object.values(Object.groupBy(requests, ({ method, route }) => `${method} ${route}`))
    .flatMap((group) => {
      const { method, route } = group![0]!;
      const labels = { method, route };
      const upTo = (bucket: number) => sum(group!.flatMap(({ counts }) => counts.slice(0, bucket)));
      const all = upTo(LATENCY_BOUNDS.length + 1);
      return [
        ...LATENCY_BOUNDS.flatMap((bound, bucket) =>
          line(`${name}_bucket`, { ...labels, le: bound / 1000 }, upTo(bucket + 1))
        ),
        ...line(`${name}_bucket`, { ...labels, le: "+Inf" }, all),
        ...line(`${name}_sum`, labels, sum(group!.map(({ ms }) => ms)) / 1000),
        ...line(`${name}_count`, labels, all),
      ];
    });
  return [...head(name, "histogram", "Time until an answer begins."), ...lines];
}

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

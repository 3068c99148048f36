/** What `npm run load` has measured last, for docs/scaling.md. */
import { drawChart } from "../../docs/plots/chart.ts";
import { type DataApiEngine } from "../../packages/local-supabase/helpers.ts";
import { engineNames } from "../../packages/local-supabase/mod.ts";
import { kept } from "../kept.ts";
import { parts } from "./processes.ts";
import type { Load, LoadRun } from "./run.ts";
import type { Soak } from "./soak.ts";

type Table = (head: string[], rows: (string | number)[][]) => string;

const engines: DataApiEngine[] = ["postgrest", "library"];
const runs = engines.map((engine) => kept<LoadRun>(`load-${engine}`)).filter((run) => !!run);
const soaks = engines.map((engine) => kept<Soak>(`soak-${engine}`)).filter((each) => !!each);

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const failures = ({ errors }: Pick<Load, "errors">) =>
  Object.values(errors).reduce((sum, count) => sum + count, 0);

export const wasLoaded = runs.length > 0;

/** The stages of each run, the acts of its last stage but one, and what a soak has left behind. */
export function loadTables(table: Table): string {
  const stages = runs.flatMap(({ engine, stages }) =>
    stages.map((stage) => [
      engineNames[engine],
      stage.users,
      (stage.requests / stage.seconds).toFixed(0),
      ms(stage.p50),
      ms(stage.p95),
      ms(stage.p99),
      failures(stage),
      ...parts.slice(0, -1).map((part) => stage.cpu[part].toFixed(1)),
      stage.busy.toFixed(1),
      stage.disturbed.toFixed(1),
    ])
  );
  const acts = runs.flatMap(({ engine, stages }) => {
    const full = stages.at(-2) ?? stages.at(-1)!;
    return Object.entries(full.acts).map(([act, { requests, p50, p95, p99 }]) => [
      engineNames[engine],
      full.users,
      act,
      requests,
      ms(p50),
      ms(p95),
      ms(p99),
    ]);
  });
  const head = ["Data API", "users"];
  return [
    "![Latency by the number of requests](plots/load.svg)",
    table([
      ...head,
      "requests a second",
      "p50",
      "p95",
      "p99",
      "errors",
      ...parts.slice(0, -1),
      "busy",
      "other work",
    ], stages),
    "Latency of each request (ms) at the last stage before the median had doubled:",
    table([...head, "request", "sent", "p50", "p95", "p99"], acts),
    ...soaks.length ? [soakTable(table)] : [],
  ].join("\n\n");
}

function soakTable(table: Table): string {
  const rows = soaks.map(({ engine, users, looks }) => {
    const [first, last] = [looks[Math.min(4, looks.length - 1)]!, looks.at(-1)!];
    return [
      engineNames[engine],
      users,
      looks.length,
      looks.reduce((sum, { load }) => sum + load.requests, 0),
      looks.reduce((sum, { load }) => sum + failures(load), 0),
      `${ms(first.load.p95)}, ${ms(last.load.p95)}`,
      ...parts.slice(0, -1).map((part) => `${first.memory[part]}, ${last.memory[part]}`),
      last.overdue.filter((job) => !looks[0]!.overdue.includes(job)).join(", "),
    ];
  });
  const grown = soaks.flatMap(({ engine, looks }) =>
    Object.entries(looks.at(-1)!.grown).sort(([, a], [, b]) => b - a)
      .map(([name, more]) => [engineNames[engine], `\`${name}\``, more])
  );
  return [
    "The same at half of that load for longer: p95 (ms) and memory (MB) in the fifth minute and in " +
    "the last one, and the jobs that are late at the end but were not in the first minute.",
    table([
      "Data API",
      "users",
      "minutes",
      "requests",
      "errors",
      "p95",
      ...parts.slice(0, -1).map((part) => `${part}, MB`),
      "late jobs",
    ], rows),
    "The tables that have more rows afterwards:",
    table(["Data API", "table", "rows more"], grown),
  ].join("\n\n");
}

/** Median and 95th percentile against requests a second. */
export const loadPlot = (): string =>
  drawChart({
    title: "Latency of a mixed day, 2 processors",
    x: {
      label: "Requests a second",
      domain: [0, Math.max(...runs.flatMap(({ stages }) => stages.map(rate)))],
    },
    y: { label: "Latency (ms)", domain: [1, 10_000], log: true, format: "~s" },
    legend: "Data API",
    lines: runs.flatMap(({ engine, stages }) =>
      (["p50", "p95"] as const).map((point) => ({
        label: `${engine === "library" ? "lite" : engineNames[engine]}, ${point}`,
        points: stages.map((stage) => [rate(stage), Math.max(1, stage[point])] as [number, number]),
      }))
    ),
  });

const rate = ({ requests, seconds }: Load) => requests / seconds;

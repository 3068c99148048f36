/**
 * `npm run drill`: five nights on the local platform, with the faults and the disk of `npm run chaos`,
 * users at work, and a Prometheus with the rules of `ops/`. Prints what an operator sees, where, and
 * after how many seconds, and what ends the fault. It takes root (for the disk) and Debian's package
 * `prometheus`; about half an hour. `--only lock,disk` plays some nights.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { onStage, type Stage } from "../chaos/stage.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { type Night, nights } from "./nights.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";

const { values } = parseArgs({ args: Deno.args, options: { only: { type: "string" } } });
const chosen = values.only?.split(",");

/** So long (s) a night waits for its alert, and for the alerts of the one before to end. */
const [PATIENCE, PAUSE] = [900, 400];

interface Row {
  night: string;
  sight: string;
  where: string;
  after: number;
}

const since = (start: number) => (performance.now() - start) / 1000;

/** The first screen of an administrator, which an operator sees besides the alerts. */
async function health({ work: { team }, platform }: Stage): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${platform.port}/functions/v1/api/admin/health`, {
    headers: { authorization: `Bearer ${team.admin.token}` },
    signal: AbortSignal.timeout(4000),
  }).catch(() => null);
  if (!answer) return "no answer";
  const body = await answer.json().catch(() => null);
  if (!answer.ok) return `${answer.status} ${body?.error ?? ""}`;
  return body.status === "healthy" ? null : `degraded, missing: ${body.missing.join(", ")}`;
}

/** Until none of these alerts fires, which wake the operator. */
async function quiet(prometheus: Prometheus, alerts: string[]): Promise<void> {
  const start = performance.now();
  const left = async () =>
    (await prometheus.firing()).some(({ name, severity }) =>
      severity === "page" && alerts.includes(name)
    );
  while (await left() && since(start) < PAUSE) await sleep(2000);
}

/** Plays one night. */
async function play(night: Night, stage: Stage, prometheus: Prometheus): Promise<Row[]> {
  const rows: Row[] = [];
  const before = (await prometheus.firing()).map((alert) => JSON.stringify(alert));
  const seen = new Set<string>();
  let start = performance.now();
  const note = (where: string, sight: string) => {
    if (seen.has(`${where} ${sight}`)) return;
    seen.add(`${where} ${sight}`);
    rows.push({ night: night.name, sight, where, after: since(start) });
    console.error(`${night.name}: ${sight} (${where}) after ${since(start).toFixed(0)} s`);
  };
  stage.work.begin();
  await night.begin();
  start = performance.now();
  let isSeen = false;
  while (!isSeen && since(start) < PATIENCE) {
    const sight = await health(stage);
    if (sight) note("GET /api/admin/health", sight);
    for (const alert of await prometheus.firing()) {
      if (before.includes(JSON.stringify(alert))) continue;
      note("Prometheus", `${alert.name}${alert.about && ` (${alert.about})`}, ${alert.severity}`);
      isSeen ||= night.alerts.includes(alert.name);
    }
    await sleep(1000);
  }
  if (!isSeen) throw new Error(`${night.name}: no alert within ${PATIENCE} s`);
  const acting = performance.now();
  const act = await night.act();
  await night.works();
  await stage.work.end();
  rows.push({
    night: night.name,
    sight: `works again: ${act}`,
    where: "runbook",
    after: since(acting),
  });
  console.error(`${night.name}: ${act}; works again after ${since(acting).toFixed(1)} s`);
  return rows;
}

const rows: Row[] = [];
await onStage("drill", 6, async (stage) => {
  if (!stage.hasDisk) {
    console.error("No disk of its own: that takes root. The night of the disk is left out.");
  }
  const prometheus = await startPrometheus(stage.folder, {
    port: stage.platform.port,
    token: testEnvironment.METRICS_TOKEN,
  });
  try {
    // So that growth is seen.
    await sleep(90_000);
    for (const night of nights(stage)) {
      if (!stage.hasDisk && night.name.includes("disk")) continue;
      if (chosen && !chosen.some((word) => night.name.includes(word))) continue;
      rows.push(...await play(night, stage, prometheus));
      await quiet(prometheus, night.alerts);
    }
  } finally {
    await prometheus.stop();
  }
});
console.log("| night | the operator sees | where | after, s |");
console.log("| --- | --- | --- | --- |");
for (const { night, sight, where, after } of rows) {
  console.log(`| ${night} | ${sight} | ${where} | ${after.toFixed(0)} |`);
}

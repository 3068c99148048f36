/** Each alert of `ops/alerts.yaml` fires when its condition happens, and not before. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { projectRoot } from "../../packages/local-supabase/helpers.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";
import { evaluate, metricsIn, samplesOf } from "./promql.ts";

const { status, superuser: sql } = await ownPlatform();

const file = (name: string) => readFileSync(join(projectRoot, "ops", name), "utf8");
const rules: { alert: string; expr: string; labels: { severity: string } }[] =
  parse(file("alerts.yaml")).groups[0].rules;

/** The samples that Prometheus takes from the page, with the count of its own reads. */
let isUp = true;
let isWritten = true;
let last: Page = [];
async function readPage(): Promise<Page> {
  if (!isWritten) return last;
  await count(200, 1, { route: "/metrics" });
  const answer = await fetch(`${status.base_url}/api/metrics`, {
    headers: { authorization: `Bearer ${testEnvironment.METRICS_TOKEN}` },
  });
  expect(answer.status).toBe(200);
  // Prometheus itself adds whether the page has answered.
  const up = { name: "up", labels: { job: "journal" }, value: Number(isUp) };
  return last = [...samplesOf(await answer.text()), up];
}
type Page = ReturnType<typeof samplesOf>;

const firing = (now: Page, before: Page) =>
  rules.filter(({ expr }) => {
    const value = evaluate(expr, { now, before, seconds: 300 });
    return typeof value !== "number" && value.length > 0;
  }).map(({ alert }) => alert);

/** A hundred requests with this status, whose latency is in the bucket. */
const count = (status: number, bucket: number, more: { route?: string; reason?: string } = {}) =>
  sql`select private.count_requests(${
    sql.json([{
      method: "GET",
      route: "/goals",
      status,
      ...more,
      counts: Array.from({ length: 12 }, (_, n) => n === bucket ? 100 : 0),
      ms: 1000,
    }])
  }, '[]')`;

/** A webhook of nobody with an event that waits since a time. */
const webhook = (since: string) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`insert into private.webhooks
      (user_id, url, events, description, secret, era, since, due_at)
      values (gen_random_uuid(), 'https://a.example.com', '{goal.changed}', '', 'x', 1,
        pg_current_snapshot(), ${since})`);
  });

/** A run of a job with this result. */
const run = (job: string, result: object) =>
  sql`select private.end_job_run(private.start_job_run(${job}), true, ${
    sql.json(result as never)
  })`;

const conditions: Record<string, () => Promise<unknown>> = {
  Down: () => Promise.resolve(isUp = false),
  RequestsFail: () => count(500, 1),
  ProviderFails: () => count(503, 1, { reason: "provider" }),
  // As a lock on its table does.
  FiguresMissing: () => sql`alter table public.sponsors rename to former_sponsors`,
  WritesFail: () => Promise.resolve(isWritten = false),
  BackupOld: () => sql`update private.backups set ended_at = now() - interval '27 hours'`,
  MailsGivenUp: () =>
    sql`insert into private.emails (recipient, subject, status)
      select 'ana@example.com', 'Hello', 'dead' from generate_series(1, 11)`,
  ImportsFail: () =>
    sql.begin(async (tx) => {
      // Without the user.
      await tx`set local session_replication_role = replica`;
      await tx`insert into private.entry_imports
        (user_id, file_name, kind, total, error, completed_at)
        select gen_random_uuid(), 'a.csv', 'rows', 1, 'Given up', now() from generate_series(1, 11)`;
    }),
  WebhooksWait: () => webhook("now() - interval '16 minutes'"),
  WebhooksGivenUp: () =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`insert into private.webhook_deliveries
        (webhook_id, type, object_id, status, attempts, next_attempt_at, last_attempt_at)
        select gen_random_uuid(), 'ping', gen_random_uuid(), 'failed', 8, null, now()
        from generate_series(1, 101)`;
    }),
  JobFails: () => run("webhook-delivery", { failed: 1, errors: ["Internal server error"] }),
  // From 1 to 2.5 seconds.
  RequestsSlow: () => count(200, 8),
  JobStandsStill: () =>
    sql`insert into private.jobs (name, schedule, statement, scheduled_at)
      values ('late', '0 * * * *', 'select null::jsonb', now() - interval '3 days')`,
  MailsWait: () =>
    sql`insert into private.emails (recipient, subject, text_body, not_before)
      values ('ana@example.com', 'Hello', 'Hi', now() - interval '16 minutes')`,
  PushesWait: () =>
    sql.begin(async (tx) => {
      // The row names a device and a notification that do not exist.
      await tx`set local session_replication_role = replica`;
      await tx`insert into private.pushes (notification_id, device_id, created_at)
        values (gen_random_uuid(), gen_random_uuid(), now() - interval '16 minutes')`;
    }),
  AiCostNearLimit: () =>
    sql`insert into private.ai_costs (day, part, cost_usd) values (private.utc_today(), 0, 17)`,
  LedgerDiffers: () => sql`insert into private.ledger_checks (mismatches) values (1)`,
  PaymentWithoutUser: () =>
    sql`insert into private.payment_events (id, type, outcome, created_at, received_at)
      values ('evt_1', 'x', 'no_user', now(), now())`,
};

beforeAll(async () => {
  // Nothing runs the jobs here.
  await sql`update private.jobs set scheduled_at = now()`;
  await count(200, 1);
  await sql`insert into private.backups (seconds, bytes, problems) values (1, 1, 0)`;
});

describe("the alert", () => {
  it.each(rules)("$alert fires when its condition happens", async ({ alert }) => {
    const [earlier, before] = [await readPage(), await readPage()];
    expect(firing(before, earlier)).not.toContain(alert);
    await conditions[alert]!();
    expect(firing(await readPage(), before)).toContain(alert);
    [isUp, isWritten] = [true, true];
    await sql`alter table if exists public.former_sponsors rename to sponsors`;
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a job fails", () => count(503, 8, { route: "/user/cron/webhooks" })],
    ["the job without /cron/ fails", () => count(500, 8, { route: "/music/sync-all" })],
    ["a key is missing", () => count(503, 1, { reason: "not_configured" })],
    ["a provider fails", () => count(503, 1, { reason: "provider" })],
    ["the operator has turned the chat off", () => count(503, 1, { reason: "chat_disabled" })],
  ])("RequestsFail and RequestsSlow are silent when %s", async (_, happen) => {
    const before = await readPage();
    await count(200, 1);
    await happen();
    expect(firing(await readPage(), before)).not.toContain("RequestsFail");
    expect(firing(await readPage(), before)).not.toContain("RequestsSlow");
  });

  it("JobFails is silent when a run is skipped, or another has succeeded", async () => {
    const before = await readPage();
    await run("webhook-delivery", { skipped: "not_configured" });
    await run("purge", { failed: { "private.gone": "no such relation" } });
    await run("purge", {});
    expect(firing(await readPage(), before)).not.toContain("JobFails");
  });
});

it("Prometheus keeps the label `job` of the figures, which the rules compare", () => {
  const [{ honor_labels }] = parse(file("prometheus.yaml")).scrape_configs;
  expect(honor_labels).toBe(true);
});

it("each alert has a line in the runbook, with its severity", () => {
  const runbook = readFileSync(join(projectRoot, "docs", "runbook.md"), "utf8");
  const lines = [...runbook.matchAll(/^\| `([A-Z][A-Za-z]+)` +\| (page|ticket) +\|/gm)];
  expect(lines.map(([, alert, severity]) => [alert, severity]).toSorted())
    .toEqual(rules.map(({ alert, labels: { severity } }) => [alert, severity]).toSorted());
});

it("the alerts leave out the address of every job", async () => {
  const [, pattern] = /route!~"([^"]*)"/.exec(file("alerts.yaml"))!;
  const paths = await sql`select path from private.jobs where path is not null`;
  expect(paths.length).toBeGreaterThan(10);
  const left = paths.filter(({ path }) => !new RegExp(`^(?:${pattern})$`).test(path));
  expect(left).toEqual([]);
});

it("every metric of the alerts and the dashboard is on the page", async () => {
  const names = new Set((await readPage()).map(({ name }) => name));
  const used = [...metricsIn(file("alerts.yaml")), ...metricsIn(file("dashboard.json"))];
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

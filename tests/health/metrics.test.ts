/** The page of metrics: its readers, and its counts of the functions' answers. */
import { z } from "@hono/zod-openapi";
import { afterEach, beforeAll, describe, expect, vi } from "vitest";
import { metricsPage } from "../../functions/health/metrics-page.ts";
import { routes as metrics } from "../../functions/health/metrics.ts";
import { forbidden, notConfigured, providerFailed, unavailable } from "../../shared/base/errors.ts";
import { createApp } from "../../shared/http/app.ts";
import { LATENCY_BOUNDS } from "../../shared/http/counting.ts";
import { ok, part } from "../../shared/http/declare.ts";
import { useProject } from "../http/project.ts";
import { testEnvironment } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { send } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { samplesOf } from "./promql.ts";

beforeAll(useProject);
afterEach(() => void vi.restoreAllMocks());

const authorization = `Bearer ${testEnvironment.METRICS_TOKEN}`;

describe("GET /api/metrics", () => {
  it("answers a request with the token, in the text format of Prometheus", async ({ admin }) => {
    const answer = await send("GET", "/api/metrics", undefined, { authorization });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    for (const wrong of ["", "Bearer wrong", `Bearer ${admin.token}`]) {
      const { status } = await send("GET", "/api/metrics", undefined, { authorization: wrong });
      expect([wrong, status]).toEqual([wrong, 401]);
    }
  });

  it("is the sum of what isolates have counted", async ({ admin }) => {
    const collected = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(collected.signal);
    const name = `counted-${crypto.randomUUID().slice(0, 8)}`;
    const routes = part();
    routes.add(`GET /${name}/{id}`, {
      auth: "none",
      operationId: "count",
      summary: "Answer at once",
      answer: ok("An answer", z.object({ n: z.int().openapi({ example: 1 }) })),
    }, () => ({ n: 1 }));
    const app = createApp([routes], { basePath: "/api" });
    const id = crypto.randomUUID();
    for (const path of [id, id, "no-id"]) await app.request(`/api/${name}/${path}`);
    await app.request(`/api/${name}/${id}`, { method: "INVENTED" });
    collected.abort();
    const route = `/${name}/:id`;
    await eventually(async () =>
      expect(
        await sql`select status, (select sum(n) from unnest(counts) as n)::int as requests
        from private.request_counts where route = ${route} and slot > '-infinity'
        order by status`,
      )
        .toEqual([{ status: 200, requests: 2 }, { status: 400, requests: 1 }])
    );
    // Another isolate: two requests of 60 ms, and one of 20 s.
    const counts = [...LATENCY_BOUNDS.map((bound) => bound === 100 ? 2 : 0), 1];
    await sql`select private.count_requests(${
      sql.json([{ method: "GET", route, status: 200, counts, ms: 20_120 }])
    }, '[]')`;

    const answer = await fetch(new URL("/functions/v1/api/metrics", Deno.env.get("SUPABASE_URL")), {
      headers: { authorization },
    });
    const page = samplesOf(await answer.text()).filter(({ labels }) => labels.route === route);
    const valueOf = (metric: string, labels: object) =>
      page.find((each) =>
        each.name === `journal_${metric}` &&
        Object.entries(labels).every(([label, text]) => each.labels[label] === text)
      )?.value;
    expect(valueOf("requests_total", { status: "200" })).toBe(5);
    expect(valueOf("requests_total", { status: "400" })).toBe(1);
    expect(valueOf("request_duration_seconds_bucket", { le: "0.1" })).toBe(5);
    expect(valueOf("request_duration_seconds_bucket", { le: "10" })).toBe(5);
    expect(valueOf("request_duration_seconds_bucket", { le: "+Inf" })).toBe(6);
    expect(valueOf("request_duration_seconds_count", {})).toBe(6);
    expect(valueOf("request_duration_seconds_sum", {})).toBeGreaterThan(20);

    // Among all routes, an answer has those with the most requests.
    const { data } = await admin.client.rpc("request_figures").eq("route", route);
    expect(data).toMatchObject([{ method: "GET", requests: 6, failed: 0, p99_ms: 10_000 }]);
  });

  it("is not configured without a token", async () => {
    Deno.env.delete("METRICS_TOKEN");
    const answer = await createApp([metrics]).request("/metrics", { headers: { authorization } });
    expect(answer.status).toBe(503);
    expect((await answer.json()).code).toBe("not_configured");
  });
});

it("a 5xx is counted by its reason, a provider's apart from the service's own", async () => {
  const collected = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(collected.signal);
  const name = `reasons-${crypto.randomUUID().slice(0, 8)}`;
  const routes = part();
  const failures = [
    notConfigured("No key"),
    providerFailed("Silent"),
    unavailable("The database is not available"),
    new Error("A bug"),
    forbidden(),
  ];
  routes.add(`GET /${name}`, {
    auth: "none",
    operationId: "fail",
    summary: "Fail in turn",
    answer: ok("An answer", z.object({ n: z.int().openapi({ example: 1 }) })),
  }, () => {
    throw failures.pop()!;
  });
  const app = createApp([routes], { basePath: "/api" });
  for (const _ of [...failures]) await app.request(`/api/${name}`);
  collected.abort();
  await eventually(async () => {
    const counted = await sql`
      select status, reason from private.request_counts
      where route = ${`/${name}`} and slot > '-infinity' order by status, reason`;
    expect(counted.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      "403 ",
      "500 internal_error",
      "503 not_configured",
      "503 provider",
      "503 unavailable",
    ]);
  });
  const page = await send("GET", "/api/metrics", undefined, { authorization });
  expect(page.body)
    .toContain(`{method="GET",route="/${name}",status="503",reason="provider"} 1\n`);
});

describe("the figures of routes", () => {
  it("are for super admins alone", async ({ ana }) => {
    const { data, error } = await ana.client.rpc("request_figures");
    expect([data, error?.code]).toEqual([null, "PT403"]);
  });

  it("have the latencies that Prometheus would estimate", async () => {
    const quantiles = async (counts: number[]) =>
      (await sql`select private.latency_quantile(${counts}::bigint[], 0.5) as p50,
        private.latency_quantile(${counts}::bigint[], 0.95) as p95`)[0];
    const at = (...pairs: [bucket: number, requests: number][]) =>
      Array.from({ length: 12 }, (_, n) => pairs.find(([bucket]) => bucket === n)?.[1] ?? 0);
    expect(await quantiles(at([4, 100]))).toEqual({ p50: 75, p95: 97.5 });
    expect(await quantiles(at([0, 90], [7, 10]))).toEqual({ p50: 2.7777777777777777, p95: 750 });
    expect(await quantiles(at([11, 3]))).toEqual({ p50: 10_000, p95: 10_000 });
    const [row] = await sql`select private.latency_bounds() as bounds`;
    expect(row!.bounds).toEqual(LATENCY_BOUNDS);
  });

  it("are kept for 30 days, and the sums for ever", async () => {
    const route = `/old-${crypto.randomUUID()}`;
    const counts = new Array(12).fill(1);
    for (const slot of ["-infinity", "2020-01-01", new Date().toISOString()]) {
      await sql`insert into private.request_counts (slot, method, route, status, counts, ms)
        values (${slot}::text::timestamptz, 'GET', ${route}, 200, ${counts}::bigint[], 1)`;
    }
    await eventually(async () => {
      await sql`select private.purge()`;
      expect(await sql`select from private.request_counts where route = ${route}`).toHaveLength(2);
    });
  });
});

it("a page leaves out unknown values and quotes labels", () => {
  const page = metricsPage({
    figures: [{ metric: "ai_cost_today", value: 1.5, unit: "USD" }],
    requests: [],
    job_runs: [{ job: "purge", result: "failed", runs: 0 }],
    jobs: [{ job: 'a "b"\n', overdue: true, known: true, remaining: null, oldest_s: null }],
    missing: ["jobs/purge"],
  });
  expect(page).toContain(
    'journal_metrics_missing{figure="database"} 0\njournal_metrics_missing{figure="jobs/purge"} 1\n',
  );
  expect(page).toContain("# TYPE journal_ai_cost_today_usd gauge\njournal_ai_cost_today_usd 1.5\n");
  expect(page).toContain('journal_job_overdue{job="a \\"b\\"\\n"} 1\n');
  expect(page).toContain('journal_job_runs_total{job="purge",result="failed"} 0\n');
  expect(page).toContain("journal_job_lag_seconds");
  expect(page).not.toContain("journal_job_remaining{");
});

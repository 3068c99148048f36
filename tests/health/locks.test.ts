/** One lock hides the figures of its table, and the monitors show all others within three seconds. */
import { describe, expect } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";
import { samplesOf } from "./promql.ts";

const { status, superuser } = await ownPlatform();
const { it } = await import("../support/it.ts");

/** Longer than an answer may take: the rest of the way over HTTP. */
const LIMIT_MS = 3000;

/** The result of `act` while another session locks these tables. */
const whileLocked = <T>(tables: string, act: () => Promise<T>) =>
  superuser.begin(async (tx) => {
    await tx.unsafe(`lock table ${tables} in access exclusive mode`);
    return await act();
  });

async function timed<T>(act: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await act();
  expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  return result;
}

async function readMetrics() {
  const answer = await fetch(`${status.base_url}/api/metrics`, {
    headers: { authorization: `Bearer ${testEnvironment.METRICS_TOKEN}` },
  });
  expect(answer.status).toBe(200);
  const samples = samplesOf(await answer.text());
  return {
    names: new Set(samples.map(({ name }) => name)),
    missing: samples.filter(({ name, value }) => name === "journal_metrics_missing" && value)
      .map(({ labels }) => labels.figure!).sort(),
  };
}

describe("a lock on the table of a job", () => {
  it("hides its figures from Prometheus, and no others", async () => {
    const { missing, names } = await readMetrics();
    expect(missing).toEqual([]);
    const locked = await whileLocked("private.webhooks", () => timed(readMetrics));
    expect(locked.missing).toEqual(["jobs/webhook-delivery"]);
    expect([...names].filter((name) => !locked.names.has(name))).toEqual([]);
  });

  it("is named by the health page, which shows all other jobs", async ({ admin }) => {
    const health = () => admin.api("GET", "/api/admin/health");
    expect((await health()).body).toMatchObject({ status: "healthy", missing: [] });
    const { body } = await whileLocked("private.webhooks", () => timed(health));
    expect(body).toMatchObject({
      status: "degraded",
      warning: expect.stringContaining("hides jobs/webhook-delivery"),
      database: { ok: true },
      missing: ["jobs/webhook-delivery"],
    });
    const { remaining, oldest_s } = body.jobs.find(({ job }: { job: string }) =>
      job === "webhook-delivery"
    );
    expect([remaining, oldest_s]).toEqual([null, null]);
    expect(body.jobs.find(({ job }: { job: string }) => job === "purge").remaining).toBe(0);
  });
});

describe("locks on all tables", () => {
  it("leave a page that names every figure", async () => {
    const [{ tables }] = await superuser<[{ tables: string }]>`
      select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables
      from pg_tables where schemaname in ('public', 'private')`;
    const { missing } = await whileLocked(tables, () => timed(readMetrics));
    expect(missing).toEqual(
      expect.arrayContaining(["job_runs", "jobs", "mails_waiting", "requests"]),
    );
    expect(missing).not.toContain("database");
  });

  it("and on the table of accounts leave a health page that names the database", async ({ admin }) => {
    const { status, body } = await whileLocked(
      "public.profiles",
      () => timed(() => admin.api("GET", "/api/admin/health")),
    );
    expect([status, body.missing]).toEqual([200, ["database"]]);
  });
});

it("a figure that takes too long is left out, and those after it", async () => {
  await superuser`alter function private.seconds_since rename to seconds_since_once`;
  await superuser`create function private.seconds_since(timestamptz) returns numeric language sql
    as 'select 1::numeric from pg_catalog.pg_sleep(9)'`;
  try {
    const { missing, names } = await timed(readMetrics);
    expect(missing).toEqual(expect.arrayContaining(["jobs_overdue", "mails_waiting"]));
    expect(missing).not.toContain("database");
    expect(names).toContain("journal_job_lag_seconds");
  } finally {
    await superuser`drop function private.seconds_since`;
    await superuser`alter function private.seconds_since_once rename to seconds_since`;
  }
});

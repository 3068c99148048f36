/** The health page: with a healthy, a slow and an unreachable database. */
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { routes } from "../../functions/admin/health.ts";
import { migrations } from "../../shared/generated/migrations.ts";
import { createApp } from "../../shared/http/app.ts";
import { bearer, claims, resetEnvironment, sign } from "../http/support.ts";
import { checkAnswer } from "../support/answers.ts";
import { superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok } from "../support/requests.ts";

const admin = await superAdmin("Health Admin");

describe("GET /admin/health", () => {
  it("answers healthy", async () => {
    await sql`select private.reconcile_ledger()`;
    const body = await ok(admin, "GET", "/api/admin/health");
    expect(body).toMatchObject({
      status: "healthy",
      database: { ok: true, latency_ms: expect.any(Number) },
      commit: null,
      invalid_variables: [],
      migrations: { applied: migrations.length, local: migrations.length, pending: [] },
      ledger: { checked_at: expect.any(String), mismatches: expect.any(Number) },
      ai: {
        cost_usd: expect.any(Number),
        limit_usd: 20,
        free_cost_usd: expect.any(Number),
        free_limit_usd: 10,
      },
    });
    // A busy machine may be slow.
    expect(body.warning === null).toBe(body.database.latency_ms <= 500);
    expect(body.database.latency_ms).toBeGreaterThan(0);
    expect(Date.now() - Date.parse(body.ledger.checked_at)).toBeLessThan(60_000);
  });

  it("shows for each job the last run, the work left and its age, and whether it is overdue", async () => {
    const name = `health-${crypto.randomUUID().slice(0, 8)}`;
    await sql`
      insert into private.jobs (name, schedule, statement, scheduled_at)
      values (${name}, '0 0 * * *', 'select null::jsonb', now() - interval '3 days')`;
    const job = async () => {
      const { body } = await admin.api("GET", "/api/admin/health");
      return body.jobs.find(({ job }: { job: string }) => job === name);
    };
    try {
      const never = await job();
      expect(never).toMatchObject({ job: name, last_run: null, overdue: true, remaining: null });
      expect(never.oldest_s).toBeGreaterThan(2 * 86400);
      await sql`select private.run_job(${name})`;
      expect(await job()).toEqual({
        job: name,
        last_run: expect.any(String),
        overdue: false,
        remaining: 0,
        oldest_s: null,
      });
    } finally {
      await sql`delete from private.jobs where name = ${name}`;
    }
  });

  it("shows no age for work that a step has claimed", async () => {
    const [{ id }] = await sql<[{ id: string }]>`
      insert into private.entry_imports (user_id, file_name, kind, path, total, due_at)
      values (${admin.id}, 'a.zip', 'markdown', ${admin.id}, 1, now() + interval '1 minute')
      returning id`;
    try {
      const { jobs } = await ok(admin, "GET", "/api/admin/health");
      for (const { oldest_s } of jobs) expect(oldest_s ?? 0).toBeGreaterThanOrEqual(0);
    } finally {
      await sql`delete from private.entry_imports where id = ${id}`;
    }
  });

  it("names migrations that are not applied", async () => {
    const [latest] = await sql`
      select version, name, statements from supabase_migrations.schema_migrations
      order by version desc limit 1`;
    const missing = `${latest!.version}_${latest!.name}`;
    await sql`
      delete from supabase_migrations.schema_migrations where version = ${latest!.version}`;
    try {
      const { body } = await admin.api("GET", "/api/admin/health");
      expect(body.migrations).toEqual({
        applied: migrations.length - 1,
        local: migrations.length,
        pending: [missing],
      });
    } finally {
      await sql`insert into supabase_migrations.schema_migrations ${sql(latest!)}`;
    }
  });
});

describe("with another database behind it", () => {
  let stub: Deno.HttpServer<Deno.NetAddr> | undefined;
  afterEach(async () => {
    await stub?.shutdown();
    stub = undefined;
    Deno.env.delete("COMMIT_SHA");
  });
  afterAll(resetEnvironment);

  /** Asks a service whose Data API gives these answers; without an answer it is unreachable. */
  async function health(answer?: () => Response | Promise<Response>) {
    resetEnvironment();
    if (answer) {
      stub = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
      Deno.env.set("SUPABASE_URL", `http://127.0.0.1:${stub.addr.port}`);
    }
    const headers = bearer(await sign(claims({ user_role: "super_admin" })));
    const response = await createApp([routes]).request("/admin/health", { headers });
    const { status } = response;
    const body = await response.json();
    await checkAnswer("GET", "/admin/health", { status, body, headers: response.headers });
    return { status, body };
  }

  const report = {
    migrations,
    jobs: [],
    ai: null,
    ledger: { checked_at: null, mismatches: null },
    missing: [],
  };
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.each([
    ["is gone", undefined],
    ["fails", () => new Response("upstream error", { status: 502 })],
    ["has no function", () => Response.json({ code: "PGRST202", message: "x" }, { status: 404 })],
    ["times out", () => Response.json({ code: "57014", message: "x" }, { status: 500 })],
  ])("is degraded when the database %s", async (_, answer) => {
    Deno.env.set("COMMIT_SHA", "21171c2");
    const { status, body } = await health(answer);
    expect([status, body]).toMatchObject([200, {
      status: "degraded",
      warning: "The database does not answer",
      database: { ok: false, latency_ms: null },
      commit: "21171c2",
      invalid_variables: [],
      migrations: { applied: null, local: migrations.length, pending: null },
      jobs: [],
      ledger: { checked_at: null, mismatches: null },
      missing: ["database"],
    }]);
  });

  it("is degraded when the database has not answered after three seconds", async () => {
    const { body } = await health(async () => {
      await later(3000);
      return Response.json(report);
    });
    expect(body).toMatchObject({ status: "degraded", database: { ok: false } });
  });

  it("names variables with a wrong value, and no value", async () => {
    resetEnvironment();
    Deno.env.set("MUSIC_TOKEN_KEY", "no key");
    Deno.env.set("LOG_LEVEL", "loud");
    const headers = bearer(await sign(claims({ user_role: "super_admin" })));
    const response = await createApp([routes]).request("/admin/health", { headers });
    const { invalid_variables } = await response.json();
    expect(invalid_variables).toEqual(["MUSIC_TOKEN_KEY", "LOG_LEVEL"]);
  });

  it("warns above 500 ms", async () => {
    const { body } = await health(async () => {
      await later(550);
      return Response.json(report);
    });
    expect(body).toMatchObject({
      status: "healthy",
      warning: expect.stringMatching(/^The database took \d+ ms to answer/),
      database: { ok: true },
    });
    expect(body.database.latency_ms).toBeGreaterThan(500);
  });

  it("refuses callers whom the database refuses", async () => {
    const refusal = { code: "PT403", message: "Only super admins may do this" };
    const { status, body } = await health(() => Response.json(refusal, { status: 403 }));
    expect([status, body]).toMatchObject([403, { error: refusal.message }]);
  });
});

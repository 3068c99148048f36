/** Metrics for operators: the view of metrics, and the requests that the functions refuse. */
import { z } from "@hono/zod-openapi";
import { afterEach, beforeAll, describe, expect, vi } from "vitest";
import { HttpError } from "../../shared/base/errors.ts";
import { createApp } from "../../shared/http/app.ts";
import { ok, part } from "../../shared/http/declare.ts";
import { useProject } from "../http/project.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

beforeAll(useProject);
afterEach(() => void vi.restoreAllMocks());

async function metricsOf({ client }: Person): Promise<Record<string, number>> {
  const { data, error } = await client.from("service_metrics").select();
  if (error) throw error;
  return Object.fromEntries(data.map(({ metric, value }) => [metric, value]));
}

describe("the metrics of the service", () => {
  it("are what waits, how long it has waited, and what AI has cost", async ({ admin, ana }) => {
    const job = `metrics-${crypto.randomUUID().slice(0, 8)}`;
    await sql`
      insert into private.jobs (name, schedule, statement, scheduled_at)
      values (${job}, '0 0 * * *', 'select null::jsonb', now() - interval '3 days')`;
    const before = await metricsOf(admin);
    await sql`
      insert into private.storage_deletions (bucket, path, not_before)
      values ('avatars', ${job}, now() - interval '9 years')`;
    await sql`
      select private.record_token_usage(${ana.id}, 'chat', 'model', p_output_tokens => 1000000)`;
    try {
      const after = await metricsOf(admin);
      expect(after.jobs_overdue).toBeGreaterThan(0);
      expect(after.oldest_overdue_job).toBeGreaterThanOrEqual(0);
      expect(after.oldest_file_to_delete).toBeGreaterThan(8 * 365 * 86_400);
      expect(after.ai_cost_today! - before.ai_cost_today!).toBeGreaterThan(0.599);
      expect(after.ai_daily_cost_limit).toBe(20);
      expect(after.search_index).toBeGreaterThan(0);
    } finally {
      await sql`delete from private.storage_deletions where path = ${job}`;
      await sql`delete from private.jobs where name = ${job}`;
    }
  });
});

describe("refused requests", () => {
  it("are counted together, by hour, status and code", async ({ admin, ana }) => {
    const collected = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(collected.signal);
    const code = `test_${crypto.randomUUID().slice(0, 8)}`;
    const routes = part();
    routes.add("GET /refusing", {
      auth: "none",
      operationId: "refuse",
      summary: "Refuse with a status",
      query: z.object({ status: z.enum(["404", "499", "503"]) }),
      answer: ok("Never", z.object({})),
    }, ({ query }) => {
      throw new HttpError(Number(query.status) as 404, "No", { code: code as "not_found" });
    });
    const app = createApp([routes]);
    // 499: a client that has gone is not counted.
    for (const status of [404, 503, 499, 404]) await app.request(`/refusing?status=${status}`);
    const stored = () =>
      sql`select status, requests::int from public.refused_requests
        where code = ${code} order by status`;
    expect(await stored()).toEqual([]);
    collected.abort();
    await eventually(async () =>
      expect(await stored()).toEqual([{ status: 404, requests: 2 }, { status: 503, requests: 1 }])
    );
    const read = async ({ client }: Person) =>
      (await client.from("refused_requests").select().eq("code", code)).data;
    expect(await read(admin)).toHaveLength(2);
    expect(await read(ana)).toEqual([]);
  });
});

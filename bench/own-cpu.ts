/**
 * The processor time of a request in the front door itself, and of its trace. The Data API is a
 * stub in the same process, whose answer costs all sides the same.
 */
import { createClient } from "@supabase/supabase-js";
import { Hono } from "hono";
import process from "node:process";
import { mounted } from "../functions/api/groups.ts";
import type { Status } from "../packages/local-supabase/helpers.ts";
import { serve } from "../shared/http/app.ts";
import { ask, demoToken } from "./acting.ts";
import { atMost, type Row, summarize } from "./measure.ts";

const ROUNDS = 60;
const REQUESTS = 200;

/**
 * A page of the journal through `/api/journal`, without and with a trace, and by a bare hono route with
 * its own client.
 */
export async function benchOwnCpu(status: Status): Promise<Row[]> {
  const { api_url, base_url, publishable_key, secret_key, jwks_url } = status;
  const headers = { apikey: publishable_key, authorization: `Bearer ${await demoToken(status)}` };
  const args = { p_limit: 21 };
  const entries = JSON.parse(
    await ask(`${api_url}/rest/v1/rpc/list_journal_entries`, headers, args),
  );
  // The addresses of pictures come from Storage, by a second request that the bare route does not make.
  const page = JSON.stringify(entries.map((entry: object) => ({ ...entry, picture: null })));
  const environment = {
    SUPABASE_URL: api_url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishable_key }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secret_key }),
    SUPABASE_JWKS: await ask(jwks_url, {}),
    RATE_LIMIT_PER_MINUTE: "1000000000",
    LOG_LEVEL: "error",
  };
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);

  const bare = new Hono().get("/journal", async (c) => {
    const accessToken = c.req.header("authorization")!.slice("Bearer ".length);
    const db = createClient(api_url, publishable_key, {
      accessToken: () => Promise.resolve(accessToken),
    });
    const { data } = await db.rpc("list_journal_entries", args);
    return c.json({ entries: data.slice(0, 20), next_cursor: null });
  });
  const whole = await latency(`${base_url}/api/journal?limit=20`, headers);
  const collector = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    await request.body?.cancel();
    return new Response();
  });
  const endpoint = `http://127.0.0.1:${collector.addr.port}`;
  const frontDoor = { handler: serve(mounted, "/api"), url: "http://host/api/journal?limit=20" };
  const sides = {
    frontDoor,
    traced: frontDoor,
    bare: { handler: bare.fetch, url: "http://host/journal" },
  };
  const platformFetch = globalThis.fetch;
  globalThis.fetch = () =>
    Promise.resolve(new Response(page, { headers: { "content-type": "application/json" } }));
  try {
    const times = { frontDoor: [] as number[], traced: [] as number[], bare: [] as number[] };
    for (let round = -5; round < ROUNDS; round++) {
      for (const [name, { handler, url }] of Object.entries(sides)) {
        if (name === "traced") Deno.env.set("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
        else Deno.env.delete("OTEL_EXPORTER_OTLP_ENDPOINT");
        const before = process.cpuUsage();
        for (let n = 0; n < REQUESTS; n++) {
          const response = await handler(new Request(url, { headers }));
          await response.text();
          if (!response.ok) throw new Error(`${url}: ${response.status}`);
        }
        const { user, system } = process.cpuUsage(before);
        if (round >= 0) times[name as keyof typeof sides].push((user + system) / REQUESTS);
      }
    }
    const [through, traced, alone] = [times.frontDoor, times.traced, times.bare]
      .map((each) => summarize(each).p50) as [number, number, number];
    const us = (value: number) => `${value.toFixed(0)} us`;
    return [
      atMost(
        "own CPU of one request, Data API stubbed, against a bare hono route",
        `${us(through)}, bare ${us(alone)}`,
        through / alone,
        1.3,
      ),
      atMost(
        "one request with its trace, against the request without",
        `${us(traced - through)} of processor time more, the whole request ${us(whole)}`,
        1 + (traced - through) / whole,
        1.03,
      ),
    ];
  } finally {
    globalThis.fetch = platformFetch;
    Deno.env.delete("OTEL_EXPORTER_OTLP_ENDPOINT");
    await collector.shutdown();
  }
}

/** The median time (us) of a request that nothing else disturbs. */
async function latency(url: string, headers: Record<string, string>): Promise<number> {
  const samples: number[] = [];
  for (let n = -50; n < 300; n++) {
    const start = performance.now();
    await ask(url, headers);
    if (n >= 0) samples.push((performance.now() - start) * 1000);
  }
  return summarize(samples).p50;
}

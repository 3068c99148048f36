/**
 * The cost of automatic mood for a write: with a slow AI provider, against a platform without AI.
 */
import { createClient } from "@supabase/supabase-js";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Status } from "../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import { startOpenai } from "../packages/stand-ins/openai.ts";
import { compare, type Row } from "./measure.ts";

/** The provider's delay (ms) for each answer. */
const PROVIDER_MS = 500;

/** A write does not wait for a slow provider; the ratio bounds the remaining overhead. */
const BAR = 1.2;

const ROUNDS = 100;

const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** Writes an entry without mood, as the demo user of a platform. */
async function writer({ api_url, base_url, publishable_key, accounts }: Status) {
  const client = createClient(api_url, publishable_key, { auth: { persistSession: false } });
  const { email, password } = accounts[0]!;
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  const headers = {
    authorization: `Bearer ${data.session.access_token}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ title: "Today", content: "We walked along the lake. ".repeat(40) });
  return async () => {
    const response = await fetch(`${base_url}/api/journal`, { method: "POST", headers, body });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`POST /api/journal: ${response.status} ${text}`);
  };
}

/** `plain` is a platform without AI; the bench starts one with a slow provider beside it. */
export async function benchMood(plain: Status, log: (line: string) => void): Promise<Row[]> {
  const provider = await startOpenai();
  const slow = { containing: "", delay_ms: PROVIDER_MS, times: Number.MAX_SAFE_INTEGER };
  const url = provider.env.OPENAI_BASE_URL!.replace(/\/v1$/, "/test/next");
  await (await fetch(url, { method: "POST", body: JSON.stringify(slow) })).body?.cancel();
  const options = {
    root: join(import.meta.dirname!, ".."),
    env: { ...provider.env, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "error" },
    log,
  };
  try {
    const times = await withThrowaway(options, async ({ status }) => {
      const [withoutAi, slowProvider] = [await writer(plain), await writer(status)];
      const times = await compare(ROUNDS, { withoutAi, slowProvider });
      // The last analyses are still running.
      await sleep(2 * PROVIDER_MS);
      return times;
    });
    return (["p50", "p99"] as const).map((point): Row => {
      const [without, slow] = [times.withoutAi[point], times.slowProvider[point]];
      return {
        what: `POST /api/journal, provider takes ${PROVIDER_MS} ms, ${point}`,
        measured: `${milliseconds(slow)}, without AI ${milliseconds(without)}`,
        ratio: slow / without,
        // Of a hundred rounds one is the 99th percentile, which shows noise of the machine.
        ...(point === "p50" && { bar: `<= ${BAR}`, ok: slow / without <= BAR }),
      };
    });
  } finally {
    await provider.stop();
  }
}

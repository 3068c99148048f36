/**
 * The cost of automatic mood for a write: with a slow AI provider, against a platform without AI.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot as root, type Status } from "../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import { startOpenai } from "../packages/stand-ins/openai.ts";
import { ask, demoToken } from "./acting.ts";
import { atMost, compare, ms, type Row } from "./measure.ts";

/** The provider's delay (ms) for each answer. */
const PROVIDER_MS = 500;

/** Writes an entry without mood, as the demo user of a platform. */
async function writer(status: Status) {
  const headers = { authorization: `Bearer ${await demoToken(status)}` };
  const body = { title: "Today", content: "We walked along the lake. ".repeat(40) };
  return () => ask(`${status.base_url}/api/journal`, headers, body);
}

/** `plain` is a platform without AI; the bench starts one with a slow provider beside it. */
export async function benchMood(plain: Status, log: (line: string) => void): Promise<Row[]> {
  const provider = await startOpenai();
  const slow = { containing: "", delay_ms: PROVIDER_MS, times: Number.MAX_SAFE_INTEGER };
  await ask(provider.env.OPENAI_BASE_URL!.replace(/\/v1$/, "/test/next"), {}, slow);
  const env = { ...provider.env, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "error" };
  try {
    return await withThrowaway({ root, env, log }, async ({ status }) => {
      const [withoutAi, slowProvider] = [await writer(plain), await writer(status)];
      const { withoutAi: without, slowProvider: slow } = await compare(100, {
        withoutAi,
        slowProvider,
      });
      // The last analyses are still running.
      await sleep(2 * PROVIDER_MS);
      // The write does not wait for the provider; the ratio bounds the remaining overhead.
      return [atMost(
        `POST /api/journal, provider takes ${PROVIDER_MS} ms`,
        `${ms(slow.p50)}, without AI ${ms(without.p50)}`,
        slow.p50 / without.p50,
        1.2,
      )];
    });
  } finally {
    await provider.stop();
  }
}

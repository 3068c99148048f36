/**
 * The cost of the front door: latency against the same read at the Data API, bundle size, start
 * time.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  freePort,
  projectRoot as root,
  scratchFolder,
  type Status,
} from "../packages/local-supabase/helpers.ts";
import { dataApiEngine, engineNames } from "../packages/local-supabase/mod.ts";
import { buildFunctions, LARGEST } from "../tools/build.ts";
import { ask, demoToken } from "./acting.ts";
import { atMost, compare, compareThroughput, ms, type Row, summarize } from "./measure.ts";
import { benchOwnCpu } from "./own-cpu.ts";

/** A page of the journal through `/api/journal`, and by the same function at `/rest/v1`. */
export async function benchRequest(status: Status): Promise<Row[]> {
  const { api_url, base_url, publishable_key, data_api } = status;
  const engine = engineNames[data_api];
  const headers = { apikey: publishable_key, authorization: `Bearer ${await demoToken(status)}` };
  const frontDoor = () => ask(`${base_url}/api/journal?limit=20`, headers);
  const dataApi = () =>
    ask(`${api_url}/rest/v1/rpc/list_journal_entries`, headers, { p_limit: 21 });

  // First: the front door takes longer for the first thousand requests, also against the Data API.
  const rates = await compareThroughput({ clients: 8, rounds: 6 }, { frontDoor, dataApi });
  const times = await compare(3000, { frontDoor, dataApi }, { swap: true });
  const [through, direct] = [rates.frontDoor, rates.dataApi];
  const rows = (["p50", "p99"] as const).map((point) =>
    atMost(
      `one request through the front door, ${point}, ${engine}`,
      `${ms(times.frontDoor[point])}, Data API ${ms(times.dataApi[point])}`,
      times.frontDoor[point] / times.dataApi[point],
      1.4,
    )
  );
  // The engine of the Data API makes no difference here.
  const own = data_api === dataApiEngine() ? await benchOwnCpu(status) : [];
  return [...own, ...rows, {
    what: `requests a second, 8 clients, ${engine}`,
    measured: `${through.toFixed(0)}, Data API ${direct.toFixed(0)}`,
    ratio: through / direct,
    bar: ">= 0.6",
    ok: through / direct >= 0.6,
  }];
}

/** The times of a new process. */
interface Start {
  /** Milliseconds from its start to its first answer. */
  first: number;
  /** Milliseconds of the first request of another group, and of one of the same group after it. */
  other: number;
  again: number;
}

/** Starts a process, which answers 401 to requests of two groups, and ends it. */
async function start(status: Status, module: string, ...flags: string[]): Promise<Start> {
  const port = freePort();
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", ...flags, module],
    cwd: root,
    env: {
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      SUPABASE_URL: status.api_url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: status.publishable_key }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: status.secret_key }),
      SUPABASE_JWKS: '{"keys":[]}',
    },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const answer = async (path: string) => {
    const begin = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    await response?.body?.cancel();
    return response?.status === 401 ? performance.now() - begin : undefined;
  };
  try {
    while (await answer("/api/journal") === undefined) {
      if (performance.now() - started > 10_000) {
        throw new Error("the front door did not answer within 10 s");
      }
      await sleep(5);
    }
    const first = performance.now() - started;
    const [other, again] = [await answer("/api/goals"), await answer("/api/goals")];
    return { first, other: other!, again: again! };
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

/** Size of the built front door, and its start against the start of the sources. */
export async function benchStart(status: Status): Promise<Row[]> {
  const folder = await scratchFolder("bundles");
  try {
    const [bundle] = await buildFunctions(folder, ["api"]);
    const { compressed } = bundle!;
    const built = join(folder, "api", "index.js");
    const sources = "functions/api/index.ts";
    const bare = join(folder, "bare.js");
    await Deno.writeTextFile(bare, "Deno.serve(() => new Response(null, { status: 401 }));");
    // The first rounds fill Deno's caches. The hosted runtime has no cache of compiled code.
    const uncached = "--no-code-cache";
    const starts: Record<string, string[]> = {
      floor: [bare],
      built: [built],
      sources: [sources],
      builtUncached: [built, uncached],
      sourcesUncached: [sources, uncached],
    };
    const samples: Record<string, Start[]> = {};
    for (let round = -2; round < 10; round++) {
      for (const [name, [module, ...flags]] of Object.entries(starts)) {
        const taken = await start(status, module!, ...flags);
        if (round >= 0) (samples[name] ??= []).push(taken);
      }
    }
    const median = (name: string, what: keyof Start = "first") =>
      summarize(samples[name]!.map((each) => each[what])).p50;
    const floor = median("floor");
    const loading = median("builtUncached", "other") - median("builtUncached", "again");
    const row = (what: string, built: number, sources: number) => ({
      what: `front door, first answer of a fresh process${what}, bundle against sources`,
      measured: `${ms(built)}, sources ${ms(sources)}, bare Deno ${ms(floor)}`,
      ratio: built / sources,
    });
    const cached = row("", median("built"), median("sources"));
    const hosted = median("builtUncached");
    return [
      {
        what: "front door, bundle, compressed",
        measured: `${(compressed / 1e6).toFixed(2)} MB`,
        bar: "<= 3 MB",
        ok: compressed <= LARGEST,
      },
      { ...cached, bar: "<= 0.75", ok: cached.ratio <= 0.75 },
      row(" without a code cache", hosted, median("sourcesUncached")),
      // 80 ms where bare Deno takes 20.5 ms.
      atMost(
        "front door, first answer of a fresh process without a code cache, against bare Deno",
        `${ms(hosted)}, bare Deno ${ms(floor)}`,
        hosted / floor,
        3.9,
      ),
      {
        what: "front door, the first request of a further group without a code cache",
        measured: `${ms(loading)} more than the second one`,
      },
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

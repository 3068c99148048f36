/**
 * The start of a browser whose device keeps 20,000 entries, on a processor at a quarter of its
 * speed, as phones have: the copies are read and the first page of the journal is chosen. The
 * baseline keeps each value in a record of IndexedDB.
 */
import { build, stop } from "esbuild";
import { chromium, type Page } from "playwright-core";
import { chromiumPath } from "../apps/web/tests/chromium.ts";
import { type Row, seconds, summarize } from "./measure.ts";

const ENTRIES = 20_000;
const ROUNDS = 5;
const ADDRESS = "https://device.test/";

type Side = "log" | "records";
type Start = { time: number; heap: number; entries: number };

/** The functions that run in the page. */
interface Device {
  fill(side: Side, entries: number): Promise<void>;
  start(side: Side): Promise<Start>;
}

/** Rows without a platform: no request leaves the browser. */
export async function benchStore(log: (line: string) => void): Promise<Row[]> {
  const { outputFiles: [script] } = await build({
    entryPoints: [new URL("store-page.ts", import.meta.url).pathname],
    bundle: true,
    format: "iife",
    globalName: "device",
    write: false,
  });
  const profile = await Deno.makeTempDir({ prefix: "journal-device-" });
  const inBrowser = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: ["--no-sandbox", "--enable-precise-memory-info"],
    });
    try {
      await context.route(
        `${ADDRESS}**`,
        (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
      );
      const page = context.pages()[0]!;
      await page.goto(ADDRESS);
      await page.addScriptTag({ content: script!.text });
      return await work(page);
    } finally {
      await context.close();
    }
  };
  try {
    const sides = ["log", "records"] as const;
    const starts: Record<Side, Start[]> = { log: [], records: [] };
    for (const side of sides) {
      await inBrowser((page) =>
        page.evaluate(
          ([side, entries]) =>
            (globalThis as never as { device: Device }).device.fill(side, entries),
          [side, ENTRIES] as const,
        )
      );
    }
    log(`${ENTRIES} entries are on the device`);
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of sides) {
        const start = await inBrowser(async (page) => {
          const devtools = await page.context().newCDPSession(page);
          await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
          return await page.evaluate(
            (side) => (globalThis as never as { device: Device }).device.start(side),
            side,
          );
        });
        if (start.entries !== ENTRIES) throw new Error(`${start.entries} entries are there`);
        starts[side].push(start);
      }
    }
    const [own, records] = sides.map((side) => summarize(starts[side].map(({ time }) => time)));
    const heap = summarize(starts.log.map((start) => start.heap)).p50;
    await stop();
    return [{
      what: `start with ${
        ENTRIES.toLocaleString("en")
      } entries on the device, a quarter of a processor`,
      measured: `${seconds(own!.p50, 2)}, a record for each value ${
        seconds(records!.p50, 2)
      }, heap ${(heap / 1e6).toFixed(0)} MB`,
      ratio: own!.p50 / records!.p50,
      bar: "< 1 s",
      ok: own!.p50 < 1000,
    }];
  } finally {
    await Deno.remove(profile, { recursive: true });
  }
}

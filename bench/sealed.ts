/**
 * Sealed notebooks on a device: records are opened once, then the device's own key opens them. In a
 * browser at full speed; a phone has a quarter of it.
 */
import { build, stop } from "esbuild";
import { chromium, type Page } from "playwright-core";
import { chromiumPath } from "../apps/web/tests/chromium.ts";
import { type Row, seconds } from "./measure.ts";

const ADDRESS = "https://device.test/";
const OPENED = 10_000;
const SEARCHED = 20_000;

type Device = typeof import("./sealed-page.ts");
/** The functions of the page, in its own world. */
const deviceIn = "(globalThis).device";

async function inBrowser<T>(script: string, work: (open: () => Promise<Page>) => Promise<T>) {
  const profile = await Deno.makeTempDir({ prefix: "journal-sealed-" });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    args: ["--no-sandbox"],
  });
  try {
    const html = { contentType: "text/html", body: "<!doctype html>" };
    await context.route(`${ADDRESS}**`, (route) => route.fulfill(html));
    return await work(async () => {
      const page = await context.newPage();
      await page.goto(ADDRESS);
      await page.addScriptTag({ content: script });
      return page;
    });
  } finally {
    await context.close();
    await Deno.remove(profile, { recursive: true });
  }
}

interface Figures {
  cold: number;
  warm: Awaited<ReturnType<Device["warm"]>>;
  search: Awaited<ReturnType<Device["search"]>>;
}

async function measured(script: string, entries: number): Promise<Figures> {
  return await inBrowser(script, async (open) => {
    const page = await open();
    const kept = await page.evaluate(`${deviceIn}.fill(${entries})`);
    const cold = await page.evaluate(`${deviceIn}.cold()`) as number;
    await page.close();
    const next = await open();
    const warm = await next.evaluate(
      (kept) => (globalThis as never as { device: Device }).device.warm(kept as never),
      kept as object,
    );
    if (warm.entries !== entries) throw new Error(`${warm.entries} entries are there`);
    const search = await next.evaluate(`${deviceIn}.search()`) as Figures["search"];
    return { cold, warm, search };
  });
}

/** Rows without a platform: no request leaves the browser. */
export async function benchSealed(log: (line: string) => void): Promise<Row[]> {
  const { outputFiles: [script] } = await build({
    entryPoints: [new URL("sealed-page.ts", import.meta.url).pathname],
    bundle: true,
    format: "iife",
    globalName: "device",
    write: false,
  });
  const opened = await measured(script!.text, OPENED);
  log(`${OPENED} records are opened`);
  const searched = await measured(script!.text, SEARCHED);
  await stop();
  const row = (what: string, time: number, most: number, more = ""): Row => ({
    what,
    measured: `${seconds(time, 3)}${more}`,
    ratio: time / most,
    bar: `< ${seconds(most, 1)}`,
    ok: time < most,
  });
  const { newest, all } = opened.warm;
  const first = `, the first time ${seconds(searched.search.first, 3)}`;
  return [
    row(`opening ${OPENED.toLocaleString("en")} sealed records`, opened.cold, 3000),
    row(
      `starting with ${OPENED.toLocaleString("en")} opened ones, the newest are there`,
      newest,
      300,
    ),
    row(`starting with ${OPENED.toLocaleString("en")} opened ones`, all, 300),
    row(
      `searching ${SEARCHED.toLocaleString("en")} opened ones`,
      Math.max(searched.search.next, searched.search.first),
      100,
      first,
    ),
  ];
}

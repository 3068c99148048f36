/**
 * The built web app of a user with 5,000 entries, all of them on the device: the time until the
 * journal is there, and the stops of the page during use.
 */
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { freePort } from "../packages/local-supabase/helpers.ts";
import { configOf } from "../apps/web/config.ts";
import { chromiumPath } from "../apps/web/tests/chromium.ts";
import { serve } from "../apps/web/tests/host.ts";
import { signUp } from "./acting.ts";
import { loadYear } from "./insights.ts";
import { ms, type Row, summarize } from "./measure.ts";
import type { Database } from "./superuser.ts";

const STARTS = 15;
const ROUNDS = 5;

/** Milliseconds: until the entries are drawn, and the processor time of one task of the page. */
const bars = { start: 300, task: 50 };

/** Runs in each page before its scripts; a text, because the checks here know no documents. */
const watch = `new MutationObserver((_, observer) => {
  if (!document.querySelector("main .row")) return;
  observer.disconnect();
  // Behind the next picture of the screen.
  requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
}).observe(document, { childList: true, subtree: true })`;

const isShown = `performance.getEntriesByName("shown")[0]?.startTime ?? 0`;

/** An event of Chromium's trace, in microseconds; `tdur` is processor time. */
interface Event {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * The processor time (ms) of the page's tasks during an act, and of those until the entries are
 * drawn, so that other users of the processor do not count.
 */
async function tasksOf(page: Page, act: () => Promise<unknown>) {
  const browser = page.context().browser()!;
  await browser.startTracing(page, {
    categories: ["disabled-by-default-devtools.timeline", "blink.user_timing", "__metadata"],
  });
  await act();
  await page.waitForTimeout(300);
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Event[] };
  const place = ({ pid, tid }: Event) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents.filter(({ name, args }) =>
      name === "thread_name" && args?.name === "CrRendererMain"
    ).map(place),
  );
  const tasks = traceEvents.filter((event) => event.name === "RunTask" && pages.has(place(event)));
  if (!tasks.length) throw new Error("The trace has no tasks");
  const shown = traceEvents.find(({ name }) => name === "shown");
  const took = (all: Event[]) => all.map(({ tdur = 0 }) => tdur / 1000);
  return {
    longest: Math.max(...took(tasks)),
    untilShown: took(tasks.filter(({ ts }) => shown && ts < shown.ts))
      .reduce((sum, each) => sum + each, 0),
  };
}

const acts: Record<string, (page: Page) => Promise<unknown>> = {
  "scrolling through 30 screens": async (page) => {
    await page.locator("main .row").first().hover();
    for (let n = 0; n < 30; n++) {
      await page.mouse.wheel(0, 800);
      await page.waitForTimeout(50);
    }
  },
  "opening an entry": async (page) => {
    await page.locator("main .row").nth(3).click();
    await page.locator(".pane h1").waitFor();
  },
  "typing 100 letters": async (page) => {
    await page.getByRole("link", { name: "New entry" }).first().click();
    await page.getByRole("textbox", { name: "Text", exact: true })
      .pressSequentially("a quiet walk along the river, and back in the rain. ".repeat(2), {
        delay: 10,
      });
  },
  "opening the calendar": async (page) => {
    await page.getByRole("link", { name: "Calendar" }).first().click();
    await page.locator(".pane table, .pane .month").first().waitFor();
  },
};

export async function benchApp({ status, sql }: Database, log: (line: string) => void) {
  const { api_url: url, publishable_key: key } = status;
  const account = await signUp(status, "app@example.com");
  await sql`
    update public.profiles set preferences = '{"mood_asked": true, "welcome": "done"}'
    where id = ${account.id}`;
  await loadYear(sql, account.id);
  // The bundler of the app is loaded for its bench alone.
  const { build } = await import("vite");
  const files = await Deno.makeTempDir({ prefix: "journal-app-" });
  try {
    await build({
      configFile: new URL("../apps/web/vite.config.ts", import.meta.url).pathname,
      logLevel: "warn",
      build: { outDir: files },
    });
    const host = await serve(files, freePort(), { "/config.js": configOf({ url, key }) });
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: ["--no-sandbox"],
    });
    try {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        timezoneId: "Europe/Berlin",
      });
      await fill(context, host.url, account);
      log("the device has all entries");
      return await measure(context, `${host.url}#/journal`);
    } finally {
      await browser.close();
      await host.close();
    }
  } finally {
    await Deno.remove(files, { recursive: true });
  }
}

/** Signs in, and waits until everything of the user is on the device. */
async function fill(
  context: BrowserContext,
  address: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole("button", { name: "I have an account" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.locator(".connection").getByText("Up to date").waitFor({
    state: "attached",
    timeout: 120_000,
  });
  await page.evaluate("navigator.serviceWorker.ready.then(() => {})");
  await page.close();
  await context.addInitScript({ content: watch });
}

/** Stops the service worker, and waits until the browser has made the tab. */
async function beCold(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
  await page.waitForTimeout(300);
}

async function measure(context: BrowserContext, address: string): Promise<Row[]> {
  const starts: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const page = await context.newPage();
    await beCold(page);
    await page.goto(address);
    await page.locator("main .row").first().waitFor();
    await page.waitForTimeout(300);
    starts.push(await page.evaluate<number>(isShown));
    await page.close();
  }
  const busy: number[] = [];
  const tasks: Record<string, number[]> = {};
  for (let n = 0; n < ROUNDS; n++) {
    const page = await context.newPage();
    const open = async () => {
      await page.goto("about:blank");
      await page.goto(address);
      await page.locator("main .row").first().waitFor();
    };
    const { longest, untilShown } = await tasksOf(page, open);
    (tasks.starting ??= []).push(longest);
    busy.push(untilShown);
    for (const [name, act] of Object.entries(acts)) {
      await open();
      (tasks[name] ??= []).push((await tasksOf(page, () => act(page))).longest);
    }
    await page.close();
  }
  const start = summarize(starts);
  return [
    {
      what: "the journal of 5,000 entries is drawn, from the copies on the device",
      measured: `${ms(start.p50, 0)}, fastest ${ms(Math.min(...starts), 0)}, the page has ${
        ms(summarize(busy).p50, 0)
      } of processor time`,
      bar: `<= ${bars.start} ms`,
      ok: start.p50 <= bars.start,
    },
    ...Object.entries(tasks).map(([name, all]): Row => {
      const { p50 } = summarize(all);
      return {
        what: `5,000 entries, ${name}: processor time of the longest task`,
        measured: ms(p50, 0),
        bar: `<= ${bars.task} ms`,
        ok: p50 <= bars.task,
      };
    }),
  ];
}

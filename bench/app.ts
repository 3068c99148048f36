/**
 * The built web app of a user with 5,000 entries, all of them on the device: how soon the journal is
 * there, and whether the page stops for long while somebody uses it.
 */
import { createClient } from "@supabase/supabase-js";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { freePort } from "../packages/local-supabase/helpers.ts";
import { configOf } from "../apps/web/config.ts";
import { chromiumPath } from "../apps/web/tests/chromium.ts";
import { serve } from "../apps/web/tests/host.ts";
import { loadYear } from "./insights.ts";
import { ms, type Row, summarize } from "./measure.ts";
import type { Database } from "./superuser.ts";

const STARTS = 15;

/** Milliseconds: until the entries are drawn, and of a task of the page. */
const bars = { start: 300, task: 50 };

/** What a page knows of itself, in milliseconds since its beginning. */
interface Seen {
  /** When the entries were drawn. */
  shown?: number;
  tasks: { start: number; took: number }[];
}

/** Runs in each page before its scripts; a text, because the checks here know no documents. */
const watch = `
  const seen = globalThis.seen = { tasks: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.tasks.push({ start: startTime, took: duration });
    }
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector("main .row")) return;
    observer.disconnect();
    // Behind the next picture of the screen.
    requestAnimationFrame(() => setTimeout(() => seen.shown = performance.now()));
  }).observe(document, { childList: true, subtree: true });`;

const seenBy = (page: Page) => page.evaluate<Seen>("globalThis.seen");

/** The longest task of a page while something is done; 0 where each takes less than 50 ms. */
async function longest(page: Page, act: () => Promise<unknown>): Promise<number> {
  const from = await page.evaluate<number>("performance.now()");
  await act();
  await page.waitForTimeout(300);
  const { tasks } = await seenBy(page);
  return Math.max(0, ...tasks.filter(({ start }) => start >= from).map(({ took }) => took));
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
  const account = { email: "app@example.com", password: "bench-password" };
  const { data, error } = await createClient(url, key, { auth: { persistSession: false } })
    .auth.signUp(account);
  if (error) throw error;
  await sql`
    update public.profiles set preferences = '{"mood_asked": true, "welcome": "done"}'
    where id = ${data.user!.id}`;
  await loadYear(sql, data.user!.id);
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

async function measure(context: BrowserContext, address: string): Promise<Row[]> {
  const starts: number[] = [];
  const starting: number[] = [];
  const using: Record<string, number[]> = {};
  for (let n = 0; n < STARTS; n++) {
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForFunction("globalThis.seen.shown");
    // What is done once the journal is there.
    await page.waitForTimeout(500);
    const { shown, tasks } = await seenBy(page);
    starts.push(shown!);
    starting.push(Math.max(0, ...tasks.map(({ took }) => took)));
    if (n >= STARTS - 5) {
      for (const [name, act] of Object.entries(acts)) {
        (using[name] ??= []).push(await longest(page, () => act(page)));
        await page.goto(address);
        await page.locator("main .row").first().waitFor();
      }
    }
    await page.close();
  }
  const start = summarize(starts);
  const task = (all: number[]) => {
    const { p50 } = summarize(all);
    return p50 ? ms(p50, 0) : "none above 50 ms";
  };
  return [
    {
      what: "the journal of 5,000 entries is drawn, from the copies on the device",
      measured: `${ms(start.p50, 0)}, p95 ${ms(start.p95, 0)}, longest task ${task(starting)}`,
      bar: `<= ${bars.start} ms`,
      ok: start.p50 <= bars.start,
    },
    ...Object.entries(using).map(([name, all]): Row => ({
      what: `5,000 entries: ${name}, longest task`,
      measured: task(all),
      bar: `<= ${bars.task} ms`,
      ok: summarize(all).p50 <= bars.task,
    })),
  ];
}

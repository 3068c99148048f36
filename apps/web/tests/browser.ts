/** Chromium with the app in it, against the platform under test. */
import type axe from "axe-core";
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Frame,
  type Locator,
  type Page,
} from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import process from "node:process";
import { platform } from "../../../tests/support/platform.ts";
import { axeScript } from "./axe.ts";
import { chromiumPath, shellPath } from "./chromium.ts";
import { patience } from "../../../packages/local-supabase/helpers.ts";

type Browser = Awaited<ReturnType<typeof chromium.launch>>;

/** Browsers by their path, for all files of tests of this process, with which they end. */
const state = globalThis as { browsers?: Map<string, Promise<Browser>> };
const browsers = state.browsers ??= new Map<string, Promise<Browser>>();
/** The address of the app, which `setup.ts` serves. */
const app = `http://127.0.0.1:${process.env.WEB_PORT}/`;

function browserAt(executablePath: string): Promise<Browser> {
  const browser = browsers.get(executablePath) ?? chromium.launch({
    executablePath,
    // A microphone that beeps, which everybody may use.
    args: ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  });
  browsers.set(executablePath, browser);
  return browser;
}

export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } };
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const lightPhone: BrowserContextOptions = { ...phone, colorScheme: "light" };
export const darkDesktop: BrowserContextOptions = { ...desktop, colorScheme: "dark" };
/** The permissions for reading and writing the clipboard. */
export const clipboard = ["clipboard-read", "clipboard-write"];

/** A time zone in which it is this hour now. */
export function zoneAt(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 36) % 24 - 12;
  if (!ahead) return "UTC";
  // The names of these zones have the signs turned around.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/**
 * A browser of its own, which keeps nothing of the others. It ends with the test, which fails when
 * something went wrong in its pages. It has no service worker unless a test asks for one: the worker
 * loads all files of the app again in each new browser, which takes a third of the time of a test.
 */
export async function device(options = desktop): Promise<BrowserContext> {
  const notified = options.permissions?.includes("notifications");
  const browser = await browserAt((notified ? chromiumPath() : shellPath())!);
  const context = await browser.newContext({
    timezoneId: "Europe/Berlin",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(patience(10_000));
  const found: string[] = [];
  onTestFinished(async () => {
    await context.close();
    expect(found, "errors in the pages").toEqual([]);
  });
  context.on("weberror", (error) => found.push(String(error.error())));
  context.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) found.push(message.text());
  });
  return context;
}

export async function open(context: BrowserContext, address = "/today"): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${app}#${address}`);
  return page;
}

/** The app on a device of its own. */
export const visit = async (address?: string, options?: BrowserContextOptions): Promise<Page> =>
  await open(await device(options), address);

export const goTo = (page: Page, address: string) => page.goto(`${app}#${address}`);

/** The administration, which is a page of its own. */
export const goToAdmin = (page: Page, address = "/health") =>
  page.goto(`${app}admin.html#${address}`);

/** Signs in, and goes to the administration. */
export async function atAdmin(
  page: Page,
  who: { email: string; password: string },
  address?: string,
) {
  await signIn(page, who);
  await goToAdmin(page, address);
}

/** One of the demo data: `demo`, `ingrid`. */
export const account = (name: string) =>
  platform.accounts.find(({ email }) => email.startsWith(name))!;

export async function signUp(
  page: Page,
  name = "",
): Promise<{ email: string; password: string }> {
  const who = { email: `${crypto.randomUUID()}@example.com`, password: "a-long-password" };
  await page.getByLabel("Name").fill(name);
  await enter(page, who, "Create account");
  return who;
}

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await showSignIn(page);
  await enterPassword(page, who);
}

/** Shows the form for an existing account. After a session has ended it is the first form. */
export async function showSignIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").waitFor();
  const other = page.getByRole("button", { name: "I have an account" });
  if (await other.count()) await other.click();
}

/** Fills in the form for an existing account, which is shown. */
export const enterPassword = (page: Page, who: { email: string; password: string }) =>
  enter(page, who, "Sign in");

async function enter(
  page: Page,
  { email, password }: { email: string; password: string },
  act: string,
) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: act, exact: true }).click();
  await page.locator("#main").waitFor();
  await sent(page);
  // The first answer of the service has come: the profile is there.
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain("drops_balance");
}

export const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole("button", { name });
export const dialog = (page: Page) => page.getByRole("dialog");

/** The text of the editor that is open. */
export const textOf = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

/** The Markdown in the editor: each line is an element, with signs that are out of sight. */
export const written = (page: Page): Promise<string> =>
  textOf(page).evaluate((paper) => [...paper.children].map((line) => line.textContent).join("\n"));

/** Begins an entry, as from the first screen. */
export async function begin(page: Page, text: string, title = ""): Promise<void> {
  await goTo(page, "/journal/new");
  await textOf(page).fill(text);
  if (title) await page.getByLabel("Title", { exact: true }).fill(title);
}

/** Writes an entry. */
export async function write(page: Page, text: string, title = ""): Promise<void> {
  await begin(page, text, title);
  await button(page, "Save").click();
}

/** Chooses the readers of the written entry: `Everybody`. */
export async function shareWith(page: Page, name: string): Promise<void> {
  await button(page, /^Who sees it/).click();
  await dialog(page).getByLabel(name, { exact: true }).check();
  await button(page, "Done").click();
}

export async function signOut(page: Page): Promise<void> {
  await goTo(page, "/me");
  await page.getByRole("button", { name: "Sign out" }).click();
  // The app starts anew at the end.
  const started = page.waitForEvent("load");
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await started;
  await page.getByRole("heading", { name: "Start your journal" }).waitFor();
}

/** Counts the taps and clicks on a page from now on. */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as { taps?: number };
    counted.taps = 0;
    addEventListener("pointerup", () => counted.taps!++, true);
  });
  return () => page.evaluate(() => (globalThis as { taps?: number }).taps!);
}

/** Everything that was written here has reached the service. */
export async function sent(page: Page): Promise<void> {
  // A slow disk may still write the values of the last click, which count as pending only then.
  await stored(page);
  await page.locator(".connection[data-pending='0']").getByText("Up to date").waitFor({
    state: "attached",
  });
}

/** The findings of axe on the screen: the rule and the place of each. */
export async function axeFindings(page: Page | Frame): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in globalThis)) {
    await page.evaluate(() => {
      // The pages' policy refuses a style element.
      const still = new CSSStyleSheet();
      still.replaceSync("* { animation: none !important; transition: none !important }");
      document.adoptedStyleSheets.push(still);
    });
    // The page loads a script of its host in half the time that the test takes to send it.
    const isOfHost = new URL(page.url()).port === process.env.WEB_PORT;
    const tag = isOfHost && await page.addScriptTag({ url: "/axe.js" }).catch(() => null);
    if (!tag) await page.evaluate(axeScript);
  }
  const { violations } = await page.evaluate(() =>
    (globalThis as never as { axe: typeof axe }).axe.run({
      // Without the lists of passed rules, it takes half the time.
      resultTypes: ["violations"],
      preload: false,
    })
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ""}`)
  );
}

/**
 * A test that looks at screens. The walk calls `look` at each screen, which then checks it in light
 * on a phone, where the walk goes, and in dark on a desktop.
 */
export function axeFindsNothing(
  where: string,
  walk: (page: Page, look: (screen: string) => Promise<void>) => Promise<void>,
): void {
  it(`axe finds nothing ${where}`, { timeout: patience(120_000) }, async () => {
    const found: Record<string, string[]> = {};
    const page = await visit("/today", phone);
    const findingsOn = async ({ viewport, colorScheme }: BrowserContextOptions) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport!);
      await page.locator(":is(h1, .state):visible").first().waitFor();
      await expect.poll(() => page.locator("main .loading").count()).toBe(0);
      const findings = await axeFindings(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > viewport!.width) findings.push(`${wide} pixels wide of ${viewport!.width}`);
      return findings;
    };
    await walk(page, async (screen) => {
      for (const options of [darkDesktop, lightPhone]) {
        const findings = await findingsOn(options);
        if (findings.length) {
          found[`${screen}, ${options.viewport!.width} pixels, ${options.colorScheme}`] = findings;
        }
      }
    });
    expect(found).toEqual({});
  });
}

/** The data that the app has stored in this browser, read after all pending writes. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const values: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open(name!);
        asked.onsuccess = () => resolve(asked.result);
      });
      for (const store of db.objectStoreNames) {
        values.push(
          ...await new Promise<unknown[]>((resolve) => {
            const asked = db.transaction(store).objectStore(store).getAll();
            asked.onsuccess = () => resolve(asked.result);
          }),
        );
      }
      db.close();
    }
    // Bytes as one letter each, so that a search finds texts in them.
    const letters = (_: string, value: unknown) =>
      value instanceof Uint8Array
        ? new TextDecoder("latin1").decode(value)
        : value instanceof CryptoKey
        ? "a CryptoKey"
        : value;
    return JSON.parse(JSON.stringify(values, letters)) as unknown[];
  });

/** The traces of the app in a browser: values, and the addresses of other origins in its caches. */
export const kept = async (page: Page) => ({
  values: await stored(page),
  ...await page.evaluate(async () => {
    const addresses: string[] = [];
    const drafts: string[] = [];
    for (const name of await caches.keys()) {
      const found = (await (await caches.open(name)).keys()).map(({ url }) => url);
      (name === "drafts" ? drafts : addresses).push(...found);
    }
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookie: document.cookie,
      foreign: addresses.filter((url) => !url.startsWith(location.origin)),
      drafts,
    };
  }),
});

/** Holds the drawing of the next starts of a page until the returned function is called. */
export async function notDrawing(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const draw = globalThis.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    globalThis.requestAnimationFrame = (callback) => held.push(callback);
    globalThis.requestIdleCallback = (callback) => held.push(callback as never);
    Object.assign(globalThis, {
      draw: () => {
        globalThis.requestAnimationFrame = draw;
        for (const each of held) draw(each);
      },
    });
  });
  return () => page.evaluate("draw()");
}

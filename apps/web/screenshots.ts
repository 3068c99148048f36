/// <reference lib="dom" />
/**
 * `npm run screenshots`: pictures of the app with the demo data, on a phone and on a desktop, light
 * and dark, in `docs/screenshots`; with names (`npm run screenshots -- connect`), these alone. With
 * addresses (`npm run screenshots -- /me/packs`), pictures of these screens in the folder that `OUT`
 * names; those of the administration begin with `admin`.
 */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { build } from "vite";
import {
  freePort,
  projectRoot as root,
  scratchFolder,
  type Status,
} from "../../packages/local-supabase/helpers.ts";
import { readDemo, sendDemoRequests, withThrowaway } from "../../packages/local-supabase/mod.ts";
import { testEnvironment } from "../../tests/support/environment.ts";
import { prepareFunctions } from "../../tools/build.ts";
import { configOf } from "./config.ts";
import { chromiumPath } from "./tests/chromium.ts";
import { serve } from "./tests/host.ts";

interface Shot {
  address: string | ((status: Status) => Promise<string>);
  /** Whether the person has yet to sign in. */
  signedOut?: boolean;
  /** Makes the screen worth a picture. */
  prepare?(page: Page): Promise<void>;
}

const shots: Record<string, Shot> = {
  today: { address: "/today" },
  journal: {
    address: "/journal",
    prepare: (page) => page.locator(".row", { hasText: "First light" }).click(),
  },
  insights: { address: "/journal/insights" },
  people: {
    address: "/people",
    prepare: (page) =>
      page.locator("a[href^='#/people/team/']", { hasText: "Morning Pages" }).click(),
  },
  mosaic: { address: "/window/mosaic" },
  lab: { address: "/lab/calculators/coil" },
  assistant: { address: "/assistant" },
  "sign-in": { address: askToConnect, signedOut: true },
  connect: { address: askToConnect },
  // The set-up of sealed notebooks, which is left before anything is made.
  "sealed-1": { address: "/me/sealed", prepare: setUp(1) },
  "sealed-2": { address: "/me/sealed", prepare: setUp(2) },
  "sealed-3": { address: "/me/sealed", prepare: setUp(3) },
};

const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 },
};

/** The largest picture (bytes) that the repository takes. */
const LIMIT = 150_000;

const out = Deno.env.get("OUT") ?? join(root, "docs/screenshots");
const wanted: Record<string, Shot> = Deno.args.length
  ? Object.fromEntries(
    Deno.args.map((given) =>
      shots[given]
        ? [given, shots[given]]
        : [given.replaceAll(/\W+/g, "-").replace(/^-/, ""), { address: given }]
    ),
  )
  : shots;

const files = await scratchFolder("web");
const port = freePort();
const env = { ...testEnvironment, ALLOWED_ORIGINS: "", SITE_URL: `http://127.0.0.1:${port}` };
const log = (line: string) => console.error(line);
try {
  await prepareFunctions();
  const configFile = join(root, "apps/web/vite.config.ts");
  await build({ configFile, logLevel: "warn", build: { outDir: files } });
  await withThrowaway({ root, env, standIns: true, log }, async ({ status, signal }) => {
    await sendDemoRequests(root, status, await readDemo(root), log);
    await takeAll(status, signal);
  });
} finally {
  await Deno.remove(files, { recursive: true });
}
Deno.exit();

async function takeAll(status: Status, signal: AbortSignal) {
  const { api_url: url, publishable_key: key, accounts } = status;
  const host = await serve(files, port, { "/config.js": configOf({ url, key }) });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  signal.addEventListener("abort", () => browser.close());
  await Deno.mkdir(out, { recursive: true });
  try {
    for (const [device, options] of Object.entries(devices)) {
      const context = await browser.newContext({
        ...options,
        timezoneId: "Europe/Berlin",
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      const take = async (signedOut: boolean) => {
        for (const [name, shot] of Object.entries(wanted)) {
          if ((shot.signedOut ?? false) !== signedOut) continue;
          const { address: given, prepare } = shot;
          const address = typeof given === "string" ? given : await given(status);
          const file = address.startsWith("admin")
            ? `admin.html#${address.slice(5)}`
            : `#${address}`;
          for (const scheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme: scheme });
            await page.goto(`${host.url}${file}`);
            await settled(page);
            await prepare?.(page);
            await settled(page);
            await save(context, `${name}-${device}-${scheme}`, await page.screenshot());
          }
        }
      };
      await take(true);
      const isAdmin = Deno.args.some((address) => address.startsWith("admin"));
      const who = accounts.find(({ role }) => role === (isAdmin ? "super_admin" : "user"))!;
      await page.goto(host.url);
      await page.getByRole("button", { name: "I have an account" }).click();
      await page.getByLabel("E-mail").fill(who.email);
      await page.getByLabel("Password").fill(who.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.locator(".connection").getByText("Up to date").waitFor({ state: "attached" });
      await take(false);
      await context.close();
    }
  } finally {
    await browser.close();
    await host.close();
  }
}

/** Goes to a step of the set-up of sealed notebooks, with a passphrase. */
function setUp(step: 1 | 2 | 3) {
  return async (page: Page) => {
    // The page may show the step of the picture before.
    await page.reload();
    const next = page.getByRole("button", { name: "Go on" });
    await next.waitFor();
    if (step > 1) {
      await next.click();
      for (const label of ["New passphrase", "The same passphrase again"]) {
        await page.getByLabel(label).fill("harbour lantern thursday moss");
      }
      // Without a caret.
      await page.locator(":focus").blur();
    }
    if (step > 2) {
      await next.click();
      await page.locator(".recovery-code").waitFor();
    }
    await settled(page);
    // A streak of the demo is celebrated above every screen, and would hide the end of this one.
    await page.locator(".joy").evaluateAll((all) => all.forEach((joy) => joy.remove()));
  };
}

/** A program asks to be let in; returns the address of the page on which the person decides. */
async function askToConnect({ base_url }: Status): Promise<string> {
  const redirect_uri = "https://assistant.example/back";
  const registered = await fetch(`${base_url}/oauth/register`, {
    method: "POST",
    body: JSON.stringify({ client_name: "Assistant", redirect_uris: [redirect_uri] }),
  });
  const { client_id } = await registered.json();
  const parameters = new URLSearchParams({
    client_id,
    redirect_uri,
    response_type: "code",
    code_challenge: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    code_challenge_method: "S256",
    scope: "journal:read journal:write goals:read goals:write",
    resource: `${base_url}/api/mcp`,
  });
  const answer = await fetch(`${base_url}/oauth/authorize?${parameters}`, { redirect: "manual" });
  await answer.body?.cancel();
  return new URL(answer.headers.get("location")!).href.replace(/^.*(?=\/connect\?)/, "");
}

/** Everything is loaded and drawn. */
async function settled(page: Page): Promise<void> {
  // A screen begins to load its content after it is drawn.
  await page.waitForTimeout(800);
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    const isThere = [...document.images]
      .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight)
      .every(({ complete, naturalWidth }) => complete && naturalWidth);
    return isThere && !document.querySelector(".loading");
  });
  await page.waitForTimeout(300);
}

/** Browsers write WebP, which is a third of a PNG. */
async function save(context: BrowserContext, name: string, png: Uint8Array): Promise<void> {
  const page = await context.newPage();
  const source = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const webp = await page.evaluate(async (source) => {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d")!.drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.82).split(",")[1]!;
  }, source);
  await page.close();
  const bytes = Buffer.from(webp, "base64");
  if (bytes.length > LIMIT) {
    throw new Error(`${name} has ${bytes.length} bytes: more than ${LIMIT}`);
  }
  await Deno.writeFile(join(out, `${name}.webp`), bytes);
  console.log(`${name}.webp: ${Math.round(bytes.length / 1000)} kB`);
}

/** The app's bundle for the web in Chromium, with the storage of the browser. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { photo } from "../photo";
import { elsewhere, patience, type Person, person, platform } from "../service";

const port = Number(process.env.WEB_PORT);
const origin = `http://127.0.0.1:${port}`;
/** Pictures of the screens are written there. */
const pictures = process.env.PICTURES;
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".html": "text/html; charset=utf-8",
};

let server: Server;
let browser: Browser;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, origin);
    // Every address is a screen of the one page.
    const file = extname(pathname) ? pathname : "/index.html";
    const type = types[extname(file)];
    if (!type) return response.writeHead(404).end();
    const text = readFileSync(join(process.env.WEB_FILES!, file), "utf8")
      .replaceAll("https://journal.invalid", platform.api_url)
      .replaceAll("journal-key", platform.publishable_key);
    response.writeHead(200, { "content-type": type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const executablePath = process.env.CHROMIUM;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

async function visit(colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme,
  });
  context.setDefaultTimeout(patience(15_000));
  const page = await context.newPage();
  await page.goto(origin);
  return page;
}

const look = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

async function signIn(page: Page, { email, password }: Person) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page, "Sign in");
  await page.getByText(/Good .*, Ana/).waitFor();
}

async function choose(page: Page, name: string) {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    press(page, name),
  ]);
  await chooser.setFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(photo()),
  });
  await page.getByLabel("The photo you chose").waitFor();
}

it("keeps a day of a person, with and without a network", async () => {
  const ana = await person();
  const there = await elsewhere(ana);
  await there("POST", "/workout-window/setup", {
    activityType: "walk",
    windowStartTime: new Date(Date.now() - 20 * 60_000).toISOString().slice(
      11,
      16,
    ),
    timezone: "UTC",
  });
  const page = await visit();
  await page.getByText("Welcome back").waitFor();
  await look(page, "sign-in");
  await signIn(page, ana);
  await page.getByLabel("A new goal").fill("Run twice a week");
  await press(page, "Add");
  await press(page, "Done");
  await page.getByRole("button", { name: "Done", exact: true }).and(
    page.locator("[aria-selected=true]"),
  )
    .waitFor();
  await look(page, "today");

  await tab(page, "Journal");
  await page.getByLabel("What is on your mind?").fill(
    "The sea was calm today, and so was I.",
  );
  await choose(page, "Add a photo");
  await look(page, "writing");
  await press(page, "Save entry");
  await page.getByText("1 photo").waitFor();

  await page.context().setOffline(true);
  await page.getByText(/No network/).waitFor();
  await page.getByLabel("What is on your mind?").fill(
    "Written on a train, between two tunnels.",
  );
  await press(page, "Save entry");
  await page.getByText(/1 change waits to be sent/).waitFor();
  await look(page, "offline");
  await page.context().setOffline(false);
  await page.getByText(/to be sent/).waitFor({ state: "hidden" });
  const { entries } = await there("GET", "/journal?scope=own");
  expect(entries).toMatchObject([{ attachment_count: 0 }, {
    attachment_count: 1,
  }]);

  await tab(page, "Chat");
  await page.getByLabel("Write to your assistant").fill("How was my week?");
  await press(page, "Send");
  await page.getByText("How was my week?").waitFor();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
  await look(page, "chat");

  await tab(page, "Check in");
  await choose(page, "Choose a photo");
  await look(page, "check-in");
  await press(page, "Send check-in");
  await page.getByText("You have checked in today.").waitFor();

  // The next start shows the copies of the browser.
  await page.reload();
  await tab(page, "Journal");
  await page.getByText("Written on a train, between two tunnels.").waitFor();
  await tab(page, "Today");
  await press(page, "Sign out");
  await page.getByText("Welcome back").waitFor();
  await page.context().close();
});

it("asks before AI gets words of a person", async () => {
  const page = await visit();
  await signIn(page, await person({ hasAgreed: false }));
  const called: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /chat/.test(request.url())) called.push(request.url());
  });
  await tab(page, "Chat");
  await page.getByLabel("Write to your assistant").fill("How was my week?");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog");
  await question.getByText("May AI read this?").waitFor();
  await look(page, "may-ai-read");
  await question.getByRole("button", { name: "No, thanks" }).click();
  await question.waitFor({ state: "detached" });
  expect(called).toEqual([]);
  await press(page, "Send");
  await question.getByRole("button", { name: "Yes" }).click();
  await page.getByText("How was my week?").waitFor();
  await page.context().close();
});

it("takes the code of a link out of the address", async () => {
  const page = await visit();
  await page.goto(`${origin}/sign-in?code=${crypto.randomUUID()}`);
  await page.getByText(/This link has expired/).waitFor();
  await page.waitForURL(`${origin}/sign-in`);
  await page.context().close();
});

it("is readable in the dark", async () => {
  const page = await visit("dark");
  await signIn(page, await person());
  await tab(page, "Journal");
  await page.getByText("Your first entry appears here.").waitFor();
  const [paper, ink] = await page.evaluate(() => [
    getComputedStyle(document.querySelector("[role=tablist]")!).backgroundColor,
    getComputedStyle(document.querySelector("[role=heading]")!).color,
  ]);
  expect([paper, ink]).toEqual(["rgb(33, 31, 27)", "rgb(239, 236, 228)"]);
  await look(page, "dark");
  await page.context().close();
});

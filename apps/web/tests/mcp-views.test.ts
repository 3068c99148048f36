/**
 * The pages that assistants show beside an answer, in a frame of an assistant: the official host side
 * of MCP Apps, in the browser.
 */
import { build } from "esbuild";
import { expect, it } from "vitest";
import { ask, meta, modern } from "../../../tests/mcp/support.ts";
import { type Person, person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { axeFindings, device } from "./browser.ts";
import { projectRoot } from "../../../packages/local-supabase/helpers.ts";

/** The host: it runs a page in a frame without rights, and hands it the result of a tool. */
const host = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
globalThis.told = [];
globalThis.show = async (html, result, hostContext) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.sandbox = "allow-scripts";
  frame.title = "View";
  const bridge = new AppBridge(null, { name: "host", version: "1.0.0" }, { openLinks: {} }, {
    hostContext,
  });
  bridge.oninitialized = async () => {
    told.push("initialized");
    await bridge.sendToolInput({ arguments: {} });
    await bridge.sendToolResult(result);
  };
  bridge.onsizechange = ({ height }) => { frame.height = String(height); };
  bridge.onopenlink = async ({ url }) => { told.push(url); return {}; };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  globalThis.end = () => bridge.teardownResource({});
};`;

const { outputFiles: [bundle] } = await build({
  stdin: { contents: host, resolveDir: projectRoot },
  bundle: true,
  format: "esm",
  write: false,
});

const abilities = {
  ...meta.whole,
  [`${meta.key}clientCapabilities`]: {
    extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
  },
};

/** Calls a tool as an assistant, and shows its page. */
async function shown(who: Person, tool: string, args: object, context: object) {
  const { tools } = (await modern(who.api, "tools/list", { _meta: abilities })).body.result;
  const { resourceUri: uri } = tools.find(({ name }: { name: string }) => name === tool)._meta.ui;
  const { contents: [{ text, mimeType, _meta }] } = await ask(who.api, "resources/read", { uri });
  expect([mimeType, _meta.ui.csp]).toEqual(["text/html;profile=mcp-app", {
    connectDomains: [],
    resourceDomains: [],
  }]);
  const { content, structuredContent } = await ask(who.api, "tools/call", {
    name: tool,
    arguments: args,
  });
  const browser = await device();
  const asked: string[] = [];
  const address = "https://assistant.example/";
  await browser.route("**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><html lang="en"><title>Host</title><main></main></html>',
    });
  });
  const page = await browser.newPage();
  await page.goto(address);
  await page.addScriptTag({ content: bundle!.text, type: "module" });
  await page.waitForFunction("globalThis.show");
  await page.evaluate(
    ([html, result, context]) =>
      (globalThis as unknown as { show(...args: unknown[]): Promise<void> })
        .show(html, result, context),
    [text, { content, structuredContent }, context] as const,
  );
  return { page, view: page.frameLocator("iframe"), asked, address };
}

const told = (page: Awaited<ReturnType<typeof shown>>["page"]) =>
  page.evaluate(() => (globalThis as unknown as { told: string[] }).told);

it("the card of an entry shows its words as text, and leads to the app", async () => {
  const ana = await person("Ana");
  const { entry } = await ok(ana, "POST", "/api/journal", {
    title: "<img src=https://evil.example/a.png onerror=alert(1)>",
    content: "First line\n<script>parent.postMessage({}, '*')</script>",
    mood: "calm",
    tags: ["river"],
    written_at: "2026-05-01T08:00:00Z",
  });
  const context = { theme: "dark", locale: "de" };
  const { page, view, asked, address } = await shown(ana, "read_entry", { id: entry.id }, context);
  const title = view.getByRole("button", { name: entry.title });
  await title.waitFor();
  expect(await view.locator("time").innerText()).toBe("Freitag, 1. Mai 2026");
  expect(await view.locator(".content").innerText()).toBe(entry.content);
  expect(await view.locator("span").allInnerTexts()).toEqual(["calm", "#river"]);
  expect(await view.locator("html").evaluate((html) => html.style.colorScheme)).toBe("dark");
  await title.click();
  await expect.poll(() => told(page)).toEqual([
    "initialized",
    expect.stringMatching(`/journal/${entry.id}$`),
  ]);
  // The host's own page is all that was asked for.
  expect(asked).toEqual([address]);
  expect(await axeFindings(page.frames()[1]!)).toEqual([]);
  // The page answers when the host takes it away.
  expect(await page.evaluate("end()")).toEqual({});
});

it("the year of moods has a cell for each day, in the colour of its tone", async () => {
  const ana = await person("Ana");
  for (
    const [day, mood] of [["2026-02-02", "joyful"], ["2026-03-05", "sad"], ["2026-09-09", "blue"]]
  ) {
    const written_at = `${day}T10:00:00Z`;
    await ok(ana, "POST", "/api/journal", { title: "T", content: "C", mood, written_at });
  }
  const period = { from: "2026-01-01", to: "2026-12-31" };
  const { page, view, asked, address } = await shown(ana, "insights", period, { locale: "en" });
  await view.getByText("Jan 1, 2026 – Dec 31, 2026").waitFor();
  expect(await view.getByRole("listitem").count()).toBe(365 + 3);
  const cell = (name: string) => view.getByRole("listitem", { name }).getAttribute("class");
  expect([
    await cell("Feb 2, 2026: joyful"),
    await cell("Mar 5, 2026: sad"),
    await cell("Sep 9, 2026: blue"),
    await cell("Sep 10, 2026"),
  ]).toEqual(["day positive", "day negative", "day written", "day "]);
  expect((await view.locator("li").allInnerTexts()).toSorted())
    .toEqual(["blue 1", "joyful 1", "sad 1"]);
  expect(asked).toEqual([address]);
  expect(await axeFindings(page.frames()[1]!)).toEqual([]);
});

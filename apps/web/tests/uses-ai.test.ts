/// <reference lib="dom" />
/**
 * Every control whose act sends something to the AI provider says so, and asks a person who has not
 * agreed. The OpenAPI document names the operations, the sources of the app the controls.
 */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { codesOf } from "../../../tests/contract/operations.ts";
import { readDocument } from "../../../tests/contract/document.ts";
import { joyful, newWords, provider, usageOf } from "../../../tests/ai/support.ts";
import { type Person, person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { wav } from "../../../tests/support/sounds.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  begin,
  button,
  dialog,
  goTo,
  phone,
  sent,
  signIn,
  visit,
  write,
} from "./browser.ts";

/** The operations that call the provider: only they spend the AI budget. */
const operations = (await readDocument()).operations
  .filter((each) =>
    each["x-audience"] === "app" && each.responses[503] &&
    codesOf(each.responses[503]).includes("ai_limit_reached")
  )
  .map(({ method, path }) => `${method} ${path}`);

/** The operation of the provider that a request calls. */
const operationOf = (method: string, url: string) =>
  operations.find((each) => {
    const [verb, path] = each.split(" ");
    const pattern = path!.replace(/\{\w+\}/g, "[^/]+");
    return verb === method && new RegExp(`/functions/v1${pattern}$`).test(new URL(url).pathname);
  });

interface Walked {
  /** The called operation. */
  operation: string;
  /** Goes to the control, and answers it. */
  find(page: Page, who: Person): Promise<Locator>;
  /** The acts after the first tap and its question. */
  then?(page: Page): Promise<unknown>;
}

const newPack = async (page: Page, who: Person) => {
  const body = { name: "Weather", theme: "nature" };
  const { pack } = await ok(who, "POST", "/api/tone-packs", body);
  await goTo(page, `/me/packs/${pack.id}`);
};

/** Each control, by its name. */
const controls: Record<string, Walked> = {
  "a mood is suggested": {
    operation: "POST /api/ai/analyze-tone",
    async find(page) {
      await begin(page, "So grateful for the river.");
      await button(page, "Mood").click();
      return button(page, "Suggest from the text");
    },
  },
  "a picture is made": {
    operation: "POST /api/ai/generate-background",
    async find(page) {
      await write(page, "So grateful for the river.");
      await sent(page);
      return button(page, "Make a picture of this entry");
    },
  },
  "a recording becomes text": {
    operation: "POST /api/journal/{id}/attachments/{attachmentId}/transcribe",
    async find(page, who) {
      await write(page, "Said aloud.");
      await sent(page);
      const [{ id }] = (await ok(who, "GET", "/api/journal?scope=own")).entries;
      const form = new FormData();
      form.set("file", new Blob([wav(2, "Good morning.")], { type: "audio/wav" }), "a.wav");
      await ok(who, "POST", `/api/journal/${id}/attachments`, form);
      await page.reload();
      return button(page, "Turn into text");
    },
  },
  "the week is analysed": {
    operation: "POST /api/chat/analyses",
    async find(page, who) {
      await ok(who, "PUT", "/api/chat/settings", { read_notes_enabled: true });
      await write(page, "So grateful for the river.");
      await sent(page);
      await goTo(page, "/assistant/analyses");
      return button(page, "Summarize now");
    },
  },
  "a message is sent": {
    operation: "POST /api/chat/messages",
    async find(page) {
      await goTo(page, "/assistant");
      await page.getByLabel("Message to the assistant").fill("Good morning");
      return page.getByLabel("Message to the assistant");
    },
  },
  "one picture of a tone pack is drawn": {
    operation: "POST /api/tone-packs/{id}/generate-images",
    async find(page, who) {
      await newPack(page, who);
      await button(page, /^calm/).click();
      return button(page, "Let AI draw it");
    },
  },
  "the missing pictures of a tone pack are drawn": {
    operation: "POST /api/tone-packs/{id}/generate-images",
    async find(page, who) {
      await newPack(page, who);
      return button(page, "Draw the rest");
    },
    then: (page) => dialog(page).getByRole("button", { name: "Draw them" }).click(),
  },
};

/** The sources of the app by their files. */
async function sources(): Promise<[string, string][]> {
  const folder = join(import.meta.dirname!, "../src");
  const files = await Array.fromAsync(glob("**/*.{ts,tsx}", { cwd: folder }));
  return await Promise.all(files.map(async (file): Promise<[string, string]> => [
    file,
    await readFile(join(folder, file), "utf8"),
  ]));
}

it("the walk knows every operation and every control that lead to the provider", async () => {
  expect(new Set(Object.values(controls).map(({ operation }) => operation)))
    .toEqual(new Set(operations));
  const paths = operations.map((each) => `"${each.split(" ")[1]}"`);
  const calling = /await api\.post\(\s*$/;
  let found = 0;
  for (const [file, text] of await sources()) {
    const own = file === "parts/ai-act.tsx"
      ? 0
      : text.match(/<AiButton|mayUseAi\(\)/g)?.length ?? 0;
    found += own;
    const calls = paths.some((path) => text.includes(`api.post(${path}`)) ||
      paths.some((path) => text.split(path).slice(0, -1).some((each) => calling.test(each)));
    expect({ file, asks: !calls || own > 0 }).toEqual({ file, asks: true });
  }
  expect(found).toBe(Object.keys(controls).length);
});

it.each(Object.entries(controls))(
  "says that it uses AI and asks who has refused, before %s",
  async (_name, { operation, find, then }) => {
    const ana = await person("Ana");
    await sql`
      update public.profiles
      set mood_analysis_enabled = false, preferences = preferences || '{"ai_acts": false}'
      where id = ${ana.id}`;
    const page = await visit("/today", phone);
    const called: string[] = [];
    page.on("request", (request) => {
      const found = operationOf(request.method(), request.url());
      if (found) called.push(found);
    });
    await signIn(page, ana);
    const control = await find(page, ana);
    await control.waitFor();
    const described = await control.getAttribute("aria-describedby");
    const label = page.locator(`[id="${described}"]`, { hasText: "Uses AI" });
    expect(await label.isVisible()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);

    const act = async (answer: string) => {
      // A field is sent with its form.
      if (await control.evaluate(({ tagName }) => tagName === "BUTTON")) await control.click();
      else await page.keyboard.press("Enter");
      const question = dialog(page).last();
      await question.getByRole("heading", { name: "May AI read this?" }).waitFor();
      expect(called).toEqual([]);
      await question.getByRole("button", { name: answer }).click();
    };
    await act("No, thanks");
    await page.getByRole("heading", { name: "May AI read this?" }).waitFor({ state: "detached" });
    await sent(page);
    expect([called, await usageOf(ana.id)]).toEqual([[], []]);
    await control.focus();
    await act("Yes");
    await then?.(page);
    await expect.poll(() => called).toEqual([operation]);
    await expect.poll(async () => (await usageOf(ana.id)).length).toBeGreaterThan(0);
    await expect.poll(async () =>
      (await ok(ana, "GET", "/api/user/profile")).profile.preferences.ai_acts
    ).toBe(true);
  },
);

it("does not say that AI has read an entry whose request the service refuses", async () => {
  const page = await visit("/today", phone);
  await signIn(page, await person("Ana"));
  await page.route("**/api/ai/analyze-tone", (route) =>
    route.fulfill({
      status: 503,
      headers: { "access-control-allow-origin": "*" },
      json: { error: "Too much for today", code: "ai_too_much" },
    }));
  await begin(page, "So joyful.");
  await button(page, "Mood").click();
  await button(page, "Suggest from the text").click();
  await page.getByText("Too much for today").waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await page.getByText("AI has read it").count()).toBe(0);
});

it("says at the entry what AI has read of it, and in the settings what was agreed", async () => {
  const ana = await person("Ana");
  await sql`update public.profiles set mood_analysis_enabled = false where id = ${ana.id}`;
  const page = await visit("/today", phone);
  await signIn(page, ana);
  const words = newWords();
  await provider(words, { answer: joyful() });
  await begin(page, `So joyful. ${words}`, "River");
  await page.getByText("AI does not read it when you save.").waitFor();
  expect(await page.getByText("AI has read it").count()).toBe(0);
  await button(page, "Mood").click();
  await button(page, "Suggest from the text").click();
  await dialog(page).last().getByRole("button", { name: "Yes" }).click();
  await page.getByText("AI has read it to find a mood. AI does not read it when you save.")
    .waitFor();
  await button(page, "Save").click();
  await sent(page);
  await button(page, "Make a picture of this entry").click();
  await page.getByAltText(/^A picture for this entry/).waitFor();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByText("AI has read it to find a mood. AI has read it to make its picture.")
    .waitFor();

  await goTo(page, "/me/privacy");
  const agreed = page.getByRole("switch", { name: "AI helps when I ask for it" });
  expect(await agreed.isChecked()).toBe(true);
  await agreed.click();
  await expect.poll(() => agreed.isChecked()).toBe(false);
  await goTo(page, "/assistant");
  await page.getByLabel("Message to the assistant").fill("Good morning");
  await button(page, "Send").click();
  await page.getByRole("heading", { name: "May AI read this?" }).waitFor();
});

it("keeps the sparks for AI", async () => {
  const found: string[] = [];
  const src = join(import.meta.dirname!, "../src");
  for await (const file of glob("**/*.tsx", { cwd: src })) {
    if ((await readFile(join(src, file), "utf8")).includes('"spark"')) found.push(file);
  }
  expect(found.sort()).toEqual([
    // The amount that an account has spent at the provider.
    "admin/user.tsx",
    "parts/ai-act.tsx",
    "places.tsx",
    "screens/assistant/analyses.tsx",
    "screens/assistant/chat.tsx",
    "screens/assistant/settings.tsx",
    "screens/me/connections/assistants.tsx",
    // The way to the assistant.
    "screens/today.tsx",
    "screens/welcome/welcome.tsx",
  ]);
});

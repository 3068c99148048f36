/// <reference lib="dom" />
/** Ctrl+K finds every act and place, by keys alone; `@` and `#` complete words in the editor. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import {
  axeFindings,
  begin,
  button,
  desktop,
  dialog,
  phone,
  sent,
  signIn,
  textOf,
  visit,
  written,
} from "./browser.ts";

/** Opens the list and types the sought words. */
async function find(page: Page, words: string, keys = "Control+k") {
  await page.keyboard.press(keys);
  const field = dialog(page).getByRole("combobox");
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(words);
}

/** Ana, who knows Mara by an organization, and has written. */
async function writer(options = desktop) {
  const [ana, mara] = await persons("Ana", "Mara");
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Swimmers" });
  await ok(ana, "POST", `/api/organizations/${organization.id}/members`, { user_id: mara.id });
  const tags = ["running", "river"];
  await ok(ana, "POST", "/api/journal", { title: "First frost", content: "White.", tags });
  const page = await visit("/today", options);
  await signIn(page, ana);
  const { handle } = (await ok(mara, "GET", "/api/user/profile")).profile;
  return { page, ana, handle };
}

it("opens by Ctrl+K, also in the editor, and goes where Enter says", async () => {
  const { page } = await writer();
  const field = dialog(page).getByRole("combobox");
  const chosen = () =>
    field.evaluate((input) =>
      document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.innerText ?? ""
    );
  await page.keyboard.press("Control+k");
  await field.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(chosen).toContain("Write an entry");
  await page.keyboard.press("ArrowDown");
  await expect.poll(chosen).toContain("Add a goal");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await textOf(page).waitFor();

  await textOf(page).focus();
  await find(page, "frost");
  await page.getByRole("group", { name: "Entries" }).getByRole("option", { name: /First frost/ })
    .waitFor();
  await expect.poll(chosen).toContain("First frost");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "First frost" }).waitFor();
  await dialog(page).waitFor({ state: "detached" });

  await find(page, "privacy", "Meta+k");
  await expect.poll(chosen).toContain("Privacy");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toMatch(/#\/me\/privacy$/);

  await find(page, "mara");
  await expect.poll(chosen).toContain("Mara");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toContain("#/people/person/");

  await find(page, "zzz");
  await expect.poll(chosen).toContain("Search the journal for “zzz”");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

it("finds entries by the words of their texts, below those of their titles", async () => {
  const { page, ana } = await writer();
  const texts = { "Evening": "The frost came back.", "Morning": "Nothing at all." };
  for (const [title, content] of Object.entries(texts)) {
    await ok(ana, "POST", "/api/journal", { title, content });
  }
  await page.locator(".row", { hasText: "Morning" }).waitFor();
  await find(page, "frost");
  const options = page.getByRole("group", { name: "Entries" }).getByRole("option");
  await expect.poll(async () => (await options.allInnerTexts()).map((text) => text.split("\n")[0]))
    .toEqual(["First frost", "Evening"]);
});

it("finds entries by their title without a network", async () => {
  const { page } = await writer({ ...desktop, serviceWorkers: "allow" });
  const option = page.getByRole("option", { name: /First frost/ });
  // The entry has come, and the browser has kept the app.
  await find(page, "fir");
  await option.waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  // At once, before the browser has told that the list was closed.
  await page.keyboard.press("Escape");
  await find(page, "fir");
  await option.click();
  await page.getByRole("heading", { name: "First frost" }).waitFor();
});

it("completes people and tags by keys, without leaving the text", async () => {
  const { page, ana, handle } = await writer();
  await begin(page, "");
  const text = textOf(page);
  const value = () => written(page);
  await text.pressSequentially("With @mar");
  const option = page.getByRole("option", { name: `@${handle} Mara` });
  await option.waitFor();
  expect(await option.getAttribute("aria-selected")).toBe("true");
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  expect(await value()).toBe(`With @${handle} `);

  await text.pressSequentially("by the #ri");
  await page.getByRole("option", { name: "#river" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await value()).toBe(`With @${handle} by the #river `);
  await button(page, "Tag: #river").waitFor();

  // A new tag stays as it is typed; the browser takes a completion back.
  await text.pressSequentially("#run");
  await page.getByRole("option", { name: "#running" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox", { name: "Suggestions" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  expect(await value()).toBe(`With @${handle} by the #river #run\n`);
  expect(await text.evaluate((area) => area === document.activeElement)).toBe(true);
  await button(page, "Save").click();
  await sent(page);
  const { entries } = await ok(ana, "GET", "/api/journal?scope=own");
  expect(entries[0]).toMatchObject({ tags: ["river"] });
});

it("leaves a word alone for which the list was closed", async () => {
  const { page, handle } = await writer();
  await begin(page, "");
  const text = textOf(page);
  const suggestions = page.getByRole("listbox", { name: "Suggestions" });
  await text.pressSequentially("#r");
  await suggestions.waitFor();
  await page.keyboard.press("Escape");
  await text.pressSequentially("u");
  // The next word has a list again, which tells that the letter has been looked at.
  expect(await suggestions.count()).toBe(0);
  await text.pressSequentially("nn @mar");
  await page.getByRole("option", { name: `@${handle} Mara` }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await text.pressSequentially("x");
  await page.keyboard.press("Backspace");
  expect(await suggestions.count()).toBe(0);
  // Suggestions come back when the user begins the word anew.
  for (let at = 0; at < 3; at++) await page.keyboard.press("Backspace");
  await text.pressSequentially("@ma");
  await suggestions.waitFor();
});

it("completes by a tap, and leaves headings and addresses alone", async () => {
  const { page, handle } = await writer({ ...phone, hasTouch: true });
  await begin(page, "");
  const text = textOf(page);
  await text.pressSequentially("@");
  await page.getByRole("option", { name: `@${handle} Mara` }).tap();
  expect(await written(page)).toBe(`@${handle} `);
  expect(await text.evaluate((area) => area === document.activeElement)).toBe(true);
  for (const typed of ["\n# ", "\nme@mar"]) {
    await text.pressSequentially(typed);
    expect(await page.getByRole("listbox", { name: "Suggestions" }).count()).toBe(0);
  }
});

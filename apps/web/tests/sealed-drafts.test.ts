/// <reference lib="dom" />
/** Unsaved texts of sealed notebooks: none is lost, and none lies openly. */
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { axeFindings, button, kept, sent, textOf } from "./browser.ts";
import {
  beginNotebook,
  keepingNothingSealed,
  newEntry,
  newNotebook,
  putInto,
  SECRET,
  toNotebook,
} from "./sealed-walk.ts";

/** The values that lie openly in the browser, as text. */
const openly = async (page: Page) => JSON.stringify((await kept(page)).local);

it("an edit that was discarded comes back whole with Undo", async () => {
  const { page } = await newEntry();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill(`${SECRET}, at dusk`);
  // The device has sealed it.
  await page.waitForTimeout(600);
  await button(page, "Discard").click();
  await page.locator("article").getByText(SECRET).waitFor();
  await button(page, "Undo").click();
  await page.getByText("Your draft is still here.").waitFor();
  expect(await textOf(page).innerText()).toContain("at dusk");
  await page.waitForTimeout(600);
  await page.reload();
  await page.getByText("Your draft is still here.").waitFor();
  expect(await textOf(page).innerText()).toContain("at dusk");
});

it("a text that the device has no room for stays, and the editor says that it is not saved", async () => {
  const { page } = await newNotebook();
  await page.evaluate(() => location.hash = "#/journal/new");
  await textOf(page).fill(SECRET);
  const makeRoom = await keepingNothingSealed(page);
  await putInto(page, "Nights");
  await page.getByText("Not saved: This device has no room for it.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The text that was begun openly outlasts the window until the sealed text does.
  expect(await openly(page)).toContain(SECRET);
  await textOf(page).fill(`${SECRET}, at dusk`);
  await page.waitForTimeout(600);
  expect(await openly(page)).not.toContain("at dusk");
  // The next one brings it along.
  await toNotebook(page, "Nights");
  await page.locator(".list .page-head").getByRole("link", { name: "New entry" }).click();
  expect(await textOf(page).innerText()).toContain("at dusk");
  await makeRoom();
  await textOf(page).press("End");
  await page.keyboard.type(" again");
  await expect.poll(() => openly(page)).not.toContain("Heliotrope");
  expect(await page.getByText("Not saved:").count()).toBe(0);
  await page.reload();
  await page.getByText("Your draft is still here.").waitFor();
  expect(await textOf(page).innerText()).toContain("at dusk again");
});

it("a new entry goes from one sealed notebook to another, and never lies openly", async () => {
  const { page } = await newNotebook();
  await beginNotebook(page, "Days");
  await page.getByText("Sealed: only its members read it.").waitFor();
  await page.evaluate(() => {
    const { setItem } = Storage.prototype;
    const all: string[] = [];
    Storage.prototype.setItem = function (name, value) {
      all.push(value);
      return setItem.call(this, name, value);
    };
    Object.assign(globalThis, { written: all });
  });
  await toNotebook(page, "Nights");
  await page.locator(".list .page-head").getByRole("link", { name: "New entry" }).click();
  await textOf(page).fill(SECRET);
  await putInto(page, "Days");
  await button(page, "Notebook: Days").waitFor();
  expect(await textOf(page).innerText()).toContain(SECRET);
  await page.waitForTimeout(600);
  const written = await page.evaluate(() =>
    (globalThis as unknown as { written: string[] }).written
  );
  expect(written.filter((value) => value.includes("Heliotrope"))).toEqual([]);
  expect(await openly(page)).not.toContain("Heliotrope");
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await sent(page);
  await toNotebook(page, "Days");
  await page.locator(".list").getByText(SECRET).waitFor();
});

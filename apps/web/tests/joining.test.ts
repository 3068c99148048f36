/// <reference lib="dom" />
/** One entry on two devices without a network: edits are joined; a change of equal words asks. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { person } from "../../../tests/support/people.ts";
import {
  axeFindings,
  button,
  desktop,
  device,
  goTo,
  open,
  sent,
  signIn,
  textOf,
  visit,
  written,
} from "./browser.ts";

const text = "The river was quiet. We walked home.\n\nIt rained.";

/** A person whose entry is open in two browsers. */
async function onTwo(content = text) {
  const ana = await person("Ana");
  const { entry } = await ok(ana, "POST", "/api/journal", { title: "River", content });
  const options = { ...desktop, serviceWorkers: "allow" } as const;
  const pages = [await visit("/today", options), await visit("/today", options)] as const;
  for (const page of pages) {
    await signIn(page, ana);
    await goTo(page, `/journal/${entry.id}`);
    await page.getByRole("heading", { name: "River" }).waitFor();
  }
  const stored = async () => (await ok(ana, "GET", `/api/journal/${entry.id}`)).entry.content;
  return { id: entry.id, here: pages[0], there: pages[1], stored };
}

async function edit(page: Page, from: string, to: string) {
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill((await written(page)).replace(from, to));
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
}

/** Both write without a network, and come back one after the other. */
async function apart(here: Page, there: Page, edits: [Page, string, string][]) {
  for (const page of [here, there]) await page.context().setOffline(true);
  for (const [page, from, to] of edits) await edit(page, from, to);
  for (const page of [here, there]) {
    await page.context().setOffline(false);
    await sent(page);
  }
}

it("joins the offline edits of two devices, says so, and shows both versions by one tap", async () => {
  const { here, there, stored } = await onTwo();
  await apart(here, there, [[here, "quiet", "wide"], [there, "rained", "snowed"]]);
  const joined = "The river was wide. We walked home.\n\nIt snowed.";
  expect(await stored()).toBe(joined);
  expect(await there.getByRole("link", { name: "Have a look" }).count()).toBe(0);
  await here.locator(".article .text", { hasText: "It snowed." }).waitFor();

  await there.getByText("Joined with what you wrote on another device").waitFor();
  await there.getByRole("link", { name: "Show both" }).click();
  await there.getByRole("heading", { name: "Both versions" }).waitFor();
  expect(await there.locator(".side .text").allTextContents()).toEqual([
    text.replace("rained", "snowed"),
    text.replace("quiet", "wide"),
  ]);
  expect(await axeFindings(there)).toEqual([]);
  await button(there, "Got it").click();
  await there.locator(".article .text", { hasText: "wide" }).waitFor();
  expect(await there.getByText("Joined with").count()).toBe(0);
});

it("goes back to one of the two versions", async () => {
  const { id, here, there, stored } = await onTwo();
  await apart(here, there, [[here, "quiet", "wide"], [there, "rained", "snowed"]]);
  await there.getByRole("link", { name: "Show both" }).click();
  await button(there, "Keep mine").click();
  await sent(there);
  expect(await stored()).toBe(text.replace("rained", "snowed"));
  expect(new URL(there.url()).hash).toBe(`#/journal/${id}`);
});

it("asks for the words alone that both have changed", async () => {
  const { here, there, stored } = await onTwo();
  await apart(here, there, [[here, "quiet", "wide"], [there, "quiet", "loud"], [
    there,
    "rained",
    "snowed",
  ]]);
  await there.getByRole("link", { name: "Have a look" }).click();
  await there.getByRole("heading", { name: "Two versions" }).waitFor();
  expect(await there.locator(".side mark").allTextContents()).toEqual(["loud.", "wide."]);
  const [mine, theirs] = ["loud", "wide"].map((word) =>
    text.replace("quiet", word).replace("rained", "snowed")
  );
  expect(await there.locator(".side .text").allTextContents()).toEqual([mine, theirs]);
  // The rest has been joined before the answer.
  expect(await stored()).toBe(theirs);
  await button(there, "Keep mine").click();
  await sent(there);
  expect(await stored()).toBe(mine);
});

it("joins the edit that another window of the browser made since the editor was opened", async () => {
  const ana = await person("Ana");
  const { entry } = await ok(ana, "POST", "/api/journal", { title: "River", content: text });
  const mine = await device();
  const here = await open(mine);
  await signIn(here, ana);
  await goTo(here, `/journal/${entry.id}`);
  const there = await open(mine, `/journal/${entry.id}`);
  for (const page of [here, there]) {
    await page.getByRole("link", { name: "Edit" }).click();
    await textOf(page).waitFor();
  }
  await textOf(there).fill(text.replace("quiet", "wide"));
  await textOf(here).fill(`${text} We slept.`);
  await button(there, "Save").click();
  await there.getByRole("link", { name: "Edit" }).waitFor();
  await sent(there);
  await button(here, "Save").click();
  await here.getByText("Joined with what you wrote in another window").waitFor();
  await sent(here);
  expect((await ok(ana, "GET", `/api/journal/${entry.id}`)).entry.content)
    .toBe(`${text.replace("quiet", "wide")} We slept.`);
});

/// <reference lib="dom" />
/** A service that lies about something sealed: the page says so by the name of the failure. */
import { expect, it, onTestFinished } from "vitest";
import process from "node:process";
import type { Page } from "playwright-core";
import { freePort } from "../../../packages/local-supabase/helpers.ts";
import {
  lie,
  lieOfEntries,
  lieOfFiles,
  liesAboutEntries,
  liesAboutFiles,
  liesAboutLogs,
  LOG,
} from "../../../tests/sealed/lies.ts";
import { lyingProxy } from "../../../tests/support/lying-proxy.ts";
import { person } from "../../../tests/support/people.ts";
import { platform } from "../../../tests/support/platform.ts";
import { ok } from "../../../tests/support/requests.ts";
import { configOf } from "../config.ts";
import words from "../words/en.json" with { type: "json" };
import { axeFindings, button, device, phone, sent, signIn, textOf } from "./browser.ts";
import { serve } from "./host.ts";
import { painted } from "./pictures.ts";
import { toMembers } from "./sealed-people.ts";
import { enterWith, firstNotebook, onPhone, toNotebook, writeSealed } from "./sealed-walk.ts";

const failures: Record<string, string> = words.sealed.failures;
const logFailures: Record<string, string> = words.sealed.logFailures;

/** A new person at the app on a phone, which speaks to a service that may lie. */
async function deceived(who?: Awaited<ReturnType<typeof person>>) {
  const proxy = await lyingProxy();
  const config = configOf({ url: proxy.url, key: platform.publishable_key });
  const host = await serve(process.env.WEB_FILES!, freePort(), { "/config.js": config });
  onTestFinished(() => void host.close());
  const page = await (await device(phone)).newPage();
  await page.goto(`${host.url}#/today`);
  const ana = who ?? await person("Ana");
  const start = () => signIn(page, ana);
  return { page, proxy, ana, start };
}

const toEntry = async (page: Page) => {
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: /Sealed/ }).first().click();
};

const alertOn = (page: Page) => page.getByRole("alert");

it("a record that does not open is shown as changed, and never as an empty page", async () => {
  const ana = await person("Ana");
  const old = await onPhone();
  await signIn(old, ana);
  const code = await firstNotebook(old, "Nights");
  await writeSealed(old, "Heliotrope at the harbour", "A walk");
  await sent(old);

  const { page, proxy, start } = await deceived(ana);
  const [, failure, change] = liesAboutEntries.find(([name]) => name === "has another signature")!;
  lieOfEntries(proxy, (each) => change(each, each));
  await start();
  await enterWith(page, { code });
  await toEntry(page);
  await alertOn(page).getByText("This page was changed by somebody without its key").waitFor();
  await alertOn(page).getByText(failures[failure]!).waitFor();
  expect(await page.getByText("Heliotrope").count()).toBe(0);
  expect(await button(page, "Edit").or(page.getByRole("link", { name: "Edit" })).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});

it("each lie about an entry has its name, and the text that this device believes stays", async () => {
  const { page, proxy, ana, start } = await deceived();
  await start();
  await firstNotebook(page, "Nights");
  await writeSealed(page, "Heliotrope at the harbour", "A walk");
  await sent(page);
  const id = page.url().split("/").at(-1)!;
  const row = async () => (await ok(ana, "GET", `/api/journal/${id}`)).entry;
  const old = await row();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill("Heliotrope at dusk");
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await sent(page);
  const now = await row();
  for (const [, failure, change] of liesAboutEntries) {
    lieOfEntries(proxy, (each) => change({ ...each, version: 9 }, old), [now]);
    await page.reload();
    await alertOn(page).getByText(failures[failure]!).waitFor();
    await page.getByText("Below is the last text that this device believes.").waitFor();
    await page.locator("article").getByText("Heliotrope at dusk").waitFor();
    lieOfEntries(proxy, (each) => each, [now]);
    await page.reload();
    await page.getByRole("link", { name: "Edit" }).waitFor();
    await expect.poll(() => alertOn(page).count()).toBe(0);
  }
});

it("each lie about the log has its name, and the members stay as this device knows them", async () => {
  const { page, proxy, start } = await deceived();
  await start();
  await firstNotebook(page, "Nights");
  await toMembers(page);
  await button(page, "Make a new key").click();
  await page.getByText("The notebook has a new key.").waitFor();
  for (const [, failure, change] of liesAboutLogs) {
    lie(proxy, LOG, (answer) => ({ ...answer, log: change(answer.log) }));
    await page.reload();
    await alertOn(page).getByText(words.sealed.logFailed).waitFor();
    await alertOn(page).getByText(logFailures[failure]!).waitFor();
    await page.getByText("1 person reads this notebook").waitFor();
    proxy.change = undefined;
    await page.reload();
    await page.getByText("1 person reads this notebook").waitFor();
    await expect.poll(() => alertOn(page).count()).toBe(0);
  }
});

it("a photo with wrong bytes is not shown, and the page says that it does not open", async () => {
  const { page, proxy, start } = await deceived();
  await start();
  await firstNotebook(page, "Nights");
  await writeSealed(page, "With a picture", "A walk");
  await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
  await page.locator(".gallery img").waitFor();
  await sent(page);
  for (const [, change] of liesAboutFiles) {
    lieOfFiles(proxy, change);
    await page.reload();
    await page.getByText("1 file could not be opened.").waitFor();
    expect(await page.locator(".gallery img").count()).toBe(0);
  }
  proxy.change = undefined;
  await page.reload();
  await page.locator(".gallery img").waitFor();
});

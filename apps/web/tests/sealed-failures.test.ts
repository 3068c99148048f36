/// <reference lib="dom" />
/** A service that alters something sealed: the page says so by the name of the failure. */
import { expect, it, onTestFinished } from "vitest";
import type { Page } from "playwright-core";
import { axeFindings, button, sent, signIn, signUp } from "./browser.ts";
import { enterWith, firstNotebook, onPhone, toNotebook, writeSealed } from "./sealed-walk.ts";
import { toMembers } from "./sealed-people.ts";

/** From now on, `change` alters what the service answers at an address, in JSON. */
// deno-lint-ignore no-explicit-any -- answers of several operations
async function alter(page: Page, at: (url: URL) => boolean, change: (answer: any) => void) {
  await page.unrouteAll({ behavior: "wait" });
  await page.route(at, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    change(json);
    await route.fulfill({ response, json });
  });
  onTestFinished(() => page.unrouteAll({ behavior: "ignoreErrors" }));
}

/** Another sign in the middle of a text of base64url. */
const altered = (text: string) => {
  const at = text.length >> 1;
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
};

interface Answered {
  changes?: { journal_entries: { sealed: { record: string; signature: string } | null }[] };
}

const isSync = (url: URL) => url.pathname.endsWith("/api/sync");
const isLog = (url: URL) => /\/api\/notebooks\/[^/]+\/sealed$/.test(url.pathname);

const toEntry = async (page: Page) => {
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: /Sealed/ }).first().click();
};

it("a record that does not open is shown as changed, and never as an empty page", async () => {
  const old = await onPhone();
  const who = await signUp(old, "Ana");
  await firstNotebook(old, "Nights");
  await writeSealed(old, "Heliotrope at the harbour", "A walk");
  await sent(old);

  const fresh = await onPhone();
  await alter(fresh, isSync, ({ changes }: Answered) => {
    for (const { sealed } of changes?.journal_entries ?? []) {
      if (sealed) sealed.record = altered(sealed.record);
    }
  });
  await signIn(fresh, who);
  await enterWith(fresh, "passphrase");
  await toEntry(fresh);
  const notice = fresh.getByRole("alert");
  await notice.getByText("This page was changed by somebody without its key").waitFor();
  await notice.getByText("Its author has not signed this.").waitFor();
  expect(await fresh.getByText("Heliotrope").count()).toBe(0);
  expect(await button(fresh, "Edit").or(fresh.getByRole("link", { name: "Edit" })).count()).toBe(0);
  expect(await axeFindings(fresh)).toEqual([]);
});

it("an edit that does not open leaves the text that this device believes", async () => {
  const old = await onPhone();
  const who = await signUp(old, "Ana");
  await firstNotebook(old, "Nights");
  await writeSealed(old, "Heliotrope at the harbour", "A walk");
  await sent(old);
  const fresh = await onPhone();
  await signIn(fresh, who);
  await enterWith(fresh, "passphrase");
  await toEntry(fresh);
  await fresh.locator("article").getByText("Heliotrope at the harbour").waitFor();

  await alter(fresh, isSync, ({ changes }: Answered) => {
    for (const { sealed } of changes?.journal_entries ?? []) {
      if (sealed) sealed.signature = altered(sealed.signature);
    }
  });
  await old.getByRole("link", { name: "Edit" }).click();
  await old.getByRole("textbox", { name: "Text", exact: true }).fill("Heliotrope at dusk");
  await button(old, "Save").click();
  await old.getByRole("link", { name: "Edit" }).waitFor();
  await sent(old);
  await fresh.reload();
  await fresh.getByText("Below is the last text that this device believes.").waitFor();
  await fresh.locator("article").getByText("Heliotrope at the harbour").waitFor();
});

it("an altered log is not believed, and its failure has a name", async () => {
  const page = await onPhone();
  await signUp(page, "Ana");
  await firstNotebook(page, "Nights");
  await toMembers(page);
  await button(page, "Make a new key").click();
  await page.getByText("The notebook has a new key.").waitFor();
  const failsAs = async (name: string, change: Parameters<typeof alter>[2]) => {
    await alter(page, isLog, change);
    await page.reload();
    const notice = page.getByRole("alert");
    await notice.getByText("The list of members must not be believed.").waitFor();
    await notice.getByText(name).waitFor();
    await page.getByText("1 person reads this notebook").waitFor();
  };
  await failsAs("Its author has not signed this.", ({ log }) => {
    log[1].signature = altered(log[1].signature);
  });
  expect(await axeFindings(page)).toEqual([]);
  await failsAs("This is older than what this device has seen.", ({ log }) => void log.pop());
  await page.unrouteAll({ behavior: "wait" });
  await page.reload();
  await page.getByText("1 person reads this notebook").waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});

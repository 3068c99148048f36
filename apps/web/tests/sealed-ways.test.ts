/// <reference lib="dom" />
/** Each way in opens a fresh browser alone, nothing opens without one, and a lost device is removed. */
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, dialog, goTo, kept, open, sent, signIn, signUp } from "./browser.ts";
import {
  beginAnew,
  beginAnewHere,
  beginNotebook,
  codeOn,
  enterWith,
  firstNotebook,
  home,
  isOpen,
  newEntry,
  onPhone,
  PHRASE,
  reads,
  SECRET,
  setUp,
  toKeys,
  toNotebook,
  typeBack,
  unlockWith,
  withReader,
  withWorker,
  writeSealed,
} from "./sealed-walk.ts";

/** The passphrase of other keys. */
const NEWER = "five newer words for this";

it.each(["passphrase", "recovery code"])("the %s alone opens a fresh browser", async (way) => {
  const { who, code } = await newEntry();
  const fresh = await onPhone();
  await signIn(fresh, who);
  await enterWith(fresh, way === "passphrase" ? way : { code });
  await reads(fresh);
});

it("a passkey alone opens a browser from which everything was deleted", async () => {
  const page = await withReader();
  const who = await signUp(page, "Ana");
  await beginNotebook(page, "Nights");
  await button(page, "Go on").click();
  await button(page, "Make a passkey").click();
  await typeBack(page);
  await page.getByText("Sealed: only its members read it.").waitFor();
  await writeSealed(page, SECRET, "A walk");
  await sent(page);
  // The passkey stays with the reader of fingers.
  const session = await page.context().newCDPSession(page);
  await page.goto("about:blank");
  await session.send("Storage.clearDataForOrigin", {
    origin: new URL(home).origin,
    storageTypes: "all",
  });
  await page.goto(home);
  await signIn(page, who);
  await enterWith(page, "passkey");
  await reads(page);
});

it("without a way in nothing opens, and no word lies on the device", async () => {
  const { who } = await newEntry();
  const other = await onPhone();
  await signUp(other, "Nora");
  const codeOfNora = await firstNotebook(other, "Days");
  const fresh = await onPhone();
  await signIn(fresh, who);
  await toKeys(fresh);
  await button(fresh, "I have no other device here").click();
  await fresh.getByLabel("Passphrase", { exact: true }).fill(`${PHRASE}!`);
  await button(fresh, "Open").click();
  await fresh.getByText("This passphrase does not open your notebooks.").waitFor();
  await button(fresh, "Use the recovery code").click();
  await fresh.getByLabel("Recovery code").fill(codeOfNora);
  await button(fresh, "Open").click();
  await fresh.getByText("This code is of other keys.").waitFor();
  await button(fresh, "Use my passkey").click();
  await fresh.locator(".error").waitFor();

  await toNotebook(fresh, "Nights");
  await fresh.getByRole("link", { name: /Sealed/ }).first().click();
  await fresh.getByRole("heading", { name: "This device has no keys yet" }).waitFor();
  expect(await fresh.title()).not.toContain("walk");
  expect(JSON.stringify(await kept(fresh))).not.toContain("Heliotrope");
});

it("who has lost every way in begins anew, and is told what is lost", async () => {
  const { who } = await newEntry();
  const fresh = await onPhone();
  await signIn(fresh, who);
  await beginAnew(fresh);
  expect(await axeFindings(fresh)).toEqual([]);
  await toNotebook(fresh, "Nights");
  await fresh.getByRole("link", { name: /Sealed/ }).first().click();
  await fresh.getByText("This is sealed with your former keys").waitFor();
  expect(await axeFindings(fresh)).toEqual([]);
  await toNotebook(fresh, "Nights");
  await fresh.getByRole("link", { name: "Members" }).click();
  await fresh.getByText("You have begun anew with other keys.").waitFor();
  // A notebook under the new keys.
  await beginNotebook(fresh, "Days");
  await fresh.getByText("Sealed: only its members read it.").waitFor();
  await writeSealed(fresh, "With new keys", "Anew");
  await sent(fresh);
});

it("a device with former keys says so, keeps its texts and takes the new keys", async () => {
  const { page: old, who } = await newEntry();
  const fresh = await onPhone();
  await signIn(fresh, who);
  await beginAnew(fresh);
  await beginNotebook(fresh, "Days");
  await fresh.getByText("Sealed: only its members read it.").waitFor();
  await writeSealed(fresh, "With new keys", "Anew");
  await sent(fresh);

  await toKeys(old);
  await old.reload();
  await old.getByRole("heading", { name: "You have begun anew on another device" }).waitFor();
  expect(await axeFindings(old)).toEqual([]);
  await reads(old);
  await enterWith(old, "passphrase");
  await old.getByText("You have begun anew on another device").waitFor({ state: "detached" });
  await reads(old);
  await toNotebook(old, "Days");
  await old.getByRole("link", { name: /Anew.*Sealed/s }).click();
  await old.locator("article").getByText("With new keys").waitFor();
});

it("a locked device with former keys and no former way in goes on with the new ones", async () => {
  const { page: old, who } = await newEntry(await withWorker());
  await old.context().setOffline(true);
  await toNotebook(old, "Nights");
  await writeSealed(old, "Never sent", "A tunnel");
  await toKeys(old);
  await button(old, "Lock now").click();
  await old.context().setOffline(false);
  const fresh = await onPhone();
  await signIn(fresh, who);
  await beginAnew(fresh, NEWER);
  await beginNotebook(fresh, "Days");
  await fresh.getByText("Sealed: only its members read it.").waitFor();
  await writeSealed(fresh, "With new keys", "Anew");
  await sent(fresh);

  await unlockWith(old, NEWER);
  await old.getByText("This passphrase does not open your notebooks.").waitFor();
  await old.getByText("You have begun anew on another device").waitFor();
  await old.getByText("because it still has your former keys").waitFor();
  expect(await button(old, "I have lost every way in").count()).toBe(0);
  expect(await axeFindings(old)).toEqual([]);
  const goOn = button(old, "Go on with the new keys");
  await goOn.click();
  await dialog(old).getByText("1 text on this device has not been sent and is lost").waitFor();
  expect(await axeFindings(old)).toEqual([]);
  await dialog(old).getByRole("button", { name: "Cancel" }).click();
  await old.getByRole("heading", { name: "Locked on this device" }).waitFor();
  await goOn.click();
  await dialog(old).getByRole("button", { name: "Go on with the new keys" }).click();
  await old.getByRole("heading", { name: "This device has no keys yet" }).waitFor();
  await enterWith(old, "passphrase", NEWER);
  await sent(old);
  await toNotebook(old, "Days");
  await old.getByRole("link", { name: /Anew.*Sealed/s }).click();
  await old.locator("article").getByText("With new keys").waitFor();
});

it("a code that opens nothing because the keys have changed meanwhile is not called mistyped", async () => {
  const { page: old, who, code: former } = await newEntry();
  await toKeys(old);
  await button(old, "Lock now").click();
  await old.getByRole("heading", { name: "Locked on this device" }).waitFor();
  const other = await onPhone();
  await signIn(other, who);
  await enterWith(other, { code: former });
  const code = await newCode(other);
  await button(other, "I have written it down").click();
  await other.getByText("Added.").waitFor();

  // This tab hears of the other one late.
  await old.addInitScript(() => {
    const heard: (() => void)[] = [];
    const { BroadcastChannel } = globalThis;
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      override set onmessage(hear: (event: MessageEvent) => void) {
        super.onmessage = (event) => void heard.push(() => hear(event));
      }
    };
    Object.assign(globalThis, { hear: () => heard.splice(0).forEach((each) => each()) });
  });
  await old.reload();
  await button(old, "Use the recovery code").click();
  await old.getByLabel("Recovery code").fill(code);
  let answer: () => void;
  const isAnswered = new Promise<void>((resolve) => answer = resolve);
  let asked: () => void;
  const isAsked = new Promise<void>((resolve) => asked = resolve);
  await old.route("**/api/sealed/slots", async (route) => {
    const response = await route.fetch();
    asked();
    await isAnswered;
    await route.fulfill({ response });
  });
  await button(old, "Unlock").click();
  await isAsked;
  const tab = await open(old.context(), "/me/sealed");
  await beginAnewHere(tab, NEWER);
  await button(tab, "Lock now").click();
  await tab.getByRole("heading", { name: "Locked on this device" }).waitFor();
  await old.evaluate(() => (globalThis as unknown as { hear(): void }).hear());
  answer!();
  await old.getByText("the keys of this device have changed. Try again.").waitFor();
});

/** Makes another recovery code on a device that is open, and answers it. */
async function newCode(page: Page): Promise<string> {
  await button(page, "Recovery code").last().click();
  await button(page, "Make a code").click();
  await page.locator(".recovery-code").waitFor();
  return await codeOn(page);
}

it("another recovery code stays on the screen until the service has taken it", async () => {
  const { page: old, who } = await newEntry();
  await toKeys(old);
  const isSlots = (url: URL) => url.pathname.endsWith("/api/sealed/slots");
  await old.getByText("made on").first().waitFor();
  await old.route(
    isSlots,
    (route) => route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const code = await newCode(old);
  await button(old, "I have written it down").click();
  await dialog(old).locator(".error").waitFor();
  expect(await codeOn(old)).toBe(code);
  expect(await axeFindings(old)).toEqual([]);
  await old.unroute(isSlots);
  await button(old, "I have written it down").click();
  await old.getByText("Added.").waitFor();
  const fresh = await onPhone();
  await signIn(fresh, who);
  await enterWith(fresh, { code });
  await reads(fresh);
});

it("a lost device is signed out, and the keys that it has are replaced", async () => {
  const ana = await person("Ana");
  const lost = await onPhone();
  await signIn(lost, ana);
  const code = await firstNotebook(lost, "Nights");
  await writeSealed(lost, SECRET, "A walk");
  await sent(lost);
  const here = await onPhone();
  await signIn(here, ana);
  await enterWith(here, { code });
  await reads(here);

  await toKeys(here);
  await here.getByRole("link", { name: "Sign out other devices" }).click();
  await button(here, "Sign out everywhere else").click();
  await dialog(here).getByRole("button", { name: "Sign out everywhere else" }).click();
  await here.getByText("Only this device stays signed in").waitFor();
  // The sign-in was a while ago.
  await sql`update auth.sessions set created_at = now() - interval '1 hour'
    where user_id = ${ana.id}`;
  await toKeys(here);
  await button(here, "Begin anew").click();
  await dialog(here).getByText("keep what they have read").waitFor();
  await dialog(here).getByRole("button", { name: "Begin anew" }).click();
  await setUp(here);
  await here.getByRole("heading", { name: "Sign in once more" }).waitFor();
  expect(await axeFindings(here)).toEqual([]);
  await dialog(here).getByLabel("Password").fill("not the password");
  await dialog(here).getByRole("button", { name: "Go on" }).click();
  await dialog(here).getByText("The address or the password is not right.").waitFor();
  await dialog(here).getByLabel("Password").fill(ana.password);
  await dialog(here).getByRole("button", { name: "Go on" }).click();
  await isOpen(here);
  await reads(here);

  // The hour of the lost device's token is over.
  await lost.evaluate(() => {
    const session = JSON.parse(localStorage["journal-session"]);
    localStorage["journal-session"] = JSON.stringify({ ...session, expires_at: 1 });
  });
  await goTo(lost, "/journal");
  await lost.reload();
  await lost.getByLabel("E-mail").waitFor();
  expect(await lost.getByText("A walk").count()).toBe(0);
});

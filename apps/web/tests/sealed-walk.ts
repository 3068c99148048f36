/// <reference lib="dom" />
/** People with sealed notebooks at the app. */
import process from "node:process";
import type { Page } from "playwright-core";
import { button, device, dialog, open, phone, sent, signUp, textOf } from "./browser.ts";

export const PHRASE = "four quiet words apart";
/** A text that no service may read. */
export const SECRET = "Heliotrope at the harbour";

/** Browsers give passkeys to this name of the machine, not to its bare address. */
export const home = `http://localhost:${process.env.WEB_PORT}/`;

/** The app on a phone with a fingerprint reader whose passkeys open slots, and which always agrees. */
export async function withReader(): Promise<Page> {
  const page = await (await device(phone)).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  await page.goto(home);
  return page;
}

/** Shows the keys of the user. */
export const toKeys = (page: Page) => page.evaluate(() => location.hash = "#/me/sealed");

/** This device has opened, and shows the keys. */
export const isOpen = (page: Page) =>
  page.getByText("Your sealed notebooks are open on this device.").waitFor();

export const onPhone = async (): Promise<Page> => await open(await device(phone));

/** On a phone whose service worker keeps the files of the app. */
export const withWorker = async (): Promise<Page> =>
  await open(await device({ ...phone, serviceWorkers: "allow" }));

/** Begins a sealed notebook from the list of notebooks. */
export async function beginNotebook(page: Page, name: string): Promise<void> {
  await page.evaluate(() => location.hash = "#/journal/notebooks");
  await page.getByLabel("New notebook").fill(name);
  await page.getByRole("switch", { name: "Sealed" }).check();
  await button(page, "Add").click();
}

/** The code that the screen shows. */
export const codeOn = async (page: Page): Promise<string> =>
  (await page.locator(".recovery-code span").allTextContents()).join("-");

/** Writes the code down, as the screen asks, and types it back. */
export async function typeBack(page: Page): Promise<string> {
  await page.getByRole("heading", { name: "Write down your recovery code" }).waitFor();
  const code = await codeOn(page);
  await button(page, "I have written it down").click();
  await page.getByLabel("Recovery code").fill(code.toLowerCase().replaceAll("-", " "));
  await button(page, "Finish").click();
  return code;
}

/** Goes through the set-up with a passphrase; answers the recovery code. */
export async function setUp(page: Page, phrase = PHRASE): Promise<string> {
  await button(page, "Go on").click();
  const rather = button(page, "Use a passphrase instead");
  await page.getByRole("heading", { name: "How do you want to open it?" }).waitFor();
  if (await rather.count()) await rather.click();
  await page.getByLabel("New passphrase").fill(phrase);
  await page.getByLabel("The same passphrase again").fill(phrase);
  await button(page, "Go on").click();
  return await typeBack(page);
}

/** Sets up with a passphrase, makes a sealed notebook, and answers the recovery code. */
export async function firstNotebook(page: Page, name: string): Promise<string> {
  await beginNotebook(page, name);
  const code = await setUp(page);
  await page.getByText("Sealed: only its members read it.").waitFor();
  return code;
}

/** Writes an entry in the sealed notebook whose list is open. */
export async function writeSealed(page: Page, text: string, title = ""): Promise<void> {
  await page.locator(".list .page-head").getByRole("link", { name: "New entry" }).click();
  await textOf(page).fill(text);
  if (title) await page.getByLabel("Title", { exact: true }).fill(title);
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
}

/** A new person with a sealed notebook, on a phone unless there is a page. */
export async function newNotebook(page?: Page) {
  page ??= await onPhone();
  const who = await signUp(page, "Ana");
  return { page, who, code: await firstNotebook(page, "Nights") };
}

/** A new person who has written a sealed entry, which is shown. */
export async function newEntry(page?: Page) {
  const all = await newNotebook(page);
  await writeSealed(all.page, SECRET, "A walk");
  await sent(all.page);
  return all;
}

/** Chooses the notebook of the new entry that is written. */
export async function putInto(page: Page, notebook: string): Promise<void> {
  await page.getByRole("button", { name: "Notebook", exact: true }).click();
  await dialog(page).getByLabel("Put it into").selectOption(notebook);
  await dialog(page).waitFor({ state: "detached" });
}

/** Opens the list of a notebook. */
export async function toNotebook(page: Page, name: string): Promise<void> {
  await page.evaluate(() => location.hash = "#/journal/notebooks");
  await page.getByRole("link", { name }).click();
}

/** Opens a device without keys by one way in, which is shown afterwards. */
export async function enterWith(
  page: Page,
  way: "passphrase" | "passkey" | { code: string },
  phrase = PHRASE,
): Promise<void> {
  await toKeys(page);
  await button(page, "I have no other device here").click();
  if (way === "passkey") await button(page, "Use my passkey").click();
  else {
    if (way !== "passphrase") await button(page, "Use the recovery code").click();
    const label = way === "passphrase" ? "Passphrase" : "Recovery code";
    await page.getByLabel(label, { exact: true }).fill(way === "passphrase" ? phrase : way.code);
    await button(page, "Open").click();
  }
  await isOpen(page);
}

/** Begins anew on a device without keys. */
export async function beginAnew(page: Page, phrase = PHRASE): Promise<void> {
  await toKeys(page);
  await button(page, "I have no other device here").click();
  await beginAnewHere(page, phrase);
}

/** Begins anew on the page that asks for a way in. */
export async function beginAnewHere(page: Page, phrase = PHRASE): Promise<void> {
  await button(page, "I have lost every way in").click();
  await dialog(page).getByText("Entries in your own notebooks stay shut").waitFor();
  await dialog(page).getByRole("button", { name: "Begin anew" }).click();
  await setUp(page, phrase);
  await isOpen(page);
}

export async function unlockWith(page: Page, phrase = PHRASE): Promise<void> {
  await page.getByLabel("Passphrase", { exact: true }).fill(phrase);
  await button(page, "Unlock").click();
}

/** Lets the device keep nothing sealed until the returned function is called. */
export async function keepingNothingSealed(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (value, key) {
      if (String(key).startsWith("sealed ")) throw new DOMException("Full", "QuotaExceededError");
      return add.call(this, value, key);
    };
    Object.assign(globalThis, { keepSealed: () => IDBObjectStore.prototype.add = add });
  });
  return () => page.evaluate("keepSealed(); undefined");
}

/** The text opens here. */
export async function reads(page: Page): Promise<void> {
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await page.locator("article").getByText(SECRET).waitFor();
}

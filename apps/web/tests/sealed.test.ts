/// <reference lib="dom" />
/** The set-up of sealed notebooks: three steps on a phone, none of which can be left out. */
import { expect, it } from "vitest";
import { axeFindsNothing, button, signUp } from "./browser.ts";
import { beginNotebook, codeOn, onPhone, PHRASE, typeBack, withReader } from "./sealed-walk.ts";

const isMade = (page: Awaited<ReturnType<typeof onPhone>>) =>
  page.getByText("Sealed: only its members read it.").waitFor();

it("a passphrase and a recovery code make a sealed notebook, and wrong ones do not", async () => {
  const page = await onPhone();
  await signUp(page, "Ana");
  await beginNotebook(page, "Nights");
  await page.getByText("What we still see").waitFor();
  await button(page, "Go on").click();

  await page.getByLabel("New passphrase").fill("short");
  await page.getByLabel("The same passphrase again").fill("short");
  await button(page, "Go on").click();
  await page.getByText("It needs 12 characters.").waitFor();
  await page.getByLabel("New passphrase").fill(PHRASE);
  await button(page, "Go on").click();
  await page.getByText("The two are not the same.").waitFor();
  await page.getByLabel("The same passphrase again").fill(PHRASE);
  await button(page, "Go on").click();

  await page.getByRole("heading", { name: "Write down your recovery code" }).waitFor();
  const code = await codeOn(page);
  expect(code).toMatch(/^([0-9A-Z]{8}-){4}[0-9A-Z]{2}$/);
  await button(page, "I have written it down").click();
  expect(await page.getByText(code.slice(0, 8)).count()).toBe(0);
  await page.getByLabel("Recovery code").fill(`${code.slice(0, -1)}U`);
  await button(page, "Finish").click();
  await page.getByText("This is not your code.").waitFor();
  await button(page, "Show the code again").click();
  expect(await typeBack(page)).toBe(code);
  await isMade(page);
  await page.getByRole("option", { name: "Nights" }).waitFor({ state: "attached" });
});

it("a passkey opens sealed notebooks, and a second notebook needs no set-up", async () => {
  const page = await withReader();
  await signUp(page, "Ana");
  await beginNotebook(page, "Nights");
  await button(page, "Go on").click();
  await button(page, "Make a passkey").click();
  await typeBack(page);
  await isMade(page);
  await beginNotebook(page, "Days");
  await isMade(page);

  await button(page, "Lock now").click();
  await page.getByText("Sealed, and not open on this device.").waitFor();
  await page.getByRole("link", { name: "Unlock" }).click();
  await button(page, "Use my passkey").click();
  await page.getByText("Your sealed notebooks are open on this device.").waitFor();
});

axeFindsNothing("in the set-up and the keys of sealed notebooks", async (page, look) => {
  await signUp(page, "Ana");
  await beginNotebook(page, "Nights");
  await button(page, "Go on").waitFor();
  await look("about");
  await button(page, "Go on").click();
  await look("a way in");
  await page.getByLabel("New passphrase").fill(PHRASE);
  await page.getByLabel("The same passphrase again").fill(PHRASE);
  await button(page, "Go on").click();
  await look("the code");
  await typeBack(page);
  await isMade(page);
  await look("the notebook");
  await page.evaluate(() => location.hash = "#/me/sealed");
  await button(page, "Lock now").waitFor();
  await look("the keys");
  await button(page, "Lock now").click();
  await button(page, "Unlock").waitFor();
  await look("a locked device");
});

/// <reference lib="dom" />
/** A second device of a person opens the sealed notebooks, by another device or by a way in. */
import { expect, it } from "vitest";
import { axeFindings, button, signIn } from "./browser.ts";
import { isOpen, newEntry, onPhone, PHRASE, toKeys } from "./sealed-walk.ts";

/** A device with an entry, and a second one without keys. */
async function two() {
  const { page: old, who, code } = await newEntry();
  const fresh = await onPhone();
  await signIn(fresh, who);
  await toKeys(fresh);
  await fresh.getByRole("heading", { name: "This device has no keys yet" }).waitFor();
  return { old, fresh, code };
}

it("twelve signs of a new device let it in, and others do not", async () => {
  const { old, fresh } = await two();
  const signs = fresh.locator(".signs");
  await signs.waitFor();
  expect(await axeFindings(fresh)).toEqual([]);
  await toKeys(old);
  await old.getByRole("heading", { name: "A new device asks for your keys" }).waitFor();
  await old.getByLabel("Twelve signs").fill("0000 0000 0000");
  await button(old, "Let it in").click();
  await old.getByText("These are not the signs of that device.").waitFor();
  await old.getByLabel("Twelve signs").fill((await signs.innerText()).toLowerCase());
  await button(old, "Let it in").click();
  await isOpen(fresh);
  await fresh.evaluate(() => location.hash = "#/journal");
  await fresh.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await fresh.locator("article").getByText("Heliotrope at the harbour").waitFor();
});

it("a passphrase or a recovery code opens a new device", async () => {
  const { fresh, code } = await two();
  await button(fresh, "I have no other device here").click();
  await button(fresh, "Use the recovery code").click();
  await fresh.getByLabel("Recovery code").fill("nonsense");
  await button(fresh, "Open").click();
  await fresh.getByText("A sign of the code is wrong, or missing.").waitFor();
  await fresh.getByLabel("Recovery code").fill(code);
  await button(fresh, "Open").click();
  await isOpen(fresh);

  await button(fresh, "Remove Passphrase").click();
  await fresh.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await fresh.locator(".error").waitFor();
  await button(fresh, "Passphrase").last().click();
  await fresh.getByLabel("New passphrase").fill(`${PHRASE} again`);
  await fresh.getByLabel("The same passphrase again").fill(`${PHRASE} again`);
  await fresh.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect.poll(() => button(fresh, "Remove Passphrase").count()).toBe(2);
});

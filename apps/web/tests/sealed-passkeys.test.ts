/// <reference lib="dom" />
/** Passkeys of sealed notebooks: a device makes one, and it opens the notebooks. */
import { expect, it } from "vitest";
import { button, dialog } from "./browser.ts";
import { isOpen, newEntry, reads, toKeys, withReader } from "./sealed-walk.ts";

it("a locked device asks for a passkey that was added on another one", async () => {
  const page = await withReader();
  await newEntry(page);
  await toKeys(page);
  // This device keeps the ways in as they were before.
  await page.route("**/api/sealed/slots", async (route) => {
    if (route.request().method() !== "GET") return await route.continue();
    const response = await route.fetch();
    const { slots } = await response.json();
    const before = slots.filter(({ kind }: { kind: number }) => kind !== 3);
    await route.fulfill({ response, json: { slots: before } });
  });
  await button(page, "Passkey").last().click();
  await page.getByText("Added.").waitFor();
  await button(page, "Lock now").click();
  await page.unrouteAll({ behavior: "wait" });
  await button(page, "Use my passkey").click();
  await isOpen(page);
  await reads(page);
});

it("a device makes one passkey, also when an answer is lost", async () => {
  const page = await withReader();
  await newEntry(page);
  await toKeys(page);
  await page.route("**/api/sealed/slots", async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await button(page, "Passkey").last().click();
  await page.locator(".error").waitFor();
  await page.unrouteAll({ behavior: "wait" });
  await button(page, "Passkey").last().click();
  await page.getByText("Added.").waitFor();
  await button(page, "Passkey").last().click();
  await page.getByText("This device has a passkey for your sealed notebooks already.").waitFor();
  expect(await button(page, "Remove Passkey").count()).toBe(1);
  await button(page, "Lock now").click();
  await button(page, "Use my passkey").click();
  await isOpen(page);
});

it("beginning anew halfway leaves the passkey of the former keys on the device", async () => {
  const page = await withReader();
  await newEntry(page);
  await toKeys(page);
  await button(page, "Passkey").last().click();
  await page.getByText("Added.").waitFor();
  await button(page, "Lock now").click();
  await button(page, "I have lost every way in").click();
  await dialog(page).getByRole("button", { name: "Begin anew" }).click();
  await button(page, "Go on").click();
  await button(page, "Make a passkey").click();
  await page.getByRole("heading", { name: "Write down your recovery code" }).waitFor();
  await page.reload();
  await button(page, "Use my passkey").click();
  await isOpen(page);
});

/// <reference lib="dom" />
/** Two friends at the app, of whom one has a sealed notebook. */
import type { Page } from "playwright-core";
import { befriend } from "../../../tests/friends/support.ts";
import { person } from "../../../tests/support/people.ts";
import { button, dialog, sent, signIn } from "./browser.ts";
import {
  firstNotebook,
  isOpen,
  onPhone,
  setUp,
  toKeys,
  toNotebook,
  writeSealed,
} from "./sealed-walk.ts";

export const toMembers = async (page: Page): Promise<void> => {
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: "Members" }).click();
};

/** Chooses the notebook of a friend in the list. */
export const toFriends = async (page: Page): Promise<void> => {
  await page.evaluate(() => location.hash = "#/journal");
  await page.locator("select[aria-label=Notebook]").selectOption("Nights");
};

/** Ana with a sealed notebook for friends, and Nora, a friend with keys, who is not in it yet. */
export async function two() {
  const [ana, nora] = [await person("Ana"), await person("Nora")];
  const { team } = await befriend(ana, nora);
  const [atAna, atNora] = [await onPhone(), await onPhone()];
  await signIn(atAna, ana);
  await signIn(atNora, nora);
  await firstNotebook(atAna, "Nights");
  await writeSealed(atAna, "Heliotrope at the harbour", "A walk");
  await sent(atAna);
  await toMembers(atAna);
  await atAna.getByLabel("Who can be added").selectOption("Friends");
  await button(atAna, "Go on").click();
  await atAna.getByText("waits for Nora’s first device").waitFor();
  await toKeys(atNora);
  await setUp(atNora);
  await isOpen(atNora);
  await atAna.reload();
  return { ana, nora, team, atAna, atNora };
}

/** Adds Nora to the notebook of Ana, whose members are shown. */
export async function addNora(atAna: Page): Promise<void> {
  await button(atAna, "Add Nora").click();
  await dialog(atAna).getByRole("button", { name: "Add Nora" }).click();
  await atAna.getByText("2 people read this notebook").waitFor();
}

/** Both read the notebook. */
export async function reading() {
  const all = await two();
  await addNora(all.atAna);
  const { atNora } = all;
  await atNora.reload();
  await toFriends(atNora);
  await atNora.getByRole("link", { name: /A walk.*Sealed/s }).waitFor();
  return all;
}

/** The digits that the open dialog shows. */
export const digitsOn = async (page: Page): Promise<string> => {
  const shown = dialog(page).locator(".digits");
  await shown.waitFor();
  return (await shown.locator("span").allTextContents()).join(" ");
};

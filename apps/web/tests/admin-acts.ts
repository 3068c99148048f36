/** Acts of a super admin on the pages of the administration. */
import type { Page } from "playwright-core";
import { superAdmin } from "../../../tests/support/people.ts";
import { atAdmin, button, dialog, phone, visit } from "./browser.ts";

/** A field of the form that is open. */
export const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
export const press = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();
/** The message at a field or below the form. */
export const refused = (page: Page, words: string | RegExp) =>
  page.locator(".error", { hasText: words }).waitFor();
export const row = (page: Page, text: string) => page.locator("li.template", { hasText: text });
export const act = (page: Page, name: string, of: string) => button(page, `${name}: ${of}`).click();
/** Words that no other test has. */
export const own = (words: string) => `${words} ${crypto.randomUUID().slice(0, 8)}`;

export async function admin(address: string, options = phone): Promise<Page> {
  const [page, who] = await Promise.all([visit("/today", options), superAdmin()]);
  await atAdmin(page, who, address);
  return page;
}

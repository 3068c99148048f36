/** A person with the app open on a phone, who writes. */
import type { BrowserContextOptions } from "playwright-core";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { phone, signIn, visit } from "./browser.ts";

/** `stored` has the person's entries as the service keeps them. */
export async function writer(
  { address = "/today", ...options }: BrowserContextOptions & { address?: string } = {},
) {
  const ana = await person("Ana");
  const page = await visit(address, { ...phone, hasTouch: true, ...options });
  await signIn(page, ana);
  const stored = async () => (await ok(ana, "GET", "/api/journal?scope=own")).entries;
  return { ana, page, stored };
}

/// <reference lib="dom" />
/** The first synchronization of a device, which takes minutes on a slow network. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, device, open, phone, showSignIn, signUp } from "./browser.ts";

it("says that the journal is not whole yet, until everything is there", async () => {
  const ana = await person("Ana");
  await sql`
    select private.insert_journal_entry(${ana.id}, jsonb_build_object('title', 'Day ' || n,
      'content', 'Text', 'written_at', now() - n * interval '1 day'), now())
    from generate_series(1, 230) as n`;
  const context = await device(phone);
  const page = await open(context);
  let release = () => {};
  const held = new Promise<void>((resolve) => release = resolve);
  let pages = 0;
  await page.route("**/api/sync?*", async (route) => {
    if (++pages > 1) await held;
    // A first page that has not all of the journal.
    await route.continue({ url: route.request().url().replace(/limit=\d+/, "limit=100") });
  });
  await showSignIn(page);
  await page.getByLabel("E-mail").fill(ana.email);
  await page.getByLabel("Password").fill(ana.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const notice = page.getByText(
    /Your journal is still coming to this device. \d+ entries are here/,
  );
  await notice.waitFor();
  expect(await page.locator(".connection").textContent()).toContain("Fetching your journal");
  expect(await axeFindings(page)).toEqual([]);

  await context.setOffline(true);
  const part = page.getByText(/\d+ entries of your journal are on this device/);
  await part.waitFor();
  await context.setOffline(false);
  release();
  await page.locator(".connection").getByText("Up to date").waitFor({ state: "attached" });
  expect(await part.count()).toBe(0);
  expect(await notice.count()).toBe(0);
});

it("tries again by itself when the service fails for a moment", async () => {
  const context = await device(phone);
  const page = await open(context);
  let refused = 0;
  await page.route(
    "**/api/sync?*",
    (route) =>
      ++refused > 2
        ? route.continue()
        : route.fulfill({ status: 503, json: { error: "Not now", code: "unavailable" } }),
  );
  await signUp(page);
  expect(refused).toBeGreaterThan(2);
});

/// <reference lib="dom" />
/** The weekly review: two switches in the profile, and a notification that leads to the week. */
import { expect, it } from "vitest";
import { sql } from "../../../tests/support/sql.ts";
import { button, goTo, phone, sent, signUp, visit } from "./browser.ts";

it("asks for the weekly review by two switches, which hold on the next visit", async () => {
  const page = await visit("/today", phone);
  await signUp(page);
  await goTo(page, "/me/profile");
  const names = ["Tell me how my week was", "Send me my week by mail"];
  for (const name of names) {
    const choice = page.getByRole("switch", { name });
    expect(await choice.isChecked()).toBe(false);
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await choice.click();
    expect((await saved).status()).toBe(200);
    await expect.poll(() => choice.isEnabled()).toBe(true);
  }
  await page.reload();
  for (const name of names) {
    await expect.poll(() => page.getByRole("switch", { name }).isChecked()).toBe(true);
  }
});

it("leads from the notification to the insights of the week", async () => {
  const page = await visit("/today", phone);
  const { email } = await signUp(page);
  const week = sql.json({ from: "2026-11-16", to: "2026-11-22", entries: 3, words: 12, days: 2 });
  await sql`
    select private.notify(id, 'weekly_review', ${week}, ${week})
    from auth.users where email = ${email}`;
  await goTo(page, "/me/notifications");
  await page.getByRole("link", { name: "Your week" }).click();
  await expect.poll(() => new URL(page.url()).hash)
    .toBe("#/journal/insights?from=2026-11-16&to=2026-11-22");
  await sent(page);
  await goTo(page, "/me/notifications");
  await page.getByText("All read").waitFor();
  await expect.poll(() => button(page, /Mark as read/).count()).toBe(0);
});

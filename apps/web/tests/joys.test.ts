/// <reference lib="dom" />
/** Milestones of streaks, and badges: shown once, where they cover nothing. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, desktop, goTo, phone, sent, signIn, visit } from "./browser.ts";

const joy = (page: Page) => page.getByRole("region", { name: "Something to celebrate" });

const tell = (id: string, type: string, body: string, data: Record<string, unknown>) =>
  sql`
    insert into public.notifications (user_id, type, title, body, data)
    values (${id}, ${type}, 'Told', ${body}, ${sql.json(data as never)}::jsonb)`;

it("a milestone covers nothing, leaves other screens alone, and is closed by a key", async () => {
  const ana = await person("Ana");
  const page = await visit("/today", phone);
  await signIn(page, ana);
  const flying = page.locator("body > div[aria-hidden='true'] > span").first()
    .waitFor({ state: "attached" });
  await tell(ana.id, "streak_milestone", "Kept up", { goal_id: null, days: 7 });
  await joy(page).getByRole("heading", { name: "7 days in a row" }).waitFor();
  await flying;
  expect(await axeFindings(page)).toEqual([]);
  const card = (await joy(page).boundingBox())!;
  const below = (await page.locator("main h1").boundingBox())!;
  expect(card.y + card.height).toBeLessThanOrEqual(below.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await goTo(page, "/people");
  await page.getByRole("heading", { name: "People" }).waitFor();
  expect(await joy(page).count()).toBe(0);
  await goTo(page, "/today");
  await joy(page).waitFor();
  await page.locator("main").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await joy(page).waitFor({ state: "detached" });
  await sent(page);
  await expect.poll(() =>
    sql`select read_at is not null as is_read from public.notifications where user_id = ${ana.id}`
  ).toEqual([{ is_read: true }]);
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await sent(page);
  expect(await joy(page).count()).toBe(0);
});

it("a badge waits until the user has written, and leads to the drawn badges", async () => {
  const ana = await person("Ana");
  const page = await visit("/today", { ...desktop, reducedMotion: "reduce" });
  await signIn(page, ana);
  await goTo(page, "/journal/new");
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  await tell(ana.id, "badge_reached", "🌿 Sprout", { level: 2, name: "sprout" });
  await page.getByLabel("1 unread").first().waitFor();
  expect(await joy(page).count()).toBe(0);
  await goTo(page, "/today");
  await joy(page).getByRole("heading", { name: "A new badge: Sprout" }).waitFor();
  expect(await page.locator("body > div[aria-hidden='true']").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await joy(page).getByRole("link", { name: "See your badges" }).click();
  await page.getByRole("heading", { name: "All levels" }).waitFor();
  await joy(page).waitFor({ state: "detached" });
  await expect.poll(() => page.locator(".levels .medal").count()).toBe(7);
  expect(await axeFindings(page)).toEqual([]);
});

it("milestones of long ago are left to the notifications", async () => {
  const ana = await person("Ana");
  const page = await visit("/today", desktop);
  await tell(ana.id, "streak_milestone", "Kept up", { goal_id: null, days: 7 });
  await sql`
    update public.notifications set created_at = now() - interval '8 days'
    where user_id = ${ana.id}`;
  await signIn(page, ana);
  await page.getByLabel("1 unread").first().waitFor();
  expect(await joy(page).count()).toBe(0);
  await goTo(page, "/me/notifications");
  await button(page, "Mark as read: A streak of 7 days").waitFor();
});

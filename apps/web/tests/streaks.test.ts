/// <reference lib="dom" />
/** The streak on Today, and its freezes and pause at the place Me. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  darkDesktop,
  dialog,
  goTo,
  phone,
  signIn,
  signUp,
  visit,
  write,
} from "./browser.ts";

const dateIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it("a streak grows by writing, is kept by a bought freeze, and held by a pause", async () => {
  const page = await visit("/today", phone);
  const who = await signUp(page);
  const line = page.locator(".streak");
  await line.getByText("Write today to begin a streak").waitFor();
  await sql`
    select private.insert_journal_entry(id, '{"title": "Before", "content": "Words"}',
      now() - make_interval(days => day))
    from auth.users, unnest(array[2, 1]) as day where email = ${who.email}`;
  await page.reload();
  await line.getByText("2 days in a row").waitFor();
  await line.getByText("write today to keep it").waitFor();
  await write(page, "Still here");
  await goTo(page, "/today");
  await line.getByText("3 days in a row").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await line.click();
  const buy = page.getByRole("button", { name: "Buy one for 10 drops" });
  await page.getByText("You hold none.").waitFor();
  await buy.click();
  await dialog(page).getByText("It costs 10 drops. You have 50 drops.").waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("You hold none.").waitFor();
  const buyOne = async () => {
    await buy.click();
    await dialog(page).getByRole("button", { name: "Buy" }).click();
  };
  await buyOne();
  await page.getByText("You hold 1 freeze.").waitFor();
  await page.getByText("You have 40 drops.").waitFor();
  await buyOne();
  await page.getByText("You hold 2 freezes.").waitFor();
  expect(await buy.isDisabled()).toBe(true);

  await page.getByLabel("Until").fill(dateIn(200));
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText("expected at most 90 days ahead").waitFor();
  await page.getByLabel("Until").fill(dateIn(7));
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^Your streaks are paused from/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await goTo(page, "/today");
  await line.getByText(/paused until/).waitFor();
  await line.getByText("2 freezes saved up").waitFor();
  const wide = await visit("/me/streaks", darkDesktop);
  await signIn(wide, who);
  await wide.getByRole("button", { name: "End the pause" }).click();
  await wide.getByText(/^On a vacation/).waitFor();
  await expect.poll(() => wide.evaluate(() => document.activeElement?.getAttribute("type")))
    .toBe("date");
  expect(await axeFindings(wide)).toEqual([]);
});

it("a calendar shows the written, frozen and paused days, below the milestones", async () => {
  const ana = await person("Ana");
  const [days] = await sql`
    with today as materialized (select (now() at time zone 'utc')::date as day),
    bought as (
      insert into private.streak_freezes (user_id, price_drops, bought_on, covered_day)
      select ${ana.id}, 10, day - 50, day - 40 from today),
    paused as (
      insert into private.streak_pauses (user_id, since, until)
      select ${ana.id}, day - 39, day - 38 from today)
    select day - 41 as written, day - 40 as frozen, day - 38 as paused, day - 37 as none,
      private.insert_journal_entry(${ana.id}, jsonb_build_object(
        'title', 'Before', 'content', 'Words', 'written_at', (day - 41) + time '12:00'), now())
    from today`;
  await sql`update private.streaks set longest = 31 where user_id = ${ana.id}`;
  const page = await visit("/me/streaks", { ...phone, timezoneId: "UTC" });
  await signIn(page, ana);
  await page.getByRole("heading", { name: "Your days" }).waitFor();
  await expect.poll(() => page.locator(".milestones li").allInnerTexts()).toEqual([
    "7\n7 days\nReached",
    "30\n30 days\nReached",
    "100\n100 days\n99 days to go",
    "365\n365 days\n364 days to go",
  ]);
  const at = (day: Date) => page.locator(`[data-on="${day.toISOString().slice(0, 10)}"]`);
  const turnTo = async (day: Date, way: "before" | "after") => {
    for (let step = 0; step < 3 && !await at(day).count(); step++) {
      await page.getByRole("button", { name: `The month ${way}` }).click();
    }
    return await at(day).getAttribute("aria-label");
  };
  expect(await turnTo(days!.written, "before")).toContain(": written");
  expect(await turnTo(days!.frozen, "after")).toContain(": a freeze kept your streak");
  await at(days!.frozen).click();
  await page.getByText("You wrote nothing, and a freeze kept your streak.").waitFor();
  await page.getByText(/The last one was used on/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await turnTo(days!.paused, "after")).toContain(": paused");
  await at(days!.paused).click();
  await page.getByText("Your streaks were paused on this day.").waitFor();
  expect(await turnTo(days!.none, "after")).not.toContain(":");
});

/// <reference lib="dom" />
/** A year in review: the tone of its days, the circumstances of good ones, the hours of writing. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, desktop, goTo, kept, phone, signIn, signOut, visit } from "./browser.ts";

/** 24 days of March 2025. On each second one Ana runs, sleeps well and swims, and is mostly happy. */
async function ana() {
  const ana = await person("Ana");
  const [goal] = await sql`
    insert into public.goals (user_id, title) values (${ana.id}, 'Swim') returning id`;
  await sql`
    select private.insert_journal_entry(${ana.id}, jsonb_build_object(
      'title', 'Day ' || day, 'content', 'Three more words', 'tags',
      case when day % 2 = 0 then '["Run"]' else '[]' end::jsonb, 'mood',
      case when day % 2 = 0 and day > 4 or day in (1, 3, 5) then 'joyful' else 'sad' end,
      'written_at', timestamptz '2025-03-01T19:00Z' + make_interval(days => day - 1)), now())
    from generate_series(1, 24) as day`;
  await sql`
    insert into public.goal_check_ins (goal_id, user_id, status, written_at)
    select ${goal!.id}, ${ana.id}, 'completed',
      timestamptz '2025-03-01T19:00Z' + make_interval(days => day - 1)
    from generate_series(2, 24, 2) as day`;
  await sql`
    insert into public.sleep_entries (user_id, date, hours, quality)
    select ${ana.id}, date '2025-02-28' + day, 8 - day % 2 * 3, 3
    from generate_series(1, 24) as day`;
  return ana;
}

it("a year shows the tone of each day, what goes together, and the words", async () => {
  const page = await visit("/journal", desktop);
  await signIn(page, await ana());
  await page.getByRole("link", { name: "Your year" }).click();
  await goTo(page, "/journal/insights?year=2025");
  await page.getByRole("heading", { name: "Your year 2025" }).waitFor();
  const grid = page.getByRole("grid", { name: "Your year 2025" });
  await grid.waitFor();
  expect((await page.locator(".totals div").allInnerTexts()).map((text) => text.split("\n")))
    .toEqual([
      ["entries", "24"],
      ["days with an entry", "24"],
      ["words written", "120"],
      ["times you did a goal", "12"],
    ]);
  expect(await grid.getByRole("gridcell", { name: /: Good, joyful/ }).count()).toBe(13);
  expect(await grid.locator("[tabindex='0']").count()).toBe(1);

  const day = grid.getByRole("gridcell", { name: /^8 Mar 2025: Good, joyful, 1 entry/ });
  await day.click();
  await page.getByRole("link", { name: "Day 8" }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement!.getAttribute("aria-label"));
  expect(await focused()).toBe("9 Mar 2025: Hard, sad, 1 entry, 5 words, 5 h of sleep");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Day 9" }).waitFor();
  await page.keyboard.press("Home");
  expect(await focused()).toMatch(/^1 Mar 2025/);

  const told = page.locator(".together li p");
  expect((await told.allInnerTexts()).slice(0, 3).sort()).toEqual([
    "You felt good on 83 % of the days when you did “Swim”, and on 25 % of the others.",
    "You felt good on 83 % of the days with #run, and on 25 % of the others.",
    "You felt good on 83 % of the days with 7 hours of sleep or more, and on 25 % of the days " +
    "with less.",
  ]);
  const weeks = page.locator(".card", { has: page.getByRole("heading", { name: "Week by week" }) });
  await weeks.getByText("Show as a table").click();
  // 24 February: 1 and 2 March, a good and another day.
  await expect.poll(() => weeks.locator("tbody tr").first().innerText())
    .toMatch(/^Week of 24 Feb\s+1\s+0\s+1$/);
  await page.getByRole("img", { name: "Words by month" }).waitFor();
  await page.getByText("You write most often around 19:00.").first().waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("link", { name: "2026, the year after" }).click();
  await page.getByRole("heading", { name: "Your year 2026" }).waitFor();
  await page.getByRole("link", { name: "2025, the year before" }).click();
  await grid.waitFor();
  await page.getByRole("link", { name: "#run" }).click();
  await expect.poll(() => page.locator(".list .row").count()).toBe(12);
});

it("the year on the screen stays without a network, and goes when the user signs out", async () => {
  const page = await visit("/journal", { ...phone, serviceWorkers: "allow" });
  await signIn(page, await ana());
  await goTo(page, "/journal/insights?year=2025");
  const grid = page.getByRole("grid", { name: "Your year 2025" });
  await grid.waitFor();
  await grid.getByRole("gridcell", { name: /^8 Mar/ }).focus();
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label")))
    .toMatch(/^9 Mar/);

  await page.context().setOffline(true);
  await goTo(page, "/today");
  await goTo(page, "/journal/insights?year=2025");
  await page.getByText(/^There is no network. This is your year as of/).waitFor();
  await grid.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await goTo(page, "/journal/insights?year=2024");
  await page.getByText("You need to be online for this").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Nothing from 2024").waitFor();
  await signOut(page);
  expect(JSON.stringify(await kept(page))).not.toContain("joyful");
});

it("a year without entries says how it begins", async () => {
  const page = await visit("/journal", phone);
  const bo = await person("Bo");
  await signIn(page, bo);
  await goTo(page, "/me");
  await page.getByRole("link", { name: "Your year" }).click();
  await page.getByText("This year is still a blank page").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await sql`
    select private.insert_journal_entry(${bo.id}, '{"title": "One", "content": "Line"}', now())`;
  await goTo(page, "/journal/insights?year=2025");
  await page.getByText("Nothing from 2025").waitFor();
  await goTo(page, "/journal/insights");
  await page.getByText("or give an entry a mood, and the day gets a colour here.").waitFor();
  await page.getByText("With a few more days and their moods").waitFor();
});

/// <reference lib="dom" />
/** The journal as a calendar of days. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, desktop, phone, sent, signIn, visit } from "./browser.ts";

async function ana() {
  const ana = await person("Ana");
  await sql`
    select private.insert_journal_entry(${ana.id}, e, now())
    from jsonb_array_elements(${
    sql.json([
      { title: "Ice", mood: "calm", written_at: "2025-02-28T12:00Z" },
      { title: "Early", mood: "Joyful", written_at: "2025-03-04T06:00Z" },
      { title: "Late", mood: "joyful", written_at: "2025-03-04T18:00Z" },
      { title: "Between", mood: "sad", written_at: "2025-03-04T12:00Z" },
      // In the browser's zone it is the next day.
      { title: "Night", mood: "worried", written_at: "2025-03-10T23:30Z" },
      { title: "Plain", written_at: "2025-03-12T12:00Z" },
    ].map((entry) => ({ content: "Words", ...entry })))
  }::jsonb) as e`;
  return ana;
}

it("a month shows the mood of each day, and the entries of a chosen day", async () => {
  const page = await visit("/journal", phone);
  await signIn(page, await ana());
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.getByLabel("Go to a day").fill("2025-03-12");
  await page.getByRole("heading", { name: /^Wednesday,? 12 March 2025$/ }).waitFor();
  await page.getByRole("link", { name: "Plain" }).waitFor();
  const grid = page.getByRole("grid", { name: "March 2025" });
  const day = (name: string) => page.getByRole("gridcell", { name });
  expect(await grid.locator("[data-on]").count()).toBe(31);
  await day("10 Mar 2025: Hard, worried, 1 entry").waitFor();
  await day("12 Mar 2025: 1 entry").waitFor();
  await day("4 Mar 2025: Good, joyful, 3 entries").click();
  expect(await page.locator(".article .row strong").allInnerTexts())
    .toEqual(["Late", "Between", "Early"]);
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("link", { name: "Between" }).click();
  await page.getByRole("heading", { name: "Between" }).waitFor();
  await page.locator(".article-bar").getByRole("link", { name: "Journal" }).click();
  await page.getByRole("heading", { name: /^Tuesday,? 4 March 2025$/ }).waitFor();
  await button(page, "The month before").click();
  await page.getByRole("grid", { name: "February 2025" }).waitFor();
});

it("keys lead from month to month, also without a network", async () => {
  const page = await visit("/journal", { ...desktop, serviceWorkers: "allow" });
  await signIn(page, await ana());
  await page.locator(".row", { hasText: "Ice" }).waitFor();
  await sent(page);
  await page.getByRole("link", { name: "Calendar" }).click();
  await page.getByLabel("Go to a day").waitFor();
  await page.context().setOffline(true);
  await page.getByLabel("Go to a day").fill("2025-03-04");
  const focused = () => page.evaluate(() => document.activeElement!.getAttribute("aria-label"));
  await page.getByRole("gridcell", { selected: true }).focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(focused).toBe("25 Feb 2025");
  await page.getByRole("grid", { name: "February 2025" }).waitFor();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  expect(await focused()).toBe("28 Feb 2025: So-so, calm, 1 entry");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Friday,? 28 February 2025$/ }).waitFor();
  await page.locator(".pane").getByRole("link", { name: "Ice" }).waitFor();
  await page.keyboard.press("PageDown");
  await expect.poll(focused).toBe("28 Mar 2025");
  expect(await axeFindings(page)).toEqual([]);
});

/// <reference lib="dom" />
/** Finding entries: by words, moods, tags and days. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, desktop, goTo, phone, sent, signIn, visit } from "./browser.ts";

async function ana() {
  const ana = await person("Ana");
  await sql`
    select private.insert_journal_entry(${ana.id}, e, now())
    from jsonb_array_elements(${
    sql.json([
      {
        title: "Harbour",
        content: `${"Long before. ".repeat(30)}Then the river froze, and rivers sang.`,
        mood: "Contemplative",
        written_at: "2025-01-10T12:00Z",
      },
      { title: "River", content: "Mud.", mood: "joyful", written_at: "2025-02-10T12:00Z" },
      {
        title: "Attic",
        content: "By the river, in the rain.",
        mood: "sad",
        tags: ["Rain"],
        written_at: "2025-03-10T22:30Z",
      },
      { title: "Bread", content: "Warm.", mood: "grateful", written_at: "2025-03-11T06:00Z" },
    ])
  }::jsonb) as e`;
  return ana;
}

const titles = (page: Page) => expect.poll(() => page.locator(".list .row strong").allInnerTexts());

it("words are marked where they stand, also deep in a text", async () => {
  const page = await visit("/journal", phone);
  await signIn(page, await ana());
  await page.getByRole("searchbox", { name: "Search" }).fill("river -rain");
  await titles(page).toEqual(["River", "Harbour"]);
  expect(await page.locator(".list .row mark").allInnerTexts())
    .toEqual(["River", "river", "rivers"]);
  expect(await page.locator(".row .excerpt").last().innerText()).toMatch(/^… .*the river froze/);
  expect(await axeFindings(page)).toEqual([]);

  await page.context().setOffline(true);
  await page.getByRole("searchbox", { name: "Search" }).fill("froze river");
  await page.getByText("This is what was found on this device.").waitFor();
  await titles(page).toEqual(["Harbour"]);
});

it("a mood that no text names finds its entries, and is offered", async () => {
  const page = await visit("/journal", phone);
  await signIn(page, await ana());
  await titles(page).toEqual(["Bread", "Attic", "River", "Harbour"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("grateful");
  await page.getByText("No text says it. These entries have it as their mood or a tag.").waitFor();
  await titles(page).toEqual(["Bread"]);
  await button(page, "Mood: grateful").click();
  await titles(page).toEqual(["Bread"]);
});

it("the list is narrowed by a mood, a tone, a tag and days, also without a network", async () => {
  const page = await visit("/journal", { ...desktop, serviceWorkers: "allow" });
  await signIn(page, await ana());
  await titles(page).toEqual(["Bread", "Attic", "River", "Harbour"]);
  await sent(page);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Mood", { exact: true }).selectOption("All good moods");
  await titles(page).toEqual(["Bread", "River"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("mud");
  await titles(page).toEqual(["River"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.getByLabel("Mood", { exact: true }).selectOption("contemplative");
  await titles(page).toEqual(["Harbour"]);
  await button(page, "Remove the filter “Mood: contemplative”").click();
  await titles(page).toEqual(["Bread", "Attic", "River", "Harbour"]);

  await page.getByLabel("From").fill("2025-02-10");
  // In this browser's zone, the whole of the last day.
  await page.getByLabel("Until").fill("2025-03-10");
  await titles(page).toEqual(["Attic", "River"]);
  expect(await axeFindings(page)).toEqual([]);
  await page.locator(".list .row", { hasText: "Attic" }).click();
  await page.getByRole("navigation", { name: "Other entries" })
    .getByRole("link", { name: "River" }).waitFor();
  expect(await page.getByRole("navigation", { name: "Other entries" }).getByRole("link").count())
    .toBe(1);

  // The service searches the words within the days.
  await goTo(page, "/journal?q=river&from=2025-02-10&to=2025-03-10");
  await titles(page).toEqual(["Attic", "River"]);
  await goTo(page, "/journal?q=river&mood=sad");
  await titles(page).toEqual(["Attic"]);
  await page.context().setOffline(true);
  await goTo(page, "/journal?tag=rain");
  await titles(page).toEqual(["Attic"]);
  await goTo(page, "/journal?tone=positive");
  await titles(page).toEqual(["Bread", "River"]);
});

it("a sought word that is a mood or a tag leads to its entries", async () => {
  const page = await visit("/journal", phone);
  await signIn(page, await ana());
  await page.getByRole("searchbox", { name: "Search" }).fill("contempl");
  await button(page, "Mood: contemplative").click();
  await titles(page).toEqual(["Harbour"]);
  await page.getByRole("searchbox", { name: "Search" }).fill("rain");
  await button(page, "#rain").click();
  await button(page, "Remove the filter “Mood: contemplative”").click();
  await titles(page).toEqual(["Attic"]);
});

/// <reference lib="dom" />
/** Questions before AI reads anything, and the mood and time of an entry by its author. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  begin,
  button,
  desktop,
  dialog,
  goTo,
  phone,
  sent,
  signIn,
  signUp,
  textOf,
  visit,
} from "./browser.ts";

const QUESTION = "May AI find the mood of your entries?";

/** Somebody who has answered nothing yet. */
async function newcomer() {
  const ana = await person("Ana");
  await sql`update public.profiles set preferences = '{}' where id = ${ana.id}`;
  return ana;
}

const profileOf = async (page: Page) => {
  const email = await page.evaluate(() => JSON.parse(localStorage["journal-session"]).user.email);
  const [row] = await sql`
    select timezone, language from public.profiles
    where id = (select id from auth.users where email = ${email})`;
  return row;
};

it.each([
  ["No, thanks", false, "AI does not read it when you save."],
  ["Yes, find it", true, "AI reads it to find its mood."],
])("asks once whether AI may find moods: %s", async (answer, isAllowed, says) => {
  const ana = await newcomer();
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await begin(page, "A long day at the river.", "First");
  await page.getByText("AI does not read it when you save.").waitFor();
  await button(page, "Save").click();
  await page.getByRole("heading", { name: QUESTION }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect((await ok(ana, "GET", "/api/journal?scope=own")).entries).toEqual([]);
  await button(page, answer).click();
  await sent(page);
  expect((await ok(ana, "GET", "/api/user/profile")).profile.mood_analysis_enabled).toBe(isAllowed);

  await begin(page, "Another long day.", "Second");
  await page.getByText(says).waitFor();
  await button(page, "Save").click();
  await page.getByRole("heading", { name: "Second" }).waitFor();
  expect(await dialog(page).count()).toBe(0);
  await sent(page);
  const moods = async () =>
    (await ok(ana, "GET", "/api/journal?scope=own")).entries.map(({ mood }: { mood: string }) =>
      mood !== null
    );
  await expect.poll(moods).toEqual([isAllowed, isAllowed]);

  const [{ id }] = (await ok(ana, "GET", "/api/journal?scope=own")).entries;
  await goTo(page, `/journal/${id}/edit`);
  await page.getByText(says).waitFor();

  await goTo(page, "/me/privacy");
  await page.getByRole("switch", { name: "AI finds the mood of my entries" }).click();
  await expect.poll(async () =>
    (await ok(ana, "GET", "/api/user/profile")).profile.mood_analysis_enabled
  ).toBe(!isAllowed);
});

it("keeps the mood of its author when the text changes", async () => {
  const page = await visit();
  await signUp(page, "Ana");
  await begin(page, "So tired tonihgt.");
  await button(page, "Mood").click();
  await page.getByLabel("In my own word").fill("exhausted");
  await page.keyboard.press("Enter");
  await button(page, "Save").click();
  await page.getByText("exhausted").first().waitFor();
  await sent(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill("So tired tonight.");
  await button(page, "Save").click();
  await sent(page);
  const email = await page.evaluate(() => JSON.parse(localStorage["journal-session"]).user.email);
  const [entry] = await sql`
    select mood, mood_source, mood_due_at from public.journal_entries
    where user_id = (select id from auth.users where email = ${email})`;
  expect(entry).toEqual({ mood: "exhausted", mood_source: "author", mood_due_at: null });
});

it("signs up with the time zone of the device, and offers another one", async () => {
  const first = await visit("/today", { ...desktop, timezoneId: "America/Los_Angeles" });
  const ana = await signUp(first, "Ana");
  expect(await profileOf(first)).toEqual({ timezone: "America/Los_Angeles", language: "en" });
  expect(await button(first, /^Use /).count()).toBe(0);

  const second = await visit("/today", phone);
  await signIn(second, ana);
  await second.getByText("follow Los Angeles time").waitFor();
  expect(await axeFindings(second)).toEqual([]);
  await button(second, "Keep Los Angeles time").click();
  await button(second, "Use Berlin time").waitFor({ state: "detached" });
  await second.reload();
  await second.getByRole("link", { name: "What is on your mind?" }).waitFor();
  expect(await button(second, "Use Berlin time").count()).toBe(0);

  const third = await visit("/today", { ...desktop, timezoneId: "Asia/Tokyo" });
  await signIn(third, ana);
  await button(third, "Use Tokyo time").click();
  await expect.poll(() => profileOf(third)).toMatchObject({ timezone: "Asia/Tokyo" });
  await button(third, "Use Tokyo time").waitFor({ state: "detached" });
});

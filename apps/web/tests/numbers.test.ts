/** Amounts, hours and drops in the language of the user. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { handleOf, type Person, person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { button, device, goTo, open, phone, signIn, visit, zoneAt } from "./browser.ts";

/** The app of somebody who speaks German, at an address. */
async function inGerman(who: Person, address: string): Promise<Page> {
  const page = await visit("/today", phone);
  await signIn(page, who);
  await goTo(page, "/me/profile");
  await page.getByLabel("Language").selectOption("Deutsch");
  // The page loads itself again.
  await page.locator("html[lang=de]").waitFor();
  await page.getByRole("heading", { name: "Profil", exact: true }).waitFor();
  await goTo(page, address);
  return page;
}

it("writes hours of sleep and amounts of goals with the comma of the language", async () => {
  const ana = await person("Ana");
  await ok(ana, "PUT", "/api/user/profile", { timezone: zoneAt(8) });
  const [goal] = await sql`
    insert into public.goals (user_id, title, measure)
    values (${ana.id}, 'Laufen', '{"unit": "km", "target": 2.5, "direction": "at_least"}')
    returning id`;
  const page = await inGerman(ana, "/today");
  await button(page, "Eine halbe Stunde weniger").click();
  await page.getByText("7,5 Stunden").waitFor();
  const today = page.getByRole("group", { name: "Heute: Laufen" });
  const field = today.getByRole("textbox");
  await today.getByRole("button", { name: "0,5 km mehr" }).click();
  await today.getByText("0,5 von 2,5 km").waitFor();
  expect(await field.inputValue()).toBe("0,5");
  await field.fill("1,25");
  await page.keyboard.press("Enter");
  await today.getByText("1,25 von 2,5 km").waitFor();
  await expect.poll(async () => [
    ...await sql`select amount::float from public.goal_check_ins where goal_id = ${goal!.id}`,
  ]).toEqual([{ amount: 1.25 }]);
  await goTo(page, `/me/goals/${goal!.id}`);
  expect(await page.getByLabel("Wie viel am Tag").inputValue()).toBe("2,5");
});

it("names the lines of the ledger in the language of the user, latest first on all pages", async () => {
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/drops/award-monthly");
  await sql`
    select private.post_drop(${ana.id}, -10, 'purchase', 'Streak freeze', 'streaks')`;
  await sql`
    select private.post_drop(${ana.id}, 10, 'refund', 'Streak freeze', 'streaks')`;
  await sql`
    select private.post_drop(${ana.id}, -5, 'purchase', 'Tone pack: Hills', 'tone_packs',
      gen_random_uuid())`;
  // A transaction has one time for all of its lines.
  await sql`
    select private.post_drop(${ana.id}, n, 'admin_adjustment', 'Thanks, ' || n, 'admin')
    from generate_series(1, 20) as n`;
  const page = await inGerman(ana, "/me/balance");
  const lines = page.locator(".ledger li");
  const names = () => lines.locator("a, div > strong").allInnerTexts();
  await expect.poll(names).toHaveLength(20);
  const thanks = Array.from({ length: 20 }, (_, n) => `Thanks, ${20 - n}`);
  expect(await names()).toEqual(thanks);
  await button(page, "Mehr zeigen").click();
  await expect.poll(names).toEqual([
    ...thanks,
    "Stimmungspaket: Hills",
    "Ein Joker kommt als Tropfen zurück",
    "Ein Joker für deine Serie",
    "Monatliche Tropfen",
    "Ein Geschenk zum Anfang",
  ]);
});

it("shows the handle of an account without a name once", async () => {
  const [ana, ben] = [await person("Ana"), await person("")];
  const handle = await handleOf(ben);
  const { entry } = await ok(ben, "POST", "/api/journal", {
    title: "Snow",
    content: "It fell all day.",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  const page = await open(await device(phone), `/people/person/${ben.id}`);
  await signIn(page, ana);
  await page.getByRole("heading", { name: `@${handle}` }).waitFor();
  await page.getByRole("link", { name: /Snow/ }).waitFor();
  // The row of the entry has it, too.
  expect(await page.locator(".person-head").getByText(`@${handle}`).count()).toBe(1);
  await goTo(page, `/journal/${entry.id}`);
  await page.getByRole("heading", { name: "Snow" }).waitFor();
  await expect.poll(() => page.locator("article .meta").innerText()).toBe(`@${handle}`);
});

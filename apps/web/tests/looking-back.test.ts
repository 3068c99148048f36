/// <reference lib="dom" />
/** Entries of former years, former versions of an entry, and the calendar's address. */
import { expect, it } from "vitest";
import { person, service } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  clipboard,
  darkDesktop,
  goTo,
  phone,
  signIn,
  signUp,
  visit,
} from "./browser.ts";
import { painted } from "./pictures.ts";

it("shows former entries of this day, and brings a former text back", async () => {
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  const { email } = await signUp(page);
  await page.getByRole("button", { name: "New goal" }).waitFor();
  expect(await page.getByText("On this day").count()).toBe(0);
  const [row] = await sql`
    select private.insert_journal_entry(id, ${
    sql.json({ title: "Fog", content: "The river was gone." })
  }::jsonb || jsonb_build_object('written_at', now() - interval '1 year'), now()) as id
    from auth.users where email = ${email}`;
  const { id } = row!;
  await page.reload();
  const card = page.locator(".card", { has: page.getByRole("heading", { name: "On this day" }) });
  await card.getByRole("link", { name: "Fog" }).click();
  await page.getByRole("heading", { name: "Fog" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("link", { name: "Earlier versions" }).click();
  await page.getByText("No earlier versions").waitFor();
  await page.getByRole("link", { name: "Entry" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("The river was there.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".article .text", { hasText: "The river was there." }).waitFor();
  await expect.poll(() =>
    sql`select content from private.journal_entry_versions where entry_id = ${id}`
  ).toEqual([{ content: "The river was gone." }]);
  // The next change keeps the text that it replaces.
  await sql`update private.journal_entry_versions set created_at = now() - interval '1 hour'`;

  await page.getByRole("link", { name: "Earlier versions" }).click();
  const version = page.locator(".versions li");
  await version.locator("summary").click();
  await version.getByText("The river was gone.").waitFor();
  await version.locator("mark", { hasText: "gone" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await version.getByRole("button", { name: "Go back to it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go back to it" }).click();
  await page.locator(".article .text", { hasText: "The river was gone." }).waitFor();

  await page.getByRole("link", { name: "Earlier versions" }).click();
  await expect.poll(() => version.count()).toBe(2);
  await page.getByRole("button", { name: "Delete all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete them" }).click();
  await page.getByText("No earlier versions").waitFor();
});

it("a former year is shown with its photo", async () => {
  const ana = await person("Ana");
  const [row] = await sql`
    select private.insert_journal_entry(${ana.id}, jsonb_build_object(
      'title', 'Heron', 'content', 'It stood **still**.',
      'written_at', now() - interval '2 years'), now()) as id`;
  const path = `${ana.id}/${row!.id}.png`;
  const photo = new Blob([painted("heron").buffer], { type: "image/png" });
  expect((await service.storage.from("entry-attachments").upload(path, photo)).error).toBeNull();
  await sql`
    insert into public.entry_attachments
      (entry_id, user_id, kind, type, path, bytes, width, height, thumbnail_path)
    values (${row!.id}, ${ana.id}, 'image', 'image/png', ${path}, ${photo.size}, 64, 64, ${path})`;
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  await signIn(page, ana);
  const memory = page.getByRole("link", { name: "2 years ago Heron It stood still." });
  await memory.waitFor();
  await expect.poll(() =>
    memory.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)
  ).toBeGreaterThan(0);
  expect(await axeFindings(page)).toEqual([]);
  await memory.click();
  await page.getByRole("heading", { name: "Heron" }).waitFor();
  await page.locator("img[alt='Photo 1 of 1']").waitFor();

  // A photo that does not load is drawn, with its words.
  await page.route(/entry-attachments/, (route) => route.abort());
  await page.reload();
  await page.locator(".lost").getByText("Photo 1 of 1").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it("makes the address of a calendar, shows it once, and ends it", async () => {
  const page = await visit("/today", { ...darkDesktop, permissions: clipboard });
  await signUp(page);
  await goTo(page, "/me/calendar");
  await page.getByRole("button", { name: "Make an address" }).click();
  const url = await page.getByLabel("The link").inputValue();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  expect(await axeFindings(page)).toEqual([]);
  expect(await (await fetch(url)).text()).toMatch(/^BEGIN:VCALENDAR\r\n/);

  await page.reload();
  await page.getByText("You made an address on").waitFor();
  expect(await page.getByLabel("The link").count()).toBe(0);
  await page.getByRole("button", { name: "End the address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await page.getByRole("button", { name: "Make an address" }).waitFor();
  expect(await page.getByRole("button", { name: "End the address" }).count()).toBe(0);
  expect((await fetch(url)).status).toBe(404);
});

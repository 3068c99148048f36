/// <reference lib="dom" />
/** An old notebook is sealed: its entries move with their photos; those with comments stay. */
import { Buffer } from "node:buffer";
import type { Page, Response } from "playwright-core";
import { expect, it } from "vitest";
import { befriend } from "../../../tests/friends/support.ts";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, sent, signIn, textOf } from "./browser.ts";
import { painted } from "./pictures.ts";
import { firstNotebook, onPhone, PHRASE, setUp, toNotebook, writeSealed } from "./sealed-walk.ts";

it("entries move one by one, go on after a stop, and those with comments stay", async () => {
  const [ana, ben] = [await person("Ana"), await person("Ben")];
  const { team } = await befriend(ana, ben);
  const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Old days" });
  const made: string[] = [];
  for (const n of [1, 2, 3]) {
    const { entry } = await ok(ana, "POST", "/api/journal", {
      title: `Day ${n}`,
      content: `Heliotrope number ${n}`,
      notebook_id: notebook.id,
      ...n === 3 && { metadata_visibility: "team", content_visibility: "team", team_id: team },
    });
    made.push(entry.id);
  }
  await ok(ben, "POST", `/api/journal/${made[2]}/comments`, { content: "How fine" });

  const page = await onPhone();
  await signIn(page, ana);
  const show = (on: Page, n: number) =>
    on.evaluate((id) => location.hash = `#/journal/${id}`, made[n]!);
  // The first entry has a photo, and so has the entry that stays.
  for (const n of [0, 2]) {
    await show(page, n);
    await page.getByRole("heading", { name: `Day ${n + 1}` }).waitFor();
    await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
    await page.locator(".gallery img").waitFor();
    await sent(page);
  }
  const copies = (on: Page) =>
    on.evaluate(async () => (await (await caches.open("photos")).keys()).map(({ url }) => url));
  const first = (await copies(page))[0]!;
  // Another browser of hers has seen both.
  const other = await onPhone();
  await signIn(other, ana);
  for (const n of [0, 2]) {
    await show(other, n);
    await expect.poll(() => copies(other).then(({ length }) => length)).toBe(n ? 2 : 1);
  }
  const [, stays] = await copies(other);

  await page.evaluate(() => location.hash = "#/journal/notebooks");
  await button(page, "Edit Old days").click();
  await page.getByRole("link", { name: "Seal this notebook" }).click();
  await setUp(page);
  await page.getByText("3 entries move").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // It is cut off at the second entry.
  const isSecond = (url: URL) => url.pathname.endsWith(`/journal/${made[1]}`);
  await page.route(isSecond, (route) => route.abort());
  await button(page, "Seal it").click();
  await page.locator(".error").waitFor();
  await page.unroute(isSecond);
  // A screen still had the photo.
  await page.evaluate(
    async (url) => await (await caches.open("photos")).put(url, new Response("A photo")),
    first,
  );
  await page.reload();
  await button(page, "Go on").click();
  await page.getByText("1 entry stays in the open notebook.").waitFor();
  await page.getByText("It has comments.").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("link", { name: "To the sealed notebook" }).click();
  await page.getByRole("link", { name: /Day 2.*Sealed/s }).waitFor();
  await page.getByRole("link", { name: /Day 1.*Sealed/s }).click();
  await page.locator("article").getByText("Heliotrope number 1").waitFor();
  const shown = page.locator(".gallery img");
  await shown.waitFor();
  expect(await shown.evaluate((image: HTMLImageElement) => image.src)).toMatch(/^blob:/);
  const rows = await sql`
    select to_jsonb(e) as row from public.journal_entries as e where id = any (${
    made.slice(0, 2)
  })`;
  expect(JSON.stringify(rows)).not.toContain("Heliotrope");
  await expect.poll(() => copies(page)).not.toContain(first);
  await expect.poll(() => copies(other)).toEqual([stays]);
});

it("an edit of an entry that was sealed elsewhere meanwhile goes into the sealed entry", async () => {
  const ana = await person("Ana");
  const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Old days" });
  const { entry: { id } } = await ok(ana, "POST", "/api/journal", {
    title: "Day",
    content: "Heliotrope at dawn.",
    notebook_id: notebook.id,
  });
  const [here, there] = [await onPhone(), await onPhone()];
  await signIn(here, ana);
  await signIn(there, ana);
  await there.evaluate((id) => location.hash = `#/journal/${id}`, id);
  await there.getByRole("link", { name: "Edit" }).click();
  await textOf(there).fill("Heliotrope at dawn. It rained.");
  await there.context().setOffline(true);
  await button(there, "Save").click();
  await there.getByRole("link", { name: "Edit" }).waitFor();

  await here.evaluate(() => location.hash = "#/journal/notebooks");
  await button(here, "Edit Old days").click();
  await here.getByRole("link", { name: "Seal this notebook" }).click();
  await setUp(here);
  await button(here, "Seal it").click();
  await here.getByText("“Old days” is sealed.").waitFor();

  await there.context().setOffline(false);
  await there.evaluate(() => location.hash = "#/journal");
  await there.getByRole("link", { name: "Have a look" }).click();
  // Without the keys the own text is there, and can go.
  await there.locator(".side .text", { hasText: "It rained." }).waitFor();
  await button(there, "Let it go").waitFor();
  await button(there, "I have no other device here").click();
  await there.getByLabel("Passphrase").fill(PHRASE);
  await button(there, "Open").click();
  await button(there, "Keep mine").waitFor();
  expect(await there.locator(".side .text").allTextContents())
    .toEqual(["Heliotrope at dawn. It rained.", "Heliotrope at dawn."]);
  expect(await there.locator(".side mark").allTextContents()).toEqual(["It rained."]);
  expect(await button(there, "Keep both").count()).toBe(0);
  expect(await axeFindings(there)).toEqual([]);
  const rows = () =>
    sql`select e.title, c.content, e.is_sealed, e.version from journal_entries as e
      join private.journal_entry_contents as c on c.entry_id = e.id where e.id = ${id}`;
  await button(there, "Keep mine").click();
  await expect.poll(rows).toEqual([{ title: "", content: "", is_sealed: true, version: 3 }]);
  await sent(there);
  await here.evaluate((id) => location.hash = `#/journal/${id}`, id);
  await here.reload();
  await here.locator(".article .text", { hasText: "It rained." }).waitFor();
});

it("the storage has no picture of a sealed entry, and the device shows it", async () => {
  const ana = await person("Ana");
  const page = await onPhone();
  await signIn(page, ana);
  await firstNotebook(page, "Nights");
  await writeSealed(page, "With a picture", "A walk");
  await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
  await page.locator(".gallery img").waitFor();
  await sent(page);
  // The storage gives bytes that no reader of pictures takes.
  const stored: Response[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/storage/v1/object/")) stored.push(response);
  });
  await page.reload();
  await page.locator(".gallery img").waitFor();
  await expect.poll(() => stored.length).toBeGreaterThan(1);
  // An answer that comes after these may end with the page.
  for (const body of await Promise.all(stored.map((response) => response.body()))) {
    for (const sign of ["PNG", "JFIF", "WEBPVP8"]) {
      expect(body.includes(Buffer.from(sign))).toBe(false);
    }
  }
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: /A walk/ }).waitFor();
});

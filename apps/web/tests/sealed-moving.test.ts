/// <reference lib="dom" />
/** An old notebook is sealed: its entries move with their photos; those with comments stay. */
import { Buffer } from "node:buffer";
import type { Response } from "playwright-core";
import { expect, it } from "vitest";
import { befriend } from "../../../tests/friends/support.ts";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, sent, signIn } from "./browser.ts";
import { painted } from "./pictures.ts";
import { firstNotebook, onPhone, setUp, toNotebook, writeSealed } from "./sealed-walk.ts";

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
  // A photo of the first entry.
  await page.evaluate((id) => location.hash = `#/journal/${id}`, made[0]!);
  await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
  await page.locator(".gallery img").waitFor();
  await sent(page);
  const copies = () =>
    page.evaluate(async () => (await (await caches.open("photos")).keys()).length);
  expect(await copies()).toBe(1);

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
  expect(await copies()).toBe(0);
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

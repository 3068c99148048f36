/// <reference lib="dom" />
/** Photos of sealed entries in lists and in the editor, former texts, and what the service refuses. */
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, dialog, sent, textOf } from "./browser.ts";
import { painted } from "./pictures.ts";
import { reading, toFriends } from "./sealed-people.ts";
import { newEntry, SECRET, toNotebook, withWorker } from "./sealed-walk.ts";

const waitingHere = (page: Page) => page.evaluate(() => location.hash = "#/me/waiting");

/** The addresses that the caches of the browser keep. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const all: string[] = [];
    for (const name of await caches.keys()) {
      all.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
    }
    return all;
  });

it("a photo stands in the list, lies in no cache, and is removed in the editor", async () => {
  const { page, who: { email } } = await newEntry(await withWorker());
  await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
  await page.locator(".gallery img").waitFor();
  await sent(page);
  await toNotebook(page, "Nights");
  const photo = page.getByRole("link", { name: /A walk/ }).locator("img.hero");
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await photo.getAttribute("src")).toMatch(/^blob:/);
  expect((await cached(page)).filter((url) => /\/photos\/|storage\/v1/.test(url))).toEqual([]);

  const files = () =>
    sql`select from public.entry_attachments as a
      join public.journal_entries as e on e.id = a.entry_id
      join auth.users as u on u.id = e.user_id where u.email = ${email}`;
  expect(await files()).toHaveLength(1);
  await page.getByRole("link", { name: /A walk/ }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await button(page, "Delete photo 1").click();
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => button(page, "Delete photo 1").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await textOf(page).fill("Without a picture");
  await button(page, "Save").click();
  await page.locator("article").getByText("Without a picture").waitFor();
  await sent(page);
  await expect.poll(async () => (await files()).length).toBe(0);
  expect(await page.locator(".gallery img").count()).toBe(0);
});

it("a former text opens here, and comes back as a new record", async () => {
  const { page } = await newEntry();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill("Something else");
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await sent(page);
  await page.getByRole("link", { name: "Earlier versions" }).click();
  await page.locator(".versions summary").click();
  await page.locator(".columns").getByText("Heliotrope").first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Go back to it").click();
  await dialog(page).getByRole("button", { name: "Go back to it" }).click();
  await page.locator("article").getByText("Heliotrope at the harbour").waitFor();
  await sent(page);
});

it("a refused photo waits on this device, and goes out of its entry when it is discarded", async () => {
  const { page } = await newEntry();
  await page.route(
    /\/api\/journal\/[^/]+\/attachments/,
    (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 409, json: { error: "Full", code: "storage_full" } })
        : route.continue(),
  );
  await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
  await page.getByText("Not sent: Your room is full").first().waitFor();
  await waitingHere(page);
  await page.getByRole("heading", { name: "A file of an entry" }).waitFor();
  await page.getByText("Not sent: Your room is full").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Discard").click();
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await page.getByText("Everything is sent").waitFor();
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: /A walk/ }).click();
  await page.locator("article").getByText(SECRET).waitFor();
  expect(await page.locator(".gallery img").count()).toBe(0);
});

it("a refused comment waits on this device, and is sent again", async () => {
  const { atNora } = await reading();
  await atNora.getByRole("link", { name: /A walk.*Sealed/s }).click();
  const isComments = (url: URL) => url.pathname.endsWith("/comments");
  await atNora.route(
    isComments,
    (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 409, json: { error: "Later", code: "quota_reached" } })
        : route.continue(),
  );
  await atNora.getByLabel("Your comment").fill("I heard the gulls, too");
  await button(atNora, "Comment").click();
  await atNora.locator(".comments").getByText("Not sent:").waitFor();
  await waitingHere(atNora);
  await atNora.getByRole("heading", { name: "A comment" }).waitFor();
  await atNora.getByText("I heard the gulls, too").waitFor();
  await atNora.unroute(isComments);
  await button(atNora, "Send again").click();
  await atNora.getByText("Everything is sent").waitFor();
  await toFriends(atNora);
  await atNora.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await atNora.locator(".comments").getByText("I heard the gulls, too").waitFor();
});

/// <reference lib="dom" />
/** Writing, reading and looking for entries of a sealed notebook, on an open and a locked device. */
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindsNothing,
  button,
  dialog,
  kept,
  open,
  sent,
  signIn,
  signOut,
  textOf,
} from "./browser.ts";
import {
  firstNotebook,
  isOpen,
  keepingNothingSealed,
  newEntry,
  newNotebook,
  onPhone,
  PHRASE,
  putInto,
  SECRET,
  toKeys,
  toNotebook,
  unlockWith,
  withWorker,
  writeSealed,
} from "./sealed-walk.ts";

/** Everything that lies on the device and in the rows of the service, as text. */
const traces = async (page: Page) => {
  const rows = await sql`
    select to_jsonb(e) as row from public.journal_entries as e where is_sealed
    union all select to_jsonb(r) from private.sealed_records as r`;
  return JSON.stringify([await kept(page), rows]);
};

it("an entry is written, edited, found and removed, and leaves no readable word", async () => {
  const { page } = await newEntry(await withWorker());
  expect(await page.title()).not.toContain("walk");

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByText("No AI reads this entry").waitFor();
  await textOf(page).fill(`${SECRET}, at dusk`);
  // The draft waits under the device's key.
  await page.waitForTimeout(600);
  expect(await traces(page)).not.toContain("Heliotrope");
  await page.reload();
  await page.getByText("at dusk").waitFor();
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await sent(page);
  expect(await traces(page)).not.toContain("Heliotrope");

  await button(page, "More about A walk").click();
  await dialog(page).getByRole("button", { name: "Share link" }).click();
  await page.getByText("A sealed entry has no share link").waitFor();
  await page.evaluate(() => location.hash = "#/journal?q=heliotrope");
  await page.getByRole("region", { name: "In sealed notebooks" }).getByText("A walk").waitFor();
  await toNotebook(page, "Nights");
  const row = page.getByRole("link", { name: /A walk.*Sealed/s });
  await row.click();
  await button(page, "Delete").click();
  await expect.poll(() => row.count()).toBe(0);
});

it("the newest entries are listed while the device still opens", async () => {
  const { page, who } = await newEntry();
  const [user] = await sql`select id from auth.users where email = ${who.email}`;
  const other = await open(page.context());
  // A window reads the packs of the device under this lock.
  await other.evaluate(
    (name) =>
      new Promise<void>((held) => {
        navigator.locks.request(name, () => {
          held();
          return new Promise<void>((release) => Object.assign(globalThis, { release }));
        });
      }),
    `journal packs of journal sealed ${user!.id}`,
  );
  await page.evaluate(() => location.hash = "#/journal");
  await page.reload();
  const row = page.getByRole("link", { name: /A walk.*Sealed/s });
  await row.getByText(SECRET).waitFor();
  await row.click();
  await page.getByRole("heading", { name: "Sealed entry" }).waitFor();
  await other.evaluate(() => (globalThis as unknown as { release(): void }).release());
  await page.locator("article").getByText(SECRET).waitFor();
});

it("a mood of sealed entries alone is not told to the service, when it is searched by", async () => {
  const { page } = await newNotebook();
  await page.locator(".list .page-head").getByRole("link", { name: "New entry" }).click();
  await textOf(page).fill(SECRET);
  await button(page, "Mood").click();
  await page.getByLabel("In my own word").fill("moonstruck");
  await button(page, "Done").click();
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await sent(page);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.evaluate(() => location.hash = "#/journal?q=harbour&mood=moonstruck");
  await page.getByRole("link", { name: /Heliotrope/ }).waitFor();
  await sent(page);
  expect(asked.filter((url) => url.includes("moonstruck"))).toEqual([]);
});

it("without a network an entry is written and read, and is sent later", async () => {
  const { page } = await newNotebook(await withWorker());
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await writeSealed(page, SECRET);
  await page.reload().catch(() => {/* Without a service worker there is no page. */});
  await page.context().setOffline(false);
  if (!await page.getByText(SECRET).count()) await page.reload();
  await page.locator("article").getByText(SECRET).first().waitFor();
  await sent(page);
  const [{ count }] = await sql`select count(*)::int from private.sealed_records` as never as [
    { count: number },
  ];
  expect(count).toBeGreaterThan(0);
});

it("a locked device shows no text, and opens with the passphrase or the code", async () => {
  const { page, code } = await newEntry();
  await toNotebook(page, "Nights");
  const hasKey = async () => JSON.stringify(await kept(page)).includes("a CryptoKey");
  expect(await hasKey()).toBe(true);
  await button(page, "Lock now").click();
  await page.getByText("Sealed, and not open on this device.").waitFor();
  expect(await page.getByText("A walk").count()).toBe(0);
  expect(await hasKey()).toBe(false);
  await page.reload();
  await page.getByRole("link", { name: "Unlock" }).click();
  await unlockWith(page, "five other words apart");
  await page.getByText("This passphrase does not open your notebooks.").waitFor();
  // It may be a new one of another device.
  await page.context().setOffline(true);
  await unlockWith(page, "seven other words apart");
  await page.getByText("This did not open your notebooks.").waitFor();
  await page.context().setOffline(false);
  await page.reload();
  await unlockWith(page, PHRASE);
  await page.getByLabel("Lock when nothing was done for").selectOption("5 minutes");
  await button(page, "Lock now").click();
  await button(page, "Use the recovery code").click();
  await page.getByLabel("Recovery code").fill(code);
  await button(page, "Unlock").click();
  await page.getByText("Your sealed notebooks are open on this device.").waitFor();
  await expect.poll(() => page.getByLabel("Lock when nothing was done for").inputValue()).toBe("5");
});

it("the page says that it cannot lock the device", async () => {
  const { page } = await newNotebook();
  const lock = async () => {
    await keepingNothingSealed(page);
    await button(page, "Lock now").click();
    await page.locator(".toast").getByText("That did not work").waitFor();
  };
  await lock();
  await toKeys(page);
  // The key is still there.
  await page.reload();
  await isOpen(page);
  await lock();
});

it("the first page is celebrated where it opens, and not as an empty one", async () => {
  const ana = await person("Ana");
  await sql`update public.profiles set preferences = preferences - 'first_page' where id = ${ana.id}`;
  const page = await onPhone();
  await signIn(page, ana);
  await firstNotebook(page, "Nights");
  await page.locator(".list .page-head").getByRole("link", { name: "New entry" }).click();
  await textOf(page).fill(SECRET);
  await button(page, "Save").click();
  await page.locator(".first-page").getByText(SECRET).waitFor();
  await expect.poll(async () => (await ok(ana, "GET", "/api/journal?scope=own")).entries.length)
    .toBe(1);
  const other = await onPhone();
  await signIn(other, ana);
  await toNotebook(other, "Nights");
  await other.getByText("Sealed, and not open on this device.").waitFor();
  expect(await other.locator(".first-page").count()).toBe(0);
});

it("a new entry that was begun openly goes into a sealed notebook without a trace", async () => {
  const { page } = await newNotebook();
  await page.evaluate(() => location.hash = "#/journal/new");
  await textOf(page).fill(SECRET);
  await putInto(page, "Nights");
  await page.getByText("No AI reads this entry").waitFor();
  expect(await textOf(page).innerText()).toContain(SECRET);
  await expect.poll(async () => JSON.stringify((await kept(page)).local)).not.toContain(
    "Heliotrope",
  );
  await button(page, "Mood").click();
  await page.getByText("AI suggests no mood here").waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Save").click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  await sent(page);
  expect(await traces(page)).not.toContain("Heliotrope");
});

it("signing out leaves nothing of the keys here", async () => {
  const { page } = await newEntry();
  await signOut(page);
  const { values, local } = await kept(page);
  expect(JSON.stringify(values)).not.toContain("wrapped");
  expect(Object.keys(local).filter((name) => name.includes("sealed"))).toEqual([]);
});

axeFindsNothing("in sealed entries", async (page, look) => {
  await newEntry(page);
  await look("an entry");
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).waitFor();
  await look("the editor");
  await button(page, "Discard").or(button(page, "Cancel")).click();
  await toNotebook(page, "Nights");
  await page.getByRole("link", { name: /A walk/ }).waitFor();
  await look("the list");
});

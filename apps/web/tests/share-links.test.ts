/// <reference lib="dom" />
/** An entry that its author shows to somebody without an account. */
import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { paint } from "../../../packages/stand-ins/png.ts";
import { service } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  clipboard,
  darkDesktop,
  device,
  goTo,
  phone,
  signUp,
  visit,
} from "./browser.ts";

it("an author makes a link with a passphrase, a stranger reads the entry, and it is revoked", async () => {
  const author = await visit("/today", { ...darkDesktop, permissions: clipboard });
  const { email } = await signUp(author, "Ana Author");
  const title = `Fog ${crypto.randomUUID()}`;
  const [row] = await sql`
    select private.insert_journal_entry(id, ${
    sql.json({ title, content: "The river was gone.", mood: "calm" })
  }, now()) as id, id as user_id from auth.users where email = ${email}`;
  const [owner, path] = [row!.user_id, `${row!.user_id}/${row!.id}.png`];
  const picture = new Blob([Buffer.from(paint("fog"))], { type: "image/png" });
  const { error } = await service.storage.from("entry-attachments").upload(path, picture);
  expect(error).toBeNull();
  await sql`
    insert into public.entry_attachments (entry_id, user_id, kind, type, path, bytes, width, height)
    values (${row!.id}, ${owner}, 'image', 'image/png', ${path}, ${picture.size}, 64, 64)`;

  await goTo(author, `/journal/${row!.id}`);
  await author.getByRole("button", { name: "Share link" }).click();
  const dialog = author.getByRole("dialog", { name: "Share link" });
  await dialog.getByLabel("The link works for").selectOption("30 days");
  await dialog.getByLabel("Passphrase").fill("heron at dawn");
  expect(await axeFindings(author)).toEqual([]);
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await dialog.getByRole("button", { name: "Copy" }).click();
  const address = await author.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(await dialog.getByLabel("The link").inputValue());

  const reader = await (await device(phone)).newPage();
  const referrers: string[] = [];
  reader.on("request", (request) => referrers.push(request.headers().referer ?? ""));
  await reader.goto(address);
  const field = reader.getByLabel("Passphrase");
  await field.fill("something else");
  await reader.getByRole("button", { name: "Open" }).click();
  await reader.getByText("Wrong passphrase").waitFor();
  expect(await axeFindings(reader)).toEqual([]);
  await field.fill("heron at dawn");
  await reader.keyboard.press("Enter");
  await reader.getByRole("heading", { name: title }).waitFor();
  await reader.getByText("The river was gone.").waitFor();
  await reader.getByText("Ana Author").waitFor();
  const photo = reader.getByRole("img", { name: "Photo 1" });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await axeFindings(reader)).toEqual([]);
  // No other site learns the address, and nothing stays here.
  expect(await reader.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
  expect(referrers.filter((address) => address.includes("/shared/"))).toEqual([]);
  expect(await reader.evaluate(() => ({ ...localStorage }))).toEqual({});
  await reader.getByRole("link", { name: "What is Journal?" }).click();
  await reader.getByRole("heading", { name: "Start your journal" }).waitFor();

  await dialog.getByRole("link", { name: "My share links" }).click();
  const own = author.locator(".ledger li", { hasText: title });
  await own.getByText("1 view").waitFor();
  expect(await axeFindings(author)).toEqual([]);
  await own.getByRole("button", { name: /^Take back/ }).click();
  await author.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await own.getByText("taken back").waitFor();

  await reader.goto(address);
  await reader.getByRole("heading", { name: "This link has ended" }).waitFor();
  for (const code of [address.replace(/\w{4}$/, "0000"), new URL("%E0%A4%A", address).href]) {
    await reader.goto(code);
    await reader.getByRole("heading", { name: "There is no such link" }).waitFor();
  }
  expect(await axeFindings(reader)).toEqual([]);
});

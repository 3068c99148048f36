/// <reference lib="dom" />
/** Two friends in a sealed notebook: adding, reading, comments, digits, removing. */
import { expect, it } from "vitest";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, dialog, sent } from "./browser.ts";
import { digitsOn, toFriends, toMembers, two } from "./sealed-people.ts";
import { toNotebook, writeSealed } from "./sealed-walk.ts";

it("a friend is added by digits, reads, comments, and reads no more when removed", async () => {
  const { atAna, atNora } = await two();
  await button(atAna, "Add Nora").click();
  const digits = await digitsOn(atAna);
  expect(digits).toMatch(/^(\d{5} ){11}\d{5}$/);
  expect(await axeFindings(atAna)).toEqual([]);
  await dialog(atAna).getByRole("button", { name: "Add Nora" }).click();
  await atAna.getByText("2 people read this notebook").waitFor();
  expect(await axeFindings(atAna)).toEqual([]);

  await atNora.reload();
  await toFriends(atNora);
  await atNora.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await atNora.locator("article").getByText("Heliotrope at the harbour").waitFor();
  await atNora.getByLabel("Your comment").fill("I heard the gulls, too");
  await button(atNora, "Comment").click();
  await atNora.locator(".comments").getByText("I heard the gulls, too").waitFor();
  await sent(atNora);
  const rows = await sql`select to_jsonb(c) as row from public.journal_comments as c`;
  expect(JSON.stringify(rows)).not.toContain("gulls");

  await toNotebook(atAna, "Nights");
  await atAna.getByRole("link", { name: /A walk/ }).click();
  await atAna.locator(".comments").getByText("I heard the gulls, too").waitFor();

  // Both devices show the same digits.
  await toFriends(atNora);
  await atNora.getByRole("link", { name: "Members" }).click();
  await atNora.getByRole("button", { name: "Ana", exact: true }).click();
  await button(atNora, "Compare digits").click();
  expect(await digitsOn(atNora)).toBe(digits);
  await dialog(atNora).getByRole("button", { name: "Close" }).last().click();

  await toMembers(atAna);
  await atAna.getByRole("button", { name: "Nora", exact: true }).click();
  await button(atAna, "Remove").click();
  await dialog(atAna).getByRole("button", { name: "Remove" }).click();
  await atAna.getByText("1 person reads this notebook").waitFor();
  await toNotebook(atAna, "Nights");
  await writeSealed(atAna, "Only for me again", "Alone");
  await sent(atAna);
  await atNora.reload();
  await atNora.evaluate(() => location.hash = "#/journal?scope=friends");
  await atNora.getByRole("link", { name: /Sealed/ }).first().waitFor();
  expect(await atNora.getByText("Only for me again").count()).toBe(0);
});

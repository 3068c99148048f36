/// <reference lib="dom" />
/** Members whose keys change, who leave or are removed, and an owner who is gone. */
import { expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, dialog, sent, signIn } from "./browser.ts";
import { digitsOn, reading, toFriends, toMembers } from "./sealed-people.ts";
import { beginAnew, onPhone, toNotebook, writeSealed } from "./sealed-walk.ts";

/** The number of the key of the only notebook of a person. */
const epochOf = async ({ id }: { id: string }): Promise<number> => {
  const [row] = await sql`
    select s.epoch::int from private.sealed_notebooks as s
    join public.notebooks as n on n.id = s.notebook_id where n.user_id = ${id}`;
  return row!.epoch;
};

it("a member with other keys is added again only after the digits are compared", async () => {
  const { atAna, nora } = await reading();
  const anew = await onPhone();
  await signIn(anew, nora);
  await beginAnew(anew);

  await toMembers(atAna);
  await atAna.reload();
  await atAna.getByText("has left", { exact: true }).waitFor();
  await atAna.getByText("Somebody has left. The next entry brings a new key").waitFor();
  await atAna.getByRole("button", { name: "Nora", exact: true }).click();
  await button(atAna, "Remove").click();
  await dialog(atAna).getByRole("button", { name: "Remove" }).click();
  await atAna.getByText("1 person reads this notebook").waitFor();

  await button(atAna, "Add Nora").click();
  await dialog(atAna).getByText("Nora has other keys than this device knows").waitFor();
  const digits = await digitsOn(atAna);
  expect(await dialog(atAna).getByRole("button", { name: "Add Nora" }).count()).toBe(0);
  expect(await axeFindings(atAna)).toEqual([]);
  await dialog(atAna).getByRole("button", { name: "They are the same" }).click();
  await button(atAna, "Add Nora").click();
  expect(await digitsOn(atAna)).toBe(digits);
  await dialog(atAna).getByRole("button", { name: "Add Nora" }).click();
  await atAna.getByText("2 people read this notebook").waitFor();

  // The new keys open it, and both see the same digits.
  await anew.reload();
  await toFriends(anew);
  await anew.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await anew.locator("article").getByText("Heliotrope at the harbour").waitFor();
  await toFriends(anew);
  await anew.getByRole("link", { name: "Members" }).click();
  await anew.getByRole("button", { name: "Ana", exact: true }).click();
  await button(anew, "Compare digits").click();
  expect(await digitsOn(anew)).toBe(digits);
});

it("who leaves the friends is removed by the next entry, which has another key", async () => {
  const { ana, atAna, atNora, nora, team } = await reading();
  const before = await epochOf(ana);
  await ok(nora, "DELETE", `/api/teams/${team}/members/${nora.id}`);
  await toMembers(atAna);
  await atAna.reload();
  await atAna.getByText("Somebody has left. The next entry brings a new key").waitFor();
  expect(await axeFindings(atAna)).toEqual([]);
  await toNotebook(atAna, "Nights");
  await writeSealed(atAna, "Only for me again", "Alone");
  await sent(atAna);
  expect(await epochOf(ana)).toBe(before + 1);
  await toMembers(atAna);
  await atAna.getByText("1 person reads this notebook").waitFor();
  expect(await atAna.getByText("Somebody has left").count()).toBe(0);
  await atNora.reload();
  expect(await atNora.getByText("Only for me again").count()).toBe(0);
});

it("who was removed keeps what was read, and writes and reads nothing new", async () => {
  const { atAna, atNora } = await reading();
  await toMembers(atAna);
  await atAna.getByRole("button", { name: "Nora", exact: true }).click();
  await button(atAna, "Remove").click();
  await dialog(atAna).getByRole("button", { name: "Remove" }).click();
  await atAna.getByText("1 person reads this notebook").waitFor();
  await toNotebook(atAna, "Nights");
  await writeSealed(atAna, "Only for me again", "Alone");
  await sent(atAna);

  await atNora.reload();
  await toFriends(atNora);
  await atNora.getByText("Sealed: you can only read it here.").waitFor();
  expect(await atNora.getByText("Alone").count()).toBe(0);
  await atNora.getByRole("link", { name: "Members" }).click();
  await atNora.getByText("You are not a member of this notebook any more.").waitFor();
  expect(await button(atNora, "Make a new key").count()).toBe(0);
  expect(await axeFindings(atNora)).toEqual([]);
  await toFriends(atNora);
  await atNora.locator(".list .page-head").getByRole("link", { name: "New entry" }).click();
  await atNora.locator(".article").getByText("Sealed: you can only read it here.").waitFor();
  // Nor is it chosen for an entry that is begun elsewhere.
  await atNora.evaluate(() => location.hash = "#/journal/new");
  await button(atNora, "Notebook").click();
  const offered = dialog(atNora).getByLabel("Put it into").locator("option");
  expect(await offered.allTextContents()).toEqual(["No notebook"]);
  await toFriends(atNora);
  await atNora.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await atNora.locator("article").getByText("Heliotrope at the harbour").waitFor();
});

it("a notebook whose owner is gone is read, and not written", async () => {
  const { ana, atNora } = await reading();
  await ok(ana, "DELETE", "/api/user/account", { confirm: ana.email, on_owned: "hand_over" });
  await atNora.reload();
  await toFriends(atNora);
  await atNora.getByText("Sealed: you can only read it here.").waitFor();
  await atNora.getByRole("link", { name: "Members" }).click();
  await atNora.getByText("Its owner is gone.").waitFor();
  expect(await button(atNora, "Make a new key").count()).toBe(0);
  expect(await axeFindings(atNora)).toEqual([]);
});

/// <reference lib="dom" />
/** A circle of friends: faces on Today, one tap to cheer, and an entry for friends alone. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { befriend } from "../../../tests/friends/support.ts";
import {
  axeFindings,
  begin,
  button,
  countTaps,
  desktop,
  dialog,
  goTo,
  phone,
  sent,
  shareWith,
  signIn,
  visit,
} from "./browser.ts";
import { arrived } from "./seen.ts";

const onPhone = { ...phone, hasTouch: true };

async function two() {
  const [nora, ben] = [await person("Nora"), await person("Ben")];
  const { team } = await befriend(nora, ben);
  return { nora, ben, team };
}

it("shows who wrote on Today, and cheers by one tap", async () => {
  const { nora, ben, team } = await two();
  await ok(nora, "POST", "/api/journal", {
    title: "",
    content: "The ice sang.\n\nWe stood still.",
    metadata_visibility: "team",
    content_visibility: "team",
    team_id: team,
  });
  const page = await visit("/today", onPhone);
  await signIn(page, ben);
  const row = page.locator(".friends li", { hasText: "Nora" });
  await row.getByText("The ice sang.").waitFor();
  await row.getByText("Nora, done today").waitFor({ state: "attached" });
  expect(await axeFindings(page)).toEqual([]);
  const taps = await countTaps(page);
  await row.getByRole("button", { name: "Send Nora a heart" }).click();
  await page.getByText("Nora hears:").waitFor();
  expect(await taps()).toBe(1);
  // The face has the words to choose.
  await row.getByRole("button", { name: "Cheer Nora" }).click();
  await dialog(page).locator("input[type=radio]:checked").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await page.getByText("Sent to Nora").waitFor();
  expect(await taps()).toBe(3);
  const { drops } = await ok(nora, "GET", "/api/encouragement-drops/received");
  expect(drops).toMatchObject(Array(2).fill({ sender: { id: ben.id } }));

  // The entry has a cheer and comments below it.
  await row.getByRole("link", { name: "The ice sang." }).click();
  await button(page, "Cheer Nora").waitFor();
  await page.getByLabel("Your comment").waitFor();
  expect(await page.locator("article .chip.visibility").textContent()).toContain("Nora’s friends");

  // The notification names the friend and the entry.
  await goTo(page, "/me/notifications");
  await page.getByRole("link", { name: "Nora wrote something for you" }).click();
  await button(page, "Cheer Nora").waitFor();
});

it("invites, is joined, and both see each other at once", async () => {
  const nora = await person("Nora");
  const host = await visit("/people", desktop);
  await signIn(host, nora);
  await goTo(host, "/people");
  await button(host, "Invite a friend").click();
  const link = await dialog(host).getByLabel("The link", { exact: true }).inputValue();
  await host.keyboard.press("Escape");
  await host.getByRole("heading", { name: "Open invitations" }).waitFor();

  const ben = await person("Ben");
  const guest = await visit("/today", onPhone);
  await signIn(guest, ben);
  await guest.goto(link);
  await guest.getByRole("heading", { name: "Nora’s friends" }).waitFor();
  await guest.getByText("Friends see whether you have written").waitFor();
  expect(await axeFindings(guest)).toEqual([]);
  await button(guest, /^Join/).click();
  await button(guest, "Send Nora a heart").waitFor();
  await button(host, "Send Ben a heart").waitFor();
  expect(await axeFindings(host)).toEqual([]);

  // The chat of the circle, and its people.
  await host.getByRole("link", { name: "Chat: Friends" }).click();
  await host.getByRole("heading", { name: "Friends", exact: true }).waitFor();
  await host.getByRole("link", { name: "Members" }).click();
  await host.getByRole("button", { name: "Ben", exact: true }).click();
  await button(host, "End the friendship").click();
  await dialog(host).getByRole("button", { name: "End the friendship" }).click();
  await host.getByText("Ben is no longer in your circle").waitFor();
  expect((await ok(ben, "GET", "/api/friends")).friends).toEqual([]);
});

it("shares an entry with friends by two taps", async () => {
  const { nora, ben } = await two();
  const page = await visit("/today", onPhone);
  await signIn(page, nora);
  await page.locator(".friends li").first().waitFor();
  await begin(page, "For you.");
  await button(page, "Only me").click();
  expect(await dialog(page).getByRole("radio").count()).toBe(3);
  await page.keyboard.press("Escape");
  await shareWith(page, "Friends");
  await button(page, "Save").click();
  await sent(page);
  const { entries } = await ok(ben, "GET", "/api/journal?scope=friends");
  expect(entries).toMatchObject([{ content: "For you.", author: { id: nora.id } }]);
});

it("never says organization or team to a person who has only friends", async () => {
  const { nora, ben, team } = await two();
  await ok(nora, "POST", "/api/journal", {
    title: "For you",
    content: "Words.",
    metadata_visibility: "team",
    content_visibility: "team",
    team_id: team,
  });
  const { entries: [entry] } = await ok(ben, "GET", "/api/journal?scope=friends");
  const page = await visit("/today", onPhone);
  await signIn(page, ben);
  await page.locator(".friends li").first().waitFor();
  const addresses = [
    "/today",
    "/people",
    `/people/team/${team}`,
    `/people/team/${team}/members`,
    `/people/person/${nora.id}`,
    "/journal",
    "/journal?scope=friends",
    "/journal?scope=public",
    `/journal/${entry.id}`,
    "/me",
    "/me/notifications",
    "/me/profile",
  ];
  for (const address of addresses) {
    await goTo(page, address);
    await arrived(page);
    const text = await page.locator("body").innerText();
    expect({ address, said: text.match(/\b(organi[sz]ations?|teams?)\b/gi) })
      .toEqual({ address, said: null });
  }
  await goTo(page, "/journal/new");
  await button(page, "Only me").click();
  expect(await dialog(page).innerText()).not.toMatch(/organi[sz]ation|team/i);
});

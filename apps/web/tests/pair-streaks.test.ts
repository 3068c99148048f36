/// <reference lib="dom" />
/** Streaks for two: a friend is asked and answers, and both see the flame with its days. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { ask, befriend, keep, prefer, write } from "../../../tests/friends/support.ts";
import { axeFindings, button, countTaps, dialog, goTo, phone, signIn, visit } from "./browser.ts";
import { arrived, tooWide } from "./seen.ts";

const onPhone = { ...phone, hasTouch: true };

async function two() {
  const [nora, ben] = [await person("Nora"), await person("Ben")];
  const { team } = await befriend(nora, ben);
  return { nora, ben, team };
}

async function open(
  who: Awaited<ReturnType<typeof person>>,
  address: string,
  options = onPhone,
) {
  const page = await visit("/today", options);
  await signIn(page, who);
  await goTo(page, address);
  return page;
}

it("asks on the page of a friend, who accepts on Today by one tap", async () => {
  const { nora, ben } = await two();
  const asking = await open(nora, `/people/person/${ben.id}`);
  await button(asking, "Ask for a streak for two").click();
  await asking.getByText("You have asked Ben.").waitFor();
  await arrived(asking);
  expect(await axeFindings(asking)).toEqual([]);

  const answering = await open(ben, "/today");
  await answering.getByText("Nora asks you for a streak for two").waitFor();
  expect(await axeFindings(answering)).toEqual([]);
  const taps = await countTaps(answering);
  await button(answering, "Accept").click();
  await answering.getByText("Your streak for two begins").waitFor();
  expect(await taps()).toBe(1);
  await answering.locator(".friends .flame").getByText("0 days together")
    .waitFor({
      state: "attached",
    });

  // The other end of it, and a new beginning.
  await asking.reload();
  await asking.locator(".pair-count").getByText("0 days together").waitFor();
  await button(asking, "Streak for two").click();
  await dialog(asking).getByRole("button", { name: "End the streak" }).click();
  await dialog(asking).getByRole("button", { name: "End the streak" }).click();
  await asking.getByText("The streak has ended").waitFor();
  await button(asking, "Ask for a streak for two").waitFor();
  expect((await ok(ben, "GET", "/api/friends")).friends[0].pair_streak.state)
    .toBe("ended");
});

it("has the flame with its days, and tells of the other nothing but that they are done", async () => {
  const { nora, ben } = await two();
  await keep(nora, ben, 12);
  await ok(nora, "POST", "/api/journal", {
    title: "Secret of mine",
    content: "Words.",
  });
  const page = await open(ben, "/people", {
    ...onPhone,
    viewport: { width: 360, height: 740 },
  });
  const row = page.locator(".friends li", { hasText: "Nora" });
  await row.getByText("12 days together").waitFor({ state: "attached" });
  expect(await tooWide(page)).toEqual([]);
  await row.getByRole("button", { name: "Nora, done today" }).click();
  await dialog(page).getByRole("link", { name: "Nora" }).click();
  const count = page.locator(".pair-count");
  await count.getByText("12 days together").waitFor();
  await page.getByText("Nora is done today").waitFor();
  await page.getByText("You are not done yet").waitFor();
  await arrived(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await tooWide(page)).toEqual([]);
  expect(await page.locator("body").innerText()).not.toContain(
    "Secret of mine",
  );

  // The day counts with an own entry; a pause is told.
  await write(ben);
  await ok(ben, "PUT", "/api/streaks/pause", { until: inDays(3) });
  await page.reload();
  await count.getByText("13 days together").waitFor();
  await page.getByText("You are done today").waitFor();
  await page.getByText("You are on a pause until").waitFor();
});

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it("asks and answers among the people of a circle, and leads there from the notification", async () => {
  const { nora, ben, team } = await two();
  const asking = await open(nora, `/people/team/${team}/members`);
  await button(asking, "Ben").click();
  await dialog(asking).getByRole("button", { name: "Ask for a streak for two" }).click();
  await asking.getByText("Ben is asked").waitFor();

  const answering = await open(ben, "/me/notifications");
  await answering.getByRole("link", {
    name: "Nora asks you for a streak for two",
  }).click();
  await button(answering, "Accept").waitFor();
  await goTo(answering, `/people/team/${team}/members`);
  await button(answering, "Decline").click();
  await answering.getByText("Declined").waitFor();
  expect((await ok(nora, "GET", "/api/friends")).friends[0].pair_streak)
    .toBeNull();
  await goTo(answering, "/me/notifications/pushes");
  await answering.getByLabel("A friend asks me for a streak for two").waitFor();
});

it("says why no streak is possible", async () => {
  const { nora, ben } = await two();
  await prefer(ben, { friend_done: false });
  const page = await open(ben, `/people/person/${nora.id}`);
  await page.getByText("Let friends see that you are done today").waitFor();
  expect(await button(page, "Ask for a streak for two").count()).toBe(0);
  await page.getByRole("link", { name: "Change this" }).click();
  await page.getByLabel("Friends see whether I am done today").waitFor();

  // Somebody who shows nothing is not asked.
  const other = await open(nora, `/people/person/${ben.id}`);
  await other.getByText("What Ben shares with you").waitFor();
  await arrived(other);
  expect(await other.getByText("Streak for two").count()).toBe(0);
});

it("takes an invitation back", async () => {
  const { nora, ben } = await two();
  await ask(nora, ben);
  const page = await open(nora, `/people/person/${ben.id}`);
  await button(page, "Streak for two").click();
  await dialog(page).getByRole("button", { name: "Take back" }).click();
  await page.getByText("Taken back").waitFor();
  await button(page, "Ask for a streak for two").waitFor();
});

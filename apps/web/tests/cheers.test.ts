/// <reference lib="dom" />
/** Cheers: they arrive, one tap thanks for them, and two taps send one. */
import { expect, it } from "vitest";
import { persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import {
  axeFindings,
  begin,
  button,
  clipboard,
  countTaps,
  desktop,
  dialog,
  goTo,
  phone,
  sent,
  signIn,
  textOf,
  visit,
} from "./browser.ts";

it("a cheer arrives while its recipient writes, and one tap thanks for it", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await begin(page, "A long day.");
  await ok(ben, "POST", "/api/encouragement-drops/send", {
    recipient_id: ana.id,
    drop_type: "encouragement",
    content: "You were up before the birds.",
  });
  const arrival = page.getByRole("status", { name: "A cheer for you" });
  await arrival.getByText("You were up before the birds.").waitFor();
  await arrival.getByText("Ben").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await arrival.getByRole("button", { name: "Thank" }).click();
  await arrival.waitFor({ state: "detached" });
  await expect.poll(async () =>
    (await ok(ben, "GET", "/api/encouragement-drops/received")).drops.map((
      { content }: { content: string },
    ) => content)
  ).toEqual(["Thank you!"]);
  await sent(page);
  const { drops: [cheer] } = await ok(ana, "GET", "/api/encouragement-drops/received");
  expect(cheer.read_at).not.toBeNull();

  // Known people are one tap away, with ready words.
  await goTo(page, "/today");
  const taps = await countTaps(page);
  await button(page, "Cheer Ben").click();
  await dialog(page).locator("input[type=radio]:checked").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await page.getByText("Sent to Ben").waitFor();
  expect(await taps()).toBe(2);
  expect((await ok(ben, "GET", "/api/encouragement-drops/received")).drops).toHaveLength(2);
});

it("unread cheers stand above everything but writing", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  await ok(ben, "POST", "/api/encouragement-drops/send", {
    recipient_id: ana.id,
    drop_type: "encouragement",
    content: "Go on.",
  });
  const page = await visit("/journal", phone);
  await signIn(page, ana);
  await goTo(page, "/today");
  const words = page.locator(".drops").getByText("Go on.");
  await words.waitFor();
  expect((await words.boundingBox())!.y).toBeLessThan(500);
});

it("a cheer that has waited shows its link, and is thanked for by one tap", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  await ok(ben, "POST", "/api/encouragement-drops/send", {
    recipient_id: ana.id,
    drop_type: "media",
    media_url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  });
  const page = await visit("/journal", phone);
  await signIn(page, ana);
  await goTo(page, "/today");
  const row = page.locator(".drops li", { hasText: "Ben" });
  expect(await row.getByRole("link", { name: "A song or a video" }).getAttribute("href"))
    .toBe("https://www.youtube.com/watch?v=dQw4w9WgXcQ");
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole("button", { name: "Thank Ben" }).click();
  await page.getByText("Ben hears your thanks").waitFor();
  await expect.poll(() => row.getByRole("button").count()).toBe(0);
  await sent(page);
  const received = async (who: typeof ana) =>
    (await ok(who, "GET", "/api/encouragement-drops/received")).drops;
  expect(await received(ben)).toMatchObject([{ content: "Thank you!" }]);
  expect((await received(ana))[0].read_at).not.toBeNull();
});

it("a user who does not write back keeps the cheer and the place in the text", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const page = await visit("/today", desktop);
  await signIn(page, ana);
  await begin(page, "A long day.");
  await textOf(page).focus();
  await ok(ben, "POST", "/api/encouragement-drops/send", {
    recipient_id: ana.id,
    drop_type: "encouragement",
    content: "You were up before the birds.",
  });
  const arrival = page.getByRole("status", { name: "A cheer for you" });
  await arrival.getByRole("button", { name: "Write back" }).click();
  await dialog(page).getByRole("button", { name: "In my own words" }).click();
  // The layout of the card differs from that of the sheet above it.
  const [send, sheet] = await Promise.all(
    [dialog(page).getByRole("button", { name: "Send" }), dialog(page)]
      .map((each) => each.boundingBox()),
  );
  expect(send!.x + send!.width / 2).toBeGreaterThan(sheet!.x + sheet!.width / 2 + 100);
  const words = dialog(page).getByLabel("Words");
  await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true);
  expect((await words.boundingBox())!.height).toBeGreaterThan(80);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await arrival.getByText("You were up before the birds.").waitFor();
  await arrival.getByRole("button", { name: "Thank" }).click();
  await arrival.waitFor({ state: "detached" });
  expect(await textOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

it("a cheer goes to somebody known without a search", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Swimmers" });
  await ok(ana, "POST", `/api/organizations/${organization.id}/members`, { user_id: ben.id });
  const page = await visit("/people/encouragement", desktop);
  await signIn(page, ana);
  await button(page, "Send a cheer").click();
  const search = dialog(page).getByLabel("Who?");
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog(page).getByRole("button", { name: "Ben" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Ben" }).click();
  await dialog(page).locator("input[type=radio]:checked").waitFor();
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await page.getByText("Sent to Ben").waitFor();
  expect((await ok(ben, "GET", "/api/encouragement-drops/received")).drops).toHaveLength(1);
});

it("a friend is invited in two taps, and joins", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const page = await visit("/today", { ...phone, permissions: clipboard });
  await signIn(page, ana);
  const taps = await countTaps(page);
  await button(page, "Invite a friend").click();
  const link = await dialog(page).getByLabel("The link").inputValue();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied").waitFor();
  expect(await taps()).toBe(2);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const friend = await visit("/today", phone);
  await signIn(friend, ben);
  await friend.goto(link);
  await button(friend, /^Join/).click();
  await expect.poll(async () => (await ok(ben, "GET", "/api/organizations")).organizations)
    .toMatchObject([{ name: "Ana's circle" }]);
});

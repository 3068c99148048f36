/// <reference lib="dom" />
/** Cheers: they arrive, one thanks by a tap, and sends one in two. */
import { expect, it } from "vitest";
import { persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import {
  axeFindings,
  begin,
  button,
  clipboard,
  countTaps,
  dialog,
  goTo,
  phone,
  sent,
  signIn,
  visit,
} from "./browser.ts";

it("a cheer arrives while one writes, and is thanked for by one tap", async () => {
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

  // Known people are one tap away, with words that are ready.
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

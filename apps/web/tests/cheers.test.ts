/// <reference lib="dom" />
/** Cheers: they arrive, one tap thanks for them, and two taps send one. */
import { expect, it } from "vitest";
import { type Person, persons } from "../../../tests/support/people.ts";
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

const cheer = (from: Person, to: Person, content: string) =>
  ok(from, "POST", "/api/encouragement-drops/send", {
    recipient_id: to.id,
    drop_type: "encouragement",
    content,
  });

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
  await sent(page);
  const { drops: [cheer] } = await ok(ana, "GET", "/api/encouragement-drops/received");
  expect([cheer.read_at, cheer.thanked_at]).not.toContain(null);
  // Thanks are not a cheer.
  expect((await ok(ben, "GET", "/api/encouragement-drops/received")).drops).toEqual([]);

  // Known people are one tap away, with ready words two.
  await goTo(page, "/today");
  const taps = await countTaps(page);
  await button(page, "Cheer Ben").click();
  await dialog(page).locator("input[type=radio]:checked").waitFor();
  expect(await dialog(page).getByRole("radio").count()).toBe(4);
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await page.getByText("Sent to Ben").waitFor();
  expect(await taps()).toBe(2);
  await button(page, "Send Ben a heart").click();
  await page.getByText("Ben hears: I read your page.").waitFor();
  expect(await taps()).toBe(3);
  const { drops } = await ok(ben, "GET", "/api/encouragement-drops/received");
  expect(drops.map(({ content }: { content: string }) => content))
    .toEqual(Array(2).fill("I read your page. Thank you for sharing it."));
});

it("an arrived cheer leaves by itself, and waits among the unread ones", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const page = await visit("/journal", phone);
  await signIn(page, ana);
  await page.clock.install();
  await cheer(ben, ana, "You were up before the birds.");
  const arrival = page.getByRole("status", { name: "A cheer for you" });
  await arrival.waitFor();
  // The focus holds it.
  await arrival.getByRole("button", { name: "Close" }).focus();
  await page.clock.runFor(60_000);
  expect(await arrival.isVisible()).toBe(true);
  await arrival.getByRole("button", { name: "Close" }).blur();
  await page.clock.runFor(13_000);
  await arrival.waitFor({ state: "detached" });
  expect((await ok(ana, "GET", "/api/encouragement-drops/received")).drops[0].read_at).toBeNull();
});

it("the ready-made lines fit what the sender may see, the last one first", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  await cheer(ben, ana, "Go on.");
  const write = (content: string, mood: string | null) =>
    ok(ben, "POST", "/api/journal", {
      title: "Today",
      content,
      mood,
      metadata_visibility: "public",
      content_visibility: "public",
    });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  const lines = async () => {
    await goTo(page, "/journal");
    await goTo(page, "/today");
    await button(page, "Cheer Ben").click();
    await dialog(page).locator("input[type=radio]:checked").waitFor();
    const said = await dialog(page).locator(".template").allTextContents();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    return said;
  };
  const usual = await lines();
  expect(usual).toHaveLength(4);
  await write("It begins.", "calm");
  expect(await lines()).toContain("Your first page! I'm glad that I may read it.");
  await write("A bad day.", "sad");
  expect((await lines())[0]).toBe("That sounds like a hard day. I'm here.");
  // The last line sent comes first, where it fits.
  await button(page, "Cheer Ben").click();
  await dialog(page).getByText("Call me whenever you like, even late.").click();
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await page.getByText("Sent to Ben").waitFor();
  expect((await lines())[0]).toBe("Call me whenever you like, even late.");
  // No ready-made line answers danger.
  await write("I don't want to live anymore.", "sad");
  await goTo(page, "/journal");
  await goTo(page, "/today");
  await button(page, "Send Ben a heart").click();
  await dialog(page).getByText("Ben is having a very hard time.", { exact: false }).waitFor();
  expect(await dialog(page).getByRole("radio").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect((await ok(ben, "GET", "/api/encouragement-drops/received")).drops).toHaveLength(1);
});

it("a cheer is spoken, heard and thanked for", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  await cheer(ben, ana, "Go on.");
  const page = await visit("/today", { ...phone, permissions: ["microphone"] });
  await signIn(page, ana);
  await button(page, "Cheer Ben").click();
  await dialog(page).getByRole("button", { name: "In my voice" }).click();
  expect(await dialog(page).getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
  await dialog(page).getByRole("button", { name: "Record", exact: true }).click();
  await dialog(page).getByRole("timer").getByText("0:01").waitFor();
  await dialog(page).getByRole("button", { name: "Stop and add" }).click();
  await dialog(page).getByLabel("A spoken cheer").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Send" }).click();
  await page.getByText("Sent to Ben").waitFor();

  const friend = await visit("/people/encouragement", phone);
  await signIn(friend, ben);
  const sound = friend.locator(".drops li", { hasText: "Ana" })
    .getByLabel("A spoken cheer").locator("audio");
  await sound.waitFor({ state: "attached" });
  await expect.poll(() =>
    sound.evaluate(async (audio: HTMLAudioElement) => {
      await audio.play().catch(() => {});
      return audio.currentTime > 0;
    })
  ).toBe(true);
  expect(await axeFindings(friend)).toEqual([]);
  await button(friend, "Thank Ana").click();
  await friend.getByText("You said thanks").waitFor();
  await goTo(page, "/people/encouragement/sent");
  await page.getByText("Said thanks").waitFor();
});

it("a jar keeps the kind words, and opens on a hard day", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  await cheer(ben, ana, "You were up before the birds.");
  await cheer(ben, ana, "You carry a lot.");
  const page = await visit("/people/encouragement/jar", phone);
  await signIn(page, ana);
  await page.getByText("2 kind words are in it").waitFor();
  const word = page.locator(".jar .said");
  const first = await word.textContent();
  await button(page, "Another one").click();
  await expect.poll(() => word.textContent()).not.toBe(first);
  await button(page, "Another one").click();
  expect(await word.textContent()).toBe(first);
  expect(await axeFindings(page)).toEqual([]);

  await goTo(page, "/today");
  await button(page, "Cheer Ben").waitFor();
  expect(await page.locator(".jar").count()).toBe(0);
  await ok(ana, "POST", "/api/engagement/satisfaction", { score: 2 });
  await page.getByText("Today seems hard.", { exact: false }).waitFor();
  await page.locator(".jar .said").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it("unread cheers stand on the first screen, below writing alone", async () => {
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
  expect((await words.boundingBox())!.y).toBeLessThan(700);
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
  const { drops: [thanked] } = await ok(ana, "GET", "/api/encouragement-drops/received");
  expect([thanked.read_at, thanked.thanked_at]).not.toContain(null);
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

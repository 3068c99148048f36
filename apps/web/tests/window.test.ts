/// <reference lib="dom" />
/** The workout window: setting it, checking in, the people around it, the mosaic and the battle. */
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { chainAround, checkIn } from "../../../tests/workout-window/days.ts";
import { exifTime, freshPhoto } from "../../../tests/workout-window/photos.ts";
import { person, persons, superAdmin } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import {
  account,
  axeFindings,
  axeFindsNothing,
  darkDesktop,
  goTo,
  phone,
  sent,
  signIn,
  signUp,
  visit,
} from "./browser.ts";

/** The time of the devices, so many minutes from now: `14:05`. */
const clock = (minutes: number) =>
  new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Berlin" })
    .format(Date.now() + minutes * 60_000);

const file = (bytes: Uint8Array, mimeType = "image/jpeg") => ({
  name: "photo.jpg",
  mimeType,
  buffer: Buffer.from(bytes),
});
const photoOf = (page: Page) => page.getByRole("dialog").locator("input[type=file]");
const send = (page: Page) => page.getByRole("button", { name: "Send check-in" }).click();
/** The date by which the demo data is made. */
const today = new Date().toISOString().slice(0, 10);
beforeAll(async () => {
  const admin = await superAdmin();
  await ok(admin, "POST", `/api/workout-window/mosaic/generate/${today}`);
});

describe("the window", () => {
  it("is set, counts down, and takes a check-in with a photo", async () => {
    const page = await visit("/today", { ...phone, hasTouch: true });
    await page.clock.install();
    await signUp(page);
    await page.getByRole("link", { name: "Set your window" }).click();
    // No other user is in this city.
    await page.getByLabel("City").fill(crypto.randomUUID());
    await page.getByRole("button", { name: "Save place" }).click();
    await page.getByText("Your place is saved").waitFor();
    await page.getByLabel("It opens at").fill(clock(-40));
    await page.getByLabel("What you want to do").selectOption("other");
    await page.getByLabel("Which one?").fill(" ");
    await page.getByRole("button", { name: "Set window" }).click();
    await page.locator(".field .error").waitFor();
    await page.getByLabel("Which one?").fill("Juggling");
    await page.getByRole("button", { name: "Set window" }).click();
    await page.getByText("Your window is saved").waitFor();

    await goTo(page, "/today");
    const card = page.locator(".card", { hasText: "Workout window" });
    await card.getByText(/^Closes in 1 h (19|20) min$/).waitFor();
    await card.getByText("Juggling").waitFor();

    await card.getByRole("button", { name: "Check in" }).click();
    await send(page);
    await page.getByText("A check-in needs a photo").waitFor();
    for (const bytes of [Buffer.from("no picture"), freshPhoto().subarray(0, 700)]) {
      await photoOf(page).last().setInputFiles(file(bytes));
      await page.getByText("This photo cannot be read.").waitFor();
    }
    await photoOf(page).first().setInputFiles(file(freshPhoto({ takenAt: exifTime(0) })));
    await page.getByAltText("The photo you send").waitFor();
    await page.context().setOffline(true);
    await page.getByText("We send it when you are back").waitFor();
    await page.context().setOffline(false);
    await send(page);
    await page.getByText("You are checked in").waitFor();
    await page.getByRole("dialog").getByAltText("Your photo").waitFor();
    await page.getByRole("dialog").getByText("Nobody is before or after you today.").waitFor();
    // The card behind the dialog says it too, as soon as it has loaded anew.
    await page.getByRole("dialog").getByText("1 chip for your team.").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await card.getByText("Checked in").waitFor();
    // The photo stays beside it.
    await expect.poll(() =>
      card.locator(".outcome img").evaluate((photo: HTMLImageElement) => photo.naturalWidth)
    ).toBeGreaterThan(0);
    // The button is gone; the focus goes on where it was.
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("now");
    expect(await card.getByRole("button", { name: /Check in/ }).count()).toBe(0);

    await goTo(page, "/window/days");
    await page.getByRole("button", { name: /Photo of/ }).click();
    await page.getByRole("dialog").getByAltText("Your check-in").waitFor();
  });

  it("counts by the second in its last minute", async () => {
    const ana = await person("Ana");
    await ok(ana, "POST", "/api/workout-window/setup", {
      activityType: "walk",
      windowStartTime: clock(-40),
      timezone: "Europe/Berlin",
    });
    const page = await visit("/window", phone);
    await page.clock.install();
    await signIn(page, ana);
    const left = page.getByRole("timer");
    await left.getByText("1 h").waitFor();
    await page.clock.fastForward(
      Date.parse((await ok(ana, "GET", "/api/workout-window/my-window")).next.closes_at) -
        Date.now() - 45_000,
    );
    await left.getByText(/^\d+ s$/).waitFor();
    const before = await left.innerText();
    await expect.poll(() => left.innerText()).not.toBe(before);
  });

  it("says why a check-in outside of it is in review, and that there is one already", async () => {
    const ana = await person("Ana");
    await ok(ana, "POST", "/api/workout-window/setup", {
      activityType: "reading",
      windowStartTime: clock(180),
      timezone: "Europe/Berlin",
    });
    const [page, other] = [await visit("/window", darkDesktop), await visit("/window", phone)];
    for (const each of [page, other]) {
      await signIn(each, ana);
      await each.getByText(/^Opens in (2 h 59 min|3 h)$/).waitFor();
      await each.getByRole("button", { name: "Check in early" }).click();
      await photoOf(each).last().setInputFiles(file(freshPhoto()));
      await each.getByAltText("The photo you send").waitFor();
      expect(await axeFindings(each)).toEqual([]);
    }
    await send(page);
    await page.getByText("Kept, and in review").waitFor();
    await page.getByText("It was sent outside your window.").last().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await send(other);
    await other.getByText("You have already checked in for this date").waitFor();
  });

  it("shows the chain and the squad, and news of them at once", async () => {
    const [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
    await chainAround([ana, ben, cleo]);
    const page = await visit();
    await signIn(page, ben);
    await page.getByRole("link", { name: "Open" }).click();
    const before = page.locator(".chain li", { hasText: "Ana" });
    await before.getByText("Not yet").waitFor();
    expect(await page.locator(".squad li").count()).toBe(3);

    await checkIn(ana);
    await before.getByText("Checked in").waitFor();
    await before.getByRole("button", { name: "Photo of Ana" }).click();
    await page.getByAltText("Check-in of Ana").waitFor();
  });
});

describe("the mosaic and the battle", () => {
  it("open a section of the picture, by hand and by keyboard, and show the rounds", async () => {
    const page = await visit(`/window/mosaic/${today}`, phone);
    await signIn(page, account("demo"));
    const picture = page.getByAltText(/^Mosaic/);
    const { width } = (await picture.boundingBox())!;
    await picture.click({ position: { x: width / 10, y: width / 10 } });
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/team/).waitFor();
    const name = await dialog.getByRole("heading").innerText();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // Several people may have this name.
    const row = page.locator(".sections button", { has: page.getByText(name, { exact: true }) })
      .first();
    await row.focus();
    await page.keyboard.press("Enter");
    expect(await dialog.getByRole("heading").innerText()).toBe(name);
    await page.keyboard.press("Escape");
    await expect.poll(() => row.evaluate((each) => each === document.activeElement)).toBe(true);

    await goTo(page, `/window/battle/${today}`);
    await page.getByRole("heading", { name: "Chips by day" }).waitFor();
    await page.getByRole("link", { name: "The week before" }).click();
    await expect.poll(() => page.locator(".rounds tbody tr").count()).toBeGreaterThan(2);
    expect(await page.locator(".verdict").innerText()).toMatch(/^(Red won|Blue won|Tie)$/);
    await page.getByText(/^Damage: red [\d,]+, blue [\d,]+$/).waitFor();
  });
});

it("says the end of a battle in the language of the page, with numbers as people write them", async () => {
  const rounds = [1, 2, 3].map((round) => ({
    round,
    redDamage: 1022,
    blueDamage: 200,
    badGuyDamage: 300,
  }));
  const page = await visit(`/window/battle/${today}`, phone);
  let ago = 0;
  await page.route("**/battle/week/*", async (route) => {
    const response = await route.fetch();
    const { battle, ...week } = await response.json();
    const monday = new Date(battle.week_start_date);
    monday.setUTCDate(monday.getUTCDate() - ago);
    const ended = {
      winner: "red",
      battle_status: "completed",
      battle_result: { rounds },
      week_start_date: monday.toISOString().slice(0, 10),
    };
    await route.fulfill({ response, json: { ...week, battle: { ...battle, ...ended } } });
  });
  await signIn(page, account("demo"));
  // A week that goes on names no winner, even if the answer of the service does.
  await page.locator(".verdict").getByText("Goes on until Sunday night").waitFor();
  expect(await page.getByText("Damage:").count()).toBe(0);
  ago = 7;
  await page.reload();
  await page.locator(".verdict").getByText("Red won").waitFor();
  await page.getByText("Damage: red 3,066, blue 600").waitFor();
  expect(await page.locator(".rounds tbody tr").first().innerText()).toMatch(/^1\s+1,022\s+200$/);
});

it("explains each view of the workout window once, on all devices", async () => {
  const ana = await person("Ana");
  const page = await visit("/window", phone);
  await signIn(page, ana);
  const card = page.locator(".card", { hasText: "How this works" });
  await card.getByText("Chain", { exact: true }).waitFor();
  expect(await card.getByText("Battle", { exact: true }).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Got it" }).click();
  await card.waitFor({ state: "detached" });
  await sent(page);
  const other = await visit("/window", darkDesktop);
  await signIn(other, ana);
  await other.getByText("Set your window").waitFor();
  expect(await other.locator(".card", { hasText: "How this works" }).count()).toBe(0);
  await goTo(other, "/window/battle");
  await other.getByText("Each check-in earns a chip").waitFor();
  expect(await other.getByText(/Power \d/).count()).toBe(0);
});

it("explains the window to somebody who has had it for weeks only when they ask", async () => {
  const page = await visit("/window", phone);
  await signIn(page, account("demo"));
  await page.getByText("Your chain").waitFor();
  expect(await page.locator(".card", { hasText: "How this works" }).count()).toBe(0);
  await page.getByRole("button", { name: "How this works" }).click();
  const asked = page.getByRole("dialog", { name: "How this works" });
  for (const part of ["Window", "Chain", "Battle", "Mosaic"]) {
    await asked.getByText(part, { exact: true }).waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
});

it("shows the photos that the viewer may see inside of the mosaic, and initials elsewhere", async () => {
  const [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
  await chainAround([ana, ben, cleo]);
  await checkIn(ana);
  await ok(await superAdmin(), "POST", `/api/workout-window/mosaic/generate/${today}`);
  const page = await visit(`/window/mosaic/${today}`, phone);
  await signIn(page, ben);
  const inlaid = page.locator(".inlaid img");
  await expect.poll(() =>
    inlaid.evaluateAll((photos) =>
      photos.map((photo) => (photo as HTMLImageElement).naturalWidth > 0)
    )
  ).toEqual([true]);
  const [photo, picture] = await Promise.all(
    [inlaid, page.getByAltText(/^Mosaic/)].map((each) => each.boundingBox()),
  );
  expect(photo!.x).toBeGreaterThanOrEqual(picture!.x);
  expect(photo!.y + photo!.height).toBeLessThanOrEqual(picture!.y + picture!.height + 1);
  expect(await axeFindings(page)).toEqual([]);
  // A tap on the photo opens it.
  await page.mouse.click(photo!.x + photo!.width / 2, photo!.y + photo!.height / 2);
  await page.getByRole("dialog").getByAltText("Photo of Ana").waitFor();
});

axeFindsNothing("about the window", async (page, look) => {
  await signIn(page, account("demo"));
  for (const part of ["", `/mosaic/${today}`, `/battle/${today}`, "/days", "/settings"]) {
    await goTo(page, `/window${part}`);
    await page.locator(".window-page .card").first().waitFor();
    await look(part);
  }
});

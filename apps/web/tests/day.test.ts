/** The faces of a day and the sleep on Today, and where they show. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindsNothing,
  begin,
  button,
  countTaps,
  goTo,
  phone,
  sent,
  signIn,
  textOf,
  visit,
  zoneAt,
} from "./browser.ts";

/** Somebody for whom it is this hour. */
async function personAt(hour: number) {
  const ana = await person("Ana");
  // A mood that AI finds would show in place of the face.
  const profile = { timezone: zoneAt(hour), mood_analysis_enabled: false };
  await ok(ana, "PUT", "/api/user/profile", profile);
  return ana;
}

const faces = (page: Page) => page.getByRole("group", { name: "How is your day?" });
const face = (page: Page, name: string) => faces(page).getByRole("button", { name, exact: true });

it("keeps the face of the day by one tap, also without a network, and changes it", async () => {
  const ana = await personAt(15);
  const stored = async () => [
    ...await sql`select score from public.satisfaction_entries where user_id = ${ana.id}`,
  ];
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await face(page, "Good").waitFor();
  await page.context().setOffline(true);
  const taps = await countTaps(page);
  await face(page, "Good").click();
  await page.getByRole("status").getByText("Good", { exact: true }).waitFor();
  expect(await taps()).toBe(1);
  expect(await stored()).toEqual([]);

  // A stored day is changed with a network alone.
  await face(page, "Awful").click();
  await page.getByText("You are offline. Try again when you are back.").waitFor();
  await page.context().setOffline(false);
  await sent(page);
  expect(await stored()).toEqual([{ score: 8 }]);
  const scores = { "Awful": 2, "Not so good": 4, "So-so": 6, "Wonderful": 10 };
  for (const [name, score] of Object.entries(scores)) {
    await face(page, name).click();
    await expect.poll(stored).toEqual([{ score }]);
    await expect.poll(() => face(page, name).getAttribute("aria-pressed")).toBe("true");
  }
});

it("shows the face of a day in the calendar and the year where no entry has a mood", async () => {
  const ana = await personAt(15);
  await ok(ana, "POST", "/api/engagement/satisfaction", { score: 3 });
  await ok(ana, "POST", "/api/journal", { title: "Fog", content: "White." });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await expect.poll(() => face(page, "Not so good").getAttribute("aria-pressed")).toBe("true");
  const day = page.locator("[aria-current='date']");
  const looks = async () => {
    const found = [];
    for (const address of ["/journal/calendar", "/journal/insights"]) {
      await goTo(page, address);
      found.push([...(await day.getAttribute("class"))!.matchAll(/positive|negative/g)].join());
    }
    return found;
  };
  expect(await looks()).toEqual(["negative", "negative"]);
  expect(await day.getAttribute("aria-label")).toContain("Hard");

  await ok(ana, "POST", "/api/journal", { title: "Sun", content: "Warm.", mood: "joyful" });
  await goTo(page, "/today");
  await page.reload();
  await page.locator(".row", { hasText: "Sun" }).waitFor();
  expect(await looks()).toEqual(["positive", "positive"]);
});

it("offers the face of today as the mood of the next entry, and never sets it", async () => {
  const ana = await personAt(15);
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await begin(page, "Before the face.");
  expect(await button(page, "Mood “joyful”?").count()).toBe(0);
  await goTo(page, "/today");
  await face(page, "Wonderful").click();
  await begin(page, "Not with it.", "Without");
  await button(page, "Mood “joyful”?").waitFor();
  await button(page, "Save").click();
  await textOf(page).waitFor({ state: "detached" });
  await begin(page, "With it.", "With");
  await button(page, "Mood “joyful”?").click();
  await button(page, "Mood “joyful”?").waitFor({ state: "detached" });
  await button(page, "Save").click();
  await sent(page);
  const { entries } = await ok(ana, "GET", "/api/journal?scope=own");
  expect(entries).toMatchObject([{ title: "With", mood: "joyful" }, {
    title: "Without",
    mood: null,
  }]);
});

it("asks about the sleep in the morning alone", async () => {
  const [ana, ben] = [await personAt(8), await personAt(15)];
  const nights = async () => [
    ...await sql`
      select hours::float, quality from public.sleep_entries where user_id = ${ana.id}`,
  ];
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await page.context().setOffline(true);
  await button(page, "Half an hour less").click();
  await page.getByText("7.5 hours").waitFor();
  await page.getByRole("group", { name: "How well you slept" })
    .getByRole("button", { name: "Well", exact: true }).click();
  await page.getByText("7.5 hours · Well").waitFor();
  await page.context().setOffline(false);
  await sent(page);
  expect(await nights()).toEqual([{ hours: 7.5, quality: 4 }]);
  await button(page, "Change how you slept").click();
  await button(page, "Half an hour more").click();
  await button(page, "Very well").click();
  await page.getByText("8 hours · Very well").waitFor();
  expect(await nights()).toEqual([{ hours: 8, quality: 5 }]);

  const later = await visit("/today", phone);
  await signIn(later, ben);
  await faces(later).waitFor();
  expect(await later.getByText("How did you sleep?").count()).toBe(0);
});

axeFindsNothing("in the faces of the day", async (page, look) => {
  await signIn(page, await personAt(8));
  await face(page, "Good").waitFor();
  await look("asked");
  await face(page, "Good").click();
  await button(page, "Well").first().waitFor();
  await page.getByRole("group", { name: "How well you slept" }).getByRole("button").last().click();
  await page.getByText("8 hours · Very well").waitFor();
  await look("answered");
  await begin(page, "A line.");
  await look("offered");
});

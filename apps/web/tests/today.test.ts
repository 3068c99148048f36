/// <reference lib="dom" />
/** The first screen: its weight, its length, and its width in long languages. */
import { expect, it } from "vitest";
import { person, persons } from "../../../tests/support/people.ts";
import { befriend, share } from "../../../tests/friends/support.ts";
import { ok } from "../../../tests/support/requests.ts";
import { account, axeFindsNothing, goTo, phone, signIn, visit, zoneAt } from "./browser.ts";

/** Somebody with something in every card of Today, in a time zone where it is this hour. */
async function busyPerson(hour: number) {
  const [ana, ben, cleo] = await persons("Ana", "Ben", "Cleo");
  const timezone = zoneAt(hour);
  await ok(ana, "PUT", "/api/user/profile", { timezone });
  const run = { kind: "weekly", times: 3 };
  const measure = { unit: "km", target: 4, direction: "at_least" };
  await ok(ana, "POST", "/api/goals", { title: "Finish the boat story" });
  await ok(ana, "POST", "/api/goals", { title: "Walk by the river", schedule: run, measure });
  await ok(ana, "POST", "/api/goals", { title: "Write every morning" });
  for (const friend of [ben, cleo]) {
    const { team } = await befriend(ana, friend);
    await share(friend, team);
    await ok(friend, "POST", "/api/encouragement-drops/send", {
      recipient_id: ana.id,
      drop_type: "encouragement",
      content: "So many mornings. What will you write about tomorrow? I look forward to it.",
    });
  }
  await ok(ana, "POST", "/api/workout-window/setup", {
    activityType: "walk",
    windowStartTime: `${String(hour - 1).padStart(2, "0")}:30`,
    timezone,
  });
  const now = new Date();
  // A leap day comes back in four years alone.
  for (const years of [0, 4, 8]) {
    const written = new Date(now);
    written.setUTCFullYear(now.getUTCFullYear() - years);
    await ok(ana, "POST", "/api/journal", {
      title: "Herons",
      content: "I have to see the river again, before the winter comes and the herons leave.",
      mood: "calm",
      tags: ["morning"],
      written_at: written.toISOString(),
    });
  }
  return { ana, timezone };
}

it.each([8, 20])(
  "a busy day has less than two screens of a phone, what was written first, at %i:00",
  async (hour) => {
    const { ana, timezone } = await busyPerson(hour);
    const page = await visit("/today", { ...phone, timezoneId: timezone });
    await signIn(page, ana);
    await page.getByRole("heading", { name: "Workout window" }).waitFor();
    await page.getByRole("heading", { name: "Cheers for you" }).waitFor();
    await page.getByRole("heading", { name: "On this day" }).waitFor();
    await page.getByRole("group", { name: "How is your day?" }).waitFor();
    expect(await page.getByText("How did you sleep?").count()).toBe(hour < 12 ? 1 : 0);
    await expect.poll(() => page.locator("main .loading").count()).toBe(0);
    const tops = await Promise.all(
      ["How is your day?", "Cheers for you", "Goals", "Workout window"].map(async (text) =>
        (await page.getByText(text, { exact: true }).first().boundingBox())!.y
      ),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    // Sunday has the card of the week besides.
    const week = page.locator(".lesser > *", {
      has: page.getByRole("heading", { name: "Your week" }),
    });
    const sunday = await week.count() ? (await week.boundingBox())!.height : 0;
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height - sunday).toBeLessThan(2 * 844);
  },
);

it.each(["de", "fr"])(
  "nothing on Today or in the first steps is wider than 360 px in %s",
  async (language) => {
    const ana = await person("Ana");
    await ok(ana, "POST", "/api/goals", { title: "Zehn Minuten draußen, auch wenn es regnet" });
    const page = await visit("/today", { viewport: { width: 360, height: 740 } });
    await signIn(page, ana);
    await ok(ana, "PUT", "/api/user/profile", { language });
    await page.locator(`html[lang^="${language}"]`).waitFor();
    const widths = [];
    for (
      const address of ["/today", "/me/notifications", "/me/premium", "/me/shop", "/window/mosaic"]
    ) {
      await goTo(page, address);
      await page.locator("main h1").first().waitFor({ state: "attached" });
      widths.push(await page.evaluate(() => document.documentElement.scrollWidth));
    }
    expect(widths).toEqual(widths.map(() => 360));
  },
);

axeFindsNothing("on Today, in its notifications and its shop", async (page, look) => {
  await signIn(page, account("demo"));
  for (const screen of ["/today", "/me/notifications", "/me/premium", "/me/streaks"]) {
    await goTo(page, screen);
    await look(screen);
  }
});

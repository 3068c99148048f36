/// <reference lib="dom" />
/** The first screen: its weight, its length, and its width in long languages. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { account, axeFindsNothing, goTo, phone, signIn, visit } from "./browser.ts";

it("a busy day has less than two screens of a phone, what was written first", async () => {
  const page = await visit("/today", phone);
  await signIn(page, account("demo"));
  await page.getByRole("heading", { name: "Workout window" }).waitFor();
  await page.getByRole("heading", { name: "Cheers for you" }).waitFor();
  await page.getByRole("heading", { name: "On this day" }).waitFor();
  await expect.poll(() => page.locator("main .loading").count()).toBe(0);
  // A streak is celebrated once.
  const celebrated = page.getByRole("button", { name: "Lovely" });
  if (await celebrated.count()) await celebrated.click();
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
});

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

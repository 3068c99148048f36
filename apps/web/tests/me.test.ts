/// <reference lib="dom" />
/** A person at the place Me: the profile, goals, notebooks and settings. */
import type { Page, Response } from "playwright-core";
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { readMailbox } from "../../../tests/support/mailbox.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  account,
  axeFindsNothing,
  button,
  desktop,
  dialog,
  goTo,
  phone,
  sent,
  signIn,
  signUp,
  visit,
} from "./browser.ts";
import { picture, seen } from "./pictures.ts";

const isChange = (answer: Response) => answer.request().method() === "PUT";
const chooser = (page: Page) => page.getByLabel(/^(Choose a|Change) picture$/);

describe("me", () => {
  it("cuts a picture of the user to a square, uploads it, and removes it", async () => {
    const page = await visit("/today", phone);
    await signUp(page);
    await goTo(page, "/me");
    await page.getByRole("link", { name: "Profile" }).click();
    const avatar = page.locator(".picture img");
    const byKeys = async () => {
      await page.keyboard.press("+");
      for (let times = 0; times < 4; times++) await page.keyboard.press("ArrowRight");
    };
    const byPointer = async () => {
      const { x, y, width } = (await page.locator(".crop canvas").boundingBox())!;
      await page.mouse.move(x + width / 2, y + width / 2);
      await page.mouse.wheel(0, -48);
      await page.mouse.down();
      await page.mouse.move(x + width / 4, y + width / 2, { steps: 3 });
      await page.mouse.up();
    };
    for (const [move, colour] of [[byKeys, "red"], [byPointer, "blue"]] as const) {
      await chooser(page).setInputFiles(
        await picture(page, 900, 600),
      );
      const before = await avatar.count() ? await avatar.getAttribute("src") : null;
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("CANVAS");
      await move();
      const zoom = page.getByRole("slider", { name: "Zoom" });
      await expect.poll(async () => Number(await zoom.inputValue())).toBeCloseTo(1.1);
      await button(page, "Use this picture").click();
      await dialog(page).waitFor({ state: "detached" });
      await expect.poll(() => avatar.getAttribute("src")).not.toBe(before);
      expect(await seen(page, (await avatar.getAttribute("src"))!))
        .toEqual({ width: 512, height: 512, colour });
    }
    await chooser(page).setInputFiles({
      name: "no.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    });
    await page.getByText("We cannot read this picture").waitFor();
    await button(page, "Close").click();

    await button(page, "Remove").click();
    await dialog(page).getByRole("button", { name: "Remove" }).click();
    await avatar.waitFor({ state: "detached" });

    const chosen = page.waitForResponse(isChange);
    await page.getByLabel("Colours").selectOption("dark");
    await chosen;
    await page.reload();
    await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme))
      .toBe("dark");
  });

  it("keeps goals, notebooks and settings as the user changes them", async () => {
    const page = await visit("/me/goals", { ...desktop, timezoneId: "America/Los_Angeles" });
    const { email } = await signUp(page);
    await page.getByLabel("New goal").fill("Swim");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /Swim/ }).click();
    await page.getByLabel("Goal", { exact: true }).fill("Swim far");
    await page.getByLabel("Until (optional)").fill("2027-05-01");
    await button(page, "Save").click();
    await page.getByRole("heading", { name: "Swim far" }).waitFor();
    await page.getByLabel("State").selectOption("paused");
    await sent(page);
    await goTo(page, "/me/goals");
    await page.locator(".card", { hasText: "Paused" }).getByText("until 1 May 2027").waitFor();
    await page.getByRole("link", { name: /Swim far/ }).click();
    await button(page, "Delete").click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await page.getByText("No goals yet").waitFor();

    await goTo(page, "/journal/notebooks");
    await page.getByLabel("New notebook").fill("Walks");
    await page.keyboard.press("Enter");
    await button(page, "Edit Walks").click();
    await page.getByLabel("Everybody", { exact: true }).check();
    await button(page, "Save").click();
    await page.locator(".notebooks .chip.visibility", { hasText: /Everybody$/ }).waitFor();

    await sql`
      update public.profiles
      set blocked_user_ids = array(select id from public.profiles where handle = 'noor_rahimi')
      where id = (select id from auth.users where email = ${email})`;
    await goTo(page, "/me/privacy");
    await button(page, "Unblock Noor Rahimi").click();
    await page.getByText("You have not blocked anyone").waitFor();
    const anew = { email, password: "another-long-password" };
    await page.getByLabel("New password").fill(anew.password);
    await button(page, "Change").first().click();
    await page.getByText("Your password has changed").waitFor();
    await page.getByLabel("New e-mail address").fill(`new-${email}`);
    await button(page, "Change").last().click();
    await page.getByText("Open the links").waitFor();
    expect((await readMailbox()).map(({ to }) => to)).toEqual(
      expect.arrayContaining([email, `new-${email}`]),
    );
    await signIn(await visit(), anew);
    await sql`
      insert into public.push_devices (user_id, token, platform)
      select id, 'ExponentPushToken[me]', 'ios' from auth.users where email = ${email}`;

    await goTo(page, "/me/notifications/pushes");
    await button(page, "Remove iPhone or iPad").click();
    await button(page, "Remove iPhone or iPad").waitFor({ state: "detached" });
    // A reload must not cut the request off.
    const muted = page.waitForResponse(isChange);
    await page.getByLabel("Somebody mentions me").uncheck();
    await muted;
    await goTo(page, "/me/privacy");
    const allowed = page.waitForResponse(isChange);
    await page.getByLabel("The assistant reads my journal").check();
    await allowed;
    await page.reload();
    await expect.poll(() => page.getByLabel("The assistant reads my journal").isChecked()).toBe(
      true,
    );
    await goTo(page, "/me/notifications/pushes");
    await expect.poll(() => page.getByLabel("Somebody mentions me").isChecked()).toBe(false);
  });
});

const screens = [
  "",
  "/profile",
  "/notifications",
  "/notifications/pushes",
  "/goals",
  "/streaks",
  "/reminders",
  "/balance",
  "/shop",
  "/packs",
]
  .concat(
    "/packs?scope=purchased",
    "/packs/new",
    "/premium",
    "/music",
    "/calendar",
    "/mail",
    "/privacy",
    "/data",
  );

axeFindsNothing("at the place Me", async (page, look) => {
  await signIn(page, account("demo"));
  for (const screen of screens) {
    await goTo(page, `/me${screen}`);
    await look(screen);
  }
  await goTo(page, "/me/goals");
  await page.locator(".me-pane a.row").first().click();
  await look("goal");
  await goTo(page, "/me/data");
  await button(page, "Delete my account").click();
  await look("deletion");
  await page.keyboard.press("Escape");
  await goTo(page, "/me/packs");
  await page.locator(".pack").first().click();
  await page.locator(".tones").waitFor();
  await look("pack");
  await goTo(page, "/me/profile");
  await chooser(page).setInputFiles(await picture(page, 90, 60));
  await page.locator(".crop canvas").waitFor();
  await look("cropper");
  await page.keyboard.press("Escape");
  await page.context().setOffline(true);
  await goTo(page, "/me/shop");
  await page.getByText("You need to be online for this").waitFor();
  await look("offline");
});

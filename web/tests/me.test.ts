/// <reference lib="dom" />
/** A person at the place Me: profile, drops, tone packs, premium, music, and leaving. */
import type { BrowserContext, Page, Response } from "playwright-core";
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { makeZip } from "client-zip";
import { describe, expect, it } from "vitest";
import { platform } from "../../tests/support/platform.ts";
import { readMailbox } from "../../tests/support/mailbox.ts";
import { sql } from "../../tests/support/sql.ts";
import {
  axeFindings,
  closed,
  desktop,
  device,
  goTo,
  kept,
  open,
  phone,
  sent,
  signIn,
  signUp,
} from "./browser.ts";

const demo = platform.accounts.find(({ email }) => email.startsWith("demo"))!;
const ingrid = platform.accounts.find(({ email }) => email.startsWith("ingrid"))!;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");
const loaded = (page: Page) => expect.poll(() => page.locator("#main .loading").count()).toBe(0);

const isChange = (answer: Response) => answer.request().method() === "PUT";

/** A picture of two colours, left and right, as the browser draws it. */
async function picture(page: Page, width: number, height: number) {
  const data = await page.evaluate(([width, height]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d")!;
    drawing.fillStyle = "#a00";
    drawing.fillRect(0, 0, width! / 2, height!);
    drawing.fillStyle = "#00a";
    drawing.fillRect(width! / 2, 0, width! / 2, height!);
    return canvas.toDataURL("image/png").split(",")[1]!;
  }, [width, height]);
  return { name: "me.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
}

/** Size and the colour in the middle of the picture at an address. */
const seen = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const image = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext("2d")!;
    drawing.drawImage(image, 0, 0);
    const [red, , blue] = drawing.getImageData(image.width / 2, image.height / 2, 1, 1).data;
    return { width: image.width, height: image.height, colour: red! > blue! ? "red" : "blue" };
  }, url);

describe("me", () => {
  it("cuts a picture of the user to a square, uploads it, and removes it", async () => {
    const mine = await device(phone);
    const page = await open(mine);
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
      await page.getByLabel("Picture", { exact: true }).setInputFiles(
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
    await page.getByLabel("Picture", { exact: true }).setInputFiles({
      name: "no.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    });
    await page.getByText("This picture cannot be read").waitFor();
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
    await closed(mine);
  });

  it("buys a tone pack, and the balance falls in the other window", async () => {
    const [one, two] = [await device(), await device(phone)];
    const [here, there] = [await open(one), await open(two, "/me/balance")];
    const who = await signUp(here);
    await signIn(there, who);
    await there.locator(".balance-number", { hasText: "50" }).waitFor();

    await goTo(here, "/me/shop");
    await here.locator(".pack", { hasText: /^(?!.*Free).*drops/ }).first().click();
    await button(here, /^Buy for 15 drops/).click();
    await dialog(here).getByText("50 drops").waitFor();
    await dialog(here).getByRole("button", { name: "Buy" }).click();
    await dialog(here).getByText("You have 35 drops left").waitFor();
    await there.locator(".balance-number", { hasText: "35" }).waitFor();
    await there.locator(".ledger li", { hasText: "−15" }).getByText("35 left").waitFor();

    await button(here, "To the pack").click();
    await button(here, "Use it").click();
    await button(here, "Stop using it").waitFor();
    await goTo(here, "/me/packs?scope=purchased");
    await here.locator(".pack").getByText("In use").waitFor();

    await button(there, "Take them").click();
    await there.locator(".balance-number", { hasText: "65" }).waitFor();
    await there.getByText("You have had this month’s 30 drops").waitFor();
    await here.locator(".sections").getByText("65").waitFor();
    await closed(one);
    await closed(two);
  });

  it("makes a tone pack with pictures, and shares it", async () => {
    const mine = await device();
    const page = await open(mine, "/me/packs");
    await signUp(page);
    await page.getByRole("link", { name: "New pack" }).click();
    await page.getByLabel("Name").fill("Weather");
    await page.getByLabel("In the shop").check();
    await page.getByLabel("Price in drops").fill("9000");
    await button(page, "Make the pack").click();
    await page.getByRole("heading", { name: "Weather" }).waitFor();

    await button(page, /^calm/).click();
    const chosen = page.waitForEvent("filechooser");
    await button(page, "Upload a picture").click();
    await (await chosen).setFiles(await picture(page, 700, 500));
    await button(page, "Use this picture").click();
    await page.getByText("1 of 20 pictures").waitFor();
    const url = await page.locator(".tones img").getAttribute("src");
    expect(await seen(page, url!)).toMatchObject({ width: 1024, height: 1024 });
    await button(page, /^tired/).click();
    await button(page, "Have it drawn").click();
    await page.getByText("2 of 20 pictures").waitFor();

    await page.getByLabel("E-mail address or handle").fill("nobody_has_this");
    await button(page, "Share").click();
    await page.getByText("Nobody has this handle").waitFor();
    await page.getByLabel("E-mail address or handle").fill("friend@example.com");
    await button(page, "Share").click();
    await button(page, "Stop sharing with friend@example.com").waitFor();

    const other = await device();
    const there = await open(other, "/me/shop?q=Weather");
    await signUp(there);
    await there.locator(".pack", { hasText: "9,000 drops" }).first().click();
    await button(there, /^Buy for/).click();
    await dialog(there).getByRole("button", { name: "Buy" }).click();
    await dialog(there).getByRole("link", { name: "How to get more" }).waitFor();
    await closed(other);
    await button(page, "Delete").click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await page.getByText("You have made no pack yet").waitFor();
    await closed(mine);
  });

  it("subscribes at the payment provider, manages it there, and connects music", async () => {
    const mine = await device(phone);
    const page = await open(mine, "/me/premium");
    await signUp(page);
    await button(page, "Subscribe").click();
    await page.getByRole("link", { name: "Back without paying" }).click();
    await page.getByText("Nothing was charged").waitFor();
    await button(page, "Subscribe").click();
    await page.getByRole("button", { name: "Pay" }).click();
    await page.getByText("You have Premium").waitFor();
    await button(page, "Manage or cancel").click();
    await page.getByRole("button", { name: "End the subscription now" }).click();
    await page.getByText("Premium has ended").waitFor();
    await page.locator(".plans").getByText("€5.00").waitFor();

    await goTo(page, "/me/music");
    await button(page, "Connect Spotify").click();
    await page.getByText("Connected with Spotify").waitFor();
    await expect.poll(() => page.locator(".ledger li").count()).toBeGreaterThan(0);
    expect(page.url()).toMatch(/#\/me\/music$/);
    await button(page, "Disconnect").click();
    await dialog(page).getByRole("button", { name: "Disconnect" }).click();
    await button(page, "Connect Spotify").waitFor();
    await closed(mine);
  });

  it("keeps goals, notebooks and settings as the user changes them", async () => {
    const mine = await device({ ...desktop, timezoneId: "America/Los_Angeles" });
    const page = await open(mine, "/me/goals");
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
    await page.getByLabel("Title, mood and tags").selectOption("public");
    await button(page, "Save").click();
    await page.locator(".notebooks").getByText("Everybody; text: only me").waitFor();

    await sql`
      update public.profiles
      set blocked_user_ids = array(select id from public.profiles where handle = 'noor_rahimi')
      where id = (select id from auth.users where email = ${email})`;
    await goTo(page, "/me/privacy");
    await button(page, "Unblock Noor Rahimi").click();
    await page.getByText("You block nobody").waitFor();
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
    const other = await device();
    await signIn(await open(other), anew);
    await closed(other);
    await sql`
      insert into public.push_devices (user_id, token, platform)
      select id, 'ExponentPushToken[me]', 'ios' from auth.users where email = ${email}`;

    await goTo(page, "/me/notifications");
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
    await goTo(page, "/me/notifications");
    await expect.poll(() => page.getByLabel("Somebody mentions me").isChecked()).toBe(false);
    await closed(mine);
  });

  it("exports everything, and deletes the account without leaving anything", async () => {
    const mine = await device();
    const page = await open(mine);
    const { email, password } = await signUp(page);
    await page.getByLabel("What is on your mind?").fill("Take this with you.");
    await button(page, "Save entry").click();
    await sent(page);
    await goTo(page, "/me/data");
    const downloading = page.waitForEvent("download");
    await button(page, /^Download$/).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.json$/);
    const document = JSON.parse(await readFile((await download.path())!, "utf8"));
    expect(JSON.stringify(document.export)).toContain("Take this with you.");

    const archiving = page.waitForEvent("download");
    await button(page, "Download as Markdown").click();
    const archive = await archiving;
    expect(archive.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.zip$/);
    const bring = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
      await page.getByLabel(/^Choose a/).setInputFiles(file);
      await page.locator(".outcome p, .error").first().waitFor();
    };
    await bring((await archive.path())!);
    await page.getByText("0 entries imported, 1 were there already.").waitFor();
    const other = Buffer.from(
      await new Response(makeZip([
        { name: "a.md", input: "---\ntitle: From elsewhere\ndate: 2020-01-01\n---\n\nOld words." },
        { name: "b.md", input: "---\ntitle: b\ndate: soon\n---\n" },
      ])).arrayBuffer(),
    );
    await bring({ name: "old.zip", mimeType: "application/zip", buffer: other });
    await page.getByText("1 entry imported, 1 could not be read.").waitFor();
    await page.getByText("1 problem").click();
    await page.getByText("b.md written_at: expected an ISO 8601 timestamp or date").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The state is found again.
    await page.reload();
    await page.getByText("1 entry imported, 1 could not be read.").waitFor();
    await bring({ name: "no.zip", mimeType: "application/zip", buffer: Buffer.from("no") });
    await page.getByText("expected a ZIP file").waitFor();

    await button(page, "Delete my account").click();
    await dialog(page).getByLabel(`Type ${email} to confirm`).fill("somebody@example.com");
    expect(await button(page, "Delete for good").isDisabled()).toBe(true);
    await dialog(page).getByLabel(`Type ${email} to confirm`).fill(email);
    const started = page.waitForEvent("load");
    await button(page, "Delete for good").click();
    await started;
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    expect(await kept(page)).toEqual({
      values: [],
      local: {},
      session: {},
      cookie: "",
      foreign: [],
    });
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await button(page, "Sign in").click();
    await page.locator("form .error").waitFor();
    await closed(mine);
  });
});

const screens = [
  "",
  "/profile",
  "/notifications",
  "/goals",
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
    "/mail",
    "/privacy",
    "/data",
  );

describe("axe finds nothing", () => {
  it.each([["light", "phone", phone, demo], ["dark", "desktop", desktop, ingrid]] as const)(
    "in %s on a %s",
    async (colorScheme, _name, size, who) => {
      const mine: BrowserContext = await device({ ...size, colorScheme });
      const page = await open(mine, "/me");
      await signIn(page, who);
      const found: Record<string, string[]> = {};
      const look = async (name: string) => found[name] = await axeFindings(page);
      for (const screen of screens) {
        await goTo(page, `/me${screen}`);
        await loaded(page);
        await look(screen);
      }
      await page.getByRole("button", { name: "Delete my account" }).click();
      await look("deletion");
      await page.keyboard.press("Escape");
      await goTo(page, "/me/packs");
      await page.locator(".pack").first().click();
      await page.locator(".tones").waitFor();
      await look("pack");
      await goTo(page, "/me/profile");
      await page.getByLabel("Picture", { exact: true }).setInputFiles(await picture(page, 90, 60));
      await page.locator(".crop canvas").waitFor();
      await look("cropper");
      await page.keyboard.press("Escape");
      await mine.setOffline(true);
      await goTo(page, "/me/shop");
      await page.getByText("This needs a network").waitFor();
      await look("offline");
      expect(Object.entries(found).filter(([, findings]) => findings.length)).toEqual([]);
      await closed(mine);
    },
  );
});

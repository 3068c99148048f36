/// <reference lib="dom" />
/** A person at the app, in a real browser. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { platform } from "../../tests/support/platform.ts";
import { readMailbox } from "../../tests/support/mailbox.ts";
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
  signOut,
  signUp,
} from "./browser.ts";

const write = async (page: Page, text: string, title = "") => {
  await page.getByLabel("What is on your mind?").fill(text);
  if (title) await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Save entry" }).click();
};
const row = (page: Page, title: string) => page.locator(".row", { hasText: title });
const edit = async (page: Page, title: string, text: string) => {
  await goTo(page, "/journal");
  await row(page, title).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Text", { exact: true }).first().fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
};

describe("the app", () => {
  it("takes what is written offline, opens without a network, and sends it later", async () => {
    const mine = await device(phone);
    let page = await open(mine);
    const who = await signUp(page);
    await write(page, "The first sentence.", "Online");
    await sent(page);
    await page.evaluate(() => navigator.serviceWorker.ready);

    await mine.setOffline(true);
    await page.getByText("No network. You can go on writing").waitFor();
    await write(page, "In the train, without a network.", "Tunnel");
    await page.locator(".connection[data-pending='1']").waitFor({ state: "attached" });

    await page.close();
    page = await open(mine, "/journal");
    await expect.poll(() => page.locator(".row strong").allTextContents()).toEqual([
      "Tunnel",
      "Online",
    ]);
    await row(page, "Tunnel").click();
    await page.getByText("In the train, without a network.").last().waitFor();

    await mine.setOffline(false);
    await sent(page);
    const other = await device();
    const elsewhere = await open(other, "/journal");
    await signIn(elsewhere, who);
    await row(elsewhere, "Tunnel").waitFor();
    await closed(mine);
    await closed(other);
  });

  it("shows what another device writes as it happens", async () => {
    const [one, two] = [await device(), await device()];
    const [here, there] = [await open(one), await open(two, "/journal")];
    await signIn(there, await signUp(here));
    await there.getByText("Your journal is empty").waitFor();
    await write(here, "Look over there.", "Across the room");
    await row(there, "Across the room").waitFor();
    await closed(one);
    await closed(two);
  });

  it("lets the user decide between two edits of one text", async () => {
    const [one, two] = [await device(), await device()];
    const [here, there] = [await open(one), await open(two, "/journal")];
    const who = await signUp(here);
    await write(here, "The river was quiet.", "River");
    await sent(here);
    await signIn(there, who);
    await row(there, "River").waitFor();

    await two.setOffline(true);
    await edit(there, "River", "The river was loud.");
    await edit(here, "River", "The river was wide.");
    await sent(here);
    await two.setOffline(false);

    await there.getByRole("link", { name: "Have a look" }).click();
    await there.getByRole("heading", { name: "Two versions" }).waitFor();
    expect(await there.locator(".side .text").allTextContents())
      .toEqual(["The river was loud.", "The river was wide."]);
    expect(await there.locator(".side mark").allTextContents()).toEqual(["loud", "wide"]);
    expect(await axeFindings(there)).toEqual([]);
    await there.getByRole("button", { name: "Keep both" }).click();
    await sent(there);
    await expect.poll(() => here.locator(".row .excerpt").allTextContents())
      .toEqual(expect.arrayContaining(["The river was loud.", "The river was wide."]));
    await closed(one);
    await closed(two);
  });

  it("asks when another window of the same browser has changed the text meanwhile", async () => {
    const mine = await device();
    const here = await open(mine);
    await signUp(here);
    await write(here, "One window.", "Windows");
    await sent(here);
    await goTo(here, "/journal");
    await row(here, "Windows").click();
    await here.getByRole("link", { name: "Edit" }).click();
    await here.getByLabel("Text", { exact: true }).first().fill("Written here.");

    const there = await open(mine, "/journal");
    await edit(there, "Windows", "Written there.");
    await here.getByRole("button", { name: "Save" }).click();
    await here.getByRole("heading", { name: "Two versions" }).waitFor();
    await here.getByRole("button", { name: "Keep mine" }).click();
    await there.locator(".article .text", { hasText: "Written here." }).waitFor();
    await closed(mine);
  });

  it("keeps what was not saved when the window is closed", async () => {
    const mine = await device();
    let page = await open(mine);
    await signUp(page);
    await goTo(page, "/journal/new");
    await page.getByLabel("Text", { exact: true }).first().fill("Half a thought");
    await page.close();
    page = await open(mine, "/journal/new");
    await page.getByText("This goes on where you stopped").waitFor();
    expect(await page.getByLabel("Text", { exact: true }).first().inputValue()).toBe(
      "Half a thought",
    );
    await closed(mine);
  });

  it("shows nothing of somebody whose session has ended to who signs in next", async () => {
    const mine = await device();
    const [page, other] = [await open(mine), await open(mine)];
    const ana = await signUp(page, "Ana");
    await write(page, "Only Ana may read this.", "Secret of Ana");
    await row(page, "Secret of Ana").waitFor();
    await sent(page);
    await page.getByLabel("What is on your mind?").fill("Secret draft");
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .toContain("Secret draft");
    await other.getByRole("navigation", { name: "Main" }).waitFor();
    await page.evaluate(() => {
      const session = JSON.parse(localStorage["journal-session"]);
      Object.assign(session, { expires_at: 1, refresh_token: "ended" });
      localStorage["journal-session"] = JSON.stringify(session);
    });
    await page.reload();
    await page.getByText("Your session has ended").waitFor();

    const who = platform.accounts.find(({ email }) => email.startsWith("demo"))!;
    await signIn(page, who);
    for (const window of [page, other]) {
      await window.getByRole("navigation", { name: "Main" }).waitFor();
      expect(await window.getByLabel("What is on your mind?").inputValue()).toBe("");
      expect(await window.getByText("Secret").count()).toBe(0);
    }

    await page.evaluate(() => localStorage.removeItem("journal-session"));
    await page.reload();
    await signIn(page, ana);
    expect(await page.getByLabel("What is on your mind?").inputValue()).toBe("Secret draft");
    await closed(mine);
  });

  it("saves once on a double click", async () => {
    const mine = await device();
    const page = await open(mine);
    await signUp(page);
    await page.getByLabel("What is on your mind?").fill("Once.");
    await page.getByRole("button", { name: "Save entry" }).dblclick();
    await goTo(page, "/journal/new");
    await page.getByLabel("Text", { exact: true }).first().fill("Once more.");
    await page.getByRole("button", { name: "Save" }).dblclick();
    await page.getByRole("link", { name: "Edit" }).waitFor();
    await sent(page);
    expect(await page.locator(".row").count()).toBe(2);
    await closed(mine);
  });

  it.each([
    ["", false],
    [" without a network", true],
  ])("leaves nothing behind when the user signs out%s", async (_how, isOffline) => {
    const mine = await device();
    const page = await open(mine);
    await signUp(page);
    await write(page, "Nobody else may read this.", "Secret");
    await page.getByLabel("What is on your mind?").fill("A secret draft");
    await sent(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await mine.setOffline(isOffline);
    await signOut(page);

    expect(await kept(page)).toEqual({
      values: [],
      local: {},
      session: {},
      cookie: "",
      foreign: [],
    });
    await closed(mine);
  });

  it("sets a new password through the link of a mail", async () => {
    const mine = await device();
    const page = await open(mine);
    const { email } = await signUp(page);
    await signOut(page);
    await page.getByRole("button", { name: "Forgot the password?" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("a mail with a link is on its way").waitFor();
    const mail = (await readMailbox()).find(({ to }) => to === email)!;
    await page.goto(mail.action_link);
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await page.getByLabel("Password").fill("another-long-password");
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await closed(mine);
  });

  it("checks in on a goal, marks a drop and notifications as read, and changes the profile", async () => {
    const mine = await device();
    const page = await open(mine);
    await signIn(page, platform.accounts.find(({ email }) => email.startsWith("demo"))!);
    await page.getByRole("button", { name: "New goal" }).click();
    await page.getByLabel("What do you want to do?").fill("Swim");
    await page.keyboard.press("Enter");
    const goal = page.getByRole("group", { name: "Today: Swim" });
    await goal.getByRole("button", { name: "In part" }).click();
    await goal.getByRole("button", { name: "Done" }).click();
    const drop = page.locator(".drops li.new").first();
    const text = await drop.locator("p").last().innerText();
    await drop.getByRole("button", { name: /Mark the drop/ }).click();
    await expect.poll(() => page.locator(".drops li.new", { hasText: text }).count()).toBe(0);

    await goTo(page, "/me/notifications");
    await page.getByRole("link", { name: "You were mentioned" }).first().click();
    await page.locator("article .text").waitFor();
    await goTo(page, "/me/notifications");
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await goTo(page, "/me/profile");
    await page.getByLabel("Handle").fill("admin");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.locator("#main .error").waitFor();
    await page.getByLabel("Handle").fill("dana_writes");
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByText("@dana_writes").waitFor();
    await sent(page);

    await page.reload();
    await page.getByText("@dana_writes").waitFor();
    expect(await page.getByRole("button", { name: "Mark all as read" }).count()).toBe(0);
    await goTo(page, "/today");
    expect(await goal.getByRole("button", { name: "Done" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await closed(mine);
  });
});

const screens = [
  ...["/today", "/journal", "/journal?scope=team", "/journal?scope=org", "/journal?scope=public"],
  ...[
    "/journal?q=river",
    "/journal/new",
    "/journal/notebooks",
    "/journal/conflicts/none",
    "/me",
    "/more",
    "/nowhere",
  ],
];

describe("axe finds nothing", () => {
  it.each([["light", "phone", phone], ["dark", "desktop", desktop]] as const)(
    "in %s on a %s",
    async (colorScheme, _name, size) => {
      const mine = await device({ ...size, colorScheme });
      const page = await open(mine);
      await page.getByRole("heading", { name: "Welcome back" }).waitFor();
      const found: Record<string, string[]> = { "/sign-in": await axeFindings(page) };
      await signIn(page, platform.accounts.find(({ email }) => email.startsWith("ingrid"))!);
      for (const screen of screens) {
        await goTo(page, screen);
        await page.locator(".loading").first().waitFor({ state: "detached" });
        found[screen] = await axeFindings(page);
      }
      await goTo(page, "/journal");
      await page.locator(".row").first().click();
      found.entry = await axeFindings(page);
      await page.getByRole("button", { name: "Delete" }).click();
      found.dialog = await axeFindings(page);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Edit" }).click();
      found.editor = await axeFindings(page);
      await mine.setOffline(true);
      await goTo(page, "/journal?scope=team");
      await page.getByText("This needs a network").waitFor();
      found.offline = await axeFindings(page);
      expect(Object.entries(found).filter(([, findings]) => findings.length)).toEqual([]);
      await closed(mine);
    },
  );
});

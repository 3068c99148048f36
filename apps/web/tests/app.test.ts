/// <reference lib="dom" />
/** A person at the app, in a real browser. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  account,
  axeFindings,
  axeFindsNothing,
  begin,
  desktop,
  device,
  goTo,
  open,
  phone,
  sent,
  signIn,
  signUp,
  textOf,
  visit,
  write,
  written,
} from "./browser.ts";

const row = (page: Page, title: string) => page.locator(".row", { hasText: title });
const edit = async (page: Page, title: string, text: string) => {
  await goTo(page, "/journal");
  await row(page, title).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Edit" }).waitFor();
};

describe("the app", () => {
  it("keeps an entry written offline, opens without a network, and sends it later", async () => {
    const mine = await device({ ...phone, serviceWorkers: "allow" });
    let page = await open(mine);
    const who = await signUp(page);
    await write(page, "The first sentence.", "Online");
    await sent(page);
    await page.evaluate(() => navigator.serviceWorker.ready);

    await mine.setOffline(true);
    await page.getByText("You are offline. You can go on writing").waitFor();
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
    const elsewhere = await visit("/journal");
    await signIn(elsewhere, who);
    await row(elsewhere, "Tunnel").waitFor();
  });

  it("shows what another device writes as it happens", async () => {
    const [here, there] = [await visit(), await visit("/journal")];
    await signIn(there, await signUp(here));
    await there.getByText("Your journal is empty").waitFor();
    await write(here, "Look over there.", "Across the room");
    await row(there, "Across the room").waitFor();
  });

  it("lets the user decide between two edits of one text", async () => {
    const [here, there] = [
      await visit(),
      await visit("/journal", { ...desktop, serviceWorkers: "allow" }),
    ];
    const who = await signUp(here);
    await write(here, "The river was quiet.", "River");
    await sent(here);
    await signIn(there, who);
    await row(there, "River").waitFor();

    await there.context().setOffline(true);
    await edit(there, "River", "The river was loud.");
    await edit(here, "River", "The river was wide.");
    await sent(here);
    await there.context().setOffline(false);

    await there.getByRole("link", { name: "Have a look" }).click();
    await there.getByRole("heading", { name: "Two versions" }).waitFor();
    expect(await there.locator(".side .text").allTextContents())
      .toEqual(["The river was loud.", "The river was wide."]);
    expect(await there.locator(".side mark").allTextContents()).toEqual(["loud.", "wide."]);
    expect(await axeFindings(there)).toEqual([]);
    await there.getByRole("button", { name: "Keep both" }).click();
    await sent(there);
    await expect.poll(() => here.locator(".row .excerpt").allTextContents())
      .toEqual(expect.arrayContaining(["The river was loud.", "The river was wide."]));
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
    await textOf(here).fill("Written here.");

    const there = await open(mine, "/journal");
    await edit(there, "Windows", "Written there.");
    await here.getByRole("button", { name: "Save" }).click();
    await here.getByRole("heading", { name: "Two versions" }).waitFor();
    await here.getByRole("button", { name: "Keep mine" }).click();
    await there.locator(".article .text", { hasText: "Written here." }).waitFor();
  });

  it("keeps an unsaved text when the window is closed", async () => {
    const mine = await device();
    let page = await open(mine);
    await signUp(page);
    await begin(page, "# Half a **thought**");
    await page.close();
    page = await open(mine);
    await page.getByRole("link", { name: "Half a thought" }).click();
    await page.getByText("Your draft is still here.").waitFor();
    expect(await written(page)).toBe("# Half a **thought**");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await written(page)).toBe("# Half a **thought**");
  });

  it("saves once on a double click", async () => {
    const page = await visit();
    await signUp(page);
    await begin(page, "Once.");
    await page.getByRole("button", { name: "Save" }).dblclick();
    await page.getByRole("link", { name: "Edit" }).waitFor();
    await sent(page);
    expect(await page.locator(".row").count()).toBe(1);
  });

  it("checks in on a goal, marks a drop and notifications as read, and changes the profile", async () => {
    const page = await visit();
    await signIn(page, account("demo"));
    await page.getByRole("button", { name: "New goal" }).click();
    await page.getByLabel("What do you want to do?").fill("Swim");
    await page.keyboard.press("Enter");
    const goal = page.getByRole("group", { name: "Today: Swim" });
    await goal.getByRole("button", { name: "In part" }).click();
    await goal.getByRole("button", { name: "Done" }).click();
    const drop = page.locator(".drops li.new").first();
    const text = await drop.locator("p").last().innerText();
    await drop.getByRole("button", { name: /Mark the cheer/ }).click();
    await expect.poll(() => page.locator(".drops li.new", { hasText: text }).count()).toBe(0);

    await goTo(page, "/me/notifications");
    await page.getByRole("link", { name: /mentions you/ }).first().click();
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
  });
});

const screens = [
  ...["/today", "/journal", "/journal?scope=team", "/journal?scope=org", "/journal?scope=public"],
  ...[
    "/journal?q=river",
    "/journal?tone=positive&from=2020-01-01",
    "/journal/new",
    "/journal/notebooks",
    "/journal/insights",
    "/journal/calendar",
    "/journal/conflicts/none",
    "/me",
    "/more",
    "/nowhere",
  ],
];

axeFindsNothing("in the app", async (page, look) => {
  await page.getByRole("heading", { name: "Start your journal" }).waitFor();
  await look("/sign-in");
  await signIn(page, account("ingrid"));
  for (const screen of screens) {
    await goTo(page, screen);
    await look(screen);
  }
  await goTo(page, "/journal");
  await page.locator(".row").first().click();
  await look("entry");
  await page.getByRole("link", { name: "Edit" }).click();
  await look("editor");
  for (const sheet of ["Mood", "Tags", "Notebook", /^Who sees it/, "Time"]) {
    await page.getByRole("button", { name: sheet }).last().click();
    await look(`sheet ${sheet}`);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Format" }).click();
  await look("formats");
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByRole("timer").waitFor();
  await look("recording");
  await page.locator(".recording").getByRole("button", { name: "Discard" }).click();
  await page.context().setOffline(true);
  await goTo(page, "/journal?scope=team");
  await page.getByText("You need to be online for this").waitFor();
  await look("offline");
});

/// <reference lib="dom" />
/** The first five minutes: an introduction, a few questions, and the first page. */
import process from "node:process";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  button,
  clipboard,
  desktop,
  device,
  dialog,
  goTo,
  open,
  phone,
  sent,
  signIn,
  signUp,
  visit,
} from "./browser.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const questions = {
  name: "What shall we call you?",
  goal: "Is there one thing you want to do?",
  reminder: "Shall we remind you to write?",
  moods: "May AI find the mood of your entries?",
  write: "Write your first sentence",
  friend: "Who may cheer you on?",
};

/** Somebody who has just signed up, and has said nothing. */
async function newcomer(name = "Ana") {
  const ana = await person(name);
  await sql`update public.profiles set preferences = '{}', full_name = null where id = ${ana.id}`;
  return ana;
}
const preferencesOf = async ({ id }: { id: string }) =>
  (await sql`select preferences from public.profiles where id = ${id}`)[0]!.preferences;

it("introduces the journal before anybody signs in", async () => {
  for (const options of [phone, desktop]) {
    const page = await visit("/today", options);
    await page.getByText("A page a day, and people who cheer for it.").waitFor();
    await page.getByText("First frost").waitFor();
    await page.getByText("Private, until you share it").waitFor();
    await page.getByRole("button", { name: "Create account" }).waitFor();
    await page.getByLabel("Password").fill("a-long-password");
    await page.getByLabel("Show what I type").check();
    expect(await page.getByLabel("Password").getAttribute("type")).toBe("text");
    expect(await axeFindings(page)).toEqual([]);
  }
});

it("asks a newcomer six short questions, and keeps the answers", async () => {
  const ana = await newcomer();
  const page = await visit("/today", { ...phone, permissions: clipboard });
  await signIn(page, ana);
  await heading(page, questions.name).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // The questions have the screen for themselves.
  const menu = page.getByRole("navigation", { name: "Main" });
  expect(await menu.count()).toBe(0);
  await page.getByLabel("Your name").fill("Ana María");
  await button(page, "Go on").click();

  await heading(page, questions.goal).waitFor();
  // A screen reader reads each question.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await button(page, "Read a page").click();
  expect(await page.getByLabel("What I want to do").inputValue()).toBe("Read a page");
  await page.getByLabel("What I want to do").fill("Swim");
  await page.keyboard.press("Enter");

  await heading(page, questions.reminder).waitFor();
  await page.getByLabel("Remind me at").fill("21:15");
  await button(page, "Remind me").click();

  await heading(page, questions.moods).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "No, thanks").click();

  await heading(page, questions.write).waitFor();
  const { prompt } = await ok(ana, "GET", "/api/prompts/today");
  await page.getByLabel(prompt.text).fill("The river was gone.");
  await button(page, "Keep it").click();

  // The first page: itself, its date, the flame, and when the next one is due.
  await heading(page, "Your first page").waitFor();
  const day = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Berlin",
    weekday: "long",
    day: "numeric",
    month: "long",
  }).format();
  await page.locator(".leaf").getByText(day).waitFor();
  await page.locator(".leaf").getByText("The river was gone.").waitFor();
  await page.locator(".first-page .medal").waitFor();
  await page.getByText("See you tomorrow at 21:15").waitFor();
  expect(await menu.count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Go on").click();

  await heading(page, questions.friend).waitFor();
  await button(page, "Make a link for a friend").click();
  const link = await page.getByLabel("The link").inputValue();
  expect(link).toContain("#/join/");
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Done").click();

  await page.getByRole("heading", { name: "Ana" }).waitFor();
  await menu.waitFor();
  await page.getByRole("group", { name: "Today: Swim" }).waitFor();
  await sent(page);
  const { profile } = await ok(ana, "GET", "/api/user/profile");
  expect(profile).toMatchObject({
    full_name: "Ana María",
    mood_analysis_enabled: false,
    preferences: { mood_asked: true, welcome: "done", first_page: true },
  });
  expect((await ok(ana, "GET", "/api/goals")).goals).toMatchObject([{ title: "Swim" }]);
  expect((await ok(ana, "GET", "/api/reminders")).reminders)
    .toMatchObject([{ kind: "journal", local_time: "21:15", days: [1, 2, 3, 4, 5, 6, 7] }]);
  expect((await ok(ana, "GET", "/api/journal?scope=own")).entries)
    .toMatchObject([{ mood: null, metadata_visibility: "user" }]);
  await goTo(page, "/journal/new");
  await page.getByText("AI does not read it when you save.").waitFor();
});

it("goes on where another device has stopped, and can be skipped question by question", async () => {
  const ana = await newcomer();
  const first = await visit("/today", phone);
  await signIn(first, ana);
  await first.getByRole("button", { name: "Skip", exact: true }).click();
  await button(first, "No goal for now").click();
  await heading(first, questions.reminder).waitFor();
  await sent(first);

  const second = await visit("/today", desktop);
  await signIn(second, ana);
  await heading(second, questions.reminder).waitFor();
  await button(second, "No reminder").click();
  await button(second, "No, thanks").click();
  await button(second, "Later").click();
  await heading(second, questions.friend).waitFor();
  await button(second, "Later").click();
  await second.getByRole("link", { name: "What is on your mind?" }).waitFor();
  await sent(second);

  await first.reload();
  await first.getByRole("link", { name: "What is on your mind?" }).waitFor();
  expect(await preferencesOf(ana)).toMatchObject({ welcome: "done", mood_asked: true });
  // Asked once: saving the first entry asks nothing.
  await first.getByRole("link", { name: "What is on your mind?" }).click();
  await first.getByRole("textbox", { name: "Text", exact: true }).fill("A long day.");
  await button(first, "Save").click();
  await sent(first);
  expect(await dialog(first).count()).toBe(0);

  // The page that was written later is a first page too, and offers a reminder of the next one.
  await heading(first, "Your first page").waitFor();
  await first.getByLabel("When shall we remind you of the next one?").fill("19:45");
  expect(await axeFindings(first)).toEqual([]);
  await button(first, "Remind me").click();
  await first.getByText("See you tomorrow at 19:45").waitFor();
  await button(first, "Go on").click();
  await first.locator("article").getByRole("paragraph").getByText("A long day.").waitFor();
  await sent(first);
  expect((await ok(ana, "GET", "/api/reminders")).reminders)
    .toMatchObject([{ kind: "journal", local_time: "19:45" }]);

  // It is celebrated once, on one device.
  await second.reload();
  await second.getByText("Written today").waitFor();
  expect(await second.getByRole("heading", { name: "Your first page" }).count()).toBe(0);
});

it("skips everything with one tap, and AI reads no entry, however it is written", async () => {
  const ana = await newcomer();
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await button(page, "Skip all of this").click();
  await page.getByRole("link", { name: "What is on your mind?" }).waitFor();
  await expect.poll(() => preferencesOf(ana)).toEqual({ welcome: "done", mood_asked: true });
  expect((await ok(ana, "GET", "/api/user/profile")).profile.mood_analysis_enabled).toBe(false);
  await goTo(page, "/journal/new");
  await page.getByText("AI does not read it when you save.").waitFor();
});

it("keeps a yes to moods when the questions after it are skipped", async () => {
  const ana = await newcomer();
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await page.getByRole("button", { name: "Skip", exact: true }).click();
  await button(page, "No goal for now").click();
  await button(page, "No reminder").click();
  await button(page, "Yes, find it").click();
  await heading(page, questions.write).waitFor();
  await button(page, "Skip all of this").click();
  await expect.poll(() => preferencesOf(ana)).toEqual({ welcome: "done", mood_asked: true });
  expect((await ok(ana, "GET", "/api/user/profile")).profile.mood_analysis_enabled).toBe(true);
});

it("asks nothing of somebody who has entries, and nothing that is known", async () => {
  const [ana, ben] = [await newcomer(), await newcomer("Ben")];
  const written_at = "2020-02-01T08:00:00Z";
  await ok(ana, "POST", "/api/journal", { title: "Old", content: "Long ago.", written_at });
  await ok(ben, "POST", "/api/goals", { title: "Swim" });
  await sql`update public.profiles set full_name = 'Ben' where id = ${ben.id}`;
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await page.getByRole("link", { name: "What is on your mind?" }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  const other = await visit("/today", phone);
  await signIn(other, ben);
  await heading(other, questions.reminder).waitFor();
});

it("offers notifications and the app's icon after the first entry, and not before", async () => {
  const standIn = process.env.WEB_PUSH_ORIGINS!;
  const subscription = await (await fetch(`${standIn}/test/subscriptions`, { method: "POST" }))
    .json();
  const context = await device({
    ...phone,
    permissions: ["notifications"],
    serviceWorkers: "allow",
  });
  // The browser's own function asks a server of its maker.
  await context.addInitScript((json) => {
    const subscribed = { toJSON: () => json } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve(subscribed);
    Object.defineProperty(Notification, "permission", { get: () => "default" });
  }, subscription);
  const page = await open(context);
  const { email } = await signUp(page, "Ana");
  const install = () =>
    page.evaluate(() => {
      const event = new Event("beforeinstallprompt");
      Object.assign(event, {
        prompt: () => (document.title = "asked", Promise.resolve({ outcome: "dismissed" })),
      });
      dispatchEvent(event);
    });
  await install();
  await button(page, "New goal").waitFor();
  expect(await button(page, "Turn on notifications").count()).toBe(0);
  expect(await button(page, "Install the app").count()).toBe(0);

  await sql`
    select private.insert_journal_entry(id, '{"title": "Fog", "content": "White."}', now())
    from auth.users where email = ${email}`;
  await page.reload();
  await install();
  await button(page, "Turn on notifications").click();
  await page.getByText("Notifications are on").waitFor();
  await expect.poll(async () =>
    (await sql`
      select from public.push_devices where user_id = (
        select id from auth.users where email = ${email})`).length
  ).toBe(1);
  await button(page, "Install the app").click();
  await expect.poll(() => page.title()).toBe("asked");
  await button(page, "Install the app").waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("Written today").waitFor();
  await install();
  expect(await page.getByRole("button", { name: /Turn on|Install/ }).count()).toBe(0);
});

it("shows a newcomer more features on Today, in one card", async () => {
  const page = await visit("/today", phone);
  await signUp(page, "Ana");
  const card = page.locator(".card", { hasText: "What else is here" });
  await card.getByRole("link", { name: "Set your window" }).waitFor();
  await card.getByRole("button", { name: "Invite a friend" }).waitFor();
  expect(await page.locator(".state").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "New goal" }).click();
  await page.getByLabel("What do you want to do?").fill("Swim");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Today: Swim" }).waitFor();
  await expect.poll(() => card.getByRole("button", { name: "New goal" }).count()).toBe(0);
});

it("has the lab in its menu for users with the flag", async () => {
  const ana = await person("Ana");
  const page = await visit("/today", { ...desktop, serviceWorkers: "allow" });
  await signIn(page, ana);
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Me" }).waitFor();
  expect(await menu.getByRole("link", { name: "Lab" }).count()).toBe(0);
  await goTo(page, "/more");
  expect(await page.getByRole("link", { name: "Lab" }).count()).toBe(0);

  await sql`insert into public.feature_flag_users (flag_key, user_id) values ('lab', ${ana.id})`;
  await page.reload();
  await menu.getByRole("link", { name: "Lab" }).waitFor();
  // The last answer holds without a network.
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.reload();
  await menu.getByRole("link", { name: "Lab" }).waitFor();
});

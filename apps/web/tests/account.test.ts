/// <reference lib="dom" />
/** Coming back to an account and leaving it: the next user of the browser finds nothing in it. */
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { makeZip } from "client-zip";
import { describe, expect, it } from "vitest";
import { readMailbox } from "../../../tests/support/mailbox.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  account,
  axeFindings,
  begin,
  button,
  desktop,
  device,
  dialog,
  goTo,
  kept,
  notDrawing,
  open,
  sent,
  showSignIn,
  signIn,
  signOut,
  signUp,
  visit,
  write,
  written,
} from "./browser.ts";
import { painted } from "./pictures.ts";

/** The traces in a browser without a user. */
const nothing = { values: [], local: {}, session: {}, cookie: "", foreign: [], drafts: [] };

/** The service worker keeps files, too. */
const withWorker = { ...desktop, serviceWorkers: "allow" } as const;

describe("an account", () => {
  it("sets a new password through the link of a mail", async () => {
    const page = await visit();
    const { email } = await signUp(page);
    await signOut(page);
    await showSignIn(page);
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("a mail with a link is on its way").waitFor();
    const mail = (await readMailbox()).find(({ to }) => to === email)!;
    await page.goto(mail.action_link);
    await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
    await button(page, "Continue").click();
    await page.getByLabel(`New password for ${email}`).fill("another-long-password");
    await button(page, "Save and sign in").click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });

  it("signs out everywhere else", async () => {
    const page = await visit();
    const ana = await signUp(page);
    const other = await visit();
    await signIn(other, ana);
    await other.getByRole("navigation", { name: "Main" }).waitFor();
    const sessions = async () =>
      (await sql`
        select from auth.sessions as s join auth.users as u on u.id = s.user_id
        where u.email = ${ana.email}`).length;
    expect(await sessions()).toBe(2);
    await goTo(page, "/me/privacy");
    await button(page, "Sign out everywhere else").click();
    await dialog(page).getByRole("button", { name: "Sign out everywhere else" }).click();
    await page.getByText("Only this device stays signed in").waitFor();
    expect(await sessions()).toBe(1);
    await page.reload();
    await page.getByText(`You sign in as ${ana.email}.`).waitFor();
  });

  it("shows nothing of a user whose session has ended to the next user", async () => {
    const mine = await device();
    const [page, other] = [await open(mine), await open(mine)];
    const ana = await signUp(page, "Ana");
    await write(page, "Only Ana may read this.", "Secret of Ana");
    await page.getByRole("heading", { name: "Secret of Ana" }).waitFor();
    await sent(page);
    await begin(page, "Secret draft");
    await page.locator("input[type=file]").setInputFiles(painted("fog"));
    await page.getByAltText("Photo 1").waitFor();
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

    await signIn(page, account("demo"));
    for (const window of [page, other]) {
      await window.getByRole("navigation", { name: "Main" }).waitFor();
      await goTo(window, "/today");
      await window.getByRole("link", { name: "What is on your mind?" }).waitFor();
      expect(await window.getByText("Secret").count()).toBe(0);
    }

    await page.evaluate(() => localStorage.removeItem("journal-session"));
    await page.reload();
    await signIn(page, ana);
    await page.getByRole("link", { name: "Secret draft" }).click();
    expect(await written(page)).toBe("Secret draft");
    await page.getByAltText("Photo 1").waitFor();
    await button(page, "Discard").click();
    await page.getByText("Not saved").waitFor();
    expect((await kept(page)).drafts).toEqual([]);
    await button(page, "Undo").click();
    await page.getByAltText("Photo 1").waitFor();
    expect((await kept(page)).drafts).toHaveLength(1);
  });

  it.each([
    ["", false],
    [" without a network", true],
  ])("leaves nothing behind when the user signs out%s", async (_how, isOffline) => {
    const page = await visit("/today", withWorker);
    await signUp(page);
    await write(page, "Only I may read this.", "Secret");
    await page.getByRole("heading", { name: "Secret" }).waitFor();
    await begin(page, "A secret draft");
    await page.locator("input[type=file]").setInputFiles(painted("fog"));
    await expect.poll(async () => (await kept(page)).drafts).toHaveLength(1);
    await sent(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(isOffline);
    await signOut(page);

    expect(await kept(page)).toEqual(nothing);
  });

  it("leaves nothing in a window that starts while another one signs out", async () => {
    const here = await visit("/today", withWorker);
    await signUp(here);
    await sent(here);
    const there = await open(here.context());
    const draw = await notDrawing(there);
    await there.reload();
    await there.getByRole("navigation", { name: "Main" }).first().waitFor();
    const answered = Promise.withResolvers<void>();
    await here.route("**/auth/v1/logout*", async (route) => {
      await answered.promise;
      await route.continue();
    });
    const leaving = signOut(here);
    await there.getByRole("button", { name: "I have an account" }).waitFor();
    await draw();
    await there.waitForTimeout(300);
    expect(await there.getByRole("button", { name: "I have an account" }).count()).toBe(1);
    answered.resolve();
    await leaving;
    expect(await kept(here)).toEqual(nothing);
  });

  it("keeps no answer that arrives while the user signs out", async () => {
    const page = await visit("/today", withWorker);
    await signUp(page);
    await sent(page);
    const answered = Promise.withResolvers<void>();
    await page.route("**/api/feature-flags*", async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      const openCache = caches.open.bind(caches);
      let held: Promise<void> | undefined;
      caches.open = async (name) => {
        if (name === "drafts") await held;
        return await openCache(name);
      };
      Object.assign(globalThis, {
        holdDrafts: () => {
          held = new Promise((done) => Object.assign(globalThis, { letDraftsGo: done }));
        },
      });
    });
    await page.reload();
    await goTo(page, "/me");
    await button(page, "Sign out").click();
    await page.evaluate("holdDrafts()");
    const started = page.waitForEvent("load");
    await dialog(page).getByRole("button", { name: "Sign out" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const arrived = page.waitForResponse(/feature-flags/);
    answered.resolve();
    await (await arrived).finished();
    await page.waitForTimeout(100);
    await page.evaluate("letDraftsGo()");
    await started;
    await page.getByRole("heading", { name: "Start your journal" }).waitFor();
    expect(await kept(page)).toEqual(nothing);
  });

  it("exports everything, and deletes the account without leaving anything", async () => {
    const page = await visit("/today", withWorker);
    const { email, password } = await signUp(page);
    await write(page, "Take this with you.");
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
    await page.getByText("0 entries added · 1 was here already").waitFor();
    const other = Buffer.from(
      await new Response(makeZip([
        { name: "a.md", input: "---\ntitle: From elsewhere\ndate: 2020-01-01\n---\n\nOld words." },
        { name: "b.md", input: "---\ntitle: b\ndate: soon\n---\n" },
      ])).arrayBuffer(),
    );
    await bring({ name: "old.zip", mimeType: "application/zip", buffer: other });
    await page.getByText("1 entry added · 1 could not be read").waitFor();
    await page.getByText("1 problem").click();
    await page.getByText("b.md written_at: expected an ISO 8601 timestamp or date").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // The state is found again.
    await page.reload();
    await page.getByText("1 entry added · 1 could not be read").waitFor();
    await bring({ name: "no.zip", mimeType: "application/zip", buffer: Buffer.from("no") });
    await page.getByText("This file holds no journal that we know.").waitFor();

    await button(page, "Delete my account").click();
    await dialog(page).getByLabel(`Type ${email} to confirm`).fill("somebody@example.com");
    expect(await button(page, "Delete for good").isDisabled()).toBe(true);
    await dialog(page).getByLabel(`Type ${email} to confirm`).fill(email);
    const started = page.waitForEvent("load");
    await button(page, "Delete for good").click();
    await started;
    await page.getByRole("heading", { name: "Start your journal" }).waitFor();
    await page.getByText("Goodbye, and thank you for your pages.").waitFor();
    expect(await kept(page)).toEqual(nothing);
    // Said once.
    await page.reload();
    await page.getByRole("heading", { name: "Start your journal" }).waitFor();
    expect(await page.getByText("Goodbye").count()).toBe(0);
    await showSignIn(page);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await button(page, "Sign in").click();
    await page.locator("form .error").waitFor();
  });
});

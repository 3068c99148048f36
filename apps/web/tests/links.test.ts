/// <reference lib="dom" />
/** Links from elsewhere: no link signs a person in without their consent. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { readMailbox } from "../../../tests/support/mailbox.ts";
import { type Person, person, service } from "../../../tests/support/people.ts";
import { platform } from "../../../tests/support/platform.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  button,
  darkDesktop,
  device,
  goTo,
  open,
  phone,
  sent,
  signUp,
  visit,
  write,
} from "./browser.ts";

const sessionOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage["journal-session"] ?? "null")?.user.email);

/** The link of a mail that signs in at once, asked for by anybody. */
async function magicLink(
  { email }: { email: string },
  { redirect_to = "", ...challenge } = {},
): Promise<string> {
  await fetch(`${platform.api_url}/auth/v1/otp?${new URLSearchParams({ redirect_to })}`, {
    method: "POST",
    headers: { apikey: platform.publishable_key, "content-type": "application/json" },
    body: JSON.stringify({ email, create_user: false, ...challenge }),
  });
  return (await readMailbox()).find(({ to }) => to === email)!.action_link;
}

const sessions = async ({ id }: Person) =>
  (await sql`select count(*)::int as count from auth.sessions where user_id = ${id}`)[0]!.count;

describe("a link from elsewhere", () => {
  it("with the tokens of another account leaves the open tab its account", async () => {
    const mallory = await person("Ana");
    const victim = await device();
    const tab = await open(victim);
    const { email } = await signUp(tab, "Ana");
    const { data } = await mallory.client.auth.getSession();
    const tokens = new URLSearchParams({
      access_token: data.session!.access_token,
      refresh_token: data.session!.refresh_token,
      expires_in: "3600",
      token_type: "bearer",
    });
    const app = tab.url().replace(/#.*/, "");
    await victim.route("https://elsewhere.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<a href="${app}#${tokens.toString().replaceAll("&", "&amp;")}">A nice picture</a>`,
      }));
    const other = await victim.newPage();
    await other.goto("https://elsewhere.example/");
    await other.getByRole("link").click();
    await other.getByRole("navigation", { name: "Main" }).waitFor();

    for (const page of [tab, other]) {
      await write(page, "My deepest secret, for me alone");
      await sent(page);
      expect(await sessionOf(page)).toBe(email);
    }
    expect((await ok(mallory, "GET", "/api/journal?scope=own")).entries).toEqual([]);
  });

  it("shows none of its words", async () => {
    const lie = "error_description=Your+account+was+locked.+Call+555";
    for (const code of ["otp_expired", "Call+555"]) {
      const page = await visit();
      await page.goto(page.url().replace(/#.*/, `?x=1#error=x&error_code=${code}&${lie}`));
      await page.getByText("That link did not work. Please ask for a new one.").waitFor();
      expect(await page.getByText("555").count()).toBe(0);
    }
  });
});

describe("the link of a mail", () => {
  it("asks whose session it is, and only then replaces the one of the browser", async () => {
    const ben = await person("Ben");
    const mine = await device(phone);
    const tab = await open(mine);
    const { email } = await signUp(tab, "Ana");
    await write(tab, "Only Ana may read this.", "Secret of Ana");
    await sent(tab);
    const before = await sessions(ben);

    const page = await mine.newPage();
    await page.goto(await magicLink(ben));
    await page.getByText(`You are signed in as ${email}. Nothing changes yet.`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Continue").click();
    await page.getByRole("heading", { name: `Sign in as ${ben.email}?` }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sessionOf(page)).toBe(email);
    expect(page.url()).not.toContain("token_hash");
    await button(page, "No, stay as I am").click();
    await page.locator(".row", { hasText: "Secret of Ana" }).waitFor();
    expect(await sessionOf(page)).toBe(email);
    expect(await sessions(ben)).toBe(before);

    await page.goto(await magicLink(ben));
    await button(page, "Continue").click();
    await page.getByText("that account is signed out here").waitFor();
    await button(page, "Sign in").click();
    for (const each of [page, tab]) {
      await expect.poll(() => sessionOf(each)).toBe(ben.email);
      await each.getByRole("navigation", { name: "Main" }).waitFor();
      expect(await each.getByText("Secret of Ana").count()).toBe(0);
    }
    await expect.poll(() => page.url()).toMatch(/#\/today$/);
  });

  it("leads back to the app that has asked for it, and signs nobody in here", async () => {
    const ben = await person("Ben");
    const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "s256" };
    const before = await sessions(ben);
    const page = await visit("/today", phone);
    await page.goto(await magicLink(ben, { redirect_to: "journal://sign-in", ...challenge }));
    const back = await page.getByRole("link", { name: "Open the app" }).getAttribute("href");
    expect(await axeFindings(page)).toEqual([]);
    const { headers } = await fetch(back!, { redirect: "manual" });
    expect(headers.get("location")).toMatch(/^journal:\/\/sign-in\?code=/);
    expect(await button(page, "Continue").count()).toBe(0);
    expect(await sessions(ben)).toBe(before);

    await page.goto(await magicLink(ben, { redirect_to: "elsewhere://sign-in", ...challenge }));
    await button(page, "Continue").waitFor();
    expect(await page.getByRole("link", { name: "Open the app" }).count()).toBe(0);
  });

  it("tells that it was used, or is not complete", async () => {
    const ben = await person("Ben");
    const link = await magicLink(ben);
    const page = await visit("/today", darkDesktop);
    for (const expected of ["Sign in as", "has expired or was already used"]) {
      await page.goto("about:blank");
      await page.goto(link);
      await button(page, "Continue").click();
      await page.getByText(expected).waitFor();
    }
    await goTo(page, "/confirm?token_hash=x&type=<b>anything</b>");
    await page.getByRole("heading", { name: "This link is not complete" }).waitFor();
    expect(await page.getByText("anything").count()).toBe(0);
    await goTo(page, "/confirm?token_hash=x&type=constructor");
    await page.getByRole("heading", { name: "This link is not complete" }).waitFor();
  });

  it("lets an invited person choose a password", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    expect((await service.auth.admin.inviteUserByEmail(email)).error).toBeNull();
    const page = await visit();
    await page.goto((await readMailbox()).find(({ to }) => to === email)!.action_link);
    await button(page, "Accept").click();
    await page.getByLabel(`New password for ${email}`).fill("a-long-password");
    await button(page, "Save and sign in").click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    expect(await sessionOf(page)).toBe(email);
  });

  it("confirms another address of the account that is signed in, without a question", async () => {
    const page = await visit();
    await signUp(page, "Ana");
    await goTo(page, "/me/privacy");
    const next = `${crypto.randomUUID()}@example.com`;
    await page.getByLabel("New e-mail address").fill(next);
    await button(page, "Change").last().click();
    await page.getByText("Open the links that we sent").waitFor();
    await page.goto((await readMailbox()).find(({ to }) => to === next)!.action_link);
    await page.getByRole("heading", { name: "Confirm your new address" }).waitFor();
    await button(page, "Confirm").click();
    await page.getByRole("link", { name: "What is on your mind?" }).waitFor();
    await expect.poll(() => sessionOf(page)).toBe(next);
  });
});

/// <reference lib="dom" />
/** Passkeys in the app: a device made by Chromium makes, uses, names and loses them. */
import process from "node:process";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  button,
  desktop,
  device,
  dialog,
  enterPassword,
  goTo,
  open,
  sent,
  showSignIn,
  signUp,
  visit,
  write,
} from "./browser.ts";

/** Browsers give passkeys to this name of the machine, not to its bare address. */
const home = `http://localhost:${process.env.WEB_PORT}/`;

/** The app in a browser whose device has a fingerprint reader that always agrees. */
async function withReader(): Promise<Page> {
  const page = await (await device()).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(home);
  return page;
}

const toSettings = async (page: Page) => {
  await page.goto(`${home}#/me/privacy`);
  await page.getByRole("heading", { name: "Passkeys" }).waitFor();
};

async function leave(page: Page) {
  await page.goto(`${home}#/me`);
  await button(page, "Sign out").click();
  const started = page.waitForEvent("load");
  await dialog(page).getByRole("button", { name: "Sign out" }).click();
  await started;
  await showSignIn(page);
}

const main = (page: Page) => page.getByRole("navigation", { name: "Main" });

it("a passkey is added, named, signs in without a password, and is removed", async () => {
  const page = await withReader();
  const ana = await signUp(page, "Ana");
  await toSettings(page);
  await page.getByText("A passkey signs you in").waitFor();
  await page.getByText("You have no passkey yet.").waitFor();
  await button(page, "Add a passkey").click();
  await page.getByText("Your passkey is ready.").waitFor();
  await button(page, "Rename Passkey").click();
  await page.getByLabel("Name of the passkey").fill("Kitchen tablet");
  await button(page, "Save").click();
  await page.getByText("Kitchen tablet", { exact: true }).waitFor();
  await page.getByText("not used yet").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The device has one already.
  await button(page, "Add a passkey").click();
  await page.getByText("This device has a passkey for your account already.").waitFor();

  await leave(page);
  await button(page, "Sign in with a passkey").click();
  await main(page).waitFor();
  await toSettings(page);
  await page.getByText("last used").waitFor();

  await button(page, "Remove Kitchen tablet").click();
  await dialog(page).getByText("your password does").waitFor();
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await page.getByText("You have no passkey yet.").waitFor();

  // The device still offers it.
  await leave(page);
  await button(page, "Sign in with a passkey").click();
  await page.getByText("This passkey is not known here any more.").waitFor();
  await enterPassword(page, ana);
  await main(page).waitFor();
});

it("a passkey is offered once, after the first week", async () => {
  const page = await withReader();
  const { email } = await signUp(page, "Ana");
  await page.evaluate(() => localStorage.setItem("journal-offered", "push,install"));
  await page.goto(`${home}#/journal/new`);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("A week of mine");
  await button(page, "Save").click();
  await sent(page);
  const offer = page.getByRole("heading", { name: "Sign in without typing?" });
  await page.goto(`${home}#/today`);
  await page.getByText("Written today").waitFor();
  expect(await offer.count()).toBe(0);

  // The new name brings the row to the app.
  await sql`
    update public.profiles
    set created_at = now() - interval '8 days', full_name = 'Ana of old'
    where id = (select id from auth.users where email = ${email})`;
  await page.reload();
  await offer.waitFor();
  await button(page, "Not now").click();
  await expect.poll(() => offer.count()).toBe(0);
  await sent(page);
  await page.reload();
  await page.getByText("Written today").waitFor();
  expect(await offer.count()).toBe(0);
  const [own] = await sql`
    select preferences -> 'passkey_asked' as asked from public.profiles
    where id = (select id from auth.users where email = ${email})`;
  expect(own!.asked).toBe(true);
});

describe("where there are no passkeys", () => {
  it("at a bare address, the settings say so and sign-in has no button", async () => {
    const page = await visit();
    await showSignIn(page);
    await page.waitForLoadState("networkidle");
    expect(await button(page, "Sign in with a passkey").count()).toBe(0);
    await button(page, "New here? Create an account").click();
    await signUp(page, "Ana");
    await goTo(page, "/me/privacy");
    await page.getByText("This browser has no passkeys for this address.").waitFor();
    expect(await button(page, "Add a passkey").count()).toBe(0);
  });

  it("in a project that has them off, nothing tells of them", async () => {
    const context = await device(desktop);
    await context.route(
      "**/auth/v1/settings",
      (route) => route.fulfill({ json: { passkeys_enabled: false } }),
    );
    const page = await open(context);
    await showSignIn(page);
    await page.waitForLoadState("networkidle");
    expect(await button(page, "Sign in with a passkey").count()).toBe(0);
    await button(page, "New here? Create an account").click();
    await signUp(page, "Ana");
    await write(page, "Nothing of passkeys");
    await goTo(page, "/me/privacy");
    await page.getByText("You sign in as").waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("heading", { name: "Passkeys" }).count()).toBe(0);
  });
});

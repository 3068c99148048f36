/// <reference lib="dom" />
/** A super admin at the administration, and others who come there. */
import { describe, expect, it } from "vitest";
import { checkIn, openWindow } from "../../../tests/workout-window/days.ts";
import { type Person, person, persons, superAdmin } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import {
  atAdmin,
  axeFindings,
  axeFindsNothing,
  button,
  device,
  dialog,
  goTo,
  goToAdmin,
  kept,
  phone,
  signIn,
  visit,
} from "./browser.ts";

/** A check-in after the window, which waits for a review. */
async function lateCheckIn(who: Person) {
  await openWindow(who, 200);
  return (await checkIn(who)).body.checkin;
}

async function pendingVideo(admin: Person, title: string) {
  const { dream } = await ok(admin, "POST", "/api/lab/dreams", { title: "A coil" });
  await ok(admin, "POST", "/api/lab/admin/templates", { dream_id: dream.id, is_public: true });
  const body = { url: `https://vimeo.com/${parseInt(dream.id.slice(-8), 16)}`, title };
  await ok(admin, "POST", `/api/lab/templates/${dream.id}/videos`, body);
  return async () =>
    (await ok(admin, "GET", "/api/admin/audit-log?act=video.decline")).acts
      .map(({ reason }: { reason: string }) => reason);
}

describe("the administration", () => {
  it("verifies a check-in by its photo, and declines a video with a reason", async () => {
    const admin = await superAdmin();
    const ana = await person(`Ana ${crypto.randomUUID()}`);
    await lateCheckIn(ana);
    const reasons = await pendingVideo(admin, "Winding");
    const page = await visit("/me");
    await signIn(page, admin);
    await page.getByRole("link", { name: "Administration" }).click();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await page.getByRole("link", { name: "Health" }).click();
    await page.getByRole("heading", { name: "Jobs" }).waitFor();
    await page.getByText("AI calls today").waitFor();

    await page.getByRole("link", { name: "Review" }).click();
    const { full_name } = (await ok(admin, "GET", `/api/admin/users/${ana.id}`)).user;
    const item = page.locator(".queue .card", { hasText: full_name });
    await item.getByText("Sent outside of the window").waitFor();
    const photo = item.getByAltText(/Photo of/);
    await expect.poll(() => photo.evaluate((each: HTMLImageElement) => each.naturalWidth))
      .toBeGreaterThan(0);
    await item.getByRole("button", { name: /Verify/ }).click();
    await item.waitFor({ state: "detached" });
    const today = await ok(ana, "GET", "/api/workout-window/days");
    expect(today.days[0].checkin.status).toBe("verified");

    await page.getByRole("link", { name: "Videos" }).click();
    await button(page, "Decline: Winding").click();
    await dialog(page).getByLabel("Reason").fill("It shows another coil");
    await dialog(page).getByRole("button", { name: "Decline" }).click();
    await page.getByText("Declined", { exact: true }).waitFor();
    await expect.poll(reasons).toContain("It shows another coil");

    await page.getByRole("link", { name: "Log" }).click();
    const logged = page.locator(".audited", { hasText: "It shows another coil" });
    await logged.getByText("Super Admin").waitFor();
    await logged.getByText("What changed").click();
    await logged.getByText(/pending.*declined/).waitFor();
  });

  it("finds a user, gives drops, acts as the user, and blocks", async () => {
    const [admin, ben] = await Promise.all([superAdmin(), person("Ben")]);
    const { drops_balance: before } = (await ok(ben, "GET", "/api/user/profile")).profile;
    const page = await visit("/today", phone);
    await atAdmin(page, admin, "/users");
    await page.getByLabel("Search").fill(ben.email);
    await page.locator(".user-row").getByText(ben.email).click();
    await page.getByLabel("Drops", { exact: true }).fill("25");
    await page.getByLabel("Reason").first().fill("For a bug report");
    await button(page, "Post").click();
    await page.getByText(`${before + 25} drops`).waitFor();

    await page.getByLabel("Reason").last().fill("Ticket 7");
    await button(page, "Make a link").click();
    const link = await page.getByLabel("The link").inputValue();
    await page.goto(link);
    await page.getByText("Somebody is signed in here").waitFor();
    const asBen = await (await device()).newPage();
    await asBen.goto(link);
    await button(asBen, "Go on as the user").click();
    await asBen.getByRole("navigation", { name: "Main" }).waitFor();
    await goTo(asBen, "/me");
    await asBen.getByRole("heading", { name: "Ben" }).waitFor();
    await asBen.getByText("You act as Ben").waitFor();
    expect(await axeFindings(asBen)).toEqual([]);
    await button(asBen, "Stop").click();
    await asBen.getByRole("heading", { name: "Start your journal" }).waitFor();
    // The app waits for the service only for a time.
    await expect.poll(async () =>
      (await ok(admin, "GET", "/api/admin/impersonations")).impersonations[0]
    ).toMatchObject({ target_id: ben.id, ended_at: expect.any(String) });

    await goToAdmin(page, `/users/${ben.id}`);
    await button(page, "Block").click();
    await dialog(page).getByRole("button", { name: "Block" }).click();
    await page.getByText("Is blocked").waitFor();
    expect((await ben.api("GET", "/api/goals")).body.code).toBe("account_blocked");
  });

  it("deletes an account with a reason, when its e-mail address is typed", async () => {
    const [admin, ben, cleo] = [await superAdmin(), await person("Ben"), await person("Cleo")];
    const { organization } = await ok(ben, "POST", "/api/organizations", { name: "Friends" });
    const member = { user_id: cleo.id };
    await ok(ben, "POST", `/api/organizations/${organization.id}/members`, member);
    const page = await visit();
    await atAdmin(page, admin, `/users/${ben.id}`);
    await button(page, "Delete the account …").click();
    const shown = dialog(page);
    const remove = shown.getByRole("button", { name: "Delete for good" });
    await shown.getByLabel("Reason").fill("Asked for by letter");
    await shown.getByLabel(/^Type .* to confirm/).fill("somebody@example.com");
    expect(await remove.isDisabled()).toBe(true);
    await shown.getByLabel(/^Type .* to confirm/).fill(ben.email);
    await remove.click();
    // The user owns an organization with another member, who gets it.
    await shown.getByRole("alert").filter({ hasText: "Friends" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect((await ben.api("GET", "/api/goals")).status).toBe(200);
    await shown.getByRole("button", { name: "Hand over and delete" }).click();
    await page.getByText("The account is deleted").waitFor();
    await page.getByRole("heading", { name: "Users" }).waitFor();
    expect((await ben.api("GET", "/api/goals")).status).toBe(401);
    const { members } = await ok(cleo, "GET", `/api/organizations/${organization.id}/members`);
    expect(members).toMatchObject([{ user_id: cleo.id, role: "owner" }]);
    const { acts } = await ok(admin, "GET", `/api/admin/audit-log?target_id=${ben.id}`);
    expect(acts.map(({ reason }: { reason: string }) => reason)).toContain("Asked for by letter");
  });

  it("ends an impersonation by the callback with stop=1, and nothing else", async () => {
    const [admin, ben] = await Promise.all([superAdmin(), person("Ben")]);
    const { action_link } = await ok(admin, "POST", `/api/admin/users/${ben.id}/impersonate`, {
      reason: "Ticket 8",
    });
    const stop = action_link.replace(/\?.*/, "?stop=1");
    const page = await visit();
    await page.goto(stop);
    await page.getByText("You are not acting as a user").waitFor();
    await page.goto(action_link);
    await button(page, "Go on as the user").click();
    await page.getByText("You act as Ben").waitFor();
    await page.goto(stop);
    await page.getByText("You have stopped acting as a user").waitFor();
    const { impersonations: [last] } = await ok(admin, "GET", "/api/admin/impersonations");
    expect(last).toMatchObject({ target_id: ben.id, ended_at: expect.any(String) });
    expect(await kept(page)).toMatchObject({ values: [], local: {} });
    await page.getByRole("link", { name: "Sign in as yourself" }).click();
    await page.getByRole("heading", { name: "Start your journal" }).waitFor();

    // Somebody who is signed in as themselves stays so.
    await signIn(page, ben);
    await page.goto(stop);
    await page.getByText("You are not acting as a user").waitFor();
    await goTo(page, "/today");
    await page.getByRole("navigation", { name: "Main" }).waitFor();
  });

  it("sets a flag, a rate, and says what is wrong at the field", async () => {
    const admin = await superAdmin();
    const page = await visit();
    await atAdmin(page, admin, "/flags");
    const key = `flag-${crypto.randomUUID()}`;
    await button(page, "New flag").click();
    await page.getByLabel("Key").fill(key);
    await page.getByLabel("Share of the users").fill("101");
    await button(page, "Save").click();
    await dialog(page).locator(".error", { hasText: "100" }).waitFor();
    await page.getByLabel("Share of the users").fill("25");
    await button(page, "Save").click();
    const row = page.locator(".template", { hasText: key });
    await row.getByText("On for 25 % of the users").waitFor();
    await row.getByRole("button", { name: "Delete" }).click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });

    await goToAdmin(page, "/rates");
    await button(page, "New rate").click();
    await page.getByLabel("Tokens for one drop").fill("1234");
    await button(page, "Set rate").click();
    await page.locator(".template", { hasText: "1,234 tokens" }).getByText("Holds now").waitFor();
  });

  it("is refused to a user without the role, and to nobody in particular", async () => {
    const ana = await person("Ana");
    const page = await visit("/me");
    await signIn(page, ana);
    expect(await page.getByRole("link", { name: "Administration" }).count()).toBe(0);
    await goToAdmin(page);
    await page.getByText("This is for super admins").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.getByRole("navigation").count()).toBe(0);

    const stranger = await visit();
    await goToAdmin(stranger);
    await stranger.getByText("Sign in first").waitFor();
    await stranger.getByRole("link", { name: "To the journal" }).click();
    await stranger.getByRole("heading", { name: "Start your journal" }).waitFor();
  });
});

const screens = ["/health", "/users", "/flags", "/rates", "/log"];
const queues = ["", "/videos", "/opportunities", "/sponsors", "/templates"];

axeFindsNothing("in the administration", async (page, look) => {
  const [admin, [ana]] = await Promise.all([superAdmin(), persons("Ana")]);
  await lateCheckIn(ana);
  await pendingVideo(admin, "Axe");
  await atAdmin(page, admin);
  for (
    const screen of [...screens, ...queues.map((each) => `/review${each}`), `/users/${ana.id}`]
  ) {
    await goToAdmin(page, screen);
    await look(screen);
  }
  await goToAdmin(page, "/review/videos");
  await button(page, "Decline: Axe").first().click();
  await look("dialog");
});

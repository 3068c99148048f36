/// <reference lib="dom" />
/** Several people at the app, each in a browser of their own. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  account,
  axeFindings,
  axeFindsNothing,
  device,
  dialog,
  goTo,
  phone,
  signIn,
  signUp,
  visit,
} from "./browser.ts";
import { patience } from "../../../packages/local-supabase/helpers.ts";

/** Names that nobody else has, so that a search finds one person. */
const names = () => ["Ana", "Ben"].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`);

const message = (page: Page, text: string) => page.locator(".message", { hasText: text });

/** Begins an organization with a team, and makes a link to the team. */
async function teamWithLink(page: Page, organization: string, team: string): Promise<string> {
  await goTo(page, "/people");
  await page.getByRole("button", { name: /New organization|Start a larger group/ }).click();
  await dialog(page).getByLabel("Name").fill(organization);
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: organization }).waitFor();
  await page.getByRole("link", { name: "Teams", exact: true }).click();
  await page.getByRole("button", { name: "New team" }).click();
  await dialog(page).getByLabel("Name").fill(team);
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await page.getByText("No messages yet").waitFor();
  await page.getByRole("link", { name: "Members", exact: true }).click();
  await page.getByRole("link", { name: "Invite with a link" }).click();
  await page.getByLabel("They join").selectOption({ label: `Team ${team}` });
  await page.getByRole("button", { name: "Make a link" }).click();
  return await page.getByLabel("The link", { exact: true }).inputValue();
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

describe("people", () => {
  it(
    "join by a link, talk live, encourage each other, and part again",
    { timeout: patience(90_000) },
    async () => {
      const [anaName, benName] = names() as [string, string];
      const ana = await visit();
      await signUp(ana, anaName);
      const link = await teamWithLink(ana, "Riverside", "Early birds");

      // A friend who has no account opens the link.
      const ben = await (await device(phone)).newPage();
      await ben.goto(link);
      await ben.getByRole("heading", { name: "Early birds" }).waitFor();
      await ben.getByText(`${anaName} invites you to this team of Riverside`).waitFor();
      expect(await axeFindings(ben)).toEqual([]);
      await ben.getByLabel("Name").fill(benName);
      await ben.getByLabel("E-mail").fill(`${crypto.randomUUID()}@example.com`);
      await ben.getByLabel("Password").fill("a-long-password");
      await ben.getByRole("button", { name: "Create account" }).click();
      await ben.getByRole("heading", { name: "Early birds" }).waitFor();
      await ben.getByText("No messages yet").waitFor();

      // Both are in the chat: they see each other, and each word as it is written.
      await goTo(ana, "/people");
      await ana.getByRole("link", { name: /Early birds/ }).click();
      await ana.getByText(`${benName} is here`).waitFor();
      await ben.getByText(`${anaName} is here`).waitFor();
      await ben.getByLabel("Message", { exact: true }).pressSequentially("Good m");
      await ana.getByText(`${benName} is typing`).waitFor();
      await write(ben, "Good morning!");
      await message(ana, "Good morning!").getByText(benName).waitFor();
      await expect.poll(() => ana.locator(".chat > [role=status]").textContent()).toBe(
        `${benName}: Good morning!`,
      );
      await expect.poll(() => ana.getByText("is typing").count()).toBe(0);
      await write(ben, "See https://example.com/a_(b)?c=d, (https://example.com/e).");
      const links = ana.locator(".message-text a");
      await expect.poll(() => links.allInnerTexts())
        .toEqual(["https://example.com/a_(b)?c=d", "https://example.com/e"]);
      expect(await links.first().getAttribute("rel")).toBe("noopener noreferrer nofollow ugc");
      await write(ana, "Good morning, Ben");
      await message(ben, "Good morning, Ben").waitFor();

      // A message that does not reach the service is kept, and sent again on request.
      await ben.route(
        "**/teams/*/messages",
        (route) => route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await write(ben, "From the tunnel");
      await message(ben, "From the tunnel").getByText("You are offline.").waitFor();
      await ben.unroute("**/teams/*/messages");
      await ben.getByRole("button", { name: "Send again" }).click();
      await message(ana, "From the tunnel").waitFor();
      expect(await message(ben, "From the tunnel").count()).toBe(1);

      await message(ana, "Good morning, Ben").hover();
      await ana.getByRole("button", { name: "Delete: Good morning, Ben" }).click();
      await dialog(ana).getByRole("button", { name: "Delete" }).click();
      await message(ben, "Good morning, Ben").waitFor({ state: "detached" });

      // A drop appears in the other's window by itself.
      await goTo(ben, "/people/encouragement");
      await ben.getByText("No cheers yet").waitFor();
      await goTo(ana, "/people");
      await ana.getByRole("searchbox", { name: "Find people" }).fill(benName);
      await ana.getByRole("button", { name: benName }).click();
      await ana.getByRole("button", { name: "Cheer" }).click();
      await dialog(ana).getByRole("button", { name: "In my own words" }).click();
      await dialog(ana).getByLabel("Words").fill("You were up before the birds.");
      await dialog(ana).getByRole("button", { name: "Send" }).click();
      await ben.locator(".drops li.new", { hasText: "You were up before the birds." }).waitFor();
      await ben.getByRole("button", { name: `Mark the cheer from ${anaName} as read` }).click();
      await ben.locator(".drops li.new").waitFor({ state: "detached" });
      await goTo(ana, "/people/encouragement/sent");
      await ana.locator(".drops li", { hasText: "You were up before the birds." }).getByText("Read")
        .waitFor();

      // A member who leaves the chat is no longer shown in it; a removed member does not come back
      // by the link.
      await goTo(ana, "/people");
      await ana.getByRole("link", { name: /Early birds/ }).click();
      await ana.getByText("From the tunnel").waitFor();
      expect(await ana.getByText("is here").count()).toBe(0);
      await ana.getByRole("link", { name: "Members", exact: true }).click();
      await ana.getByRole("button", { name: benName }).click();
      await dialog(ana).getByRole("button", { name: "Remove from the team" }).click();
      await dialog(ana).getByRole("button", { name: "Remove from the team" }).click();
      await ana.getByRole("heading", { name: "1 member" }).waitFor();
      await ben.goto("about:blank");
      await ben.goto(link);
      await ben.getByRole("button", { name: "Join Early birds" }).click();
      await ben.locator(".answer .error").waitFor();

      // A link that was taken back leads nowhere.
      await ana.getByRole("link", { name: "Riverside" }).last().click();
      await ana.getByRole("link", { name: "Invitations" }).click();
      await ana.getByText("1 person joined").waitFor();
      await ana.getByRole("button", { name: "Take back" }).click();
      await dialog(ana).getByRole("button", { name: "Take back" }).click();
      await ana.getByText("1 person joined · taken back").waitFor();
      await ben.reload();
      await ben.getByText("That did not work").waitFor();
    },
  );

  it("are invited, accept, hand over and leave", async () => {
    const [anaName, benName] = names() as [string, string];
    const [ana, ben] = [await visit(), await visit("/people", phone)];
    await signUp(ana, anaName);
    await signUp(ben, benName);
    await ben.getByText("Nobody here yet").waitFor();
    await goTo(ben, "/me");
    const handle = await ben.getByLabel("Handle").inputValue();
    await goTo(ben, "/people");

    await goTo(ana, "/people");
    await ana.getByRole("button", { name: /New organization|Start a larger group/ }).click();
    await dialog(ana).getByLabel("Name").fill("Harbour");
    await dialog(ana).getByRole("button", { name: "Create" }).click();
    await ana.getByRole("link", { name: "Invitations" }).click();
    await ana.getByLabel("Invite by handle or e-mail").fill("nobody-with-this-handle");
    await ana.getByRole("button", { name: "Invite", exact: true }).click();
    await ana.locator(".inline .error").waitFor();
    await ana.getByLabel("Invite by handle or e-mail").fill(`@${handle}`);
    await ana.getByRole("button", { name: "Invite", exact: true }).click();
    // It appears by itself.
    await ben.getByText(`${anaName} invites you to Harbour`).waitFor();
    await ben.getByRole("button", { name: "Join" }).click();
    await ben.getByRole("heading", { name: "Harbour" }).waitFor();

    await ana.getByRole("link", { name: "Members", exact: true }).click();
    await ana.getByRole("button", { name: benName }).click();
    await dialog(ana).getByRole("button", { name: "Make the owner" }).click();
    await dialog(ana).getByRole("button", { name: "Make the owner" }).click();
    await ana.getByText(`${benName} is the owner of Harbour now`).waitFor();
    await ana.getByRole("button", { name: "Manage Harbour" }).click();
    await dialog(ana).getByRole("button", { name: "Leave the organization" }).click();
    await dialog(ana).getByRole("button", { name: "Leave the organization" }).click();
    await ana.getByText("Nobody here yet").waitFor();

    await ben.reload();
    await ben.getByRole("button", { name: "Manage Harbour" }).click();
    await dialog(ben).getByRole("button", { name: "Change name" }).click();
    await dialog(ben).getByLabel("Name").fill("Old harbour");
    await dialog(ben).getByRole("button", { name: "Save" }).click();
    await ben.getByRole("heading", { name: "Old harbour" }).waitFor();

    // A person whom Ana blocks cannot encourage her.
    await goTo(ana, "/people");
    await ana.getByRole("searchbox", { name: "Find people" }).fill(handle);
    await ana.getByRole("button", { name: benName }).click();
    const bensCard = new URL(ana.url()).hash;
    await ana.getByRole("button", { name: `More about ${benName}` }).click();
    await dialog(ana).getByRole("button", { name: "Block" }).click();
    await ana.getByText(`You blocked ${benName}`).waitFor();
    await goTo(ana, "/me");
    const anas_handle = await ana.getByLabel("Handle").inputValue();
    await goTo(ben, "/people");
    await ben.getByRole("searchbox", { name: "Find people" }).fill(anas_handle);
    await ben.getByText("Nobody found").waitFor();
    await goTo(ana, bensCard.slice(1));
    await ana.getByRole("button", { name: "Unblock" }).click();
    await ana.getByRole("button", { name: "Cheer" }).waitFor();
  });

  it("read earlier messages, page by page", async () => {
    const page = await visit("/today", phone);
    await signUp(page, "Ana Ruiz");
    await teamWithLink(page, "Archive", "Writers of the archive");
    await sql`
      insert into public.team_messages (team_id, user_id, content, written_at)
      select id, admin_id, 'Line ' || n || '.', now() - (41 - n) * interval '1 minute'
      from public.teams, generate_series(1, 40) as n where name = 'Writers of the archive'`;
    await goTo(page, "/people");
    await page.getByRole("link", { name: /Writers/ }).click();
    await page.getByText("Line 40.", { exact: true }).waitFor();
    expect(await page.getByText("Line 5.", { exact: true }).count()).toBe(0);
    await page.locator(".older").scrollIntoViewIfNeeded();
    await page.getByText("Line 1.", { exact: true }).waitFor();
    const lines = await page.locator(".message-text").allTextContents();
    expect(lines).toEqual(Array.from({ length: 40 }, (_, index) => `Line ${index + 1}.`));
  });
});

/** The addresses of the demo's people. */
async function screensOf(page: Page): Promise<string[]> {
  await goTo(page, "/people");
  await page.locator(".circles .circle").nth(2).waitFor();
  const found = await page.locator(".circles .circle").evaluateAll((links) =>
    links.map((link) => link.getAttribute("href")!.slice(1))
  );
  const [team, organization] = ["team", "organization"].map((kind) =>
    found.find((address) => address.includes(`/${kind}/`))!
  );
  return [
    "/people",
    team!,
    `${team}/members`,
    organization!,
    `${organization}/teams`,
    `${organization}/invitations`,
    "/people/person/d0000000-0000-4000-8000-000000000006",
    "/people/encouragement",
    "/people/encouragement/sent",
    "/people/encouragement/badges",
    "/people/encouragement/leaderboard",
    "/people/team/none",
    "/join/unknown",
  ];
}

axeFindsNothing("about people", async (page, look) => {
  await signIn(page, account("demo"));
  for (const screen of await screensOf(page)) {
    await goTo(page, screen);
    await look(screen);
  }
  await goTo(page, "/people/person/d0000000-0000-4000-8000-000000000006");
  await page.getByRole("button", { name: "Cheer" }).click();
  await dialog(page).locator(".template").first().waitFor();
  await look("encourage");
});

it("a person and an entry are reported, with a reason and a note", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const { entry } = await ok(ben, "POST", "/api/journal", {
    title: "Loud",
    content: "Words that hurt.",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  for (const address of [`/people/person/${ben.id}`, `/journal/${entry.id}`]) {
    await goTo(page, address);
    await page.getByRole("button", { name: /^More/ }).click();
    await dialog(page).getByRole("button", { name: "Report" }).click();
    await dialog(page).getByLabel("Why?").selectOption("abuse");
    await dialog(page).getByLabel(/Anything we should know/).fill("Please look.");
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you. We will look at it.").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).click();
  }
  const reports = await sql`
    select about, object_id, reason, note from private.reports where reporter_id = ${ana.id}
    order by about`;
  const said = { reason: "abuse", note: "Please look." };
  expect(reports).toEqual([
    { about: "journal_entry", object_id: entry.id, ...said },
    { about: "user", object_id: ben.id, ...said },
  ]);
});

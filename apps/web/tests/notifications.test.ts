/// <reference lib="dom" />
/** Each notification leads to its subject. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, goTo, phone, signIn, visit } from "./browser.ts";

it("leads from a notification of each type to a place of the app", async () => {
  const ana = await person("Ana");
  const [{ types }] = await sql<[{ types: string[] }]>`
    select array(
      select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') as m
    ) as types
    from pg_constraint where conname = 'notifications_type_check'`;
  expect(types.length).toBeGreaterThan(20);
  const data = sql.json({
    entry_id: crypto.randomUUID(),
    org_id: crypto.randomUUID(),
    team_id: crypto.randomUUID(),
    dream_id: crypto.randomUUID(),
    webhook_id: crypto.randomUUID(),
    goal_id: null,
    user_id: crypto.randomUUID(),
    days: 7,
    date: "2026-11-23",
    week_start_date: "2026-11-23",
    from: "2026-11-16",
    to: "2026-11-22",
  });
  await sql`
    insert into public.notifications (user_id, type, title, data)
    select ${ana.id}, type, type, ${data}::jsonb from unnest(${types}::text[]) as type`;
  const page = await visit("/me/notifications", phone);
  await signIn(page, ana);
  const links = page.locator(".notifications a");
  const show = page.getByRole("button", { name: "Show more" });
  await links.first().waitFor();
  while (await show.count()) await show.click();
  expect(await links.count()).toBe(types.length);
  const addresses = await links.evaluateAll((all) =>
    all.map((each) => each.getAttribute("href")!.slice(1))
  );
  for (const address of new Set(addresses)) {
    expect(address).not.toContain("undefined");
    await goTo(page, address);
    await page.locator("main :is(h1, .state)").first().waitFor({ state: "attached" });
    expect(await page.getByRole("link", { name: "To today" }).count(), address).toBe(0);
  }
});

it("shows titles in the language of the app, and no sentence of another one", async () => {
  const ana = await person("Ana");
  const rows = sql.json([
    {
      type: "weekly_review",
      title: "Deine Woche",
      body: "3 Einträge",
      data: {},
    },
    {
      type: "reminder",
      title: "Zeit für dein Ziel",
      body: "Laufen",
      data: { goal_id: ana.id },
    },
    {
      type: "streak_milestone",
      title: "A streak of 7 days",
      body: "Kept",
      data: { days: 7 },
    },
  ]);
  await sql`
    insert into public.notifications (user_id, type, title, body, data)
    select ${ana.id}, n.* from jsonb_to_recordset(${rows}::jsonb)
      as n (type text, title text, body text, data jsonb)`;
  const page = await visit("/me/notifications", phone);
  await signIn(page, ana);
  const row = (title: string) => page.locator(".notifications li", { hasText: title });
  expect(await row("Your week").innerText()).not.toContain("Einträge");
  expect(await row("Time to check in").innerText()).toContain("Laufen");
  expect(await row("A streak of 7 days").innerText()).toContain("Kept");
});

it("says in the app's language how a battle ended, and who asks into an organization", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const [won, lost, open] = ["2024-01-01", "2024-01-08", "2024-01-15"] as const;
  await sql`
    insert into public.workout_window_battles
      (week_start_date, battle_status, winner, battle_result)
    values (${won}, 'completed', 'red', '{}'), (${lost}, 'completed', 'blue', '{}')
    on conflict do nothing`;
  const battle = (week_start_date: string) => ({
    type: "battle_result",
    title: "Duell",
    body: "Rot siegt",
    data: { week_start_date, team_color: "red" },
  });
  const data = { org_id: crypto.randomUUID(), invitation_id: ben.id, user_id: ben.id };
  const type = "organization_invitation";
  const rows = sql.json([
    ...[won, lost, open].map(battle),
    { type, title: "Einladung", body: "@ben lädt dich ein", data },
    { type, title: "Abgelehnt", body: "", data },
    { type: "organization_joined", title: "Dabei", body: "@ben ist dabei", data },
  ]);
  await sql`
    insert into public.notifications (user_id, type, title, body, data)
    select ${ana.id}, n.* from jsonb_to_recordset(${rows}::jsonb)
      as n (type text, title text, body text, data jsonb)`;
  const page = await visit("/me/notifications", phone);
  await signIn(page, ana);
  const row = (title: string) => page.locator(".notifications li", { hasText: title });
  await row("Your team has won the battle").waitFor();
  await row("Ben declined your invitation").waitFor();
  const titles = await page.locator(".notifications a").allInnerTexts();
  expect(titles.sort()).toEqual([
    "Ben declined your invitation",
    "Ben invites you to an organization",
    // Nobody has won yet.
    "Duell",
    "You and Ben are in one organization now",
    "Your team has lost the battle",
    "Your team has won the battle",
  ]);
  expect(await row("Your team has won").innerText()).not.toContain("Rot");
  expect(await row("Duell").innerText()).toContain("Rot siegt");
});

it("names the person, the entry and the words, with a face, and leaves out what is hidden", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const { entry } = await ok(ana, "POST", "/api/journal", {
    title: "Herons",
    content: "Two of them.",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  await ok(ben, "POST", `/api/journal/${entry.id}/comments`, { content: "I saw them too." });
  await ok(ben, "POST", "/api/encouragement-drops/send", {
    recipient_id: ana.id,
    drop_type: "encouragement",
    content: "Go on like this.",
  });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  // One tap from Today.
  await page.getByRole("link", { name: /^Notifications/ }).click();
  const row = (text: string) => page.locator(".notifications li", { hasText: text });
  const comment = row("Ben commented on your entry");
  await comment.getByText("I saw them too.").waitFor();
  await comment.getByText("Herons").waitFor();
  expect(await comment.locator(".avatar").innerText()).toBe("B");
  await row("Ben cheers you on").getByText("Go on like this.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Ben commented on your entry" }).click();
  await page.getByRole("region", { name: "Entry" }).getByText("Two of them.").waitFor();

  // A comment that is gone is not quoted.
  await sql`delete from public.journal_comments where entry_id = ${entry.id}`;
  await page.reload();
  await goTo(page, "/me/notifications");
  await row("Ben commented on your entry").getByText("Herons").waitFor();
  expect(await page.getByText("I saw them too.").count()).toBe(0);
});

it("leads from an invitation to where it is answered, and from a badge to the badges", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Swimmers" });
  await ok(ana, "POST", `/api/organizations/${organization.id}/invitations`, {
    user_id: ben.id,
    role: "member",
  });
  await sql`select private.notify(${ben.id}, 'badge_reached')`;
  const page = await visit("/me/notifications", phone);
  await signIn(page, ben);
  await page.getByRole("link", { name: "Ana invites you to an organization" }).click();
  await page.locator(".invitations").getByText("Swimmers").waitFor();
  await page.getByRole("button", { name: "Join" }).waitFor();

  await goTo(page, "/me/notifications");
  await page.getByRole("link", { name: "You reached a new badge" }).click();
  await expect.poll(() => page.locator("[aria-label='Cheers'] [aria-current]").innerText())
    .toBe("Badges");
});

it("leads from the messages of the lab to their words, once the mail of the week has them", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  for (const [subject, status] of [["Your coil", "delivered"], ["Too early", "pending"]]) {
    await sql`
      insert into public.sponsor_outreach (
        from_user_id, to_participant_id, subject, message, delivery_status
      )
      values (${ben.id}, ${ana.id}, ${subject!}, 'How many turns?', ${status!})`;
  }
  await sql`select private.notify(${ana.id}, 'relay_message.one',
    jsonb_build_object('handle', 'ben'), jsonb_build_object('user_id', ${ben.id}::uuid))`;
  const page = await visit("/me/notifications", phone);
  await signIn(page, ana);
  await page.locator(".notifications a").click();
  const card = page.locator(".card", { hasText: "Messages for you" });
  await card.getByText("How many turns?").waitFor();
  expect(await card.getByText("Too early").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole("button", { name: "Write to Ben" }).waitFor();
});

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
  expect((await links.allInnerTexts()).sort()).toEqual([...types].sort());
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
  await page.getByRole("link", { name: "You are invited to an organization" }).click();
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

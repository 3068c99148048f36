/** Reports by users, and the decisions of super admins about them. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const path = "/api/reports";
const report = async (who: Person, about: string, id: string, more = {}) =>
  (await ok(who, "POST", path, { about, id, reason: "abuse", ...more })).report;

const publicEntry = async (who: Person, content = "Buy now!") =>
  (await ok(who, "POST", "/api/journal", {
    title: "Offer",
    content,
    metadata_visibility: "public",
    content_visibility: "public",
  })).entry.id as string;

/** A comment, a team message and a drop of Ben's that Ana sees, and a public entry. */
async function thingsOf(
  ben: Person,
  ana: Person,
): Promise<[about: string, id: string, text: string][]> {
  const entry = await publicEntry(ana, "Mine");
  const { comment } = await ok(ben, "POST", `/api/journal/${entry}/comments`, { content: "Silly" });
  const { drop } = await ok(ben, "POST", "/api/encouragement-drops/send", {
    recipient_id: ana.id,
    drop_type: "encouragement",
    content: "Go away",
  });
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Org" });
  const { team } = await ok(ana, "POST", "/api/teams", { org_id: organization.id, name: "Team" });
  await ok(ana, "POST", `/api/organizations/${organization.id}/members`, {
    user_id: ben.id,
    role: "member",
  });
  await ok(ana, "POST", `/api/teams/${team.id}/members`, { user_id: ben.id });
  const { message } = await ok(ben, "POST", `/api/teams/${team.id}/messages`, { content: "Bah" });
  return [
    ["journal_entry", await publicEntry(ben), "Offer\n\nBuy now!"],
    ["comment", comment.id, "Silly"],
    ["drop", drop.id, "Go away"],
    ["team_message", message.id, "Bah"],
  ];
}

const listed = async (admin: Person, about: Person) =>
  (await walk(admin, "/api/admin/reports", "reports"))
    .filter(({ author }) => author?.id === about.id);
const resolve = (admin: Person, { id }: { id: string }, body: unknown) =>
  ok(admin, "POST", `/api/admin/reports/${id}/resolve`, body);

it("are of a person, an entry, a comment, a message or a drop, with the text as it was", async ({ ana, ben, cleo, admin }) => {
  const things = await thingsOf(ben, ana);
  const [{ handle, full_name }] = await sql<[{ handle: string; full_name: string }]>`
    select handle, full_name from public.profiles where id = ${ben.id}`;
  things.push(["user", ben.id, `@${handle} ${full_name}`]);
  for (const [about, id, text] of things) {
    const sent = { about, id, reason: "spam", note: "Again" };
    const [one, two] = [await ana.api("POST", path, sent), await ana.api("POST", path, sent)];
    expect([about, one.status, two.status, two.body]).toEqual([about, 201, 200, one.body]);
    const { report } = one.body;
    expect(report).toEqual({
      id: expect.any(String),
      about,
      reason: "spam",
      created_at: expect.any(String),
    });
    expect((await listed(admin, ben))[0]).toMatchObject({
      ...report,
      object_id: id,
      text,
      note: "Again",
      status: "open",
      reporter: { id: ana.id },
      author: { id: ben.id, handle },
      action: null,
    });
    expect(await outcome(ben, "POST", path, sent)).toBe("400 id: you cannot report yourself");
  }
  // Cleo does not see them, and cannot report them.
  for (const [about, id] of things.slice(2, 4)) {
    expect(await outcome(cleo, "POST", path, { about, id, reason: "other" }))
      .toBe("404 Reported object not found");
  }
  expect(
    await sql`
    select from public.notifications where user_id = ${ben.id} and type like '%report%'`,
  )
    .toHaveLength(0);
});

it("are only of what the reporter sees", async ({ ana, ben }) => {
  const { entry } = await ok(ben, "POST", "/api/journal", { title: "Private", content: "x" });
  for (
    const [about, id] of [
      ["journal_entry", entry.id],
      ...["user", "comment", "team_message", "drop"].map((about) => [about, NOWHERE]),
    ]
  ) {
    expect([about, await outcome(ana, "POST", path, { about, id, reason: "abuse" })])
      .toEqual([about, "404 Reported object not found"]);
  }
});

it("are also of a person who blocks the reporter, over each address", async ({ ana, ben, admin }) => {
  await ok(ben, "PUT", "/api/user/profile", { blocked_user_ids: [ana.id] });
  expect(await outcome(ana, "GET", `/api/users/${ben.id}`)).toMatch(/^404/);
  const about = { about: "user", id: ben.id, reason: "abuse" };
  expect(await outcome(ana, "POST", path, about)).toBe("201");
  const direct = await ana.client.rpc("create_report", {
    p_about: "user",
    p_id: ben.id,
    p_reason: "abuse",
  });
  expect(direct.data).toMatchObject({ is_new: false });
  expect(await listed(admin, ben)).toHaveLength(1);
});

it("hold the title alone of an entry whose content is hidden, and 2,000 characters at most", async ({ ana, ben, admin }) => {
  const { entry } = await ok(ben, "POST", "/api/journal", {
    title: "Half",
    content: "Hidden",
    metadata_visibility: "public",
  });
  await report(ana, "journal_entry", entry.id);
  await report(ana, "journal_entry", await publicEntry(ben, "x".repeat(3000)));
  const [long, half] = await listed(admin, ben);
  expect([long.text.length, half.text]).toEqual([2000, "Half"]);
});

it("are at most 20 a day", async ({ ana, ben }) => {
  await sql`
    insert into private.quota_days (user_id, kind, day, made)
    values (${ana.id}, 'reports', 'infinity', 19)`;
  await report(ana, "user", ben.id);
  const entry = await publicEntry(ben);
  const { status, body } = await ana.api("POST", path, {
    about: "journal_entry",
    id: entry,
    reason: "spam",
  });
  expect([status, body.code]).toEqual([429, "daily_quota_reached"]);
  expect((await ana.api("POST", path, { about: "user", id: ben.id, reason: "spam" })).status)
    .toBe(200);
});

it.for(
  [
    [{ about: "goal" }, "about: expected one of user, journal_entry, comment, team_message, drop"],
    [{ reason: "boring" }, "reason: expected one of spam, abuse, self_harm, other"],
    [{ note: "x".repeat(1001) }, "note: expected at most 1000 characters"],
    [{ id: "x" }, "id: expected a UUID"],
  ] as const,
)("refuse %j", async ([wrong, error], { ana, ben }) => {
  const sent = { about: "user", id: ben.id, reason: "spam", ...wrong };
  expect(await outcome(ana, "POST", path, sent)).toBe(`400 ${error}`);
  const { about, id, ...more } = sent;
  const args = Object.fromEntries(
    Object.entries({ about, id, ...more }).map(([k, v]) => [`p_${k}`, v]),
  );
  expect((await ana.client.rpc("create_report", args)).status).toBe(400);
});

describe("super admins", () => {
  it("remove the reported object, once", async ({ ana, ben, admin }) => {
    const things = await thingsOf(ben, ana);
    for (const [about, id] of things) await report(ana, about, id);
    for (const each of await listed(admin, ben)) {
      const { report } = await resolve(admin, each, { action: "removed", note: "Spam" });
      expect(report).toMatchObject({
        status: "resolved",
        action: "removed",
        resolution_note: "Spam",
      });
      expect(
        await outcome(admin, "POST", `/api/admin/reports/${each.id}/resolve`, { action: "none" }),
      )
        .toBe("409 The report is resolved already");
    }
    for (
      const [table, column] of [
        ["journal_entries", "user_id"],
        ["journal_comments", "user_id"],
        ["team_messages", "user_id"],
        ["drops_sent", "sender_id"],
      ] as const
    ) {
      expect([
        table,
        await sql`select from ${sql(`public.${table}`)} where ${sql(column)} = ${ben.id}`,
      ])
        .toEqual([table, []]);
    }
    expect(
      await sql`
      select act, after ->> 'action' as action, reason from public.audit_log
      where after ->> 'user_id' = ${ben.id}`,
    )
      .toEqual(Array(4).fill({ act: "report.resolve", action: "removed", reason: "Spam" }));
  });

  it("block an author, or leave everything as it is", async ({ ana, ben, admin }) => {
    await report(ana, "user", ben.id);
    const [open] = await listed(admin, ben);
    const url = `/api/admin/reports/${open.id}/resolve`;
    expect(await outcome(admin, "POST", url, { action: "removed" }))
      .toBe("400 action: a user is blocked, not removed");
    await resolve(admin, open, { action: "blocked" });
    expect((await ben.api("GET", "/api/goals")).body.code).toBe("account_blocked");
    await report(ana, "journal_entry", await publicEntry(admin));
    const [other] = await listed(admin, admin);
    await resolve(admin, other, { action: "none" });
    expect((await listed(admin, admin))[0]).toMatchObject({ status: "resolved", action: "none" });
    expect(
      await outcome(admin, "POST", `/api/admin/reports/${NOWHERE}/resolve`, { action: "none" }),
    )
      .toBe("404 Report not found");
  });

  it("list open and resolved reports apart, these for 90 days", async ({ ana, ben, admin }) => {
    await report(ana, "user", ben.id);
    const [{ id }] = await listed(admin, ben);
    const ids = async (status: string) =>
      (await walk(admin, `/api/admin/reports?status=${status}`, "reports")).map((each) => each.id);
    expect([(await ids("open")).includes(id), (await ids("resolved")).includes(id)])
      .toEqual([true, false]);
    await resolve(admin, { id }, { action: "none" });
    expect([(await ids("open")).includes(id), (await ids("resolved")).includes(id)])
      .toEqual([false, true]);
    for (const [age, left] of [["89 days 23 hours", 1], ["90 days", 0]] as const) {
      await sql`
        update private.reports set resolved_at = now() - ${age}::interval where id = ${id}`;
      await sql`select private.purge()`;
      expect(await sql`select from private.reports where id = ${id}`).toHaveLength(left);
    }
  });
});

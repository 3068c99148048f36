/** Friends: who is one, and what the list of friends tells. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { anonymous, type Person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  befriend,
  block,
  friend,
  friends,
  nameOf,
  prefer,
  share,
  told,
  update,
} from "./support.ts";

const ids = async (who: Person) =>
  (await friends(who)).map(({ user }: { user: { id: string } }) => user.id);
const journal = async (who: Person, query = "") =>
  (await ok(who, "GET", `/api/journal?scope=friends${query}`)).entries;

describe("a circle", () => {
  it("is marked on its organization and its team, and on nothing else", async ({ ana, ben }) => {
    const { org, team } = await befriend(ana, ben);
    const { organization: work } = await ok(ana, "POST", "/api/organizations", { name: "Work" });
    const { team: other } = await ok(ana, "POST", "/api/teams", { org_id: org, name: "Other" });
    const all = await Promise.all([
      ...[org, work.id].map((id) => ok(ben, "GET", `/api/organizations/${id}`).catch(() => null)),
      ok(ben, "GET", `/api/teams/${team}`),
      ok(ben, "GET", `/api/teams/${other.id}`),
    ]);
    expect(all.map((each) => (each?.organization ?? each?.team)?.is_circle))
      .toEqual([true, undefined, true, false]);
    expect(work.is_circle).toBe(false);
    const { invitation } = await ok(ana, "POST", "/api/invitations");
    const linked = await ok(anonymous, "GET", `/api/invitations/${invitation.code}`);
    expect([linked.invitation.organization.is_circle, linked.invitation.team.is_circle])
      .toEqual([true, true]);
  });

  it("is joined by its links alone", async ({ ana, ben, cleo }) => {
    const { org, team } = await befriend(ana, ben);
    const members = `/api/organizations/${org}/members`;
    const needed = async (path: string, body: object, method: "POST" | "PUT" = "POST") => {
      const { status, body: { code } } = await ana.api(method, path, body);
      expect([status, code]).toEqual([409, "invitation_needed"]);
    };
    await needed(members, { user_id: cleo.id });
    for (const target of [{ user_id: cleo.id }, { email: "cleo@example.com" }]) {
      await needed(`/api/organizations/${org}/invitations`, target);
    }
    await ok(ben, "DELETE", `/api/teams/${team}/members/${ben.id}`);
    await needed(`/api/teams/${team}/members`, { user_id: ben.id });
    await needed(`/api/teams/${team}`, { admin_id: ben.id }, "PUT");
    await sql`
      insert into private.organization_invitations (org_id, role, user_id, invited_by, expires_at)
      values (${org}, 'member', ${cleo.id}, ${ana.id}, now() + interval '1 day')`;
    const { invitations: [{ id }] } = await ok(cleo, "GET", "/api/user/invitations");
    expect(
      (await cleo.api("POST", "/api/user/invitations/accept", { invitation_id: id })).body.code,
    )
      .toBe("invitation_needed");
    expect(await ids(ana)).toEqual([]);
  });

  it("takes nobody in who was added while it belonged to somebody else", async ({ ana, ben, cleo }) => {
    const { org, team } = await befriend(ana, ben);
    const transfer = (from: Person, to: Person) =>
      ok(from, "POST", `/api/organizations/${org}/transfer-ownership`, { new_owner_id: to.id });
    await transfer(ana, ben);
    await ok(ben, "PUT", `/api/teams/${team}`, { admin_id: ben.id });
    for (const path of [`/api/organizations/${org}`, `/api/teams/${team}`]) {
      await ok(ben, "POST", `${path}/members`, { user_id: cleo.id, role: "member" });
    }
    await transfer(ben, ana);
    expect([await ids(ana), await ids(cleo)]).toEqual([[], []]);
    const anew = await befriend(ana, ben);
    expect(anew.org).not.toBe(org);
    expect([await ids(ana), await ids(cleo)]).toEqual([[ben.id], []]);
  });

  it("takes no classroom account", async ({ ana, ben }) => {
    await sql`update public.profiles set is_classroom = true where id = ${ben.id}`;
    const { invitation: { code } } = await ok(ana, "POST", "/api/invitations");
    expect(await outcome(ben, "POST", "/api/user/invitations/accept", { code }))
      .toBe("403 Classroom accounts may not join a circle of friends");
  });

  it("has at most 500 people", async ({ ana, ben, cleo }) => {
    await befriend(ana, ben);
    const { invitation: { code } } = await ok(ana, "POST", "/api/invitations");
    await sql.begin(async (sql) => {
      await sql`
        create or replace function private.max_circle() returns integer
        language sql immutable set search_path = '' as 'select 2'`;
      await sql`select set_config('request.jwt.claims', ${
        JSON.stringify({ sub: cleo.id, role: "authenticated" })
      }, true)`;
      await expect(sql`select private.accept_invitation(p_code => ${code})`).rejects
        .toThrow("The circle is full");
      throw new Error("undo");
    }).catch((error) => {
      if (!/undo|aborted/.test(error.message)) throw error;
    });
  });
});

describe("a friend", () => {
  it("shares the team of either's circle; two guests of a circle are not friends", async ({ ana, ben, cleo }) => {
    const { team } = await befriend(ana, ben);
    await befriend(ana, cleo);
    expect((await ids(ana)).toSorted()).toEqual([ben.id, cleo.id].toSorted());
    expect(await friend(ben)).toMatchObject({
      user: { id: ana.id, full_name: await nameOf(ana) },
      team_id: team,
      last_entry: null,
      done_today: false,
      pair_streak: null,
    });
    expect(await ids(cleo)).toEqual([ana.id]);
    // The team of the caller's own circle goes before that of the friend's.
    const own = await befriend(ben, ana);
    expect((await friend(ben)).team_id).toBe(own.team);
    expect(
      (await friends(ana)).find(({ user }: { user: { id: string } }) => user.id === ben.id).team_id,
    )
      .toBe(team);
    const [{ since }] = await sql<[{ since: Date }]>`
      select joined_at as since from public.team_members
      where team_id = ${team} and user_id = ${ben.id}`;
    expect(new Date((await friend(ben)).since).getTime()).toBe(new Date(since).getTime());
  });

  it("leaves the list by a block of either, and by leaving the circle", async ({ ana, ben }) => {
    const { team } = await befriend(ana, ben);
    for (const [one, other] of [[ana, ben], [ben, ana]] as const) {
      await block(one, other);
      expect([await ids(ana), await ids(ben)]).toEqual([[], []]);
      await block(one);
      expect([await ids(ana), await ids(ben)]).toEqual([[ben.id], [ana.id]]);
    }
    await ok(ben, "DELETE", `/api/teams/${team}/members/${ben.id}`);
    expect([await ids(ana), await ids(ben)]).toEqual([[], []]);
  });

  it("leaves the list when the circle is handed over", async ({ ana, ben }) => {
    const { org } = await befriend(ana, ben);
    await ok(ana, "POST", `/api/organizations/${org}/transfer-ownership`, { new_owner_id: ben.id });
    expect(await ids(ana)).toEqual([]);
    const { organization } = await ok(ana, "GET", `/api/organizations/${org}`);
    expect(organization.is_circle).toBe(false);
  });

  it("is told to the inviter and the invited by a card", async ({ ana, ben }) => {
    await befriend(ana, ben);
    expect(await told(ana, "friend_joined")).toEqual([
      `You and ${await nameOf(ben)} are friends now`,
    ]);
    expect(await told(ben, "friend_joined")).toEqual([
      `You and ${await nameOf(ana)} are friends now`,
    ]);
    expect(await told(ana, "organization_joined")).toEqual([]);
    const { notifications: [{ data }] } = await ok(ben, "GET", "/api/notifications");
    expect(data).toEqual({ user_id: ana.id });
  });

  it("is told over no block", async ({ ana, ben }) => {
    await block(ben, ana);
    await befriend(ana, ben);
    expect([await told(ana, "friend_joined"), await told(ben, "friend_joined")]).toEqual([[], []]);
  });
});

describe("the list of friends", () => {
  it("begins with the latest entry that the caller sees, page by page", async ({ ana, ben, cleo }) => {
    const { team } = await befriend(ana, ben);
    await befriend(ana, cleo);
    await share(ben, team, { title: "Rain", written_at: "2026-01-02T10:00:00Z" });
    const seen = await share(cleo, team, { title: "Sun", written_at: "2026-01-03T10:00:00Z" });
    await share(ben, team, { metadata_visibility: "user" });
    const list = await friends(ana);
    expect(list.map((each: { last_entry: { title: string } }) => each.last_entry.title))
      .toEqual(["Sun", "Rain"]);
    expect(list[0].last_entry).toEqual({
      id: seen,
      title: "Sun",
      written_at: "2026-01-03T10:00:00+00:00",
      picture: null,
    });
    const first = await ok(ana, "GET", "/api/friends?limit=1");
    const second = await ok(ana, "GET", `/api/friends?limit=1&cursor=${first.next_cursor}`);
    expect([...first.friends, ...second.friends]).toEqual(list);
    expect(second.next_cursor).toBeNull();
    // Friends without an entry come last.
    await update(cleo, seen, { metadata_visibility: "user" });
    const pages = await ok(ana, "GET", "/api/friends?limit=1");
    expect(pages.friends[0].user.id).toBe(ben.id);
    const last = await ok(ana, "GET", `/api/friends?limit=1&cursor=${pages.next_cursor}`);
    expect(last.friends[0]).toMatchObject({ user: { id: cleo.id }, last_entry: null });
  });

  it("has the open invitations to the circle, as they are listed", async ({ ana, ben }) => {
    const { org } = await befriend(ana, ben);
    await ok(ana, "POST", "/api/invitations");
    const { invitations } = await ok(ana, "GET", `/api/organizations/${org}/invitations`);
    const list = await ok(ana, "GET", "/api/friends");
    expect(list.invitations).toEqual(
      invitations.filter(({ status }: { status: string }) => status === "open"),
    );
    expect(list.invitations).toHaveLength(1);
    expect((await ok(ben, "GET", "/api/friends")).invitations).toEqual([]);
  });

  it("tells who is done on their own date of today, unless they do not show it", async ({ ana, ben }) => {
    await befriend(ana, ben);
    // Has another date than UTC now.
    const timezone = new Date().getUTCHours() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";
    await ok(ben, "PUT", "/api/user/profile", { timezone });
    const done = async () => (await friend(ana)).done_today;
    await ok(ben, "POST", "/api/journal", { title: "Mine", content: "Alone." });
    expect(await done()).toBe(true);
    await prefer(ben, { friend_done: false });
    expect(await done()).toBeNull();
    await prefer(ben, { friend_done: true });
    // Yesterday in the zone of the writing.
    await sql`update private.streak_acts set day = day - 1 where streak_id in (
      select id from private.streaks where user_id = ${ben.id})`;
    expect(await done()).toBe(false);
    const { goal } = await ok(ben, "POST", "/api/goals", { title: "Run" });
    await ok(ben, "POST", `/api/goals/${goal.id}/check-ins`, { status: "missed" });
    expect(await done()).toBe(false);
    await ok(ben, "POST", `/api/goals/${goal.id}/check-ins`, { status: "partial" });
    expect(await done()).toBe(true);
    expect(await outcome(ben, "PUT", "/api/user/profile", { preferences: { friend_done: 1 } }))
      .toMatch(/^400/);
  });

  it("shows a super admin no more than others", async ({ admin, ben }) => {
    const { team } = await befriend(admin, ben);
    await share(ben, team, { metadata_visibility: "user" });
    expect((await friend(admin)).last_entry).toBeNull();
    expect(await journal(admin)).toEqual([]);
    expect(await journal(admin, "&q=frost")).toEqual([]);
    const { team: of } = await ok(ben, "POST", "/api/teams", {
      org_id: (await ok(ben, "POST", "/api/organizations", { name: "Work" })).organization.id,
      name: "Other",
    });
    await share(ben, of.id, { metadata_visibility: "public", content_visibility: "team" });
    const [entry, ...none] = await journal(admin);
    expect([entry.content, entry.content_hidden, none]).toEqual([null, true, []]);
    const [all] = (await ok(admin, "GET", `/api/journal?user_id=${ben.id}`)).entries;
    expect(all.content).toBe("Cold.");
    expect(await journal(admin, "&q=cold")).toEqual([]);
  });
});

describe("the journal of friends", () => {
  it("has the entries of friends that the caller sees, and no others", async ({ ana, ben, cleo }) => {
    const { team } = await befriend(ana, ben);
    await befriend(ana, cleo);
    await share(ana, team, { title: "Own" });
    await share(ben, team, { title: "Circle", tags: ["walk"] });
    await share(ben, team, { title: "Private", metadata_visibility: "user" });
    await share(cleo, team, { title: "Everybody", metadata_visibility: "public" });
    const titles = async (who: Person, query = "") =>
      (await journal(who, query)).map(({ title }: { title: string }) => title);
    expect(await titles(ana)).toEqual(["Everybody", "Circle"]);
    // Ben sees what Cleo shares with everybody, but the two are not friends.
    expect(await titles(ben)).toEqual(["Own"]);
    expect(await titles(ana, "&tag=walk")).toEqual(["Circle"]);
    expect(await titles(ana, "&q=everybody")).toEqual(["Everybody"]);
    expect(await titles(ana, `&user_id=${ben.id}`)).toEqual(["Circle"]);
    const first = await ok(ana, "GET", "/api/journal?scope=friends&limit=1");
    const query = `&limit=1&cursor=${first.next_cursor}`;
    expect([first.entries[0].title, ...await titles(ana, query)]).toEqual(["Everybody", "Circle"]);
    await block(ana, cleo);
    expect(await titles(ana)).toEqual(["Circle"]);
    const { data } = await ana.client.rpc("list_journal_entries", { p_scope: "friends" });
    expect((data as { title: string }[]).map(({ title }) => title)).toEqual(["Circle"]);
  });
});

it("asks a personal token for people:read and journal:read", async ({ ana }) => {
  const token = async (...scopes: string[]) => {
    const { token } = await ok(ana, "POST", "/api/user/tokens", { name: "Program", scopes });
    const { status, body } = await ana.api("GET", "/api/friends", undefined, {
      authorization: `Bearer ${token.secret}`,
    });
    return body.code ?? status;
  };
  expect(await token("people:read")).toBe("scope_missing");
  expect(await token("journal:read")).toBe("scope_missing");
  expect(await token("people:read", "journal:read")).toBe(200);
});

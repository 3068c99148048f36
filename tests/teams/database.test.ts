/** Teams and their chat in the database: direct access of clients, invariants, visibility. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeOrganization, makePeople, makeTeam, type People } from "../organizations/people.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import { broken } from "../organizations/sessions.ts";
import { anonymous, type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let people: People;
/**
 * The organization, its team that `member` leads and `admin` belongs to, and another organization.
 */
let orgId: string;
let teamId: string;
beforeAll(async () => void (people = await makePeople()));
beforeEach(async () => {
  orgId = await makeOrganization(people);
  teamId = await makeTeam(orgId, people.member, { members: [people.admin] });
  await makeTeam(orgId, people.owner);
});

const snapshot = async () => ({
  team: await sql`select * from public.teams where id = ${teamId}`,
  members: await sql`select * from public.team_members where team_id = ${teamId} order by user_id`,
  messages: await sql`select * from public.team_messages where team_id = ${teamId} order by id`,
});

describe("a team has an admin, and only members of its organization", () => {
  const breaches: Record<string, () => Promise<unknown>> = {
    "the admin cannot be removed": () =>
      sql`delete from public.team_members
        where team_id = ${teamId} and user_id = ${people.member.id}`,
    "the admin's role cannot change": () =>
      sql`update public.team_members set role = 'member'
        where team_id = ${teamId} and user_id = ${people.member.id}`,
    "a plain member cannot be its admin": () =>
      sql`update public.teams set admin_id = ${people.admin.id} where id = ${teamId}`,
    "a user outside the team cannot be its admin": () =>
      sql`update public.teams set admin_id = ${people.owner.id} where id = ${teamId}`,
    "a team without members cannot be created": () =>
      sql`insert into public.teams (org_id, name, admin_id)
        values (${orgId}, 'x', ${people.owner.id})`,
    "a stranger to the organization cannot be in it": () =>
      sql`insert into public.team_members (team_id, org_id, user_id)
        values (${teamId}, ${orgId}, ${people.stranger.id})`,
    "a stranger cannot join through another organization": async () => {
      const { organization } = await ok(people.stranger, "POST", "/api/organizations", {
        name: "x",
      });
      return await sql`insert into public.team_members (team_id, org_id, user_id)
        values (${teamId}, ${organization.id}, ${people.stranger.id})`;
    },
    "its organization cannot change": async () => {
      const { organization } = await ok(people.member, "POST", "/api/organizations", { name: "x" });
      return await sql`update public.teams set org_id = ${organization.id} where id = ${teamId}`;
    },
    "a role is one of two": () =>
      sql`update public.team_members set role = 'owner' where team_id = ${teamId}
        and user_id = ${people.admin.id}`,
    "a message has 1 to 2000 characters": () =>
      sql`insert into public.team_messages (team_id, user_id, content)
        values (${teamId}, ${people.member.id}, '')`,
  };
  it.each(Object.entries(breaches))("%s, also with direct SQL", async (_, breach) => {
    const before = await snapshot();
    await expect(breach()).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    expect(await snapshot()).toEqual(before);
  });

  it("passes to the organization's owner when the admin's account is deleted, and keeps its messages", async () => {
    const nora = await person("Nora");
    await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, { user_id: nora.id });
    const id = await makeTeam(orgId, nora, { members: [people.admin] });
    await ok(nora, "POST", `/api/teams/${id}/messages`, { content: "I was here" });
    await sql`delete from auth.users where id = ${nora.id}`;
    const { team, user_role } = await ok(people.owner, "GET", `/api/teams/${id}`);
    expect([team.admin_id, user_role]).toEqual([people.owner.id, "admin"]);
    expect((await ok(people.owner, "GET", `/api/teams/${id}/members`)).members).toHaveLength(2);
    expect((await ok(people.owner, "GET", `/api/teams/${id}/messages`)).messages)
      .toMatchObject([{ user_id: null, full_name: null, content: "I was here" }]);
    expect(await broken()).toEqual([]);
  });
});

describe("direct writes are refused", () => {
  const everyone = () => [...Object.values(people), { ...anonymous, id: people.stranger.id }];

  it("to teams, members and messages", async () => {
    await ok(people.admin, "POST", `/api/teams/${teamId}/messages`, { content: "Hello" });
    const before = await snapshot();
    const [message] = before.messages;
    for (const { client, id } of everyone()) {
      const [teams, members, messages] = ["teams", "team_members", "team_messages"]
        .map((table) => () => client.from(table));
      for (
        const attempt of [
          teams!().insert({ org_id: orgId, name: "Mine", admin_id: id }),
          teams!().update({ admin_id: id }).eq("id", teamId),
          teams!().delete().eq("id", teamId),
          members!().insert({ team_id: teamId, org_id: orgId, user_id: id, role: "admin" }),
          members!().upsert({ team_id: teamId, org_id: orgId, user_id: id, role: "admin" }),
          members!().update({ role: "admin" }).eq("team_id", teamId).eq("user_id", id),
          members!().delete().eq("team_id", teamId).eq("user_id", people.admin.id),
          messages!().insert({ team_id: teamId, user_id: people.member.id, content: "As Mia" }),
          messages!().insert({ team_id: teamId, user_id: id, content: "x" }),
          messages!().update({ content: "x" }).eq("id", message!.id),
        ]
      ) {
        expect((await attempt).error?.code).toBe("42501");
      }
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe("functions called over the Data API refuse", () => {
  it("callers without the role", async () => {
    const before = await snapshot();
    const { owner, admin, stranger } = people;
    const calls: [string, Record<string, unknown>][] = [
      ["update_team", { p_changes: { name: "Mine" } }],
      ["update_team", { p_changes: {} }],
      ["delete_team", {}],
      ["add_team_member", { p_user_id: owner.id, p_role: "admin" }],
      ["update_team_member", { p_user_id: admin.id, p_role: "admin" }],
      ["remove_team_member", { p_user_id: people.member.id }],
    ];
    for (const [name, args] of calls) {
      const codes = [];
      for (const { client } of [owner, admin, stranger, anonymous]) {
        codes.push((await client.rpc(name, { p_team_id: teamId, ...args })).error?.code);
      }
      expect([name, ...codes]).toEqual([name, "PT403", "PT403", "PT404", "42501"]);
    }
    const create = { p_org_id: orgId, p_name: "x", p_admin_id: people.member.id };
    expect((await stranger.client.rpc("create_team", create)).error?.code).toBe("PT404");
    expect((await anonymous.client.rpc("create_team", create)).error?.code).toBe("42501");
    const list = { p_org_id: orgId };
    expect((await stranger.client.rpc("list_teams", list)).error?.code).toBe("PT404");
    expect((await anonymous.client.rpc("list_teams", list)).error?.code).toBe("42501");
    // The admin of a team can manage its members, but not name another admin.
    const lead = { p_team_id: teamId, p_changes: { admin_id: admin.id } };
    expect((await people.member.client.rpc("update_team", lead)).error?.code).toBe("PT403");
    expect(await snapshot()).toEqual(before);
  });

  it("invalid values", async () => {
    const before = await snapshot();
    const { member, owner, stranger, admin } = people;
    const team = { p_team_id: teamId };
    for (
      const [name, args, code] of [
        ["create_team", { p_org_id: orgId, p_name: "" }, "23514"],
        ["create_team", { p_org_id: orgId, p_name: "x", p_settings: 5 }, "23514"],
        ["create_team", { p_org_id: null, p_name: "x" }, "PT404"],
        ["create_team", { p_org_id: orgId, p_name: "x", p_admin_id: stranger.id }, "PT400"],
        ["update_team", { ...team, p_changes: { name: "" } }, "23514"],
        ["update_team", { ...team, p_changes: { admin_id: "x" } }, "22P02"],
        ["update_team", { ...team, p_changes: { settings: null } }, "23514"],
        ["add_team_member", { ...team, p_user_id: stranger.id }, "PT400"],
        ["add_team_member", { ...team, p_user_id: null }, "PT400"],
        ["add_team_member", { ...team, p_user_id: owner.id, p_role: "owner" }, "23514"],
        ["add_team_member", { ...team, p_user_id: admin.id }, "PT409"],
        ["update_team_member", { ...team, p_user_id: admin.id, p_role: "boss" }, "23514"],
        ["update_team_member", { ...team, p_user_id: member.id, p_role: "member" }, "PT409"],
        ["remove_team_member", { ...team, p_user_id: member.id }, "PT409"],
        ["remove_team_member", { ...team, p_user_id: null }, "PT404"],
        ["send_team_message", { ...team, p_content: "" }, "23514"],
        ["send_team_message", { ...team, p_content: "x".repeat(2001) }, "23514"],
        ["send_team_message", { p_team_id: NOWHERE, p_content: "x" }, "PT404"],
      ] as const
    ) {
      const { error } = await member.client.rpc(name, args);
      expect([name, args, error?.code]).toEqual([name, args, code]);
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe("clients read", () => {
  beforeEach(async () => {
    await ok(people.member, "POST", `/api/teams/${teamId}/messages`, { content: "Between us" });
  });

  const read = async ({ client }: { client: Person["client"] }) => {
    const [teams, members, listed, messages, found, counted, embedded] = await Promise.all([
      client.from("teams").select("id, organizations(id, name)").eq("id", teamId),
      client.from("team_members").select("user_id").eq("team_id", teamId),
      client.rpc("list_teams", { p_org_id: orgId }),
      client.from("team_messages").select().eq("team_id", teamId),
      client.from("team_messages").select("id").ilike("content", "%between%").eq("team_id", teamId),
      client.from("team_messages").select("*", { count: "exact", head: true })
        .eq("team_id", teamId),
      client.from("teams").select("id, team_messages(content)").eq("id", teamId),
    ]);
    return [
      teams.data?.length,
      members.data?.length,
      listed.data?.length ?? listed.error?.code,
      messages.data?.length,
      found.data?.length,
      counted.count,
      embedded.data?.[0]?.team_messages.length,
    ];
  };

  it("teams with their organization, the chat with the team", async () => {
    for (const who of [people.member, people.admin, people.superAdmin]) {
      expect(await read(who)).toEqual([1, 2, 2, 1, 1, 1, 1]);
    }
    // Of the organization, not of the team.
    expect(await read(people.owner)).toEqual([1, 2, 2, 0, 0, 0, 0]);
    expect(await read(people.stranger)).toEqual([0, 0, "PT404", 0, 0, 0, undefined]);
    for (const table of ["teams", "team_members", "team_messages"]) {
      expect((await anonymous.client.from(table).select()).error?.code).toBe("42501");
    }
    const list = { p_team_id: teamId };
    const codes = [];
    for (const { client } of [people.owner, people.stranger, anonymous]) {
      codes.push((await client.rpc("list_team_messages", list)).error?.code);
    }
    expect(codes).toEqual(["PT403", "PT404", "42501"]);
  });

  it("nothing once they are blocked", async () => {
    const bob = await person("Bob");
    await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, { user_id: bob.id });
    await ok(people.member, "POST", `/api/teams/${teamId}/members`, {
      user_id: bob.id,
      role: "admin",
    });
    await ok(bob, "GET", `/api/teams/${teamId}/messages`);
    await sql`update public.profiles set is_active = false where id = ${bob.id}`;
    for (
      const attempt of [
        bob.client.from("teams").select(),
        bob.client.from("team_members").select(),
        bob.client.from("team_messages").select(),
        bob.client.rpc("list_teams"),
        bob.client.rpc("list_team_messages", { p_team_id: teamId }),
        bob.client.rpc("send_team_message", { p_team_id: teamId, p_content: "x" }),
        bob.client.rpc("delete_team", { p_team_id: teamId }),
      ]
    ) {
      const { data, status } = await attempt;
      expect([data, status]).toEqual([null, 403]);
    }
    for (
      const [method, path, body] of [
        ["GET", "", undefined],
        ["GET", `/${teamId}`, undefined],
        ["GET", `/${teamId}/members`, undefined],
        ["GET", `/${teamId}/messages`, undefined],
        ["POST", "", { name: "x", org_id: orgId }],
        ["POST", `/${teamId}/messages`, { content: "x" }],
        ["PUT", `/${teamId}`, { name: "Mine" }],
        ["DELETE", `/${teamId}`, undefined],
        ["DELETE", `/${teamId}/members/${bob.id}`, undefined],
      ] as const
    ) {
      const { status } = await bob.api(method, `/api/teams${path}`, body);
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    const seen = await sql.begin(async (tx) => {
      const claims = JSON.stringify({ role: "authenticated", sub: bob.id });
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      await tx`set local role authenticated`;
      return [
        ...await tx`select from public.teams`,
        ...await tx`select from public.team_messages`,
      ];
    });
    expect(seen).toHaveLength(0);
  });

  it("new messages through the realtime publication", async () => {
    const published = await sql`
      select tablename from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public'`;
    expect(published.map(({ tablename }) => tablename)).toContain("team_messages");
  });
});

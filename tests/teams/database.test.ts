/** Teams and their chat in the database: direct access of clients, invariants, visibility. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeOrganization, makePeople, makeTeam } from "../organizations/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

/**
 * The organization, its team that `member` leads and `admin` belongs to, and another organization.
 */
let orgId: string;
let teamId: string;
const people = await makePeople();
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
});

describe("functions called over the Data API refuse", () => {
  it("invalid values", async () => {
    const before = await snapshot();
    const { member, owner, admin } = people;
    const team = { p_team_id: teamId };
    for (
      const [name, args, code] of [
        ["create_team", { p_org_id: orgId, p_name: "" }, "23514"],
        ["create_team", { p_org_id: orgId, p_name: "x", p_settings: 5 }, "23514"],
        ["create_team", { p_org_id: null, p_name: "x" }, "PT404"],
        ["update_team", { ...team, p_changes: { name: "" } }, "23514"],
        ["update_team", { ...team, p_changes: { admin_id: "x" } }, "22P02"],
        ["update_team", { ...team, p_changes: { settings: null } }, "23514"],
        ["add_team_member", { ...team, p_user_id: null }, "PT400"],
        ["add_team_member", { ...team, p_user_id: owner.id, p_role: "owner" }, "23514"],
        ["update_team_member", { ...team, p_user_id: admin.id, p_role: "boss" }, "23514"],
        ["remove_team_member", { ...team, p_user_id: null }, "PT404"],
        ["send_team_message", { ...team, p_content: "" }, "23514"],
        ["send_team_message", { ...team, p_content: "x".repeat(2001) }, "23514"],
      ] as const
    ) {
      const { error } = await member.client.rpc(name, args);
      expect([name, args, error?.code]).toEqual([name, args, code]);
    }
    expect(await snapshot()).toEqual(before);
  });
});

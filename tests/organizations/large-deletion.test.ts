/** The deletion of an organization or a team of more than 2,000 rows: hidden at once, removed by a job. */
import { describe, expect, it } from "vitest";
import { write } from "../journal/people.ts";
import { listen } from "../support/live.ts";
import { type Person, person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { pauseSchedule } from "../support/schedules.ts";
import { sql } from "../support/sql.ts";
import { inviteBy } from "./joining.ts";
import { makeOrganization, makePeople, makeTeam } from "./people.ts";
import { session } from "./sessions.ts";

pauseSchedule("organization-deletions");

const people = await makePeople();
const { admin, coOwner, member, owner, stranger, superAdmin } = people;

const chat = (teamId: string, { id }: Person) =>
  sql`
    insert into public.team_messages (team_id, user_id, content)
    select ${teamId}, ${id}, 'Hello ' || n from generate_series(1, 2001) as n`;

/**
 * An organization with a team of 2,001 messages, invitations, and an entry and a notebook shared with
 * one of the two: with the organization by its owner, with the team by its member.
 */
async function makeLarge(kind: "org" | "team" = "org") {
  const orgId = await makeOrganization(people);
  const teamId = await makeTeam(orgId, admin, { members: [member] });
  await chat(teamId, admin);
  const share = kind === "org"
    ? { metadata_visibility: "org", org_id: orgId }
    : { metadata_visibility: "team", team_id: teamId };
  const shared = { ...share, content_visibility: kind };
  const author = kind === "org" ? owner : member;
  const entry = await write(author, { content: "For members", ...shared });
  const { notebook } = await ok(author, "POST", "/api/notebooks", { name: "Ours", ...shared });
  const path = `/api/organizations/${orgId}`;
  const [{ invitation }, { code }] = [
    await inviteBy(owner, path, { user_id: stranger.id, team_id: teamId }),
    await inviteBy(owner, path, { link: true }),
  ];
  const team = `/api/teams/${teamId}`;
  return { kind, orgId, teamId, share, entry, notebook, invitation, code, path, team };
}
type Large = Awaited<ReturnType<typeof makeLarge>>;

/** An organization whose owner will leave, with a team of 2,001 messages that another one leads. */
async function makeLed() {
  const [leaving, lead] = [await person("Lea Leaving"), await person("Tim Team")];
  const { organization } = await ok(leaving, "POST", "/api/organizations", { name: "Large" });
  const { id: orgId } = organization;
  const path = `/api/organizations/${orgId}`;
  for (const { id } of [lead, member]) {
    await ok(leaving, "POST", `${path}/members`, { user_id: id });
  }
  const teamId = await makeTeam(orgId, lead, { members: [member] });
  await chat(teamId, member);
  return { leaving, lead, orgId, path, teamId };
}

const endAccount = async ({ api, email }: Person) =>
  expect((await api("DELETE", "/api/user/account", { confirm: email })).status).toBe(200);

async function expectOneDeletionLeft() {
  const { jobs } = await ok(superAdmin, "GET", "/api/admin/health");
  expect(jobs).toContainEqual(
    expect.objectContaining({ job: "organization-deletions", remaining: 1 }),
  );
}

/** The parts of the group that a person sees. */
async function seen(who: Person, { kind, orgId, teamId, entry, notebook, invitation }: Large) {
  const lists = async (list: string, path: string, id: string) =>
    (await ok(who, "GET", `${path}limit=100`))[list].some((row: { id: string }) => row.id === id);
  const reads = async (table: string, column: string, id: string) =>
    (await who.client.from(table).select(column).eq(column, id).limit(1)).data!.length > 0;
  const ways = {
    // A super admin's lists have those of all tests, more than a page.
    ...(who !== superAdmin && {
      "lists it": lists("organizations", "/api/organizations?", orgId),
      "lists its team": lists("teams", "/api/teams?", teamId),
    }),
    "feed": lists("entries", `/api/journal?scope=${kind}&`, entry.id),
    "is invited": lists("invitations", "/api/user/invitations?", invitation.id),
    "organization": reads("organizations", "id", orgId),
    "members": reads("organization_members", "org_id", orgId),
    "team": reads("teams", "id", teamId),
    "team members": reads("team_members", "team_id", teamId),
    "messages": reads("team_messages", "team_id", teamId),
    "notebook": reads("notebooks", "id", notebook.id),
    "content": who.client.rpc("get_journal_entry", { p_id: entry.id })
      .then(({ data }) => typeof data?.content === "string"),
  };
  const found = await Promise.all(Object.values(ways));
  return Object.keys(ways).filter((_, i) => found[i]);
}

const deletedMessages = ({ teamId }: Large) =>
  sql`select from private.deleted_team_messages where team_id = ${teamId}`;

const isLeft = async (groupId: string) =>
  (await sql`
    select from public.organizations where id = ${groupId}
    union all select from public.teams where id = ${groupId}`).length === 1;

/** Calls the job until the organization or the team is gone; returns the number of calls. */
async function carryOut(id: string): Promise<number> {
  let calls = 0;
  for (; await isLeft(id); calls++) {
    await sql`select private.continue_organization_deletions()`;
  }
  return calls;
}

it("hides it at once from everybody, and its authors keep what they shared", async () => {
  const large = await makeLarge();
  const groups = ["organization", "members", "team", "team members"];
  const listed = ["lists it", "lists its team"];
  const own = ["notebook", "content"];
  const before: [Person, string[]][] = [
    [member, [...listed, "feed", ...groups, "messages", ...own]],
    [owner, [...listed, "feed", ...groups, ...own]],
    [superAdmin, [...groups, "messages", ...own]],
    [stranger, ["is invited"]],
  ];
  for (const [who, what] of before) expect(await seen(who, large)).toEqual(what);

  await ok(coOwner, "DELETE", large.path);
  expect(await isLeft(large.orgId)).toBe(true);
  for (const who of [coOwner, member, admin, stranger]) expect(await seen(who, large)).toEqual([]);
  for (const who of [owner, superAdmin]) expect(await seen(who, large)).toEqual(own);
  await expect(listen(member.client, `team:${large.teamId}`)).rejects.toThrow("Unauthorized");
  const { organizations } = await ok(superAdmin, "GET", "/api/admin/organizations?limit=100");
  expect(organizations.map(({ id }: { id: string }) => id)).not.toContain(large.orgId);
  await expectOneDeletionLeft();

  expect(await carryOut(large.orgId)).toBeGreaterThan(1);
  const { entry } = await ok(owner, "GET", `/api/journal/${large.entry.id}`);
  expect(entry).toMatchObject({
    content: "For members",
    metadata_visibility: "user",
    org_id: null,
  });
  expect((await ok(owner, "GET", `/api/notebooks/${large.notebook.id}`)).notebook)
    .toMatchObject({ metadata_visibility: "user", org_id: null });
  expect(await deletedMessages(large)).toHaveLength(0);
});

it("lets nobody join it, share with it or write into it meanwhile", async () => {
  const large = await makeLarge();
  await ok(superAdmin, "DELETE", large.path);
  expect(
    await sql`
    select from public.audit_log
    where act = 'organization.delete' and target_id = ${large.orgId}`,
  ).toHaveLength(1);
  const { share, team } = large;
  const [noOrganization, noTeam] = ["404 Organization not found", "404 Team not found"];
  const ended = "410 The invitation has ended: revoked";
  const notMember = "400 org_id: you are not a member of this organization";
  const tries: [Person, string, object, string][] = [
    [stranger, "/api/user/invitations/accept", { invitation_id: large.invitation.id }, ended],
    [stranger, "/api/user/invitations/accept", { code: large.code }, ended],
    [superAdmin, `${large.path}/members`, { user_id: stranger.id }, noOrganization],
    [superAdmin, `${large.path}/invitations`, { link: true }, noOrganization],
    [superAdmin, "/api/teams", { org_id: large.orgId, name: "Late" }, noOrganization],
    [superAdmin, `${team}/messages`, { content: "Late" }, noTeam],
    [superAdmin, `${team}/members`, { user_id: owner.id }, noTeam],
    [owner, `${large.path}/invitations`, { link: true }, noOrganization],
    [admin, `${team}/members`, { user_id: owner.id }, noTeam],
    [member, `${team}/messages`, { content: "Late" }, noTeam],
    [member, "/api/journal", { title: "Late", content: "Late", ...share }, notMember],
    [member, "/api/notebooks", { name: "Late", ...share }, notMember],
  ];
  for (const [who, path, body, refusal] of tries) {
    expect([path, await outcome(who, "POST", path, body)]).toEqual([path, refusal]);
  }
  for (const who of [owner, superAdmin]) {
    expect(await outcome(who, "DELETE", large.path)).toBe(noOrganization);
    expect(await outcome(who, "DELETE", team)).toBe(noTeam);
  }
  await expect(sql`
    insert into public.organization_members (org_id, user_id)
    values (${large.orgId}, ${stranger.id})`).rejects.toThrow("The organization is being deleted");
  await carryOut(large.orgId);
});

it("ends with the account of its owner, and does not hold up one of a team's admin", async () => {
  const { leaving, lead, orgId, path } = await makeLed();
  await ok(leaving, "DELETE", path);
  for (const who of [lead, leaving]) await endAccount(who);
  expect(await isLeft(orgId)).toBe(false);
});

describe("a large team", () => {
  it("is hidden at once from everybody, and its authors keep what they shared", async () => {
    const large = await makeLarge("team");
    const [organization, team] = [["organization", "members"], ["team", "team members"]];
    const own = ["notebook", "content"];
    const before: [Person, string[]][] = [
      [
        member,
        ["lists it", "lists its team", "feed", ...organization, ...team, "messages", ...own],
      ],
      [coOwner, ["lists it", "lists its team", ...organization, ...team]],
      [superAdmin, [...organization, ...team, "messages", ...own]],
      [stranger, ["is invited"]],
    ];
    for (const [who, what] of before) expect(await seen(who, large)).toEqual(what);

    expect(await ok(admin, "DELETE", large.team)).toEqual({ message: "Team deleted" });
    expect(await isLeft(large.teamId)).toBe(true);
    const after: [Person, string[]][] = [
      [admin, ["lists it", ...organization]],
      [coOwner, ["lists it", ...organization]],
      [member, ["lists it", ...organization, ...own]],
      [superAdmin, [...organization, ...own]],
      [stranger, ["is invited"]],
    ];
    for (const [who, what] of after) expect(await seen(who, large)).toEqual(what);
    await expect(listen(member.client, `team:${large.teamId}`)).rejects.toThrow("Unauthorized");
    const { organizations } = await ok(superAdmin, "GET", "/api/admin/organizations?limit=100");
    expect(organizations.find(({ id }: { id: string }) => id === large.orgId))
      .toMatchObject({ team_count: 0, teams: [] });
    await expectOneDeletionLeft();

    expect(await carryOut(large.teamId)).toBeGreaterThan(1);
    const ended = { metadata_visibility: "user", team_id: null };
    expect((await ok(member, "GET", `/api/journal/${large.entry.id}`)).entry).toMatchObject(ended);
    expect((await ok(member, "GET", `/api/notebooks/${large.notebook.id}`)).notebook)
      .toMatchObject(ended);
    expect(await deletedMessages(large)).toHaveLength(0);
  });

  it("lets nobody join it, share with it or write into it meanwhile", async () => {
    const { invitation, orgId, path, share, team, teamId } = await makeLarge("team");
    await ok(superAdmin, "DELETE", team);
    const audited = () =>
      sql`select from public.audit_log where act = 'team.delete' and target_id = ${teamId}`;
    expect(await audited()).toHaveLength(1);
    const noTeam = "404 Team not found";
    const notMember = "400 team_id: you are not a member of this team";
    const tries: [Person, string, string, object?][] = [
      ...[admin, owner, superAdmin].flatMap((who): typeof tries => [
        [who, "GET", team],
        [who, "GET", `${team}/members`],
        [who, "PUT", team, { name: "Late" }],
        [who, "PUT", team, { admin_id: owner.id }],
        [who, "GET", `${team}/messages`],
        [who, "POST", `${team}/messages`, { content: "Late" }],
        [who, "POST", `${team}/members`, { user_id: coOwner.id }],
        [who, "DELETE", team],
      ]),
      [member, "DELETE", `${team}/members/${member.id}`],
      [owner, "POST", `${path}/invitations`, { link: true, team_id: teamId }],
    ];
    for (const [who, method, at, body] of tries) {
      expect([method, at, await outcome(who, method, at, body)]).toEqual([method, at, noTeam]);
    }
    for (const at of ["/api/journal", "/api/notebooks"]) {
      const late = { title: "Late", content: "Late", name: "Late", ...share };
      expect(await outcome(member, "POST", at, late)).toBe(notMember);
    }
    // As when a team is gone, its invitations lead to the organization alone.
    const accepted = { invitation_id: invitation.id };
    expect(await ok(stranger, "POST", "/api/user/invitations/accept", accepted))
      .toMatchObject({ organization: { id: orgId }, team: null });
    await carryOut(teamId);
    expect(await audited()).toHaveLength(1);
  });

  it("refuses people who join it or invite to it while its deletion begins", async () => {
    const { orgId, teamId } = await makeLarge("team");
    const [deleting, adding, inviting] = [
      await session(admin),
      await session(admin),
      await session(owner),
    ];
    expect(await deleting.call("delete_team", teamId)).toBe("done");
    const link = [null, null, null, true, "member", null, null, teamId];
    const late = [
      adding.call("add_team_member", teamId, coOwner.id),
      inviting.call("invite_to_organization", orgId, ...link),
    ];
    await adding.waiting();
    await inviting.waiting();
    await deleting.commit();
    expect(await Promise.all(late)).toEqual(Array(2).fill("PT404 Team not found"));
    for (const { commit } of [adding, inviting]) await commit();
    await carryOut(teamId);
  });

  it("holds up neither the account of its admin nor the deletion of its organization", async () => {
    const { leaving, lead, orgId, path, teamId } = await makeLed();
    await ok(lead, "DELETE", `/api/teams/${teamId}`);
    await endAccount(lead);
    expect([...await sql`select admin_id from public.teams where id = ${teamId}`])
      .toEqual([{ admin_id: leaving.id }]);
    await ok(leaving, "DELETE", path);
    await endAccount(leaving);
    expect([await isLeft(orgId), await isLeft(teamId)]).toEqual([false, false]);
  });
});

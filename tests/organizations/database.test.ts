/** Organizations in the database: direct access of clients, invariants, concurrency. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeOrganization, makePeople } from "./people.ts";
import { NOWHERE } from "../support/requests.ts";
import { broken, session } from "./sessions.ts";

let orgId: string;
const people = await makePeople();
beforeEach(async () => void (orgId = await makeOrganization(people)));

const snapshot = async () => ({
  organization: await sql`select * from public.organizations where id = ${orgId}`,
  members: await sql`
    select * from public.organization_members where org_id = ${orgId} order by user_id`,
});

describe("an organization has an owner, who is its member", () => {
  const breaches: Record<string, () => Promise<unknown>> = {
    "the owner cannot be removed": () =>
      sql`delete from public.organization_members
        where org_id = ${orgId} and user_id = ${people.owner.id}`,
    "all members cannot be removed": () =>
      sql`delete from public.organization_members where org_id = ${orgId}`,
    "the owner's role cannot change": () =>
      sql`update public.organization_members set role = 'admin'
        where org_id = ${orgId} and user_id = ${people.owner.id}`,
    "a plain member cannot own it": () =>
      sql`update public.organizations set owner_id = ${people.member.id} where id = ${orgId}`,
    "a stranger cannot own it": () =>
      sql`update public.organizations set owner_id = ${people.stranger.id} where id = ${orgId}`,
    "the owner cannot be null": () =>
      sql`update public.organizations set owner_id = null where id = ${orgId}`,
    "an organization without members cannot be created": () =>
      sql`insert into public.organizations (name, owner_id) values ('x', ${people.owner.id})`,
    "the owner's account cannot be deleted": () =>
      sql`delete from auth.users where id = ${people.owner.id}`,
    "a name cannot be empty": () =>
      sql`update public.organizations set name = '' where id = ${orgId}`,
    "settings are an object": () =>
      sql`update public.organizations set settings = '[]' where id = ${orgId}`,
    "a role is one of three": () =>
      sql`update public.organization_members set role = 'boss' where org_id = ${orgId}
        and user_id = ${people.member.id}`,
    "a user cannot be a member twice": () =>
      sql`insert into public.organization_members (org_id, user_id)
        values (${orgId}, ${people.member.id})`,
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
    const { client } = people.owner;
    const member = { p_org_id: orgId, p_user_id: people.member.id };
    const stranger = { p_org_id: orgId, p_user_id: people.stranger.id };
    const update = (p_changes: unknown) => ({ p_org_id: orgId, p_changes });
    for (
      const [name, args, code] of [
        ["create_organization", { p_name: "" }, "23514"],
        ["create_organization", { p_name: "x".repeat(101) }, "23514"],
        ["create_organization", { p_name: "x", p_description: "x".repeat(2001) }, "23514"],
        ["create_organization", { p_name: "x", p_settings: [] }, "23514"],
        ["update_organization", update({ name: "" }), "23514"],
        ["update_organization", update({ settings: null }), "23514"],
        ["update_organization", update({ settings: { a: "x".repeat(16_384) } }), "23514"],
        ["add_organization_member", { ...stranger, p_role: "boss" }, "23514"],
        ["add_organization_member", { ...stranger, p_role: null }, "23502"],
        ["update_organization_member", { ...member, p_role: "owner" }, "PT400"],
        ["update_organization_member", { ...member, p_role: null }, "23502"],
        ["remove_organization_member", { p_org_id: orgId, p_user_id: null }, "PT404"],
        ["transfer_organization", { p_org_id: orgId, p_new_owner_id: null }, "PT400"],
        ["transfer_organization", { p_org_id: null, p_new_owner_id: null }, "PT404"],
      ] as const
    ) {
      expect([name, args, (await client.rpc(name, args)).error?.code]).toEqual([name, args, code]);
    }
    // An update without a change writes nothing.
    for (const changes of [{}, [], "x", null, { owner_id: people.member.id, id: NOWHERE }]) {
      await client.rpc("update_organization", update(changes));
    }
    const { organization, members } = await snapshot();
    expect(members).toEqual(before.members);
    expect(organization).toEqual([{ ...before.organization[0], updated_at: expect.any(Date) }]);
  });
});
describe("at the same time", () => {
  const ownerId = async (): Promise<string> => (await snapshot()).organization[0]?.owner_id;
  const roles = async () =>
    Object.fromEntries(
      (await sql`select user_id, role from public.organization_members where org_id = ${orgId}`)
        .map(({ user_id, role }) => [user_id, role]),
    );

  it("two transfers leave one owner", async () => {
    const { owner, coOwner, admin, member } = people;
    const first = await session(owner);
    const second = await session(owner);
    expect(await first.call("transfer_organization", orgId, admin.id)).toBe("done");
    const late = second.call("transfer_organization", orgId, member.id);
    await second.waiting();
    await first.commit();
    expect(await late).toBe("PT403 Only an owner of the organization may do this");
    await second.commit();
    expect(await ownerId()).toBe(admin.id);
    expect(await roles()).toEqual({
      [owner.id]: "admin",
      [coOwner.id]: "owner",
      [admin.id]: "owner",
      [member.id]: "member",
    });
  });

  it("concurrent transfers and removals leave an owner who is a member", async () => {
    const { owner, coOwner, admin, member } = people;
    const transfer = ({ id }: Person) =>
      owner.api("POST", `/api/organizations/${orgId}/transfer-ownership`, { new_owner_id: id });
    const leave = (who: Person, whom = who) =>
      who.api("DELETE", `/api/organizations/${orgId}/members/${whom.id}`);
    const answers = await Promise.all([
      transfer(admin),
      leave(admin),
      transfer(member),
      leave(coOwner, member),
      transfer(coOwner),
      leave(member),
      leave(coOwner),
    ]);
    const transfers = [answers[0], answers[2], answers[4]].filter((a) => a.status === 200);
    expect(transfers.length).toBeLessThanOrEqual(1);
    for (const { status } of answers) expect([200, 400, 403, 404, 409]).toContain(status);
    expect(await broken()).toEqual([]);
    expect((await roles())[await ownerId()]).toBe("owner");
    if (transfers.length === 1) expect((await roles())[owner.id]).toBe("admin");
  });
});

/** Organizations in the database: direct access of clients, invariants, concurrency. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anonymous, type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeOrganization, makePeople, type People } from "./people.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import { broken, session } from "./sessions.ts";

let people: People;
let orgId: string;
beforeAll(async () => void (people = await makePeople()));
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

  it("deletes memberships with the member's account", async () => {
    const nora = await person("Nora");
    await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, { user_id: nora.id });
    await sql`delete from auth.users where id = ${nora.id}`;
    expect((await snapshot()).members).toHaveLength(4);
  });
});

describe("direct writes are refused", () => {
  const everyone = () => [...Object.values(people), { ...anonymous, id: people.stranger.id }];

  it("to organizations", async () => {
    const before = await snapshot();
    for (const { client, id } of everyone()) {
      const table = () => client.from("organizations");
      for (
        const attempt of [
          table().insert({ name: "Mine", owner_id: id }),
          table().upsert({ id: orgId, name: "Mine", owner_id: id }),
          table().update({ owner_id: id }).eq("id", orgId),
          table().update({ name: "Mine" }).eq("id", orgId),
          table().delete().eq("id", orgId),
        ]
      ) {
        expect((await attempt).error?.code).toBe("42501");
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  it("to members", async () => {
    const before = await snapshot();
    const { stranger } = people;
    for (const { client, id } of everyone()) {
      const table = () => client.from("organization_members");
      for (
        const attempt of [
          table().insert({ org_id: orgId, user_id: stranger.id, role: "owner" }),
          table().upsert({ org_id: orgId, user_id: id, role: "owner" }),
          table().update({ role: "owner" }).eq("org_id", orgId).eq("user_id", id),
          table().delete().eq("org_id", orgId).eq("user_id", people.member.id),
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
    const { admin, member, stranger, coOwner } = people;
    const calls: [string, Record<string, unknown>][] = [
      ["update_organization", { p_changes: { name: "Mine", owner_id: stranger.id } }],
      ["delete_organization", {}],
      ["add_organization_member", { p_user_id: stranger.id, p_role: "owner" }],
      ["update_organization_member", { p_user_id: member.id, p_role: "admin" }],
      ["remove_organization_member", { p_user_id: coOwner.id }],
      ["transfer_organization", { p_new_owner_id: admin.id }],
    ];
    for (const [name, args] of calls) {
      const codes = [];
      for (const { client } of [admin, member, stranger, anonymous]) {
        codes.push((await client.rpc(name, { p_org_id: orgId, ...args })).error?.code);
      }
      expect([name, ...codes]).toEqual([name, "PT403", "PT403", "PT404", "42501"]);
    }
    const transfer = { p_org_id: orgId, p_new_owner_id: coOwner.id };
    expect((await coOwner.client.rpc("transfer_organization", transfer)).error?.code).toBe("PT403");
    expect(await snapshot()).toEqual(before);
  });

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
        ["add_organization_member", { p_org_id: orgId, p_user_id: NOWHERE }, "PT404"],
        ["add_organization_member", { ...member, p_role: "owner" }, "PT409"],
        ["update_organization_member", { ...member, p_role: "owner" }, "PT400"],
        ["update_organization_member", { ...member, p_role: null }, "23502"],
        ["update_organization_member", { ...stranger, p_role: "admin" }, "PT404"],
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

  it("calls of internal functions", async () => {
    const { client } = people.owner;
    for (const name of ["require_org_owner", "my_org_ids", "end_sharing", "set_team_admin"]) {
      expect((await client.rpc(name, {})).status).toBe(404);
    }
    // deno-lint-ignore no-explicit-any -- the types contain only the schema public
    const outside = await (client as any).schema("private").rpc("my_org_ids");
    expect(outside.status).toBeGreaterThanOrEqual(400);
  });
});

describe("clients read", () => {
  it("only their own organizations through tables, filters, embeds, counts and lists", async () => {
    const read = async ({ client }: { client: Person["client"] }) => {
      const [organizations, members, embedded, counted, listed] = await Promise.all([
        client.from("organizations").select("id").eq("id", orgId),
        client.from("organization_members").select("user_id").eq("org_id", orgId),
        client.from("profile_cards").select(
          "id, organization_members!organization_members_user_id_fkey(org_id)",
        ).eq("id", people.member.id).eq("organization_members.org_id", orgId),
        client.from("organizations").select("*", { count: "exact", head: true }).eq("id", orgId),
        client.rpc("list_organizations", { p_limit: 100 }),
      ]);
      return [
        organizations.data?.length,
        members.data?.length,
        embedded.data?.[0]?.organization_members.length,
        counted.count,
        listed.data?.filter((o: { id: string }) => o.id === orgId).length,
      ];
    };
    for (const who of [people.owner, people.admin, people.member, people.superAdmin]) {
      expect(await read(who)).toEqual([1, 4, 1, 1, 1]);
    }
    expect(await read(people.stranger)).toEqual([0, 0, 0, 0, 0]);
    const { client } = anonymous;
    expect((await client.from("organizations").select()).error?.code).toBe("42501");
    expect((await client.from("organization_members").select()).error?.code).toBe("42501");
    expect((await client.rpc("list_organizations")).error?.code).toBe("42501");
  });

  it("nothing once they are blocked", async () => {
    const bob = await person("Bob");
    await ok(people.owner, "POST", `/api/organizations/${orgId}/members`, {
      user_id: bob.id,
      role: "owner",
    });
    await sql`update public.profiles set is_active = false where id = ${bob.id}`;
    for (
      const attempt of [
        bob.client.from("organizations").select(),
        bob.client.from("organization_members").select(),
        bob.client.rpc("list_organizations"),
        bob.client.rpc("update_organization", { p_org_id: orgId, p_changes: { name: "Mine" } }),
      ]
    ) {
      const { data, status } = await attempt;
      expect([data, status]).toEqual([null, 403]);
    }
    for (
      const [method, path, body] of [
        ["GET", "", undefined],
        ["GET", `/${orgId}`, undefined],
        ["GET", `/${orgId}/members`, undefined],
        ["POST", "", { name: "x" }],
        ["PUT", `/${orgId}`, { name: "Mine" }],
        ["DELETE", `/${orgId}`, undefined],
        ["DELETE", `/${orgId}/members/${bob.id}`, undefined],
      ] as const
    ) {
      const { status } = await bob.api(method, `/api/organizations${path}`, body);
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    // Also by row security itself, without the check before each request.
    const seen = await sql.begin(async (tx) => {
      const claims = JSON.stringify({ role: "authenticated", sub: bob.id });
      await tx`select set_config('request.jwt.claims', ${claims}, true)`;
      await tx`set local role authenticated`;
      return await tx`select from public.organizations`;
    });
    expect(seen).toHaveLength(0);
  });

  it("no other organizations after they are no longer super admins", async () => {
    const { client, id, api } = people.superAdmin;
    await sql`update public.profiles set role = 'user' where id = ${id}`;
    try {
      expect((await client.from("organizations").select().eq("id", orgId)).data).toEqual([]);
      expect((await client.rpc("list_organizations")).data).toEqual([]);
      expect((await api("GET", `/api/organizations/${orgId}`)).status).toBe(404);
      expect((await api("PUT", `/api/organizations/${orgId}`, { name: "x" })).status).toBe(404);
    } finally {
      await sql`update public.profiles set role = 'super_admin' where id = ${id}`;
    }
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

  it("the same user is added once", async () => {
    const nora = await person("Nora");
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        [people.owner, people.coOwner][i % 2]!.api(
          "POST",
          `/api/organizations/${orgId}/members`,
          { user_id: nora.id, role: "member" },
        )),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

/**
 * Owned organizations are handed over, so that no act of another user stops the deletion of an
 * account.
 */
import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Person, persons, service } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { stateOf } from "./leaving.ts";

let ana: Person, ben: Person, cleo: Person, dora: Person;
beforeEach(async () => {
  [ana, ben, cleo, dora] = await persons("Ana", "Ben", "Cleo", "Dora");
});

const leave = ({ api, email }: Person, on_owned?: unknown): Promise<Answer> =>
  api("DELETE", "/api/user/account", { confirm: email, on_owned });

/** An organization of this owner with these members, who join in this order. */
async function organization(owner: Person, ...members: [Person, string][]): Promise<string> {
  const { organization } = await ok(owner, "POST", "/api/organizations", { name: "Choir" });
  for (const [{ id }, role] of members) {
    await ok(owner, "POST", `/api/organizations/${organization.id}/members`, { user_id: id, role });
  }
  return organization.id;
}

const ownerOf = async (id: string) =>
  (await sql`select owner_id from public.organizations where id = ${id}`)[0]?.owner_id;

describe("with on_owned hand_over", () => {
  it("an organization passes to a co-owner, to an admin without co-owners, or to the longest member", async () => {
    const coOwned = await organization(ana, [ben, "member"], [cleo, "admin"], [dora, "owner"]);
    const withAdmin = await organization(ana, [ben, "member"], [cleo, "admin"], [dora, "admin"]);
    const members = await organization(ana, [ben, "member"], [cleo, "member"]);
    await sql`
      update public.organization_members set joined_at = joined_at - interval '1 day'
      where org_id = ${members} and user_id = ${cleo.id}`;
    const alone = await organization(ana);
    const others = await organization(ben, [ana, "owner"], [cleo, "member"]);

    expect(await leave(ana, "hand_over")).toMatchObject({ status: 200 });
    expect(await Promise.all([coOwned, withAdmin, members, alone, others].map(ownerOf)))
      .toEqual([dora.id, cleo.id, cleo.id, undefined, ben.id]);
    const roles = await sql`
      select user_id, role from public.organization_members where org_id = ${members}`;
    expect(roles.map(({ user_id, role }) => [user_id, role]).sort()).toEqual(
      [[ben.id, "member"], [cleo.id, "owner"]].sort(),
    );
    // The successor has all rights of an owner.
    expect((await cleo.api("DELETE", `/api/organizations/${members}`)).status).toBe(200);
  });

  it("the new owner is told, and still after the deletion", async () => {
    const id = await organization(ana, [ben, "member"]);
    await leave(ana, "hand_over");
    const { data } = await ben.client.from("notifications").select("title, data")
      .eq("type", "organization_handed_over");
    expect(data).toEqual([
      { title: "You are the owner of an organization", data: { org_id: id } },
    ]);
  });

  it("members who joined at the same time are ordered by id", async () => {
    const id = await organization(ana, [ben, "member"], [cleo, "member"], [dora, "member"]);
    await sql`update public.organization_members set joined_at = now() where org_id = ${id}`;
    await leave(ana, "hand_over");
    expect(await ownerOf(id)).toBe([ben.id, cleo.id, dora.id].sort()[0]);
  });

  it("no blocked or synthetic member becomes the owner", async () => {
    const id = await organization(ana, [ben, "owner"], [dora, "owner"], [cleo, "member"]);
    const last = await organization(ana, [ben, "member"], [dora, "member"]);
    await sql`update public.profiles set is_active = false where id = ${ben.id}`;
    await sql`update public.profiles set is_ai = true where id = ${dora.id}`;
    expect((await leave(ana, "hand_over")).status).toBe(200);
    expect([await ownerOf(id), await ownerOf(last)]).toEqual([cleo.id, undefined]);
  });

  it("nothing is handed over when the deletion is refused", async () => {
    const id = await organization(ana, [ben, "member"]);
    const refusal = await ana.api("DELETE", "/api/user/account", {
      confirm: "other@example.com",
      on_owned: "hand_over",
    });
    expect([refusal.status, await ownerOf(id), await stateOf(ana)]).toEqual([400, ana.id, "none"]);
    expect(await leave(ana, "keep")).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^on_owned: /) },
    });
    expect((await leave(ana)).status).toBe(409);
  });

  it("passes organizations on in batches, so that their number does not matter", async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push(await organization(ana, [ben, "member"]));
    const [session] = await sql`select id from auth.sessions where user_id = ${ana.id}`;
    const begun = await service.rpc("begin_account_deletion", {
      p_user_id: ana.id,
      p_session_id: session!.id,
      p_confirm: ana.email,
      p_on_owned: "hand_over",
    });
    expect([begun.error, await ownerOf(ids[0]!)]).toEqual([null, ana.id]);
    const batch = async () =>
      (await sql`select private.erase_organizations(${ana.id}, 2) as n`)[0]!.n;
    expect([await batch(), await batch(), await batch()]).toEqual([2, 1, 0]);
    expect(await Promise.all(ids.map(ownerOf))).toEqual(ids.map(() => ben.id));
  });

  it("two owners who delete their accounts at once do not hand over to each other", async () => {
    const [first, second] = await Promise.all([
      organization(ana, [ben, "owner"], [cleo, "member"]),
      organization(ben, [ana, "owner"], [cleo, "member"]),
    ]);
    const answers = await Promise.all([leave(ana, "hand_over"), leave(ben, "hand_over")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([cleo.id, cleo.id]);
  });
});

describe("an act of another user", () => {
  it("that makes the user a co-owner does not stop the deletion", async () => {
    const id = await organization(ben, [ana, "owner"], [cleo, "member"]);
    expect((await leave(ana)).status).toBe(200);
    expect(await ownerOf(id)).toBe(ben.id);
  });

  it("that makes the user the owner is undone by handing over", async () => {
    const id = await organization(ben, [ana, "member"], [cleo, "member"]);
    await ok(ben, "POST", `/api/organizations/${id}/transfer-ownership`, { new_owner_id: ana.id });
    expect((await leave(ana)).body.error).toMatch(/: Choir$/);
    expect((await leave(ana, "hand_over")).status).toBe(200);
    // The former owner is an admin since the transfer.
    expect(await ownerOf(id)).toBe(ben.id);
  });

  it("that leaves only members whose accounts are being deleted does not stop the deletion", async () => {
    const id = await organization(ana, [ben, "owner"]);
    const begun = await service.rpc("begin_account_deletion", {
      p_user_id: ben.id,
      p_session_id: crypto.randomUUID(),
      p_confirm: ben.email,
    });
    expect(begun.data).toBe("deleting");
    expect((await leave(ana)).status).toBe(200);
    expect(await ownerOf(id)).toBeUndefined();
  });
});

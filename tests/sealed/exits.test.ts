/** Every way out of a sealed notebook makes a new key due, in the transaction of the exit. */
import { describe, expect } from "vitest";
import { makeTeam } from "../journal/people.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  add,
  type Device,
  deviceOf,
  entryBody,
  makeSealed,
  ofTeam,
  opened,
  readSealed,
  remove,
  replaces,
  writeSealed,
} from "./devices.ts";

interface Scene {
  owner: Device;
  member: Device;
  third: Device;
  team_id: string;
  org_id: string;
  id: string;
  admin: Person;
}

/** A notebook of three members. */
async function scene(ana: Person, ben: Person, cleo: Person, admin: Person): Promise<Scene> {
  const [owner, member, third] = [await deviceOf(ana), await deviceOf(ben), await deviceOf(cleo)];
  const team = await makeTeam(ana, [ben, cleo]);
  const { id } = await makeSealed(owner, ofTeam(team.team_id));
  await add(owner, id, member, third);
  return { owner, member, third, ...team, id, admin };
}

/** The state as the database has it, also when no member sees the notebook. */
async function stateOf(id: string) {
  const [row] = await sql`
    select s.rotation_due, private.gone_from_notebook(s.notebook_id) as gone, n.user_id,
      private.is_closed(n, private.gone_from_notebook(s.notebook_id)) as closed
    from private.sealed_notebooks as s join public.notebooks as n on n.id = s.notebook_id
    where n.id = ${id}`;
  return row!;
}

const exits: Record<string, (scene: Scene) => Promise<unknown>> = {
  "leaves the team": ({ member, team_id }) =>
    ok(member, "DELETE", `/api/teams/${team_id}/members/${member.id}`),
  "is removed from the team": ({ owner, member, team_id }) =>
    ok(owner, "DELETE", `/api/teams/${team_id}/members/${member.id}`),
  "leaves the organization": ({ member, org_id }) =>
    ok(member, "DELETE", `/api/organizations/${org_id}/members/${member.id}`),
  "is removed from the organization": ({ owner, member, org_id }) =>
    ok(owner, "DELETE", `/api/organizations/${org_id}/members/${member.id}`),
  "is blocked by a super admin": ({ admin, member }) =>
    ok(admin, "PUT", `/api/admin/users/${member.id}/status`, { is_active: false }),
  "deletes the account": ({ member }) =>
    ok(member, "DELETE", "/api/user/account", { confirm: member.email }),
  "is deleted at the identity provider": ({ member }) =>
    sql`delete from auth.users where id = ${member.id}`,
  "starts anew": ({ member }) => deviceOf(member, { anew: true }),
};

describe.each(Object.entries(exits))("when a member %s", (_, exit) => {
  it("nothing is written until another one makes a new key", async ({ ana, ben, cleo, admin }) => {
    const all = await scene(ana, ben, cleo, admin);
    const kept = await opened(all.owner, all.id);
    await exit(all);
    expect(await stateOf(all.id)).toMatchObject({
      rotation_due: true,
      gone: [ben.id],
      closed: false,
    });
    const body = await entryBody(all.owner, all.id, { kept });
    expect(await codeOf(ana.api("POST", "/api/journal", body))).toBe("409 rotation_due");
    const state = await opened(all.third, all.id);
    expect(state).toMatchObject({ rotation_due: true, gone: [ben.id] });
    await remove(all.third, all.id, ben.id);
    expect(await stateOf(all.id)).toMatchObject({ rotation_due: false, gone: [] });
    await writeSealed(all.owner, all.id);
  });
});

const ends: Record<string, (scene: Scene) => Promise<unknown>> = {
  "the team is deleted": ({ owner, team_id }) => ok(owner, "DELETE", `/api/teams/${team_id}`),
  "the organization is deleted": ({ owner, org_id }) =>
    ok(owner, "DELETE", `/api/organizations/${org_id}`),
  "the owner takes the notebook back": ({ owner, id }) =>
    ok(owner, "PUT", `/api/notebooks/${id}`, {
      metadata_visibility: "user",
      content_visibility: "user",
      team_id: null,
    }),
};

describe.each(Object.entries(ends))("when %s", (_, end) => {
  it("the notebook is its owner's alone, and needs a new key", async ({ ana, ben, cleo, admin }) => {
    const all = await scene(ana, ben, cleo, admin);
    const theirs = await writeSealed(all.member, all.id);
    await end(all);
    const state = await stateOf(all.id);
    expect({ ...state, gone: state.gone.toSorted() }).toMatchObject({
      rotation_due: true,
      gone: [ben.id, cleo.id].toSorted(),
      user_id: ana.id,
      closed: false,
    });
    expect((await ben.api("GET", `/api/notebooks/${all.id}`)).status).toBe(404);
    // The entries of other members stay theirs until the members move them.
    expect((await ana.api("GET", `/api/journal/${theirs.id}`)).status).toBe(404);
    const open = { title: "Mine", content: "again", notebook_id: null };
    await ok(
      ben,
      "PUT",
      `/api/journal/${theirs.id}`,
      open,
      replaces((await ok(ben, "GET", `/api/journal/${theirs.id}`)).entry.version),
    );
    await remove(all.owner, all.id, ben.id, cleo.id);
    await writeSealed(all.owner, all.id);
  });
});

it("a large team that a job deletes is gone at once", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  await sql`insert into private.removals (team_id) values (${all.team_id})`;
  expect(await stateOf(all.id)).toMatchObject({ rotation_due: true });
});

it("an owner who leaves the team leaves the notebook to nobody else", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  await ok(admin, "PUT", `/api/teams/${all.team_id}`, { admin_id: ben.id });
  await ok(ana, "DELETE", `/api/teams/${all.team_id}/members/${ana.id}`);
  const state = await stateOf(all.id);
  expect(state).toMatchObject({ rotation_due: true, user_id: ana.id, closed: false });
  expect(state.gone.toSorted()).toEqual([ben.id, cleo.id].toSorted());
  expect((await ben.api("GET", `/api/notebooks/${all.id}`)).status).toBe(404);
});

it("a role that changes ends no access", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  const path = `/api/teams/${all.team_id}/members/${ben.id}`;
  await ok(ana, "PUT", path, { role: "admin" });
  await ok(ana, "PUT", path, { role: "member" });
  expect(await stateOf(all.id)).toMatchObject({ rotation_due: false, gone: [] });
});

it("a deleted owner leaves it closed until the last member is gone", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  const theirs = await writeSealed(all.member, all.id);
  const own = await writeSealed(all.owner, all.id);
  const kept = await opened(all.member, all.id);
  await ok(ana, "DELETE", "/api/user/account", { confirm: ana.email, on_owned: "hand_over" });
  expect(await stateOf(all.id)).toMatchObject({ closed: true, user_id: null });
  expect((await ok(ben, "GET", `/api/notebooks/${all.id}`)).notebook)
    .toMatchObject({ user_id: null, is_sealed: true });
  expect((await opened(all.third, all.id)).closed).toBe(true);
  expect((await ben.api("GET", `/api/journal/${own.id}`)).status).toBe(404);
  const body = await entryBody(all.member, all.id, { kept });
  expect(await codeOf(ben.api("POST", "/api/journal", body))).toBe("409 closed");
  const open = { title: "Mine", content: "again", notebook_id: null };
  await ok(ben, "PUT", `/api/journal/${theirs.id}`, open, replaces(1));
  await ok(ben, "DELETE", "/api/user/account", { confirm: ben.email, on_owned: "hand_over" });
  await sql`select private.end_ownerless_notebooks()`;
  expect(await sql`select from public.notebooks where id = ${all.id}`).toHaveLength(1);
  await ok(cleo, "DELETE", "/api/user/account", { confirm: cleo.email, on_owned: "hand_over" });
  await sql`select private.end_ownerless_notebooks()`;
  expect(await sql`select from public.notebooks where id = ${all.id}`).toHaveLength(0);
});

it("an owner who is blocked closes it until the block ends", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  const path = `/api/admin/users/${ana.id}/status`;
  await ok(admin, "PUT", path, { is_active: false });
  const body = await entryBody(all.member, all.id);
  expect(await codeOf(ben.api("POST", "/api/journal", body))).toBe("409 closed");
  await ok(admin, "PUT", path, { is_active: true });
  await ok(ben, "POST", "/api/journal", body);
});

it("an owner who starts anew closes it for good, and still reads it", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  const page = await writeSealed(all.owner, all.id);
  await deviceOf(ana, { anew: true });
  expect(await opened(all.owner, all.id)).toMatchObject({ closed: true, gone: [ana.id] });
  expect((await readSealed(all.owner, page)).title).toBe("Sealed");
  const body = await entryBody(all.member, all.id);
  expect(await codeOf(ben.api("POST", "/api/journal", body))).toBe("409 closed");
});

it("deletion removes slots and wraps, and keeps what others opened", async ({ ana, ben, cleo, admin }) => {
  const all = await scene(ana, ben, cleo, admin);
  await remove(all.member, all.id);
  await ok(ben, "DELETE", "/api/user/account", { confirm: ben.email });
  for (const table of ["sealed_accounts", "sealed_slots", "sealed_enrolments"]) {
    expect(await sql`select from ${sql(`private.${table}`)} where user_id = ${ben.id}`)
      .toHaveLength(0);
  }
  expect(await sql`select from private.sealed_wraps where member_id = ${ben.id}`).toHaveLength(0);
  // Ben has made the newest key, and the others still open it.
  expect([...(await opened(all.third, all.id)).keys.keys()].sort()).toEqual([1, 2]);
});

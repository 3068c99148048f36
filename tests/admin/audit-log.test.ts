/** The audit log: its contents, and that it is append-only. */
import { describe, expect, it } from "vitest";
import { type Person, person, service, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { as, sql } from "../support/sql.ts";

const [admin, ana] = await Promise.all([superAdmin("Audit Admin"), person("Ana")]);
const change = { is_classroom: true };
await admin.api("PUT", `/api/admin/users/${ana.id}/classroom`, change);
const [row] = await sql`select id::int from public.audit_log where target_id = ${ana.id}`;
const id = row!.id;

describe("the audit log", () => {
  it("shows acts to super admins, with the request id of the log", async () => {
    const { data } = await admin.client.from("audit_log").select().eq("id", id).single();
    expect(data).toMatchObject({
      id,
      actor_id: admin.id,
      act: "user.classroom",
      target_type: "user",
      target_id: ana.id,
      before: { is_classroom: false },
      after: { is_classroom: true },
      reason: null,
    });
  });

  it("keeps a committed act, and does not keep a rolled back act", async () => {
    await admin.api("PUT", `/api/admin/users/${ana.id}/role`, { role: "owner" });
    await admin.api("POST", `/api/admin/users/${ana.id}/drops`, { delta: -9999, reason: "x" });
    await admin.api("PUT", `/api/admin/users/${crypto.randomUUID()}/role`, { role: "user" });
    const mine = await sql`
      select count(*)::int from public.audit_log where actor_id = ${admin.id}`;
    expect(mine[0]!.count).toBe(1);
  });

  const changes = {
    update: "update public.audit_log set reason = 'never mind'",
    delete: "delete from public.audit_log",
    truncate: "truncate public.audit_log",
    insert: "insert into public.audit_log (act, target_type) values ('made.up', 'user')",
  };

  it.each(Object.entries(changes))("refuses %s by every caller", async (_, statement) => {
    const callers = [
      { role: "service_role" },
      { role: "authenticated", sub: admin.id, user_role: "super_admin" },
      { role: "authenticated", sub: ana.id },
      { role: "anon" },
    ] as const;
    for (const caller of callers) {
      await expect(as(caller, (tx) => tx.unsafe(statement)))
        .rejects.toMatchObject({ code: "42501" });
    }
  });

  it("refuses changes by the owner of the database", async () => {
    for (const statement of [changes.update, changes.delete, changes.truncate]) {
      await expect(sql.unsafe(statement)).rejects.toMatchObject({
        code: "42501",
        message: "audit_log is append-only",
      });
    }
  });

  it("cannot be written over the Data API", async () => {
    const call = as(
      { role: "service_role" },
      (tx) => tx`select private.audit('made.up', 'user', null, null, null)`,
    );
    await expect(call).rejects.toMatchObject({ code: "42501" });
  });

  it("keeps an act after actor and target are deleted", async () => {
    const [actor, target] = await Promise.all([superAdmin("Leaver"), person("Leaver")]);
    await actor.api("PUT", `/api/admin/users/${target.id}/status`, { is_active: false });
    for (const { id } of [actor, target]) {
      expect((await service.auth.admin.deleteUser(id)).error).toBeNull();
    }
    const [row] = await sql`
      select actor_id, target_id from public.audit_log where act = 'user.block'
        and target_id = ${target.id}`;
    expect(row).toEqual({ actor_id: actor.id, target_id: target.id });
  });
});

it("records acts of super admins on organizations and teams, and no acts of owners", async () => {
  const [root, ben] = await Promise.all([superAdmin(), person("Ben")]);
  const actsOf = async (actor: Person) =>
    (await sql<{ act: string }[]>`
      select act from public.audit_log where actor_id = ${actor.id} order by id`)
      .map(({ act }) => act);
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Ours" });
  const path = `/api/organizations/${organization.id}`;
  const fields = { name: "Team", org_id: organization.id };
  const { team } = await ok(ana, "POST", "/api/teams", fields);
  expect(await actsOf(ana)).toEqual([]);

  await root.api("PUT", path, { name: "Theirs" });
  await root.api("POST", `${path}/members`, { user_id: ben.id, role: "owner" });
  await root.api("PUT", `/api/teams/${team.id}`, { name: "Other" });
  await root.api("POST", `${path}/transfer-ownership`, { new_owner_id: ben.id });
  await root.api("DELETE", `/api/teams/${team.id}`);
  await root.api("DELETE", path);
  expect([...new Set(await actsOf(root))]).toEqual([
    "organization.update",
    "organization_member.create",
    "team.update",
    "organization_member.update",
    "team.delete",
    "team_member.delete",
    "organization.delete",
    "organization_member.delete",
  ]);
  const [row] = await sql`
    select before ->> 'name' as before, after ->> 'name' as after, target_id, request_id
    from public.audit_log where actor_id = ${root.id} order by id limit 1`;
  expect(row).toMatchObject({ before: "Ours", after: "Theirs", target_id: organization.id });
  expect(row!.request_id).toBeTruthy();
});

/** A super admin deletes the account of somebody else. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { service } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { tablesNaming } from "../support/traces.ts";
import { failing, stateOf } from "./leaving.ts";

const reason = "Asked for by letter";
const pathOf = ({ id }: { id: string }) => `/api/admin/users/${id}`;

describe("DELETE /api/admin/users/{id}", () => {
  it("erases the user as their own request does, and is audited with its reason", async ({ admin, ana }) => {
    await ok(ana, "POST", "/api/goals", { title: "Run" });
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason })).toBe("200");
    expect(await stateOf(ana)).toBe("done");
    expect(await tablesNaming(ana.id)).toEqual([
      "private.account_deletions",
      "public.audit_log",
      "public.drops_ledger",
    ]);
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(401);
    const { acts } = await ok(admin, "GET", `/api/admin/audit-log?target_id=${ana.id}`);
    expect(acts).toMatchObject([{
      act: "user.delete",
      actor_id: admin.id,
      before: null,
      after: null,
      reason,
    }]);
    // The same request gets the same answer, and is no other act.
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason })).toBe("200");
    expect((await ok(admin, "GET", `/api/admin/audit-log?target_id=${ana.id}`)).acts)
      .toHaveLength(1);
  });

  it("hands organizations with other members over, or is refused", async ({ admin, ana, ben }) => {
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Choir" });
    await ok(ana, "POST", `/api/organizations/${organization.id}/members`, {
      user_id: ben.id,
      role: "member",
    });
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason })).toMatch(/^409 .*: Choir$/);
    expect(await stateOf(ana)).toBe("none");
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason, on_owned: "hand_over" }))
      .toBe("200");
    const [row] = await sql`
      select owner_id from public.organizations where id = ${organization.id}`;
    expect(row!.owner_id).toBe(ben.id);
  });

  it("that was interrupted is completed by its repetition", async ({ admin, ana }) => {
    const repair = await failing("delete", "auth.users", `old.id = '${ana.id}'`);
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason })).toMatch(/^503/);
    expect(await stateOf(ana)).toBe("pending");
    expect((await ana.api("GET", "/api/user/profile")).status).toBe(403);
    await repair();
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason })).toBe("200");
    expect(await stateOf(ana)).toBe("done");
  });

  it("is refused for oneself, for nobody, without a reason, and to others", async ({ admin, ana, ben }) => {
    expect(await outcome(admin, "DELETE", pathOf(admin), { reason }))
      .toBe("409 Delete your own account with DELETE /api/user/account");
    const nobody = { id: crypto.randomUUID() };
    expect(await outcome(admin, "DELETE", pathOf(nobody), { reason })).toBe("404 User not found");
    expect(await outcome(admin, "DELETE", pathOf(ana), {})).toMatch(/^400 reason/);
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason: " " })).toMatch(/^400 reason/);
    expect(await outcome(ben, "DELETE", pathOf(ana), { reason })).toMatch(/^403/);
    const { error } = await ben.client.rpc("begin_user_deletion", {
      p_user_id: ana.id,
      p_reason: reason,
    });
    expect(error?.message).toBe("Only super admins may do this");
    expect(await stateOf(ana)).toBe("none");
  });
});

describe("an account that a restore has brought back", () => {
  it("is locked and deleted again, and an account that is not back is remembered", async ({ ana, admin }) => {
    await ok(admin, "DELETE", pathOf(ana), { reason });
    const gone = crypto.randomUUID();
    const { error } = await service.auth.admin.createUser({
      id: ana.id,
      email: ana.email,
      password: ana.password,
      email_confirm: true,
    });
    expect(error).toBeNull();
    const [again] = await sql`select private.erase_again(${[ana.id, gone]}) as count`;
    expect(again!.count).toBe(1);
    expect([await stateOf(ana), await stateOf({ id: gone })]).toEqual(["pending", "done"]);
    const [profile] = await sql`select is_active from public.profiles where id = ${ana.id}`;
    expect(profile!.is_active).toBe(false);
    expect(await outcome(admin, "DELETE", pathOf(ana), { reason })).toBe("200");
    expect(await stateOf(ana)).toBe("done");
    await sql`delete from private.account_deletions where user_id = ${gone}`;
  });
});

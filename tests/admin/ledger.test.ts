/** The ledger of a user, as super admins read it. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { service } from "../support/people.ts";
import { ISO, NOWHERE, ok, outcome, walk } from "../support/requests.ts";

const ledgerOf = ({ id }: { id: string }) => `/api/admin/users/${id}/ledger`;

describe("GET /api/admin/users/{id}/ledger", () => {
  it("lists a user's movements, newest first, in pages", async ({ ana, admin }) => {
    const change = { delta: 25, reason: "For a bug report" };
    await ok(admin, "POST", `/api/admin/users/${ana.id}/drops`, change);
    const entries = await walk(admin, ledgerOf(ana), "entries", 1);
    const common = {
      id: expect.any(Number),
      user_id: ana.id,
      created_at: expect.stringMatching(ISO),
    };
    const bonus = {
      ...common,
      delta: 50,
      balance_after: 50,
      type: "signup_bonus",
      reason: "Welcome",
      source: "signup",
      reference_id: null,
    };
    expect(entries).toEqual([
      { ...bonus, ...change, balance_after: 75, type: "admin_adjustment", source: "admin" },
      bonus,
    ]);
    expect((await ok(admin, "GET", `${ledgerOf(ana)}?type=signup_bonus`)).entries).toEqual([bonus]);
  });

  it("shows what remains of a deleted user", async ({ ana, admin }) => {
    const { entries } = await ok(admin, "GET", ledgerOf(ana));
    await service.auth.admin.deleteUser(ana.id);
    expect(await ok(admin, "GET", ledgerOf(ana))).toEqual({ entries, next_cursor: null });
    const { data } = await admin.client.from("drops_ledger").select("source").eq("user_id", ana.id);
    expect(data).toEqual([{ source: "signup" }]);
  });

  it("refuses others, and does not know who never was", async ({ ana, admin }) => {
    expect(await outcome(ana, "GET", ledgerOf(ana))).toBe("403 Insufficient permissions");
    expect(await outcome(admin, "GET", ledgerOf({ id: NOWHERE }))).toBe("404 User not found");
  });
});

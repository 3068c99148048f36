/** Adjustments of drops by super admins. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

let ana: Person;
beforeEach(async () => void (ana = await person("Ana")));

const admin = await superAdmin("Drops Admin");

const adjust = (who: Person, body: unknown, headers?: Record<string, string>, by = admin) =>
  by.api("POST", `/api/admin/users/${who.id}/drops`, body, headers);

const refusal = (who: Person, body: unknown) =>
  outcome(admin, "POST", `/api/admin/users/${who.id}/drops`, body);

/** The balance, the sum of the ledger, and the number of adjustments. */
async function account(who: Person) {
  const [row] = await sql`
    select drops_balance as balance, sum(delta)::int as sum,
      count(*) filter (where type = 'admin_adjustment')::int as adjustments
    from public.profiles p join public.drops_ledger l on l.user_id = p.id
    where p.id = ${who.id} group by 1`;
  return row;
}

const acts = (who: Person) =>
  sql`select * from public.audit_log where target_id = ${who.id} and act = 'user.drops'
    order by id`;

describe("POST /admin/users/:id/drops", () => {
  it("posts to the ledger and records it for the user and in the audit log", async () => {
    const path = `/api/admin/users/${ana.id}/drops`;
    const given = await ok(admin, "POST", path, { delta: 25, reason: "For a bug report" });
    expect(given).toMatchObject({
      transaction: {
        user_id: ana.id,
        amount: 25,
        balance_after: 75,
        type: "admin_adjustment",
        description: "For a bug report",
        reference_id: null,
      },
      balance: 75,
    });
    const taken = await admin.api("POST", path, { delta: -75, reason: "Mistake" });
    expect([taken.status, taken.body.balance]).toEqual([201, 0]);
    expect(await account(ana)).toEqual({ balance: 0, sum: 0, adjustments: 2 });

    const { data } = await ana.client.from("drop_transactions")
      .select("amount, type, description").eq("type", "admin_adjustment").order("id");
    expect(data).toEqual([
      { amount: 25, type: "admin_adjustment", description: "For a bug report" },
      { amount: -75, type: "admin_adjustment", description: "Mistake" },
    ]);
    const [entry] = await sql`
      select source, actor_id from public.drops_ledger
      where id = ${given.transaction.id}`;
    expect(entry).toEqual({ source: "admin", actor_id: admin.id });
    expect(await acts(ana)).toMatchObject([
      {
        actor_id: admin.id,
        before: { drops_balance: 50 },
        after: { drops_balance: 75 },
        reason: "For a bug report",
      },
      { before: { drops_balance: 75 }, after: { drops_balance: 0 }, reason: "Mistake" },
    ]);
  });

  it("refuses to take more than the balance", async () => {
    expect(await refusal(ana, { delta: -51, reason: "Too much" })).toBe("402 Not enough drops");
    expect(await account(ana)).toEqual({ balance: 50, sum: 50, adjustments: 0 });
    expect(await acts(ana)).toHaveLength(0);
  });

  it.each([
    [{ reason: "x" }, "delta: required"],
    [{ delta: 0, reason: "x" }, "delta: must not be 0"],
    [{ delta: 1.5, reason: "x" }, "delta: expected an integer"],
    [{ delta: 1e10, reason: "x" }, "delta: expected at most 1000000000"],
    [{ delta: 5 }, "reason: required"],
    [{ delta: 5, reason: "x".repeat(501) }, "reason: expected at most 500 characters"],
  ])("refuses %o", async (body, error) => {
    expect(await refusal(ana, body)).toBe(`400 ${error}`);
    expect((await account(ana))!.adjustments).toBe(0);
  });

  it("answers 404 for an unknown user", async () => {
    const nobody = { ...admin, id: crypto.randomUUID() };
    expect(await refusal(nobody, { delta: 5, reason: "x" })).toBe("404 User not found");
  });

  it("posts once when the first answer was lost before it was stored", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const body = { delta: 7, reason: "Once" };
    const first = await adjust(ana, body, key);
    await sql`delete from private.idempotency_keys where key = ${key["idempotency-key"]}`;
    const again = await adjust(ana, body, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    await sql`delete from private.idempotency_keys where key = ${key["idempotency-key"]}`;
    expect((await adjust(ana, { ...body, delta: 9 }, key)).status).toBe(409);
    expect(await account(ana)).toEqual({ balance: 57, sum: 57, adjustments: 1 });
  });

  it("separates the idempotency keys of two super admins", async () => {
    const other = await superAdmin("Another");
    const key = { "idempotency-key": "adjustment-1" };
    const body = { delta: 3, reason: "Twice" };
    await adjust(ana, body, key);
    await adjust(ana, body, key, other);
    expect(await account(ana)).toEqual({ balance: 56, sum: 56, adjustments: 2 });
  });
});

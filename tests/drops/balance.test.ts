/** A user's balance and its ledger entries. */
import { describe, expect, it } from "vitest";
import { type Person, person, service, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const post = (who: Person, delta: number, type = "admin_adjustment", reference?: string) =>
  sql`select private.post_drop(${who.id}, ${delta}, ${type}, 'A test', 'test', ${
    reference ?? null
  }::uuid)`;

describe("/api/drops/balance", () => {
  const path = "/api/drops/balance";

  it("starts with the signup bonus and equals the ledger", async () => {
    const ana = await person("Ana");
    expect(await ana.api("GET", path)).toMatchObject({ status: 200, body: { balance: 50 } });
    await post(ana, -20, "purchase");
    expect((await ana.api("GET", path)).body).toEqual({ balance: 30 });
  });

  it("shows a super admin their own balance", async () => {
    const admin = await superAdmin();
    await person("Somebody Else");
    expect((await admin.api("GET", path)).body).toEqual({ balance: 50 });
  });
});

describe("/api/drops/transactions", () => {
  const path = "/api/drops/transactions";

  it("lists every movement, newest first", async () => {
    const ana = await person("Ana");
    const pack = crypto.randomUUID();
    await post(ana, -20, "purchase", pack);
    const { status, body } = await ana.api("GET", path);
    expect(status).toBe(200);
    expect(body).toEqual({
      transactions: [
        {
          id: expect.any(Number),
          user_id: ana.id,
          amount: -20,
          balance_after: 30,
          type: "purchase",
          description: "A test",
          reference_id: pack,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*(Z|\+00:00)$/),
        },
        expect.objectContaining({ amount: 50, balance_after: 50, type: "signup_bonus" }),
      ],
      next_cursor: null,
    });
  });

  it("lists each entry once over all pages while new ones arrive", async () => {
    const ana = await person("Ana");
    for (let i = 1; i <= 6; i++) await post(ana, i);
    const seen: number[] = [];
    let cursor = "";
    do {
      const { status, body } = await ana.api("GET", `${path}?limit=3${cursor}`);
      expect(status).toBe(200);
      expect(body.transactions.length).toBeLessThanOrEqual(3);
      seen.push(...body.transactions.map(({ amount }: { amount: number }) => amount));
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
      await post(ana, 100);
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 50]);
  });

  it("filters by type", async () => {
    const ana = await person("Ana");
    for (const delta of [-1, -2, -3]) await post(ana, delta, "purchase");
    await post(ana, 7, "refund");
    const amounts = async (query: string) => {
      const { body } = await ana.api("GET", path + query);
      return body.transactions.map(({ amount }: { amount: number }) => amount);
    };
    expect(await amounts("?type=purchase")).toEqual([-3, -2, -1]);
    expect(await amounts("?type=refund")).toEqual([7]);
    expect(await amounts("?type=monthly_recurring")).toEqual([]);
    const first = await ana.api("GET", `${path}?type=purchase&limit=2`);
    expect(await amounts(`?type=purchase&limit=2&cursor=${first.body.next_cursor}`)).toEqual([-1]);
  });

  it.each([
    ["?type=gift", /^type: expected one of/],
    ["?limit=101", /^limit: /],
    ["?cursor=garbage", /^cursor: /],
    // A cursor of another list.
    [`?cursor=${btoa('[1,"2026-11-01T00:00:00Z","x"]').replace(/=+$/, "")}`, /^cursor: /],
  ])("refuses %s", async (query, error) => {
    const ana = await person("Ana");
    const { status, body } = await ana.api("GET", path + query);
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
  });

  it("shows only the caller's own entries, also to a super admin", async () => {
    const [ana, admin] = await Promise.all([person("Ana"), superAdmin()]);
    await post(ana, 5);
    const { body } = await admin.api("GET", path);
    expect(body.transactions.map(({ user_id }: { user_id: string }) => user_id))
      .toEqual([admin.id]);
  });
});

describe("callers", () => {
  const routes = [
    ["GET", "/api/drops/balance"],
    ["GET", "/api/drops/transactions"],
    ["POST", "/api/drops/award-monthly"],
  ] as const;

  it("blocked users get 403 and deleted ones 401, and nothing is awarded", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    await service.auth.admin.deleteUser(ben.id);
    for (const [method, path] of routes) {
      const { status, body } = await ana.api(method, path);
      expect([path, status, body]).toMatchObject([path, 403, { error: "This account is blocked" }]);
      expect([path, (await ben.api(method, path)).status]).toEqual([path, 401]);
    }
    // Nothing was awarded, and the entries of the deleted account remain.
    const entries = await sql`
      select user_id, type from public.drops_ledger where user_id in ${sql([ana.id, ben.id])}`;
    expect(entries.map(({ type }) => type)).toEqual(["signup_bonus", "signup_bonus"]);
  });
});

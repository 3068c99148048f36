/** A user's own drops: the monthly award, the balance and the entries of the ledger. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { subscribe } from "../support/subscriptions.ts";
import { messageOf, ok, outcome } from "../support/requests.ts";

const thisMonth = () => new Date().toISOString().slice(0, 7);

const entriesOf = async (who: Person) =>
  (await sql`
    select delta, type, idempotency_key from public.drops_ledger
    where user_id = ${who.id} order by id`).map((row) => ({ ...row }));

describe("/api/drops/award-monthly", () => {
  const path = "/api/drops/award-monthly";

  it("awards 30 drops once a month", async ({ ana }) => {
    const first = await ana.api("POST", path);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ award: { month: `${thisMonth()}-01`, amount: 30 }, balance: 80 });

    expect(await outcome(ana, "POST", path)).toBe("409 This month's drops were awarded already");
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
    expect(await entriesOf(ana)).toEqual([
      { delta: 50, type: "signup_bonus", idempotency_key: "signup" },
      { delta: 30, type: "monthly_recurring", idempotency_key: `monthly:${thisMonth()}` },
    ]);
    const months = sql`
      select month::text, amount from public.monthly_drops where user_id = ${ana.id}`;
    expect(await months).toEqual([{ month: `${thisMonth()}-01`, amount: 30 }]);
  });

  it("awards once for ten requests at once; nine answer 409", async ({ ana }) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.api("POST", path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
  });
});

describe("the award", () => {
  const award = (who: Person) => who.api("POST", "/api/drops/award-monthly");

  it("is 250 with one or more active subscriptions", async ({ ana }) => {
    await subscribe(ana, "active");
    await subscribe(ana, "active");
    const { status, body } = await award(ana);
    expect([status, body.award.amount, body.balance]).toEqual([200, 250, 300]);
  });

  it.each(["trialing", "past_due", "canceled", "unpaid", "Active"])(
    "is 30 with a subscription that is %s",
    async (status) => {
      const ana = await person("Ana");
      await subscribe(ana, status);
      expect((await award(ana)).body.award.amount).toBe(30);
    },
  );

  it("is refused to synthetic users", async () => {
    const robot = await person("Robot");
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    expect(await messageOf(award(robot))).toBe("403 Synthetic users are not awarded drops");
    expect(await entriesOf(robot)).toHaveLength(1);
  });

  it("is refused when the balance would exceed the integer range", async ({ ana }) => {
    await sql`select private.post_drop(
      ${ana.id}, ${2147483647 - 50 - 10}, 'admin_adjustment', 'A test', 'test')`;
    expect(await messageOf(award(ana))).toBe("409 The balance would become too large");
    expect(await sql`select from public.monthly_drops where user_id = ${ana.id}`).toHaveLength(0);
  });

  it("is not repeated for a recreated profile", async ({ ana }) => {
    await award(ana);
    const [profile] = await sql`delete from public.profiles where id = ${ana.id} returning handle`;
    await sql`insert into public.profiles (id, handle) values (${ana.id}, ${profile!.handle})`;
    expect((await award(ana)).status).toBe(409);
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
  });
});

const post = (who: Person, delta: number, type = "admin_adjustment", reference?: string) =>
  sql`select private.post_drop(${who.id}, ${delta}, ${type}, 'A test', 'test', ${
    reference ?? null
  }::uuid)`;

describe("/api/drops/balance", () => {
  const path = "/api/drops/balance";

  it("starts with the signup bonus and equals the ledger", async ({ ana }) => {
    expect(await ana.api("GET", path)).toMatchObject({ status: 200, body: { balance: 50 } });
    await post(ana, -20, "purchase");
    expect((await ana.api("GET", path)).body).toEqual({ balance: 30 });
  });

  it("shows a super admin their own balance", async ({ admin }) => {
    await person("Somebody Else");
    expect((await admin.api("GET", path)).body).toEqual({ balance: 50 });
  });
});

describe("/api/drops/transactions", () => {
  const path = "/api/drops/transactions";

  it("lists every movement, newest first", async ({ ana }) => {
    const pack = crypto.randomUUID();
    await post(ana, -20, "purchase", pack);
    const body = await ok(ana, "GET", path);
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

  it("lists each entry once over all pages while new ones arrive", async ({ ana }) => {
    for (let i = 1; i <= 6; i++) await post(ana, i);
    const seen: number[] = [];
    let cursor = "";
    do {
      const body = await ok(ana, "GET", `${path}?limit=3${cursor}`);
      expect(body.transactions.length).toBeLessThanOrEqual(3);
      seen.push(...body.transactions.map(({ amount }: { amount: number }) => amount));
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
      await post(ana, 100);
    } while (cursor);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 50]);
  });

  it("filters by type", async ({ ana }) => {
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

  it("shows only the caller's own entries, also to a super admin", async ({ ana, admin }) => {
    await post(ana, 5);
    const { body } = await admin.api("GET", path);
    expect(body.transactions.map(({ user_id }: { user_id: string }) => user_id))
      .toEqual([admin.id]);
  });
});

/** A user's own monthly award. */
import { describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { expectOneAnswer } from "../support/once.ts";

const thisMonth = () => new Date().toISOString().slice(0, 7);

const subscribe = (who: Person, status: string) =>
  sql`
    insert into public.subscriptions
      (user_id, payment_customer_id, payment_subscription_id, status, provider_updated_at)
    values (${who.id}, ${"cus_" + who.id}, ${"sub_" + crypto.randomUUID()}, ${status}, now())`;

const entriesOf = async (who: Person) =>
  (await sql`
    select delta, type, idempotency_key from public.drops_ledger
    where user_id = ${who.id} order by id`).map((row) => ({ ...row }));

describe("/api/drops/award-monthly", () => {
  const path = "/api/drops/award-monthly";

  it("awards 30 drops once a month", async () => {
    const ana = await person("Ana");
    const first = await ana.api("POST", path);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ award: { month: `${thisMonth()}-01`, amount: 30 }, balance: 80 });

    const second = await ana.api("POST", path);
    expect([second.status, second.body]).toMatchObject([
      409,
      { error: "This month's drops were awarded already" },
    ]);
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
    expect(await entriesOf(ana)).toEqual([
      { delta: 50, type: "signup_bonus", idempotency_key: "signup" },
      { delta: 30, type: "monthly_recurring", idempotency_key: `monthly:${thisMonth()}` },
    ]);
    expect(
      await sql`select month::text, amount from public.monthly_drops where user_id = ${ana.id}`,
    )
      .toEqual([{ month: `${thisMonth()}-01`, amount: 30 }]);
  });

  it("awards once for ten requests at once; nine answer 409", async () => {
    const ana = await person("Ana");
    const answers = await Promise.all(Array.from({ length: 10 }, () => ana.api("POST", path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
  });

  it("awards once for ten simultaneous requests with one idempotency key", async () => {
    const ana = await person("Ana");
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ana.api("POST", path, undefined, headers)),
    );
    expect(expectOneAnswer(answers, 200).body).toEqual({
      award: { month: `${thisMonth()}-01`, amount: 30 },
      balance: 80,
    });
    const again = await ana.api("POST", path, undefined, headers);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(await entriesOf(ana)).toHaveLength(2);
  });
});

describe("the award", () => {
  const award = (who: Person) => who.api("POST", "/api/drops/award-monthly");

  it("is 250 with one or more active subscriptions", async () => {
    const ana = await person("Ana");
    await subscribe(ana, "active");
    await subscribe(ana, "active");
    const { status, body } = await award(ana);
    expect([status, body.award.amount, body.balance]).toEqual([200, 250, 300]);
  });

  it.each(["trialing", "past_due", "canceled", "unpaid", "Active"])(
    "is 30 with one that is %s",
    async (status) => {
      const ana = await person("Ana");
      await subscribe(ana, status);
      expect((await award(ana)).body.award.amount).toBe(30);
    },
  );

  it("is refused to synthetic users", async () => {
    const robot = await person("Robot");
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    const { status, body } = await award(robot);
    expect([status, body]).toMatchObject([403, { error: "Synthetic users are not awarded drops" }]);
    expect(await entriesOf(robot)).toHaveLength(1);
  });

  it("is refused when the balance would exceed the integer range", async () => {
    const ana = await person("Ana");
    await sql`select private.post_drop(
      ${ana.id}, ${2147483647 - 50 - 10}, 'admin_adjustment', 'A test', 'test')`;
    const { status, body } = await award(ana);
    expect([status, body]).toMatchObject([409, { error: "The balance would become too large" }]);
    expect(await sql`select from public.monthly_drops where user_id = ${ana.id}`).toHaveLength(0);
  });

  it("is not repeated for a recreated profile", async () => {
    const ana = await person("Ana");
    await award(ana);
    const [profile] = await sql`delete from public.profiles where id = ${ana.id} returning handle`;
    await sql`insert into public.profiles (id, handle) values (${ana.id}, ${profile!.handle})`;
    expect((await award(ana)).status).toBe(409);
    expect((await ana.api("GET", "/api/drops/balance")).body).toEqual({ balance: 80 });
  });
});

import { describe, expect, it } from "vitest";
import { newId, now } from "../../packages/stand-ins/stripe-objects.ts";
import { anonymous, type Client, person, persons, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { about, customerOf, deliver } from "./support.ts";

const [ana, ben] = await persons("Ana", "Ben");
const customer = await customerOf(ana);
const same = newId("cus");
await deliver(about({ customer }, { type: "created", at: now() }));

describe("a user's account at the provider", () => {
  it("is linked only by the caller", async () => {
    const mine = async ({ client }: { client: Client }) =>
      (await client.rpc("payment_account").single()).data;
    expect(await mine(ana)).toEqual({ customer_id: customer, subscribed: true });
    expect(await mine(ben)).toEqual({ customer_id: null, subscribed: false });
    const { error } = await anonymous.client.rpc("payment_account");
    expect(error).not.toBeNull();
  });

  it("is one customer unless the provider no longer knows it", async () => {
    const eve = await person("Eve");
    const link = async (p_customer_id: string, p_replaces?: string) =>
      (await service.rpc("link_payment_customer", { p_user_id: eve.id, p_customer_id, p_replaces }))
        .data;
    const [first, second, third] = [newId("cus"), newId("cus"), newId("cus")];
    expect(await link(first)).toBe(first);
    expect(await link(second)).toBe(first);
    expect(await link(second, "cus_other")).toBe(first);
    expect(await link(second, first)).toBe(second);
    expect(await link(third, first)).toBe(second);
  });

  it.each([
    ["ten customers", () => newId("cus")],
    // The provider gives requests with one idempotency key the same customer.
    ["the same customer", () => same],
  ])("is one customer when ten requests link %s at once", async (_, made) => {
    for (let round = 0; round < 20; round++) {
      await sql`delete from private.payment_customers where user_id = ${ben.id}`;
      const linked = await Promise.all(
        Array.from(
          { length: 10 },
          () => sql`select private.link_payment_customer(${ben.id}, ${made()}) as id`,
        ),
      );
      expect(new Set(linked.map(([row]) => row!.id)).size).toBe(1);
    }
  });

  it("is deleted with the account; its events stay without a user", async () => {
    const eve = await person("Eve");
    const customer = await customerOf(eve);
    const created = about({ customer }, { type: "created", at: now() });
    await deliver(created);
    await service.auth.admin.deleteUser(eve.id);
    const customers = await sql`
      select from private.payment_customers where customer_id = ${customer}`;
    expect(customers).toHaveLength(0);
    const subscriptions = await sql`
      select from public.subscriptions where payment_customer_id = ${customer}`;
    expect(subscriptions).toHaveLength(0);
    const [kept] = await sql`select * from private.payment_events where id = ${created.id}`;
    expect(JSON.stringify(kept)).not.toContain(eve.id);
  });
});

describe("record_payment_event", () => {
  /** Records an event of a new subscription's history, created some seconds from now. */
  const record = async (
    subscription_id: string,
    seconds: number,
    { status, revision }: { status: string; revision?: number },
  ) => {
    const { data, error } = await service.rpc("record_payment_event", {
      p_event: {
        id: newId("evt"),
        type: "customer.subscription.updated",
        created: now() + seconds,
        customer_id: customer,
        subscription_id,
      },
      p_subscription: { status },
      ...(revision !== undefined && { p_revision: revision }),
    });
    expect(error).toBeNull();
    return data.outcome;
  };

  it("asks for another read of the provider until a minute after the last one", async () => {
    const subscription = newId("sub");
    expect(await record(subscription, -10, { status: "active", revision: 0 })).toBe("applied");
    expect(await record(subscription, 50, { status: "past_due" })).toBe("read");
    expect(await record(subscription, 70, { status: "canceled" })).toBe("applied");
  });
});

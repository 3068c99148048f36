import { beforeAll, describe, expect, it } from "vitest";
import { newId, now } from "../../stand-ins/stripe-objects.ts";
import {
  anonymous,
  type Client,
  type Person,
  person,
  service,
  superAdmin,
} from "../support/people.ts";
import { as, sql } from "../support/sql.ts";
import { about, customerOf, deliver } from "./support.ts";

let ana: Person;
let ben: Person;
let admin: Person;
let customer: string;
beforeAll(async () => {
  [ana, ben, admin] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);
  customer = await customerOf(ana);
  await deliver(about({ customer }, { type: "created", at: now() }));
});

const row = () => ({
  user_id: ben.id,
  payment_customer_id: "cus_x",
  payment_subscription_id: newId("sub"),
  status: "active",
  provider_updated_at: new Date().toISOString(),
});

describe("subscriptions", () => {
  it("are read by their owner and super admins", async () => {
    const seenBy = async ({ client }: { client: Client }) =>
      (await client.from("subscriptions").select("user_id, status").eq("user_id", ana.id)).data;
    const one = [{ user_id: ana.id, status: "active" }];
    expect(await seenBy(ana)).toEqual(one);
    expect(await seenBy(admin)).toEqual(one);
    expect(await seenBy(ben)).toEqual([]);
    expect(await seenBy(anonymous) ?? []).toEqual([]);
  });

  it("cannot be written directly, not even by the service", async () => {
    for (const client of [anonymous.client, ana.client, ben.client, admin.client, service]) {
      const table = () => client.from("subscriptions");
      for (
        const attempt of [
          table().insert(row()),
          table().upsert(row()),
          table().update({ status: "active" }).eq("user_id", ana.id),
          table().delete().eq("user_id", ana.id),
        ]
      ) {
        const { error } = await attempt;
        expect(error?.code).toBe("42501");
      }
    }
  });

  it("are hidden from blocked users", async () => {
    const eve = await person("Eve");
    await sql`insert into public.subscriptions ${sql({ ...row(), user_id: eve.id })}`;
    await sql`update public.profiles set is_active = false where id = ${eve.id}`;
    const rows = await as(
      { role: "authenticated", sub: eve.id },
      (t) => t`select from public.subscriptions`,
    );
    expect(rows).toHaveLength(0);
  });
});

describe("functions for verified webhooks", () => {
  it.each([
    ["record_payment_event", {
      p_event: { id: "evt_forged", type: "x", created: 1, subscription_id: "sub_forged" },
      p_subscription: { status: "active" },
    }],
    ["link_payment_customer", {
      p_user_id: "00000000-0000-4000-8000-000000000000",
      p_customer_id: "cus_forged",
    }],
  ])("%s is refused to users", async (name, args) => {
    for (const { client } of [anonymous, ana, admin]) {
      const { error } = await client.rpc(name, args);
      expect(error?.code).toBe("42501");
    }
    for (const role of ["anon", "authenticated"] as const) {
      for (const schema of ["public", "private"]) {
        const call = as(
          { role, sub: ana.id },
          (t) =>
            name === "record_payment_event"
              ? t.unsafe(`select ${schema}.record_payment_event('{}', null, null)`)
              : t.unsafe(`select ${schema}.link_payment_customer(gen_random_uuid(), 'x', null)`),
        );
        await expect(call).rejects.toMatchObject({ code: "42501" });
      }
    }
  });

  it.each(["payment_customers", "payment_events"])(
    "private.%s is refused to everyone",
    async (table) => {
      for (const role of ["anon", "authenticated", "service_role"] as const) {
        for (
          const statement of [
            `select * from private.${table}`,
            `delete from private.${table}`,
            `insert into private.${table} default values`,
          ]
        ) {
          const attempt = as(
            { role, sub: ana.id, user_role: "super_admin" },
            (t) => t.unsafe(statement),
          );
          await expect(attempt).rejects.toMatchObject({ code: "42501" });
        }
      }
      const { error } = await ana.client.schema("private").from(table).select();
      expect(error).not.toBeNull();
    },
  );
});

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

  it("is one customer for ten requests at once", async () => {
    const eve = await person("Eve");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        service.rpc("link_payment_customer", {
          p_user_id: eve.id,
          p_customer_id: newId("cus"),
        })),
    );
    expect(new Set(answers.map(({ data }) => data)).size).toBe(1);
    expect(answers.every(({ error }) => error === null)).toBe(true);
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

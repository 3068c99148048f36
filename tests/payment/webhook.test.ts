import { describe, expect } from "vitest";
import {
  event,
  invoice,
  newId,
  now,
  subscription,
} from "../../packages/stand-ins/stripe-objects.ts";
import { it } from "../support/it.ts";
import { anonymous, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import {
  about,
  customerOf,
  deliver,
  inProcess,
  outcomeOf,
  setAtProvider,
  stored,
} from "./support.ts";
import { messageOf, outcome } from "../support/requests.ts";
import { readEvent } from "../../functions/payment/events.ts";

const received = { message: "Event received" };

describe("/api/payment/webhook", () => {
  const path = "/api/payment/webhook";

  it("stores a signed event and applies it", async ({ ana }) => {
    const customer = await customerOf(ana);
    const created = about({ customer }, { type: "created", at: now() });
    const answer = await deliver(created, { path });
    expect([answer.status, answer.body]).toEqual([200, received]);
    expect(await outcomeOf(created.id)).toBe("applied");
    expect(await stored(created.data.object.id)).toEqual({
      user_id: ana.id,
      payment_customer_id: customer,
      status: "active",
      cancel_at_period_end: false,
      price_id: "price_monthly",
    });
  });

  it("refuses an unsigned event and stores nothing", async () => {
    const customer = await customerOf(await person("Ana"));
    const forged = about({ customer }, { type: "created", at: now() });
    const payload = JSON.stringify(forged);
    const altered = payload.replace('"active"', '"trialing"');
    const attempts: [string, Parameters<typeof deliver>[1]][] = [
      ["another secret", { secret: "whsec_guess" }],
      ["an altered body", { sent: altered }],
      ["one more space", { sent: payload + " " }],
      ["a body that is not there", { sent: "" }],
      ["a signature of six minutes ago", { timestamp: now() - 360 }],
      ["a signature of six minutes ahead", { timestamp: now() + 360 }],
    ];
    for (const [what, delivery] of attempts) {
      const answer = await deliver(forged, { path, ...delivery });
      expect([what, answer.status, answer.body.error]).toEqual([
        what,
        400,
        expect.stringMatching(/^stripe-signature: /),
      ]);
    }
    for (const header of ["", "t=,v1=", `t=${now()},v1=00`, "v1=00", "x".repeat(4000)]) {
      const answer = await anonymous.api("POST", path, payload, { "stripe-signature": header });
      expect([header.slice(0, 20), answer.status]).toEqual([header.slice(0, 20), 400]);
    }
    expect(await outcome(anonymous, "POST", path, payload)).toBe("400 stripe-signature: required");
    expect(await outcomeOf(forged.id)).toBeUndefined();
    expect(await stored(forged.data.object.id)).toBeUndefined();
  });

  it.each([-240, 240])("accepts a signature that is %i seconds off", async (seconds) => {
    const unknown = event("charge.succeeded", { id: newId("ch") });
    expect((await deliver(unknown, { path, timestamp: now() + seconds })).status).toBe(200);
  });

  it.each([
    ["not JSON", "not json"],
    ["not an object", "[]"],
    ["not an event", { object: "event" }],
    ["an event without a time", { ...event("ping", { id: "x" }), created: "today" }],
    ["a subscription without a status", event("customer.subscription.updated", { id: "sub_1" })],
  ])("refuses a signed body: %s", async (_, body) => {
    expect((await deliver(body, { path })).status).toBe(400);
  });
});

describe("an event", () => {
  it("applies once when it arrives ten times at once", async () => {
    const customer = await customerOf(await person("Ana"));
    const created = about({ customer }, { type: "created", at: now() });
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(created)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(10).fill([200, received]),
    );
    const [{ count, revision }] = await sql`
      select count(*)::int, max(revision) as revision from public.subscriptions
      where payment_subscription_id = ${created.data.object.id}` as unknown as [
      { count: number; revision: number },
    ];
    expect([count, revision]).toEqual([1, 1]);
    const events = await sql`select from private.payment_events where id = ${created.id}`;
    expect(events).toHaveLength(1);
  });

  type Make = (customer: string, user_id: string) => ReturnType<typeof event>;
  const created = "customer.subscription.created";
  const strange = subscription({ customer: newId("cus") });
  const session = (fields: Record<string, unknown>) =>
    event("checkout.session.completed", { id: newId("cs"), metadata: {}, ...fields });

  const naming = (user_id: string) =>
    event(created, subscription({ customer: newId("cus"), metadata: { user_id } }));

  const ignored: Record<string, Make> = {
    "of an unknown type": (customer) =>
      event("customer.subscription.trial_will_end", subscription({ customer })),
    "of an invoice without a subscription": (customer) =>
      event("invoice.paid", { id: newId("in"), customer, parent: null }),
    "of a payment without a subscription": (customer) =>
      session({ mode: "payment", customer, subscription: null }),
    "of a connected account": (customer) =>
      event(created, subscription({ customer }), { account: "acct_other" }),
  };
  const withoutUser: Record<string, Make> = {
    "of an unknown customer": () => event(created, subscription({ customer: newId("cus") })),
    "of an invoice of an unknown customer": () => event("invoice.paid", invoice(strange)),
    "that names a user with another customer": (_, user_id) => naming(user_id),
    "that names a user as client_reference_id": (_, client_reference_id) => {
      const { id, customer } = subscription({ customer: newId("cus") });
      return session({ client_reference_id, customer, subscription: id });
    },
    "that names a user who does not exist": () => naming("00000000-0000-4000-8000-00000000dead"),
    "that names no user": () => naming(""),
    "that names nonsense": () => naming("nonsense"),
  };

  it.each([
    ...Object.entries(ignored).map(([what, make]) => [what, "ignored", make] as const),
    ...Object.entries(withoutUser).map(([what, make]) => [what, "no_user", make] as const),
  ])("%s is stored as %s, and changes nothing", async (_, outcome, make) => {
    const ana = await person("Ana");
    const made = make(await customerOf(ana), ana.id);
    const object = made.data.object as { id: string; subscription?: string; customer: string };
    const about = subscription({ id: object.subscription ?? object.id, customer: object.customer });
    for (const each of [about, strange]) await setAtProvider(each);
    expect((await deliver(made)).body).toEqual(received);
    expect(await outcomeOf(made.id)).toBe(outcome);
    expect(await sql`select from public.subscriptions where user_id = ${ana.id}`).toEqual([]);
  });

  it("is refused when its body is too large", async () => {
    const to = await inProcess();
    expect(await messageOf(deliver("x".repeat(1024 * 1024 + 1), { to }))).toBe(
      "413 body: larger than 1 MB",
    );
  });

  it("of a deleted user is stored and ignored", async ({ ana }) => {
    const customer = await customerOf(ana);
    const state = subscription({ customer, metadata: { user_id: ana.id } });
    await deliver(event("customer.subscription.created", state, { created: 1000 }));
    await service.auth.admin.deleteUser(ana.id);
    expect(await stored(state.id)).toBeUndefined();
    const last = event("customer.subscription.deleted", { ...state, status: "canceled" });
    expect((await deliver(last)).status).toBe(200);
    expect(await outcomeOf(last.id)).toBe("no_user");
    expect(await stored(state.id)).toBeUndefined();
  });

  it("is recorded for a blocked user too", async ({ ana }) => {
    const customer = await customerOf(ana);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const created = about({ customer }, { type: "created", at: now() });
    expect((await deliver(created)).status).toBe(200);
    expect(await stored(created.data.object.id)).toMatchObject({ user_id: ana.id });
  });
});

describe("the user of a subscription", () => {
  it("is the user of the customer, whatever the metadata says", async ({ ana, ben }) => {
    const [ofAna, ofBen] = await Promise.all([customerOf(ana), customerOf(ben)]);
    const state = subscription({ customer: ofBen, metadata: { user_id: ana.id } });
    await deliver(event("customer.subscription.created", state));
    expect(await stored(state.id)).toMatchObject({ user_id: ben.id });

    // The event of another user's customer changes no subscription.
    const moved = event("customer.subscription.updated", {
      ...state,
      customer: ofAna,
      status: "canceled",
    }, { created: now() + 100 });
    expect((await deliver(moved)).status).toBe(200);
    expect(await outcomeOf(moved.id)).toBe("no_user");
    expect(await stored(state.id)).toMatchObject({ user_id: ben.id, status: "active" });
  });

  it("is taken from metadata when the user has no customer", async ({ ana }) => {
    const customer = newId("cus");
    const state = subscription({ customer, metadata: { user_id: ana.id } });
    await deliver(event("customer.subscription.created", state));
    expect(await stored(state.id)).toMatchObject({ user_id: ana.id });
    const linked = await sql`
      select user_id from private.payment_customers where customer_id = ${customer}`;
    expect(linked).toEqual([{ user_id: ana.id }]);
  });
});

const state = subscription({
  id: "sub_1",
  customer: "cus_1",
  metadata: { user_id: "ana" },
  created: 1000,
  current_period_end: 2000,
});
const carried = {
  status: "active",
  price_id: "price_monthly",
  current_period_end: 2000,
  cancel_at: null,
  cancel_at_period_end: false,
};

const said = (type: string, object: unknown) => {
  const { id: _id, type: _type, created: _created, ...about } = readEvent(
    event(type, object as object),
  );
  return about;
};

describe("the reader of events", () => {
  it.each(["created", "updated", "deleted"])("reads the subscription's state from %s", (verb) => {
    expect(said(`customer.subscription.${verb}`, state)).toEqual({
      customer_id: "cus_1",
      subscription_id: "sub_1",
      user_id: "ana",
      subscription: carried,
    });
  });

  it.each(["invoice.paid", "invoice.payment_failed"])("%s names the subscription", (type) => {
    expect(said(type, invoice(state))).toEqual({
      customer_id: "cus_1",
      subscription_id: "sub_1",
      user_id: "ana",
      subscription: null,
    });
  });

  it("reads expanded objects", () => {
    const expanded = { ...state, customer: { id: "cus_1", email: "ana@example.com" } };
    expect(said("customer.subscription.updated", expanded).customer_id).toBe("cus_1");
    expect(said("checkout.session.completed", { customer: { id: "cus_1" }, subscription: state }))
      .toMatchObject({ customer_id: "cus_1", subscription_id: "sub_1" });
  });

  it("reads the shapes of an older API version", () => {
    const { items: _, ...older } = { ...state, current_period_end: 2000 };
    expect(said("customer.subscription.updated", older).subscription).toEqual({
      ...carried,
      price_id: null,
    });
    expect(said("invoice.paid", { id: "in_1", customer: "cus_1", subscription: "sub_1" }))
      .toMatchObject({ customer_id: "cus_1", subscription_id: "sub_1" });
  });

  it("reads the end of a canceled subscription", () => {
    const ending = { ...state, cancel_at: 2000, cancel_at_period_end: true };
    expect(said("customer.subscription.updated", ending).subscription).toMatchObject({
      cancel_at: 2000,
      cancel_at_period_end: true,
    });
  });

  it("is ignored when its type is unknown", () => {
    const nothing = { customer_id: null, subscription_id: null, user_id: null, subscription: null };
    expect(said("customer.created", 5)).toEqual(nothing);
    expect(said("__proto__", state)).toEqual(nothing);
  });

  it("drops all other fields", () => {
    const about = readEvent(event("invoice.paid", invoice(state, { customer_email: "a@b.c" })));
    expect(JSON.stringify(about)).not.toContain("a@b.c");
  });
});

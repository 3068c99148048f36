import { describe, expect, it } from "vitest";
import { event, invoice, newId, now, subscription } from "../../stand-ins/stripe-objects.ts";
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

const received = { message: "Event received" };

describe("/api/payment/webhook", () => {
  const path = "/api/payment/webhook";

  it("stores a signed event and applies it", async () => {
    const ana = await person("Ana");
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
    const unsigned = await anonymous.api("POST", path, payload);
    expect([unsigned.status, unsigned.body]).toMatchObject([400, {
      error: "stripe-signature: required",
    }]);
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

  it("changes nothing when it is repeated later", async () => {
    const customer = await customerOf(await person("Ana"));
    const state = subscription({ customer, status: "active" });
    const first = event("customer.subscription.created", state, { created: 1000 });
    const last = event("customer.subscription.updated", { ...state, status: "past_due" }, {
      created: 2000,
    });
    for (const each of [first, last, first, last, first]) await deliver(each);
    expect(await stored(state.id)).toMatchObject({ status: "past_due" });
  });

  it("of an unknown type is stored and ignored", async () => {
    const customer = await customerOf(await person("Ana"));
    const unknown = event("customer.subscription.trial_will_end", subscription({ customer }));
    expect((await deliver(unknown)).body).toEqual(received);
    expect(await outcomeOf(unknown.id)).toBe("ignored");
    expect(await stored(unknown.data.object.id)).toBeUndefined();
  });

  it("of an unknown customer is stored and ignored", async () => {
    const strange = subscription({ customer: newId("cus") });
    await setAtProvider(strange);
    for (
      const each of [
        event("customer.subscription.created", strange),
        event("invoice.paid", invoice(strange)),
        event("checkout.session.completed", {
          id: newId("cs"),
          customer: strange.customer,
          subscription: strange.id,
        }),
      ]
    ) {
      expect((await deliver(each)).status).toBe(200);
      expect([each.type, await outcomeOf(each.id)]).toEqual([each.type, "no_user"]);
    }
    expect(await stored(strange.id)).toBeUndefined();
  });

  it("without a subscription is stored and ignored", async () => {
    const customer = await customerOf(await person("Ana"));
    const oneOff = event("invoice.paid", { id: newId("in"), customer, parent: null });
    const payment = event("checkout.session.completed", {
      id: newId("cs"),
      mode: "payment",
      customer,
      subscription: null,
    });
    for (const each of [oneOff, payment]) {
      expect((await deliver(each)).status).toBe(200);
      expect(await outcomeOf(each.id)).toBe("ignored");
    }
  });

  it("is refused when its body is too large", async () => {
    const to = await inProcess();
    const answer = await deliver("x".repeat(1024 * 1024 + 1), { to });
    expect([answer.status, answer.body]).toMatchObject([413, { error: "body: larger than 1 MB" }]);
  });

  it("of a deleted user is stored and ignored", async () => {
    const ana = await person("Ana");
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

  it("is recorded for a blocked user too", async () => {
    const ana = await person("Ana");
    const customer = await customerOf(ana);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const created = about({ customer }, { type: "created", at: now() });
    expect((await deliver(created)).status).toBe(200);
    expect(await stored(created.data.object.id)).toMatchObject({ user_id: ana.id });
  });
});

describe("the user of a subscription", () => {
  it("is the user of the customer, whatever the metadata says", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
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

  it("is not taken from metadata when the user has another customer", async () => {
    const ana = await person("Ana");
    await customerOf(ana);
    const state = subscription({ customer: newId("cus"), metadata: { user_id: ana.id } });
    const created = event("customer.subscription.created", state);
    await deliver(created);
    expect(await outcomeOf(created.id)).toBe("no_user");
    expect(await stored(state.id)).toBeUndefined();
  });

  it("is taken from metadata when the user has no customer", async () => {
    const ana = await person("Ana");
    const customer = newId("cus");
    const state = subscription({ customer, metadata: { user_id: ana.id } });
    await deliver(event("customer.subscription.created", state));
    expect(await stored(state.id)).toMatchObject({ user_id: ana.id });
    const linked = await sql`
      select user_id from private.payment_customers where customer_id = ${customer}`;
    expect(linked).toEqual([{ user_id: ana.id }]);
  });

  it.each(["nonsense", "", "00000000-0000-4000-8000-00000000dead"])(
    "is unknown when the metadata names %j",
    async (user_id) => {
      const created = event(
        "customer.subscription.created",
        subscription({ customer: newId("cus"), metadata: { user_id } }),
      );
      expect((await deliver(created)).status).toBe(200);
      expect(await outcomeOf(created.id)).toBe("no_user");
    },
  );

  it("is never taken from events of a connected account", async () => {
    const ana = await person("Ana");
    const customer = await customerOf(ana);
    const state = subscription({ customer, metadata: { user_id: ana.id } });
    const created = event("customer.subscription.created", state, { account: "acct_other" });
    expect((await deliver(created)).status).toBe(200);
    expect(await outcomeOf(created.id)).toBe("ignored");
    expect(await stored(state.id)).toBeUndefined();
  });

  it("is never taken from client_reference_id", async () => {
    const ana = await person("Ana");
    const state = subscription({ customer: newId("cus") });
    await setAtProvider(state);
    const completed = event("checkout.session.completed", {
      id: newId("cs"),
      client_reference_id: ana.id,
      customer: state.customer,
      subscription: state.id,
      metadata: {},
    });
    await deliver(completed);
    expect(await outcomeOf(completed.id)).toBe("no_user");
  });
});

describe("premium", () => {
  it.each([
    ["active", 250],
    ["trialing", 30],
    ["past_due", 30],
    ["canceled", 30],
  ])("%s is awarded %i drops a month", async (status, amount) => {
    const ana = await person("Ana");
    const customer = await customerOf(ana);
    await deliver(about({ customer, status }, { type: "created", at: now() }));
    const { data, error } = await ana.client.rpc("award_monthly").single();
    expect(error).toBeNull();
    expect(data).toMatchObject({ amount });
  });
});

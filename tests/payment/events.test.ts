import { describe, expect, it } from "vitest";
import { readEvent } from "../../functions/payment/events.ts";
import { event, invoice, subscription } from "../../stand-ins/stripe-objects.ts";

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

describe("an event", () => {
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

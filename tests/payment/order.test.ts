import { describe, expect, it } from "vitest";
import type { Stripe } from "stripe";
import { event, invoice, newId, subscription } from "../../packages/stand-ins/stripe-objects.ts";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { customerOf, deliver, inProcess, outcomeOf, setAtProvider, stored } from "./support.ts";
import { messageOf } from "../support/requests.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const to = await inProcess();
const customer = await customerOf(await person("Ana"));

function permutations<T>(all: T[]): T[][] {
  if (all.length < 2) return [all];
  return all.flatMap((first, index) =>
    permutations(all.toSpliced(index, 1)).map((rest) => [first, ...rest])
  );
}

type Fields = Parameters<typeof subscription>[0];
/** The type of each event, its time, and the state of the subscription at that time. */
type History = [type: string, created: number, state: Fields][];

const [created, updated, deleted] = ["created", "updated", "deleted"]
  .map((verb) => `customer.subscription.${verb}`) as [string, string, string];
const ending = { cancel_at_period_end: true, cancel_at: 5000 };

const histories = {
  /** The state in each event is sufficient. */
  "a second apart": [
    [created, 1001, { status: "incomplete" }],
    [updated, 1002, { status: "active" }],
    [updated, 1003, { status: "active", ...ending }],
    [deleted, 1004, { status: "canceled", cancel_at_period_end: true }],
  ],
  /** A checkout: only the provider knows the latest state. */
  "within one second": [
    [created, 1001, { status: "incomplete" }],
    [updated, 1001, { status: "active" }],
    ["checkout.session.completed", 1001, { status: "active" }],
    ["invoice.paid", 1001, { status: "active" }],
  ],
  /** The failed payment contains no state. */
  "partly within one second": [
    [updated, 1001, { status: "active" }],
    ["invoice.payment_failed", 2001, { status: "past_due" }],
    [updated, 2001, { status: "past_due" }],
    [deleted, 3001, { status: "canceled" }],
  ],
} satisfies Record<string, History>;

const stateWith = (id: string, fields: Fields) =>
  subscription({ id, customer, created: 1000, ...fields });

/** The events of a new subscription, and its last state, which the provider already has. */
function make(history: History, id = newId("sub")) {
  const about = (type: string, state: Stripe.Subscription) =>
    type.startsWith("invoice.")
      ? invoice(state)
      : type === "checkout.session.completed"
      ? { id: newId("cs"), customer, subscription: id }
      : state;
  const events = history.map(([type, at, fields]) =>
    event(type, about(type, stateWith(id, fields)), { created: at })
  );
  return { last: stateWith(id, history.at(-1)![2]), events };
}

const stateOf = ({ status, cancel_at_period_end }: Stripe.Subscription) => ({
  status,
  cancel_at_period_end,
});

describe.each(Object.entries<History>(histories))("events %s", (_, history) => {
  it("give the same state in every order", async () => {
    const orders = permutations([...history.keys()]);
    const work = async () => {
      for (let order = orders.pop(); order; order = orders.pop()) {
        const { last, events } = make(history);
        await setAtProvider(last);
        for (const index of order) {
          expect((await deliver(events[index]!, { to })).status).toBe(200);
        }
        expect([order, await stored(last.id)]).toMatchObject([order, stateOf(last)]);
        for (const each of events) expect(await outcomeOf(each.id)).toMatch(/^(applied|outdated)$/);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }, patience(120_000));

  it("give the same state when each is delivered three times at once", async () => {
    for (let round = 0; round < 3; round++) {
      const { last, events } = make(history);
      await setAtProvider(last);
      const answers = await Promise.all(
        [...events, ...events, ...events].map((each) => deliver(each, { to })),
      );
      // A delivery that finds the subscription changed repeatedly is refused, so that it is sent
      // again.
      for (const each of events) {
        const again = await deliver(each, { to });
        expect(again.status).toBe(200);
      }
      expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
      expect(await stored(last.id)).toMatchObject(stateOf(last));
    }
  });
});

describe("an event that needs the provider", () => {
  it("is not stored while the provider is down, and applies when sent again", async () => {
    const { last, events } = make(histories["within one second"]);
    await deliver(events[0]!, { to });
    const base = Deno.env.get("STRIPE_API_BASE")!;
    try {
      Deno.env.set("STRIPE_API_BASE", "http://127.0.0.1:9");
      expect(await messageOf(deliver(events[1]!, { to }))).toBe(
        "503 The payment provider does not answer at the moment, try again",
      );
      expect(await outcomeOf(events[1]!.id)).toBeUndefined();
      expect(await stored(last.id)).toMatchObject({ status: "incomplete" });
    } finally {
      Deno.env.set("STRIPE_API_BASE", base);
    }
    await setAtProvider(last);
    expect((await deliver(events[1]!, { to })).status).toBe(200);
    expect(await stored(last.id)).toMatchObject({ status: "active" });
  });

  it("is ignored when the provider does not know the subscription", async () => {
    const { events } = make(histories["within one second"]);
    for (const each of events) expect((await deliver(each, { to })).status).toBe(200);
    expect(await outcomeOf(events[0]!.id)).toBe("applied");
    expect(await outcomeOf(events[1]!.id)).toBe("ignored");
  });

  it("does not overwrite a newer state", async () => {
    const id = newId("sub");
    const [begun, paid, late, over] = ["incomplete", "active", "past_due", "canceled"]
      .map((status) => stateWith(id, { status } as Fields));
    await setAtProvider(over!);
    const seen = async (about: Stripe.Subscription, created: number) => {
      await deliver(event("customer.subscription.updated", about, { created }), { to });
      return (await stored(id))!.status;
    };
    expect(await seen(begun!, 1001)).toBe("incomplete");
    expect(await seen(paid!, 1001)).toBe("canceled");
    expect(await seen(late!, 2001)).toBe("canceled");
    expect(await seen(over!, 3001)).toBe("canceled");
  });

  it("does not overwrite a change made while the provider was read", async () => {
    const id = newId("sub");
    const [begun, paid] = [stateWith(id, { status: "incomplete" }), stateWith(id, {})];
    await deliver(event("customer.subscription.created", begun, { created: 1001 }), { to });
    const record = (
      p_event: Record<string, unknown>,
      state: string | null,
      revision: number | null,
    ) =>
      sql`select public.record_payment_event(
        ${sql.json({ customer_id: customer, subscription_id: id, type: "x", ...p_event })},
        ${state && sql.json({ status: state })}, ${revision}) as answer`
        .then(([row]) => row!.answer);
    const same = { id: newId("evt"), created: 1001 };
    expect(await record(same, "active", null)).toEqual({ outcome: "read", revision: 1 });
    await deliver(event("customer.subscription.updated", paid, { created: 1002 }), { to });
    const later = { id: newId("evt"), created: 1002 };
    expect(await record(later, "past_due", 1)).toEqual({ outcome: "read", revision: 2 });
    expect(await record(same, "incomplete", 1)).toEqual({ outcome: "outdated" });
    expect(await stored(id)).toMatchObject({ status: "active" });
    expect(await record(later, "past_due", 2)).toEqual({ outcome: "applied" });
    expect(await stored(id)).toMatchObject({ status: "past_due" });
  });
});

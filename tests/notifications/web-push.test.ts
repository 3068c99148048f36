/** Web Push: subscriptions of browsers, and messages that only they can read. */
import process from "node:process";
import { describe, expect } from "vitest";
import { KNOWN_ORIGINS } from "../../shared/providers/web-push.ts";
import type { WebBehaviour, WebMessage } from "../../packages/stand-ins/web-push.ts";
import { ownPlatform } from "../support/own-platform.ts";

const variables = [
  "VAPID_PUBLIC_KEY",
  "VAPID_PRIVATE_KEY",
  "VAPID_SUBJECT",
  "WEB_PUSH_ORIGINS",
];
const standIn = process.env.WEB_PUSH_ORIGINS!;
await ownPlatform({
  ...Object.fromEntries(variables.map((name) => [name, process.env[name]!])),
  WEB_PUSH_ORIGINS: `${standIn},${KNOWN_ORIGINS}`,
});
const { it } = await import("../support/it.ts");
type Person = Awaited<ReturnType<typeof import("../support/people.ts").person>>;
const { anonymous } = await import("../support/people.ts");
const { ok, outcome } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { deliver, notify, pushesOf } = await import("./support.ts");

// Here only the tests run the job.
await sql`select cron.unschedule(name) from unnest(
  array['outbox-delivery', 'jobs-continue']) as name`;

const path = "/api/notifications/devices";

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The subscription that a browser gets at the stand-in. */
const subscribe = async (): Promise<Subscription> =>
  await (await fetch(`${standIn}/test/subscriptions`, { method: "POST" })).json();
const control = ({ endpoint }: Subscription) => endpoint.replace("/push/", "/test/subscriptions/");
const answerWith = (subscription: Subscription, behaviour: WebBehaviour) =>
  fetch(control(subscription), { method: "PUT", body: JSON.stringify(behaviour) });
const messagesTo = async (subscription: Subscription): Promise<WebMessage[]> =>
  (await (await fetch(control(subscription))).json()).messages;

const register = async (who: Person, subscription: Subscription) =>
  (await ok(who, "POST", path, { subscription, platform: "web" })).device;
const devicesOf = async (who: Person) => (await who.client.from("push_devices").select()).data!;

describe("GET /api/notifications/web-push-key", () => {
  it("answers the key that browsers subscribe with", async () => {
    const { status, body } = await anonymous.api("GET", "/api/notifications/web-push-key");
    expect([status, body]).toEqual([200, { public_key: process.env.VAPID_PUBLIC_KEY }]);
  });
});

describe("a subscription", () => {
  it("is registered once, and moves to the user who registers it last", async ({ ana, ben }) => {
    const subscription = await subscribe();
    const first = await register(ana, subscription);
    expect(first).toMatchObject({ token: null, platform: "web" });
    expect((await register(ana, subscription)).id).toBe(first.id);
    await notify(ana);
    await Promise.all([register(ben, subscription), register(ben, subscription)]);
    expect([(await devicesOf(ana)).length, (await devicesOf(ben)).length]).toEqual([0, 1]);
    await ok(ben, "DELETE", `${path}/${(await devicesOf(ben))[0].id}`);
    expect(
      await sql`
      select from private.push_subscriptions where endpoint = ${subscription.endpoint}`,
    ).toEqual([]);
  });

  it("counts among the ten devices of a user", async ({ ana }) => {
    for (let n = 0; n < 11; n++) await register(ana, await subscribe());
    expect(await devicesOf(ana)).toHaveLength(10);
  });

  it("shows its keys to nobody: not in answers, the table, or the export", async ({ ana }) => {
    const subscription = await subscribe();
    const seen = JSON.stringify([
      await register(ana, subscription),
      await devicesOf(ana),
      await ok(ana, "GET", "/api/user/export"),
      await ana.client.from("push_subscriptions").select(),
      await ana.client.schema("private").from("push_subscriptions").select(),
    ]);
    for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)]) {
      expect(seen).not.toContain(secret);
    }
  });

  it.for<[string, (subscription: Subscription) => unknown, string]>([
    [
      "and a token",
      (subscription) => ({ subscription, token: crypto.randomUUID() }),
      "expected either token or subscription",
    ],
    ["or a token is missing", () => ({}), "token: required"],
    [
      "of a phone",
      (subscription) => ({ subscription, platform: "ios" }),
      "platform: a subscription is of the platform web",
    ],
    [
      "of an unknown push service",
      ({ keys }) => ({ subscription: { endpoint: "https://push.example.com/1", keys } }),
      "subscription.endpoint: not of a known push service",
    ],
    [
      "of a name that ends alike",
      ({ keys }) => ({
        subscription: { endpoint: "https://evil-push.apple.com.example.com/1", keys },
      }),
      "subscription.endpoint: not of a known push service",
    ],
    [
      "without TLS",
      ({ keys }) => ({ subscription: { endpoint: "http://fcm.googleapis.com/1", keys } }),
      "subscription.endpoint: not of a known push service",
    ],
    [
      "of the inner network",
      ({ keys }) => ({ subscription: { endpoint: "http://127.0.0.1:1/push/1", keys } }),
      "subscription.endpoint: not of a known push service",
    ],
    [
      "with a key that is not a point of the curve",
      ({ endpoint, keys }) => ({
        subscription: { endpoint, keys: { ...keys, p256dh: "B".padEnd(87, "A") } },
      }),
      "subscription.keys: not those of a browser's subscription",
    ],
    [
      "with a short secret",
      ({ endpoint, keys }) => ({ subscription: { endpoint, keys: { ...keys, auth: "AAAA" } } }),
      "subscription.keys.auth: expected 16 bytes in base64url",
    ],
  ])("%s is refused", async ([, change, error], { ana }) => {
    const body = { platform: "web", ...change(await subscribe()) as object };
    expect(await outcome(ana, "POST", path, body)).toBe(`400 ${error}`);
    expect(await devicesOf(ana)).toEqual([]);
  });

  it.for(KNOWN_ORIGINS.split(","))("of %s is taken", async (host, { ana }) => {
    const endpoint = `https://${host.replace("*", "eu-1")}/send/${crypto.randomUUID()}`;
    await register(ana, { ...await subscribe(), endpoint });
  });
});

describe("the delivery", () => {
  it("encrypts for the browser, signs, and removes delivered messages", async ({ ana }) => {
    const subscription = await subscribe();
    await register(ana, subscription);
    const data = { entry_id: crypto.randomUUID(), user_id: crypto.randomUUID() };
    await notify(ana, { title: "You were mentioned", body: "@ben mentioned you", data });
    const { notifications: [{ id }] } = await ok(ana, "GET", "/api/notifications");
    expect(await deliver()).toMatchObject({ total: 1, sent: 1, failed: 0, errors: [] });
    const [message, ...more] = await messagesTo(subscription);
    expect([message!.ttl, more]).toEqual([86_400, []]);
    expect(JSON.parse(message!.payload)).toEqual({
      title: "You were mentioned",
      body: "@ben mentioned you",
      type: "mention",
      data: { ...data, type: "mention", notification_id: id },
    });
    expect(await pushesOf(ana)).toEqual([]);
  });

  it.for([404, 410])("removes a device at %i", async (status, { ana }) => {
    const subscription = await subscribe();
    await register(ana, subscription);
    await answerWith(subscription, { status });
    await notify(ana);
    expect(await deliver()).toMatchObject({ total: 1, failed: 1, devices_removed: 1 });
    expect([await devicesOf(ana), await pushesOf(ana)]).toEqual([[], []]);
  });

  it.for([[429, "waiting"], [503, "waiting"], [403, "waiting"], [413, "dead"]] as const)(
    "after %i the push is %s",
    async ([status, state], { ana }) => {
      const subscription = await subscribe();
      await register(ana, subscription);
      await answerWith(subscription, { status });
      await notify(ana);
      const error = `The push service of a browser answers ${status}`;
      expect(await deliver()).toMatchObject({ failed: 1, errors: [error] });
      expect(await pushesOf(ana)).toMatchObject([{ status: state, last_error: error }]);
      expect(await devicesOf(ana)).toHaveLength(1);
    },
  );

  it("follows no redirect", async ({ ana, ben }) => {
    const [subscription, other] = [await subscribe(), await subscribe()];
    await register(ana, subscription);
    await register(ben, other);
    await answerWith(subscription, { status: 307, location: other.endpoint });
    await notify(ana);
    expect(await deliver()).toMatchObject({ failed: 1 });
    expect(await messagesTo(other)).toEqual([]);
    expect(await pushesOf(ana)).toMatchObject([{ status: "waiting" }]);
  });

  it("asks no unknown server, though the database knows its address", async ({ ana, ben }) => {
    const { keys } = await subscribe();
    const other = await subscribe();
    // Another origin of the same machine.
    const endpoint = other.endpoint.replace("127.0.0.1", "localhost");
    await ana.client.rpc("register_push_device", {
      p_platform: "web",
      p_subscription: { endpoint, keys },
    });
    await register(ben, other);
    await notify(ana);
    expect(await deliver()).toMatchObject({ failed: 1, devices_removed: 1 });
    expect([await devicesOf(ana), await messagesTo(other)]).toEqual([[], []]);
  });

  it("sends at most 3,000 bytes, and whole characters", async ({ ana }) => {
    const subscription = await subscribe();
    await register(ana, subscription);
    const data = { note: "n".repeat(1500) };
    await notify(ana, { title: "😀".repeat(200), body: "😀".repeat(500), data });
    await deliver();
    const [{ payload }] = await messagesTo(subscription) as [WebMessage];
    expect(new TextEncoder().encode(payload).length).toBeLessThanOrEqual(3000);
    expect(JSON.parse(payload)).toMatchObject({
      title: `${"😀".repeat(99)}…`,
      body: expect.stringMatching(/^(😀){10,}…$/u),
      data: { ...data, type: "mention" },
    });
  });

  it("sends no text beside data that leave no room for it", async ({ ana }) => {
    const subscription = await subscribe();
    await register(ana, subscription);
    await notify(ana, { body: "b".repeat(300), data: { note: "n".repeat(2950) } });
    await deliver();
    const [{ payload }] = await messagesTo(subscription) as [WebMessage];
    expect(JSON.parse(payload).body).toBe("");
  });

  it("sends 500 in a call, and the rest in the next", async ({ ana }) => {
    const subscription = await subscribe();
    await register(ana, subscription);
    await sql`
      select private.notify(${ana.id}, 'mention', jsonb_build_object('handle', n))
      from generate_series(1, 510) as n`;
    expect(await deliver()).toMatchObject({ total: 500, sent: 500, remaining: 10 });
    expect(await deliver()).toMatchObject({ total: 10, sent: 10, remaining: 0 });
    const bodies = (await messagesTo(subscription)).map(({ payload }) => JSON.parse(payload).body);
    expect(new Set(bodies).size).toBe(510);
  });
});

/** The stand-ins that `npm start -- --stand-ins` puts in the place of the providers. */
import { afterAll, describe, expect, it as bare } from "vitest";
import { startStandIns } from "../../packages/stand-ins/platform.ts";
import { ownPlatform } from "../support/own-platform.ts";

const { status: { api_url: apiUrl } } = await ownPlatform();
const arrived: { to: string; subject: string; text: string }[] = [];
const started = await startStandIns({
  apiUrl,
  given: {},
  deliver: (message) => arrived.push(message),
});
await ownPlatform(started.env);
const { it } = await import("../support/it.ts");
const { send } = await import("../support/people.ts");
const { eventually } = await import("../support/eventually.ts");
const { ok } = await import("../support/requests.ts");
const { notify } = await import("../notifications/support.ts");

afterAll(started.stop);

describe("the stand-ins of npm start", () => {
  it("give an entry the mood that its words suggest", async ({ ana }) => {
    const content = "A quiet walk along the river.";
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "Morning", content });
    // The answer to a write does not wait long for the mood.
    await eventually(async () => {
      const read = await ok(ana, "GET", `/api/journal/${entry.id}`);
      expect(read.entry.mood).toBe("peaceful");
    });
  });

  it("answer in the chat, and say that no model is behind it", async ({ ana }) => {
    const { body } = await send("POST", "/api/chat/messages", { message: "I am so tired" }, {
      authorization: `Bearer ${ana.token}`,
    });
    const said = [...body.matchAll(/"delta":("(?:[^"\\]|\\.)*")/g)].map(([, part]) =>
      JSON.parse(part)
    );
    expect(said.join("")).toMatch(/stand-in.*“I am so tired”.*tired.*OPENAI_API_KEY/);
  });

  it("have pages on which somebody pays, and ends the subscription", async ({ ana }) => {
    const site = `${started.env.SITE_URL}/`;
    const { url } = await ok(ana, "POST", "/api/payment/create-checkout-session", {
      priceId: "price_monthly",
      successUrl: `${site}paid?of={CHECKOUT_SESSION_ID}`,
      cancelUrl: site,
    });
    const click = async (address: string) => {
      expect(await (await fetch(address)).text()).toContain('<form method="post">');
      const { status, headers, body } = await fetch(address, {
        method: "POST",
        redirect: "manual",
      });
      await body?.cancel();
      return [status, headers.get("location")];
    };
    const state = async () =>
      (await ok(ana, "GET", "/api/payment/subscription")).subscription.status;
    expect(await click(url)).toEqual([303, expect.stringMatching(/\/paid\?of=cs_test_\w+$/)]);
    expect(await state()).toBe("active");
    const portal = await ok(ana, "POST", "/api/payment/create-portal-session", {});
    expect(await click(portal.url)).toEqual([303, started.env.SITE_URL]);
    expect(await state()).toBe("canceled");
  });

  it("play music to somebody who connects", async ({ ana }) => {
    const follow = async (url: string) =>
      (await fetch(url, { redirect: "manual" })).headers.get("location")!;
    const { authorize_url } = await ok(ana, "GET", "/api/music/connect");
    const back = await follow(await follow(authorize_url));
    await ok(ana, "POST", "/api/music/account", { grant: new URL(back).searchParams.get("grant") });
    expect((await ok(ana, "POST", "/api/music/sync")).plays).toBe(15);
  });

  it("put mails and pushes into the mailbox", async ({ ana, admin }) => {
    const mail = { to: ana.email, subject: "Hello", text: "Some words" };
    await ok(admin, "POST", "/api/email/send", mail);
    expect(arrived).toContainEqual({
      to: ana.email,
      subject: expect.stringContaining("Hello"),
      text: expect.stringContaining("Some words"),
    });
    const token = `ExponentPushToken[${crypto.randomUUID()}]`;
    await ok(ana, "POST", "/api/notifications/devices", { token, platform: "ios" });
    await notify(ana, { title: "You were mentioned", body: "@ben mentioned you" });
    // The job runs with the secret that the stand-ins bring.
    const secret = { "x-cron-secret": started.env.CHAT_CRON_SECRET! };
    expect((await send("POST", "/api/notifications/cron/deliver", undefined, secret)).status).toBe(
      200,
    );
    expect(arrived).toContainEqual({
      to: `${token} (push)`,
      subject: "You were mentioned",
      text: "@ben mentioned you",
    });
  });
});

describe("a variable of the developer", () => {
  bare.each([
    ["OPENAI_API_KEY", "OpenAI", /^OPENAI_/],
    ["STRIPE_WEBHOOK_SECRET", "Stripe", /^STRIPE_/],
    ["EMAIL_FROM", "Resend", /^(RESEND_|EMAIL_|INBOUND_)/],
    ["MUSIC_CLIENT_ID", "Spotify", /^MUSIC_(?!SYNC)/],
    ["EXPO_ACCESS_TOKEN", "Expo", /^EXPO_/],
    ["VAPID_PUBLIC_KEY", "Web Push", /^(VAPID|WEB_PUSH)_/],
    ["WEBHOOK_KEY", "Webhooks", /^WEBHOOK_/],
  ])("keeps the whole provider: %s", async (variable, name, its) => {
    const { env, names, stop } = await startStandIns({
      apiUrl,
      given: { [variable]: "mine" },
      deliver: () => {},
    });
    await stop();
    expect(started.names).toContain(name);
    expect(names).toEqual(started.names.filter((each) => each !== name));
    expect(Object.keys(env).filter((each) => its.test(each))).toEqual([]);
  });
});

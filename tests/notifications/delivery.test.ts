/**
 * The delivery of pushes: tickets, receipts, failures of the provider. On a platform of its own, since
 * the job delivers whatever is due.
 */
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform({
  EXPO_PUSH_URL: process.env.EXPO_PUSH_URL!,
  EXPO_ACCESS_TOKEN: process.env.EXPO_ACCESS_TOKEN!,
});
const { person, send } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const {
  deliver,
  deviceAtProvider,
  messagesTo,
  newDevice,
  newToken,
  notify,
  passTime,
  provider,
  pushesOf,
  secret,
} = await import("./support.ts");

// Here only the tests run the job.
await sql`select cron.unschedule(name) from unnest(
  array['outbox-delivery', 'jobs-continue']) as name`;

type Person = Awaited<ReturnType<typeof person>>;

let ana: Person;
let token: string;
beforeEach(async () => {
  await sql`delete from private.pushes`;
  ana = await person("Ana");
  token = await newDevice(ana);
});

const nothing = {
  total: 0,
  sent: 0,
  failed: 0,
  dead: 0,
  receipts: 0,
  devices_removed: 0,
  remaining: 0,
  errors: [],
};
const devicesOf = async (who: Person) =>
  (await sql`select from public.push_devices where user_id = ${who.id}`).length;

/** About this many seconds: the test took a moment. */
const about = (seconds: number) =>
  expect.toSatisfy((given: number) => given > seconds - 10 && given <= seconds);

describe("/api/notifications/cron/deliver", () => {
  const path = "/api/notifications/cron/deliver";

  it("takes either of its secrets", async () => {
    const other = { "x-cron-secret": testEnvironment.WORKOUT_WINDOW_CRON_SECRET };
    expect((await send("POST", path, undefined, other)).status).toBe(200);
    expect((await send("POST", path, undefined, secret)).body).toEqual({
      success: true,
      message: "Everything due was delivered",
      results: nothing,
    });
  });

  it("sends title, body, type and data to each device, and removes what is delivered", async () => {
    const other = await newDevice(ana);
    const data = { entry_id: crypto.randomUUID() };
    await notify(ana, { title: "You were mentioned", body: "@ben mentioned you", data });
    const { notifications: [{ id }] } = await ok(ana, "GET", "/api/notifications");
    expect(await deliver()).toEqual({ ...nothing, total: 2, sent: 2 });
    for (const to of [token, other]) {
      expect(await messagesTo(to)).toEqual([{
        to,
        title: "You were mentioned",
        body: "@ben mentioned you",
        data: { ...data, type: "mention", notification_id: id },
        sound: "default",
      }]);
    }
    const sent = { status: "sent", attempts: 1, last_error: null, due_in_s: about(900) };
    expect(await pushesOf(ana)).toMatchObject([sent, sent]);

    expect(await deliver()).toEqual(nothing);
    await passTime(ana, "15 minutes");
    expect(await deliver()).toEqual({ ...nothing, receipts: 2 });
    expect(await pushesOf(ana)).toEqual([]);
    expect(await messagesTo(token)).toHaveLength(1);
  });

  it("sends hundreds of pushes in requests of a hundred, once with two jobs at once", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, (_, n) => person(`User ${n}`)));
    const tokens = await Promise.all(people.map((who) => newDevice(who)));
    await sql`
      select private.notify(p.id, 'mention', n::text)
      from public.profiles as p, generate_series(1, 30) as n
      where p.id in ${sql(people.map(({ id }) => id))}`;
    const runs = await Promise.all([deliver(), deliver(), deliver()]);
    expect(runs.reduce((sum, { sent }) => sum + sent!, 0)).toBe(150);
    for (const each of tokens) {
      const titles = (await messagesTo(each)).map(({ title }) => title);
      expect([titles.length, new Set(titles).size]).toEqual([30, 30]);
    }
  });

  it("cuts long texts, so that the provider takes them", async () => {
    await notify(ana, { title: "t".repeat(150), body: "😀".repeat(1000) });
    await deliver();
    const [message] = await messagesTo(token);
    expect(message).toMatchObject({
      title: `${"t".repeat(99)}…`,
      body: `${"😀".repeat(299)}…`,
    });
  });
});

describe("a push that is not wanted any more", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["was read", () => ok(ana, "POST", "/api/notifications/read", { all: true })],
    [
      "is of a blocked user",
      () => sql`update public.profiles set is_active = false where id = ${ana.id}`,
    ],
    [
      "is turned off by the preferences",
      () => ok(ana, "PUT", "/api/user/profile", { preferences: { notifications: false } }),
    ],
    ["was caused by somebody whom the user blocks meanwhile", async () => {
      const ben = await person("Ben");
      await sql`
        update public.notifications set data = ${sql.json({ user_id: ben.id })}
        where user_id = ${ana.id}`;
      await ok(ana, "PUT", "/api/user/profile", { blocked_user_ids: [ben.id] });
    }],
    [
      "is of a deleted notification",
      () => sql`delete from public.notifications where user_id = ${ana.id}`,
    ],
  ])("is not sent when it %s", async (_why, change) => {
    await notify(ana);
    await change();
    const ben = await person("Ben");
    const tokenOfBen = await newDevice(ben);
    await notify(ben);
    expect(await deliver()).toMatchObject({ total: 1, sent: 1 });
    expect([(await messagesTo(token)).length, (await messagesTo(tokenOfBen)).length])
      .toEqual([0, 1]);
    expect(await pushesOf(ana)).toEqual([]);
  });
});

describe("a device that the provider no longer knows", () => {
  it("is removed with its pushes when the ticket says so", async () => {
    const other = await newDevice(ana);
    await deviceAtProvider({ token, ticket: "DeviceNotRegistered" });
    await notify(ana);
    expect(await deliver()).toEqual({
      ...nothing,
      total: 2,
      sent: 1,
      failed: 1,
      devices_removed: 1,
    });
    const { data } = await ana.client.from("push_devices").select("token");
    expect(data).toEqual([{ token: other }]);
    expect(await pushesOf(ana)).toHaveLength(1);
  });

  it("is removed when the receipt says so, unless it was registered again since", async () => {
    await deviceAtProvider({ token, receipt: "DeviceNotRegistered" });
    await notify(ana);
    await deliver();
    await passTime(ana, "16 minutes");
    expect(await deliver()).toMatchObject({ receipts: 1, devices_removed: 0 });
    expect([await devicesOf(ana), await pushesOf(ana)]).toEqual([1, []]);

    await notify(ana);
    await deliver();
    await sql`update private.pushes set not_before = now()`;
    expect(await deliver()).toMatchObject({ receipts: 1, devices_removed: 1 });
    expect(await devicesOf(ana)).toBe(0);
  });
});

describe("while the provider fails", () => {
  it.each<[string, Parameters<typeof provider>[1], string]>([
    ["429", { status: 429 }, "The push provider answers 429"],
    ["503", { status: 503, body: "<html>" }, "The push provider answers 503"],
    ["a wrong access token", { status: 401 }, "The push provider answers 401"],
    ["no JSON", { body: "<html>" }, "The push provider's answer is of no use"],
    [
      "too few tickets",
      { body: '{"data":[]}' },
      "The push provider answered for another number of messages",
    ],
  ])("a push waits for the next attempt: %s", async (_what, behaviour, error) => {
    await notify(ana);
    await provider(token, behaviour);
    expect(await deliver()).toEqual({ ...nothing, total: 1, failed: 1, errors: [error] });
    expect(await pushesOf(ana)).toMatchObject([{
      status: "waiting",
      attempts: 1,
      last_error: error,
      due_in_s: about(15),
    }]);
    expect(await deliver()).toEqual(nothing);
    await passTime(ana, "15 seconds");
    expect(await deliver()).toEqual({ ...nothing, total: 1, sent: 1 });
    expect(await pushesOf(ana)).toMatchObject([{ last_error: null }]);
  });

  it("the message of the run says so", async () => {
    await notify(ana);
    await provider(token, { status: 503 });
    const run = await send("POST", "/api/notifications/cron/deliver", undefined, secret);
    expect([run.status, run.body.message]).toEqual([200, "1 failed"]);
  });

  it("one request fails and the others are not tried in this run", async () => {
    const ben = await person("Ben");
    await newDevice(ben);
    await sql`
      select private.notify(${ben.id}, 'mention', n::text) from generate_series(1, 150) as n`;
    await provider("title", { status: 500 });
    expect(await deliver()).toMatchObject({ total: 100, failed: 100, sent: 0, remaining: 50 });
    expect(await deliver()).toMatchObject({ total: 50, sent: 50, remaining: 0 });
  });

  it("the pause doubles up to an hour, and after 24 hours the push is given up", async () => {
    await notify(ana);
    await provider(token, { status: 500, times: 20 });
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 10; attempt++) {
      await sql`update private.pushes set not_before = now()`;
      await deliver();
      pauses.push((await pushesOf(ana))[0]!.due_in_s);
    }
    const expected = [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
    expect(pauses).toEqual(expected.map(about));

    await passTime(ana, "24 hours");
    expect(await deliver()).toMatchObject({ total: 1, failed: 1, dead: 1 });
    expect(await pushesOf(ana)).toMatchObject([{ status: "dead", attempts: 11 }]);
    await passTime(ana, "25 hours");
    expect(await deliver()).toEqual(nothing);

    await passTime(ana, "30 days");
    await sql`select private.purge()`;
    expect(await pushesOf(ana)).toEqual([]);
  });

  it("a push may be delivered twice when the answer is cut off, and is never lost", async () => {
    await notify(ana);
    await provider(token, { cut: true });
    expect(await deliver()).toMatchObject({
      failed: 1,
      errors: ["The push provider does not answer"],
    });
    await passTime(ana, "15 seconds");
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(await messagesTo(token)).toHaveLength(2);
  });

  it("a push whose job was cut off is sent by a later one", async () => {
    await notify(ana);
    await sql`select private.take_pushes(100)`;
    expect(await deliver()).toEqual(nothing);
    await passTime(ana, "2 minutes");
    expect(await deliver()).toMatchObject({ sent: 1 });
  });
});

describe("what the provider says of one message", () => {
  it.each([
    ["MessageTooBig", { status: "dead" }, { dead: 1 }],
    ["MessageRateExceeded", { status: "waiting" }, { dead: 0 }],
    ["InvalidCredentials", { status: "waiting" }, { dead: 0 }],
  ])("in a ticket: %s", async (code, row, counts) => {
    await deviceAtProvider({ token, ticket: code });
    await notify(ana);
    expect(await deliver()).toMatchObject({ total: 1, failed: 1, ...counts, errors: [code] });
    expect(await pushesOf(ana)).toMatchObject([{ ...row, last_error: code }]);
    expect(await devicesOf(ana)).toBe(1);
  });

  it("in a receipt: the push is sent again", async () => {
    await deviceAtProvider({ token, receipt: "MessageRateExceeded" });
    await notify(ana);
    await deliver();
    await passTime(ana, "15 minutes");
    expect(await deliver()).toMatchObject({ receipts: 1, errors: ["MessageRateExceeded"] });
    expect(await pushesOf(ana)).toMatchObject([{ status: "waiting", due_in_s: about(15) }]);
  });

  it("a missing receipt is asked for again, for a day", async () => {
    await deviceAtProvider({ token, receipt: null });
    await notify(ana);
    await deliver();
    await passTime(ana, "15 minutes");
    expect(await deliver()).toEqual(nothing);
    expect(await pushesOf(ana)).toMatchObject([{ status: "sent", due_in_s: about(900) }]);
    await passTime(ana, "24 hours");
    await deliver();
    expect(await pushesOf(ana)).toEqual([]);
  });

  it("receipts wait while the provider fails", async () => {
    await notify(ana);
    await deliver();
    await passTime(ana, "15 minutes");
    await provider("ids", { path: "getReceipts", status: 502 });
    expect(await deliver()).toEqual({ ...nothing, errors: ["The push provider answers 502"] });
    await passTime(ana, "2 minutes");
    expect(await deliver()).toEqual({ ...nothing, receipts: 1 });
  });

  it("tokens of another app do not keep the others from being delivered", async () => {
    const [eve, ben] = await Promise.all([person("Eve"), person("Ben")]);
    const foreign = await newDevice(eve, newToken("other-app"));
    const tokenOfBen = await newDevice(ben);
    for (const who of [ben, eve, ana, ben]) await notify(who);
    expect(await deliver()).toEqual({ ...nothing, total: 4, sent: 4 });
    expect(
      await Promise.all(
        [token, foreign, tokenOfBen].map(async (each) => (await messagesTo(each)).length),
      ),
    ).toEqual([1, 1, 2]);
  });

  it("a message that the provider refuses does not keep the others from being delivered", async () => {
    const ben = await person("Ben");
    const tokenOfBen = await newDevice(ben);
    for (const who of [ben, ana, ben]) await notify(who);
    await provider(token, { status: 400, times: 10 });
    expect(await deliver()).toMatchObject({ total: 3, sent: 2, failed: 1, dead: 0 });
    expect(await messagesTo(tokenOfBen)).toHaveLength(2);
    expect(await pushesOf(ana)).toMatchObject([{ status: "waiting" }]);
  });
});

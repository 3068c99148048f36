/**
 * The delivery of pushes, while the provider takes them. On a platform of its own, since the job
 * delivers all due pushes.
 */
import process from "node:process";
import type postgres from "postgres";
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
  about,
  deliver,
  deviceAtProvider,
  devicesOf,
  messagesTo,
  newDevice,
  nothing,
  notify,
  passTime,
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

  it("sends title, body, type and data to each device, and removes delivered pushes", async () => {
    const other = await newDevice(ana);
    const data = { entry_id: crypto.randomUUID(), user_id: crypto.randomUUID() };
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

  it("sends a push in the language of the user", async () => {
    await ok(ana, "PUT", "/api/user/profile", { language: "de" });
    await sql`select private.notify(${ana.id}, 'comment', '{"handle": "ben"}')`;
    await deliver();
    expect(await messagesTo(token)).toMatchObject([
      { title: "Neuer Kommentar", body: "@ben hat deinen Eintrag kommentiert" },
    ]);
  });

  it("sends hundreds of pushes in requests of a hundred, once with two jobs at once", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, (_, n) => person(`User ${n}`)));
    const tokens = await Promise.all(people.map((who) => newDevice(who)));
    await sql`
      select private.notify(p.id, 'mention', jsonb_build_object('handle', n))
      from public.profiles as p, generate_series(1, 30) as n
      where p.id in ${sql(people.map(({ id }) => id))}`;
    const runs = await Promise.all([deliver(), deliver(), deliver()]);
    expect(runs.reduce((sum, { sent }) => sum + sent!, 0)).toBe(150);
    for (const each of tokens) {
      const bodies = (await messagesTo(each)).map(({ body }) => body);
      expect([bodies.length, new Set(bodies).size]).toEqual([30, 30]);
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

describe("the turns of pushes", () => {
  /** Claims pushes; returns the words of their notifications. */
  const take = async (tx: postgres.TransactionSql, count: number) =>
    (await tx`select body from private.take_pushes(${count})`).map(({ body }) => body)
      .toSorted();

  // One transaction has one time: no turn depends on how fast the test is.
  it("a user's push comes before all but the first of another user's many", async () => {
    const ben = await person("Ben");
    await newDevice(ben);
    await sql.begin(async (tx) => {
      const caused = (by: string, to: string[], message: string) =>
        tx`select private.notify_all(${to}, 'assistant_note', ${tx.json({ message })},
          ${tx.json({ user_id: by })}, null)`;
      for (const _message of [1, 2, 3]) await caused(ben.id, [ana.id, ben.id], "many");
      await caused(ana.id, [ben.id], "one");
      expect(await take(tx, 2)).toEqual(["many", "one"]);
      expect(await take(tx, 10)).toEqual(Array(5).fill("many"));
    });
  });

  it("many pushes of a user are sent before younger ones of others, when their turns have come", async () => {
    const data = { user_id: crypto.randomUUID() };
    for (const _push of [1, 2, 3]) await notify(ana, { body: "old", data });
    await passTime(ana, "1 hour");
    await notify(ana, { body: "young" });
    await sql.begin(async (tx) => {
      expect(await take(tx, 3)).toEqual(["old", "old", "old"]);
      expect(await take(tx, 3)).toEqual(["young"]);
    });
  });

  it("new pushes and further attempts share a batch", async () => {
    for (const _push of [1, 2, 3]) await notify(ana, { body: "again" });
    await sql`select private.take_pushes(10)`;
    await sql`update private.pushes set not_before = now()`;
    for (const _push of [1, 2, 3]) await notify(ana, { body: "new" });
    await sql.begin(async (tx) => {
      expect(await take(tx, 4)).toEqual(["again", "again", "new", "new"]);
      expect(await take(tx, 4)).toEqual(["again", "new"]);
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

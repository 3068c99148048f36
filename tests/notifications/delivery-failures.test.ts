/**
 * The delivery of pushes while the provider fails, refuses a push, or has not decided about a push.
 * On a platform of its own, since the job delivers all due pushes.
 */
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform({
  EXPO_PUSH_URL: process.env.EXPO_PUSH_URL!,
  EXPO_ACCESS_TOKEN: process.env.EXPO_ACCESS_TOKEN!,
});
const { person, send } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");
const {
  about,
  deliver,
  deviceAtProvider,
  devicesOf,
  messagesTo,
  newDevice,
  newToken,
  nothing,
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
      select private.notify(${ben.id}, 'mention') from generate_series(1, 150) as n`;
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

describe("the provider's answer about one message", () => {
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

  it("a message that the provider refuses with 400 is given up, and the others are delivered", async () => {
    const ben = await person("Ben");
    const tokenOfBen = await newDevice(ben);
    for (const who of [ben, ana, ben]) await notify(who);
    await provider(token, { status: 400, times: 10 });
    expect(await deliver()).toMatchObject({ total: 3, sent: 2, failed: 1, dead: 1 });
    expect(await messagesTo(tokenOfBen)).toHaveLength(2);
    expect(await pushesOf(ana)).toMatchObject([{ status: "dead" }]);
    expect(await devicesOf(ana)).toBe(1);
  });
});

/** The job. It synchronizes every user, so it has a platform of its own. */
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

const names = [
  "MUSIC_CLIENT_ID",
  "MUSIC_CLIENT_SECRET",
  "MUSIC_AUTHORIZE_URL",
  "MUSIC_TOKEN_URL",
  "MUSIC_API_BASE",
  "MUSIC_TOKEN_KEY",
];
await ownPlatform(Object.fromEntries(names.map((name) => [name, process.env[name]!])));
const { person, send } = await import("../support/people.ts");
const { ok, walk } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { connect, forget, listener, play, provider, requestsOf } = await import("./support.ts");

const secret = { "x-cron-secret": "test-music-sync-cron-secret" };
const run = () => send("POST", "/music/sync-all", undefined, secret);
const results = async () => {
  const { status, body } = await run();
  expect([status, body.success]).toEqual([200, true]);
  return body.results;
};
const none = { total: 0, synced: 0, plays: 0, attached: 0, failed: 0, errors: [], remaining: 0 };
const ready = () => sql`update private.spotify_connections set due_at = now(), retry_at = null`;

beforeEach(() => sql`delete from public.spotify_accounts`);

const listeners = (count: number) =>
  Promise.all(Array.from({ length: count }, async (_, n) => {
    const who = await person(`Listener ${n}`);
    await listener(who, { plays: [play(-10), play(-5)] });
    await connect(who);
    return who;
  }));

describe("POST /api/music/sync-all", () => {
  it("synchronizes every connected user, and no user again within five minutes", async () => {
    const people = await listeners(7);
    await ok(people[0]!, "POST", "/api/journal", { title: "Today", content: "" });
    expect(await results()).toEqual({ ...none, total: 7, synced: 7, plays: 14, attached: 1 });
    const later = (interval: string) =>
      sql`update private.spotify_connections set due_at = due_at - ${interval}::interval`;
    await later("4 minutes");
    expect(await results()).toEqual(none);
    for (const who of people) expect(await walk(who, "/api/music/plays", "plays")).toHaveLength(2);
    await later("1 minute");
    expect(await results()).toEqual({ ...none, total: 7, synced: 7 });
    await ready();
    await ok(people[0]!, "POST", "/api/music/sync");
    expect(await results()).toEqual({ ...none, total: 6, synced: 6 });
  });

  it("counts a failed account and goes on with the others", async () => {
    const [ana, ben, cleo, dora] = await listeners(4);
    await provider(ana!, { on: "plays", status: 500 });
    await forget(ben!, "grant");
    await provider(cleo!, { on: "plays", body: "no JSON" });
    const { errors, ...counts } = await results();
    expect(counts).toEqual({ total: 4, synced: 1, plays: 2, attached: 0, failed: 3, remaining: 0 });
    expect(errors.toSorted()).toEqual([
      "The music provider does not answer at the moment, try again",
      "The music provider does not answer at the moment, try again",
      "The music provider has ended the connection, connect again",
    ]);
    expect(await requestsOf(dora!, "plays")).not.toHaveLength(0);
    await ready();
    expect(await results()).toEqual({ ...none, total: 3, synced: 3, plays: 4 });
  });

  it("stops when the provider asks to wait, and goes on at the next call", async () => {
    const people = await listeners(8);
    const first = await sql`
      select user_id as id from private.spotify_connections order by due_at, id limit 1`;
    const busy = people.find(({ id }) => id === first[0]!.id)!;
    await provider(busy, { on: "plays", status: 429, retry_after: 600 });
    expect(await results()).toMatchObject({ total: 5, synced: 4, failed: 1, remaining: 3 });
    const [incomplete] = await sql`
      select complete from private.job_runs where job = 'music-sync' order by id desc limit 1`;
    expect(incomplete).toEqual({ complete: false });
    expect(await results()).toEqual({ ...none, total: 3, synced: 3, plays: 6 });
    expect(await requestsOf(busy, "plays")).toHaveLength(1);
  });

  it("takes an account once when two runs are at work, and again when one was cut off", async () => {
    await listeners(6);
    const [one, two] = await Promise.all([results(), results()]);
    expect([one.total + two.total, one.plays + two.plays]).toEqual([6, 12]);
    await ready();
    await sql`select public.take_music_accounts(4)`;
    expect(await results()).toMatchObject({ total: 2, remaining: 0 });
    // The claim of the run that was cut off ends.
    await sql`
      update private.spotify_connections set due_at = due_at - interval '3 minutes'
      where due_at < now() + interval '4 minutes'`;
    expect(await results()).toMatchObject({ total: 4, synced: 4 });
  });

  it("skips blocked and disconnected users", async () => {
    const [ana, ben] = await listeners(2);
    await sql`update public.profiles set is_active = false where id = ${ana!.id}`;
    await ok(ben!, "DELETE", "/api/music/account");
    expect(await results()).toEqual(none);
  });

  it("is scheduled every 15 minutes", async () => {
    const [job] = await sql`
      select schedule, path, secret_names from private.jobs where name = 'music-sync'`;
    expect(job).toEqual({
      schedule: "*/15 * * * *",
      path: "/music/sync-all",
      secret_names: ["MUSIC_SYNC_CRON_SECRET"],
    });
  });
});

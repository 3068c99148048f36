import { describe, expect, it } from "vitest";
import { person } from "../support/people.ts";
import { codeOf, ISO, messageOf, ok, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { useUp } from "../support/limits.ts";
import {
  expire,
  forget,
  listener,
  listens,
  minutesFromNow,
  play,
  provider,
  requestsOf,
  standInId,
  sync,
} from "./support.ts";

describe("POST /api/music/sync", () => {
  it("asks the provider 60 times an hour for a user", async () => {
    const ana = await listens();
    await useUp(ana, "music_sync", 59);
    expect((await sync(ana)).status).toBe(200);
    const asked = await requestsOf(ana, "plays");
    const { status, body, headers } = await sync(ana);
    expect([status, body.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
    expect(await requestsOf(ana, "plays")).toEqual(asked);
  });

  it("stores the plays that the provider still has, and then newer plays", async () => {
    const first = [play(-30), play(-20)];
    const ana = await listens(first);
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 2, attached: 0 });
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 0, attached: 0 });
    const second = [...first, play(-5)];
    await listener(ana, { plays: second });
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 1, attached: 0 });

    const { plays, next_cursor } = await ok(ana, "GET", "/api/music/plays");
    expect(next_cursor).toBeNull();
    expect(plays).toMatchObject(
      second.toReversed().map(({ track_id: id }) => ({
        source: "recently_played",
        track: { id, name: `Song ${id}`, artist_names: ["An Artist", "Another"] },
      })),
    );
    expect(Date.parse(plays[0].played_at)).toBe(Date.parse(second[2]!.played_at));
    const [, , third] = (await requestsOf(ana, "plays")).filter(({ before }) => !before);
    expect(third).toEqual({ limit: "50", after: String(Date.parse(first[1]!.played_at)) });
    expect((await ok(ana, "GET", "/api/music/account")).account.last_synced_at).toMatch(ISO);
  });

  it("takes all pages, of the first time and of later ones", async () => {
    const old = Array.from({ length: 120 }, (_, n) => play(-1000 + n));
    const ana = await listens(old);
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 120, attached: 0 });
    await listener(ana, {
      plays: [...old, ...Array.from({ length: 130 }, (_, n) => play(n - 200))],
    });
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 130, attached: 0 });
    const all = await walk(ana, "/api/music/plays", "plays", 60);
    expect(all).toHaveLength(250);
    const times = all.map(({ played_at }) => Date.parse(played_at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it("goes on after it was cut off between two pages", async () => {
    const ana = await listens(Array.from({ length: 70 }, (_, n) => play(-100 + n)));
    await provider(ana, { on: "plays", times: 1 });
    await provider(ana, { on: "plays", cut: true });
    expect((await sync(ana)).status).toBe(503);
    expect(await walk(ana, "/api/music/plays", "plays")).toHaveLength(50);
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 20, attached: 0 });
  });

  it("stores a play once, however often it arrives", async () => {
    const plays = Array.from({ length: 30 }, (_, n) => play(-100 + n, `same-${n % 3}`));
    const ana = await listens([...plays, ...plays]);
    const answers = await Promise.all([sync(ana), sync(ana), sync(ana)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.plays, 0)).toBe(30);
    expect(await walk(ana, "/api/music/plays", "plays")).toHaveLength(30);
  });

  it("updates a track and stores no address but https", async () => {
    const id = crypto.randomUUID();
    const track = {
      name: "A\u0000B\ud800",
      album: { name: null, images: [{ url: "javascript:alert(1)" }] },
      external_urls: { spotify: "http://open.example.net/" },
    };
    const ana = await listens([{ ...play(-9, id), track }]);
    await ok(ana, "POST", "/api/music/sync");
    const read = async () => (await sql`select * from public.spotify_tracks where id = ${id}`)[0]!;
    const stored = await read();
    expect(stored).toMatchObject({
      name: "AB\ufffd",
      album_name: null,
      album_image_url: null,
      external_url: null,
      duration_ms: 207_959,
      explicit: false,
    });
    // The row does not keep the provider's whole object.
    expect(stored.raw).toMatchObject({ id, type: "track" });
    expect(stored.raw).not.toHaveProperty("album");
    await listener(ana, { plays: [play(-1, id)] });
    await ok(ana, "POST", "/api/music/sync");
    expect(await read()).toMatchObject({ name: `Song ${id}`, created_at: stored.created_at });
  });

  it("leaves out files of the user's own, which have no id", async () => {
    const own = { ...play(-5), track: { id: null, is_local: true } };
    const ana = await listens([own, play(-9)]);
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 1, attached: 0 });
  });

  it("requires an account", async () => {
    expect(await messageOf(sync(await person("Ana")))).toBe("404 Music account not found");
  });
});

describe("tokens", () => {
  const grants = async (who: Parameters<typeof requestsOf>[0]) =>
    (await requestsOf(who, "token")).map(({ grant_type }) => grant_type);

  it("are refreshed within the last minute, and rotated ones kept", async () => {
    const ana = await listens();
    await expire(ana, minutesFromNow(2));
    expect((await sync(ana)).status).toBe(200);
    expect(await grants(ana)).toEqual(["authorization_code"]);
    for (const end of [minutesFromNow(0.9), minutesFromNow(0), "2020-01-01T00:00:00Z"]) {
      await expire(ana, end);
      expect((await sync(ana)).status).toBe(200);
    }
    expect(await grants(ana)).toEqual(["authorization_code", ...Array(3).fill("refresh_token")]);
    await listener(ana, { rotates: false });
    for (let n = 0; n < 2; n++) {
      await expire(ana);
      expect((await sync(ana)).status).toBe(200);
    }
  });

  it("are refreshed once by simultaneous requests", async () => {
    const ana = await listens();
    await expire(ana);
    await provider(ana, { on: "token", delay_ms: 300 });
    const answers = await Promise.all([sync(ana), sync(ana), sync(ana)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await grants(ana)).toEqual(["authorization_code", "refresh_token"]);
  });

  it("are refreshed when the provider rejects the access token early", async () => {
    const ana = await listens();
    await forget(ana, "access");
    expect((await sync(ana)).body).toEqual({ plays: 1, attached: 0 });
    expect(await grants(ana)).toEqual(["authorization_code", "refresh_token"]);
    // The new token is rejected too.
    await provider(ana, { on: "plays", status: 401, times: 2 });
    expect(await codeOf(sync(ana))).toBe("503 unavailable");
    expect((await sync(ana)).status).toBe(200);
  });

  it("are refreshed by the next request when one was cut off while refreshing", async () => {
    const ana = await listens();
    await expire(ana);
    await sql`
      update private.spotify_connections set refreshing_until = now() + interval '300 ms'
      where user_id = ${ana.id}`;
    expect((await sync(ana)).status).toBe(200);
  });

  it.each([{ status: 500 }, { status: 200, body: "<html>" }, { status: 401 }, {
    cut: true as const,
  }])(
    "stay when a refresh fails with %j",
    async (behaviour) => {
      const ana = await listens();
      await expire(ana);
      await listener(ana, { rotates: false });
      await provider(ana, { on: "token", ...behaviour });
      expect(await codeOf(sync(ana))).toBe("503 unavailable");
      expect((await ok(ana, "GET", "/api/music/account")).account.status).toBe("connected");
      expect((await sync(ana)).status).toBe(200);
    },
  );

  it("end with a revoked grant; plays stay", async () => {
    const ana = await listens();
    await sync(ana);
    await forget(ana, "grant");
    for (let n = 0; n < 2; n++) {
      expect(await codeOf(sync(ana))).toBe("409 music_disconnected");
    }
    expect((await ok(ana, "GET", "/api/music/account")).account).toMatchObject({
      status: "disconnected",
      provider_user_id: standInId(ana),
    });
    expect(await sql`select from private.spotify_connections where user_id = ${ana.id}`)
      .toHaveLength(0);
    expect((await ok(ana, "GET", "/api/music/plays")).plays).toHaveLength(1);
    expect(await ok(ana, "DELETE", "/api/music/account")).toHaveProperty("message");
    expect((await ok(ana, "GET", "/api/music/plays")).plays).toHaveLength(1);
  });
});

describe("a provider that fails", () => {
  it("and asks to wait is left in peace until then", async () => {
    const ana = await listens();
    await provider(ana, { on: "plays", status: 429, retry_after: 120 });
    const first = await sync(ana);
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, "120"]);
    const second = await sync(ana);
    expect(second.status).toBe(503);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(100);
    expect(await requestsOf(ana, "plays")).toHaveLength(1);
    await sql`update private.spotify_connections set retry_at = now() where user_id = ${ana.id}`;
    expect((await sync(ana)).status).toBe(200);
  });

  it("and asks to wait without saying how long is asked again after 30 seconds", async () => {
    const ana = await listens();
    await expire(ana);
    await provider(ana, { on: "token", status: 429 });
    expect((await sync(ana)).headers.get("retry-after")).toBe("30");
  });

  it.each([
    { status: 500 },
    { status: 403 },
    { cut: true as const },
    { status: 200, body: "no JSON" },
    { status: 200, body: '{"items":[{}]}' },
  ])("with %j leaves the account connected", async (behaviour) => {
    const ana = await listens();
    await provider(ana, { on: "plays", ...behaviour });
    const answer = await sync(ana);
    expect([answer.status, answer.body.code, answer.headers.get("retry-after")])
      .toEqual([503, "unavailable", null]);
    const [connection] = await sql`
      select last_error from private.spotify_connections where user_id = ${ana.id}`;
    expect(connection!.last_error).toContain("The music provider");
    expect((await ok(ana, "GET", "/api/music/account")).account)
      .toMatchObject({ status: "connected", last_synced_at: null });
    expect((await sync(ana)).body).toEqual({ plays: 1, attached: 0 });
  });

  it("by leading in a circle is left", async () => {
    const ana = await listens();
    const body = JSON.stringify({
      items: [{ played_at: minutesFromNow(-3), track: { id: "circle", name: "Round" } }],
      next: "https://elsewhere.example.com/?before=1000",
    });
    await provider(ana, { on: "plays", body, times: 9 });
    expect((await sync(ana)).body).toEqual({ plays: 1, attached: 0 });
    expect(await requestsOf(ana, "plays")).toEqual([{ limit: "50" }, {
      limit: "50",
      before: "1000",
    }]);
  });
});

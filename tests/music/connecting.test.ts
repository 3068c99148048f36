import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { anonymous, person, send } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { codeOf, ISO, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  agree,
  begin,
  connect,
  follow,
  forget,
  listener,
  provider,
  standInId,
  sync,
} from "./support.ts";

const SITE = "https://app.example.com/music/callback";

describe("GET /api/music/connect", () => {
  it("gives the provider's address with PKCE, a state and the exact redirect", async ({ ana }) => {
    const answer = await ana.api("GET", "/api/music/connect");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { searchParams } = new URL(answer.body.authorize_url);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: "code",
      client_id: "5d0c4e1fa27b",
      scope: "user-read-recently-played",
      redirect_uri: `${platform.base_url}/api/music/callback`,
      state: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/),
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("keeps neither the state nor the verifier as they are", async ({ ana }) => {
    const state = (await begin(ana)).searchParams.get("state")!;
    const [row] = await sql`select * from private.spotify_grants where user_id = ${ana.id}`;
    expect(row!.state_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(state);
    expect(row!.verifier).toMatch(/^[\w-]+\.\.[\w-]{16}\.[\w-]{70,}\.[\w-]{22}$/);
    expect(row!.expires_at - Date.now()).toBeGreaterThan(9 * 60_000);
    expect(row!.expires_at - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  });
});

it("connects an account", async ({ ana }) => {
  expect(await ok(ana, "GET", "/api/music/account")).toEqual({ account: null });
  const callback = await follow((await begin(ana)).href);
  const site = await follow(callback.href);
  expect(site.origin + site.pathname).toBe(SITE);
  expect([...site.searchParams.keys()]).toEqual(["grant"]);
  // The callback alone connects nothing.
  expect(await ok(ana, "GET", "/api/music/account")).toEqual({ account: null });

  const grant = site.searchParams.get("grant");
  const answer = await ana.api("POST", "/api/music/account", { grant });
  expect([answer.status, answer.body]).toEqual([201, {
    account: {
      status: "connected",
      provider_user_id: standInId(ana),
      scope: "user-read-recently-played",
      connected_at: expect.stringMatching(ISO),
      last_synced_at: null,
    },
  }]);
  expect(await ok(ana, "GET", "/api/music/account")).toEqual(answer.body);
});

describe("GET /api/music/callback", () => {
  const location = async (path: string) =>
    (await send("GET", `/api/music/callback${path}`)).headers.get("location");
  const invalid = `${SITE}?error=invalid_state`;

  it("takes a state once", async ({ ana }) => {
    const callback = await follow((await begin(ana)).href);
    expect((await follow(callback.href)).searchParams.has("grant")).toBe(true);
    expect((await follow(callback.href)).href).toBe(invalid);
  });

  it("refuses a state that is forged, altered, too old or replaced by a newer one", async ({ ana }) => {
    const callback = await follow((await begin(ana)).href);
    const state = callback.searchParams.get("state")!;
    const [header, key, iv, body, tag] = state.split(".");
    const altered = [header, key, iv, (body!.startsWith("x") ? "y" : "x") + body!.slice(1), tag];
    // Encrypted by nobody: even the hash of a stored state is of no use.
    await sql`
      update private.spotify_grants set state_hash = encode(sha256('x.y'::bytea), 'hex')
      where user_id = ${ana.id}`;
    for (const forged of ["x.y", altered.join("."), header, `.${tag}`, "."]) {
      expect(await location(`?code=1&state=${forged}`)).toBe(invalid);
    }
    const late = await follow((await begin(ana)).href);
    await sql`update private.spotify_grants set expires_at = now() where user_id = ${ana.id}`;
    expect((await follow(late.href)).href).toBe(invalid);
    const former = await follow((await begin(ana)).href);
    await begin(ana);
    expect((await follow(former.href)).href).toBe(invalid);
  });

  it("hands on why the provider gave no code, and ends the state", async ({ ana }) => {
    const url = await begin(ana);
    url.searchParams.set("deny", "1");
    const callback = await follow(url.href);
    expect((await follow(callback.href)).href).toBe(`${SITE}?error=access_denied`);
    expect((await follow(callback.href)).href).toBe(invalid);
    const state = (await begin(ana)).searchParams.get("state");
    expect(await location(`?state=${state}&error=${encodeURIComponent("<b>x</b>")}`))
      .toBe(`${SITE}?error=invalid_request`);
  });

  it("leads nowhere but to the web application", async ({ ana }) => {
    const url = await begin(ana);
    url.searchParams.set("redirect_uri", "https://evil.example.com/");
    expect((await fetch(url, { redirect: "manual" })).status).toBe(400);
    const state = url.searchParams.get("state");
    const path = `/api/music/callback?state=${state}&code=1&redirect_uri=https://evil.example.com/`;
    // It ignores unknown parameters.
    const { headers } = await send("GET", `${path}&iss=https://accounts.example.com&new=1`);
    expect(headers.get("location")).toMatch(
      /^https:\/\/app\.example\.com\/music\/callback\?grant=[^&]+$/,
    );
    expect(await codeOf(send("GET", "/api/music/callback?code=1"))).toBe("400 invalid_input");
  });

  it("tells nobody the address that it was opened at", async () => {
    const callback = await follow((await begin(await person("Ana"))).href);
    const { headers } = await fetch(callback, { redirect: "manual" });
    expect([headers.get("referrer-policy"), headers.get("cache-control")])
      .toEqual(["no-referrer", "no-store"]);
  });
});

describe("POST /api/music/account", () => {
  const redeem = async (who: { api: typeof send }, grant: string) => {
    const { status, body } = await who.api("POST", "/api/music/account", { grant });
    return [status, body.code];
  };

  it("is refused to everyone but the user who began the connection", async ({ ana, ben }) => {
    const grant = await agree(ana);
    expect(await redeem(ben, grant)).toEqual([403, "forbidden"]);
    expect(await redeem(anonymous, grant)).toEqual([401, "unauthorized"]);
    expect(await ok(ben, "GET", "/api/music/account")).toEqual({ account: null });
    // Ben's attempt has not used the grant.
    expect(await redeem(ana, grant)).toEqual([201, undefined]);
  });

  it("takes a grant once, and forgets code and verifier", async ({ ana }) => {
    const grant = await agree(ana);
    const answers = await Promise.all([redeem(ana, grant), redeem(ana, grant)]);
    expect(answers.sort()).toEqual([[201, undefined], [410, "gone"]]);
    expect(await redeem(ana, grant)).toEqual([410, "gone"]);
    expect(await sql`select code, verifier from private.spotify_grants where user_id = ${ana.id}`)
      .toEqual([{ code: null, verifier: null }]);
  });

  it("refuses unknown, malformed and expired grants", async ({ ana }) => {
    const grant = await agree(ana);
    await sql`update private.spotify_grants set expires_at = now() where user_id = ${ana.id}`;
    expect(await redeem(ana, grant)).toEqual([410, "gone"]);
    expect(await redeem(ana, "x".repeat(43))).toEqual([404, "not_found"]);
    expect(await redeem(ana, "x")).toEqual([400, "invalid_input"]);
  });

  it("may be sent again when the provider did not answer", async ({ ana }) => {
    const grant = await agree(ana);
    await provider(ana, { on: "token", status: 502 });
    expect(await redeem(ana, grant)).toEqual([503, "unavailable"]);
    expect(await redeem(ana, grant)).toEqual([201, undefined]);
  });

  it("connects nothing when the code has been used or the user is unknown", async ({ ana }) => {
    const first = await agree(ana);
    // The code was exchanged, and the answer was lost.
    await provider(ana, { on: "token", cut: true });
    expect(await redeem(ana, first)).toEqual([503, "unavailable"]);
    expect(await redeem(ana, first)).toEqual([410, "gone"]);
    const second = await agree(ana);
    await provider(ana, { on: "me", status: 500 });
    expect(await redeem(ana, second)).toEqual([503, "unavailable"]);
    expect(await redeem(ana, second)).toEqual([410, "gone"]);
    expect(await ok(ana, "GET", "/api/music/account")).toEqual({ account: null });
  });

  it("replaces the account that was connected before", async ({ ana }) => {
    await listener(ana, { plays: [] });
    await connect(ana);
    await sync(ana);
    await forget(ana, "grant");
    await sql`update private.spotify_connections set expires_at = now() where user_id = ${ana.id}`;
    expect((await sync(ana)).status).toBe(409);
    const account = await connect(ana);
    expect(account).toMatchObject({ status: "connected", last_synced_at: expect.any(String) });
    expect((await sync(ana)).status).toBe(200);
  });
});

describe("DELETE /api/music/account", () => {
  it("disconnects the account and deletes its tokens", async ({ ana }) => {
    await connect(ana);
    expect(await ok(ana, "DELETE", "/api/music/account"))
      .toEqual({ message: "Music account disconnected" });
    expect(await ok(ana, "GET", "/api/music/account")).toEqual({ account: null });
    expect(await sql`select from private.spotify_connections where user_id = ${ana.id}`)
      .toHaveLength(0);
    expect(await outcome(ana, "DELETE", "/api/music/account")).toBe("404 Music account not found");
    expect((await sync(ana)).status).toBe(404);
  });
});

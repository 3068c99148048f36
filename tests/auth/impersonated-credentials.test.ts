/** Requests that an impersonated session may not make. */
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import "../support/configured.ts";
import { newClient, type Person, person, superAdmin, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { impersonate, type Impersonated, recordsOf } from "./impersonating.ts";

let ana: Person;
let acting: Impersonated;
const admin = await superAdmin();
beforeEach(async () => {
  ana = await person("Ana");
  acting = await impersonate(admin, ana);
});

/** A request of the impersonated session to the auth service. */
async function auth(method: string, path: string, body?: unknown) {
  const response = await fetch(`${platform.api_url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: platform.publishable_key,
      authorization: `Bearer ${acting.token}`,
      "content-type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}

const works = async () => (await withToken(acting.token)("GET", "/api/drops/balance")).status;

describe("an impersonated session", () => {
  it("cannot change password or address; the user can afterwards", async () => {
    for (const change of [{ password: "taken-over-1" }, { email: `x${ana.email}` }]) {
      expect(await auth("PUT", "/user", change)).toEqual({
        status: 403,
        body: {
          code: "PT403",
          message: "Credentials cannot change while a super admin acts as this user",
          detail: "impersonated",
        },
      });
    }
    const again = () =>
      newClient().auth.signInWithPassword({ email: ana.email, password: ana.password });
    expect((await again()).error).toBeNull();

    await withToken(acting.token)("POST", "/api/auth/impersonate/stop");
    const { data } = await again();
    const own = newClient();
    await own.auth.setSession(data.session!);
    expect((await own.auth.updateUser({ password: "my-own-new-one" })).error).toBeNull();
  });

  const grant = "kq9x".repeat(10) + "Zc4";
  const device = { token: `ExponentPushToken[${crypto.randomUUID()}]`, platform: "ios" };
  const settings = { read_notes_enabled: true };
  it.each<[string, string, object?]>([
    ["GET", "/chat/settings"],
    ["PUT", "/chat/settings", settings],
    ["GET", "/chat/messages"],
    ["POST", "/chat/messages", { message: "Hello" }],
    ["POST", "/chat/messages", {}],
    ["DELETE", "/chat/messages"],
    ["GET", "/chat/analyses"],
    ["POST", "/chat/analyses"],
    ["GET", "/music/connect"],
    ["POST", "/music/account", { grant }],
    ["POST", "/notifications/devices", device],
    ["PUT", "/user/profile", { mood_analysis_enabled: false }],
  ])("is refused %s %s %j", async (method, path, body) => {
    const answer = await withToken(acting.token)(method, `/api${path}`, body);
    expect([answer.status, answer.body.code]).toEqual([403, "impersonated"]);
  });

  it("neither reads the chat nor registers a device nor lets the assistant read, over the Data API", async () => {
    await sql`
      insert into public.chat_messages (user_id, role, content)
      values (${ana.id}, 'user', 'Between us')`;
    const { client } = acting;
    const messages = () => client.from("chat_messages");
    expect((await messages().select()).data).toEqual([]);
    expect((await messages().delete().eq("user_id", ana.id).select()).data).toEqual([]);
    const { token, platform } = device;
    const calls = [
      client.rpc("register_push_device", { p_token: token, p_platform: platform }),
      client.from("profiles").update(settings).eq("id", ana.id),
      client.from("profiles").update({ check_in_enabled: true }).eq("id", ana.id),
      client.from("profiles").update({ mood_analysis_enabled: false }).eq("id", ana.id),
      client.rpc("my_journal_token"),
      client.rpc("make_journal_token"),
    ];
    expect((await Promise.all(calls)).map(({ error }) => error?.code))
      .toEqual(calls.map(() => "PT403"));
    expect((await ana.client.from("chat_messages").select("content")).data)
      .toEqual([{ content: "Between us" }]);
  });

  it("does not see the address for journal mails", async () => {
    expect((await ok(ana, "GET", "/api/user/profile")).profile.journal_email).not.toBeNull();
    const { body } = await withToken(acting.token)("GET", "/api/user/profile");
    expect(body.profile).toMatchObject({ id: ana.id, journal_email: null });
  });

  it("lasts an hour at most", async () => {
    const [session] = await sql`
      select not_after between now() + interval '55 minutes' and now() + interval '61 minutes' as soon
      from auth.sessions where id = ${acting.sessionId}`;
    expect(session!.soon).toBe(true);
  });

  it("has no token that outlives it", async () => {
    const lives = async (refresh_token: string) => {
      const { data } = await newClient().auth.refreshSession({ refresh_token });
      return [
        decodeJwt(data.session!.access_token).exp! - Date.now() / 1000,
        data.session!,
      ] as const;
    };
    const [whole, session] = await lives(acting.refreshToken);
    expect(whole).toBeGreaterThan(50 * 60);
    await sql`
      update auth.sessions set not_after = now() + interval '10 minutes'
      where id = ${acting.sessionId}`;
    const [rest] = await lives(session.refresh_token);
    expect(rest).toBeGreaterThan(9 * 60);
    expect(rest).toBeLessThan(11 * 60);
  });

  it.each([
    ["it signs out", () => auth("POST", "/logout?scope=local")],
    ["the user signs out everywhere", () => ana.client.auth.signOut({ scope: "global" })],
  ])("ends, and is recorded as ended, when %s", async (_when, signOut) => {
    expect(await works()).toBe(200);
    await signOut();
    expect(await works()).toBe(401);
    const [record] = await recordsOf(ana);
    expect(record!.ended_at).not.toBeNull();
  });
});

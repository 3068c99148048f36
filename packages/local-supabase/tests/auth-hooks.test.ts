/** The hooks of the local auth service, which calls functions of the project. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicKey, verifyToken } from "../base/tokens.ts";
import { service } from "./support/auth.ts";
import { newEmail, password, sql } from "./support/platform.ts";

const schema = `auth_hooks_${crypto.randomUUID().slice(0, 8)}`;
beforeAll(async () => void await sql.unsafe(`create schema ${schema}`));
afterAll(async () => void await sql.unsafe(`drop schema ${schema} cascade`));

let defined = 0;
/** Creates a hook with this body; returns its name. */
async function define(body: string): Promise<string> {
  const name = `${schema}.hook_${defined++}`;
  await sql.unsafe(`create function ${name}(event jsonb) returns jsonb
    language plpgsql as $$ begin ${body} end $$`);
  return name;
}

describe("the access token hook", () => {
  const hook = async (body: string) => await service({ accessTokenHook: await define(body) });

  test("receives the user and the method, and decides the claims", async () => {
    const auth = await hook("return jsonb_set(event, '{claims,told}', event - 'claims');");
    const client = auth.client();
    const { data } = await client.auth.signUp({ email: newEmail(), password });
    const claimsOf = (token = "") => verifyToken(token, { keys: [publicKey(auth.signingKey)] });
    expect(await claimsOf(data.session?.access_token)).toMatchObject({
      told: { user_id: data.user?.id, authentication_method: "password" },
    });
    const refreshed = await client.auth.refreshSession();
    expect(await claimsOf(refreshed.data.session?.access_token)).toMatchObject({
      told: { authentication_method: "token_refresh" },
    });
  });

  test("may refuse with its own status and message, and then no session remains", async () => {
    const auth = await hook(
      `return '{"error": {"http_code": 403, "message": "Members only"}}';`,
    );
    const email = newEmail();
    const { error } = await auth.client().auth.signUp({ email, password });
    expect(error).toMatchObject({ status: 403, message: "Members only" });
    const [row] = await sql`
      select count(*)::int from auth.sessions join auth.users on users.id = user_id
      where email = ${email}`;
    expect(row?.count).toBe(0);
  });

  test.each([
    ["raises", "raise exception 'broken';"],
    ["answers nothing", "return null;"],
    ["leaves out a required claim", "return event #- '{claims,role}';"],
    ["takes over two seconds", "perform pg_sleep(3); return event;"],
  ])("fails the sign-in when it %s", async (_, body) => {
    const auth = await hook(body);
    const response = await auth.request("/signup", {
      method: "POST",
      body: JSON.stringify({ email: newEmail(), password }),
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error_code: "unexpected_failure" });
  });
});

describe("the before-user-created hook", () => {
  const hook = async (body: string) => await service({ beforeUserCreatedHook: await define(body) });

  test("receives the new user, and may refuse before any row is written", async () => {
    const auth = await hook(
      `return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message',
        (event #>> '{metadata,name}') || ' ' || (event #>> '{user,email}')
          || ' ' || (event #>> '{user,user_metadata,team}')));`,
    );
    const email = newEmail();
    const { error } = await auth.client().auth.signUp({
      email,
      password,
      options: { data: { team: "red" } },
    });
    expect(error).toMatchObject({ status: 403, message: `before-user-created ${email} red` });
    expect(await sql`select from auth.users where email = ${email}`).toHaveLength(0);
  });

  test("accepts with an empty answer, and fails the sign-up when it raises", async () => {
    const open = await hook("return '{}';");
    expect((await open.client().auth.signUp({ email: newEmail(), password })).error).toBeNull();
    const broken = await hook("raise exception 'broken';");
    const { error } = await broken.client().auth.signUp({ email: newEmail(), password });
    expect(error).toMatchObject({ status: 500 });
  });
});

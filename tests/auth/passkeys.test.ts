/** Passkeys of accounts: who may add and remove them, and where they are told of. */
import { decodeJwt } from "jose";
import postgres from "postgres";
import { beforeEach, describe, expect } from "vitest";
import { newAuthenticator } from "../../packages/local-supabase/helpers.ts";
import { it } from "../support/it.ts";
import { newClient, type Person, person, service, withToken } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { keys, platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { impersonate } from "./impersonating.ts";

const origin = "https://app.example.com";
let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

/** A request to the auth service in the form whose answers name the reason of a refusal. */
async function auth(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${platform.api_url}/auth/v1/passkeys${path}`, {
    method,
    headers: {
      apikey: platform.publishable_key,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}

/** Adds a passkey with the session of a token; answers the device and the service's answer. */
async function add(token: string) {
  const device = await newAuthenticator(origin);
  const { body: { challenge_id, options } } = await auth(token, "POST", "/registration/options");
  const credential = await device.create(options);
  const answer = await auth(token, "POST", "/registration/verify", { challenge_id, credential });
  return { device, answer };
}

type Device = Awaited<ReturnType<typeof newAuthenticator>>;

/** Signs in with the device, as an app does. */
async function signIn(device: Device) {
  const { passkey } = newClient().auth;
  const { data } = await passkey.startAuthentication();
  const credential = await device.get(data!.options as unknown as Parameters<Device["get"]>[0]);
  return await passkey.verifyAuthentication({ challengeId: data!.challenge_id, credential });
}

const passkeysOf = ({ id }: { id: string }) =>
  sql`select id, friendly_name from auth.webauthn_credentials where user_id = ${id}`;

const refused = (code: string, message: string) => ({
  status: 403,
  body: { code: "PT403", message, detail: code },
});

it("a passkey signs in to the account, whose password stays", async () => {
  const { device, answer } = await add(ana.token);
  expect(answer.status).toBe(200);
  const { data, error } = await signIn(device);
  expect(error).toBeNull();
  expect(data!.user!.id).toBe(ana.id);
  expect((await newClient().auth.signInWithPassword(ana)).error).toBeNull();
});

describe("while a super admin acts as the user", () => {
  const credentials = "Credentials cannot change while a super admin acts as this user";

  it("nobody adds or removes a passkey; the user can afterwards", async ({ admin }) => {
    const { device, answer: { body: { id } } } = await add(ana.token);
    const acting = await impersonate(admin, ana);
    for (const token of [acting.token, ana.token]) {
      expect((await add(token)).answer).toEqual(refused("impersonated", credentials));
      expect(await auth(token, "DELETE", `/${id}`)).toEqual(refused("impersonated", credentials));
    }
    expect(await passkeysOf(ana)).toMatchObject([{ id }]);
    // The user may sign in meanwhile.
    expect((await signIn(device)).error).toBeNull();

    await withToken(acting.token)("POST", "/api/auth/impersonate/stop");
    expect((await add(ana.token)).answer.status).toBe(200);
    expect((await auth(ana.token, "DELETE", `/${id}`)).status).toBe(204);
  });

  it("a deleted account takes its passkeys along", async ({ admin }) => {
    await add(ana.token);
    await impersonate(admin, ana);
    expect((await service.auth.admin.deleteUser(ana.id)).error).toBeNull();
    expect(await passkeysOf(ana)).toEqual([]);
  });

  /** Runs something as the auth service would without the trigger, and undoes it. */
  async function withoutTrigger(act: (tx: postgres.TransactionSql) => Promise<void>) {
    const url = new URL(platform.db_url);
    [url.username, url.password] = ["supabase_admin", keys.database.supabase_admin];
    const superuser = postgres(url.href, { max: 1, onnotice: () => {} });
    const undo = new Error("undo");
    await superuser.begin(async (tx) => {
      await tx`drop trigger keep_passkeys on auth.webauthn_credentials`;
      await tx`
        insert into auth.webauthn_credentials (
          user_id, credential_id, public_key, friendly_name, created_at)
        values (${ana.id}, ${crypto.randomUUID()}, '', 'Of the admin', clock_timestamp())`;
      await act(tx);
      throw undo;
    }).catch((error) => {
      if (error !== undo) throw error;
    });
    await superuser.end();
  }

  it("without the trigger, a passkey made by them goes with their session, also after its hour", async ({ admin }) => {
    await add(ana.token);
    for (const end of ["delete", "purge"]) {
      const { sessionId } = await impersonate(admin, ana);
      await withoutTrigger(async (tx) => {
        if (end === "delete") await tx`delete from auth.sessions where id = ${sessionId}`;
        else {
          await tx`update auth.sessions set not_after = now() - interval '2 minutes'
            where id = ${sessionId}`;
          await tx`select private.purge()`;
        }
        const left = await tx`
          select friendly_name from auth.webauthn_credentials where user_id = ${ana.id}`;
        expect([end, left]).toEqual([end, [{ friendly_name: "Passkey" }]]);
        // The user's own session stays.
        expect(await tx`select id from auth.sessions where user_id = ${ana.id}`).toHaveLength(1);
      });
      await sql`delete from auth.sessions where id = ${sessionId}`;
    }
  });

  it("without the trigger, a passkey made by them begins no session", async ({ admin }) => {
    const own = decodeJwt(ana.token).session_id as string;
    const { sessionId } = await impersonate(admin, ana);
    const begun = crypto.randomUUID();
    await withoutTrigger(async (tx) => {
      await tx`
        insert into auth.sessions (id, user_id, created_at)
        values (${begun}, ${ana.id}, clock_timestamp())`;
      const answerOf = async (session_id: string) => {
        const event = { user_id: ana.id, claims: { session_id, exp: 4_000_000_000 } };
        const [{ answer }] = await tx<[{ answer: { error?: { message: string } } }]>`
          select public.custom_access_token_hook(${tx.json(event)}) as answer`;
        return answer.error?.message ?? "token";
      };
      expect(await answerOf(begun)).toContain("A passkey was added while a super admin acts");
      expect([await answerOf(own), await answerOf(sessionId)]).toEqual(["token", "token"]);
      await tx`delete from auth.sessions where id = ${sessionId}`;
      expect(await answerOf(begun)).toBe("token");
    });
  });
});

it("a blocked account neither gets nor loses a passkey", async () => {
  const { answer: { body: { id } } } = await add(ana.token);
  await sql`update public.profiles set is_active = false where id = ${ana.id}`;
  const { error } = await service.auth.admin.passkey.deletePasskey({
    userId: ana.id,
    passkeyId: id,
  });
  expect(error).not.toBeNull();
  await expect(sql`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key)
    values (${ana.id}, ${crypto.randomUUID()}, '')`)
    .rejects.toThrow("The credentials of a blocked account cannot change");
  expect(await passkeysOf(ana)).toMatchObject([{ id }]);
});

it("the export tells names and times, and no key", async () => {
  const { device, answer: { body: { id } } } = await add(ana.token);
  await signIn(device);
  const name = "Kitchen tablet";
  await auth(ana.token, "PATCH", `/${id}`, { friendly_name: name });
  const { export: data } = await ok(ana, "GET", "/api/user/export");
  const time = expect.stringMatching(/^\d{4}-/);
  expect(data.passkeys).toEqual([{ id, name, created_at: time, last_used_at: time }]);
});

it("the deletion of the account removes them", async () => {
  await add(ana.token);
  await ok(ana, "DELETE", "/api/user/account", { confirm: ana.email });
  expect(await passkeysOf(ana)).toEqual([]);
});

it("clients reach the tables neither by the Data API nor as any of its roles", async () => {
  const rights = await sql`
    select role, t from unnest('{anon,authenticated,service_role}'::text[]) as role,
      unnest('{auth.webauthn_credentials,auth.webauthn_challenges}'::text[]) as t
    where has_table_privilege(role, t, 'select, insert, update, delete')`;
  expect(rights).toEqual([]);
});

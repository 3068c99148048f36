/** E-mails of the local auth service, read from its mailbox, and the flows that they start. */
import { createClient } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import {
  member,
  type Message,
  newClient,
  newEmail,
  password,
  platform,
  readMailbox,
  sql,
} from "./support/platform.ts";

/** The newest message to an address. */
async function messageTo(email: string): Promise<Message | undefined> {
  return (await readMailbox()).find(({ to }) => to === email);
}

async function arrived(email: string): Promise<Message> {
  const message = await messageTo(email);
  if (!message) throw new Error(`no message to ${email}`);
  return message;
}

/** Opens a link as a browser would, and returns the address of the redirect. */
async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: "manual" });
  await response.body?.cancel();
  expect(response.status).toBe(303);
  return new URL(response.headers.get("location") ?? "");
}

const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)));

describe("a forgotten password", () => {
  test("is replaced by following the link of a message", async () => {
    const { email, id } = await member();
    const { error } = await newClient().auth.resetPasswordForEmail(email);
    expect(error).toBeNull();
    const message = await arrived(email);
    expect(message.subject).toBe("Reset Your Password");
    expect(message.text).toContain(message.action_link);

    const page = fragmentOf(await follow(message.action_link));
    expect(page).toMatchObject({ type: "recovery", token_type: "bearer", expires_in: "3600" });
    const client = newClient();
    const { data } = await client.auth.setSession({
      access_token: page.access_token ?? "",
      refresh_token: page.refresh_token ?? "",
    });
    expect(data.user?.id).toBe(id);
    expect((await client.auth.updateUser({ password: "another-one" })).error).toBeNull();
    const again = await newClient().auth.signInWithPassword({ email, password: "another-one" });
    expect(again.error).toBeNull();
  });

  test("is replaced by the code of the message", async () => {
    const { email, id } = await member();
    await newClient().auth.resetPasswordForEmail(email);
    const { otp } = await arrived(email);
    expect(otp).toMatch(/^\d{6}$/);
    const { data, error } = await newClient().auth.verifyOtp({
      email,
      token: otp,
      type: "recovery",
    });
    expect(error).toBeNull();
    expect(data.session?.user.id).toBe(id);
  });

  test("sends nothing to an unknown address and does not reveal it", async () => {
    const email = newEmail();
    expect((await newClient().auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(await messageTo(email)).toBeUndefined();
  });
});

describe("a link", () => {
  const refused = {
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
  };

  test("works once", async () => {
    const { email } = await member();
    await newClient().auth.resetPasswordForEmail(email);
    const { action_link, otp } = await arrived(email);
    expect(fragmentOf(await follow(action_link))).toHaveProperty("access_token");
    expect(fragmentOf(await follow(action_link))).toMatchObject(refused);
    const code = await newClient().auth.verifyOtp({ email, token: otp, type: "recovery" });
    expect(code.error).toMatchObject({ status: 403, code: "otp_expired" });
  });

  test("followed twice at once gives one session", async () => {
    const { email } = await member();
    await newClient().auth.resetPasswordForEmail(email);
    const { action_link } = await arrived(email);
    const pages = await Promise.all([follow(action_link), follow(action_link)]);
    const sessions = pages.map(fragmentOf).filter((page) => "access_token" in page);
    expect(sessions).toHaveLength(1);
  });

  test("works for an hour", async () => {
    const { email, id } = await member();
    await newClient().auth.resetPasswordForEmail(email);
    await sql`
      update auth.users set recovery_sent_at = now() - interval '61 minutes' where id = ${id}`;
    const { action_link } = await arrived(email);
    expect(fragmentOf(await follow(action_link))).toMatchObject(refused);
  });

  test("is replaced by a newer one of its kind", async () => {
    const { email } = await member();
    await newClient().auth.resetPasswordForEmail(email);
    const older = await arrived(email);
    await newClient().auth.resetPasswordForEmail(email);
    expect(fragmentOf(await follow(older.action_link))).toMatchObject(refused);
  });

  test("leads to a page of the site and to no other", async () => {
    const { email } = await member();
    const targetOf = async (redirectTo: string) => {
      await newClient().auth.resetPasswordForEmail(email, { redirectTo });
      return new URL((await arrived(email)).action_link).searchParams.get("redirect_to") ?? "";
    };
    const site = await targetOf("https://evil.example.net/steal");
    expect(site).not.toContain("evil");
    expect(await targetOf(`${new URL(site).origin}/welcome?a=1`)).toBe(
      `${new URL(site).origin}/welcome?a=1`,
    );
    expect(await targetOf("http://10.0.0.1/")).toBe(site);
    expect(await targetOf("http://167772161/")).toBe(site);
    expect(await targetOf(`https:\\\\evil.example.net\\${new URL(site).hostname}`)).toBe(site);
    expect(await targetOf(`https://${new URL(site).hostname}.evil.example.net/`)).toBe(site);
  });
});

describe("signing in without a password", () => {
  test("makes an account for a new address", async () => {
    const email = newEmail();
    const { error } = await newClient().auth.signInWithOtp({
      email,
      options: { data: { full_name: "Ada" } },
    });
    expect(error).toBeNull();
    const { otp } = await arrived(email);
    const { data } = await newClient().auth.verifyOtp({ email, token: otp, type: "email" });
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: "Ada" } });
  });

  test("makes no account with shouldCreateUser false", async () => {
    const { error } = await newClient().auth.signInWithOtp({
      email: newEmail(),
      options: { shouldCreateUser: false },
    });
    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
  });

  test("is refused with a wrong code and with another user's code", async () => {
    const [ana, ben] = [await member(), await member()];
    await newClient().auth.signInWithOtp({ email: ana.email });
    const { otp } = await arrived(ana.email);
    const wrong = otp === "000000" ? "000001" : "000000";
    for (const [email, token] of [[ana.email, wrong], [ben.email, otp]] as const) {
      const { error } = await newClient().auth.verifyOtp({ email, token, type: "email" });
      expect(error).toMatchObject({ status: 403, code: "otp_expired" });
    }
  });
});

describe("a client with PKCE", () => {
  /** supabase-js as in mobile apps and on servers: the verifier is in its own storage. */
  function pkceClient() {
    const items = new Map<string, string>();
    return createClient(platform.api_url, platform.publishable_key, {
      auth: {
        flowType: "pkce",
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: crypto.randomUUID(),
        storage: {
          getItem: (key) => items.get(key) ?? null,
          setItem: (key, value) => void items.set(key, value),
          removeItem: (key) => void items.delete(key),
        },
      },
    });
  }

  test("gets a code from its link, and a session for code and verifier, once", async () => {
    const { email, id } = await member();
    const client = pkceClient();
    await client.auth.signInWithOtp({ email });
    const page = await follow((await arrived(email)).action_link);
    expect(page.hash).toBe("");
    const code = page.searchParams.get("code") ?? "";
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
  });

  test("gets no session for a code without the verifier of its flow", async () => {
    const { email } = await member();
    const [client, thief] = [pkceClient(), pkceClient()];
    await client.auth.signInWithOtp({ email });
    const page = await follow((await arrived(email)).action_link);
    const code = page.searchParams.get("code") ?? "";
    await thief.auth.resetPasswordForEmail(newEmail());
    const { error } = await thief.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 400, code: "bad_code_verifier" });
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull();
  });
});

describe("a change of address", () => {
  test("takes effect when a link sent to the new address is followed", async () => {
    const { client, id, email } = await member();
    const address = newEmail();
    const { data, error } = await client.auth.updateUser({ email: address });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: address });
    expect(await messageTo(email)).toMatchObject({ subject: "Confirm Email Change" });

    const page = fragmentOf(await follow((await arrived(address)).action_link));
    expect(page).toMatchObject({ type: "email_change" });
    const moved = await newClient().auth.signInWithPassword({ email: address, password });
    expect(moved.data.user).toMatchObject({ id, email: address });
    expect(moved.data.user?.identities?.[0]?.identity_data).toMatchObject({ email: address });
    const left = await newClient().auth.signInWithPassword({ email, password });
    expect(left.error?.code).toBe("invalid_credentials");
  });

  test("is refused for another user's address", async () => {
    const [ana, ben] = [await member(), await member()];
    const { error } = await ana.client.auth.updateUser({ email: ben.email });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });
});

test.each(["", "sms", "constructor"])("a verification of type %j is refused", async (type) => {
  const response = await fetch(`${platform.api_url}/auth/v1/verify`, {
    method: "POST",
    headers: { apikey: platform.publishable_key },
    body: JSON.stringify({ type, token_hash: "x" }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 400, error_code: "validation_failed" });
});

test("reauthentication sends only a code", async () => {
  const { client, email } = await member();
  expect((await client.auth.reauthenticate()).error).toBeNull();
  expect(await arrived(email)).toMatchObject({
    action_link: null,
    text: expect.stringMatching(/\d{6}/),
  });
});

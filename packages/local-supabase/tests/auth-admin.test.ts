/** The admin API of the local auth service: supabase-js with the secret key, and without it. */
import { describe, expect, test } from "vitest";
import { newClient, newEmail, password, service, sql } from "./support/platform.ts";

const admin = service.auth.admin;

/** A confirmed account that an administrator creates. */
async function account(attributes: Parameters<typeof admin.createUser>[0] = {}) {
  const email = newEmail();
  const { data, error } = await admin.createUser({
    email,
    password,
    email_confirm: true,
    ...attributes,
  });
  if (error) throw error;
  return { ...data.user, email, id: data.user.id };
}

const signIn = (email: string, secret = password) =>
  newClient().auth.signInWithPassword({ email, password: secret });

describe("making accounts", () => {
  test("accepts confirmation, metadata and an id", async () => {
    const id = crypto.randomUUID();
    const user = await account({
      id,
      user_metadata: { full_name: "Ada" },
      app_metadata: { plan: "pro" },
    });
    expect(user).toMatchObject({
      id,
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"], plan: "pro" },
      user_metadata: { full_name: "Ada", email_verified: true },
    });
    expect((await signIn(user.email)).data.user?.id).toBe(id);
  });

  test("leaves an address unconfirmed unless told otherwise", async () => {
    const { email } = await account({ email_confirm: false });
    expect((await signIn(email)).error).toMatchObject({ status: 400, code: "email_not_confirmed" });
  });

  test("accepts the hash of a password from another system", async () => {
    const [row] =
      await sql`select extensions.crypt(${password}, extensions.gen_salt('bf')) as hash`;
    const { email } = await account({ password: undefined, password_hash: row?.hash });
    expect((await signIn(email)).error).toBeNull();
  });

  test("is refused for an address that is taken", async () => {
    const { email } = await account();
    const { error } = await admin.createUser({ email });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("is refused without an address", async () => {
    const { error } = await admin.createUser({ password });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("finding accounts", () => {
  test("one, by its id", async () => {
    const { id, email } = await account();
    const { data } = await admin.getUserById(id);
    expect(data.user).toMatchObject({ id, email, identities: [{ provider: "email" }] });
  });

  test("none for an unknown id", async () => {
    const { error } = await admin.getUserById(crypto.randomUUID());
    expect(error).toMatchObject({ status: 404, code: "user_not_found" });
  });

  test("all, newest first, page by page", async () => {
    const made = [await account(), await account(), await account()].map(({ id }) => id).reverse();
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    if (first.error) throw first.error;
    const found: string[] = [];
    for (let page = 1; page <= 3; page++) {
      const { data } = await admin.listUsers({ page, perPage: 2 });
      found.push(...data.users.map(({ id }) => id));
    }
    const times = first.data.users.map((user) => user.created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(first.data.total).toBeGreaterThanOrEqual(3);
    expect(first.data.nextPage).toBe(2);
    expect(first.data.lastPage).toBeGreaterThanOrEqual(1);
    // Other test files create accounts meanwhile; the relative order of these accounts stays.
    expect(made.filter((id) => found.includes(id))).toEqual(
      found.filter((id) => made.includes(id)),
    );
  });
});

describe("changing accounts", () => {
  test("merges metadata, sets password, address and role, and ends the sessions", async () => {
    const { id, email } = await account({ app_metadata: { plan: "pro", seats: 3 } });
    const { data: { session } } = await signIn(email);
    const address = newEmail();
    const { data, error } = await admin.updateUserById(id, {
      email: address,
      email_confirm: true,
      password: "battery-staple",
      app_metadata: { plan: null, seats: 5 },
      user_metadata: { full_name: "Grace" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: address,
      app_metadata: { provider: "email", seats: 5 },
      user_metadata: { full_name: "Grace" },
    });
    expect(data.user?.app_metadata).not.toHaveProperty("plan");
    expect((await signIn(address, "battery-staple")).error).toBeNull();
    const refreshed = await newClient().auth.refreshSession({
      refresh_token: session?.refresh_token ?? "",
    });
    expect(refreshed.error?.code).toBe("refresh_token_not_found");
  });

  test("is refused for another user's address", async () => {
    const [ana, ben] = [await account(), await account()];
    const { error } = await admin.updateUserById(ana.id, { email: ben.email });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });

  test("bans for a while, and lifts the ban", async () => {
    const { id, email } = await account();
    const client = newClient();
    const { data: { session } } = await client.auth.signInWithPassword({ email, password });
    const banned = await admin.updateUserById(id, { ban_duration: "1h30m" });
    const until = Date.parse(banned.data.user?.banned_until ?? "");
    expect(until - Date.now()).toBeGreaterThan(89 * 60_000);
    expect(until - Date.now()).toBeLessThan(91 * 60_000);

    expect((await signIn(email)).error).toMatchObject({ status: 400, code: "user_banned" });
    expect((await client.auth.getUser()).error).toMatchObject({ status: 403, code: "user_banned" });
    const refresh = { refresh_token: session?.refresh_token ?? "" };
    expect((await newClient().auth.refreshSession(refresh)).error).toMatchObject({
      status: 400,
      code: "user_banned",
    });

    await admin.updateUserById(id, { ban_duration: "none" });
    expect((await signIn(email)).error).toBeNull();
    expect((await newClient().auth.refreshSession(refresh)).error).toBeNull();
  });

  test("is refused for an invalid duration", async () => {
    const { id } = await account();
    const { error } = await admin.updateUserById(id, { ban_duration: "a while" });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("ends one session by its token", async () => {
    const { email } = await account();
    const { data: { session } } = await signIn(email);
    expect((await admin.signOut(session?.access_token ?? "", "local")).error).toBeNull();
    const { error } = await newClient().auth.getUser(session?.access_token);
    expect(error).toMatchObject({ name: "AuthSessionMissingError" });
  });
});

describe("deleting accounts", () => {
  test("removes the row, rows that refer to it, and every session", async () => {
    const { id, email } = await account();
    const { data: { session } } = await signIn(email);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await signIn(email)).error?.code).toBe("invalid_credentials");
    const { error } = await newClient().auth.getUser(session?.access_token);
    expect(error).toMatchObject({ status: 403, code: "user_not_found" });
    const [left] = await sql`
      select (select count(*)::int from auth.identities where user_id = ${id}) as identities,
        (select count(*)::int from auth.sessions where user_id = ${id}) as sessions,
        (select count(*)::int from auth.refresh_tokens where user_id = ${id}) as tokens`;
    expect(left).toEqual({ identities: 0, sessions: 0, tokens: 0 });
  });

  test("by soft delete keeps the id, erases the person's data and frees the address", async () => {
    const { id, email } = await account({ user_metadata: { full_name: "Ada" } });
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    const [row] = await sql`select * from auth.users where id = ${id}`;
    expect(row?.deleted_at).toBeInstanceOf(Date);
    expect(row?.raw_user_meta_data).toEqual({});
    expect(JSON.stringify(row)).not.toContain(email);
    expect((await newClient().auth.signUp({ email, password })).error).toBeNull();
  });
});

describe("generated links", () => {
  const verify = (
    link: { hashed_token: string },
    type: "signup" | "invite" | "recovery" | "email",
  ) => newClient().auth.verifyOtp({ token_hash: link.hashed_token, type });

  test.each(["magiclink", "recovery"] as const)("%s signs an account in", async (type) => {
    const { id, email } = await account();
    const { data, error } = await admin.generateLink({ type, email });
    if (error) throw error;
    expect(data.properties).toMatchObject({
      email_otp: expect.stringMatching(/^\d{6}$/),
      verification_type: type,
    });
    expect(data.properties.action_link).toContain(`token=${data.properties.hashed_token}`);
    expect(data.user.id).toBe(id);
    const kind = type === "magiclink" ? "email" : "recovery";
    expect((await verify(data.properties, kind)).data.user?.id).toBe(id);
    expect((await verify(data.properties, kind)).error?.code).toBe("otp_expired");
  });

  test("signup makes an account that the link confirms", async () => {
    const email = newEmail();
    const { data, error } = await admin.generateLink({ type: "signup", email, password });
    if (error) throw error;
    expect((await signIn(email)).error?.code).toBe("email_not_confirmed");
    expect((await verify(data.properties, "signup")).error).toBeNull();
    expect((await signIn(email)).error).toBeNull();
  });

  test("invite makes an account without a password, which its owner sets", async () => {
    const { data } = await admin.generateLink({ type: "invite", email: newEmail() });
    if (!data.properties) throw new Error("no link");
    const client = newClient();
    const { data: { user } } = await client.auth.verifyOtp({
      token_hash: data.properties.hashed_token,
      type: "invite",
    });
    expect(user).toMatchObject({ id: data.user.id, invited_at: expect.any(String) });
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect((await signIn(user?.email ?? "")).error).toBeNull();
  });

  test("email_change_new moves an account to another address", async () => {
    const { id, email } = await account();
    const newAddress = newEmail();
    const { data, error } = await admin.generateLink({
      type: "email_change_new",
      email,
      newEmail: newAddress,
    });
    if (error) throw error;
    const verified = await newClient().auth.verifyOtp({
      token_hash: data.properties.hashed_token,
      type: "email_change",
    });
    expect(verified.data.user).toMatchObject({ id, email: newAddress });
  });

  test.each(["email_change_current", "email_change_new"] as const)(
    "%s is refused for another user's address",
    async (type) => {
      const [ana, ben] = [await account(), await account()];
      const { error } = await admin.generateLink({ type, email: ana.email, newEmail: ben.email });
      expect(error).toMatchObject({ status: 422, code: "email_exists" });
    },
  );

  test("recovery is refused for an unknown address", async () => {
    const { error } = await admin.generateLink({ type: "recovery", email: newEmail() });
    expect(error).toMatchObject({ status: 404, code: "user_not_found" });
  });

  test("an invitation is sent, and refused for an existing account", async () => {
    const { data, error } = await admin.inviteUserByEmail(newEmail());
    expect(error).toBeNull();
    expect(data.user).toHaveProperty("invited_at");
    const again = await admin.inviteUserByEmail((await account()).email);
    expect(again.error).toMatchObject({ status: 422, code: "email_exists" });
  });
});

describe("without the secret key", () => {
  test.each(["publishable key", "user"])("the admin API is refused to a %s", async (caller) => {
    const { id, email } = await account();
    const client = newClient();
    if (caller === "user") await client.auth.signInWithPassword({ email, password });
    const { data } = await client.auth.getSession();
    const api = data.session ? newClient(data.session.access_token).auth.admin : client.auth.admin;
    for (
      const { error } of [
        await api.listUsers(),
        await api.getUserById(id),
        await api.createUser({ email: newEmail(), password }),
        await api.updateUserById(id, { email_confirm: true }),
        await api.deleteUser(id),
        await api.generateLink({ type: "recovery", email }),
        await api.inviteUserByEmail(newEmail()),
      ]
    ) {
      expect([401, 403]).toContain(error?.status);
    }
    const [row] = await sql`select count(*)::int from auth.users where id = ${id}`;
    expect(row?.count).toBe(1);
  });
});

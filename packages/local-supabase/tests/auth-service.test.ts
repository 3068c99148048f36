/** The local auth service with custom settings, in process, over the same database. */
import { describe, expect, test } from "vitest";
import { publicKey, signToken, verifyToken } from "../base/tokens.ts";
import { newKey, register, service } from "./support/auth.ts";
import { newEmail, password, sql } from "./support/platform.ts";

describe("a token", () => {
  test("is refused once it has expired", async () => {
    const auth = await service();
    const { id } = await register(auth);
    const claims = { sub: id, role: "authenticated" };
    const fresh = await signToken(claims, auth.signingKey, { expiresIn: 60 });
    expect((await auth.request("/user", auth.bearer(fresh))).status).toBe(200);
    const expired = await signToken(claims, auth.signingKey, { expiresIn: -1 });
    const response = await auth.request("/user", auth.bearer(expired));
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      code: 403,
      error_code: "bad_jwt",
      msg: "invalid JWT: unable to parse or verify signature, " +
        "token has invalid claims: token is expired",
    });
  });

  test("of another issuer is refused where the issuer is verified", async () => {
    const key = await newKey();
    const keySet = { keys: [publicKey(key)] };
    const token = await signToken({ iss: "http://a.test" }, key, { expiresIn: 60 });
    await expect(verifyToken(token, keySet, "http://a.test")).resolves.toMatchObject({});
    await expect(verifyToken(token, keySet, "http://b.test")).rejects.toThrow();
    await expect(verifyToken(token, { keys: [publicKey(await newKey())] })).rejects.toThrow();
  });

  test("without a user is refused, and no token is 401", async () => {
    const auth = await service();
    const key = await signToken({ role: "service_role" }, auth.signingKey, { expiresIn: 60 });
    const response = await auth.request("/user", auth.bearer(key));
    expect(await response.json()).toMatchObject({ code: 403, error_code: "bad_jwt" });
    expect((await auth.request("/user")).status).toBe(401);
    expect((await auth.request("/admin/users", auth.bearer(key))).status).toBe(200);
  });
});

test.each([[10, false], [60, true]])(
  "a token replaced half a minute ago, with a reuse interval of %i s, is accepted: %s",
  async (refreshTokenReuseInterval, accepted) => {
    const auth = await service({ refreshTokenReuseInterval });
    const { email } = await register(auth);
    const { data } = await auth.client().auth.signInWithPassword({ email, password });
    const first = { refresh_token: data.session!.refresh_token };
    const second = await auth.client().auth.refreshSession(first);
    await auth.client().auth.refreshSession({ refresh_token: second.data.session!.refresh_token });
    await sql`
      update auth.refresh_tokens set updated_at = now() - interval '30 seconds'
      where token = ${first.refresh_token}`;
    expect((await auth.client().auth.refreshSession(first)).error === null).toBe(accepted);
  },
);

describe("with confirmation of addresses", () => {
  test("signing up gives no session until the link of the message is followed", async () => {
    const auth = await service({ autoConfirm: false });
    const email = newEmail();
    const { data } = await auth.client().auth.signUp({ email, password });
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { email_verified: false } });
    const early = await auth.client().auth.signInWithPassword({ email, password });
    expect(early.error).toMatchObject({ status: 400, code: "email_not_confirmed" });

    const [message] = auth.mail.messages;
    expect(message).toMatchObject({ to: email, subject: "Confirm Your Email" });
    const link = message?.action_link?.replace("http://auth.test/auth/v1", "") ?? "";
    const response = await auth.request(link);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(/^http:\/\/site\.test\/#access_token=/);
    const { error } = await auth.client().auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
  });

  test("the confirmation is sent again when it is asked for", async () => {
    const auth = await service({ autoConfirm: false });
    const { email, id } = await register(auth);
    await auth.client().auth.resend({ type: "signup", email });
    expect(auth.mail.messages).toHaveLength(2);
    const token = auth.mail.messages[0]?.otp ?? "";
    const { data } = await auth.client().auth.verifyOtp({ email, token, type: "signup" });
    expect(data.user?.id).toBe(id);
    await auth.client().auth.resend({ type: "signup", email });
    expect(auth.mail.messages).toHaveLength(2);
  });

  test("a stranger does not learn that an address is taken", async () => {
    const auth = await service({ autoConfirm: false });
    const { email, id } = await register(auth);
    const token = auth.mail.messages[0]?.otp ?? "";
    await auth.client().auth.verifyOtp({ email, token, type: "signup" });
    const { data, error } = await auth.client().auth.signUp({ email, password: "another-one" });
    expect(error).toBeNull();
    expect(data).toMatchObject({ session: null, user: { email, identities: [] } });
    expect(data.user?.id).not.toBe(id);
    expect(auth.mail.messages).toHaveLength(1);
  });

  test("another address is confirmed by the present one as well", async () => {
    const auth = await service({ autoConfirm: false });
    const { email } = await register(auth);
    const client = auth.client();
    const token = auth.mail.messages[0]?.otp ?? "";
    await client.auth.verifyOtp({ email, token, type: "signup" });
    const address = newEmail();
    expect((await client.auth.updateUser({ email: address })).error).toBeNull();
    const otpOf = (to: string) =>
      auth.mail.messages.find((message) => message.to === to)?.otp ?? "";
    const confirm = (to: string) =>
      auth.client().auth.verifyOtp({ email: to, token: otpOf(to), type: "email_change" });
    expect((await confirm(address)).data).toMatchObject({ user: null, session: null });
    expect((await client.auth.getUser()).data.user).toMatchObject({ email });
    expect((await confirm(email)).data.user).toMatchObject({ email: address });
  });
});

describe("a project's own rules", () => {
  test("a trigger on auth.users that raises prevents the account", async () => {
    const name = `refuse_${crypto.randomUUID().slice(0, 8)}`;
    await sql.unsafe(`
      create function public.${name}() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger ${name} after insert on auth.users for each row
        when (new.email like '%@refused.example') execute function public.${name}();`);
    try {
      const auth = await service();
      const email = `${crypto.randomUUID()}@refused.example`;
      const response = await auth.request("/signup", {
        method: "POST",
        body: JSON.stringify({ email, password }),
      });
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        code: 500,
        error_code: "unexpected_failure",
        msg: "Database error saving new user",
      });
      const [row] = await sql`select count(*)::int from auth.users where email = ${email}`;
      expect(row?.count).toBe(0);
    } finally {
      await sql.unsafe(`drop function public.${name}() cascade`);
    }
  });

  test("messages follow the project's templates", async () => {
    const content = '<p>For {{ .Email }}:</p><p><a href="{{ .SiteURL }}#/in?hash={{ .TokenHash }}' +
      '&amp;type=x">Come in</a></p>';
    const templates = {
      magic_link: { subject: "A link for {{ .Email }}", content },
      email_change: { content: "<p>{{.Email}} to {{.NewEmail}}</p>" },
    };
    const auth = await service({ templates });
    const { email } = await register(auth, `o'${newEmail()}`);
    await auth.client().auth.signInWithOtp({ email });
    const [message] = auth.mail.messages;
    const link = message!.action_link!;
    expect(link).toMatch(/^http:\/\/site\.test#\/in\?hash=\w+&type=x$/);
    const text = `For ${email}:\n\nCome in: ${link}\n`;
    expect(message).toMatchObject({ subject: `A link for ${email}`, text });
    const token_hash = /hash=(\w+)/.exec(link)![1]!;
    const { data } = await auth.client().auth.verifyOtp({ token_hash, type: "magiclink" });
    expect(data.user?.email).toBe(email);

    const client = auth.client();
    await client.auth.signInWithPassword({ email, password });
    const next = newEmail();
    await client.auth.updateUser({ email: next });
    expect(auth.mail.messages[0]).toMatchObject({
      subject: "Confirm Email Change",
      text: `${email} to ${next}\n`,
      action_link: null,
    });
  });

  test("closed sign-ups refuse new users and admit existing ones", async () => {
    const member = await register(await service());
    const auth = await service({ signUpEnabled: false });
    const client = auth.client().auth;
    const refusal = { status: 422, code: "signup_disabled" };
    expect((await client.signUp({ email: newEmail(), password })).error).toMatchObject(refusal);
    expect((await client.signInWithOtp({ email: newEmail() })).error).toMatchObject(refusal);
    const { error } = await client.signInWithPassword({ email: member.email, password });
    expect(error).toBeNull();
  });

  test("redirects follow the patterns of config.toml", async () => {
    const auth = await service();
    const { email } = await register(auth);
    const targetOf = async (redirectTo: string) => {
      await auth.client().auth.resetPasswordForEmail(email, { redirectTo });
      return new URL(auth.mail.messages[0]?.action_link ?? "").searchParams.get("redirect_to");
    };
    expect(await targetOf("https://web.app.test")).toBe("https://web.app.test");
    expect(await targetOf("https://web.app.test/page")).toBe("http://site.test");
    expect(await targetOf("https://a.b.app.test")).toBe("http://site.test");
    expect(await targetOf("https://web.app.test.evil.test")).toBe("http://site.test");
    expect(await targetOf("myapp://callback/deep")).toBe("myapp://callback/deep");
  });

  test("a manually written row that hosted cannot read is not read here either", async () => {
    const email = newEmail();
    await sql`
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password)
      values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated',
        'authenticated', ${email}, 'x')`;
    const auth = await service();
    const { error } = await auth.client().auth.signInWithPassword({ email, password });
    expect(error).toMatchObject({ status: 500, message: "Database error querying schema" });
    await sql`delete from auth.users where email = ${email}`;
  });
});

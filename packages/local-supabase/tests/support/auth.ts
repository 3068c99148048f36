/** Auth services of single tests, each in process with settings of its own. */
import { createClient } from "@supabase/supabase-js";
import { exportJWK, generateKeyPair } from "jose";
import type { AuthContext } from "../../auth/context.ts";
import { createAuth } from "../../auth/server.ts";
import type { SigningKey } from "../../base/tokens.ts";
import { createMailbox } from "../../mail/mailbox.ts";
import { newEmail, password, sql } from "./platform.ts";

export async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...await exportJWK(privateKey), kid: crypto.randomUUID() } as SigningKey;
}

/** A service with the given settings, and supabase-js clients that talk to it. */
export async function service(settings: Partial<AuthContext> = {}) {
  const mail = createMailbox();
  const signingKey = await newKey();
  const issuer = "http://auth.test/auth/v1";
  const app = createAuth({
    sql,
    keys: { signing: signingKey, others: [] },
    issuer,
    siteUrl: "http://site.test",
    redirectUrls: ["https://*.app.test", "myapp://**"],
    jwtExpiry: 3600,
    refreshTokenReuseInterval: 10,
    signUpEnabled: true,
    autoConfirm: true,
    minimumPasswordLength: 6,
    templates: {},
    accessTokenHook: null,
    beforeUserCreatedHook: null,
    passkeys: null,
    mail,
    ...settings,
  });
  const request = (path: string, init?: RequestInit) => app.request(path, init);
  const client = () =>
    createClient("http://auth.test", "sb_publishable_test", {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: (input, init) => Promise.resolve(request(String(input).slice(issuer.length), init)),
      },
    });
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  return { mail, signingKey, client, request, bearer };
}

/** Signs up and returns the person's id. */
export async function register(
  { client }: Awaited<ReturnType<typeof service>>,
  email = newEmail(),
) {
  const { data, error } = await client().auth.signUp({ email, password });
  if (error || !data.user) throw error ?? new Error("no user");
  return { email, id: data.user.id };
}

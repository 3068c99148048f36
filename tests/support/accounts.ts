/**
 * Accounts and sessions as the auth service creates them, written directly into its tables: faster
 * for tests that are not about sign-up or sign-in. A foreign stack signs in itself, as it keeps its
 * signing key.
 */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { type JWTPayload, signToken } from "../../packages/local-supabase/helpers.ts";
import { isForeign, keys, platform } from "./platform.ts";
import { sql } from "./sql.ts";

/** Without the schema's types, because tests also write invalid rows. */
export type Client = SupabaseClient;

export const password = "correct-horse-battery";

interface Account {
  id: string;
  email: string;
  name: string;
}

/** A confirmed account. The sign-up trigger creates its profile. */
export async function createAccount(name: string): Promise<Account> {
  const id = crypto.randomUUID();
  // The random part differs from the id, so that an answer with the address does not contain the
  // id.
  const email = `${name.toLowerCase().replace(/\W+/g, ".")}.${crypto.randomUUID()}@example.com`;
  await sql`
    with account as (
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password,
        email_confirmed_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at,
        updated_at, confirmation_token, recovery_token, email_change, email_change_token_new)
      values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated',
        ${email}, extensions.crypt(${password}, extensions.gen_salt('bf', 4)), now(), now(),
        '{"provider": "email", "providers": ["email"]}',
        ${sql.json({ full_name: name, email_verified: true })}, now(), now(), '', '', '', '')
      returning id, email
    )
    insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at,
      created_at, updated_at)
    select id, id, 'email', jsonb_build_object('sub', id, 'email', email, 'email_verified', true,
      'phone_verified', false), now(), now(), now()
    from account`;
  return { id, email, name };
}

/** The access token of a new password session, and a client with that session. */
export async function beginSession({ id, email, name }: Account): Promise<{
  token: string;
  client: Client;
}> {
  if (isForeign) {
    const client = newClient(platform.publishable_key, "");
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    return { token: data.session.access_token, client };
  }
  const refreshToken = crypto.randomUUID();
  const issuedAt = Math.floor(Date.now() / 1000);
  const session = {
    iss: `${platform.api_url}/auth/v1`,
    sub: id,
    aud: "authenticated",
    exp: issuedAt + 3600,
    iat: issuedAt,
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { full_name: name, email_verified: true },
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: issuedAt }],
    session_id: crypto.randomUUID(),
    is_anonymous: false,
  };
  const event = { user_id: id, claims: session, authentication_method: "password" };
  const [row] = await sql<[{ claims: JWTPayload }]>`
    with session as (
      insert into auth.sessions (id, user_id, aal, created_at, updated_at)
      values (${session.session_id}, ${id}, 'aal1', now(), now())
      returning id, user_id
    ), refresh_token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at,
        parent, session_id)
      select '00000000-0000-0000-0000-000000000000', ${refreshToken}, user_id::text, false, now(),
        now(), '', id
      from session
    ), method as (
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      select gen_random_uuid(), id, 'password', now(), now() from session
    )
    select public.custom_access_token_hook(${sql.json(event)}) -> 'claims' as claims`;
  const token = await signToken(row.claims, keys.signing);
  const stored = JSON.stringify({
    access_token: token,
    refresh_token: refreshToken,
    token_type: "bearer",
    expires_in: 3600,
    expires_at: session.exp,
    user: { id, email },
  });
  return { token, client: newClient(platform.publishable_key, stored) };
}

/**
 * supabase-js with the publishable key by default, and without a user unless a stored session is
 * given.
 */
export function newClient(key: string = platform.publishable_key, session?: string): Client {
  const store = new Map<string, string>();
  if (session) store.set("session", session);
  return createClient(platform.api_url, key, {
    auth: {
      persistSession: session !== undefined,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: "session",
      storage: {
        getItem: (name) => store.get(name) ?? null,
        setItem: (name, value) => void store.set(name, value),
        removeItem: (name) => void store.delete(name),
      },
    },
  });
}

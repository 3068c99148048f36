/** Queries and requests as a user. */
import { createClient } from "@supabase/supabase-js";
import type { ReservedSql } from "postgres";
import type { Status } from "../packages/local-supabase/helpers.ts";

/** Names the user whom functions with definer rights take for the caller. */
export const claim = (connection: ReservedSql, sub: string) =>
  connection`select set_config('request.jwt.claims', ${
    JSON.stringify({
      sub,
      role: "authenticated",
      user_role: "user",
      session_id: crypto.randomUUID(),
    })
  }, false)`;

/** Lets a connection act as a user under row security, or as its own role again. */
export async function become(connection: ReservedSql, sub: string | null): Promise<void> {
  if (sub === null) return void await connection.unsafe("reset role");
  await claim(connection, sub);
  await connection.unsafe("set role authenticated");
}

/** Requests with a key of a platform, by default the publishable one, without a kept session. */
export const clientOf = (
  { api_url, publishable_key }: Pick<Status, "api_url" | "publishable_key">,
  key = publishable_key,
) => createClient(api_url, key, { auth: { persistSession: false, autoRefreshToken: false } });

/** A new account, signed in. */
export async function signUp(status: Status, email: string) {
  const account = { email, password: "bench-password" };
  const { data, error } = await clientOf(status).auth.signUp(account);
  if (error) throw error;
  return { ...account, id: data.user!.id, token: data.session!.access_token };
}

/** Requests with the secret key. */
export const serviceOf = (status: Status) => clientOf(status, status.secret_key);

/** The access token of the first demo account of a platform. */
export async function demoToken(status: Status): Promise<string> {
  const { data, error } = await clientOf(status).auth
    .signInWithPassword(status.accounts[0]!);
  if (error) throw error;
  return data.session.access_token;
}

/** Asks for JSON at an address; fails unless the answer is a success. */
export async function ask(url: string, headers: Record<string, string>, body?: unknown) {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

/** The platform under test: the throwaway one of `npm test -w packages/local-supabase`. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { afterAll, vi } from "vitest";
import type { Keys } from "../../base/keys.ts";
import type { Status } from "../../base/status.ts";
import { patience } from "../../base/patience.ts";

/** The project that the platform serves. */
export const project = resolve(import.meta.dirname!, "../project");

/** The folder of the platform. */
export const dir = dirname(process.env.STATUS_FILE!);
const read = (name: string) => JSON.parse(readFileSync(join(dir, name), "utf8"));

export const platform: Status = read("status.json");
export const keys: Keys = read("keys.json");

/** Queries as `postgres`, the owner of the project, with row security bypassed. */
export const sql = postgres(platform.db_url, { max: 4, idle_timeout: 5, onnotice: () => {} });
afterAll(() => sql.end({ timeout: 5 }));

/** Address of the database for one of its roles that log in. */
export function urlOf(role: keyof Keys["database"], status = platform, passwords = keys): string {
  const url = new URL(status.db_url);
  [url.username, url.password] = [role, passwords.database[role]];
  return url.href;
}

/** Runs `work` in one transaction as a caller of the Data API, and rolls it back. */
export async function as<T>(
  caller: { role: string; sub?: string },
  work: (transaction: postgres.TransactionSql) => Promise<T>,
): Promise<T> {
  let result: { value: T } | undefined;
  const undo = new Error("undo");
  await sql.begin(async (transaction) => {
    await transaction`select set_config('request.jwt.claims', ${JSON.stringify(caller)}, true)`;
    await transaction.unsafe(`set local role ${caller.role}`);
    result = { value: await work(transaction) };
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return result!.value;
}

export type Client = SupabaseClient;

/** supabase-js without a user, with the publishable key unless another is given. */
export const newClient = (key = platform.publishable_key): Client =>
  createClient(platform.api_url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

/** supabase-js with the secret key: bypasses row security, and has the admin API of auth. */
export const service = newClient(platform.secret_key);
export const anonymous = { client: newClient() };

/** The password of all test accounts. */
export const password = "correct-horse";
export const newEmail = (name = "person") => `${name}.${crypto.randomUUID()}@example.com`;

export type Member = Awaited<ReturnType<typeof member>>;

/** Creates an account and a client that is signed in to it. */
export async function member(data: Record<string, unknown> = {}) {
  const client = newClient();
  const email = newEmail();
  const { data: { session, user }, error } = await client.auth.signUp({
    email,
    password,
    options: { data },
  });
  if (error || !session || !user) throw error ?? new Error("no session");
  return { client, email, id: user.id, user, session, token: session.access_token };
}

/** Starts another session of an account. */
export async function signIn(email: string) {
  const client = newClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, session: data.session };
}

/** Asks the service for the user of a token. */
export const getUser = (token: string) =>
  fetch(`${platform.api_url}/auth/v1/user`, {
    headers: { apikey: platform.publishable_key, authorization: `Bearer ${token}` },
  });

export interface Message {
  to: string;
  subject: string;
  text: string;
  action_link: string;
  otp: string;
}

/** All messages that the platform has sent, newest first. */
export async function readMailbox(): Promise<Message[]> {
  const headers = { apikey: platform.secret_key };
  const response = await fetch(`${platform.mail_url}/messages`, { headers });
  return (await response.json()).messages;
}

/** Repeats a check until it passes; after this many milliseconds its failure fails the test. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience(20_000), interval: 50 });

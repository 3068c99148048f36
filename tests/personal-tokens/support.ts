/** Personal tokens for tests. */
import { createHmac } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type { Scope } from "../../shared/fields/scope.ts";
import { scope } from "../../shared/fields/scope.ts";
import { type Api, type Client, type Person, withToken } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { keysInVault } from "../support/vault.ts";

export const allScopes: readonly Scope[] = scope.options;

export interface Token {
  id: string;
  secret: string;
  /** Sends requests with the token. */
  api: Api;
}

/** A new token of a person; by default with all scopes. */
export async function makeToken(
  who: Pick<Person, "api">,
  scopes: readonly Scope[] = allScopes,
): Promise<Token> {
  const { token } = await ok(who, "POST", "/api/user/tokens", { name: "Backup", scopes });
  return { id: token.id, secret: token.secret, api: withToken(token.secret) };
}

/** A new key, in the form of `PERSONAL_TOKEN_KEY`. */
export const newKey = (): string => crypto.getRandomValues(new Uint8Array(32)).toBase64();

/** The header by which the functions name a token to the database; by default as they sign it. */
export async function tokenHeader(
  id: string,
  { key, seconds = 120 }: { key?: string; seconds?: number } = {},
): Promise<string> {
  const base64 = (key ?? await keysInVault()).split(",")[0]!.split(":").at(-1)!;
  const signed = `${id}.${Math.floor(Date.now() / 1000) + seconds}`;
  const mac = createHmac("sha256", Uint8Array.fromBase64(base64)).update(signed).digest("hex");
  return `${signed}.${mac}`;
}

/** supabase-js as the functions use it: the publishable key, and the header that names the token. */
export const naming = (
  header: string,
  { key = platform.publishable_key, session, ...headers }: {
    key?: string;
    session?: string;
    "x-required-role"?: string;
  } = {},
): Client =>
  createClient(platform.api_url, key, {
    global: { headers: { "x-personal-token": header, ...headers } },
    ...(session && { accessToken: () => Promise.resolve(session) }),
  });

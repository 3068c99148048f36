/** Codes and links that prove, once, that a user receives mail at an address. */
import { createHash } from "node:crypto";
import type { Database } from "./context.ts";
import type { User } from "./users.ts";

export type TokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token";

export interface OneTimeToken {
  user_id: string;
  token_type: TokenType;
  token_hash: string;
}

/** When a token of the type was sent; it lives for an hour from then. */
const sentColumn = {
  confirmation_token: "confirmation_sent_at",
  recovery_token: "recovery_sent_at",
  email_change_token_new: "email_change_sent_at",
  email_change_token_current: "email_change_sent_at",
  reauthentication_token: "reauthentication_sent_at",
} as const satisfies Record<TokenType, keyof User>;

const LIFE_MS = 3_600_000;

/** Marks tokens of a PKCE flow, which lead to a code and not to a session. */
export const PKCE_PREFIX = "pkce_";

/** The stored hash of a code: to compute it one must know both the address and the code. */
export const tokenHash = (email: string, otp: string): string =>
  createHash("sha224").update(email + otp).digest("hex");

/** Six random digits. */
function newOtp(): string {
  // Values from the last, incomplete million would favour the low codes.
  const limit = Math.floor(2 ** 32 / 1_000_000) * 1_000_000;
  let value: number;
  do {
    value = crypto.getRandomValues(new Uint32Array(1))[0] ?? limit;
  } while (value >= limit);
  return String(value % 1_000_000).padStart(6, "0");
}

/** Makes a token for the address and forgets the user's earlier one of the same type. */
export async function issueOneTimeToken(
  db: Database,
  user: User,
  type: TokenType,
  email: string,
  { pkce = false }: { pkce?: boolean } = {},
): Promise<{ otp: string; hash: string }> {
  const otp = newOtp();
  const hash = (pkce ? PKCE_PREFIX : "") + tokenHash(email, otp);
  await db`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (gen_random_uuid(), ${user.id}, ${type}, ${hash}, ${email.toLowerCase()})
    on conflict (user_id, token_type) do update
    set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
      created_at = now(), updated_at = now()`;
  await db`
    update auth.users set ${db(sentColumn[type])} = now(), updated_at = now()
    where id = ${user.id}`;
  return { otp, hash };
}

/**
 * Takes the token with one of the hashes and types, if there is one. Of two simultaneous requests
 * only one gets it; when its transaction fails the token is free again.
 */
export async function takeOneTimeToken(
  db: Database,
  { hashes, types, userId }: { hashes: string[]; types: TokenType[]; userId?: string },
): Promise<OneTimeToken | null> {
  const [token] = await db<OneTimeToken[]>`
    delete from auth.one_time_tokens
    where token_hash in ${db(hashes)} and token_type in ${db(types)}
      and (${userId ?? null}::uuid is null or user_id = ${userId ?? null}::uuid)
    returning user_id, token_type, token_hash`;
  return token ?? null;
}

/** Whether a token of the type, sent to the user last, is too old. */
export function isExpired(user: User, type: TokenType): boolean {
  const sentAt = user[sentColumn[type]];
  return sentAt === null || Date.now() > new Date(sentAt).getTime() + LIFE_MS;
}

/** Forgets every token of the user: the proof of one token changes the effect of the others. */
export async function clearOneTimeTokens(db: Database, userId: string): Promise<void> {
  await db`delete from auth.one_time_tokens where user_id = ${userId}`;
}

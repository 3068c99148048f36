/** The access token of a connected user: decrypted, and refreshed once before it ends. */
import { type HttpError, providerFailed } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { MusicFailure, type MusicTokens, refreshTokens } from "../../shared/providers/music.ts";
import { decrypt, encrypt } from "./encryption.ts";

/** How long (ms) a request waits while another one refreshes the tokens, and how often it looks. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 200;

/** A connection with a usable access token. */
export interface Connection {
  id: string;
  accessToken: string;
  /** The access token as it is stored. */
  stored: string;
  /** The latest play of the synchronization before. */
  seenAt: string | null;
}

const context = (kind: "access" | "refresh", userId: string) => `music ${kind} token of ${userId}`;

/** The columns of the stored tokens, encrypted for their user. */
export async function sealTokens(userId: string, tokens: MusicTokens & { refreshToken: string }) {
  const [p_access_token, p_refresh_token] = await Promise.all([
    encrypt(tokens.accessToken, context("access", userId)),
    encrypt(tokens.refreshToken, context("refresh", userId)),
  ]);
  return { p_access_token, p_refresh_token, p_expires_at: tokens.expiresAt.toISOString() };
}

/** A connected user, and the session of the request, if there is one. */
export interface Listener {
  id: string;
  sessionId: string | null;
}

/**
 * The connection of a user. `rejected` is a stored access token that the provider does not accept.
 *
 * @throws {HttpError} 404 without an account, 409 when the grant was revoked, 503 while the provider
 * asks to wait or does not answer.
 */
export async function connectionOf(
  { id: userId, sessionId }: Listener,
  rejected?: string,
): Promise<Connection> {
  const db = serviceClient();
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const row = must(
      await db.rpc("take_music_tokens", {
        p_user_id: userId,
        p_session_id: sessionId ?? undefined,
        p_rejected: rejected,
      }).single(),
    );
    const { state, connection_id: id, access_token: stored, seen_at: seenAt } = row;
    if (state === "ready") {
      const accessToken = await decrypt(stored, context("access", userId));
      return { id, accessToken, stored, seenAt };
    }
    if (state === "paused") throw busy(row.retry_after_s);
    if (state === "refresh") await refresh(userId, id, row.refresh_token);
    else await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw providerFailed("The music provider does not answer at the moment, try again");
}

async function refresh(userId: string, id: string, stored: string): Promise<void> {
  const db = serviceClient();
  try {
    const refreshToken = await decrypt(stored, context("refresh", userId));
    const tokens = await refreshTokens(refreshToken);
    // A refresh token that the provider has not replaced stays.
    const kept = { ...tokens, refreshToken: tokens.refreshToken || refreshToken };
    const sealed = await sealTokens(userId, kept);
    must(await db.rpc("store_music_tokens", { p_connection: id, ...sealed }));
  } catch (error) {
    if (error instanceof MusicFailure && error.kind === "revoked") {
      must(
        await db.rpc("revoke_music_connection", { p_connection: id, p_refresh_token: stored }),
      );
      // The next look at the connection refuses, or finds the tokens of a newer one.
      return;
    }
    throw await failed(id, error, true);
  }
}

/** Records that the synchronization of a connection failed, and returns the refusal. */
export async function failed(id: string, error: unknown, refreshing = false): Promise<unknown> {
  const failure = error instanceof MusicFailure ? error : undefined;
  must(
    await serviceClient().rpc("end_music_sync", {
      p_connection: id,
      p_error: error instanceof Error ? error.message : String(error),
      p_retry_after_s: failure?.retryAfter,
      p_refreshing: refreshing,
    }),
  );
  return failure ? musicRefusal(failure) : error;
}

/** 503, with `Retry-After` when the provider asks to wait. */
export function musicRefusal(failure: MusicFailure): HttpError {
  return failure.retryAfter
    ? busy(failure.retryAfter)
    : providerFailed("The music provider does not answer at the moment, try again", {
      cause: failure,
    });
}

const busy = (seconds: number) =>
  providerFailed("The music provider asks to wait, try again later", {
    headers: { "Retry-After": String(Math.max(1, seconds)) },
  });

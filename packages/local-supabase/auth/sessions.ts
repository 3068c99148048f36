/** Sessions and their refresh tokens. */
import { type AuthenticationMethod, createAccessToken } from "./access-tokens.ts";
import type { AuthContext, Database } from "./context.ts";
import { badRequest, orFail } from "./errors.ts";
import type { Device } from "./requests.ts";
import { findUserById, fullView, isBanned, reload, type User } from "./users.ts";

export interface Session {
  id: string;
  user_id: string;
  aal: string | null;
  not_after: Date | string | null;
}

export async function findSession(db: Database, id: string): Promise<Session | null> {
  const [session] = await db<Session[]>`
    select id, user_id, aal, not_after from auth.sessions where id = ${id}`;
  return session ?? null;
}

/** Begins a session for the user and answers with its first tokens. */
export async function createSession(
  auth: AuthContext,
  db: Database,
  user: User,
  method: AuthenticationMethod,
  device: Device,
) {
  const session = { id: crypto.randomUUID(), aal: "aal1" };
  const refreshToken = newRefreshToken();
  await orFail(
    "Database error granting user",
    (async () => {
      await db`
      insert into auth.sessions (id, user_id, aal, created_at, updated_at, user_agent, ip)
      values (${session.id}, ${user.id}, ${session.aal}, now(), now(), ${device.userAgent},
        ${device.ip})`;
      await insertRefreshToken(db, { token: refreshToken, session, user, parent: "" });
      await db`
      insert into auth.mfa_amr_claims
        (id, session_id, authentication_method, created_at, updated_at)
      values (gen_random_uuid(), ${session.id}, ${method}, now(), now())`;
      await db`
      update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id}`;
    })(),
  );
  return await tokens(auth, db, { user: await reload(db, user), session, refreshToken, method });
}

/**
 * Exchanges a refresh token for new tokens and replaces it. A replaced token is accepted as long as
 * its successor is unused, or within the reuse interval, and gives the session's current token.
 * Later it counts as stolen: then no token of the session is accepted any more.
 */
export async function refreshSession(auth: AuthContext, token: string, device: Device) {
  const answer = await auth.sql.begin(async (db) => {
    const session = await lockSessionOf(db, token);
    const user = session && await findUserById(db, session.user_id);
    if (!session || !user) {
      const message = "Invalid Refresh Token: Refresh Token Not Found";
      throw badRequest("refresh_token_not_found", message);
    }
    if (isBanned(user)) throw badRequest("user_banned", "Invalid Refresh Token: User Banned");
    if (session.not_after !== null && new Date(session.not_after) < new Date()) {
      throw badRequest("session_expired", "Invalid Refresh Token: Session Expired");
    }
    const refreshToken = await successorOf(auth, db, { token, session, user });
    if (!refreshToken) return null;
    await db`
      update auth.sessions
      set refreshed_at = now() at time zone 'utc', updated_at = now(),
        user_agent = ${device.userAgent}, ip = ${device.ip}
      where id = ${session.id}`;
    return await tokens(auth, db, { user, session, refreshToken, method: "token_refresh" });
  });
  if (answer) return answer;
  throw badRequest("refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

/** The token's session, locked until the transaction ends, so that refreshes run in turn. */
async function lockSessionOf(db: Database, token: string): Promise<Session | null> {
  const [session] = await db<Session[]>`
    select id, user_id, aal, not_after from auth.sessions
    where id = (select session_id from auth.refresh_tokens where token = ${token}) for update`;
  return session ?? null;
}

/** The token that follows; null when the given one may not be used and the family was revoked. */
async function successorOf(
  auth: AuthContext,
  db: Database,
  { token, session, user }: { token: string; session: Session; user: User },
): Promise<string | null> {
  const [given] = await db<{ revoked: boolean; recent: boolean }[]>`
    select revoked, updated_at > now() - make_interval(secs => ${auth.refreshTokenReuseInterval}) as recent
    from auth.refresh_tokens where token = ${token}`;
  if (!given?.revoked) {
    await db`
      update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token}`;
    const next = newRefreshToken();
    await insertRefreshToken(db, { token: next, session, user, parent: token });
    return next;
  }
  const [current] = await db<{ token: string; parent: string }[]>`
    select token, parent from auth.refresh_tokens
    where session_id = ${session.id} and not revoked order by id desc limit 1`;
  if (current && (current.parent === token || given.recent)) return current.token;
  await db`
    update auth.refresh_tokens set revoked = true, updated_at = now()
    where session_id = ${session.id} and not revoked`;
  return null;
}

async function insertRefreshToken(
  db: Database,
  { token, session, user, parent }: {
    token: string;
    session: Pick<Session, "id">;
    user: User;
    parent: string;
  },
): Promise<void> {
  await db`
    insert into auth.refresh_tokens
      (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', ${token}, ${user.id}, false, now(), now(), ${parent}, ${session.id})`;
}

/** Twelve characters, sixty random bits. */
function newRefreshToken(): string {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}

/** The answer to a user who has proved their identity (RFC 6749, section 5.1, and the user). */
async function tokens(
  auth: AuthContext,
  db: Database,
  { user, session, refreshToken, method }: {
    user: User;
    session: { id: string; aal: string | null };
    refreshToken: string;
    method: AuthenticationMethod;
  },
) {
  const { token, expiresAt } = await createAccessToken(auth, db, user, session, method);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: auth.jwtExpiry,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: await fullView(db, user),
  };
}

/** The sessions of a user to end: all, one, or all but one. */
type SessionScope = { only: string } | { except: string } | "all";

/** Ends sessions; their refresh tokens go with them. */
export async function endSessions(
  db: Database,
  userId: string,
  scope: SessionScope,
): Promise<void> {
  if (scope === "all") {
    await db`delete from auth.sessions where user_id = ${userId}`;
  } else if ("only" in scope) {
    await db`delete from auth.sessions where user_id = ${userId} and id = ${scope.only}`;
  } else {
    await db`delete from auth.sessions where user_id = ${userId} and id <> ${scope.except}`;
  }
}

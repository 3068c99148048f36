/** Proof key for code exchange (RFC 7636): a link gives a code, useless without the verifier. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { AuthenticationMethod } from "./access-tokens.ts";
import type { AuthContext, Database } from "./context.ts";
import { badRequest, failure, notFound, unprocessable } from "./errors.ts";
import { deviceOf, isUuid, readBody, text } from "./requests.ts";
import { createSession } from "./sessions.ts";
import { findUserById } from "./users.ts";

/** A flow must end within this time after it began. */
const FLOW_LIFE_MS = 300_000;

export interface Challenge {
  code_challenge: string;
  code_challenge_method: string;
}

interface Flow {
  id: string;
  user_id: string | null;
  code_challenge: string;
  code_challenge_method: "s256" | "plain";
  authentication_method: AuthenticationMethod;
  created_at: Date | string;
  auth_code_issued_at: Date | string | null;
}

/** Whether the request begins a PKCE flow; 400 for a malformed challenge (RFC 7636, 4.2). */
export function isPkce({ code_challenge, code_challenge_method }: Challenge): boolean {
  if (!code_challenge && !code_challenge_method) return false;
  if (!code_challenge || !code_challenge_method) {
    const message = "PKCE flow requires code_challenge_method and code_challenge";
    throw badRequest("validation_failed", message);
  }
  if (!/^[a-zA-Z0-9._~-]{43,128}$/.test(code_challenge)) {
    const message = "code challenge has to be between 43 and 128 characters of RFC 7636";
    throw badRequest("validation_failed", message);
  }
  if (!["s256", "plain"].includes(code_challenge_method.toLowerCase())) {
    throw badRequest("validation_failed", "code challenge method not supported");
  }
  return true;
}

/** Remembers the challenge until the user has followed their link. */
export async function beginFlow(
  db: Database,
  userId: string,
  method: AuthenticationMethod,
  challenge: Challenge,
): Promise<void> {
  await db`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge,
      provider_type, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, gen_random_uuid()::text,
      ${challenge.code_challenge_method.toLowerCase()}, ${challenge.code_challenge},
      ${method}, ${method}, now(), now())`;
}

/** The code of the user's newest flow, to be given in the redirect. */
export async function issueCode(
  db: Database,
  userId: string,
  method: AuthenticationMethod,
): Promise<string> {
  const [flow] = await db<{ auth_code: string }[]>`
    update auth.flow_state set auth_code_issued_at = now(), updated_at = now()
    where id = (
      select id from auth.flow_state
      where user_id = ${userId} and authentication_method = ${method}
      order by created_at desc limit 1
    ) returning auth_code`;
  if (!flow) throw badRequest("flow_state_not_found", "No valid flow state found for user.");
  return flow.auth_code;
}

const exchangeBody = z.object({ auth_code: text, code_verifier: text });

/** `POST /token?grant_type=pkce`: exchanges a code and its verifier for a session, once. */
export async function exchangeCode(auth: AuthContext, c: Context): Promise<Response> {
  const { auth_code, code_verifier } = await readBody(c, exchangeBody);
  if (!auth_code || !code_verifier) {
    const message = "invalid request: both auth code and code verifier should be non-empty";
    throw badRequest("validation_failed", message);
  }
  return c.json(
    await auth.sql.begin(async (db) => {
      const [flow] = await db<Flow[]>`
        delete from auth.flow_state where auth_code = ${auth_code} returning *`;
      if (!flow || !isUuid(flow.user_id)) {
        const message = "invalid flow state, no valid flow state found";
        throw notFound("flow_state_not_found", message);
      }
      const begun = new Date(flow.auth_code_issued_at ?? flow.created_at).getTime();
      if (Date.now() > begun + FLOW_LIFE_MS) {
        const message = "invalid flow state, flow state has expired";
        throw unprocessable("flow_state_expired", message);
      }
      if (!verifies(flow, code_verifier)) {
        const message = "code challenge does not match previously saved code verifier";
        throw badRequest("bad_code_verifier", message);
      }
      const user = await findUserById(db, flow.user_id);
      if (!user) throw failure("Database error loading user");
      return await createSession(auth, db, user, flow.authentication_method, deviceOf(c));
    }),
  );
}

function verifies(flow: Flow, verifier: string): boolean {
  const answer = flow.code_challenge_method === "s256"
    ? createHash("sha256").update(verifier).digest("base64url")
    : verifier;
  const given = Buffer.from(answer);
  const expected = Buffer.from(flow.code_challenge);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The ceremonies of WebAuthn: a passkey is made, and a passkey signs in. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Context } from "hono";
import { z } from "zod";
import { authenticate } from "./callers.ts";
import type { AuthContext, Database } from "./context.ts";
import { AuthError, badRequest, forbidden, notFound, orFail, unprocessable } from "./errors.ts";
import { type Passkey, passkeysOf, passkeyView } from "./passkeys.ts";
import { deviceOf, isUuid, readBody, text } from "./requests.ts";
import { createSession } from "./sessions.ts";
import { findUserById, isBanned, type User } from "./users.ts";

/** Hosted's defaults. */
const CHALLENGE_SECONDS = 5 * 60;
const MOST_PASSKEYS = 10;

/** EdDSA, ES256 and RS256 (IANA's registry of COSE). */
const ALGORITHMS = [-8, -7, -257];

/** The library takes most of a second to load, so it loads with the first ceremony. */
const library = () => import("@simplewebauthn/server");

/** The relying party; 404 where the project has no passkeys. */
export function relyingParty(auth: AuthContext) {
  if (!auth.passkeys) throw notFound("passkey_disabled", "Passkeys are disabled");
  return auth.passkeys;
}

/** `POST /passkeys/registration/options` */
export async function registrationOptions(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  const { rpId, rpName } = relyingParty(auth);
  const existing = await passkeysOf(auth.sql, user.id);
  if (existing.length >= MOST_PASSKEYS) throw tooMany();
  const { name } = user.raw_user_meta_data ?? {};
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpID: rpId,
    rpName,
    // A passkey tells its user by this handle.
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? "",
    userDisplayName: typeof name === "string" && name ? name : user.email ?? "",
    timeout: CHALLENGE_SECONDS * 1000,
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    excludeCredentials: existing.map(({ credential_id }) => ({ id: base64url(credential_id) })),
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return c.json({ ...await keepChallenge(auth, options.challenge, user.id), options });
}

/** `POST /passkeys/registration/verify`: `{id, friendly_name, created_at}` */
export async function verifyRegistration(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  const party = relyingParty(auth);
  const { challenge, credential } = await readAnswer(auth, c, user.id);
  const response = credential as unknown as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: made } = await verified(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originsFor(party, response.response.clientDataJSON),
      expectedRPID: party.rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  );
  const passkey = await orFail(
    "Database error creating passkey",
    auth.sql.begin(async (db) => {
      // Requests of one user in turn, so that none passes the limit beside another.
      await db`select from auth.users where id = ${user.id} for no key update`;
      if ((await passkeysOf(db, user.id)).length >= MOST_PASSKEYS) throw tooMany();
      const { id, publicKey, counter, transports = [] } = made!.credential;
      const [row] = await db<Passkey[]>`
        insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type,
          aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name)
        values (${user.id}, ${bytesOf(id)}, ${publicKey}, 'none', ${made!.aaguid}, ${counter},
          ${db.json(transports)}, ${made!.credentialDeviceType === "multiDevice"},
          ${made!.credentialBackedUp}, 'Passkey')
        on conflict (credential_id) do nothing returning *`;
      if (row) return row;
      throw unprocessable("webauthn_credential_exists", "This credential is already registered");
    }),
  );
  return c.json(passkeyView(passkey));
}

/** `POST /passkeys/authentication/options`: for any user, whose passkey tells who they are. */
export async function authenticationOptions(auth: AuthContext, c: Context): Promise<Response> {
  const { rpId } = relyingParty(auth);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: "preferred",
  });
  return c.json({ ...await keepChallenge(auth, options.challenge, null), options });
}

/** `POST /passkeys/authentication/verify`: a session. */
export async function verifyAuthentication(auth: AuthContext, c: Context): Promise<Response> {
  const party = relyingParty(auth);
  const { challenge, credential } = await readAnswer(auth, c, null);
  const response = credential as unknown as AuthenticationResponseJSON;
  const { verifyAuthenticationResponse } = await library();
  const { user, passkey } = await claimedPasskey(auth.sql, response);
  const { authenticationInfo } = await verified(() =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: originsFor(party, response.response.clientDataJSON),
      expectedRPID: party.rpId,
      requireUserVerification: false,
      credential: {
        id: response.id,
        publicKey: passkey.public_key,
        counter: Number(passkey.sign_count),
      },
    })
  );
  if ((authenticationInfo.credentialDeviceType === "multiDevice") !== passkey.backup_eligible) {
    throw unverified();
  }
  if (user.email && !user.email_confirmed_at) {
    throw forbidden("email_not_confirmed", "Email not confirmed");
  }
  if (isBanned(user)) throw forbidden("user_banned", "User is banned");
  const session = await auth.sql.begin(async (db) => {
    const counter = authenticationInfo.newCounter;
    // A copy of the passkey may sign in at the same time with the same counter.
    const [used] = await orFail(
      "Database error updating passkey",
      db`
        update auth.webauthn_credentials
        set sign_count = ${counter}, last_used_at = now(), updated_at = now()
        where id = ${passkey.id} and (sign_count < ${counter} or sign_count = 0 and ${counter} = 0)
        returning id`,
    );
    if (!used) throw unverified();
    return await createSession(auth, db, user, "passkey", deviceOf(c));
  });
  return c.json(session);
}

/** The user whom the answer names, and the passkey of theirs that has signed it. */
async function claimedPasskey(
  db: Database,
  { id, response }: AuthenticationResponseJSON,
): Promise<{ user: User; passkey: Passkey }> {
  const userId = new TextDecoder().decode(bytesOf(response.userHandle ?? ""));
  const user = isUuid(userId) && await findUserById(db, userId);
  const own = user ? await passkeysOf(db, userId) : [];
  const passkey = own.find(({ credential_id }) => base64url(credential_id) === id);
  if (!user || !passkey) throw unverified();
  return { user, passkey };
}

/** Stores a challenge, which is for its user alone where it has one. */
async function keepChallenge(auth: AuthContext, challenge: string, userId: string | null) {
  const [row] = await orFail(
    "Database error storing challenge",
    auth.sql<{ id: string; expires_at: Date }[]>`
      insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
      values (${userId}, ${userId ? "registration" : "authentication"},
        ${auth.sql.json({ challenge, user_id: userId })},
        now() + make_interval(secs => ${CHALLENGE_SECONDS}))
      returning id, expires_at`,
  );
  return { challenge_id: row!.id, expires_at: Math.floor(row!.expires_at.getTime() / 1000) };
}

const answerBody = z.object({ challenge_id: text, credential: z.json().nullish() });

/** The fields of a credential that are read before the library looks at it. */
const credentialShape = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.string(),
  response: z.looseObject({ clientDataJSON: z.string(), userHandle: z.string().nullish() }),
});

/** Reads a body of `verify`, and uses its challenge up, whatever becomes of the credential. */
async function readAnswer(auth: AuthContext, c: Context, userId: string | null) {
  const { challenge_id: id, credential } = await readBody(c, answerBody);
  if (!id) throw badRequest("validation_failed", "challenge_id is required");
  if (credential == null) throw badRequest("validation_failed", "credential is required");
  if (!isUuid(id)) throw badRequest("validation_failed", "challenge_id must be a valid UUID");
  const [kept] = await orFail(
    "Database error consuming challenge",
    auth.sql<{ challenge: string; expired: boolean }[]>`
      delete from auth.webauthn_challenges
      where id = ${id} and user_id is not distinct from ${userId}
        and challenge_type = ${userId ? "registration" : "authentication"}
      returning session_data ->> 'challenge' as challenge, expires_at < now() as expired`,
  );
  if (!kept) {
    throw badRequest("webauthn_challenge_not_found", "Challenge not found or already used");
  }
  if (kept.expired) throw badRequest("webauthn_challenge_expired", "Challenge has expired");
  const shaped = credentialShape.safeParse(credential);
  if (!shaped.success) throw unverified("Invalid credential response");
  return { challenge: kept.challenge, credential: shaped.data };
}

/**
 * The origins that may use the passkeys. On a developer's machine the app has any port of
 * `localhost`; browsers refuse passkeys of another host themselves.
 */
function originsFor(
  { rpId, origins }: NonNullable<AuthContext["passkeys"]>,
  clientData: string,
): string[] {
  if (rpId !== "localhost") return origins;
  try {
    const { origin } = JSON.parse(new TextDecoder().decode(bytesOf(clientData)));
    return [...origins, ...URL.parse(origin)?.hostname === "localhost" ? [origin] : []];
  } catch {
    throw unverified("Invalid credential response");
  }
}

/** The library's verdict; it throws what is wrong with a credential. */
async function verified<T extends { verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  const verdict = await verify().catch(() => null);
  if (!verdict?.verified) throw unverified();
  return verdict;
}

const unverified = (message = "Credential verification failed"): AuthError =>
  badRequest("webauthn_verification_failed", message);

const tooMany = () => unprocessable("too_many_passkeys", "Maximum number of passkeys reached");

const base64url = (bytes: Uint8Array) =>
  bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/** The bytes of base64url; none for another text. */
function bytesOf(value: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(value, { alphabet: "base64url" });
  } catch {
    return new Uint8Array();
  }
}

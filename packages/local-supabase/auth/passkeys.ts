/** `/passkeys`: the passkeys of an account, listed, named and removed; and their rows. */
import type { Context } from "hono";
import { z } from "zod";
import { userInPath } from "./admin.ts";
import { authenticate } from "./callers.ts";
import type { AuthContext, Database } from "./context.ts";
import { badRequest, notFound, orFail } from "./errors.ts";
import { isUuid, readBody, text } from "./requests.ts";

/** A row of auth.webauthn_credentials. */
export interface Passkey {
  id: string;
  user_id: string;
  credential_id: Uint8Array<ArrayBuffer>;
  /** In COSE's form (RFC 9052). */
  public_key: Uint8Array<ArrayBuffer>;
  sign_count: string;
  transports: string[];
  backup_eligible: boolean;
  friendly_name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** The passkeys of a user, the oldest first. */
export const passkeysOf = (db: Database, userId: string): Promise<Passkey[]> =>
  orFail(
    "Database error loading passkeys",
    db<Passkey[]>`
      select * from auth.webauthn_credentials where user_id = ${userId} order by created_at, id`,
  );

/** How clients see a new passkey: no key, no id of the credential. */
export const passkeyView = ({ id, friendly_name, created_at }: Passkey) => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at: created_at.toISOString(),
});

const listed = (passkey: Passkey) => ({
  ...passkeyView(passkey),
  ...(passkey.last_used_at && { last_used_at: passkey.last_used_at.toISOString() }),
});

/** `GET /passkeys` */
export async function listPasskeys(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  return c.json((await passkeysOf(auth.sql, user.id)).map(listed));
}

const nameBody = z.object({ friendly_name: text });

/** `PATCH /passkeys/:passkeyId`: another name; hosted counts its bytes. */
export async function updatePasskey(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  const id = passkeyInPath(c);
  const { friendly_name: name } = await readBody(c, nameBody);
  if (!name) throw badRequest("validation_failed", "friendly_name is required");
  if (new TextEncoder().encode(name).length > 120) {
    throw badRequest("validation_failed", "friendly_name must be 120 characters or less");
  }
  const [passkey] = await orFail(
    "Database error updating passkey",
    auth.sql<Passkey[]>`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
      where id = ${id} and user_id = ${user.id} returning *`,
  );
  if (!passkey) throw unknownPasskey();
  return c.json(listed(passkey));
}

/** `DELETE /passkeys/:passkeyId` */
export async function deletePasskey(auth: AuthContext, c: Context): Promise<Response> {
  const { user } = await authenticate(auth, c);
  return await remove(auth, c, user.id);
}

/** `GET /admin/users/:id/passkeys` */
export async function adminListPasskeys(auth: AuthContext, c: Context): Promise<Response> {
  const { id } = await userInPath(auth, c);
  return c.json((await passkeysOf(auth.sql, id)).map(listed));
}

/** `DELETE /admin/users/:id/passkeys/:passkeyId` */
export async function adminDeletePasskey(auth: AuthContext, c: Context): Promise<Response> {
  const { id } = await userInPath(auth, c);
  return await remove(auth, c, id);
}

async function remove(auth: AuthContext, c: Context, userId: string): Promise<Response> {
  const id = passkeyInPath(c);
  const [removed] = await orFail(
    "Database error deleting passkey",
    auth.sql`
      delete from auth.webauthn_credentials
      where id = ${id} and user_id = ${userId} returning id`,
  );
  if (!removed) throw unknownPasskey();
  return c.body(null, 204);
}

const unknownPasskey = () => notFound("validation_failed", "Passkey not found");

function passkeyInPath(c: Context): string {
  const id = c.req.param("passkeyId");
  if (!isUuid(id)) throw unknownPasskey();
  return id;
}

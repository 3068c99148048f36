/** Changes of an account: creation, confirmation, a new password, a new address. */
import type { Database } from "./context.ts";
import { orFail } from "./errors.ts";
import { clearOneTimeTokens } from "./one-time-tokens.ts";
import { endSessions } from "./sessions.ts";
import {
  createIdentity,
  createUser,
  mergeMetadata,
  type Metadata,
  reload,
  updateIdentity,
  type User,
} from "./users.ts";

/**
 * Inserts account and identity; 500 when a trigger of the project refuses. An account that its
 * own user makes (`selfMade`) shows the identity's data in its metadata.
 */
export async function createAccount(
  db: Database,
  { email, passwordHash, data }: { email: string; passwordHash: string; data: Metadata | null },
  { selfMade }: { selfMade: boolean },
): Promise<User> {
  const user = await orFail(
    "Database error saving new user",
    createUser(db, { email, passwordHash, metadata: data ?? {} }),
  );
  await orFail(
    "Database error updating user",
    (async () => {
      const identity = await createIdentity(db, user, selfMade ? data ?? {} : {});
      if (selfMade) await mergeMetadata(db, user.id, "raw_user_meta_data", identity);
    })(),
  );
  return await reload(db, user);
}

/** Marks the address as the user's own. */
export async function confirmEmail(db: Database, user: User): Promise<void> {
  await db`
    update auth.users set confirmation_token = '', email_confirmed_at = now(), updated_at = now()
    where id = ${user.id}`;
  await mergeMetadata(db, user.id, "raw_user_meta_data", { email_verified: true });
  await clearOneTimeTokens(db, user.id);
}

/** Makes the pending address the user's own. */
export async function confirmEmailChange(db: Database, user: User): Promise<void> {
  await db`
    update auth.users
    set email = email_change, email_change = '', email_change_confirm_status = 0,
      updated_at = now()
    where id = ${user.id}`;
  await updateIdentity(db, user.id, { email: user.email_change, email_verified: true });
  await clearOneTimeTokens(db, user.id);
  if (!user.email_confirmed_at) await confirmEmail(db, user);
}

/**
 * Sets the password, ends every session but the given one and voids the codes and links sent
 * before, which a thief of the old password may have requested.
 */
export async function setPassword(
  db: Database,
  user: User,
  passwordHash: string,
  keepSession: string | null,
): Promise<void> {
  await db`
    update auth.users
    set encrypted_password = ${passwordHash}, confirmation_sent_at = null, recovery_sent_at = null,
      email_change_sent_at = null, reauthentication_sent_at = null, updated_at = now()
    where id = ${user.id}`;
  await clearOneTimeTokens(db, user.id);
  await endSessions(db, user.id, keepSession ? { except: keepSession } : "all");
}

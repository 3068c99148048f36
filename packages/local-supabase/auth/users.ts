/** Accounts: rows of auth.users and auth.identities, and how clients see them. */
import type postgres from "postgres";
import type { Database } from "./context.ts";
import { failure } from "./errors.ts";

export type Json = postgres.JSONValue;
export type Metadata = Record<string, Json>;
type Timestamp = Date | string | null;

/** A row of auth.users, as far as the service reads it. */
export interface User {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Timestamp;
  phone_confirmed_at: Timestamp;
  confirmed_at: Timestamp;
  invited_at: Timestamp;
  confirmation_token: string | null;
  confirmation_sent_at: Timestamp;
  recovery_token: string | null;
  recovery_sent_at: Timestamp;
  email_change: string | null;
  email_change_token_new: string | null;
  email_change_sent_at: Timestamp;
  email_change_confirm_status: number;
  reauthentication_sent_at: Timestamp;
  last_sign_in_at: Timestamp;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  banned_until: Timestamp;
  deleted_at: Timestamp;
  is_anonymous: boolean;
}

interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  email: string | null;
}

/** The service's only tenant; hosted reads no row that has another value, or null, here. */
const INSTANCE = "00000000-0000-0000-0000-000000000000";

/** Columns without a default which hosted's service cannot read when they are null. */
const REQUIRED_TEXT = [
  "confirmation_token",
  "recovery_token",
  "email_change",
  "email_change_token_new",
] as const;

/** A row written by hand (in a seed) that would break hosted's service breaks here as well. */
function readable(user: User | undefined): User | null {
  const column = user && REQUIRED_TEXT.find((name) => user[name] === null);
  if (column) throw failure("Database error querying schema", `${column} of ${user.id} is null`);
  return user ?? null;
}

export async function findUserById(db: Database, id: string): Promise<User | null> {
  const [user] = await db<User[]>`
    select * from auth.users where instance_id = ${INSTANCE} and id = ${id}`;
  return readable(user);
}

export async function findUserByEmail(db: Database, email: string): Promise<User | null> {
  const [user] = await db<User[]>`
    select * from auth.users
    where instance_id = ${INSTANCE} and lower(email) = ${email.toLowerCase()}
      and aud = 'authenticated' and is_sso_user = false`;
  return readable(user);
}

/** Reads the user again after the changes of this transaction. */
export async function reload(db: Database, { id }: Pick<User, "id">): Promise<User> {
  const user = await findUserById(db, id);
  if (!user) throw failure("Database error loading user");
  return user;
}

async function identitiesOf(db: Database, userId: string): Promise<Identity[]> {
  return await db<Identity[]>`
    select * from auth.identities where user_id = ${userId} order by created_at`;
}

/** One page of the users, newest first, and how many there are in all. */
export async function listUsers(
  db: Database,
  { limit, offset, filter }: { limit: number; offset: number; filter: string },
): Promise<{ users: User[]; total: number }> {
  const matching = db`
    instance_id = ${INSTANCE} and aud = 'authenticated'
    and (${filter} = '' or email like ${`%${filter}%`}
      or raw_user_meta_data ->> 'full_name' ilike ${`%${filter}%`})`;
  const [{ total } = { total: 0 }] = await db<{ total: number }[]>`
    select count(*)::int as total from auth.users where ${matching}`;
  const users = await db<User[]>`
    select * from auth.users where ${matching}
    order by created_at desc, id limit ${limit} offset ${offset}`;
  return { users, total };
}

export const isBanned = (user: User): boolean =>
  user.banned_until !== null && new Date(user.banned_until) > new Date();

/** The first values of a new account. */
interface NewUser {
  id?: string;
  email: string;
  passwordHash: string;
  metadata: Metadata;
  role?: string;
}

/**
 * Inserts the account in hosted's two steps, so that triggers see the same rows as there: the row
 * without role and confirmation first, the role by an update.
 */
export async function createUser(db: Database, account: NewUser): Promise<User> {
  const id = account.id ?? crypto.randomUUID();
  await db`
    insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
      email_change, email_change_token_new, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at
    ) values (
      ${INSTANCE}, ${id}, 'authenticated', '', ${account.email}, ${account.passwordHash}, '', '',
      '', '', ${db.json({ provider: "email", providers: ["email"] })}, ${db.json(account.metadata)},
      now(), now()
    )`;
  await db`
    update auth.users set role = ${account.role || "authenticated"}, updated_at = now()
    where id = ${id}`;
  return await reload(db, { id });
}

/** Gives the user its identity with the e-mail provider and returns the identity's data. */
export async function createIdentity(
  db: Database,
  user: User,
  extra: Metadata = {},
): Promise<Metadata> {
  const data: Metadata = {
    ...extra,
    sub: user.id,
    email: user.email,
    email_verified: false,
    phone_verified: false,
  };
  await db`
    insert into auth.identities
      (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${user.id}, ${user.id}, ${db.json(data)}, 'email', now(), now(), now())`;
  return data;
}

/** Merges keys into the identity's data. */
export async function updateIdentity(db: Database, userId: string, data: Metadata): Promise<void> {
  await db`
    update auth.identities set identity_data = identity_data || ${db.json(data)}
    where user_id = ${userId} and provider = 'email'`;
}

/** Merges keys into a metadata column; null removes a key. */
export async function mergeMetadata(
  db: Database,
  userId: string,
  column: "raw_app_meta_data" | "raw_user_meta_data",
  changes: Metadata,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null);
  await db`
    update auth.users
    set ${db(column)} = (coalesce(${db(column)}, '{}') || ${db.json(changes)}) - ${removed}::text[],
      updated_at = now()
    where id = ${userId}`;
}

/** How clients see an account; absent times are left out. `null` identities: not loaded. */
export function userView(user: User, identities: Identity[] | null) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? "",
    ...time("email_confirmed_at", user.email_confirmed_at),
    ...time("invited_at", user.invited_at),
    phone: user.phone ?? "",
    ...time("phone_confirmed_at", user.phone_confirmed_at),
    ...time("confirmation_sent_at", user.confirmation_sent_at),
    ...time("confirmed_at", user.confirmed_at),
    ...time("recovery_sent_at", user.recovery_sent_at),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    ...time("email_change_sent_at", user.email_change_sent_at),
    ...time("reauthentication_sent_at", user.reauthentication_sent_at),
    ...time("last_sign_in_at", user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities?.map(identityView) ?? null,
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    ...time("banned_until", user.banned_until),
    ...time("deleted_at", user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

/** The account with its identities. */
export async function fullView(db: Database, user: User) {
  return userView(user, await identitiesOf(db, user.id));
}

// `id` was the provider's id before identities had one of their own; clients still read it so.
const identityView = (identity: Identity) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...time("last_sign_in_at", identity.last_sign_in_at),
  created_at: iso(identity.created_at),
  updated_at: iso(identity.updated_at),
  ...(identity.email ? { email: identity.email } : {}),
});

const iso = (time: Timestamp) => time === null ? null : new Date(time).toISOString();

const time = (name: string, value: Timestamp) => value === null ? {} : { [name]: iso(value) };

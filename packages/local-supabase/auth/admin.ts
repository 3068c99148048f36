/** `/admin/users`: the holder of the secret key manages accounts. */
import { createHash } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { confirmEmail, setPassword } from "./accounts.ts";
import type { AuthContext, Database } from "./context.ts";
import { badRequest, notFound, orFail } from "./errors.ts";
import { parseDuration } from "./durations.ts";
import { clearOneTimeTokens } from "./one-time-tokens.ts";
import { checkPassword, hashPassword, randomPassword } from "./passwords.ts";
import { checkEmail, flag, isUuid, phoneDisabled, readBody, record, text } from "./requests.ts";
import { endSessions } from "./sessions.ts";
import { emailExists } from "./user.ts";
import {
  createIdentity,
  createUser,
  findUserByEmail,
  findUserById,
  fullView,
  listUsers,
  mergeMetadata,
  reload,
  updateIdentity,
  type User,
  userView,
} from "./users.ts";

/** `GET /admin/users?page&per_page&filter`: newest first; the count and further pages in headers. */
export async function adminListUsers(auth: AuthContext, c: Context): Promise<Response> {
  const page = pageParameter(c, "page", 1);
  const perPage = pageParameter(c, "per_page", 50);
  const filter = c.req.query("filter") ?? "";
  const { users, total } = await orFail(
    "Database error finding users",
    listUsers(auth.sql, { limit: perPage, offset: (page - 1) * perPage, filter }),
  );
  const lastPage = Math.ceil(total / perPage);
  const link = (number: number, relation: string) => {
    const query = new URLSearchParams(c.req.query());
    query.set("page", String(number));
    query.sort(); // auth-js reads the page from the first parameter.
    return `</admin/users?${query}>; rel="${relation}"`;
  };
  const next = lastPage > page ? [link(page + 1, "next")] : [];
  c.header("Link", [...next, link(lastPage, "last")].join(", "));
  c.header("X-Total-Count", String(total));
  // Hosted does not load the identities for a list.
  return c.json({ users: users.map((user) => userView(user, null)), aud: "authenticated" });
}

function pageParameter(c: Context, name: string, otherwise: number): number {
  const given = c.req.query(name);
  if (!given) return otherwise;
  if (!/^\d{1,9}$/.test(given)) {
    throw badRequest("validation_failed", `Bad Pagination Parameters: invalid ${name} "${given}"`);
  }
  return Number(given) || otherwise;
}

/** The user whom the path names; 404 without one. */
export async function userInPath(auth: AuthContext, c: Context): Promise<User> {
  const id = c.req.param("id");
  if (!isUuid(id)) throw notFound("validation_failed", "user_id must be an UUID");
  const user = await orFail("Database error loading user", findUserById(auth.sql, id));
  if (!user) throw notFound("user_not_found", "User not found");
  return user;
}

/** `GET /admin/users/:id` */
export async function adminGetUser(auth: AuthContext, c: Context): Promise<Response> {
  return c.json(await fullView(auth.sql, await userInPath(auth, c)));
}

const userBody = z.object({
  id: text,
  email: text,
  phone: text,
  role: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  user_metadata: record,
  app_metadata: record,
  ban_duration: text,
});

/** `POST /admin/users`: an account without a message to its owner. */
export async function adminCreateUser(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, userBody);
  if (body.phone) throw phoneDisabled("Phone signups are disabled");
  if (!body.email) {
    const message = "Cannot create a user without either an email or phone";
    throw badRequest("validation_failed", message);
  }
  const email = checkEmail(body.email);
  if (await findUserByEmail(auth.sql, email)) throw emailExists();
  if (body.password && body.password_hash) {
    const message = "Only a password or a password hash should be provided";
    throw badRequest("validation_failed", message);
  }
  if (body.id && !isUuid(body.id)) {
    throw badRequest("validation_failed", "ID must conform to the uuid v4 format");
  }
  if (body.password_hash && !/^\$2[aby]\$\d\d\$.{53}$/.test(body.password_hash)) {
    throw badRequest("validation_failed", "The password hash is not a bcrypt hash");
  }
  const bannedFor = parseBan(body.ban_duration);
  const passwordHash = body.password_hash || await hashPassword(body.password || randomPassword());

  const user = await orFail(
    "Database error creating new user",
    auth.sql.begin(async (db) => {
      const created = await createUser(db, {
        ...(body.id ? { id: body.id } : {}),
        email,
        passwordHash,
        role: body.role,
        metadata: body.user_metadata ?? {},
      });
      await createIdentity(db, created);
      if (body.app_metadata) {
        await mergeMetadata(db, created.id, "raw_app_meta_data", body.app_metadata);
      }
      if (body.email_confirm) await confirmEmail(db, created);
      if (bannedFor !== null) await ban(db, created, bannedFor);
      return await reload(db, created);
    }),
  );
  return c.json(await fullView(auth.sql, user));
}

/** `PUT /admin/users/:id`: changes only the fields that the body names. */
export async function adminUpdateUser(auth: AuthContext, c: Context): Promise<Response> {
  const user = await userInPath(auth, c);
  const body = await readBody(c, userBody);
  if (body.phone) throw phoneDisabled("Phone signups are disabled");
  const email = body.email ? checkEmail(body.email) : "";
  const newEmail = email !== user.email ? email : "";
  if (newEmail && await findUserByEmail(auth.sql, newEmail)) throw emailExists();
  if (typeof body.password === "string") checkPassword(auth, body.password);
  const bannedFor = parseBan(body.ban_duration);
  const passwordHash = body.password ? await hashPassword(body.password) : null;

  const updated = await orFail(
    "Error updating user",
    auth.sql.begin(async (db) => {
      if (body.role) await setRole(db, user, body.role);
      if (body.email_confirm) await confirmEmail(db, user);
      if (passwordHash) await setPassword(db, user, passwordHash, null);
      if (email) await setEmail(db, user, email, body.email_confirm);
      if (body.app_metadata) {
        await mergeMetadata(db, user.id, "raw_app_meta_data", body.app_metadata);
      }
      if (body.user_metadata) {
        await mergeMetadata(db, user.id, "raw_user_meta_data", body.user_metadata);
      }
      if (bannedFor !== null) await ban(db, user, bannedFor);
      return await reload(db, user);
    }),
  );
  return c.json(await fullView(auth.sql, updated));
}

const deleteBody = z.object({ should_soft_delete: flag });

/** `DELETE /admin/users/:id`: the row with rows that refer to it, or, softly, only the names. */
export async function adminDeleteUser(auth: AuthContext, c: Context): Promise<Response> {
  const user = await userInPath(auth, c);
  const hasBody = (await c.req.text()) !== "";
  const soft = hasBody && (await readBody(c, deleteBody)).should_soft_delete;
  if (!soft) {
    const deletion = auth.sql`delete from auth.users where id = ${user.id}`;
    await orFail("Database error deleting user", deletion);
  } else if (!user.deleted_at) {
    const erasure = auth.sql.begin((db) => erase(db, user));
    await orFail("Error soft deleting user", erasure);
  }
  return c.json({});
}

async function setRole(db: Database, user: User, role: string): Promise<void> {
  await db`update auth.users set role = ${role}, updated_at = now() where id = ${user.id}`;
}

async function setEmail(
  db: Database,
  user: User,
  email: string,
  confirmed: boolean,
): Promise<void> {
  await updateIdentity(db, user.id, { email, email_verified: confirmed });
  await db`update auth.users set email = ${email}, updated_at = now() where id = ${user.id}`;
}

/** Seconds of a ban; 0 lifts it, null leaves it as it is. */
function parseBan(duration: string): number | null {
  if (!duration) return null;
  if (duration === "none") return 0;
  const seconds = parseDuration(duration);
  if (seconds !== null) return seconds;
  const message = `invalid format for ban duration: time: invalid duration "${duration}"`;
  throw badRequest("validation_failed", message);
}

async function ban(db: Database, user: User, seconds: number): Promise<void> {
  await db`
    update auth.users
    set banned_until = case when ${seconds}::float8 <> 0
        then now() + make_interval(secs => ${seconds}::float8) end,
      updated_at = now()
    where id = ${user.id}`;
}

/** Keeps the id and replaces the names by a hash, so that the address is free again. */
async function erase(db: Database, user: User): Promise<void> {
  const obscured = (value: string) =>
    createHash("sha256").update(user.id + value).digest("base64url");
  await db`
    update auth.users
    set email = ${obscured(user.email ?? "")}, phone = ${obscured(user.phone ?? "").slice(0, 15)},
      encrypted_password = null, email_change = ${obscured(user.email_change ?? "")},
      raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${user.id}`;
  await db`
    update auth.identities
    set identity_data = '{}', provider_id = ${obscured(`email:${user.id}`)}
    where user_id = ${user.id}`;
  await clearOneTimeTokens(db, user.id);
  await endSessions(db, user.id, "all");
}

/** `GET /admin/users/:id/factors`: empty, because second factors cannot be enrolled here. */
export async function adminListFactors(auth: AuthContext, c: Context): Promise<Response> {
  await userInPath(auth, c);
  return c.json([]);
}

/** `DELETE /admin/users/:id/factors/:factorId` */
export async function adminDeleteFactor(auth: AuthContext, c: Context): Promise<Response> {
  await userInPath(auth, c);
  throw notFound("mfa_factor_not_found", "Factor not found");
}

/** Calls the project's auth hooks, which are Postgres functions as on hosted. */
import type { Context } from "hono";
import { z } from "zod";
import type { AuthContext, Database } from "./context.ts";
import { AuthError, failure } from "./errors.ts";
import { deviceOf } from "./requests.ts";
import type { Json, Metadata } from "./users.ts";

const hookOutput = z.looseObject({
  error: z.looseObject({ http_code: z.int().optional(), message: z.string().optional() }).nullish(),
});

/**
 * Calls a hook with an event and returns its answer. A hook may refuse by answering `{error:
 * {http_code, message}}`. It fails by raising, by taking over two seconds, or by answering no
 * object.
 *
 * @param db a transaction.
 * @param name qualified: `public.custom_access_token_hook`.
 */
export async function runHook(
  db: Database,
  name: string,
  event: { [key: string]: Json },
): Promise<Record<string, unknown>> {
  const uri = `pg-functions://postgres/${name.replace(".", "/")}`;
  let answer: unknown;
  try {
    // The limit lasts until the end of the transaction; nothing slow comes after the hook.
    await db`set local statement_timeout to '2s'`;
    const [row] = await db<{ answer: unknown }[]>`select ${db(name)}(${db.json(event)}) as answer`;
    answer = row?.answer;
  } catch (error) {
    throw failure(`Error running hook URI: ${uri}`, error);
  }
  const output = hookOutput.safeParse(answer);
  if (!output.success) {
    throw failure(`Error running hook URI: ${uri}`, "it did not answer an object");
  }
  const { error } = output.data;
  if (error?.message) {
    const status = error.http_code || 500;
    throw new AuthError(status, status === 500 ? "unexpected_failure" : "unknown", error.message);
  }
  return output.data;
}

/**
 * Asks the project whether an account may be made. Like hosted, it asks before anything is written,
 * for accounts that people make for themselves and for invitations, and never for accounts that
 * `/admin/users` makes.
 */
export async function askBeforeUserCreated(
  auth: AuthContext,
  c: Context,
  { email, data }: { email: string; data: Metadata | null },
): Promise<void> {
  const name = auth.beforeUserCreatedHook;
  if (!name) return;
  const event = {
    metadata: {
      uuid: crypto.randomUUID(),
      time: new Date().toISOString(),
      name: "before-user-created",
      ip_address: deviceOf(c).ip ?? "",
    },
    user: {
      id: crypto.randomUUID(),
      aud: "authenticated",
      role: "",
      email,
      phone: "",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: data ?? {},
      identities: [],
      // The account is not in the database yet: hosted sends Go's zero time.
      created_at: "0001-01-01T00:00:00Z",
      updated_at: "0001-01-01T00:00:00Z",
      is_anonymous: false,
    },
  };
  await auth.sql.begin((db) => runHook(db, name, event));
}

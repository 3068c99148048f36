/** Asks the policies of `realtime.messages` for the rights of a caller in a private topic. */
import postgres from "postgres";
import type { Claims } from "../base/claims.ts";

type Extension = "broadcast" | "presence";

export interface Rights {
  read: Record<Extension, boolean>;
  write: Record<Extension, boolean>;
}

/** Everything: the rights in a public topic. */
export const ALL_RIGHTS: Rights = {
  read: { broadcast: true, presence: true },
  write: { broadcast: true, presence: true },
};

export type Authorize = (topic: string, claims: Claims) => Promise<Rights>;

const extensions = ["broadcast", "presence"] as const;

/** Milliseconds that the policies of one topic may take. */
const TIME_LIMIT = 8000;

/**
 * Asks the policies as the caller, in a transaction that is rolled back: a caller who sees the
 * message of an extension may read the extension; a caller who may insert the message may write it.
 * `realtime.topic()` is the topic. Throws Postgres' error where a policy fails.
 */
export function authorizer(sql: postgres.Sql): Authorize {
  class Undo extends Error {
    constructor(readonly rights: Rights) {
      super("rolled back");
    }
  }
  return async (topic, claims) => {
    try {
      return await sql.begin(async (transaction) => {
        const rows = await transaction<{ id: string }[]>`
          insert into realtime.messages (topic, extension)
          select ${topic}, extension from unnest(${extensions}::text[]) as extension
          returning id`;
        const settings = {
          role: claims.role,
          "realtime.topic": topic,
          "request.jwt.claims": JSON.stringify(claims),
          "statement_timeout": String(TIME_LIMIT),
        };
        await transaction`
          select set_config(key, value, true) from jsonb_each_text(${transaction.json(settings)})`;
        const seen = await transaction<{ extension: Extension }[]>`
          select extension from realtime.messages
          where id = any (${rows.map(({ id }) => id)}::uuid[])`;
        const written: Extension[] = [];
        for (const extension of extensions) {
          if (await mayInsert(transaction, topic, extension)) written.push(extension);
        }
        const among = (allowed: Extension[]) => ({
          broadcast: allowed.includes("broadcast"),
          presence: allowed.includes("presence"),
        });
        throw new Undo({
          read: among(seen.map(({ extension }) => extension)),
          write: among(written),
        });
      });
    } catch (error) {
      if (error instanceof Undo) return error.rights;
      throw error;
    }
  };
}

const INSUFFICIENT_PRIVILEGE = "42501";

async function mayInsert(
  transaction: postgres.TransactionSql,
  topic: string,
  extension: Extension,
): Promise<boolean> {
  try {
    await transaction.savepoint((savepoint) =>
      savepoint`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
    );
    return true;
  } catch (error) {
    const isRefusal = error instanceof postgres.PostgresError &&
      error.code === INSUFFICIENT_PRIVILEGE;
    if (!isRefusal) throw error;
    return false;
  }
}

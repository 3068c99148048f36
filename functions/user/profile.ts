import { env } from "../../shared/base/env.ts";
import type { Db } from "../../shared/database/clients.ts";
import { found, must } from "../../shared/database/results.ts";

const columns = `
  id, handle, full_name, avatar_url, preferences, role, drops_balance, is_ai,
  is_active, is_classroom, read_notes_enabled, check_in_enabled, timezone, blocked_user_ids,
  version, created_at, updated_at
`;

/** The caller's profile. */
export async function read(db: Db) {
  const domain = env("INBOUND_EMAIL_DOMAIN");
  const profile = found(await db.rpc("get_profile").select(columns).maybeSingle(), "Profile");
  return {
    ...profile,
    journal_email: domain ? `journal+${await journalToken(db)}@${domain}` : null,
  };
}

const journalToken = async (db: Db) =>
  must(await db.rpc("my_journal_token")) ?? must(await db.rpc("make_journal_token"));

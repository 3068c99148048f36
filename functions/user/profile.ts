import { env } from "../../shared/base/env.ts";
import type { Db } from "../../shared/database/clients.ts";
import { found, must } from "../../shared/database/results.ts";

const profileColumns = `
  id, handle, full_name, avatar_url, preferences, role, drops_balance, is_ai,
  is_active, is_classroom, read_notes_enabled, check_in_enabled, mood_analysis_enabled, timezone,
  language, blocked_user_ids, version, created_at, updated_at
`;

/** The caller's profile. */
export async function readProfile(db: Db) {
  const domain = env("INBOUND_EMAIL_DOMAIN");
  const profile = found(
    await db.rpc("get_profile").select(profileColumns).maybeSingle(),
    "Profile",
  );
  const token = domain ? await journalToken(db) : null;
  return { ...profile, journal_email: token && `journal+${token}@${domain}` };
}

/** The secret part of the caller's address for journal mails; null for all but the account holder. */
async function journalToken(db: Db): Promise<string | null> {
  const result = await db.rpc("my_journal_token");
  if (["impersonated", "token_refused"].includes(result.error?.details ?? "")) return null;
  return must(result) ?? must(await db.rpc("make_journal_token"));
}

/** Requests of the tests about joining organizations. */
import type { Person } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

export const accept = "/api/user/invitations/accept";

/** Creates an organization; returns its path. */
export async function organizationOf(owner: Person): Promise<string> {
  const { organization } = await ok(owner, "POST", "/api/organizations", { name: "Riverside" });
  return `/api/organizations/${organization.id}`;
}

/** Invites; answers {invitation, code}. Lifts the inviter's limit, which other tests check. */
export async function inviteBy(by: Person, path: string, body: unknown) {
  await sql`
    delete from private.rate_limit_hits
    where bucket like 'invitation%' and starts_with(subject, ${`user:${by.id}`})`;
  return await ok(by, "POST", `${path}/invitations`, body);
}

/** The status of a POST, with the code of a refusal. */
export const attempt = (who: Person, path: string, body?: unknown) =>
  codeOf(who.api("POST", path, body));

export const block = (who: Person, ids: string[]) =>
  sql`update public.profiles set blocked_user_ids = ${ids} where id = ${who.id}`;

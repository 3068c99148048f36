/** Requests of the tests about joining organizations. */
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

export const accept = "/api/user/invitations/accept";

/** Creates an organization; returns its path. */
export async function organizationOf(owner: Person): Promise<string> {
  const { organization } = await ok(owner, "POST", "/api/organizations", { name: "Riverside" });
  return `/api/organizations/${organization.id}`;
}

/** Invites; answers {invitation, code}. The limit for one person is not what is tested here. */
export async function inviteBy(by: Person, path: string, body: unknown) {
  await sql`
    delete from private.rate_limit_hits
    where bucket like 'invitation%' and starts_with(subject, ${`user:${by.id}`})`;
  return await ok(by, "POST", `${path}/invitations`, body);
}

/** The status of a POST, with the code of a refusal. */
export async function attempt(who: Person, path: string, body?: unknown) {
  const answer = await who.api("POST", path, body);
  return answer.status < 300 ? answer.status : `${answer.status} ${answer.body.code}`;
}

export const block = (who: Person, ids: string[]) =>
  sql`update public.profiles set blocked_user_ids = ${ids} where id = ${who.id}`;

/** Titles and data of notifications of a type, newest first. */
export async function told({ client }: Person, type: string) {
  const { data } = await client.from("notifications").select("title, body, data")
    .eq("type", type).order("created_at", { ascending: false });
  return data!;
}

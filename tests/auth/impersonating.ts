/** Helpers for the tests of impersonation. */
import { createClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { anonymous, type Answer, type Client, newClient, type Person } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";

/** Requests a link as an admin. */
export const issue = (
  admin: Person,
  target: { id: string },
  reason: unknown = "Ticket 4711",
): Promise<Answer> => admin.api("POST", `/api/admin/users/${target.id}/impersonate`, { reason });

/** The code in the link that an admin receives. */
export async function codeFor(admin: Person, target: { id: string }): Promise<string> {
  const { status, body } = await issue(admin, target);
  if (status !== 201) throw new Error(`${status} ${body.error}`);
  return new URL(body.action_link).searchParams.get("code")!;
}

/** Resets the rate limit of redemptions from this machine's address. */
export const forgetRate = () =>
  sql`delete from private.rate_limit_hits where bucket = 'impersonation_redeem'`;

/** Redeems a code as the link's page does. */
export async function redeem(code: unknown): Promise<Answer> {
  await forgetRate();
  return await anonymous.api("POST", "/api/auth/impersonate/redeem", { code });
}

/** A session of the target that an admin has redeemed. */
export interface Impersonated {
  token: string;
  refreshToken: string;
  /** supabase-js with this session. */
  client: Client;
  sessionId: string;
}

/** Issues and redeems a link. */
export async function impersonate(admin: Person, target: { id: string }): Promise<Impersonated> {
  const { status, body } = await redeem(await codeFor(admin, target));
  if (status !== 200) throw new Error(`${status} ${body.error}`);
  const { access_token: token, refresh_token: refreshToken } = body.session;
  const client = createClient(platform.api_url, platform.publishable_key, {
    accessToken: () => Promise.resolve(token),
  });
  return { token, refreshToken, client, sessionId: decodeJwt<Claims>(token).session_id };
}

interface Claims {
  session_id: string;
}

/** Whether a refresh token still gives a session. */
export async function refreshes(refreshToken: string): Promise<boolean> {
  const { data } = await newClient().auth.refreshSession({ refresh_token: refreshToken });
  return data.session !== null;
}

/** The impersonation records of a target, oldest first. */
export const recordsOf = ({ id }: { id: string }) =>
  sql`select * from public.admin_impersonations where target_id = ${id} order by created_at, id`;

/** The audit log of a target, oldest first. */
export const auditOf = ({ id }: { id: string }) =>
  sql`
    select actor_id, act, reason, after, request_id from public.audit_log
    where target_type = 'user' and target_id = ${id} order by id`;

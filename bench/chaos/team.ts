/** The users who work while things fail. */
import type { Sql } from "postgres";
import { clientOf, serviceOf } from "../acting.ts";
import type { Status } from "../../packages/local-supabase/helpers.ts";
import type { Music } from "./music.ts";

export interface Worker {
  id: string;
  email: string;
  token: string;
  goalId: string;
  /** The copy of a device that synchronizes: ids by type of object. */
  copy: Map<string, Set<string>>;
  cursor?: string;
}

export interface Team {
  workers: Worker[];
  admin: Worker;
  orgId: string;
  teamId: string;
  music: Music;
}

const PASSWORD = "correct-horse-battery";

/** Signs in; returns the access token. */
export async function accessToken(port: number, key: string, email: string): Promise<string> {
  const client = clientOf({ api_url: `http://127.0.0.1:${port}`, publishable_key: key });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return data.session.access_token;
}

/** People who share an organization and a team, each with a goal, and a super admin. */
export async function makeTeam(
  status: Status,
  sql: Sql,
  music: Music,
  size: number,
): Promise<Team> {
  const port = Number(new URL(status.api_url).port);
  const service = serviceOf(status);
  const ask = async ({ token }: Worker, path: string, body?: unknown) => {
    const answer = await fetch(`${status.base_url}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return await answer.json();
  };
  const make = async (n: number): Promise<Worker> => {
    const email = `worker.${n}.${crypto.randomUUID()}@example.com`;
    const { data, error } = await service.auth.admin
      .createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
        user_metadata: { full_name: "Wanda Worker" },
      });
    if (error) throw error;
    const { id } = data.user;
    if (n === 0) await sql`update public.profiles set role = 'super_admin' where id = ${id}`;
    const token = await accessToken(port, status.publishable_key, email);
    const worker: Worker = { id, email, token, goalId: "", copy: new Map() };
    const device = `ExponentPushToken[${crypto.randomUUID()}]`;
    await ask(worker, "/notifications/devices", { token: device, platform: "ios" });
    worker.goalId = (await ask(worker, "/goals", { title: "Keep going" })).goal.id;
    const { authorize_url } = await ask(worker, "/music/connect");
    await ask(worker, "/music/account", { grant: await music.agree(id, authorize_url) });
    return worker;
  };
  const all: Worker[] = [];
  for (let n = 0; n <= size; n++) all.push(await make(n));
  const owner = all[0]!;
  const orgId = (await ask(owner, "/organizations", { name: "Faults" })).organization.id;
  const teamId = (await ask(owner, "/teams", { name: "Faults", org_id: orgId })).team.id;
  for (const { id } of all.slice(1)) {
    await ask(owner, `/organizations/${orgId}/members`, { user_id: id, role: "member" });
    await ask(owner, `/teams/${teamId}/members`, { user_id: id, role: "member" });
  }
  await sql`update private.rate_limit_rules set max_hits = 1000000`;
  await sql`
    update public.drop_config set daily_allowance = 100, max_custom_drops_per_day = 100`;
  return { workers: all.slice(1), admin: owner, orgId, teamId, music };
}

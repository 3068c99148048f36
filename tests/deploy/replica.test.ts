/** Reads go to a read replica: a streaming standby of the platform's Postgres with a Data API. */
import { dirname } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mounted } from "../../functions/api/groups.ts";
import { patience, projectRoot, scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { type Replica, startReplica } from "../../packages/local-supabase/mod.ts";
import { createApp } from "../../shared/http/app.ts";
import { partsOf } from "../../shared/http/declare.ts";
import { fill, isForSuperAdmins, readDocument, wantsUser } from "../contract/document.ts";
import { useProject } from "../http/project.ts";
import { newClient, person } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { NOWHERE } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const document = await readDocument();
const reads = document.operations.filter(({ method, path }) =>
  method === "GET" && path.startsWith("/api/")
);

let replica: Replica;
let folder: string;
let app: ReturnType<typeof createApp>;
let tokens: { user: string; superAdmin: string };
/** The calls that the load balancer gets for a request of a route. */
const asked: string[] = [];

beforeAll(async () => {
  folder = await scratchFolder("replica");
  replica = await startReplica({
    root: projectRoot,
    dir: dirname(process.env.STATUS_FILE!),
    status: platform,
    to: folder,
    onRequest: ({ method, url }, to) => {
      const name = new URL(url).pathname.replace("/rest/v1/", "");
      // The functions write their counts of requests at any time.
      if (name !== "rpc/count_requests") asked.push(`${to} ${method} ${name}`);
    },
  });
  await useProject();
  Deno.env.set("READ_REPLICA_URL", replica.url);
  Deno.env.set("INBOUND_EMAIL_DOMAIN", "in.example.com");
  app = createApp((await Promise.all(Object.values(mounted).map(partsOf))).flat(), {
    basePath: "/api",
  });
  const [user, admin] = await Promise.all(
    platform.accounts.slice(0, 2).map(async ({ email, password }) =>
      (await newClient().auth.signInWithPassword({ email, password })).data.session!.access_token
    ),
  );
  tokens = { user: user!, superAdmin: admin! };
});

afterAll(async () => {
  Deno.env.delete("READ_REPLICA_URL");
  Deno.env.delete("INBOUND_EMAIL_DOMAIN");
  await replica?.stop();
  await Deno.remove(folder, { recursive: true });
});

async function get(path: string, token?: string) {
  asked.length = 0;
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  const answer = await app.request(path, { headers });
  return { status: answer.status, body: await answer.text(), asked: [...asked] };
}

const today = new Date().toISOString().slice(0, 10);
const monday = new Date(Date.now() - (new Date().getUTCDay() + 6) % 7 * 86_400_000)
  .toISOString().slice(0, 10);

/** Values of the parameters in a path, by its first words, from the demo data. */
async function parameters(): Promise<[start: string, value: string][]> {
  const [{ id: me }] = await sql<[{ id: string }]>`
    select id from auth.users where email = ${platform.accounts[0]!.email}`;
  // The oldest is the demo data's: rows of other tests come and go.
  const one = async (query: string, ...values: string[]) => {
    const since = query.includes("_members") ? "joined_at" : "created_at";
    return (await sql.unsafe(`${query} order by ${since} limit 1`, values))[0]?.id ?? NOWHERE;
  };
  return await Promise.all(
    ([
      ["/api/notebooks/", one("select id from public.notebooks where user_id = $1", me)],
      ["/api/journal/{id}/background", Promise.resolve(NOWHERE)],
      ["/api/journal/", one("select id from public.journal_entries where user_id = $1", me)],
      ["/api/user/imports/", Promise.resolve(NOWHERE)],
      ["/api/goals/", one("select id from public.goals where user_id = $1", me)],
      [
        "/api/organizations/{id}/invitations",
        one("select id from public.organizations where owner_id = $1", me),
      ],
      [
        "/api/organizations/",
        one("select org_id as id from public.organization_members where user_id = $1", me),
      ],
      ["/api/teams/", one("select team_id as id from public.team_members where user_id = $1", me)],
      ["/api/encouragement-drops/badge/", Promise.resolve(me)],
      ["/api/tone-packs/", one("select id from public.tone_packs where is_public")],
      ["/api/lab/templates/", one("select id from public.dreams where is_template and is_public")],
      ["/api/lab/dreams/", one("select id from public.dreams where is_template and is_public")],
      ["/api/lab/competitions/", one("select id from public.competitions")],
      ["/api/admin/users/", Promise.resolve(me)],
      ["/api/users/", Promise.resolve(me)],
      ["/api/workout-window/battle/week/", Promise.resolve(monday)],
      ["/api/workout-window/", Promise.resolve(today)],
    ] as [string, Promise<string>][]).map(async ([start, value]) => [start, await value]),
  );
}

describe("a read replica", () => {
  it(
    "answers every GET operation of the document; only those listed write, or ask the primary",
    async () => {
      const values = await parameters();
      // Another test may have read this profile.
      await sql`
      delete from private.journal_addresses where user_id = (
        select id from auth.users where email = ${platform.accounts[0]!.email})`;
      await replica.catchUp();
      const outcomes: Record<string, string[]> = {};
      for (const operation of reads) {
        const { path } = operation;
        const value = values.find(([start]) => path.startsWith(start))?.[1] ?? NOWHERE;
        const token = isForSuperAdmins(operation)
          ? tokens.superAdmin
          : wantsUser(operation)
          ? tokens.user
          : undefined;
        const query = path === "/api/users" ? "?q=be" : path.endsWith("/room") ? "?bytes=1000" : "";
        const { status, asked } = await get(fill(path, () => value) + query, token);
        const elsewhere = asked.filter((each) => !each.startsWith("replica GET"));
        const how = asked.length === 0 ? "alone" : elsewhere.join() || "from the replica";
        (outcomes[`${status} ${how}`] ??= []).push(path);
      }
      const { "200 from the replica": answered, ...others } = outcomes;
      expect(answered!.length).toBeGreaterThan(70);
      // docs/scaling.md says why.
      expect(others).toEqual({
        "200 primary POST rpc/make_journal_token": ["/api/user/profile"],
        "200 primary POST rpc/search_users": ["/api/users"],
        "200 primary POST rpc/admin_health": ["/api/admin/health"],
        "200 primary POST rpc/prepare_entry_attachment": ["/api/journal/{id}/attachments/room"],
        "200 primary POST rpc/sync": ["/api/sync"],
        "200 primary POST rpc/archive_page": ["/api/user/export/markdown"],
        "200 primary POST rpc/export_pages": ["/api/user/export"],
        // The service counts reads of secrets and of keys; a new device waits for its answer.
        "200 primary POST rpc/own_sealed_slots": ["/api/sealed/slots"],
        "404 primary POST rpc/get_enrolment": ["/api/sealed/enrolments/{id}"],
        "404 primary POST rpc/sealed_account_of_person": ["/api/users/{id}/sealed"],
        // The first account that opens a request takes it.
        "404 primary POST rpc/open_oauth_request": ["/api/oauth/requests/{id}"],
        // The service calls the primary alone: it counts guesses of codes, and connections.
        "404 alone": ["/api/calendar/{secret}", "/api/shared/{code}", "/api/invitations/{code}"],
        "503 alone": ["/api/music/connect", "/api/metrics"],
        "400 alone": ["/api/music/callback"],
        // Ids that do not exist: the demo data has none of these.
        "404 from the replica": [
          "/api/user/webhooks/{id}/deliveries",
          "/api/user/imports/{id}",
          "/api/notebooks/{id}/sealed",
          "/api/journal/{id}/background",
          "/api/admin/imports/{id}",
        ],
        "200 alone": [
          "/api/notifications/web-push-key",
          "/api/lab/calculators",
          "/api/mcp/.well-known/oauth-protected-resource",
          "/api/.well-known/oauth-protected-resource",
          "/api/openapi.json",
        ],
      });
    },
    patience(120_000),
  );

  it("takes no writes, and no sync", async () => {
    await expect(replica.sql`update public.profiles set updated_at = now()`).rejects
      .toMatchObject({ code: "25006" });
    const answer = await fetch(`${replica.url}/rest/v1/rpc/sync`, {
      headers: { apikey: platform.publishable_key, authorization: `Bearer ${tokens.user}` },
    });
    expect([answer.status, (await answer.json()).message])
      .toEqual([503, "Sync is read from the primary database"]);
  });

  it("that is behind refuses nobody: the primary is asked again", async () => {
    await replica.sql`select pg_wal_replay_pause()`;
    try {
      const eve = await person("Eve");
      const { status, asked } = await get("/api/goals", eve.token);
      expect([status, asked]).toEqual([200, ["replica GET goal_cards"]]);
      const made = await eve.api("POST", "/api/goals", { title: "Be seen" });
      expect((await get(`/api/goals/${made.body.goal.id}`, eve.token)).status).toBe(200);
    } finally {
      await replica.sql`select pg_wal_replay_resume()`;
    }
    await replica.catchUp();
  });

  // As a recovery to a point in time does.
  it("that is promoted begins another era of sync", async () => {
    const era = async () => (await replica.sql`select era from private.sync_eras`)[0]!.era;
    const before = await era();
    await replica.sql`select pg_promote()`;
    await replica.sql`select private.follow_cluster()`;
    const promoted = await era();
    expect(promoted).toBeGreaterThan(before);
    await replica.sql`select private.follow_cluster()`;
    expect(await era()).toBe(promoted);
  });
});

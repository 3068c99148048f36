/**
 * Access to administration: only super admins, by the claim of the token and the role of the
 * profile.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  anonymous,
  type Api,
  type Person,
  person,
  service,
  superAdmin,
} from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { type AdminRoute, adminRoutes, importForm } from "./routes.ts";

let admin: Person;
let target: Person;
let routes: AdminRoute[];

beforeAll(async () => {
  [admin, target] = await Promise.all([superAdmin("Access Admin"), person("Target")]);
  const task = await admin.api("POST", "/api/admin/roadmap", { title: "Untouched" });
  const form = importForm(target.id, JSON.stringify([{ title: "Imported", content: "" }]));
  const started = await admin.api("POST", "/api/admin/imports", form);
  routes = adminRoutes(target.id, task.body.task.id, started.body.import.id);
});

afterAll(async () => {
  await sql`delete from public.roadmap_tasks where title = 'Untouched'`;
});

/** The rows that a refused request must not change. */
const traces = async () => {
  const [row] = await sql`
    select
      (select to_jsonb(p) - 'updated_at' from public.profiles p where id = ${target.id}) as profile,
      (select count(*)::int from public.feature_flags where key = 'forbidden') as flags,
      (select count(*)::int from public.roadmap_tasks where title = 'Forbidden') as tasks,
      (select count(*)::int from public.roadmap_tasks where title = 'Untouched') as untouched,
      (select count(*)::int from public.currency_conversion_rates
        where tokens_per_drop = 33.0303) as rates,
      (select count(*)::int from public.site_settings
        where value = '"forbidden@example.com"') as settings,
      (select count(*)::int from public.journal_entries where title = 'Forbidden') as entries,
      (select count(*)::int from public.audit_log where target_id = ${target.id}) as acts`;
  return row;
};

async function expectEverywhere(api: Api, status: number, error?: RegExp) {
  const before = await traces();
  for (const [method, path, body] of routes) {
    const answer = await api(method, `/api${path}`, body?.());
    expect([method, path, answer.status]).toEqual([method, path, status]);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(error ?? /./) });
  }
  expect(await traces()).toEqual(before);
}

describe("admin routes", () => {
  it("refuse users who are not super admins", async () => {
    const user = await person("User");
    await expectEverywhere(user.api, 403);
  });

  it("refuse a promoted user until the next token", async () => {
    const promoted = await person("Promoted");
    await admin.api("PUT", `/api/admin/users/${promoted.id}/role`, { role: "super_admin" });
    await expectEverywhere(promoted.api, 403);
    const { data } = await promoted.client.auth.refreshSession();
    const authorization = `Bearer ${data.session?.access_token}`;
    const answer = await anonymous.api("GET", "/api/admin/users", undefined, { authorization });
    expect(answer.status).toBe(200);
  });

  it("refuse a demoted super admin at once and end their sessions", async () => {
    const demoted = await superAdmin("Demoted");
    expect((await demoted.api("GET", "/api/admin/users")).status).toBe(200);
    const answer = await admin.api("PUT", `/api/admin/users/${demoted.id}/role`, { role: "user" });
    expect([answer.status, answer.body.user.role]).toEqual([200, "user"]);
    await expectEverywhere(demoted.api, 403, /super admins/);
    const [row] = await sql`
      select count(*)::int from auth.sessions where user_id = ${demoted.id}`;
    expect(row!.count).toBe(0);
    expect((await demoted.client.auth.refreshSession()).error).not.toBeNull();
    expect((await demoted.client.auth.getUser(demoted.token)).error).not.toBeNull();
  });

  it("refuse a blocked super admin at once", async () => {
    const blocked = await superAdmin("Blocked");
    await admin.api("PUT", `/api/admin/users/${blocked.id}/status`, { is_active: false });
    await expectEverywhere(blocked.api, 403, /blocked/);
  });
});

describe("admin functions called over the Data API", () => {
  const calls = (): [name: string, args: Record<string, unknown>][] => [
    ["admin_list_users", {}],
    ["administer_user", { p_user_id: target.id, p_change: { role: "super_admin" } }],
    ["administer_user", { p_user_id: target.id, p_change: { is_active: false } }],
    ["adjust_drops", { p_user_id: target.id, p_delta: 10, p_reason: "x" }],
    ["set_conversion_rate", { p_tokens_per_drop: 33.0303 }],
    ["admin_list_organizations", {}],
    ["admin_list_feature_flags", {}],
    ["set_feature_flag", { p_key: "forbidden", p_changes: { enabled: true } }],
    ["create_roadmap_task", { p_fields: { title: "Forbidden" } }],
    ["set_site_setting", {
      p_key: "support_email",
      p_change: { value: "forbidden@example.com" },
    }],
    ["begin_import", { p_user_id: target.id, p_file_name: "x" }],
    ["receive_import_rows", { p_import_id: target.id, p_rows: [] }],
    ["start_import", { p_import_id: target.id }],
    ["discard_import", { p_import_id: target.id }],
    ["continue_import", { p_import_id: target.id }],
    ["get_import", { p_import_id: target.id }],
    ["kit_waitlist_gate", {}],
    ["admin_health", {}],
  ];

  it("refuse users, callers without a token, and demoted super admins", async () => {
    const [user, demoted] = await Promise.all([person("Caller"), superAdmin("Old Token")]);
    await sql`update public.profiles set role = 'user' where id = ${demoted.id}`;
    const before = await traces();
    for (const [name, args] of calls()) {
      for (const { client } of [user, demoted]) {
        const { error, status } = await client.rpc(name, args);
        expect([name, status, error?.message]).toEqual([
          name,
          403,
          "Only super admins may do this",
        ]);
      }
      const { error, status } = await anonymous.client.rpc(name, args);
      expect([name, status, error?.code]).toEqual([name, 401, "42501"]);
    }
    expect(await traces()).toEqual(before);
  });

  it("refuse the secret key", async () => {
    for (const [name, args] of calls()) {
      expect([name, (await service.rpc(name, args)).error?.code]).toEqual([name, "42501"]);
    }
  });
});

describe("admin tables", () => {
  const tables = [
    "audit_log",
    "currency_conversion_rates",
    "feature_flags",
    "feature_flag_users",
    "roadmap_tasks",
    "kit_waitlist",
  ];

  it("show their rows only to super admins", async () => {
    await admin.api("PUT", "/api/admin/feature-flags/shown", { user_ids: [target.id] });
    await admin.api("POST", "/api/admin/conversion/rates", { tokens_per_drop: 900 });
    await sql`insert into public.kit_waitlist (email)
      values (${`${crypto.randomUUID()}@example.com`})`;
    const demoted = await superAdmin("Reader");
    await sql`update public.profiles set role = 'user' where id = ${demoted.id}`;
    for (const table of tables) {
      expect([table, (await admin.client.from(table).select()).data?.length])
        .not.toEqual([table, 0]);
      for (const { client } of [target, demoted]) {
        const { data, count } = await client.from(table).select("*", { count: "exact" });
        expect([table, data, count]).toEqual([table, [], 0]);
      }
      expect((await anonymous.client.from(table).select()).error?.code).toBe("42501");
    }
  });

  it("refuse direct writes by anyone, super admins and the service included", async () => {
    const rows: Record<string, Record<string, unknown>> = {
      audit_log: { act: "made.up", target_type: "user" },
      currency_conversion_rates: { tokens_per_drop: 33.0303 },
      feature_flags: { key: "forbidden" },
      feature_flag_users: { flag_key: "shown", user_id: target.id },
      roadmap_tasks: { title: "Forbidden" },
      site_settings: { key: "signups_open", value: {} },
      kit_waitlist: { email: "someone@example.com" },
      token_usage: { user_id: target.id, type: "chat", model: "m", cost_usd: 0 },
    };
    for (const [table, row] of Object.entries(rows)) {
      const column = Object.keys(row)[0]!;
      for (const { client } of [{ client: service }, admin, target, anonymous]) {
        const answers = [
          await client.from(table).insert(row),
          await client.from(table).update(row).not(column, "is", null),
          await client.from(table).delete().not(column, "is", null),
        ];
        expect([table, ...answers.map(({ error }) => error?.code)])
          .toEqual([table, "42501", "42501", "42501"]);
      }
    }
  });
});

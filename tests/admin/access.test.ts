/**
 * Access to administration: only super admins, by the claim of the token and the role of the
 * profile.
 */
import { describe, expect, it } from "vitest";
import { type Person, person, service, superAdmin, withToken } from "../support/people.ts";
import { codeOf, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const [admin, target] = await Promise.all([superAdmin("Access Admin"), person("Target")]);

/** Demotes a user whose session goes on, like a session that begins at that very moment. */
const demoteAlone = ({ id }: Person) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.profiles set role = 'user' where id = ${id}`;
  });

const users = (who: Person) => outcome(who, "GET", "/api/admin/users");

describe("admin routes", () => {
  it("refuse a promoted user until the next token", async () => {
    const promoted = await person("Promoted");
    await admin.api("PUT", `/api/admin/users/${promoted.id}/role`, { role: "super_admin" });
    expect(await users(promoted)).toMatch(/^403 /);
    const { data } = await promoted.client.auth.refreshSession();
    expect((await withToken(data.session!.access_token)("GET", "/api/admin/users")).status)
      .toBe(200);
  });

  it("refuse a demoted super admin at once and end their sessions", async () => {
    const demoted = await superAdmin("Demoted");
    expect(await users(demoted)).toBe("200");
    await ok(admin, "PUT", `/api/admin/users/${demoted.id}/role`, { role: "user" });
    for (const path of ["/api/admin/users", "/api/user/profile"]) {
      expect(await codeOf(demoted.api("GET", path))).toBe("401 session_ended");
    }
    expect(await codeOf(demoted.api("POST", "/api/auth/verify", { token: demoted.token })))
      .toBe("401 session_ended");
    const rows = await demoted.client.from("profiles").select("id");
    expect([rows.status, rows.error?.details]).toEqual([401, "session_ended"]);
    expect(await sql`select from auth.sessions where user_id = ${demoted.id}`).toEqual([]);
    expect((await demoted.client.auth.refreshSession()).error).not.toBeNull();
    expect((await demoted.client.auth.getUser(demoted.token)).error).not.toBeNull();
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
    ["delete_feature_flag", { p_key: "forbidden" }],
    ["set_drop_config", { p_changes: { daily_allowance: 50 } }],
    ["create_drop_template", { p_fields: { title: "x" } }],
    ["update_drop_template", { p_id: target.id, p_fields: { title: "x" } }],
    ["delete_drop_template", { p_id: target.id }],
    ["audit_engagement_run", {}],
    ["create_roadmap_task", { p_fields: { title: "Forbidden" } }],
    ["admin_list_reports", {}],
    ["resolve_report", { p_id: target.id, p_action: "none" }],
    ["create_prompt", { p_fields: { text: "Forbidden" } }],
    ["update_prompt", { p_id: target.id, p_fields: { text: "Forbidden" } }],
    ["delete_prompt", { p_id: target.id }],
    ["set_site_setting", { p_key: "support_email", p_change: { value: "no@example.com" } }],
    ["begin_import", { p_user_id: target.id, p_file_name: "x" }],
    ["receive_import_rows", { p_import_id: target.id, p_rows: [] }],
    ["start_import", { p_import_id: target.id }],
    ["discard_import", { p_import_id: target.id }],
    ["get_import", { p_import_id: target.id }],
    ["kit_waitlist_gate", {}],
    ["admin_health", {}],
    ["begin_user_deletion", { p_user_id: target.id, p_reason: "x" }],
    ["admin_list_impersonations", {}],
    ["create_ai_users", { p_users: [{}], p_seed: "x" }],
    ["set_ai_user_active", { p_id: target.id, p_is_active: true }],
    ["delete_ai_user", { p_id: target.id }],
    ["review_workout_checkin", { p_checkin_id: target.id, p_status: "verified" }],
    ["decide_submission", { p_table: "dream_videos", p_id: target.id }],
    ["issue_impersonation", { p_target_id: target.id, p_reason: "x" }],
  ];

  it("refuse users and demoted super admins", async () => {
    const [user, demoted] = await Promise.all([person("Caller"), superAdmin("Old Token")]);
    await demoteAlone(demoted);
    for (const [name, args] of calls()) {
      for (const { client } of [user, demoted]) {
        const { error, status } = await client.rpc(name, args);
        expect([name, status, error?.message])
          .toEqual([name, 403, "Only super admins may do this"]);
      }
    }
    expect(await sql`select from public.audit_log where target_id = ${target.id}`).toEqual([]);
  });
});

it("the service writes no table of administration directly", async () => {
  const rows: Record<string, Record<string, unknown>> = {
    audit_log: { act: "made.up", target_type: "user" },
    admin_impersonations: { admin_id: admin.id, target_id: target.id, reason: "forged" },
    currency_conversion_rates: { tokens_per_drop: 33.0303 },
    feature_flags: { key: "forbidden" },
    feature_flag_users: { flag_key: "shown", user_id: target.id },
    prompts: { text: "Forbidden", active_since: "2026-01-01" },
    roadmap_tasks: { title: "Forbidden" },
    site_settings: { key: "signups_open", value: {} },
    kit_waitlist: { email: "someone@example.com" },
    token_usage: { user_id: target.id, type: "chat", model: "m", cost_usd: 0 },
  };
  for (const [table, row] of Object.entries(rows)) {
    const column = Object.keys(row)[0]!;
    const answers = [
      await service.from(table).insert(row),
      await service.from(table).update(row).not(column, "is", null),
      await service.from(table).delete().not(column, "is", null),
    ];
    expect([table, ...answers.map(({ error }) => error?.code)])
      .toEqual([table, "42501", "42501", "42501"]);
  }
});

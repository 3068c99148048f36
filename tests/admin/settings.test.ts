/** Site settings, on a separate platform: closing sign-up affects every user. */
import { describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

const { status: platform } = await ownPlatform();
const { anonymous, newClient, person, service, superAdmin } = await import(
  "../support/people.ts"
);
const { as, sql } = await import("../support/sql.ts");
const admin = await superAdmin("Settings Admin");

const set = (key: string, value: unknown) =>
  admin.api("PUT", `/api/admin/settings/${key}`, { value });

const defaults = {
  ai_daily_cost_limit: null,
  chat_enabled: true,
  chat_max_context_entries: 20,
  chat_model: null,
  chat_system_prompt: null,
  default_theme: "system",
  maintenance_message: null,
  signups_open: true,
  support_email: null,
};

describe("settings", () => {
  it("lists all nine with their defaults", async () => {
    const { status, body } = await admin.api("GET", "/api/admin/settings");
    expect([status, body.next_cursor]).toEqual([200, null]);
    expect(body.settings).toEqual(
      Object.entries(defaults).map(([key, value]) => ({
        key,
        value,
        updated_at: expect.any(String),
      })),
    );
  });

  const good: [keyof typeof defaults, unknown][] = [
    ["maintenance_message", "Back at ten"],
    ["maintenance_message", "ü".repeat(500)],
    ["maintenance_message", null],
    ["support_email", "help@example.com"],
    ["support_email", null],
    ["default_theme", "dark"],
    ["chat_enabled", false],
    ["chat_enabled", true],
    ["chat_model", "gpt-4o-mini"],
    ["chat_model", null],
    ["chat_system_prompt", "Be kind.\nBe brief."],
    ["chat_max_context_entries", 0],
    ["chat_max_context_entries", 50],
    ["ai_daily_cost_limit", 12.5],
    ["ai_daily_cost_limit", null],
  ];

  it.each(good)(
    "accept a valid value for %s (%#) and record it in the audit log",
    async (key, value) => {
      const { status, body } = await set(key, value);
      expect([status, body]).toEqual([200, {
        setting: { key, value, updated_at: expect.any(String) },
      }]);
      const [act] = await sql`
      select actor_id, target_type, after from public.audit_log
      where act = 'setting.set' and target_id = ${key} order by id desc limit 1`;
      expect(act).toEqual({ actor_id: admin.id, target_type: "setting", after: value });
    },
  );

  const bad: [keyof typeof defaults, unknown][] = [
    ["signups_open", null],
    ["signups_open", "false"],
    ["signups_open", 0],
    ["maintenance_message", ""],
    ["maintenance_message", "x".repeat(501)],
    ["maintenance_message", true],
    ["support_email", "nobody"],
    ["support_email", ""],
    ["default_theme", null],
    ["default_theme", ""],
    ["default_theme", "x".repeat(51)],
    ["chat_enabled", 1],
    ["chat_model", "two words"],
    ["chat_model", 4],
    ["chat_system_prompt", ""],
    ["chat_system_prompt", "x".repeat(8001)],
    ["chat_max_context_entries", 51],
    ["chat_max_context_entries", -1],
    ["chat_max_context_entries", 2.5],
    ["chat_max_context_entries", "20"],
    ["chat_max_context_entries", null],
    ["ai_daily_cost_limit", -1],
    ["ai_daily_cost_limit", 1_000_001],
    ["ai_daily_cost_limit", "12"],
  ];

  it.each(bad)("refuse an invalid value for %s (%#)", async (key, value) => {
    const { status, body } = await set(key, value);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^value: /)]);
  });

  it.each(bad)("refuse an invalid value for %s in the database too (%#)", async (key, value) => {
    const { error, status } = await admin.client.rpc("set_site_setting", {
      p_key: key,
      p_change: { value },
    });
    expect([status, error?.code]).toEqual([400, "23514"]);
  });

  it("refuse unknown keys", async () => {
    expect((await set("theme", "dark")).status).toBe(400);
    const args = { p_key: "theme", p_change: { value: "dark" } };
    expect((await admin.client.rpc("set_site_setting", args)).status).toBe(404);
    await expect(sql`insert into public.site_settings (key, value) values ('theme', '"dark"')`)
      .rejects.toMatchObject({ code: "23514" });
    const missing = await admin.api("PUT", "/api/admin/settings/chat_enabled", {});
    expect(missing.status).toBe(400);
    const rpc = { p_key: "chat_enabled", p_change: {} };
    expect((await admin.client.rpc("set_site_setting", rpc)).status).toBe(400);
  });

  it("show public settings to everyone, and chat settings to super admins only", async () => {
    const ana = await person("Ana");
    const forAnyone = ["default_theme", "maintenance_message", "signups_open", "support_email"];
    const keys = async (client: typeof ana.client) =>
      (await client.from("site_settings").select("key").order("key")).data?.map(({ key }) => key);
    expect(await keys(anonymous.client)).toEqual(forAnyone);
    expect(await keys(ana.client)).toEqual(["chat_enabled", ...forAnyone]);
    expect(await keys(admin.client)).toEqual(Object.keys(defaults));
    expect(await keys(service)).toEqual(Object.keys(defaults));
    const secret = ana.client.from("site_settings").select("value").eq("key", "chat_system_prompt");
    expect((await secret).data).toEqual([]);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const blocked = { role: "authenticated", sub: ana.id } as const;
    expect(await as(blocked, (tx) => tx`select * from public.site_settings`)).toHaveLength(0);
  });
});

describe("closed sign-up", () => {
  const email = () => `${crypto.randomUUID()}@example.com`;
  const password = "correct-horse-battery";
  const refusal = { status: 403, message: "Sign-up is closed" };

  it("refuses new accounts by every sign-up method and admits existing ones", async () => {
    const member = await person("Member");
    await set("signups_open", false);
    const taken = email();
    const { auth } = newClient();
    expect((await auth.signUp({ email: taken, password })).error).toMatchObject(refusal);
    expect((await auth.signInWithOtp({ email: email() })).error).toMatchObject(refusal);
    const { error } = await service.auth.admin.inviteUserByEmail(email());
    expect(error).toMatchObject(refusal);
    const link = { type: "signup", email: email(), password } as const;
    expect((await service.auth.admin.generateLink(link)).error).toMatchObject(refusal);
    expect(await sql`select from auth.users where email = ${taken}`).toHaveLength(0);

    const signedIn = await auth.signInWithPassword(member);
    expect(signedIn.error).toBeNull();
    expect((await auth.signInWithOtp({ email: member.email })).error).toBeNull();
  });

  it("allows new accounts made with the secret key", async () => {
    expect((await person("Made by hand")).id).toBeTruthy();
  });

  it("ends when sign-up is opened again", async () => {
    await set("signups_open", true);
    const { data, error } = await newClient().auth.signUp({ email: email(), password });
    expect(error).toBeNull();
    expect(data.session).not.toBeNull();
  });

  it("is checked by a function that only auth may call", async () => {
    for (const client of [anonymous.client, admin.client, service]) {
      const { error } = await client.rpc("before_user_created_hook", { event: {} });
      expect(error?.code).toBe("42501");
    }
    expect(platform.api_url).toMatch(/^http/);
  });
});

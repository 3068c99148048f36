/**
 * Site settings and the kit's waitlist with its decision gate, on a separate platform: closing
 * sign-up affects every user, and the gate counts every signup.
 */
import { describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";
import { ok, walk } from "../support/requests.ts";

await ownPlatform();
const { anonymous, newClient, person, service, superAdmin } = await import(
  "../support/people.ts"
);
const { sql } = await import("../support/sql.ts");
const admin = await superAdmin("Settings Admin");

const set = (key: string, value: unknown) =>
  admin.api("PUT", `/api/admin/settings/${key}`, { value });

const defaults = {
  ai_daily_cost_limit: 20,
  ai_free_cost_limit: 0.25,
  ai_free_hd_images: false,
  ai_free_images: 5,
  ai_free_share_percent: 50,
  attachments_limit_mb: 2048,
  chat_enabled: true,
  chat_max_context_entries: 20,
  chat_model: null,
  chat_system_prompt: null,
  default_theme: "system",
  maintenance_message: null,
  signups_open: true,
  streak_freeze_price: 10,
  support_email: null,
  texts_limit_mb: 2048,
};

describe("settings", () => {
  it("lists all with their defaults", async () => {
    const body = await ok(admin, "GET", "/api/admin/settings");
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
    ["ai_free_cost_limit", 0.5],
    ["ai_free_cost_limit", null],
    ["ai_free_share_percent", 0],
    ["ai_free_share_percent", 100],
    ["ai_free_images", 0],
    ["ai_free_images", 1000],
    ["ai_free_hd_images", true],
    ["ai_free_hd_images", false],
    ["attachments_limit_mb", 0],
    ["texts_limit_mb", 0],
    ["streak_freeze_price", 10_000],
    ["streak_freeze_price", 10],
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
    ["ai_free_cost_limit", -1],
    ["ai_free_cost_limit", "1"],
    ["ai_free_share_percent", 101],
    ["ai_free_share_percent", 0.5],
    ["ai_free_share_percent", null],
    ["ai_free_images", -1],
    ["ai_free_images", 1001],
    ["ai_free_images", null],
    ["ai_free_hd_images", "yes"],
    ["ai_free_hd_images", null],
    ["attachments_limit_mb", -1],
    ["attachments_limit_mb", 1_000_001],
    ["attachments_limit_mb", null],
    ["texts_limit_mb", -1],
    ["texts_limit_mb", 1_000_001],
    ["texts_limit_mb", null],
    ["streak_freeze_price", 0],
    ["streak_freeze_price", 10_001],
    ["streak_freeze_price", 2.5],
  ];

  it.each(bad)("refuse an invalid value for %s, in the database too (%#)", async (key, value) => {
    const { status, body } = await set(key, value);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^value: /)]);
    const args = { p_key: key, p_change: { value } };
    const { error } = await admin.client.rpc("set_site_setting", args);
    expect(error?.code).toBe("23514");
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
});

const page = (query = "") => ok(admin, "GET", `/api/admin/kit-waitlist${query}`);

const signUp = (count: number, ago: string) =>
  sql`insert into public.kit_waitlist (email, created_at)
    select gen_random_uuid() || '@example.com', now() - ${ago}::interval
    from generate_series(1, ${count})`;

describe("GET /admin/kit-waitlist", () => {
  it("starts empty, with green_light false", async () => {
    const none = { total: 0, last_30_days: 0, green_light: false };
    expect(await page()).toEqual({ signups: [], next_cursor: null, ...none });
  });

  it("gives green light above 200 signups within 30 days, not at 200", async () => {
    await signUp(500, "30 days 1 hour");
    await signUp(200, "29 days 23 hours");
    expect(await page("?limit=1")).toMatchObject({
      total: 700,
      last_30_days: 200,
      green_light: false,
    });
    const details = { email: "Ana@Example.com", name: "Ana", notes: "Two, please", country: "ES" };
    await sql`insert into public.kit_waitlist ${sql(details)}`;
    expect(await page("?limit=1")).toMatchObject({
      signups: [{ id: expect.any(String), ...details, created_at: expect.any(String) }],
      total: 701,
      last_30_days: 201,
      green_light: true,
    });
  });

  it("lists each signup once over all pages", async () => {
    const seen = await walk(admin, "/api/admin/kit-waitlist", "signups");
    expect(new Set(seen.map(({ id }) => id)).size).toBe(701);
  });

  it.each([
    [{ email: "ana@example.com" }, "23505"],
    [{ email: "no address" }, "23514"],
    [{ email: "b@example.com", country: "es" }, "23514"],
    [{ email: "c@example.com", name: "" }, "23514"],
  ])("refuses %o", async (row, code) => {
    await expect(sql`insert into public.kit_waitlist ${sql(row)}`).rejects.toMatchObject({ code });
  });
});

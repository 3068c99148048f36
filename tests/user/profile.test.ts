import { beforeEach, describe, expect, it } from "vitest";
import { languages } from "../../shared/generated/languages.ts";
import "../support/configured.ts";
import { type Person, person, persons } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome } from "../support/requests.ts";

const [ana, ben] = await persons("Ana", "Ben");

const path = "/api/user/profile";
const someone = "6a1f7a3e-0c53-4f0e-8f6d-2b7c9d1e4a55";
/** A tone pack of this person, which can be their active one. */
const packOf = async ({ id }: { id: string }) => {
  const [pack] = await sql`
    insert into public.tone_packs (owner_id, name, theme) values (${id}, 'Moods', 'icons')
    returning id`;
  return pack!.id as string;
};
/** Changes the profile; returns it. */
const put = async (who: Person, changes: Record<string, unknown>) =>
  (await ok(who, "PUT", path, changes)).profile;
const aHandle = () => `h_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`;

describe("/api/user/profile", () => {
  it("answers with the caller's whole profile", async () => {
    const ana = await person("Ana María");
    const body = await ok(ana, "GET", path);
    expect(body).toMatchObject({
      profile: {
        id: ana.id,
        handle: expect.stringMatching(/^ana_maria(_[0-9a-f]{8})?$/),
        full_name: "Ana María",
        avatar_url: null,
        preferences: {},
        role: "user",
        is_ai: false,
        is_active: true,
        is_classroom: false,
        read_notes_enabled: false,
        check_in_enabled: false,
        mood_analysis_enabled: true,
        timezone: "UTC",
        language: "en",
        journal_email: expect.stringMatching(/^journal\+[0-9a-f]{20}@in\.example\.com$/),
        blocked_user_ids: [],
        version: 1,
      },
    });
  });

  it("updates sent fields and answers with the whole profile", async () => {
    const before = (await ok(ana, "GET", path)).profile;
    const change = {
      handle: aHandle(),
      full_name: "Ana M.",
      avatar_url: "https://example.com/ana.png?size=2#top",
      preferences: { theme: "dark", notifications: false, active_tone_pack_id: await packOf(ana) },
      timezone: "America/Argentina/Buenos_Aires",
      language: "es",
      mood_analysis_enabled: false,
      blocked_user_ids: [someone],
    };
    const body = await ok(ana, "PUT", path, change);
    const { updated_at } = body.profile;
    expect(body).toEqual({
      profile: { ...before, ...change, updated_at, version: before.version + 1 },
    });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await ok(ana, "GET", path)).toEqual(body);
  });
});

it("keeps fields that are not sent and clears null ones", async () => {
  await ana.api("PUT", path, { avatar_url: "https://example.com/a.png", timezone: "Asia/Tokyo" });
  const named = await put(ana, { full_name: "Ana B." });
  expect(named).toMatchObject({
    full_name: "Ana B.",
    avatar_url: "https://example.com/a.png",
    timezone: "Asia/Tokyo",
  });
  const cleared = await put(ana, { full_name: null, avatar_url: null });
  expect(cleared).toMatchObject({ full_name: null, avatar_url: null, handle: named.handle });
});

it("a change of preferences writes neither the card nor the indexes of names", async () => {
  const who = await person("Ana");
  const rows = () =>
    sql`
      select c.xmin as card, d.xmin as directory, t.xmin as terms
      from public.profile_cards as c
      join private.user_directory as d on d.user_id = c.id
      join private.user_search_terms as t on t.user_id = c.id and t.place = 0
      where c.id = ${who.id}`;
  const before = await rows();
  await put(who, { full_name: "Ana", preferences: { theme: "dark" } });
  expect(await rows()).toEqual(before);
  await put(who, { full_name: "Ana María" });
  expect(Object.values((await rows())[0]!)).not.toContain(before[0]!.card);
});

describe("preferences", () => {
  let ana: Person;
  beforeEach(async () => void (ana = await person("Ana")));

  it("are merged key by key, unknown keys kept", async () => {
    const set = async (preferences: unknown) => (await put(ana, { preferences })).preferences;
    expect(await set({ theme: "dark", layout: { columns: [1, 2] } })).toEqual({
      theme: "dark",
      layout: { columns: [1, 2] },
    });
    expect(await set({ notifications: true, theme: "light" })).toEqual({
      theme: "light",
      notifications: true,
      layout: { columns: [1, 2] },
    });
    const pack = await packOf(ana);
    expect(await set({ active_tone_pack_id: pack, layout: null })).toEqual({
      theme: "light",
      notifications: true,
      layout: null,
      active_tone_pack_id: pack,
    });
    expect(await set({ active_tone_pack_id: null })).toMatchObject({ active_tone_pack_id: null });
    expect(await set({})).toMatchObject({ theme: "light", notifications: true, layout: null });
  });

  it("of two updates at once are both kept", async () => {
    const keys = Array.from({ length: 8 }, (_, i) => `key${i}`);
    await Promise.all(keys.map((key) => ana.api("PUT", path, { preferences: { [key]: key } })));
    const { preferences } = (await ok(ana, "GET", path)).profile;
    expect(preferences).toEqual(Object.fromEntries(keys.map((key) => [key, key])));
  });

  it("have at most 16 kB in all", async () => {
    const half = "x".repeat(9000);
    expect((await ana.api("PUT", path, { preferences: { one: half } })).status).toBe(200);
    expect(await outcome(ana, "PUT", path, { preferences: { two: half } })).toBe(
      "400 preferences: expected at most 16 kB in all",
    );
    expect((await ok(ana, "GET", path)).profile.preferences).toEqual({ one: half });
  });

  it("may have any key", async () => {
    const raw = '{"preferences": {"__proto__": {"role": "super_admin"}, "constructor": 1}}';
    const answer = await ok(ana, "PUT", path, raw, { "content-type": "application/json" });
    expect(answer.profile.role).toBe("user");
  });

  it.each([
    ["NUL in a key", '{"a\\u0000": 1}', "holds a character that cannot be stored"],
    ["NUL in a value", '{"a": "\\u0000"}', "holds a character that cannot be stored"],
    ["half a character", '{"a": "\\ud800"}', "holds a character that cannot be stored"],
    ["a deep nest", `{"a": ${"[".repeat(40)}${"]".repeat(40)}}`, "expected at most 32 levels"],
    [
      "an abyss",
      `{"a": ${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
      "expected at most 32 levels",
    ],
    ["too much", `{"a": "${"x".repeat(17_000)}"}`, "expected at most 16 kB"],
  ])("with %s are refused", async (_, preferences, error) => {
    const headers = { "content-type": "application/json" };
    const answer = await ana.api("PUT", path, `{"preferences": ${preferences}}`, headers);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: `preferences: ${error}` });
  });
});

it.each(["UTC", "GMT", "Europe/Madrid", "Asia/Kolkata", "America/Port-au-Prince", "Etc/GMT-14"])(
  "accepts the time zone %s",
  async (timezone) => {
    expect((await put(ana, { timezone })).timezone).toBe(timezone);
  },
);

const language = `language: expected one of ${languages.join(", ")}`;
const zone = "timezone: expected UTC or an IANA name such as Europe/Madrid";
const handle = "handle: expected 3 to 30 letters (a-z), digits or underscores";
const url = "avatar_url: expected an https URL";

it.each([
  [{}, "no known field to update"],
  [{ role: "super_admin", drops_balance: 1000, is_active: true }, "no known field to update"],
  [{ handle: "ab" }, handle],
  [{ handle: "x".repeat(31) }, handle],
  [{ handle: "ana maria" }, handle],
  [{ handle: "anaé" }, handle],
  [{ handle: "ana\n" }, handle],
  [{ handle: "@ana" }, handle],
  [{ full_name: "x".repeat(101) }, "full_name: expected at most 100 characters"],
  [{ avatar_url: "http://example.com/a.png" }, url],
  [{ avatar_url: "javascript:alert(1)" }, url],
  [{ avatar_url: "data:image/png;base64,AAAA" }, url],
  [{ avatar_url: "example.com/a.png" }, url],
  [{ avatar_url: "https:example.com" }, url],
  [{ avatar_url: "https://example.com/a b" }, url],
  [{ avatar_url: "https://example.com/ä" }, url],
  [{ avatar_url: "https://example.com/%zz" }, url],
  [{ preferences: null }, "preferences: expected object"],
  [{ preferences: { theme: 1 } }, "preferences.theme: expected string"],
  [{ preferences: { notifications: "yes" } }, "preferences.notifications: expected boolean"],
  [
    { preferences: { active_tone_pack_id: "1" } },
    "preferences.active_tone_pack_id: expected a UUID",
  ],
  [{ timezone: "Mars/Olympus_Mons" }, zone],
  [{ timezone: "+02:00" }, zone],
  [{ timezone: "PST" }, zone],
  [{ language: "en-US" }, language],
  [{ language: "ja" }, language],
  [{ mood_analysis_enabled: "maybe" }, "mood_analysis_enabled: expected boolean"],
  [{ timezone: "Foo/Bar+5" }, zone],
  [{ timezone: "Etc/GMT+99" }, zone],
  [{ timezone: "posix/Europe/Madrid" }, zone],
  [{ blocked_user_ids: ["ana"] }, "blocked_user_ids.0: expected a UUID"],
  [
    { blocked_user_ids: Array(1001).fill(someone) },
    "blocked_user_ids: expected at most 1000 items",
  ],
  [{ handle: null }, "handle: expected string"],
  [{ full_name: "" }, "full_name: must not be empty"],
  [{ preferences: [] }, "preferences: expected object"],
])("refuses %j, also in the database", async (body, error) => {
  const before = await ok(ana, "GET", path);
  expect(await outcome(ana, "PUT", path, body)).toBe(`400 ${error}`);
  const direct = await ana.client.from("profiles").update(body).eq("id", ana.id);
  if (Object.keys(body).length) expect(direct.error?.code).toMatch(/^(23502|23514|22P02|42501)$/);
  expect(await ok(ana, "GET", path)).toEqual(before);
});

it("refuses an avatar_url longer than 2048 characters", async () => {
  const avatar_url = "https://example.com/".padEnd(2048, "x");
  expect((await put(ana, { avatar_url })).avatar_url).toBe(avatar_url);
  const answer = await ana.api("PUT", path, { avatar_url: `${avatar_url}x` });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(/^avatar_url: expected /);
});

it("the function of the database ignores fields that the caller cannot change", async () => {
  const before = (await ok(ana, "GET", path)).profile;
  const p_changes = {
    id: ben.id,
    role: "super_admin",
    drops_balance: 1_000_000,
    is_ai: true,
    is_active: false,
    is_classroom: true,
    created_at: "2020-01-01T00:00:00Z",
    email: "other@example.com",
  };
  await ana.client.rpc("update_profile", { p_changes: { full_name: "Ana C.", ...p_changes } })
    .throwOnError();
  const { profile } = await ok(ana, "GET", path);
  const { updated_at, version } = profile;
  expect(profile).toEqual({ ...before, full_name: "Ana C.", updated_at, version });
  expect((await ok(ben, "GET", path)).profile.full_name).toBe("Ben");
});

/** The profile that every sign-up creates, whatever metadata the client sends. */
import { describe, expect, it } from "vitest";
import { newClient, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";

async function signUp(data?: Record<string, unknown>, local: string = crypto.randomUUID()) {
  const email = `${local}@example.com`;
  const client = newClient();
  const password = "correct-horse-battery";
  const { data: { user, session }, error } = await client.auth.signUp({
    email,
    password,
    options: { data },
  });
  expect(error).toBeNull();
  expect(session).not.toBeNull();
  const { data: profile } = await client.from("profiles").select().single();
  expect(profile.id).toBe(user!.id);
  return { profile, email, client, token: session!.access_token };
}

const random = /^user_[0-9a-f]{8}$/;

/** A unique name of letters. */
const unusual = () =>
  crypto.randomUUID().replaceAll("-", "").slice(0, 12)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);

describe("the name and picture", () => {
  it("come from the names that clients and providers use", async () => {
    const own = await signUp({ full_name: "Ana M.", avatar_url: "https://example.com/a.png" });
    expect(own.profile).toMatchObject({
      full_name: "Ana M.",
      avatar_url: "https://example.com/a.png",
    });
    const provider = await signUp({ name: "Ana P.", picture: "https://example.com/b.png" });
    expect(provider.profile).toMatchObject({
      full_name: "Ana P.",
      avatar_url: "https://example.com/b.png",
    });
    const both = await signUp({ full_name: "  ", name: "\tAna\n" });
    expect(both.profile.full_name).toBe("Ana");
  });

  it("are null when the metadata has none", async () => {
    const { profile } = await signUp();
    expect(profile).toMatchObject({ full_name: null, avatar_url: null, preferences: {} });
    expect(profile.handle).toMatch(random);
  });

  it("are never the e-mail address", async () => {
    const local = `ana.secret.${unusual()}`;
    const { profile } = await signUp({ full_name: `${local.toUpperCase()}@example.com` }, local);
    expect(profile.full_name).toBeNull();
    expect(profile.handle).toMatch(random);
    expect((await signUp(undefined, `ben.${unusual()}`)).profile.handle).toMatch(random);
  });
});

describe("time zone and language", () => {
  const of = ({ timezone, language }: Record<string, unknown>) => [timezone, language];

  it.each<[Record<string, unknown>, string, string]>([
    [{ timezone: "America/Los_Angeles", language: "de" }, "America/Los_Angeles", "de"],
    [{ timezone: "UTC", language: "en" }, "UTC", "en"],
    [{}, "UTC", "en"],
    [{ timezone: "Mars/Olympus_Mons", language: "fr" }, "UTC", "fr"],
    [{ timezone: "+02:00", language: "ja" }, "UTC", "en"],
    [{ timezone: "posix/Europe/Madrid", language: "de-AT" }, "UTC", "en"],
    [{ timezone: ["Europe/Madrid"], language: 5 }, "UTC", "en"],
    [{ timezone: "'; drop table public.profiles; --", language: "" }, "UTC", "en"],
  ])("of %j are %s and %s, by sign-up and by an administrator", async (data, ...expected) => {
    expect(of((await signUp(data)).profile)).toEqual(expected);
    const made = await service.auth.admin.createUser({
      email: `${crypto.randomUUID()}@example.com`,
      user_metadata: data,
    });
    expect(made.error).toBeNull();
    const profile = await service.from("profiles").select().eq("id", made.data.user!.id).single();
    expect(of(profile.data)).toEqual(expected);
  });

  it("are read once", async () => {
    const { client } = await signUp({ timezone: "Europe/Madrid", language: "es" });
    await client.auth.updateUser({ data: { timezone: "Asia/Tokyo", language: "it" } });
    expect(of((await client.from("profiles").select().single()).data))
      .toEqual(["Europe/Madrid", "es"]);
  });
});

describe("the handle", () => {
  it("is made from the name", async () => {
    const tail = unusual();
    expect((await signUp({ full_name: `Zoë ${tail}` })).profile.handle).toBe(`zoe_${tail}`);
    expect((await signUp({ full_name: `Ａ.${tail}!` })).profile.handle).toBe(`a_${tail}`);
    expect((await signUp({ full_name: `--${tail}--` })).profile.handle).toBe(tail);
    const long = await signUp({ full_name: `${tail} ${"x".repeat(80)}` });
    expect(long.profile.handle).toBe(`${tail}_xxxxxxx`);
  });

  it.each(["Иван Петров", "李雷", "محمد", "🙂🙂🙂", "Al", "___", "é"])(
    "is random when the name %s has too few usable characters",
    async (full_name) => {
      const { profile } = await signUp({ full_name });
      expect(profile.full_name).toBe(full_name);
      expect(profile.handle).toMatch(random);
    },
  );

  it.each(["Admin", "Support", "S.U.P.P.O.R.T", "R00t", "Ａｄｍｉｎ", "Ad\u200bmin", "Adrnin"])(
    "is random when the name %s makes a reserved one",
    async (full_name) => {
      expect((await signUp({ full_name })).profile.handle).toMatch(random);
    },
  );

  it("differs for users of one name who sign up at once", async () => {
    const name = unusual();
    const people = await Promise.all(Array.from({ length: 8 }, () => signUp({ full_name: name })));
    const handles = people.map(({ profile }) => profile.handle);
    expect(new Set(handles).size).toBe(8);
    expect(handles.filter((handle) => handle === name)).toHaveLength(1);
    for (const handle of handles) expect(handle).toMatch(new RegExp(`^${name}(_[0-9a-f]{8})?$`));
  });

  it("stays when the metadata changes later", async () => {
    const { client, profile } = await signUp({ full_name: unusual() });
    await client.auth.updateUser({ data: { full_name: "Somebody Else", role: "super_admin" } });
    expect((await client.from("profiles").select().single()).data).toEqual(profile);
  });
});

describe("invisible characters in a name", () => {
  it.each([
    ["a\u202eb", "ab"],
    ["\ufeffAna\u200b\u2060 M\u00ad.", "Ana M."],
    ["Ana\u200d", "Ana"],
    ["A\u200cna", "Ana"],
    ["Ana\u0007\u{e0041}", "Ana"],
    ["Ana\ufe0f\u{e0100}", "Ana"],
    ["ب\u200c\ufe0fx", "بx"],
    // Scripts and emoji need their joiners and variation selectors.
    ["❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"],
    ["辻\u{e0100}", "辻\u{e0100}"],
    ["می‌خواهم", "می‌خواهم"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["می‌‌خواهم", "میخواهم"],
    // A name that is cut after a joiner.
    [`${"ب".repeat(99)}\u200cب`, "ب".repeat(99)],
    ["\u200b\u3164 \u2800", null],
  ])("are left out: %j", async (full_name, kept) => {
    expect((await signUp({ full_name })).profile.full_name).toBe(kept);
  });
});

describe("hostile metadata", () => {
  it.each<[string, Record<string, unknown>]>([
    ["another type", { full_name: { a: 1 }, avatar_url: ["https://example.com/a.png"] }],
    ["numbers", { full_name: 5, name: true, avatar_url: 0, picture: null }],
    ["a picture over http", { avatar_url: "http://example.com/a.png" }],
    ["a script for a picture", { avatar_url: "javascript:alert(1)" }],
    ["a picture with spaces", { avatar_url: "https://example.com/a b" }],
    ["a picture without end", { avatar_url: `https://example.com/${"x".repeat(2048)}` }],
    ["only white space", { full_name: " \t\n " }],
  ])("drops %s", async (_, metadata) => {
    const { profile } = await signUp(metadata);
    expect(profile).toMatchObject({ full_name: null, avatar_url: null });
  });

  it("is cut where a name is too long", async () => {
    const { profile } = await signUp({ full_name: "é".repeat(5000) });
    expect(profile.full_name).toBe("é".repeat(100));
  });

  it.each([
    "'; drop table public.profiles; --",
    "<script>alert(1)</script>",
    "%s %I $1 $$",
    "\\u0000",
  ])("may be the name %j", async (full_name) => {
    expect((await signUp({ full_name })).profile.full_name).toBe(full_name);
  });

  it("gives no role in the profile or the token", async () => {
    const { profile, token } = await signUp({
      full_name: "Eve",
      id: crypto.randomUUID(),
      handle: "root",
      role: "super_admin",
      user_role: "super_admin",
      is_super_admin: true,
      is_ai: true,
      is_classroom: true,
      drops_balance: 1_000_000,
      preferences: { theme: "dark" },
    });
    const fresh = (await sql`
      select is_ai, is_active, is_classroom, role, drops_balance, preferences
      from public.profiles where id = ${(await person("Ordinary")).id}`)[0];
    expect(profile).toMatchObject({ ...fresh, role: "user", is_ai: false, is_classroom: false });
    expect(profile.handle).not.toBe("root");
    const claims = JSON.parse(atob(token.split(".")[1]!.replace(/-/g, "+").replace(/_/g, "/")));
    expect(claims.user_role).toBe("user");
    expect(claims.role).toBe("authenticated");
  });
});

it("the token has the role of the profile", async () => {
  const { client, profile } = await signUp({ full_name: "Ana" });
  await sql`update public.profiles set role = 'super_admin' where id = ${profile.id}`;
  const { data } = await client.auth.refreshSession();
  const claims = await client.auth.getClaims(data.session!.access_token);
  expect(claims.data?.claims.user_role).toBe("super_admin");
});

it("metadata beyond the limits of free JSON is left out, and known texts stay", async () => {
  const large = { full_name: "Ana", note: "x".repeat(17_000) };
  const kept = async (id: string) =>
    (await sql`
      select raw_user_meta_data as metadata, octet_length(raw_user_meta_data::text) as bytes
      from auth.users where id = ${id}`)[0]!;
  const isCut = async (id: string) => {
    const { metadata, bytes } = await kept(id);
    expect(metadata.full_name).toBe("Ana");
    expect(metadata).not.toHaveProperty("note");
    expect(bytes).toBeLessThan(1000);
  };
  const { client, profile } = await signUp(large);
  await isCut(profile.id);
  expect((await client.auth.updateUser({ data: { note: "short" } })).error).toBeNull();
  expect((await kept(profile.id)).metadata.note).toBe("short");
  expect((await client.auth.updateUser({ data: large })).error).toBeNull();
  await isCut(profile.id);
});

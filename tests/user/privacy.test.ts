/** Direct access of clients to profiles and cards: visibility and writes. */
import { describe, expect, it } from "vitest";
import { anonymous, type Person, person, superAdmin } from "../support/people.ts";
import { as, sql } from "../support/sql.ts";

const profileOf = async ({ client, id }: Person) =>
  (await client.from("profiles").select().eq("id", id).single()).data;

describe("of another user", () => {
  it("every user sees the card", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const { handle } = await profileOf(ana);
    const { data } = await ben.client.from("profile_cards").select().eq("id", ana.id);
    expect(data).toEqual([{ id: ana.id, handle, full_name: "Ana", avatar_url: null }]);
  });

  it("the profile is hidden by id, handle, filter, order, count and embed", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const { handle } = await profileOf(ana);
    await ana.client.from("profiles").update({ preferences: { theme: "secret" } }).eq("id", ana.id);
    const from = () => ben.client.from("profiles");
    for (
      const query of [
        from().select().eq("id", ana.id),
        from().select("role").eq("handle", handle),
        from().select("id").eq("preferences->>theme", "secret"),
        from().select("id").gte("drops_balance", 0).neq("id", ben.id).order("drops_balance"),
        from().select("id").or(`id.eq.${ana.id},full_name.eq.Ana`),
        ben.client.from("profile_cards").select("id, profiles!inner(timezone)").eq("id", ana.id),
      ]
    ) {
      expect((await query).data).toEqual([]);
    }
    const { count } = await from().select("*", { count: "exact", head: true });
    expect(count).toBe(1);
    const embed = ben.client.from("profile_cards").select("id, profiles(*)").eq("id", ana.id);
    expect((await embed).data).toEqual([{ id: ana.id, profiles: null }]);
    const sorted = ben.client.from("profile_cards").select("id, profiles(role)")
      .eq("id", ana.id).eq("profiles.role", "user");
    expect((await sorted).data).toEqual([{ id: ana.id, profiles: null }]);
  });

  it("nothing can be changed", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const before = await profileOf(ana);
    const update = ben.client.from("profiles").update({ full_name: "x" }).eq("id", ana.id).select();
    expect((await update).data).toEqual([]);
    await ben.client.from("profiles").update({ full_name: "Everyone" }).neq("handle", "");
    await ben.client.rpc("update_profile", { p_changes: { id: ana.id, full_name: "Ben B." } });
    expect(await profileOf(ana)).toEqual(before);
    expect((await profileOf(ben)).full_name).toBe("Ben B.");
  });
});

describe("of one's own profile", () => {
  const changes = {
    id: crypto.randomUUID(),
    role: "super_admin",
    drops_balance: 1_000_000,
    is_ai: true,
    is_active: true,
    is_classroom: true,
    created_at: "2020-01-01T00:00:00Z",
    updated_at: "2020-01-01T00:00:00Z",
  };

  it.each(Object.entries(changes))("the owner cannot change %s", async (field, value) => {
    const ana = await person("Ana");
    const before = await profileOf(ana);
    const update = { full_name: "Ana B.", [field]: value };
    const { error } = await ana.client.from("profiles").update(update).eq("id", ana.id);
    expect(error?.code).toBe("42501");
    expect(await profileOf(ana)).toEqual(before);

    const rpc = await ana.client.rpc("update_profile", { p_changes: { [field]: value } });
    expect(rpc.error).toBeNull();
    expect((await profileOf(ana))[field]).not.toEqual(field === "is_active" ? false : value);
  });

  it.each([
    [{ handle: "a b" }, "23514"],
    [{ handle: "ab" }, "23514"],
    [{ handle: null }, "23502"],
    [{ full_name: "" }, "23514"],
    [{ full_name: "x".repeat(101) }, "23514"],
    [{ avatar_url: "http://example.com/a.png" }, "23514"],
    [{ avatar_url: "https://example.com/a b" }, "23514"],
    [{ avatar_url: "javascript:alert(1)" }, "23514"],
    [{ timezone: "Mars/Olympus" }, "23514"],
    [{ timezone: "PST" }, "23514"],
    [{ timezone: "Foo/Bar+5" }, "23514"],
    [{ preferences: [] }, "23514"],
    [{ preferences: 5 }, "23514"],
    [{ preferences: { theme: 5 } }, "23514"],
    [{ preferences: { theme: null } }, "23514"],
    [{ preferences: { notifications: "yes" } }, "23514"],
    [{ preferences: { active_tone_pack_id: 5 } }, "23514"],
    [{ preferences: { active_tone_pack_id: "x" } }, "23514"],
    [{ preferences: { big: "x".repeat(17_000) } }, "23514"],
    [{ blocked_user_ids: ["x"] }, "22P02"],
  ])("the database refuses %j", async (change, code) => {
    const ana = await person("Ana");
    const before = await profileOf(ana);
    const { error } = await ana.client.from("profiles").update(change).eq("id", ana.id);
    expect(error?.code).toBe(code);
    expect(await profileOf(ana)).toEqual(before);
  });

  it("the handle stays unique in direct updates", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const handle = (await profileOf(ana)).handle.toUpperCase();
    const { error } = await ben.client.from("profiles").update({ handle }).eq("id", ben.id);
    expect(error?.code).toBe("23505");
  });

  it("at most 1000 users are blocked in direct updates", async () => {
    const ana = await person("Ana");
    const block = (count: number) =>
      ana.client.from("profiles")
        .update({ blocked_user_ids: Array.from({ length: count }, () => crypto.randomUUID()) })
        .eq("id", ana.id);
    expect((await block(1000)).error).toBeNull();
    expect((await block(1001)).error?.code).toBe("23514");
  });

  it("the card follows the profile", async () => {
    const ana = await person("Ana");
    const handle = `h_${crypto.randomUUID().slice(0, 8)}`;
    const change = { handle, full_name: null, avatar_url: "https://example.com/a.png" };
    await ana.client.from("profiles").update(change).eq("id", ana.id);
    const { data } = await ana.client.from("profile_cards").select().eq("id", ana.id).single();
    expect(data).toEqual({ id: ana.id, ...change });
  });
});

describe("a client cannot", () => {
  it("insert or delete profiles and cards, or update cards", async () => {
    const ana = await person("Ana");
    const row = { id: crypto.randomUUID(), handle: "somebody" };
    for (
      const request of [
        ana.client.from("profiles").insert(row),
        ana.client.from("profiles").upsert({ ...row, id: ana.id }),
        ana.client.from("profiles").delete().eq("id", ana.id),
        ana.client.from("profile_cards").insert(row),
        ana.client.from("profile_cards").update({ full_name: "x" }).eq("id", ana.id),
        ana.client.from("profile_cards").delete().eq("id", ana.id),
      ]
    ) {
      expect((await request).error?.code).toBe("42501");
    }
  });

  it("read anything without a token", async () => {
    for (const table of ["profiles", "profile_cards"]) {
      expect((await anonymous.client.from(table).select()).error?.code).toBe("42501");
    }
    const rpc = await anonymous.client.rpc("update_profile", { p_changes: { full_name: "x" } });
    expect(rpc.error?.code).toBe("42501");
  });

  it("call internal functions", async () => {
    const ana = await person("Ana");
    const hook = { event: { user_id: ana.id, claims: {} } };
    expect((await ana.client.rpc("custom_access_token_hook", hook)).error).not.toBeNull();
    for (const name of ["create_profile", "make_handle", "is_super_admin", "pre_request"]) {
      expect((await ana.client.rpc(name)).error).not.toBeNull();
    }
    const inside = ana.client.schema("private" as "public").rpc("is_super_admin");
    expect((await inside).error).not.toBeNull();
  });
});

describe("a blocked user", () => {
  it("gets no row and no token", async () => {
    const ana = await person("Ana");
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    for (const table of ["profiles", "profile_cards"]) {
      const { data, error, status } = await ana.client.from(table).select();
      expect([data, error?.code, status]).toEqual([null, "PT403", 403]);
      expect(error?.message).toBe("This account is blocked");
    }
    const rpc = await ana.client.rpc("update_profile", { p_changes: { full_name: "x" } });
    expect([rpc.error?.code, rpc.status]).toEqual(["PT403", 403]);
    expect((await ana.client.auth.refreshSession()).error).not.toBeNull();
    const { email, password } = ana;
    const again = await anonymous.client.auth.signInWithPassword({ email, password });
    expect(again.data.session).toBeNull();
  });

  it("gets no row under row security either", async () => {
    const ana = await person("Ana");
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const caller = { role: "authenticated", sub: ana.id } as const;
    const [rows, cards, changed] = await as(caller, async (tx) => [
      await tx`select id from public.profiles`,
      await tx`select id from public.profile_cards`,
      await tx`update public.profiles set full_name = 'x' returning id`,
    ]);
    expect([rows, cards, changed].map((result) => result!.length)).toEqual([0, 0, 0]);
  });

  it("keeps their card for others", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const { data } = await ben.client.from("profile_cards").select("id").eq("id", ana.id);
    expect(data).toHaveLength(1);
  });
});

describe("a super admin", () => {
  it("reads every profile and cannot write them", async () => {
    const [ana, admin] = await Promise.all([person("Ana"), superAdmin()]);
    const { data } = await admin.client.from("profiles").select("id, timezone").eq("id", ana.id);
    expect(data).toEqual([{ id: ana.id, timezone: "UTC" }]);
    const write = admin.client.from("profiles").update({ full_name: "x" }).eq("id", ana.id);
    expect((await write.select()).data).toEqual([]);
    const role = admin.client.from("profiles").update({ role: "super_admin" }).eq("id", ana.id);
    expect((await role).error?.code).toBe("42501");
  });

  it("needs a fresh token after promotion, and loses access at once after demotion", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const seesBen = async () => {
      const { data } = await ana.client.from("profiles").select("id").eq("id", ben.id);
      return data?.length === 1;
    };
    await sql`update public.profiles set role = 'super_admin' where id = ${ana.id}`;
    expect(await seesBen()).toBe(false);
    expect((await ana.api("GET", "/api/user/profile")).body.profile.role).toBe("super_admin");
    await ana.client.auth.refreshSession();
    expect(await seesBen()).toBe(true);
    await sql`update public.profiles set role = 'user' where id = ${ana.id}`;
    expect(await seesBen()).toBe(false);
  });

  it("needs the role in the profile, not only the claim", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const claims = { role: "authenticated", sub: ana.id, user_role: "super_admin" } as const;
    const rows = await as(claims, (tx) => tx`select id from public.profiles where id = ${ben.id}`);
    expect(rows).toHaveLength(0);
  });
});

/** Direct access of clients to profiles and cards: visibility and writes. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { newClient, type Person, withToken } from "../support/people.ts";
import { as, sql, undone } from "../support/sql.ts";
import { ok, outcome } from "../support/requests.ts";
import { platform } from "../support/platform.ts";

const profileOf = async ({ client, id }: Person) =>
  (await client.from("profiles").select().eq("id", id).single()).data;

describe("of another user", () => {
  it("every user sees the card", async ({ ana, ben }) => {
    const { handle } = await profileOf(ana);
    const { data } = await ben.client.from("profile_cards").select().eq("id", ana.id);
    expect(data).toEqual([{
      id: ana.id,
      handle,
      full_name: "Ana",
      avatar_url: null,
      is_synthetic: false,
    }]);
  });

  it("the card is hidden from the people whom the user blocks, in every form of query", async ({ ana, ben, admin }) => {
    const block = (ids: string[]) =>
      ana.client.from("profiles").update({ blocked_user_ids: ids }).eq("id", ana.id);
    await block([ben.id, admin.id]);
    const cards = () => ben.client.from("profile_cards");
    for (
      const read of [
        cards().select().eq("id", ana.id),
        cards().select("id, goals(title)").eq("id", ana.id),
        cards().select().in("id", [ana.id]),
      ]
    ) {
      const { data } = await read;
      expect(data ?? []).toEqual([]);
    }
    const { count } = await cards().select("id", { count: "exact", head: true }).eq("id", ana.id);
    expect(count).toBe(0);
    expect(await outcome(ben, "GET", `/api/users/${ana.id}`)).toBe("404 User not found");
    expect((await admin.client.from("profile_cards").select("id").eq("id", ana.id)).data)
      .toEqual([{ id: ana.id }]);
    const own = await ana.client.from("profile_cards").select("id").in("id", [ana.id, ben.id]);
    expect(own.data).toHaveLength(2);
    for (const path of ["profile%5Fcards", "%70rofile_cards", "Profile_cards", "/profile_cards"]) {
      const response = await fetch(`${platform.api_url}/rest/v1/${path}?id=eq.${ana.id}`, {
        headers: { apikey: platform.publishable_key, authorization: `Bearer ${ben.token}` },
      });
      const body = await response.json();
      expect([path, Array.isArray(body) ? body : []]).toEqual([path, []]);
    }
    await block([]);
    expect((await cards().select("id").eq("id", ana.id)).data).toEqual([{ id: ana.id }]);
  });

  it("the profile is hidden in embeds of the card", async ({ ana, ben }) => {
    const card = (columns: string) =>
      ben.client.from("profile_cards").select(columns).eq("id", ana.id);
    expect((await card("id, profiles!inner(timezone)")).data ?? []).toEqual([]);
    expect((await card("id, profiles(*)")).data).toEqual([{ id: ana.id, profiles: null }]);
    expect((await card("id, profiles(role)").eq("profiles.role", "user")).data)
      .toEqual([{ id: ana.id, profiles: null }]);
  });
});

describe("of the user's own profile", () => {
  it("the owner reads these columns, and none that only the service uses", async ({ ana }) => {
    expect(Object.keys(await profileOf(ana)).toSorted()).toEqual([
      "avatar_path",
      "avatar_url",
      "blocked_user_ids",
      "check_in_enabled",
      "created_at",
      "drops_balance",
      "full_name",
      "handle",
      "id",
      "is_active",
      "is_ai",
      "is_classroom",
      "language",
      "mood_analysis_enabled",
      "preferences",
      "read_notes_enabled",
      "role",
      "timezone",
      "updated_at",
      "version",
    ]);
  });

  it("the owner cannot change columns that only the service writes", async ({ ana }) => {
    const past = "2020-01-01T00:00:00Z";
    for (
      const change of [
        { id: crypto.randomUUID() },
        { role: "super_admin" },
        { drops_balance: 1_000_000 },
        { is_active: true },
        { created_at: past },
        { updated_at: past },
      ]
    ) {
      const update = { full_name: "Ana B.", ...change };
      const { error } = await ana.client.from("profiles").update(update).eq("id", ana.id);
      expect([change, error?.code]).toEqual([change, "42501"]);
    }
  });

  it("the handle stays unique in direct updates", async ({ ana, ben }) => {
    const handle = (await profileOf(ana)).handle.toUpperCase();
    const { error } = await ben.client.from("profiles").update({ handle }).eq("id", ben.id);
    expect(error?.code).toBe("23505");
  });

  it("at most 1000 users are blocked in direct updates", async ({ ana }) => {
    const block = (count: number) =>
      ana.client.from("profiles")
        .update({ blocked_user_ids: Array.from({ length: count }, () => crypto.randomUUID()) })
        .eq("id", ana.id);
    expect((await block(1000)).error).toBeNull();
    expect((await block(1001)).error?.code).toBe("23514");
  });

  it("nobody blocks themselves, and the deletion works with such a list too", async ({ ana }) => {
    const own = { blocked_user_ids: [ana.id] };
    expect((await ana.client.from("profiles").update(own).eq("id", ana.id)).error?.code)
      .toBe("23514");
    expect(await outcome(ana, "PUT", "/api/user/profile", own))
      .toMatch(/^400 blocked_user_ids: /);
    await undone(async (tx) => {
      // Stored before it was refused.
      await tx`set local lock_timeout = '5s'`;
      await tx`alter table public.profiles disable trigger profiles_990_blocked_user_ids_check`;
      await tx`update public.profiles set blocked_user_ids = array[id] where id = ${ana.id}`;
      await tx`delete from auth.users where id = ${ana.id}`;
      expect(await tx`select from public.profiles where id = ${ana.id}`).toHaveLength(0);
    });
  });

  it("the card follows the profile", async ({ ana }) => {
    const handle = `h_${crypto.randomUUID().slice(0, 8)}`;
    const change = { handle, full_name: null, avatar_url: "https://example.com/a.png" };
    await ana.client.from("profiles").update(change).eq("id", ana.id);
    const { data } = await ana.client.from("profile_cards").select().eq("id", ana.id).single();
    expect(data).toEqual({ id: ana.id, ...change, is_synthetic: false });
  });
});

describe("a blocked user", () => {
  it("gets no token, neither for the session nor for the password", async ({ ana }) => {
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect((await ana.client.auth.refreshSession()).error).not.toBeNull();
    const again = await newClient().auth.signInWithPassword(ana);
    expect(again.data.session).toBeNull();
  });

  it("keeps their card for others", async ({ ana, ben }) => {
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const { data } = await ben.client.from("profile_cards").select("id").eq("id", ana.id);
    expect(data).toHaveLength(1);
  });
});

describe("a super admin", () => {
  it("needs a fresh token after promotion, and loses access at once after demotion", async ({ ana, ben }) => {
    const seesBen = async () => {
      const { data } = await ana.client.from("profiles").select("id").eq("id", ben.id);
      return data?.length === 1;
    };
    await sql`update public.profiles set role = 'super_admin' where id = ${ana.id}`;
    expect(await seesBen()).toBe(false);
    expect((await ok(ana, "GET", "/api/user/profile")).profile.role).toBe("super_admin");
    await ana.client.auth.refreshSession();
    expect(await seesBen()).toBe(true);
    await sql`update public.profiles set role = 'user' where id = ${ana.id}`;
    expect(await seesBen()).toBe(false);
    const { data } = await newClient().auth.signInWithPassword(ana);
    expect((await withToken(data.session!.access_token)("GET", "/api/user/profile")).body.profile)
      .toMatchObject({ role: "user" });
  });

  it("needs the role in the profile, not only the claim", async ({ ana, ben }) => {
    const claims = { role: "authenticated", sub: ana.id, user_role: "super_admin" } as const;
    const rows = await as(claims, (tx) => tx`select id from public.profiles where id = ${ben.id}`);
    expect(rows).toHaveLength(0);
  });
});

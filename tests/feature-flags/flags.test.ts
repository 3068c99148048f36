/** Feature flags: changes by super admins, and the users for whom they are on. */
import { afterAll, describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome, walk } from "../support/requests.ts";

const admin = await superAdmin("Flag Admin");
afterAll(async () => void await sql`delete from public.feature_flags where key like 'try-%'`);

const newKey = () => `try-${crypto.randomUUID().slice(0, 8)}`;

const set = async (key: string, flag: Record<string, unknown>) =>
  (await ok(admin, "PUT", `/api/admin/feature-flags/${key}`, flag)).feature_flag;

const flagsOf = async (who: Person): Promise<string[]> =>
  (await ok(who, "GET", "/api/feature-flags")).feature_flags;

describe("DELETE /admin/feature-flags/:key", () => {
  it("turns the flag off for everyone and records its last state", async () => {
    const [key, ana] = [newKey(), await person("Ana")];
    const { created_at: _, updated_at: __, ...flag } = await set(key, { user_ids: [ana.id] });
    expect(await flagsOf(ana)).toContain(key);
    const path = `/api/admin/feature-flags/${key}`;
    expect(await ok(admin, "DELETE", path)).toEqual({ message: "Feature flag deleted" });
    expect(await flagsOf(ana)).not.toContain(key);
    const acts = await sql`select actor_id, before, after from public.audit_log
      where act = 'feature_flag.delete' and target_id = ${key}`;
    expect([...acts]).toMatchObject([{ actor_id: admin.id, before: flag, after: null }]);
    expect(await outcome(admin, "DELETE", path)).toBe("404 Feature flag not found");
  });
});

describe("PUT /admin/feature-flags/:key", () => {
  it("creates a flag that is off, then updates only sent fields", async () => {
    const [key, ana] = [newKey(), await person("Ana")];
    const made = await set(key, { description: "The new editor" });
    expect(made).toMatchObject({
      key,
      description: "The new editor",
      enabled: false,
      percentage: 0,
      user_ids: [],
    });
    expect(await set(key, { percentage: 10 })).toMatchObject({ percentage: 10, enabled: false });
    expect(await set(key, { user_ids: [ana.id, ana.id] })).toMatchObject({ user_ids: [ana.id] });
    const enabled = await set(key, { enabled: true });
    expect(enabled).toMatchObject({
      description: "The new editor",
      percentage: 10,
      user_ids: [ana.id],
      enabled: true,
    });
    expect(await set(key, { user_ids: [] })).toMatchObject({ user_ids: [], enabled: true });
  });

  it.each([
    [{}, 400, /no known field/],
    [{ percentage: 101 }, 400, /^percentage: /],
    [{ percentage: -1 }, 400, /^percentage: /],
    [{ percentage: 0.5 }, 400, /^percentage: /],
    [{ enabled: "yes" }, 400, /^enabled: expected boolean/],
    [{ user_ids: ["someone"] }, 400, /^user_ids\.0: expected a UUID/],
    [{ user_ids: [crypto.randomUUID()] }, 404, /^user_ids: not found/],
    [{ description: "x".repeat(2001) }, 400, /^description: /],
  ])("refuses %o and changes nothing", async (flag, status, error) => {
    const key = newKey();
    const answer = await admin.api("PUT", `/api/admin/feature-flags/${key}`, flag);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(error);
    expect(await sql`select from public.feature_flags where key = ${key}`).toHaveLength(0);
  });

  it.each(["Capitals", "-dash", "a%20b", "x".repeat(65)])("refuses the key %s", async (key) => {
    const answer = await admin.api("PUT", `/api/admin/feature-flags/${key}`, { enabled: true });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/^key: /)]);
  });

  it("lists flags by key in pages and records each act in the audit log", async () => {
    const keys = [newKey(), newKey(), newKey()].sort();
    for (const key of keys) await set(key, { enabled: false });
    const seen = (await walk(admin, "/api/admin/feature-flags", "feature_flags", 2))
      .map(({ key }) => key);
    expect(seen).toEqual([...seen].sort());
    expect(seen).toEqual(expect.arrayContaining(keys));

    await set(keys[0]!, { percentage: 50 });
    const acts = await sql`
      select before, after from public.audit_log
      where act = 'feature_flag.set' and target_id = ${keys[0]!} order by id`;
    expect(acts).toMatchObject([
      { before: null, after: { percentage: 0 } },
      { before: { percentage: 0 }, after: { percentage: 50 } },
    ]);
  });

  it("keeps both of two changes at once", async () => {
    const key = newKey();
    await Promise.all([set(key, { percentage: 7 }), set(key, { description: "Both" })]);
    expect(await set(key, { enabled: false })).toMatchObject({
      percentage: 7,
      description: "Both",
    });
  });
});

describe("GET /feature-flags", () => {
  it("lists flags that are on for everyone or name the caller", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const [everyone, named, off] = [newKey(), newKey(), newKey()];
    await set(everyone, { enabled: true });
    await set(named, { user_ids: [ana.id] });
    await set(off, { percentage: 0 });
    const mine = (flags: string[]) => flags.filter((key) => [everyone, named, off].includes(key));
    expect(mine(await flagsOf(ana)).sort()).toEqual([everyone, named].sort());
    expect(mine(await flagsOf(ben))).toEqual([everyone]);
    await set(everyone, { enabled: false });
    expect(mine(await flagsOf(ben))).toEqual([]);
  });

  it("drops a deleted user from a flag", async () => {
    const [key, ana] = [newKey(), await person("Ana")];
    await set(key, { user_ids: [ana.id] });
    await sql`delete from auth.users where id = ${ana.id}`;
    expect(await set(key, { enabled: false })).toMatchObject({ user_ids: [] });
  });
});

describe("a percentage", () => {
  const share = (key: string, percentage: number) =>
    sql<[{ count: number; ids: string[] }]>`
      select count(*)::int, array_agg(id order by id) as ids from (
        select md5('user ' || n)::uuid as id from generate_series(1, 5000) as n
      ) as users where private.flag_bucket(${key}, id) < ${percentage}`;

  it.each([1, 50])("of %d includes that share of 5,000 users", async (percentage) => {
    const [{ count }] = await share("spread", percentage);
    // Four standard deviations of a fair draw.
    const tolerance = 4 * Math.sqrt(5000 * percentage / 100 * (1 - percentage / 100));
    expect(Math.abs(count - 50 * percentage)).toBeLessThan(tolerance);
  });

  it("includes nobody at 0, everybody at 100, and keeps users as it grows", async () => {
    const [none, ten, eleven, all] = await Promise.all(
      [0, 10, 11, 100].map((percentage) => share("growth", percentage)),
    );
    expect(none![0].count).toBe(0);
    expect(all![0].count).toBe(5000);
    const wider = new Set(eleven![0].ids);
    expect(ten![0].ids.every((id) => wider.has(id))).toBe(true);
    expect(wider.size).toBeGreaterThan(ten![0].count);
  });

  it("includes different users for different flags", async () => {
    const [[one], [other]] = await Promise.all([share("one", 10), share("other", 10)]);
    const both = new Set(one.ids).intersection(new Set(other.ids)).size;
    // Two independent shares of 10 % overlap in 1 %.
    expect(both).toBeGreaterThan(20);
    expect(both).toBeLessThan(90);
  });

  it("is on for the users whose place is below it, every time", async () => {
    const [key, ana] = [newKey(), await person("Ana")];
    const [{ place }] = await sql<[{ place: number }]>`
      select private.flag_bucket(${key}, ${ana.id}) as place`;
    for (let round = 0; round < 2; round++) {
      await set(key, { percentage: place });
      expect(await flagsOf(ana)).not.toContain(key);
      await set(key, { percentage: place + 1 });
      expect(await flagsOf(ana)).toContain(key);
    }
  });
});

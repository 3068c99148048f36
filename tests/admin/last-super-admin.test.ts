/** The last active super admin cannot be removed; on a platform without other super admins. */
import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { outputOf } from "../support/command.ts";
import { ownPlatform } from "../support/own-platform.ts";

const { status, superuser } = await ownPlatform();
const sql = postgres(status.db_url, { max: 12, onnotice: () => {} });
afterAll(() => sql.end({ timeout: 5 }));

/** Bypasses the rule under test. */
const demoteAll = () =>
  superuser.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.profiles set role = 'user', is_active = true
      where not is_ai`;
  });

/** Eight super admins, the only ones of the platform. */
let admins: string[];
beforeEach(async () => {
  await demoteAll();
  admins = Array.from({ length: 8 }, () => crypto.randomUUID());
  await sql`
    insert into auth.users (instance_id, id, aud, role, email)
    select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
      id || '@example.com'
    from unnest(${admins}::uuid[]) as id`;
  await sql`update public.profiles set role = 'super_admin' where id in ${sql(admins)}`;
});

/** Calls the Data API as a super admin; returns the SQLSTATE of the refusal, null without one. */
const administer = (actor: string, target: string, change: Record<string, string | boolean>) =>
  sql.begin(async (tx) => {
    const claims = { sub: actor, role: "authenticated", user_role: "super_admin" };
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await tx`set local role authenticated`;
    await tx`select * from public.administer_user(${target}, ${sql.json(change)})`;
    return null;
  }).catch((error) => error.code as string);

const active = async () => {
  const [row] = await sql`
    select count(*)::int from public.profiles where role = 'super_admin' and is_active`;
  return row!.count;
};

const demotion = { role: "user" };
const block = { is_active: false };

describe("eight super admins at once", () => {
  const code = (change: PromiseLike<unknown>) => change.then(() => null, (error) => error.code);

  it.each<[string, (id: string) => PromiseLike<string | null>]>([
    ["demotes themselves", (id) => administer(id, id, demotion)],
    ["blocks themselves", (id) => administer(id, id, block)],
    [
      "is demoted by SQL",
      (id) => code(sql`update public.profiles set role = 'user' where id = ${id}`),
    ],
    ["deletes the account", (id) => code(sql`delete from auth.users where id = ${id}`)],
  ])("keep one when each %s", async (_, change) => {
    const outcomes = await Promise.all(admins.map(change));
    expect(outcomes.filter((code) => code === "PT409")).toHaveLength(1);
    expect(await active()).toBe(1);
  });

  it("cannot be blocked by one statement", async () => {
    const all = sql`update public.profiles set is_active = false where role = 'super_admin'`;
    await expect(all).rejects.toMatchObject({ code: "PT409" });
  });

  it("keep at least one when each demotes or blocks the next", async () => {
    const outcomes = await Promise.all(
      admins.map((id, n) => administer(id, admins[(n + 1) % 8]!, n % 2 ? block : demotion)),
    );
    // A caller who has just been demoted or blocked is refused.
    expect(outcomes.every((code) => [null, "PT403", "PT409"].includes(code))).toBe(true);
    const done = outcomes.filter((code) => code === null).length;
    expect(done).toBeGreaterThan(0);
    expect(await active()).toBe(8 - done);
    expect(await active()).toBeGreaterThan(0);
    const [acts] = await sql`
      select count(*)::int from public.audit_log where target_id in ${sql(admins)}`;
    expect(acts!.count).toBe(done);
  });
});

describe("the first super admin", () => {
  it("is named by the owner of the database by e-mail address", async () => {
    const [ana] = admins;
    await demoteAll();
    const [row] = await sql`select private.make_super_admin(${` ${
      ana!.toUpperCase()
    }@Example.com `})
      as answer`;
    expect(row!.answer).toMatch(/is a super admin from the next sign-in on/);
    expect(await active()).toBe(1);
    const [act] = await sql`
      select actor_id, act, before, after, reason from public.audit_log where target_id = ${ana!}`;
    expect(act).toEqual({
      actor_id: null,
      act: "user.role",
      before: { role: "user" },
      after: { role: "super_admin" },
      reason: "By the owner of the database",
    });
  });

  it("is named by npm run super-admin, and must have an account", async () => {
    const command = async (...args: string[]) => {
      const { code, out, errors } = await outputOf(Deno.execPath(), {
        args: [
          "run",
          "-A",
          new URL("../../tools/super-admin.ts", import.meta.url).pathname,
          ...args,
        ],
        env: { DATABASE_URL: status.db_url },
      });
      return [code, out, errors];
    };
    await demoteAll();
    const email = `${admins[1]}@example.com`;
    expect(await command(email)).toEqual([
      0,
      `${email} is a super admin from the next sign-in on\n`,
      "",
    ]);
    expect(await active()).toBe(1);
    expect(await command("nobody@example.com")).toEqual([
      1,
      "",
      "Nobody has signed up as nobody@example.com\n",
    ]);
    expect(await command()).toEqual([1, "", expect.stringMatching(/^Usage: /)]);
  });

  it("cannot be named over the Data API", async () => {
    for (const role of ["anon", "authenticated", "service_role"]) {
      const call = sql.begin(async (tx) => {
        await tx.unsafe(`set local role ${role}`);
        await tx`select private.make_super_admin('nobody@example.com')`;
      });
      await expect(call).rejects.toMatchObject({ code: "42501" });
    }
  });
});

/** How super admins list, search and change users. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person, service, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome, walk } from "../support/requests.ts";

let ana: Person;
beforeEach(async () => void (ana = await person("Ana")));

const admin = await superAdmin("User Admin");

/** A name that no other test uses. */
const rareName = () => `Zq${crypto.randomUUID().slice(0, 8)}x`;

const list = (query: string) => ok(admin, "GET", `/api/admin/users?${query}`);
const idsOf = (body: { users: { id: string }[] }) => body.users.map(({ id }) => id);
const find = async (query: string) => idsOf(await list(query));

const actsOn = (id: string) =>
  sql`select * from public.audit_log where target_id = ${id} order by id`;

describe("GET /admin/users", () => {
  it("shows each user with balance, state and this month's usage", async () => {
    const name = rareName();
    const ana = await person(name);
    const call = { p_user_id: ana.id, p_model: "m" };
    await service.rpc("record_token_usage", {
      ...call,
      p_type: "tone_analysis",
      p_input_tokens: 2000,
      p_output_tokens: 500,
    });
    await service.rpc("record_token_usage", { ...call, p_type: "image_generation", p_images: 1 });
    await service.rpc("record_token_usage", { ...call, p_type: "chat", p_input_tokens: 999 });
    await sql`update public.token_usage set created_at = now() - interval '40 days'
      where user_id = ${ana.id} and type = 'chat'`;
    const none = { tokens: 0, images: 0, cost_usd: 0 };
    const expected = {
      id: ana.id,
      email: ana.email,
      handle: expect.any(String),
      full_name: name,
      avatar_url: null,
      role: "user",
      is_active: true,
      is_ai: false,
      is_classroom: false,
      drops_balance: 50,
      token_usage: {
        total_tokens: 2500,
        total_cost_usd: 0.0406,
        tone: { tokens: 2500, images: 0, cost_usd: 0.0006 },
        images: { tokens: 0, images: 1, cost_usd: 0.04 },
        packs: none,
        other: none,
        drops_equivalent: expect.toSatisfy((drops) => drops === null || drops > 0),
      },
      created_at: expect.any(String),
    };
    const { body } = await admin.api("GET", `/api/admin/users?q=${name}`);
    expect(body).toEqual({ users: [expected], next_cursor: null });
  });

  it("finds parts of name, handle and address, in any case", async () => {
    const name = rareName();
    const ana = await person(`Ana ${name} O'Neil`);
    await sql`update public.profiles set handle = ${`h_${name}_h`} where id = ${ana.id}`;
    const part = name.slice(2, 8);
    for (const q of [name, name.toUpperCase(), part, ` ${part} `, `ana ${name}`, `${name} o'n`]) {
      expect([q, await find(`q=${encodeURIComponent(q)}`)]).toEqual([q, [ana.id]]);
    }
    expect(await find(`q=h_${name}_h`)).toEqual([ana.id]);
    expect(await find(`q=${encodeURIComponent(ana.email)}`)).toEqual([ana.id]);
    expect(await find(`q=${ana.email.slice(10, 40)}`)).toEqual([ana.id]);
    expect(await find(`q=${name}nobody`)).toEqual([]);
  });

  it("follows changes of name, handle and address", async () => {
    const [before, after] = [rareName(), rareName()];
    const ana = await person(before);
    await ana.client.from("profiles").update({ full_name: after }).eq("id", ana.id);
    const email = `${rareName()}@example.org`.toLowerCase();
    await service.auth.admin.updateUserById(ana.id, { email });
    expect(await find(`q=${after}`)).toEqual([ana.id]);
    expect((await list(`q=${email}`)).users[0].email).toBe(email);
    // The old name is gone from the handle and the address.
    await ana.client.from("profiles").update({ handle: `h${after}` }).eq("id", ana.id);
    expect(await find(`q=${before}`)).toEqual([]);
  });

  it.each(["%", "_", "\\", "%%%", "___", "a%b", "'", "\\%"])(
    "searches %s literally",
    async (q) => {
      const found = await list(`q=${encodeURIComponent(`${q}zqzq`)}`);
      expect(found.users).toEqual([]);
    },
  );

  it("matches one or two letters at the beginning of words only", async () => {
    const name = rareName();
    const ana = await person(`${name}ŒØ`);
    expect(await find(`q=${encodeURIComponent("œø")}`)).toEqual([]);
    const ben = await person(`Œø ${name}`);
    // The first word of a name, a handle and an address.
    const found = await list(`q=${encodeURIComponent("œø")}&limit=100`);
    expect(idsOf(found)).toContain(ben.id);
    expect(idsOf(found)).not.toContain(ana.id);
    expect((await list("q=zq&limit=1")).users).toHaveLength(1);
  });

  it("filters by role and blocked state, together with a search", async () => {
    const name = rareName();
    const [ana, boss, blocked] = await Promise.all([
      person(name),
      superAdmin(name),
      person(name),
    ]);
    await admin.api("PUT", `/api/admin/users/${blocked.id}/status`, { is_active: false });
    expect((await find(`q=${name}`)).sort()).toEqual([ana.id, boss.id, blocked.id].sort());
    expect(await find(`q=${name}&role=super_admin`)).toEqual([boss.id]);
    expect(await find(`q=${name}&is_active=false`)).toEqual([blocked.id]);
    expect((await find(`q=${name}&is_active=true`)).sort()).toEqual([ana.id, boss.id].sort());
    expect(await find(`q=${name}&role=super_admin&is_active=false`)).toEqual([]);
    const admins = await list("role=super_admin&limit=100");
    expect(admins.users.every((user: { role: string }) => user.role === "super_admin")).toBe(true);
    expect(admins.users.length).toBeGreaterThan(0);
  });

  it("lists everyone once over all pages, newest first", async () => {
    const name = rareName();
    const people = [];
    for (let n = 0; n < 5; n++) people.unshift((await person(name)).id);
    // Two users have the same time: the id decides the order.
    await sql`update private.user_directory set created_at = '2026-11-01'
      where user_id in ${sql(people.slice(3))}`;
    await sql`update public.profiles set created_at = '2026-11-01'
      where id in ${sql(people.slice(3))}`;
    const seen = await walk(admin, `/api/admin/users?q=${name}`, "users", 2);
    expect(seen.map(({ id }) => id)).toEqual([
      ...people.slice(0, 3),
      ...people.slice(3).sort().reverse(),
    ]);
  });

  it.each([
    ["role=owner", "role: expected one of user, super_admin"],
    ["is_active=1", "is_active: expected one of true, false"],
    [`q=${"x".repeat(201)}`, "q: expected at most 200 characters"],
  ])("refuses %s", async (query, error) => {
    expect(await outcome(admin, "GET", `/api/admin/users?${query}`)).toBe(`400 ${error}`);
  });
});

describe("PUT /admin/users/:id/role, /status and /classroom", () => {
  it("changes one field, answers with the user and records it in the audit log", async () => {
    const changes = [
      ["role", { role: "super_admin" }, "user.role", { role: "user" }],
      ["role", { role: "user" }, "user.role", { role: "super_admin" }],
      ["status", { is_active: false }, "user.block", { is_active: true }],
      ["status", { is_active: true }, "user.unblock", { is_active: false }],
      ["classroom", { is_classroom: true }, "user.classroom", { is_classroom: false }],
    ] as const;
    for (const [what, change, act, before] of changes) {
      const address = `/api/admin/users/${ana.id}/${what}`;
      const requestId = crypto.randomUUID();
      const answer = await admin.api("PUT", address, change, { "x-request-id": requestId });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("x-request-id")).toBe(requestId);
      expect(answer.body.user).toMatchObject({ id: ana.id, email: ana.email, ...change });
      expect((await actsOn(ana.id)).at(-1)).toMatchObject({
        actor_id: admin.id,
        act,
        target_type: "user",
        before,
        after: change,
        request_id: requestId,
      });
    }
    expect(await actsOn(ana.id)).toHaveLength(changes.length);
  });

  it.each([
    ["role", {}, "role: required"],
    ["role", { role: "owner" }, "role: expected one of user, super_admin"],
    ["status", { is_active: "false" }, "is_active: expected boolean"],
    ["classroom", { is_classroom: 1 }, "is_classroom: expected boolean"],
  ])("refuses for %s %o", async (what, change, error) => {
    expect(await outcome(admin, "PUT", `/api/admin/users/${ana.id}/${what}`, change)).toBe(
      `400 ${error}`,
    );
    expect(await actsOn(ana.id)).toHaveLength(0);
  });

  it("answers 404 for an unknown user", async () => {
    const changes = {
      role: { role: "user" },
      status: { is_active: false },
      classroom: { is_classroom: true },
    };
    for (const [what, change] of Object.entries(changes)) {
      const url = `/api/admin/users/${crypto.randomUUID()}/${what}`;
      expect(await outcome(admin, "PUT", url, change)).toBe("404 User not found");
    }
  });

  it("changes no other field through administer_user", async () => {
    const others = [{}, { drops_balance: 9 }, { role: "user", is_active: false }, { is_ai: true }];
    const wrong = [{ role: "owner" }, { role: null }, { is_active: "maybe" }];
    for (const p_change of [...others, ...wrong]) {
      const args = { p_user_id: ana.id, p_change };
      expect((await admin.client.rpc("administer_user", args)).status).toBe(400);
    }
    expect(await actsOn(ana.id)).toHaveLength(0);
  });
});

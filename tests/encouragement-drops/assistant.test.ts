/** The system sender, and the drops that the assistant sends in its name. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { anonymous, person, persons, service } from "../support/people.ts";
import { NOWHERE, ok, UUID } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { myDrops, path, SYSTEM_SENDER } from "./support.ts";

const record = (recipient: { id: string }, message = "Well done", data?: unknown) =>
  service.rpc("record_assistant_drop", {
    p_recipient: recipient.id,
    p_message: message,
    ...(data !== undefined && { p_data: data }),
  });

describe("the system sender", () => {
  it("is a synthetic user without drops, password and identity", async () => {
    const [row] = await sql`
      select p.is_ai, p.is_active, p.drops_balance, u.encrypted_password, u.banned_until > now() as banned,
        u.email_confirmed_at,
        (select count(*)::int from auth.identities where user_id = u.id) as identities,
        (select count(*)::int from public.drops_ledger where user_id = u.id) as entries,
        private.is_reserved_handle(p.handle) as reserved, c.full_name
      from auth.users as u
      join public.profiles as p on p.id = u.id join public.profile_cards as c on c.id = u.id
      where u.id = ${SYSTEM_SENDER}`;
    expect(row).toEqual({
      is_ai: true,
      is_active: false,
      drops_balance: 0,
      encrypted_password: "",
      banned: true,
      email_confirmed_at: null,
      identities: 0,
      entries: 0,
      reserved: false,
      full_name: "Journal Assistant",
    });
  });

  it("cannot sign in, by password or by a link", async () => {
    const email = "assistant@synthetic.invalid";
    const { auth } = anonymous.client;
    for (const password of ["", "password"]) {
      expect((await auth.signInWithPassword({ email, password })).data.session).toBeNull();
    }
    const link = await service.auth.admin.generateLink({ type: "magiclink", email });
    const token_hash = link.data.properties?.hashed_token ?? "none";
    const verified = await auth.verifyOtp({ type: "magiclink", token_hash });
    expect(verified.data.session).toBeNull();
  });

  it("cannot be unblocked or become a user", async ({ admin }) => {
    const answer = await admin.api("PUT", `/api/admin/users/${SYSTEM_SENDER}`, { is_active: true });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    for (const change of [{ is_active: true }, { is_ai: false }]) {
      const update = service.from("profiles").update(change).eq("id", SYSTEM_SENDER);
      expect((await update).error?.code).toBe("23514");
    }
  });

  it("leaves handles of its kind to the first who takes them", async () => {
    const [{ handle }] = await sql<[{ handle: string }]>`
      select handle from public.profiles where id = ${SYSTEM_SENDER}`;
    const ana = await person("Journal Assistant");
    const own = (await ok(ana, "GET", "/api/user/profile")).profile.handle;
    expect(own).not.toBe(handle);
    expect((await ana.api("PUT", "/api/user/profile", { handle })).status).toBe(409);
  });
});

describe("a drop of the assistant", () => {
  it("is received like any other, takes no allowance and earns nothing", async ({ ana }) => {
    const { data: id } = await record(ana, "Seven days in a row", { analysis: "x" });
    expect(id).toMatch(UUID);
    const { drops } = await ok(ana, "GET", `${path}/received`);
    expect(drops).toMatchObject([{
      id,
      drop_type: "encouragement",
      content: "Seven days in a row",
      data: { analysis: "x" },
      sender: { id: SYSTEM_SENDER, full_name: "Journal Assistant" },
    }]);
    const [row] = await sql`
      select settled_at is not null as settled, bonus_drops, bonus_drops_awarded
      from public.drops_sent where id = ${id}`;
    expect(row).toEqual({ settled: true, bonus_drops: 0, bonus_drops_awarded: 0 });
    expect(await sql`select from public.user_drops where user_id = ${SYSTEM_SENDER}`).toEqual([]);
    expect(
      await sql`select from public.encouragement_badges where user_id = ${SYSTEM_SENDER}`,
    ).toEqual([]);
    expect((await myDrops(ana)).drops_used).toBe(0);
    const notes = await sql`
      select type, body, data from public.notifications where user_id = ${ana.id}`;
    expect(notes).toEqual([{
      type: "assistant_note",
      body: "Seven days in a row",
      data: { drop_id: id },
    }]);
  });

  it("is recorded once a day (UTC), also by fifty calls at once", async ({ ana }) => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => record(ana)));
    expect(ids.filter(({ data }) => data !== null)).toHaveLength(1);
    await sql`
      update public.drops_sent set date_sent = date_trunc('day', now(), 'UTC') - interval '1 second'
      where recipient_id = ${ana.id}`;
    expect((await record(ana)).data).toMatch(UUID);
    expect((await record(ana)).data).toBeNull();
  });

  it("is not recorded for synthetic, blocked, unknown and blocking users", async () => {
    const [robot, blocked, blocking] = await persons("Robot", "Blocked", "Blocking");
    await sql`update public.profiles set is_ai = true where id = ${robot.id}`;
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
    await ok(blocking, "PUT", "/api/user/profile", { blocked_user_ids: [SYSTEM_SENDER] });
    for (const recipient of [robot, blocked, blocking, { id: NOWHERE }]) {
      expect(await record(recipient)).toMatchObject({ data: null, error: null });
    }
  });

  it("has 1 to 500 characters", async ({ ana }) => {
    for (const message of ["", " ", "x".repeat(501)]) {
      expect((await record(ana, message)).error?.code).toBe("23514");
    }
  });
});

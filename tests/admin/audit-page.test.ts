/** GET /api/admin/audit-log and GET /api/admin/users/{id}. */
import { describe, expect, it } from "vitest";
import { person, superAdmin } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const path = "/api/admin/audit-log";
const list = async (query: Record<string, string>, limit?: number): Promise<number[]> =>
  (await walk(admin, `${path}?${new URLSearchParams(query)}`, "acts", limit)).map(({ id }) => id);

const [admin, other, ana] = await Promise.all([
  superAdmin("Audit Admin"),
  superAdmin("Other Admin"),
  person("Ana"),
]);
for (const who of [admin, other]) {
  for (const is_classroom of [true, false]) {
    await ok(who, "PUT", `/api/admin/users/${ana.id}/classroom`, { is_classroom });
  }
  await ok(who, "PUT", `/api/admin/users/${ana.id}/status`, { is_active: who === other });
}
const rows = await sql`select id::int from public.audit_log where target_id = ${ana.id}`;
/** Ids of the acts, newest first. */
const acts = rows.map(({ id }) => id).sort((a, b) => b - a);
expect(acts).toHaveLength(6);

describe(`GET ${path}`, () => {
  it("lists acts newest first, in pages", async () => {
    const { acts: [newest] } = await ok(admin, "GET", `${path}?target_id=${ana.id}&limit=1`);
    expect(newest).toMatchObject({
      id: acts[0],
      actor_id: other.id,
      act: "user.unblock",
      target_type: "user",
      target_id: ana.id,
      before: { is_active: false },
      after: { is_active: true },
      reason: null,
    });
    expect(await list({ target_id: ana.id }, 2)).toEqual(acts);
    expect((await ok(admin, "GET", `${path}?limit=2`)).acts).toHaveLength(2);
  });

  it("filters by actor, act and time, combined", async () => {
    expect(await list({ actor_id: admin.id })).toEqual(acts.slice(3));
    expect(await list({ target_id: ana.id, act: "user.classroom" }))
      .toEqual([...acts.slice(1, 3), ...acts.slice(4)]);
    expect(await list({ target_id: ana.id, act: "user.block", actor_id: other.id })).toEqual([]);
    const { acts: page } = await ok(admin, "GET", `${path}?target_id=${ana.id}`);
    const [from, to] = [page[4].created_at, page[1].created_at];
    expect(await list({ target_id: ana.id, from, to })).toEqual(acts.slice(2, 5));
    expect(await list({ target_id: ana.id, from: "2999-01-01" })).toEqual([]);
  });

  it.each(["actor_id=x", "from=soon", "to=1", "act=", `target_id=${"x".repeat(201)}`, "who=x"])(
    "refuses %s",
    async (query) => expect((await admin.api("GET", `${path}?${query}`)).status).toBe(400),
  );

  it.each([
    ["", "audit_log_page_idx"],
    ["actor_id = '4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a' and", "audit_log_actor_idx"],
    ["target_id = 'x' and", "audit_log_target_idx"],
    ["act = 'user.role' and", "audit_log_act_idx"],
  ])("reads a page with the filter %j in the order of an index", async (filter, index) => {
    const plan = await sql.begin(async (tx) => {
      // The log of the tests is small.
      await tx`set local enable_seqscan = off`;
      await tx`set local enable_bitmapscan = off`;
      return await tx.unsafe(`explain select * from public.audit_log
        where ${filter} created_at <= now() order by created_at desc, id desc limit 51`);
    });
    const lines = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(lines).toContain(index);
    expect(lines).not.toContain("Sort");
  });
});

describe("GET /api/admin/users/{id}", () => {
  it("shows what the list shows of the user", async () => {
    const { users } = await ok(admin, "GET", `/api/admin/users?q=${ana.email}`);
    expect(await ok(admin, "GET", `/api/admin/users/${ana.id}`)).toEqual({ user: users[0] });
  });

  it("does not find an unknown user", async () => {
    expect(await outcome(admin, "GET", `/api/admin/users/${NOWHERE}`)).toBe("404 User not found");
  });
});

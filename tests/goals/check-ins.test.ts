import { describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const goalOf = async (who: Person) =>
  (await who.api("POST", "/api/goals", { title: "Run" })).body.goal;

describe("POST /api/goals/{id}/check-ins", () => {
  const path = "/api/goals";

  it("creates a check-in that the goal shows", async () => {
    const ana = await person("Ana");
    const goal = await goalOf(ana);
    const answer = await ana.api("POST", `${path}/${goal.id}/check-ins`, {
      status: "completed",
      notes: "5 km",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      check_in: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        goal_id: goal.id,
        user_id: ana.id,
        status: "completed",
        notes: "5 km",
        written_at: answer.body.check_in.created_at,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
    const read = await ana.api("GET", `${path}/${goal.id}`);
    expect(read.body.goal).toEqual({
      ...goal,
      last_check_in: { status: "completed", created_at: answer.body.check_in.created_at },
      check_in_count: 1,
      check_ins: [answer.body.check_in],
    });
  });
});

it("accepts check-ins without notes", async () => {
  const ana = await person("Ana");
  const path = `/api/goals/${(await goalOf(ana)).id}/check-ins`;
  for (const body of [{ status: "partial" }, { status: "partial", notes: null }]) {
    const answer = await ana.api("POST", path, body);
    expect(answer.status).toBe(201);
    expect(answer.body.check_in).toMatchObject({ status: "partial", notes: "" });
  }
});

it("ignores goal_id, user_id and created_at in the body", async () => {
  const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  const goal = await goalOf(ana);
  const other = await goalOf(ben);
  const answer = await ana.api("POST", `/api/goals/${goal.id}/check-ins`, {
    status: "missed",
    goal_id: other.id,
    user_id: ben.id,
    created_at: "2020-01-01T00:00:00Z",
  });
  expect(answer.body.check_in).toMatchObject({ goal_id: goal.id, user_id: ana.id });
  expect(answer.body.check_in.created_at.slice(0, 4)).not.toBe("2020");
});

it("does not change the goal's status", async () => {
  const ana = await person("Ana");
  const path = `/api/goals/${(await goalOf(ana)).id}`;
  await ana.api("PUT", path, { status: "abandoned" });
  expect((await ana.api("POST", `${path}/check-ins`, { status: "completed" })).status).toBe(201);
  expect((await ana.api("GET", path)).body.goal).toMatchObject({
    status: "abandoned",
    completed_at: null,
  });
});

it.each([
  [{}, "status: required"],
  [{ status: "done" }, "status: expected one of completed, partial, missed"],
  [{ status: "completed", notes: "x".repeat(2001) }, "notes: expected at most 2000 characters"],
])("refuses %j", async (body, error) => {
  const ana = await person("Ana");
  const path = `/api/goals/${(await goalOf(ana)).id}`;
  const answer = await ana.api("POST", `${path}/check-ins`, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error });
  expect((await ana.api("GET", path)).body.goal.check_ins).toEqual([]);
});

it("lists check-ins newest first, those of one moment by id", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  await sql`
    insert into public.goal_check_ins (goal_id, user_id, status, notes, written_at)
    select ${goal.id}, ${ana.id}, 'completed', day::text,
      timestamptz '2026-01-01' + make_interval(days => day / 2)
    from generate_series(0, 9) as days (day)`;
  const { check_ins } = (await ana.api("GET", `/api/goals/${goal.id}`)).body.goal;
  const key = (row: { written_at: string; id: string }) => `${row.written_at} ${row.id}`;
  const order = check_ins.map(key);
  expect(order).toHaveLength(10);
  expect(order).toEqual([...order].sort().reverse());
});

it("lists the newest 1,000 check-ins", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  await sql`
    insert into public.goal_check_ins (goal_id, user_id, status, notes, written_at)
    select ${goal.id}, ${ana.id}, 'completed', day::text,
      timestamptz '2020-01-01' + make_interval(days => day)
    from generate_series(1, 1001) as days (day)`;
  const { check_ins } = (await ana.api("GET", `/api/goals/${goal.id}`)).body.goal;
  expect(check_ins).toHaveLength(1000);
  expect([check_ins[0].notes, check_ins[999].notes]).toEqual(["1001", "2"]);
});

it("lists only check-ins of the goal", async () => {
  const ana = await person("Ana");
  const [run, read] = [await goalOf(ana), await goalOf(ana)];
  await ana.api("POST", `/api/goals/${run.id}/check-ins`, { status: "completed" });
  expect((await ana.api("GET", `/api/goals/${read.id}`)).body.goal.check_ins).toEqual([]);
});

it("deletes check-ins with the goal", async () => {
  const ana = await person("Ana");
  const goal = await goalOf(ana);
  await ana.api("POST", `/api/goals/${goal.id}/check-ins`, { status: "completed" });
  await ana.api("DELETE", `/api/goals/${goal.id}`);
  const rows = await sql`select from public.goal_check_ins where goal_id = ${goal.id}`;
  expect(rows).toHaveLength(0);
});

it("shows check-ins to a super admin", async () => {
  const [ana, admin] = await Promise.all([person("Ana"), superAdmin()]);
  const goal = await goalOf(ana);
  await ana.api("POST", `/api/goals/${goal.id}/check-ins`, { status: "partial" });
  const { check_ins } = (await admin.api("GET", `/api/goals/${goal.id}`)).body.goal;
  expect(check_ins).toHaveLength(1);
});

/** The check-ins of a goal: recorded, in the goal's own answers, in pages, changed and deleted. */
import { describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const makeGoal = async (who: Person) =>
  (await ok(who, "POST", "/api/goals", { title: "Run" })).goal;
const checkIn = async (who: Person, goal: { id: string }, status = "completed") =>
  (await ok(who, "POST", `/api/goals/${goal.id}/check-ins`, { status })).check_in;

const [ana, ben, root] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);

describe("POST /api/goals/{id}/check-ins", () => {
  it("creates a check-in that the goal shows", async () => {
    const goal = await makeGoal(ana);
    const url = `/api/goals/${goal.id}`;
    const sent = { status: "completed", notes: "5 km" };
    const answer = await ana.api("POST", `${url}/check-ins`, sent);
    const { created_at } = answer.body.check_in;
    expect(answer.status).toBe(201);
    expect(answer.body.check_in).toMatchObject({
      ...sent,
      goal_id: goal.id,
      user_id: ana.id,
      written_at: created_at,
    });
    expect((await ok(ana, "GET", url)).goal).toEqual({
      ...goal,
      last_check_in: { status: "completed", created_at },
      check_in_count: 1,
      check_ins: [answer.body.check_in],
    });
  });

  it("needs no notes, and ignores goal_id, user_id and created_at in the body", async () => {
    const [goal, other] = [await makeGoal(ana), await makeGoal(ben)];
    const forged = { goal_id: other.id, user_id: ben.id, created_at: "2020-01-01T00:00:00Z" };
    for (const fields of [{}, { notes: null, ...forged }]) {
      const sent = { status: "partial", ...fields };
      const made = (await ok(ana, "POST", `/api/goals/${goal.id}/check-ins`, sent)).check_in;
      expect(made).toMatchObject({ goal_id: goal.id, user_id: ana.id, notes: "" });
      expect(made.created_at.slice(0, 4)).not.toBe("2020");
    }
  });

  it("does not change the goal's status", async () => {
    const goal = await makeGoal(ana);
    await ok(ana, "PUT", `/api/goals/${goal.id}`, { status: "abandoned" });
    await checkIn(ana, goal);
    expect((await ok(ana, "GET", `/api/goals/${goal.id}`)).goal)
      .toMatchObject({ status: "abandoned", completed_at: null });
  });

  it.each([
    [{}, "status: required"],
    [{ status: "done" }, "status: expected one of completed, partial, missed"],
    [{ status: "completed", notes: "x".repeat(2001) }, "notes: expected at most 2000 characters"],
  ])("refuses %j", async (body, error) => {
    const url = `/api/goals/${(await makeGoal(ana)).id}`;
    expect(await outcome(ana, "POST", `${url}/check-ins`, body)).toBe(`400 ${error}`);
  });
});

describe("a goal", () => {
  it("lists its newest 1,000 check-ins, those of one moment by id", async () => {
    const goal = await makeGoal(ana);
    await sql`
      insert into public.goal_check_ins (goal_id, user_id, status, notes, written_at)
      select ${goal.id}, ${ana.id}, 'completed', day::text,
        timestamptz '2020-01-01' + make_interval(days => greatest(day, 5))
      from generate_series(1, 1004) as days (day)`;
    const { check_ins } = (await ok(ana, "GET", `/api/goals/${goal.id}`)).goal;
    const order = check_ins.map((row: { written_at: string; id: string }) =>
      `${row.written_at} ${row.id}`
    );
    expect(order).toHaveLength(1000);
    expect(order).toEqual([...order].sort().reverse());
    expect(check_ins[0].notes).toBe("1004");
  });

  it("shows last_check_in and check_in_count in every answer", async () => {
    const eva = await person("Eva");
    const [goal, other] = [await makeGoal(eva), await makeGoal(eva)];
    await checkIn(eva, goal);
    const { status, created_at } = await checkIn(eva, goal, "partial");
    const card = { last_check_in: { status, created_at }, check_in_count: 2 };
    const none = { last_check_in: null, check_in_count: 0 };
    expect((await ok(eva, "PUT", `/api/goals/${goal.id}`, { title: "Walk" })).goal)
      .toMatchObject({ title: "Walk", ...card });
    expect((await ok(eva, "GET", "/api/goals")).goals)
      .toMatchObject([{ id: other.id, ...none }, { id: goal.id, ...card }]);
    const direct = await eva.client.from("goal_cards").select("last_check_in, check_in_count")
      .eq("id", goal.id);
    expect(direct.data).toEqual([card]);
  });

  it("deletes its check-ins with it", async () => {
    const goal = await makeGoal(ana);
    await checkIn(ana, goal);
    await ok(ana, "DELETE", `/api/goals/${goal.id}`);
    expect(await sql`select from public.goal_check_ins where goal_id = ${goal.id}`).toEqual([]);
  });
});

it("GET /api/goals/{id}/check-ins lists newest first, in pages, to owner and super admin", async () => {
  const [goal, other] = [await makeGoal(ana), await makeGoal(ana)];
  const url = `/api/goals/${goal.id}/check-ins`;
  const made = [];
  for (const status of ["completed", "missed", "partial"]) {
    made.unshift(await checkIn(ana, goal, status));
  }
  await checkIn(ana, other);
  for (const who of [ana, root]) expect(await walk(who, url, "check_ins", 2)).toEqual(made);
});

describe("PUT and DELETE /api/goals/{id}/check-ins/{checkInId}", () => {
  it("change and delete a check-in", async () => {
    const goal = await makeGoal(ana);
    const made = await checkIn(ana, goal);
    const url = `/api/goals/${goal.id}/check-ins/${made.id}`;
    expect(await ok(ana, "PUT", url, { notes: "Slow" }))
      .toEqual({ check_in: { ...made, notes: "Slow" } });
    expect((await ok(ana, "PUT", url, { status: "missed", notes: null })).check_in)
      .toEqual({ ...made, status: "missed" });
    expect(await ok(ana, "DELETE", url)).toEqual({ message: "Check-in deleted" });
    expect(await outcome(ana, "DELETE", url)).toBe("404 Check-in not found");
    expect((await ok(ana, "GET", `/api/goals/${goal.id}`)).goal)
      .toMatchObject({ check_ins: [], last_check_in: null, check_in_count: 0 });
  });

  it("refuse others, another goal, and invalid changes", async () => {
    const [goal, other] = [await makeGoal(ana), await makeGoal(ana)];
    const { id } = await checkIn(ana, goal);
    const url = `/api/goals/${goal.id}/check-ins/${id}`;
    const elsewhere = `/api/goals/${other.id}/check-ins/${id}`;
    const unknown = `/api/goals/${goal.id}/check-ins/${NOWHERE}`;
    for (const [who, at] of [[ben, url], [root, url], [ana, elsewhere], [ana, unknown]] as const) {
      expect(await outcome(who, "PUT", at, { notes: "x" })).toBe("404 Check-in not found");
      expect(await outcome(who, "DELETE", at)).toBe("404 Check-in not found");
    }
    for (const change of [{}, { status: "done" }, { goal_id: other.id }]) {
      expect((await ana.api("PUT", url, change)).status).toBe(400);
    }
    expect((await ok(ana, "GET", `/api/goals/${goal.id}`)).goal.check_ins)
      .toMatchObject([{ status: "completed", notes: "" }]);
  });
});

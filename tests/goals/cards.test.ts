/** The check-ins of a goal: in the goal's own answers, in pages, changed and deleted. */
import { describe, expect, it } from "vitest";
import { anonymous, type Person, person, superAdmin } from "../support/people.ts";
import { NOWHERE, ok, walk } from "../support/requests.ts";

const makeGoal = async (who: Person) =>
  (await ok(who, "POST", "/api/goals", { title: "Run" })).goal;
const checkIn = async (who: Person, goal: { id: string }, status = "completed") =>
  (await ok(who, "POST", `/api/goals/${goal.id}/check-ins`, { status })).check_in;

describe("last_check_in and check_in_count", () => {
  it("follow the check-ins in every answer of the goal", async () => {
    const ana = await person("Ana");
    const [goal, other] = [await makeGoal(ana), await makeGoal(ana)];
    await checkIn(ana, goal);
    const { status, created_at } = await checkIn(ana, goal, "partial");
    const card = { last_check_in: { status, created_at }, check_in_count: 2 };
    const none = { last_check_in: null, check_in_count: 0 };
    expect((await ok(ana, "GET", `/api/goals/${goal.id}`)).goal).toMatchObject(card);
    expect((await ok(ana, "PUT", `/api/goals/${goal.id}`, { title: "Walk" })).goal)
      .toMatchObject({ title: "Walk", ...card });
    expect((await ok(ana, "GET", "/api/goals")).goals)
      .toMatchObject([{ id: other.id, ...none }, { id: goal.id, ...card }]);
    const direct = await ana.client.from("goal_cards").select("last_check_in, check_in_count")
      .eq("id", goal.id);
    expect(direct.data).toEqual([card]);
  });

  it("of others are hidden, except from super admins", async () => {
    const [ana, ben, root] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);
    const goal = await makeGoal(ana);
    await checkIn(ana, goal);
    const read = async (who: Person) =>
      (await who.client.from("goal_cards").select("check_in_count").eq("id", goal.id)).data;
    expect(await read(ben)).toEqual([]);
    expect(await read(root)).toEqual([{ check_in_count: 1 }]);
  });
});

describe("GET /api/goals/{id}/check-ins", () => {
  it("lists newest first, in pages, to the owner and super admins", async () => {
    const [ana, root] = await Promise.all([person("Ana"), superAdmin()]);
    const [goal, other] = [await makeGoal(ana), await makeGoal(ana)];
    const url = `/api/goals/${goal.id}/check-ins`;
    expect(await ok(ana, "GET", url)).toEqual({ check_ins: [], next_cursor: null });
    const made = [];
    for (const status of ["completed", "missed", "partial"]) {
      made.unshift(await checkIn(ana, goal, status));
    }
    await checkIn(ana, other);
    for (const who of [ana, root]) expect(await walk(who, url, "check_ins", 2)).toEqual(made);
  });

  it("is refused to others", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const url = `/api/goals/${(await makeGoal(ana)).id}/check-ins`;
    const { status, body } = await ben.api("GET", url);
    expect([status, body.error]).toEqual([404, "Goal not found"]);
    expect((await anonymous.api("GET", url)).status).toBe(401);
    for (const query of ["limit=0", "cursor=x"]) {
      expect((await ana.api("GET", `${url}?${query}`)).status).toBe(400);
    }
  });
});

describe("PUT and DELETE /api/goals/{id}/check-ins/{checkInId}", () => {
  it("change and delete a check-in", async () => {
    const ana = await person("Ana");
    const goal = await makeGoal(ana);
    const made = await checkIn(ana, goal);
    const url = `/api/goals/${goal.id}/check-ins/${made.id}`;
    expect(await ok(ana, "PUT", url, { notes: "Slow" }))
      .toEqual({ check_in: { ...made, notes: "Slow" } });
    expect((await ok(ana, "PUT", url, { status: "missed", notes: null })).check_in)
      .toEqual({ ...made, status: "missed" });
    expect(await ok(ana, "DELETE", url)).toEqual({ message: "Check-in deleted" });
    const again = await ana.api("DELETE", url);
    expect([again.status, again.body.error]).toEqual([404, "Check-in not found"]);
    expect((await ok(ana, "GET", `/api/goals/${goal.id}`)).goal)
      .toMatchObject({ check_ins: [], last_check_in: null, check_in_count: 0 });
  });

  it("refuse others, another goal, and invalid changes", async () => {
    const [ana, ben, root] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);
    const [goal, other] = [await makeGoal(ana), await makeGoal(ana)];
    const { id } = await checkIn(ana, goal);
    const url = `/api/goals/${goal.id}/check-ins/${id}`;
    for (const who of [ben, root]) {
      expect((await who.api("PUT", url, { status: "missed" })).status).toBe(404);
      expect((await who.api("DELETE", url)).status).toBe(404);
    }
    for (const wrong of [`${other.id}/check-ins/${id}`, `${goal.id}/check-ins/${NOWHERE}`]) {
      expect((await ana.api("PUT", `/api/goals/${wrong}`, { notes: "x" })).status).toBe(404);
      expect((await ana.api("DELETE", `/api/goals/${wrong}`)).status).toBe(404);
    }
    for (const change of [{}, { status: "done" }, { goal_id: other.id }]) {
      expect((await ana.api("PUT", url, change)).status).toBe(400);
    }
    expect((await ok(ana, "GET", `/api/goals/${goal.id}`)).goal.last_check_in.status)
      .toBe("completed");
  });
});

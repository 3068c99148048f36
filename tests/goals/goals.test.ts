import { describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { NOWHERE } from "../support/requests.ts";

const create = async (who: Person, fields: Record<string, unknown> = {}) => {
  const answer = await who.api("POST", "/api/goals", { title: "Run", ...fields });
  expect(answer.status).toBe(201);
  return answer.body.goal;
};

const titles = (body: { goals: { title: string }[] }) => body.goals.map(({ title }) => title);

describe("/api/goals", () => {
  const path = "/api/goals";

  it("creates, reads, updates, lists and deletes a goal", async () => {
    const ana = await person("Ana");
    const made = await ana.api("POST", path, {
      title: "Run a half marathon",
      description: "Three runs a week",
      target_date: "2027-03-31",
    });
    expect(made.status).toBe(201);
    const goal = made.body.goal;
    expect(made.body).toEqual({
      goal: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: ana.id,
        title: "Run a half marathon",
        description: "Three runs a week",
        target_date: "2027-03-31",
        status: "active",
        completed_at: null,
        last_check_in: null,
        check_in_count: 0,
        version: 1,
        written_at: goal.created_at,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        updated_at: goal.created_at,
      },
    });

    const read = await ana.api("GET", `${path}/${goal.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({ goal: { ...goal, check_ins: [] } });

    const changed = await ana.api("PUT", `${path}/${goal.id}`, { title: "Run a marathon" });
    expect(changed.status).toBe(200);
    const { updated_at } = changed.body.goal;
    expect(changed.body).toEqual({
      goal: { ...goal, title: "Run a marathon", updated_at, version: 2 },
    });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(goal.updated_at));

    const list = await ana.api("GET", path);
    expect(list.status).toBe(200);
    expect(list.body).toEqual({ goals: [changed.body.goal], next_cursor: null });

    const gone = await ana.api("DELETE", `${path}/${goal.id}`);
    expect(gone.status).toBe(200);
    expect(gone.body).toEqual({ message: "Goal deleted" });
    expect((await ana.api("GET", `${path}/${goal.id}`)).status).toBe(404);
  });
});

describe("creating", () => {
  it("requires only a title", async () => {
    const ana = await person("Ana");
    const empty = { description: "", target_date: null, status: "active" };
    expect(await create(ana)).toMatchObject(empty);
    expect(await create(ana, { description: null, target_date: null })).toMatchObject(empty);
  });

  it("ignores fields that only the service writes", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const goal = await create(ana, {
      user_id: ben.id,
      status: "completed",
      completed_at: "2020-01-01T00:00:00Z",
      created_at: "2020-01-01T00:00:00Z",
      nonsense: true,
    });
    expect(goal).toMatchObject({ user_id: ana.id, status: "active", completed_at: null });
    expect(goal.created_at.slice(0, 4)).not.toBe("2020");
  });

  it("counts characters, not UTF-16 units", async () => {
    const ana = await person("Ana");
    expect((await create(ana, { title: "🏃".repeat(200) })).title).toHaveLength(400);
    await create(ana, { title: "x", description: "é".repeat(2000) });
  });

  it.each([
    [{}, "title: required"],
    [{ title: "" }, "title: must not be empty"],
    [{ title: "x".repeat(201) }, "title: expected at most 200 characters"],
    [
      { title: "x", description: "x".repeat(2001) },
      "description: expected at most 2000 characters",
    ],
    [{ title: "x", target_date: "31.12.2026" }, "target_date: expected YYYY-MM-DD"],
  ])("refuses %j", async (body, error) => {
    const ana = await person("Ana");
    const answer = await ana.api("POST", "/api/goals", body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error });
    expect((await ana.api("GET", "/api/goals")).body.goals).toEqual([]);
  });
});

describe("changing", () => {
  it("keeps fields that are not sent", async () => {
    const ana = await person("Ana");
    const goal = await create(ana, { description: "Slowly", target_date: "2027-01-01" });
    const path = `/api/goals/${goal.id}`;
    const { body } = await ana.api("PUT", path, { status: "paused" });
    expect(body.goal).toEqual({
      ...goal,
      status: "paused",
      updated_at: body.goal.updated_at,
      version: 2,
    });
    const cleared = await ana.api("PUT", path, { description: null, target_date: null });
    expect(cleared.body.goal).toMatchObject({ title: "Run", description: "", target_date: null });
  });

  it("allows every change of status and sets completed_at", async () => {
    const ana = await person("Ana");
    const goal = await create(ana);
    const statuses = ["active", "paused", "completed", "abandoned"];
    for (const from of statuses) {
      for (const to of statuses) {
        await ana.api("PUT", `/api/goals/${goal.id}`, { status: from });
        const { status, body } = await ana.api("PUT", `/api/goals/${goal.id}`, { status: to });
        expect([from, to, status, body.goal.status]).toEqual([from, to, 200, to]);
        expect([from, to, body.goal.completed_at !== null]).toEqual([from, to, to === "completed"]);
      }
    }
  });

  it("keeps completed_at while the goal stays completed", async () => {
    const ana = await person("Ana");
    const path = `/api/goals/${(await create(ana)).id}`;
    const { completed_at } = (await ana.api("PUT", path, { status: "completed" })).body.goal;
    expect(Math.abs(Date.parse(completed_at) - Date.now())).toBeLessThan(60_000);
    const again = await ana.api("PUT", path, { status: "completed", title: "Ran" });
    expect(again.body.goal.completed_at).toBe(completed_at);
    const renamed = await ana.api("PUT", path, { title: "Ran far" });
    expect(renamed.body.goal.completed_at).toBe(completed_at);
  });

  it.each([
    [{}, "no known field to update"],
    [{ status: "done" }, "status: expected one of active, paused, completed, abandoned"],
    [{ title: "x".repeat(201) }, "title: expected at most 200 characters"],
    [{ description: "x".repeat(2001) }, "description: expected at most 2000 characters"],
  ])("refuses %j", async (body, error) => {
    const ana = await person("Ana");
    const goal = await create(ana);
    const answer = await ana.api("PUT", `/api/goals/${goal.id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error });
    const { body: now } = await ana.api("GET", `/api/goals/${goal.id}`);
    expect(now.goal).toEqual({ ...goal, check_ins: [] });
  });
});

describe("the list", () => {
  it("shows the caller's goals newest first, filtered by status", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    await create(ben, { title: "Ben's" });
    for (const title of ["one", "two", "three"]) await create(ana, { title });
    const { body } = await ana.api("GET", "/api/goals");
    expect(titles(body)).toEqual(["three", "two", "one"]);

    await ana.api("PUT", `/api/goals/${body.goals[1].id}`, { status: "completed" });
    const completed = await ana.api("GET", "/api/goals?status=completed");
    expect(titles(completed.body)).toEqual(["two"]);
    expect(titles((await ana.api("GET", "/api/goals?status=active")).body)).toEqual([
      "three",
      "one",
    ]);
    expect((await ana.api("GET", "/api/goals?status=abandoned")).body).toEqual({
      goals: [],
      next_cursor: null,
    });
  });

  it("has pages that do not shift when goals are created or deleted", async () => {
    const ana = await person("Ana");
    const rows = Array.from({ length: 7 }, (_, i) => ({ title: `goal ${i}` }));
    // In one statement, so that all have the same time and only the id orders them.
    const { error } = await ana.client.from("goals").insert(rows);
    expect(error).toBeNull();
    const all = (await ana.api("GET", "/api/goals")).body.goals.map((g: { id: string }) => g.id);
    expect(all).toHaveLength(7);

    const first = (await ana.api("GET", "/api/goals?limit=3")).body;
    await create(ana, { title: "newer" });
    await ana.api("DELETE", `/api/goals/${first.goals[2].id}`);
    const next = (cursor: string) => ana.api("GET", `/api/goals?limit=3&cursor=${cursor}`);
    const second = (await next(first.next_cursor)).body;
    const third = (await next(second.next_cursor)).body;
    const seen = [first, second, third].flatMap(({ goals }) =>
      goals.map((g: { id: string }) => g.id)
    );
    expect(seen).toEqual(all);
    expect(third.next_cursor).toBeNull();
  });

  it("has no next_cursor on a full last page", async () => {
    const ana = await person("Ana");
    for (const title of ["one", "two"]) await create(ana, { title });
    const { body } = await ana.api("GET", "/api/goals?limit=2");
    expect(body.goals).toHaveLength(2);
    expect(body.next_cursor).toBeNull();
  });

  it("keeps its filter across pages", async () => {
    const ana = await person("Ana");
    for (const title of ["one", "two", "three"]) await create(ana, { title });
    const { goals } = (await ana.api("GET", "/api/goals")).body;
    await ana.api("PUT", `/api/goals/${goals[1].id}`, { status: "paused" });
    const first = (await ana.api("GET", "/api/goals?status=active&limit=1")).body;
    const query = `status=active&limit=1&cursor=${first.next_cursor}`;
    const second = (await ana.api("GET", `/api/goals?${query}`)).body;
    expect([...titles(first), ...titles(second)]).toEqual(["three", "one"]);
    expect(second.next_cursor).toBeNull();
  });

  it.each([
    ["limit=101", "limit: expected an integer from 1 to 100"],
    ["cursor=nonsense", "cursor: not one this list has given out"],
    ["status=done", "status: expected one of active, paused, completed, abandoned"],
  ])("refuses ?%s", async (query, error) => {
    const ana = await person("Ana");
    const answer = await ana.api("GET", `/api/goals?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error });
  });
});

describe("a goal of another user", () => {
  it("answers 404 like an unknown goal", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const goal = await create(ana);
    for (const id of [goal.id, NOWHERE]) {
      for (
        const [method, end, body] of [
          ["GET", "", undefined],
          ["PUT", "", { title: "Mine" }],
          ["DELETE", "", undefined],
          ["POST", "/check-ins", { status: "completed" }],
        ] as const
      ) {
        const answer = await ben.api(method, `/api/goals/${id}${end}`, body);
        expect([method, answer.status, answer.body]).toMatchObject([
          method,
          404,
          { error: "Goal not found" },
        ]);
      }
    }
    expect((await ana.api("GET", `/api/goals/${goal.id}`)).body.goal).toEqual({
      ...goal,
      check_ins: [],
    });
  });

  it("can be read but not changed by a super admin", async () => {
    const [ana, admin] = await Promise.all([person("Ana"), superAdmin()]);
    const goal = await create(ana);
    const path = `/api/goals/${goal.id}`;
    expect((await admin.api("GET", path)).body.goal.id).toBe(goal.id);
    expect((await admin.api("GET", "/api/goals")).body.goals).toEqual([]);
    expect((await admin.api("PUT", path, { title: "Mine" })).status).toBe(404);
    expect((await admin.api("DELETE", path)).status).toBe(404);
    expect((await admin.api("POST", `${path}/check-ins`, { status: "missed" })).status).toBe(404);
  });
});

it("refuses a malformed id", async () => {
  const ana = await person("Ana");
  for (
    const [method, end, body] of [
      ["GET", "", undefined],
      ["PUT", "", { title: "x" }],
      ["DELETE", "", undefined],
      ["POST", "/check-ins", { status: "completed" }],
    ] as const
  ) {
    const answer = await ana.api(method, `/api/goals/12${end}`, body);
    expect([method, answer.status, answer.body]).toMatchObject([
      method,
      400,
      { error: "id: expected a UUID" },
    ]);
  }
});

/** Goals over HTTP. */
import { describe, expect, it } from "vitest";
import { type Person, person, superAdmin } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";

const path = "/api/goals";

const create = async (who: Person, fields: Record<string, unknown> = {}) =>
  (await ok(who, "POST", path, { title: "Run", ...fields })).goal;
const titles = (body: { goals: { title: string }[] }) => body.goals.map(({ title }) => title);

const ana = await person("Ana");

it("creates, reads, updates, lists and deletes a goal", async () => {
  const eva = await person("Eva");
  const fields = { title: "Run", description: "Three runs a week", target_date: "2027-03-31" };
  const made = await eva.api("POST", path, fields);
  expect(made.status).toBe(201);
  const goal = made.body.goal;
  expect(goal).toMatchObject({
    ...fields,
    user_id: eva.id,
    status: "active",
    completed_at: null,
    last_check_in: null,
    check_in_count: 0,
    version: 1,
    written_at: goal.created_at,
    updated_at: goal.created_at,
  });
  const url = `${path}/${goal.id}`;
  expect(await ok(eva, "GET", url)).toEqual({ goal: { ...goal, check_ins: [] } });
  const changed = (await ok(eva, "PUT", url, { title: "Run far" })).goal;
  const { updated_at } = changed;
  expect(changed).toEqual({ ...goal, title: "Run far", updated_at, version: 2 });
  expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(goal.updated_at));
  expect(await ok(eva, "GET", path)).toEqual({ goals: [changed], next_cursor: null });
  expect(await ok(eva, "DELETE", url)).toEqual({ message: "Goal deleted" });
  expect(await outcome(eva, "GET", url)).toBe("404 Goal not found");
});

describe("creating", () => {
  it("requires only a title, and ignores fields that only the service writes", async () => {
    const empty = { description: "", target_date: null, status: "active" };
    expect(await create(ana)).toMatchObject(empty);
    expect(await create(ana, { description: null, target_date: null })).toMatchObject(empty);
    const past = "2020-01-01T00:00:00Z";
    const own = { user_id: NOWHERE, status: "completed", completed_at: past, created_at: past };
    const goal = await create(ana, { ...own, nonsense: true });
    expect(goal).toMatchObject({ user_id: ana.id, status: "active", completed_at: null });
    expect(goal.created_at.slice(0, 4)).not.toBe("2020");
  });
});

describe("changing", () => {
  it("keeps fields that are not sent", async () => {
    const goal = await create(ana, { description: "Slowly", target_date: "2027-01-01" });
    const url = `${path}/${goal.id}`;
    const { goal: paused } = await ok(ana, "PUT", url, { status: "paused" });
    const { updated_at } = paused;
    expect(paused).toEqual({ ...goal, status: "paused", updated_at, version: 2 });
    const cleared = await ok(ana, "PUT", url, { description: null, target_date: null });
    expect(cleared.goal).toMatchObject({ title: "Run", description: "", target_date: null });
  });

  it("allows every change of status and sets completed_at", async () => {
    const url = `${path}/${(await create(ana)).id}`;
    const statuses = ["active", "paused", "completed", "abandoned"];
    for (const from of statuses) {
      for (const status of statuses) {
        await ok(ana, "PUT", url, { status: from });
        const { goal } = await ok(ana, "PUT", url, { status });
        expect([from, goal.status, goal.completed_at !== null])
          .toEqual([from, status, status === "completed"]);
      }
    }
  });

  it("keeps completed_at while the goal stays completed", async () => {
    const url = `${path}/${(await create(ana)).id}`;
    const { completed_at } = (await ok(ana, "PUT", url, { status: "completed" })).goal;
    expect(Math.abs(Date.parse(completed_at) - Date.now())).toBeLessThan(60_000);
    for (const change of [{ status: "completed", title: "Ran" }, { title: "Ran far" }]) {
      expect((await ok(ana, "PUT", url, change)).goal.completed_at).toBe(completed_at);
    }
  });
});

it.each([
  [{ title: undefined }, "title: required"],
  [{ title: "" }, "title: must not be empty"],
  [{ title: "x".repeat(201) }, "title: expected at most 200 characters"],
  [{ description: "x".repeat(2001) }, "description: expected at most 2000 characters"],
  [{ target_date: "31.12.2026" }, "target_date: expected YYYY-MM-DD"],
])("refuses %j", async (wrong, error) => {
  expect(await outcome(ana, "POST", path, { title: "x", ...wrong })).toBe(`400 ${error}`);
});

it("refuses an unknown status and a change of nothing", async () => {
  const url = `${path}/${(await create(ana)).id}`;
  expect(await outcome(ana, "PUT", url, {})).toBe("400 no known field to update");
  expect(await outcome(ana, "PUT", url, { status: "done" }))
    .toBe("400 status: expected one of active, paused, completed, abandoned");
});

describe("the list", () => {
  it("shows the caller's goals newest first, filtered by status on every page", async () => {
    const eva = await person("Eva");
    await create(ana);
    for (const title of ["one", "two", "three"]) await create(eva, { title });
    const all = await ok(eva, "GET", path);
    expect(titles(all)).toEqual(["three", "two", "one"]);
    await ok(eva, "PUT", `${path}/${all.goals[1].id}`, { status: "completed" });
    expect(titles(await ok(eva, "GET", `${path}?status=completed`))).toEqual(["two"]);
    const active = await walk(eva, `${path}?status=active`, "goals", 1);
    expect(titles({ goals: active })).toEqual(["three", "one"]);
    expect(await ok(eva, "GET", `${path}?status=abandoned`))
      .toEqual({ goals: [], next_cursor: null });
    expect((await ok(eva, "GET", `${path}?limit=3`)).next_cursor).toBeNull();
  });

  it("has pages that do not shift when goals are created or deleted", async () => {
    const eva = await person("Eva");
    const rows = Array.from({ length: 7 }, (_, i) => ({ title: `goal ${i}` }));
    // In one statement, so that all have the same time and only the id orders them.
    await eva.client.from("goals").insert(rows).throwOnError();
    const all = titles(await ok(eva, "GET", path));
    const first = await ok(eva, "GET", `${path}?limit=3`);
    await create(eva, { title: "newer" });
    await ok(eva, "DELETE", `${path}/${first.goals[2].id}`);
    const next = (cursor: string) => ok(eva, "GET", `${path}?limit=3&cursor=${cursor}`);
    const second = await next(first.next_cursor);
    const third = await next(second.next_cursor);
    expect([first, second, third].flatMap(titles)).toEqual(all);
    expect(third.next_cursor).toBeNull();
  });

  it("refuses an unknown status", async () => {
    expect(await outcome(ana, "GET", `${path}?status=done`))
      .toBe("400 status: expected one of active, paused, completed, abandoned");
  });
});

it.each([
  ["GET", "", undefined],
  ["PUT", "", { title: "Mine" }],
  ["DELETE", "", undefined],
  ["GET", "/check-ins", undefined],
  ["POST", "/check-ins", { status: "completed" }],
])("%s %s answers 404 for a goal of another user, like an unknown one", async (...request) => {
  const [method, end, body] = request;
  const ben = await person("Ben");
  for (const id of [(await create(ana)).id, NOWHERE]) {
    expect(await outcome(ben, method, `${path}/${id}${end}`, body)).toBe("404 Goal not found");
  }
  expect(await outcome(ben, method, `${path}/12${end}`, body)).toBe("400 id: expected a UUID");
});

it("a super admin reads goals and check-ins, changes none, and lists only their own", async () => {
  const admin = await superAdmin();
  const url = `${path}/${(await create(ana)).id}`;
  await ok(ana, "POST", `${url}/check-ins`, { status: "partial" });
  expect((await ok(admin, "GET", url)).goal.check_ins).toHaveLength(1);
  expect((await ok(admin, "GET", path)).goals).toEqual([]);
  expect(await outcome(admin, "PUT", url, { title: "Mine" })).toBe("404 Goal not found");
  expect(await outcome(admin, "DELETE", url)).toBe("404 Goal not found");
  expect(await outcome(admin, "POST", `${url}/check-ins`, { status: "missed" }))
    .toBe("404 Goal not found");
});

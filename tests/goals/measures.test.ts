/** Measures of goals and the amounts of their check-ins. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const glasses = { unit: "glasses", target: 8, direction: "at_least" };
const coffees = { unit: "cups", target: 2, direction: "at_most" };

async function make(who: Person, measure: object | null = glasses): Promise<string> {
  return (await ok(who, "POST", "/api/goals", { title: "Drink", measure })).goal.id;
}
const check = async (who: Person, goal: string, body: object) =>
  (await ok(who, "POST", `/api/goals/${goal}/check-ins`, body)).check_in;
const edit = async (who: Person, goal: string, id: string, body: object) =>
  (await ok(who, "PUT", `/api/goals/${goal}/check-ins/${id}`, body)).check_in;
/** Amounts and statuses, oldest first. */
const states = async (who: Person, goal: string): Promise<string[]> =>
  (await ok(who, "GET", `/api/goals/${goal}/check-ins`)).check_ins.reverse()
    .map(({ amount, status }: { amount: number; status: string }) => `${amount} ${status}`);

describe("a measure", () => {
  it("is created, changed and removed, over HTTP and with supabase-js", async ({ ana }) => {
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Drink", measure: glasses });
    expect(goal.measure).toEqual(glasses);
    const path = `/api/goals/${goal.id}`;
    expect((await ok(ana, "PUT", path, { measure: coffees })).goal.measure).toEqual(coffees);
    expect((await ok(ana, "PUT", path, { measure: null })).goal.measure).toBeNull();
    const row = await ana.client.from("goals").update({ measure: glasses }).eq("id", goal.id)
      .select("measure").single();
    expect(row.data).toEqual({ measure: glasses });
    expect((await ok(ana, "GET", path)).goal.measure).toEqual(glasses);
  });

  it.for<[unknown, string]>([
    [{ ...glasses, unit: "" }, "measure.unit"],
    [{ ...glasses, unit: " " }, "measure.unit"],
    [{ ...glasses, unit: "x".repeat(21) }, "measure.unit"],
    [{ ...glasses, target: 0 }, "measure.target"],
    [{ ...glasses, target: -1 }, "measure.target"],
    [{ ...glasses, target: "8" }, "measure.target"],
    [{ ...glasses, target: 1e10 }, "measure.target"],
    [{ ...glasses, direction: "exactly" }, "measure.direction"],
    [{ unit: "glasses", target: 8 }, "measure.direction"],
    ["glasses", "measure"],
  ])("%j is refused by the route and by the table", async ([measure, field], { ana }) => {
    const goal = await make(ana);
    const found = await outcome(ana, "PUT", `/api/goals/${goal}`, { measure });
    expect(found).toMatch(/^400 /);
    expect(found).toContain(field);
    const row = ana.client.from("goals").insert({ title: "Drink", measure: measure as never });
    expect((await row).error?.code).toBe("23514");
  });

  it.for([{ unit: "x".repeat(20) }, { unit: "🏃".repeat(20) }, { target: 0.01 }])(
    "takes %j",
    async (part, { ana }) => {
      const measure = { ...glasses, ...part };
      const { goal } = await ok(ana, "POST", "/api/goals", { title: "Drink", measure });
      expect(goal.measure).toEqual(measure);
    },
  );
});

describe("an amount", () => {
  it("adds up on its date, and gives all of it the status: at least", async ({ ana }) => {
    const goal = await make(ana);
    expect(await check(ana, goal, { amount: 0 })).toMatchObject({ amount: 0, status: "missed" });
    expect(await check(ana, goal, { amount: 3.25 })).toMatchObject({ status: "partial" });
    const last = await check(ana, goal, { amount: 4.75, notes: "Tea" });
    expect(last).toMatchObject({ amount: 4.75, status: "completed", notes: "Tea" });
    expect(await states(ana, goal)).toEqual(["0 completed", "3.25 completed", "4.75 completed"]);
    expect(await edit(ana, goal, last.id, { amount: 4.74 })).toMatchObject({ status: "partial" });
    expect(await states(ana, goal)).toEqual(["0 partial", "3.25 partial", "4.74 partial"]);
    await ok(ana, "DELETE", `/api/goals/${goal}/check-ins/${last.id}`);
    expect(await states(ana, goal)).toEqual(["0 partial", "3.25 partial"]);
  });

  it("adds up: at most", async ({ ana }) => {
    const goal = await make(ana, coffees);
    expect(await check(ana, goal, { amount: 0 })).toMatchObject({ status: "completed" });
    expect(await check(ana, goal, { amount: 2 })).toMatchObject({ status: "completed" });
    const over = await check(ana, goal, { amount: 0.01 });
    expect(over).toMatchObject({ status: "missed" });
    expect(await states(ana, goal)).toEqual(["0 missed", "2 missed", "0.01 missed"]);
    await ok(ana, "DELETE", `/api/goals/${goal}/check-ins/${over.id}`);
    expect(await states(ana, goal)).toEqual(["0 completed", "2 completed"]);
  });

  it("leaves a status that is sent, whose amount counts in the sum", async ({ ana }) => {
    const goal = await make(ana);
    const sent = await check(ana, goal, { amount: 7, status: "missed" });
    expect(sent).toMatchObject({ amount: 7, status: "missed" });
    const derived = await check(ana, goal, { amount: 1 });
    expect(await states(ana, goal)).toEqual(["7 missed", "1 completed"]);
    // The status is there already; now it is sent.
    await edit(ana, goal, derived.id, { status: "completed" });
    await edit(ana, goal, sent.id, { amount: 1 });
    expect(await states(ana, goal)).toEqual(["1 missed", "1 completed"]);
    expect(await edit(ana, goal, derived.id, { status: null })).toMatchObject({
      status: "partial",
    });
    expect(await check(ana, goal, { status: "completed" })).toMatchObject({ amount: null });
  });

  it("of a late arrival derives the statuses of its date, and of no other", async ({ ana }) => {
    const goal = await make(ana);
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
    await check(ana, goal, { amount: 7 });
    const row = { goal_id: goal, amount: 5, written_at: yesterday };
    const late = await ana.client.from("goal_check_ins").insert(row).select("status").single();
    expect(late.data).toEqual({ status: "partial" });
    await check(ana, goal, { amount: 3, written_at: yesterday });
    expect(await states(ana, goal)).toEqual(["5 completed", "3 completed", "7 partial"]);
  });

  it("belongs to the date of the zone in which it was written", async ({ ana }) => {
    const goal = await make(ana);
    const at = (time: string) =>
      sql`
        insert into public.goal_check_ins (goal_id, user_id, amount, written_at, created_at)
        values (${goal}, ${ana.id}, 4, ${time}, ${time})`;
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Pacific/Auckland" });
    await at("2026-03-10T12:00Z");
    await ok(ana, "PUT", "/api/user/profile", { timezone: "UTC" });
    await at("2026-03-10T13:00Z");
    expect(await states(ana, goal)).toEqual(["4 partial", "4 partial"]);
    await at("2026-03-11T13:00Z");
    expect(await states(ana, goal)).toEqual(["4 completed", "4 partial", "4 completed"]);
  });

  it("counts for the streak as its status says, for all check-ins of the date", async ({ ana }) => {
    const goal = await make(ana, coffees);
    const current = async () => (await ok(ana, "GET", "/api/streaks")).streaks.goals[0].current;
    await check(ana, goal, { amount: 2 });
    expect(await current()).toBe(1);
    const more = await check(ana, goal, { amount: 1 });
    expect(await current()).toBe(0);
    await edit(ana, goal, more.id, { amount: 0 });
    expect(await current()).toBe(1);
  });

  it("of requests at once adds up", async ({ ana }) => {
    const goal = await make(ana);
    await Promise.all(Array.from({ length: 8 }, () => check(ana, goal, { amount: 1 })));
    expect(await states(ana, goal)).toEqual(Array(8).fill("1 completed"));
  });

  it.for<[object, string]>([
    [{}, "status: required"],
    [{ status: null }, "status: required"],
    [{ amount: null }, "status: required"],
    [{ amount: -0.01 }, "amount: expected at least 0"],
    [{ amount: 1_000_001 }, "amount: expected at most 1000000"],
    [{ amount: 1.005 }, "amount: expected at most 2 decimal places"],
    [{ amount: "3" }, "amount: expected number"],
  ])("%j is refused", async ([body, message], { ana }) => {
    const goal = await make(ana);
    expect(await outcome(ana, "POST", `/api/goals/${goal}/check-ins`, body)).toBe(`400 ${message}`);
  });

  it.for([-1, 1_000_000.01, 1.005])("of %d is refused by the table", async (amount, { ana }) => {
    const row = { goal_id: await make(ana), amount };
    expect((await ana.client.from("goal_check_ins").insert(row as never)).error?.code).toBe(
      "23514",
    );
  });

  it("is refused without a measure, and removed with a status alone", async ({ ana, ben }) => {
    const [plain, measured] = [await make(ana, null), await make(ana)];
    const refusal = "amount: not for a goal without a measure";
    const path = `/api/goals/${plain}/check-ins`;
    for (const body of [{ amount: 1 }, { amount: 1, status: "completed" }]) {
      expect(await outcome(ana, "POST", path, body)).toBe(`400 ${refusal}`);
    }
    const { id } = await check(ana, plain, { status: "completed" });
    expect(await outcome(ana, "PUT", `${path}/${id}`, { amount: 1 })).toBe(`400 ${refusal}`);
    const direct = ana.client.from("goal_check_ins").update({ amount: 1 }).eq("id", id);
    expect((await direct).error).toMatchObject({ code: "PT400", message: refusal });
    const derived = await check(ana, measured, { amount: 8 });
    const of = `/api/goals/${measured}/check-ins/${derived.id}`;
    expect(await outcome(ana, "PUT", of, { amount: null })).toBe("400 status: required");
    expect((await ok(ana, "PUT", of, { amount: null, status: "partial" })).check_in)
      .toMatchObject({ amount: null, status: "partial" });
    // A goal that the caller does not see.
    for (const goal of [measured, NOWHERE]) {
      expect(await outcome(ben, "POST", `/api/goals/${goal}/check-ins`, { amount: 1 }))
        .toBe("404 Goal not found");
    }
  });

  it("of several rows in one request adds up, for statuses, streak and copies", async ({ ana }) => {
    const [least, most] = [await make(ana), await make(ana, coffees)];
    const rows = [least, most].flatMap((goal_id) =>
      [1, 2, 5].map((amount) => ({ goal_id, amount }))
    );
    const { error } = await ana.client.from("goal_check_ins").insert(rows as never);
    expect(error).toBeNull();
    expect((await states(ana, least)).sort()).toEqual([
      "1 completed",
      "2 completed",
      "5 completed",
    ]);
    expect((await states(ana, most)).sort()).toEqual(["1 missed", "2 missed", "5 missed"]);
    const { streaks } = await ok(ana, "GET", "/api/streaks");
    expect(streaks.goals).toMatchObject([
      { goal_id: most, current: 0 },
      { goal_id: least, current: 1 },
    ]);
    const all = ana.client.from("goal_check_ins");
    await all.update({ amount: 0.5 }).in("goal_id", [least, most]).throwOnError();
    expect((await states(ana, least)).sort()).toEqual(Array(3).fill("0.5 partial"));
    expect((await states(ana, most)).sort()).toEqual(Array(3).fill("0.5 completed"));
    expect((await ok(ana, "GET", "/api/sync")).changes.goal_check_ins).toHaveLength(6);
  });

  it("is one of at most 500 of a goal and a date", async ({ ana }) => {
    const goal = await make(ana, coffees);
    await sql`
      insert into public.goal_check_ins (goal_id, user_id, amount)
      select ${goal}, ${ana.id}, 0 from generate_series(1, 499)`;
    const { id } = await check(ana, goal, { amount: 3 });
    const [statuses] = await sql`
      select count(*)::int as missed from public.goal_check_ins
      where goal_id = ${goal} and status = 'missed'`;
    expect(statuses).toEqual({ missed: 500 });
    const refusal = "409 amount: at most 500 of a goal and a date";
    expect(await outcome(ana, "POST", `/api/goals/${goal}/check-ins`, { amount: 1 })).toBe(refusal);
    const plain = await check(ana, goal, { status: "completed" });
    const path = `/api/goals/${goal}/check-ins`;
    expect(await outcome(ana, "PUT", `${path}/${plain.id}`, { amount: 1 })).toBe(refusal);
    expect(await edit(ana, goal, id, { amount: 2 })).toMatchObject({ status: "completed" });
  });

  it("and the columns that a trigger writes are not written by a client", async ({ ana }) => {
    const goal_id = await make(ana);
    for (const change of [{ day: "2020-01-01" }, { is_derived: true }]) {
      const row = ana.client.from("goal_check_ins").insert(
        { goal_id, amount: 1, ...change } as never,
      );
      expect((await row).error?.code).toBe("42501");
      const update = ana.client.from("goal_check_ins").update(change as never).eq(
        "goal_id",
        goal_id,
      );
      expect((await update).error?.code).toBe("42501");
    }
  });
});

describe("a changed measure", () => {
  it("derives today alone anew", async ({ ana }) => {
    const goal = await make(ana);
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
    await check(ana, goal, { amount: 5, written_at: yesterday });
    await check(ana, goal, { amount: 5 });
    await check(ana, goal, { amount: 0, status: "missed" });
    await ok(ana, "PUT", `/api/goals/${goal}`, { measure: { ...glasses, target: 5 } });
    expect(await states(ana, goal)).toEqual(["5 partial", "5 completed", "0 missed"]);
    await ok(ana, "PUT", `/api/goals/${goal}`, { measure: null });
    expect(await states(ana, goal)).toEqual(["5 partial", "5 completed", "0 missed"]);
    const [first] = (await ok(ana, "GET", `/api/goals/${goal}/check-ins`)).check_ins.slice(-1);
    expect(await edit(ana, goal, first.id, { notes: "Tea" }))
      .toMatchObject({ notes: "Tea", amount: 5, status: "partial" });
    await ok(ana, "PUT", `/api/goals/${goal}`, { measure: coffees });
    expect(await states(ana, goal)).toEqual(["5 partial", "5 missed", "0 missed"]);
  });
});

it("amounts and measures are in the copies, and changed statuses reach other devices", async ({ ana }) => {
  const goal = await make(ana);
  const { id } = await check(ana, goal, { amount: 4 });
  const first = await ok(ana, "GET", "/api/sync");
  expect(first.changes.goals).toMatchObject([{ measure: glasses, schedule: null }]);
  expect(first.changes.goal_check_ins).toMatchObject([{ id, amount: 4, status: "partial" }]);
  expect(Object.keys(first.changes.goal_check_ins[0]).sort()).toEqual([
    ...["amount", "created_at", "goal_id", "id", "notes", "status", "user_id", "written_at"],
  ]);
  await check(ana, goal, { amount: 4 });
  const next = await ok(ana, "GET", `/api/sync?cursor=${first.next_cursor}`);
  expect(next.changes.goal_check_ins).toHaveLength(2);
  expect(next.changes.goal_check_ins)
    .toContainEqual(expect.objectContaining({ id, status: "completed" }));
});

it("insights count a measured date once, as it stands", async ({ ana }) => {
  const [water, run] = [await make(ana), await make(ana, null)];
  for (const amount of [3, 3, 2]) await check(ana, water, { amount });
  for (const status of ["completed", "completed", "missed"]) await check(ana, run, { status });
  const { insights } = await ok(ana, "GET", "/api/insights");
  expect(insights.totals.goals_completed).toBe(3);
  expect(insights.days.at(-1).goals).toEqual({ completed: 3, partial: 0, missed: 1 });
});

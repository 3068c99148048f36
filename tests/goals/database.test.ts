/** Goals and check-ins over the Data API, beyond the matrix of row security. */
import { expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";

const goalOf = async (who: Person, title = "Run") =>
  (await who.client.from("goals").insert({ title }).select().single().throwOnError()).data;
const checkInOf = async (who: Person, goal_id: string) => {
  const row = { goal_id, status: "completed", notes: "5 km" };
  return (await who.client.from("goal_check_ins").insert(row).select().single().throwOnError())
    .data;
};

const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);

it("hides rows of other users in embeds, filters and counts", async () => {
  const goal = await goalOf(ana, "Secret plan");
  await checkInOf(ana, goal.id);
  const { client } = ben;
  const goals = await client.from("goals").select("*, goal_check_ins(id, status)", {
    count: "exact",
  })
    .ilike("title", "secret%");
  expect([goals.count, goals.data]).toEqual([0, []]);
  const through = await client.from("goal_check_ins").select("goals!inner(title)");
  expect(through.data).toEqual([]);
});

it("refuses a check-in on another user's goal", async () => {
  const goal = await goalOf(ana);
  const row = { goal_id: goal.id, status: "completed" };
  expect((await ben.client.from("goal_check_ins").insert(row)).error?.code).toBe("23503");
  const forged = { ...row, user_id: ana.id };
  expect((await ben.client.from("goal_check_ins").insert(forged)).error?.code).toBe("42501");
  const own = await checkInOf(ben, (await goalOf(ben)).id);
  const moved = ben.client.from("goal_check_ins").update({ goal_id: goal.id }).eq("id", own.id);
  expect((await moved).error?.code).toBe("42501");
});

it("refuses to write columns that only the service writes", async () => {
  const goal = await goalOf(ana);
  const past = "2020-01-01T00:00:00Z";
  for (
    const column of ["user_id", "completed_at", "created_at", "updated_at", "id", "written_at"]
  ) {
    const change = { [column]: column.endsWith("id") ? ana.id : past };
    const update = await ana.client.from("goals").update(change).eq("id", goal.id);
    expect([column, update.error?.code]).toEqual([column, "42501"]);
    if (["id", "written_at"].includes(column)) continue;
    const insert = await ana.client.from("goals").insert({ title: "x", ...change });
    expect([column, insert.error?.code]).toEqual([column, "42501"]);
  }
});

it("enforces every constraint on values", async () => {
  const goal = await goalOf(ana);
  const dates = ["infinity", "-infinity", "0001-12-31 BC", "10000-01-01"];
  for (
    const bad of [
      { title: "" },
      { title: "x".repeat(201) },
      { description: "x".repeat(2001) },
      { status: "done" },
      ...dates.map((target_date) => ({ target_date })),
    ]
  ) {
    const update = await ana.client.from("goals").update(bad).eq("id", goal.id);
    expect([bad, update.error?.code]).toEqual([bad, "23514"]);
  }
  for (const target_date of ["0001-01-01", "9999-12-31", null]) {
    await ana.client.from("goals").update({ target_date }).eq("id", goal.id).throwOnError();
  }
  for (const bad of [{ status: "done" }, { status: "completed", notes: "x".repeat(2001) }]) {
    const insert = await ana.client.from("goal_check_ins").insert({ goal_id: goal.id, ...bad });
    expect([bad, insert.error?.code]).toEqual([bad, "23514"]);
  }
});

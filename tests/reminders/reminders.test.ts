/** Reminders over HTTP and at the tables. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { daily, goalOf, path, remind } from "./support.ts";

it("creates, lists, changes and deletes a reminder", async ({ ana }) => {
  const goal_id = await goalOf(ana);
  const fields = { kind: "goal", goal_id, local_time: "07:30", days: [1, 3] };
  const made = await ana.api("POST", path, { ...fields, days: [3, 1] });
  expect(made.status).toBe(201);
  const { reminder } = made.body;
  expect(reminder).toMatchObject({ ...fields, user_id: ana.id });
  const journal = await remind(ana);
  expect(await ok(ana, "GET", path)).toEqual({ reminders: [journal, reminder], next_cursor: null });
  const url = `${path}/${reminder.id}`;
  const changed = (await ok(ana, "PUT", url, { local_time: "21:00" })).reminder;
  expect(changed).toEqual({ ...reminder, local_time: "21:00", updated_at: changed.updated_at });
  expect(await ok(ana, "DELETE", url)).toEqual({ message: "Reminder deleted" });
  expect((await ok(ana, "GET", path)).reminders).toEqual([journal]);
});

it("is created once under an id of the client, and never again after its deletion", async ({ ana, ben }) => {
  const id = crypto.randomUUID();
  const fields = { kind: "journal", local_time: "12:00", days: daily, id };
  const [one, two] = [await ana.api("POST", path, fields), await ana.api("POST", path, fields)];
  expect([one.status, two.status, two.body]).toEqual([201, 200, one.body]);
  expect(await outcome(ben, "POST", path, fields)).toBe("409 id: already taken, make another one");
  await ok(ana, "DELETE", `${path}/${id}`);
  expect(await outcome(ana, "POST", path, fields)).toBe("410 What had this id was deleted");
});

it("belongs to its owner alone", async ({ ana, ben, admin }) => {
  const { id } = await remind(ana);
  for (const who of [ben, admin]) {
    expect(await outcome(who, "PUT", `${path}/${id}`, { days: [1] })).toBe(
      "404 Reminder not found",
    );
    expect(await outcome(who, "DELETE", `${path}/${id}`)).toBe("404 Reminder not found");
    expect((await ok(who, "GET", path)).reminders).toEqual([]);
  }
});

it("belongs to a goal of its owner, and ends with the goal", async ({ ana, ben }) => {
  const goal_id = await goalOf(ana);
  const fields = { kind: "goal", goal_id, local_time: "07:30", days: daily };
  expect(await outcome(ben, "POST", path, fields)).toBe("404 Goal not found");
  const { id } = await remind(ana, fields);
  await ok(ana, "DELETE", `/api/goals/${goal_id}`);
  expect((await ok(ana, "GET", path)).reminders).toEqual([]);
  expect(await outcome(ana, "PUT", `${path}/${id}`, { days: [1] })).toBe("404 Reminder not found");
});

it("is refused beyond 20 reminders of a user", async ({ ana }) => {
  await Promise.all(Array.from({ length: 20 }, () => remind(ana)));
  const one = { kind: "journal", local_time: "12:00", days: daily };
  expect(await outcome(ana, "POST", path, one))
    .toBe("409 At most 20 reminders, delete some first");
});

it("reaches the copy of a device, and so does its deletion", async ({ ana }) => {
  const reminder = await remind(ana);
  const { changes, next_cursor } = await ok(ana, "GET", "/api/sync");
  expect(changes.reminders).toEqual([reminder]);
  await ok(ana, "DELETE", `${path}/${reminder.id}`);
  const { deleted } = await ok(ana, "GET", `/api/sync?cursor=${next_cursor}`);
  expect(deleted).toMatchObject([{ type: "reminder", id: reminder.id }]);
});

describe("what is refused", () => {
  it.for<[Record<string, unknown>, string]>([
    [{ kind: "walk" }, "kind: expected one of journal, goal"],
    [{ kind: "goal" }, "goal_id: required"],
    [{ goal_id: NOWHERE }, "goal_id: only a reminder of the kind goal has one"],
    [{ local_time: "24:00" }, "local_time: expected HH:MM"],
    [{ local_time: "7:30" }, "local_time: expected HH:MM"],
    [{ local_time: "07:30:10" }, "local_time: expected HH:MM"],
    [{ days: [] }, "days: expected at least 1 item"],
    [{ days: [0] }, "days.0: expected at least 1"],
    [{ days: [8] }, "days.0: expected at most 7"],
    [{ days: [1, 1] }, "days: expected each day once"],
  ])("%j", async ([wrong, error], { ana }) => {
    const fields = { kind: "journal", local_time: "12:00", days: daily, ...wrong };
    expect(await outcome(ana, "POST", path, fields)).toBe(`400 ${error}`);
  });

  it("by the database too", async ({ ana, ben }) => {
    const goal_id = await goalOf(ben);
    const insert = async (wrong: Record<string, unknown>) => {
      const row = { kind: "journal", local_time: "12:00", days: daily, ...wrong };
      return (await ana.client.from("reminders").insert(row)).error?.code;
    };
    expect(await insert({})).toBeUndefined();
    for (const days of [[], [0], [8], [2, 1], [1, 1], [1, null]]) {
      expect([days, await insert({ days })]).toEqual([days, "23514"]);
    }
    expect(await insert({ local_time: "12:60" })).toBe("23514");
    expect(await insert({ goal_id })).toBe("23514");
    expect(await insert({ kind: "goal", goal_id })).toBe("23503");
    const own = await goalOf(ana);
    const moved = ana.client.from("reminders").update({ goal_id: own }).eq("user_id", ana.id);
    expect((await moved).error?.code).toBe("42501");
  });
});

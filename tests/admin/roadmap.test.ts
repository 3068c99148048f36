/** Roadmap tasks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let admin: Person;
beforeAll(async () => void (admin = await superAdmin("Roadmap Admin")));

const made: string[] = [];
afterAll(async () => {
  if (made.length) await sql`delete from public.roadmap_tasks where id in ${sql(made)}`;
});

async function create(fields: Record<string, unknown>) {
  const { status, body } = await admin.api("POST", "/api/admin/roadmap", fields);
  expect([status, body.error]).toEqual([201, undefined]);
  made.push(body.task.id);
  return body.task;
}

describe("roadmap tasks", () => {
  it("are created, updated by field and deleted, each recorded in the audit log", async () => {
    const task = await create({ title: "Imports" });
    expect(task).toEqual({
      id: expect.any(String),
      title: "Imports",
      description: "",
      status: "planned",
      priority: "medium",
      target_date: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const path = `/api/admin/roadmap/${task.id}`;
    const started = { status: "in_progress", target_date: "2026-12-24", priority: "high" };
    const changed = await admin.api("PUT", path, started);
    expect([changed.status, changed.body.task]).toMatchObject([200, {
      ...task,
      ...started,
      updated_at: expect.any(String),
    }]);
    const cleared = await admin.api("PUT", path, { target_date: null, description: "CSV first" });
    expect(cleared.body.task).toMatchObject({
      target_date: null,
      description: "CSV first",
      status: "in_progress",
      priority: "high",
    });
    const deleted = await admin.api("DELETE", path);
    expect([deleted.status, deleted.body]).toEqual([200, { message: "Roadmap task deleted" }]);
    for (const method of ["PUT", "DELETE"]) {
      const answer = await admin.api(method, path, { title: "x" });
      expect([answer.status, answer.body]).toMatchObject([404, {
        error: "Roadmap task not found",
      }]);
    }
    const acts = await sql`
      select act, before ->> 'status' as before, after ->> 'status' as after
      from public.audit_log where target_id = ${task.id} order by id`;
    expect(acts).toEqual([
      { act: "roadmap.create", before: null, after: "planned" },
      { act: "roadmap.update", before: "planned", after: "in_progress" },
      { act: "roadmap.update", before: "in_progress", after: "in_progress" },
      { act: "roadmap.delete", before: "in_progress", after: null },
    ]);
  });

  it("take all fields at creation, and are listed newest first by status", async () => {
    const fields = {
      title: "T".repeat(200),
      description: "D".repeat(2000),
      status: "dropped",
      priority: "low",
      target_date: "2027-02-28",
    };
    const first = await create(fields);
    expect(first).toMatchObject(fields);
    const second = await create({ ...fields, title: "Second" });
    const third = await create({ ...fields, title: "Third" });
    const seen: { id: string; status: string }[] = [];
    let cursor = "";
    do {
      const { body } = await admin.api("GET", `/api/admin/roadmap?status=dropped&limit=2${cursor}`);
      seen.push(...body.tasks);
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
    } while (cursor);
    expect(seen.every(({ status }) => status === "dropped")).toBe(true);
    expect(seen.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
  });

  it.each([
    [{}, "title: required"],
    [{ title: "x".repeat(201) }, "title: expected at most 200 characters"],
    [
      { title: "x", status: "later" },
      "status: expected one of planned, in_progress, done, dropped",
    ],
    [{ title: "x", priority: 1 }, "priority: expected one of low, medium, high"],
  ])("refuse %o", async (fields, error) => {
    const answer = await admin.api("POST", "/api/admin/roadmap", fields);
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
  });

  it("refuse an empty update and malformed ids", async () => {
    const task = await create({ title: "Still" });
    const nothing = await admin.api("PUT", `/api/admin/roadmap/${task.id}`, { other: 1 });
    expect([nothing.status, nothing.body.error]).toEqual([400, "no known field to update"]);
    expect((await admin.api("DELETE", "/api/admin/roadmap/7")).status).toBe(400);
  });

  it("are validated by the database too", async () => {
    const invalid = [
      { title: null },
      { title: "x", status: "later" },
      { title: "" },
      { title: "x", target_date: "infinity" },
      { title: "x", target_date: "0001-01-01 BC" },
    ];
    for (const p_fields of invalid) {
      const { status } = await admin.client.rpc("create_roadmap_task", { p_fields });
      expect(status).toBe(400);
    }
  });
});

/** Roadmap tasks. */
import { afterAll, describe, expect, it } from "vitest";
import { superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome, walk } from "../support/requests.ts";

const admin = await superAdmin("Roadmap Admin");

const made: string[] = [];
afterAll(async () => {
  if (made.length) await sql`delete from public.roadmap_tasks where id in ${sql(made)}`;
});

async function create(fields: Record<string, unknown>) {
  const { task } = await ok(admin, "POST", "/api/admin/roadmap", fields);
  made.push(task.id);
  return task;
}

describe("roadmap tasks", () => {
  it("are created, updated by field and deleted, each recorded in the audit log", async () => {
    const task = await create({ title: "Imports" });
    expect(task).toMatchObject({
      title: "Imports",
      description: "",
      status: "planned",
      priority: "medium",
      target_date: null,
    });
    const path = `/api/admin/roadmap/${task.id}`;
    const started = { status: "in_progress", target_date: "2026-12-24", priority: "high" };
    const { task: changed } = await ok(admin, "PUT", path, started);
    expect(changed).toEqual({ ...task, ...started, updated_at: expect.any(String) });
    const cleared = { target_date: null, description: "CSV first" };
    expect((await ok(admin, "PUT", path, cleared)).task)
      .toMatchObject({ ...cleared, status: "in_progress", priority: "high" });
    expect(await ok(admin, "DELETE", path)).toEqual({ message: "Roadmap task deleted" });
    for (const method of ["PUT", "DELETE"]) {
      expect(await outcome(admin, method, path, { title: "x" })).toBe("404 Roadmap task not found");
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
    const seen = await walk(admin, "/api/admin/roadmap?status=dropped", "tasks", 2);
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
    [{ title: "" }, "title: must not be empty"],
    [{ title: "x", target_date: "infinity" }, "target_date: expected YYYY-MM-DD"],
    [{ title: "x", target_date: "0001-01-01 BC" }, "target_date: expected YYYY-MM-DD"],
  ])("refuse %o, also in the database", async (fields, error) => {
    const direct = await admin.client.rpc("create_roadmap_task", { p_fields: fields });
    expect(direct.status).toBe(400);
    expect(await outcome(admin, "POST", "/api/admin/roadmap", fields)).toBe(`400 ${error}`);
  });

  it("refuse an empty update", async () => {
    const task = await create({ title: "Still" });
    expect(await outcome(admin, "PUT", `/api/admin/roadmap/${task.id}`, { other: 1 })).toBe(
      "400 no known field to update",
    );
  });
});

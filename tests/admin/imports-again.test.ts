/** Repeated, concurrent and interrupted imports: no row is lost or duplicated. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { sql } from "../support/sql.ts";
import { admin, entriesOf, finished, run, start, type State } from "./import-runs.ts";
import { runJob } from "../user/archives.ts";

describe("a repeated import", () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({
    title: `Entry ${n % 30}`,
    content: `Day ${n % 30}`,
    created_at: "2021-05-05",
  }));
  const counts = (state: State) => [state.imported, state.skipped, state.failed];

  it("makes no duplicates, in the same or in another format", async ({ ana }) => {
    expect(counts(await run(ana, JSON.stringify(rows)))).toEqual([40, 0, 0]);
    expect(counts(await run(ana, JSON.stringify(rows)))).toEqual([0, 40, 0]);
    const csv = "title,content,created_at\n" +
      rows.map(({ title, content }) => `${title},${content},2021-05-05T00:00:00Z`).join("\n");
    expect(counts(await run(ana, csv, "x.csv"))).toEqual([0, 40, 0]);
    expect(await entriesOf(ana)).toHaveLength(40);
  });

  it("adds corrected and new rows, and restores deleted ones", async ({ ana }) => {
    const broken = rows.map((row, n) => n === 7 ? { ...row, title: "x".repeat(201) } : row);
    expect(counts(await run(ana, JSON.stringify(broken)))).toEqual([39, 0, 1]);
    const more = [...rows, { title: "New", content: "x", created_at: "2022-01-01" }];
    expect(counts(await run(ana, JSON.stringify(more)))).toEqual([2, 39, 0]);
    await sql`delete from public.journal_entries where user_id = ${ana.id} and title = 'New'`;
    expect(counts(await run(ana, JSON.stringify(more)))).toEqual([1, 40, 0]);
    expect(await entriesOf(ana)).toHaveLength(41);
  });

  it("makes entries of the other user when sent for another user", async ({ ana, ben }) => {
    await run(ana, JSON.stringify(rows));
    expect(counts(await run(ben, JSON.stringify(rows)))).toEqual([40, 0, 0]);
  });

  it("makes each entry once when sent five times at once", async ({ ana }) => {
    const states = await Promise.all(
      Array.from({ length: 5 }, () => start(ana, JSON.stringify(rows))),
    );
    const ends = await Promise.all(states.map(finished));
    const sum = (field: string) => ends.reduce((total, end) => total + Number(end[field]), 0);
    expect([sum("imported"), sum("skipped"), sum("failed")]).toEqual([40, 160, 0]);
    expect(await entriesOf(ana)).toHaveLength(40);
    const acts = await sql`
      select after ->> 'import_id' as id from public.audit_log
      where act = 'import.start' and target_id = ${ana.id}`;
    expect(acts.map(({ id }) => id).sort()).toEqual(states.map(({ id }) => id).sort());
  });

  it("replaces an import that was interrupted while it was received", async ({ ana }) => {
    const { data: p_import_id } = await admin.client.rpc("begin_import", {
      p_user_id: ana.id,
      p_file_name: "entries.json",
    });
    await admin.client.rpc("receive_import_rows", {
      p_import_id,
      p_rows: [{ number: 1, entry: { ...rows[0], created_at: "2021-05-05T00:00:00.000Z" } }],
    });
    await runJob();
    const { data: cutOff } = await admin.client.rpc("get_import", { p_import_id });
    expect(cutOff).toMatchObject({ status: "receiving", total: 1, processed: 0 });
    expect(counts(await run(ana, JSON.stringify(rows)))).toEqual([40, 0, 0]);
    expect(await entriesOf(ana)).toHaveLength(40);
  });

  it("accepts no rows after it has started", async ({ ana }) => {
    const { id } = await run(ana, JSON.stringify(rows));
    for (
      const [name, args] of [
        ["receive_import_rows", { p_rows: [] }],
        ["start_import", {}],
        ["discard_import", {}],
      ] as const
    ) {
      const { status } = await admin.client.rpc(name, { p_import_id: id, ...args });
      expect([name, status]).toEqual([name, 409]);
    }
  });

  it("is completed by the scheduled job after its function ended", async ({ ana }) => {
    const [row] = await sql`
      insert into private.entry_imports (user_id, file_name, kind, total)
      values (${ana.id}, 'x', 'rows', 2) returning id`;
    await sql`
      insert into private.import_rows (import_id, number, entry, content_hash)
      select ${row!.id}, n, jsonb_build_object('title', 'Left ' || n, 'content', ''), n::text
      from generate_series(1, 2) as n`;
    await runJob();
    expect(counts(await finished({ id: row!.id }))).toEqual([2, 0, 0]);
    expect(await entriesOf(ana)).toHaveLength(2);
    expect(await sql`select from private.import_rows where import_id = ${row!.id}`).toEqual([]);
  });

  it("is deleted after a day when its upload was interrupted", async ({ ana }) => {
    const insert = (name: string, age: string) =>
      sql`insert into private.entry_imports (user_id, file_name, kind, total, due_at, created_at)
        values (${ana.id}, ${name}, 'rows', 0, 'infinity', now() - ${age}::interval)`;
    await insert("old", "25 hours");
    await insert("young", "23 hours");
    await sql`select private.purge()`;
    const left = await sql`select file_name from private.entry_imports where user_id = ${ana.id}`;
    expect(left).toEqual([{ file_name: "young" }]);
  });

  it("makes each entry once with ten workers at once", async ({ ana }) => {
    const begun = { p_user_id: ana.id, p_file_name: null };
    const { data: p_import_id } = await admin.client.rpc("begin_import", begun);
    await admin.client.rpc("receive_import_rows", {
      p_import_id,
      p_rows: Array.from({ length: 200 }, (_, n) => ({
        number: n + 1,
        entry: { title: `T ${n}`, content: "x" },
      })),
    });
    await admin.client.rpc("start_import", { p_import_id });
    await Promise.all(Array.from({ length: 10 }, runJob));
    expect(counts(await finished({ id: p_import_id }))).toEqual([200, 0, 0]);
    expect(await entriesOf(ana)).toHaveLength(200);
  });
});

/** Imports of entries, row by row. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { sql } from "../support/sql.ts";
import { admin, entriesOf, finished, importForm, run, start } from "./import-runs.ts";
import { ok, outcome } from "../support/requests.ts";
import { runJob } from "../user/archives.ts";

describe("an import", () => {
  it("of JSON makes private entries with the given dates", async ({ ana }) => {
    const rows = [
      {
        title: "First",
        content: "With @nobody and #tag",
        mood: "calm",
        tags: ["a", "b"],
        created_at: "2024-02-29T23:30:00-05:00",
      },
      { title: "Second", content: "", created_at: "2024-03-02", other: "ignored" },
    ];
    for (const document of [[rows[0]], { entries: [rows[1]] }]) {
      const begun = await start(ana, JSON.stringify(document));
      const state = { user_id: ana.id, file_name: "entries.json", skipped: 0, failed: 0 };
      expect(begun).toMatchObject({ ...state, total: 1, errors: [], completed_at: null });
      expect(await finished(begun))
        .toMatchObject({ ...state, processed: 1, imported: 1, completed_at: expect.any(String) });
    }
    expect(await entriesOf(ana)).toEqual([
      {
        ...rows[0],
        created_at: new Date("2024-03-01T04:30:00Z"),
        updated_at: new Date("2024-03-01T04:30:00Z"),
        visibility: "user",
      },
      {
        title: "Second",
        content: "",
        mood: null,
        tags: [],
        created_at: new Date("2024-03-02T00:00:00Z"),
        updated_at: new Date("2024-03-02T00:00:00Z"),
        visibility: "user",
      },
    ]);
    // Imported entries are found by search and have mentions, like written ones.
    const { entries } = await ok(ana, "GET", "/api/journal?q=nobody");
    expect(entries).toMatchObject([{ title: "First", mentions: [{}, {}] }]);
  });

  it("of CSV reads quotes, line ends, separators and a byte order mark", async ({ ana, ben }) => {
    const csv = "\ufeffTitle,created_at,Content,Tags,mood\r\n" +
      'One,2020-01-01 10:00,"Said ""hi"",\r\ntwice","red; blue, green",\r\n' +
      "\r\n" +
      'Two,2020-01-02T10:00:00Z,plain,"[""a,b""]",calm\r\n' +
      "Three,,\r\n";
    expect(await run(ana, csv, "old.csv")).toMatchObject({
      total: 3,
      imported: 3,
      file_name: "old.csv",
    });
    const entries = await entriesOf(ana);
    expect(entries[0]).toMatchObject({
      title: "One",
      content: 'Said "hi",\r\ntwice',
      tags: ["red", "blue", "green"],
      mood: null,
      created_at: new Date("2020-01-01T10:00:00Z"),
    });
    expect(entries[1]).toMatchObject({ content: "plain", tags: ["a,b"], mood: "calm" });
    expect(entries[2]).toMatchObject({ title: "Three", content: "" });
    expect(Date.now() - entries[2]!.created_at.getTime()).toBeLessThan(60_000);

    await run(ben, "title;content\nSemi;colon", "x.csv");
    await run(ben, "title\tcontent\nTab\tulator", "x.tsv");
    expect((await entriesOf(ben)).map(({ content }) => content).sort())
      .toEqual(["colon", "ulator"]);
  });

  it("reports bad rows by number and imports the others", async ({ ana }) => {
    const good = { title: "Good", content: "x" };
    const rows: [unknown, string][] = [
      [{ content: "x" }, "title: required"],
      [{ ...good, title: "x".repeat(201) }, "title: expected at most 200 characters"],
      [{ title: "No content" }, "content: required"],
      [{ ...good, content: "x".repeat(100_001) }, "content: expected at most 100000 characters"],
      [{ ...good, content: "a\u0000b" }, "content: holds a character that cannot be stored"],
      [{ ...good, content: "\ud800" }, "content: holds a character that cannot be stored"],
      [{ ...good, mood: "x".repeat(51) }, "mood: expected at most 50 characters"],
      [{ ...good, tags: "red" }, "tags: expected array"],
      [{ ...good, tags: Array(21).fill("x") }, "tags: expected at most 20 items"],
      [{ ...good, tags: [""] }, "tags.0: must not be empty"],
      [{ ...good, created_at: "yesterday" }, "created_at: expected an ISO 8601 timestamp or date"],
      [{ ...good, created_at: "2023-02-30" }, "created_at: expected an ISO 8601 timestamp or date"],
      [{ ...good, created_at: "3000-01-01" }, "created_at: expected a moment from 1900 until now"],
      [{ ...good, created_at: 1700000000 }, "created_at: expected string"],
      ["just text", "row: expected object"],
      [null, "row: expected object"],
    ];
    const file = [good, ...rows.flatMap(([row]) => [row, good])];
    const state = await run(ana, JSON.stringify(file));
    expect(state).toMatchObject({
      total: 2 * rows.length + 1,
      processed: 2 * rows.length + 1,
      imported: rows.length + 1,
      failed: rows.length,
    });
    expect(state.errors).toEqual(rows.map(([, error], n) => ({ row: 2 * n + 2, error })));
    // Identical rows become separate entries.
    expect(await entriesOf(ana)).toHaveLength(rows.length + 1);
  });

  it("reports bad rows of CSV by number, the first line not counted", async ({ ana }) => {
    const csv =
      'title,content\nGood,x\n,untitled\nMany,x,y,z\nAlso good,"x\ny"\nQ"uote,"x"y\nLast,x\n';
    const state = await run(ana, csv, "x.csv");
    expect(state.errors).toEqual([
      { row: 3, error: "holds more fields than the first line names" },
      { row: 5, error: expect.stringMatching(/^a quotation mark is not closed/) },
    ]);
    expect(state).toMatchObject({ imported: 3, failed: 2, total: 5 });
  });

  it("reports a row that only the database refuses", async ({ ana }) => {
    const begun = { p_user_id: ana.id, p_file_name: null };
    const { data: p_import_id } = await admin.client.rpc("begin_import", begun);
    const rows = [
      { number: 1, entry: { title: "x".repeat(300), content: "x" } },
      { number: 2, entry: { title: "x", content: "x", created_at: "never" } },
      { number: 3, entry: { title: "x" } },
      { number: 4, entry: { title: "Good", content: "x" } },
      { number: 5, entry: { title: "x", content: "x", notebook_id: crypto.randomUUID() } },
    ];
    await admin.client.rpc("receive_import_rows", { p_import_id, p_rows: rows });
    await admin.client.rpc("start_import", { p_import_id });
    await runJob();
    const state = await finished({ id: p_import_id });
    expect(state).toMatchObject({ imported: 1, failed: 4 });
    expect(state.errors).toEqual([
      { row: 1, error: "title: not allowed" },
      { row: 2, error: "a value has the wrong form" },
      { row: 3, error: "a value has the wrong form" },
      { row: 5, error: "notebook_id: not found" },
    ]);
  });
});

it.each([-1, 0, 10_001])("an import has no row %d", async (number) => {
  const begun = { p_user_id: admin.id, p_file_name: null };
  const { data: p_import_id } = await admin.client.rpc("begin_import", begun);
  const p_rows = [{ number, entry: { title: "x", content: "x" } }];
  const { error } = await admin.client.rpc("receive_import_rows", { p_import_id, p_rows });
  expect(error?.code).toBe("23514");
});

it("an import is given up after ten steps that made nothing", async ({ ana }) => {
  const begun = { p_user_id: ana.id, p_file_name: null };
  const { data: p_import_id } = await admin.client.rpc("begin_import", begun);
  const p_rows = [{ number: 1, entry: { title: "x", content: "x" } }];
  await admin.client.rpc("receive_import_rows", { p_import_id, p_rows });
  await sql`
    update private.entry_imports set attempts = 10, due_at = now() where id = ${p_import_id}`;
  await runJob();
  const { import: state } = await ok(admin, "GET", `/api/admin/imports/${p_import_id}`);
  expect(state)
    .toMatchObject({ status: "failed", error: "The entries cannot be made", processed: 0 });
  expect(await sql`select from private.import_rows where import_id = ${p_import_id}`).toEqual([]);
  expect(await entriesOf(ana)).toEqual([]);
});

describe("POST /admin/imports", () => {
  const refusal = (form: unknown) => outcome(admin, "POST", "/api/admin/imports", form);

  it.for(
    [
      ["nothing", "", 400, "file: is empty"],
      ["no rows", "[]", 400, "file: holds no rows"],
      ["a header alone", "title,content\n", 400, "file: holds no rows"],
      ["broken JSON", "[{]", 400, "file: not valid JSON"],
      ["JSON without an end", '[{"title": "x"}, {"tit', 400, "file: not valid JSON"],
      ["JSON and more", '[{"title": "x", "content": ""}] x', 400, "file: not valid JSON"],
      ["an empty item", '[{"title": "x", "content": ""},]', 400, "file: not valid JSON"],
      ["an object", '{"title": "x"}', 400, "file: expected an array of entries"],
      ["other columns", "name,text\nx,y", 400, "file: expected JSON, or CSV whose first line"],
      ["no text", new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 415, "file: expected JSON or CSV"],
    ] as const,
  )("refuses a file of %s", async ([_, content, status, error], { ana }) => {
    expect(await refusal(importForm(ana.id, content))).toContain(`${status} ${error}`);
    expect(await sql`select from private.entry_imports where user_id = ${ana.id}`).toEqual([]);
  });

  it("refuses more than 10,000 rows, in both formats", async ({ ana }) => {
    const row = { title: "x", content: "" };
    const csv = "title,content\n" + "x,y\n".repeat(10_001);
    for (const content of [JSON.stringify(Array(10_001).fill(row)), csv]) {
      expect(await refusal(importForm(ana.id, content))).toBe("413 file: more than 10,000 rows");
    }
    expect(await sql`select from private.entry_imports where user_id = ${ana.id}`).toHaveLength(0);
  });

  it("refuses more than 25 MB", async ({ ana }) => {
    expect(await refusal(importForm(ana.id, new Uint8Array(25 * 1024 * 1024 + 1))))
      .toBe("413 file: larger than 25 MB");
  });

  it("refuses incomplete forms and unknown users", async ({ ana }) => {
    const file = new File(["[]"], "x.json");
    const forms: [Record<string, string | File>, string][] = [
      [{ file }, "user_id: required"],
      [{ user_id: "someone", file }, "user_id: expected a UUID"],
      [{ user_id: ana.id }, "file: required"],
      [{ user_id: ana.id, file: "text" }, "file: expected one file"],
    ];
    for (const [fields, error] of forms) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      expect(await refusal(form)).toBe(`400 ${error}`);
    }
    const nobody = importForm(crypto.randomUUID(), '[{"title": "x", "content": ""}]');
    expect(await refusal(nobody)).toBe("404 User not found");
  });

  it("refuses a body that is not a valid form", async () => {
    expect(await refusal({ user_id: admin.id })).toBe("415 expected multipart/form-data");
    for (
      const body of ["", "--x\r\n", '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1']
    ) {
      const headers = { "content-type": "multipart/form-data; boundary=x" };
      expect(await outcome(admin, "POST", "/api/admin/imports", body, headers)).toBe(
        "400 body: not a valid form",
      );
    }
  });

  it("stores nothing of a malformed file", async ({ ana }) => {
    const rows = Array.from({ length: 3000 }, (_, n) => ({ title: `T ${n}`, content: "x" }));
    expect(await refusal(importForm(ana.id, JSON.stringify(rows).slice(0, -1))))
      .toBe("400 file: not valid JSON");
    expect(await sql`select from private.entry_imports where user_id = ${ana.id}`).toHaveLength(0);
  });

  it("answers 404 for an unknown import", async () => {
    const path = `/api/admin/imports/${crypto.randomUUID()}`;
    expect(await outcome(admin, "GET", path)).toBe("404 Import not found");
  });

  it("deletes an import with its user", async ({ ana }) => {
    const { id } = await run(ana, JSON.stringify([{ title: "x", content: "" }]));
    await sql`delete from auth.users where id = ${ana.id}`;
    expect((await admin.api("GET", `/api/admin/imports/${id}`)).status).toBe(404);
  });
});

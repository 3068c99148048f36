/** Imports that users start: their entries, their steps, and the files that are refused. */
import { describe, expect, vi } from "vitest";
import { step } from "../../functions/archive/steps.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { useProject } from "../http/project.ts";
import { it } from "../support/it.ts";
import { handleOf, person, service } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { makeNotebook, shared } from "../journal/people.ts";
import { ended, entriesOf, form, importInto, markdown, packed, runJob, zipOf } from "./archives.ts";

const path = "/api/user/imports";

const one = await zipOf({ "a.md": markdown("title: t") });

describe("an imported entry", () => {
  it("is private, mentions nobody and keeps to a private notebook", async ({ ana, ben }) => {
    await makeNotebook(ana, { name: "Work", ...shared });
    const text = markdown(
      "title: t\nvisibility: public\nnotebook: Work",
      `@${await handleOf(ben)}`,
    );
    await importInto(ana, await zipOf({ "a.md": text, "b.md": `${text} again` }));
    const { entries } = await ok(ana, "GET", `/api/journal?user_id=${ana.id}`);
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        effective_metadata_visibility: "user",
        effective_content_visibility: "user",
        mentions: [],
        notebook: { name: "Work" },
      });
    }
    expect(entries[0].notebook.id).toBe(entries[1].notebook.id);
    expect(await sql`select from public.notebooks where user_id = ${ana.id}`).toHaveLength(2);
    expect((await ok(ben, "GET", "/api/notifications")).notifications).toEqual([]);
    expect((await ben.api("GET", `/api/journal/${entries[0].id}`)).status).toBe(404);
  });

  it("comes back when it was deleted, once for each time, and stays alone", async ({ ana }) => {
    const zip = await zipOf({ "a.md": markdown("title: t\ndate: 2020-01-01") });
    const remove = async () => {
      const { entries: [entry] } = await ok(ana, "GET", `/api/journal?user_id=${ana.id}`);
      await ok(ana, "DELETE", `/api/journal/${entry.id}`);
    };
    await importInto(ana, zip);
    await remove();
    expect(await importInto(ana, zip)).toMatchObject({ imported: 1 });
    // The deletion is forgotten after a time.
    await sql`delete from private.changes where user_id = ${ana.id} and deleted_at is not null`;
    expect(await importInto(ana, zip)).toMatchObject({ imported: 0, skipped: 1 });
    expect(await entriesOf(ana)).toHaveLength(1);
  });

  it("of another person's archive is a copy, and the other person's entry stays", async ({ ana, ben }) => {
    const { entry } = await ok(ben, "POST", "/api/journal", { title: "Ben's", content: "b" });
    const zip = await zipOf({
      "a.md": markdown(`id: ${entry.id}\ntitle: Mine`),
      "archive.json": "{}",
    });
    expect(await importInto(ana, zip)).toMatchObject({ imported: 1, errors: [] });
    expect(await importInto(ana, zip)).toMatchObject({ skipped: 1 });
    expect((await entriesOf(ben)).map(({ title }) => title)).toEqual(["Ben's"]);
  });
});

describe("an import", () => {
  it("is one at a time, its owner's alone, and its file goes with its end", async ({ ana, ben }) => {
    const answers = await Promise.all([1, 2, 3].map(() => ana.api("POST", path, form(one))));
    const started = answers.filter(({ status }) => status === 201).map(({ body }) => body.import);
    expect(started.length).toBeGreaterThan(0);
    for (const { status, body } of answers) {
      if (status !== 201) expect(body.code).toBe("import_running");
    }
    expect((await ben.api("GET", `${path}/${started[0].id}`)).status).toBe(404);
    for (const each of started) await ended(ana, each);
    expect(await entriesOf(ana)).toHaveLength(1);
    const rows = await sql`
      select i.path, exists (
        select from storage.objects as o
        where bucket_id = 'entry-imports' and starts_with(name, i.user_id::text) and not exists (
          select from private.storage_deletions where bucket = o.bucket_id and path = o.name)
      ) as is_kept
      from private.entry_imports as i where i.user_id = ${ana.id}`;
    for (const row of rows) expect(row).toEqual({ path: null, is_kept: false });
  });

  it("goes on where a step was cut off, and makes nothing twice", async ({ ana }) => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`${n}.md`, markdown(`title: '${n}'`)]),
    );
    const { import: { id } } = await ok(ana, "POST", path, form(await zipOf(files)));
    await ended(ana, { id });
    // The state of an import whose step was cut off after its first batch.
    await sql`
      delete from public.journal_entries where user_id = ${ana.id} and title > '50'`;
    await sql`delete from private.changes where user_id = ${ana.id} and deleted_at is not null`;
    const file = await zipOf(files);
    const stored = service.storage.from("entry-imports");
    const again = await stored.upload(`${ana.id}/again.zip`, await file.arrayBuffer(), {
      contentType: "application/zip",
    });
    expect(again.error).toBeNull();
    await sql`
      update private.entry_imports set completed_at = null, path = user_id || '/again.zip',
        imported = 50, claim = gen_random_uuid(), due_at = now() + interval '1 minute'
      where id = ${id}`;
    await runJob();
    expect((await ok(ana, "GET", `${path}/${id}`)).import.status).toBe("running");
    await sql`update private.entry_imports set due_at = now() where id = ${id}`;
    const state = await ended(ana, { id });
    expect(state).toMatchObject({ total: 120, processed: 120, failed: 0 });
    expect(new Set((await entriesOf(ana)).map(({ title }) => title)).size).toBe(120);
    expect(await entriesOf(ana)).toHaveLength(120);
  });

  it("tells the devices of its owner once for each step", async ({ ana }) => {
    const files = Array.from({ length: 60 }, (_, n) => [`${n}.md`, markdown(`title: '${n}'`)]);
    await importInto(ana, await zipOf(Object.fromEntries(files)));
    const told = await sql`
      select payload ->> 'type' as type from realtime.messages where topic = ${`user:${ana.id}`}`;
    expect(told.map(({ type }) => type)).not.toContain("journal_entry");
    expect(told.length).toBeLessThan(8);
  });

  it("is removed after 30 days, and with its file after 7 when it does not end", async ({ ana }) => {
    const { id } = await importInto(ana, one);
    await sql`
      insert into private.entry_imports (user_id, file_name, kind, total, path, created_at, due_at)
      values (${ana.id}, 'x', 'markdown', 1, ${`${ana.id}/old.zip`}, now() - interval '8 days',
        now() + interval '1 day')`;
    await sql`
      update private.entry_imports set created_at = now() - interval '31 days' where id = ${id}`;
    await sql`select private.purge()`;
    expect((await ana.api("GET", `${path}/${id}`)).status).toBe(404);
    expect(await sql`select from private.entry_imports where user_id = ${ana.id}`).toEqual([]);
    expect(await sql`select from private.storage_deletions where path = ${`${ana.id}/old.zip`}`)
      .toHaveLength(1);
  });

  it("of a blocked account waits, and an import without progress is given up", async ({ ana }) => {
    const path = `${ana.id}/missing.zip`;
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const [row] = await sql`
      insert into private.entry_imports (user_id, file_name, kind, total, path)
      values (${ana.id}, 'x', 'markdown', 1, ${path}) returning id`;
    await runJob();
    const attempts = () => sql`select attempts from private.entry_imports where id = ${row!.id}`;
    expect(await attempts()).toEqual([{ attempts: 0 }]);
    await sql`update private.entry_imports set attempts = 10 where id = ${row!.id}`;
    await sql`update public.profiles set is_active = true where id = ${ana.id}`;
    await runJob();
    const [state] = await sql`
      select private.entry_import_state(i) as import from private.entry_imports as i
      where id = ${row!.id}`;
    expect(state!.import)
      .toMatchObject({ status: "failed", error: "The file cannot be read", processed: 0 });
  });

  it.each([["1 minute", 3], ["25 hours", 4]])(
    "%s old is put off while Storage does not answer; failed steps: %d",
    async (age, attempts) => {
      const { id: user_id } = await person();
      const [taken] = await sql`
        insert into private.entry_imports
          (user_id, file_name, kind, total, path, attempts, claim, due_at, created_at)
        values (${user_id}, 'x', 'markdown', 1, ${`${user_id}/x.zip`}, 4, gen_random_uuid(),
          now() + interval '1 minute', now() - ${age}::interval)
        returning *`;
      await useProject();
      const { fetch } = globalThis;
      const away = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) =>
        String(input).includes("/storage/v1/")
          ? Promise.reject(new TypeError("connection refused"))
          : fetch(input, init)
      );
      try {
        await expect(step(serviceClient(), taken as never, Infinity)).rejects
          .toMatchObject({ status: 503 });
      } finally {
        away.mockRestore();
      }
      const [row] = await sql`
        select attempts, claim, completed_at, due_at > now() as is_put_off
        from private.entry_imports where id = ${taken!.id}`;
      expect(row).toEqual({ attempts, claim: null, completed_at: null, is_put_off: true });
    },
  );

  it("whose file is missing ends", async ({ ana }) => {
    const [row] = await sql`
      insert into private.entry_imports (user_id, file_name, kind, total, path)
      values (${ana.id}, 'x', 'markdown', 1, ${`${ana.id}/none.zip`}) returning id`;
    expect(await ended(ana, row as { id: string }))
      .toMatchObject({ status: "failed", error: "The file is missing" });
  });

  it("counts against the limits of its owner", async ({ ana }) => {
    await sql`
      insert into private.quota_days (user_id, kind, day, made)
      values (${ana.id}, 'imported entries', private.utc_today(), 20000)`;
    expect(await outcome(ana, "POST", path, form(one)))
      .toBe("429 At most 20000 imported entries a day (UTC)");
  });
});

describe("a file is refused", () => {
  const text = markdown("title: t");
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, ""]));

  it.each<[string, () => Promise<Blob>, number, string]>([
    [
      "that is not a ZIP file",
      () => Promise.resolve(new Blob(["hello"])),
      415,
      "file: expected a ZIP file",
    ],
    ["that is empty", () => Promise.resolve(new Blob([])), 415, "file: expected a ZIP file"],
    ["that is cut off", async () => (await zipOf({ "a.md": text })).slice(0, -30), 415, "ZIP"],
    ["of other kinds", () => zipOf({ "a.txt": text }), 415, "Day One"],
    ["without entries", () => zipOf({ "archive.json": "{}" }), 400, "holds no entries"],
    ["that leads up", () => zipOf({ "../a.md": text }), 400, "outside of its folder"],
    ["that leads to the root", () => zipOf({ "/a.md": text }), 400, "outside of its folder"],
    ["with names of Windows", () => zipOf({ "..\\a.md": text }), 400, "outside of its folder"],
    ["with a long name", () => zipOf({ [`${"x".repeat(998)}.md`]: text }), 400, "1,000 characters"],
    ["that is encrypted", () => packed({ "a.md": text }, { password: "x" }), 400, "encrypted"],
    ["of too many files", () => zipOf(many(10_001)), 413, "more than 10,000 files"],
    [
      "that grows too much",
      () => packed({ "a.md": text, "b.txt": "\0".repeat(251_000_000) }),
      413,
      "250 MB",
    ],
  ])("%s", async (_, zip, status, message) => {
    const answer = await (await person()).api("POST", path, form(await zip()));
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(message)]);
  });

  it("with two files of one name", async ({ ana }) => {
    const zip = new Uint8Array(await (await zipOf({ "a.md": text, "b.md": text })).arrayBuffer());
    for (let at = 0; at < zip.length; at++) {
      if (zip[at] === 98 && zip[at + 1] === 46 && zip[at + 2] === 109) zip[at] = 97;
    }
    const answer = await ana.api("POST", path, form(new Blob([zip])));
    expect([answer.status, answer.body.error]).toEqual([400, "file: holds two files of one name"]);
  });

  it.each([["packed in an unknown way", 10, 99], ["where another file is", 42, 0]])(
    "of which a file is %s, row by row",
    async (_, offset, value) => {
      const zip = new Uint8Array(
        await (await zipOf({ "a.md": text, "b.md": `${text} again` })).arrayBuffer(),
      );
      const data = new DataView(zip.buffer);
      // The second entry of the directory.
      for (let at = 0, found = 0; at < zip.length - 4; at++) {
        if (data.getUint32(at, true) !== 0x02014b50 || ++found < 2) continue;
        data.setUint16(at + offset, value, true);
      }
      const state = await importInto(await person(), new Blob([zip]));
      expect(state).toMatchObject({ status: "completed", failed: expect.any(Number) });
      expect(state.errors).toContainEqual({ row: 2, file: "b.md", error: "is damaged" });
    },
  );

  it("in whose directory a file is smaller than it is, row by row", async ({ ana }) => {
    const long = "x".repeat(500);
    const zip = new Uint8Array(await (await packed({ "a.md": long, "b.md": text })).arrayBuffer());
    const data = new DataView(zip.buffer);
    for (let at = 0; at < zip.length - 4; at++) {
      // The size in the local header, in the directory, and in a descriptor behind the data.
      if (data.getUint32(at, true) === long.length) data.setUint32(at, 10, true);
    }
    expect(await importInto(ana, new Blob([zip]))).toMatchObject({ imported: 1, failed: 1 });
  });
});

it("no other user reads the state of an import, and no user lists its file", async ({ ana, ben }) => {
  const { id } = await importInto(ana, await zipOf({ "a.md": "Text" }));
  const read = await ben.client.rpc("get_entry_import", { p_import_id: id });
  expect(read.error?.message).toBe("Import not found");
  for (const who of [ana, ben]) {
    const { data } = await who.client.storage.from("entry-imports").list(ana.id);
    expect(data ?? []).toEqual([]);
  }
});

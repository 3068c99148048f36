/** Imports of one's own: what is read, what is refused, and that nothing is made twice. */
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import { describe, expect, vi } from "vitest";
import { dayOneEntry } from "../../functions/user/day-one.ts";
import { step } from "../../functions/user/import-run.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { useProject } from "../http/project.ts";
import { jpeg } from "../support/images.ts";
import { it } from "../support/it.ts";
import { person, service } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { ended, entriesOf, form, importInto, runJob, zipOf } from "./archives.ts";

const path = "/api/user/imports";

const markdown = (fields: string, content = "Hello") => `---\n${fields}\n---\n\n${content}`;

const one = await zipOf({ "a.md": markdown("title: t") });

const packed = async (files: Record<string, string>, options = {}) => {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, text] of Object.entries(files)) {
    await writer.add(name, new TextReader(text), options);
  }
  return await writer.close();
};

describe("Markdown", () => {
  it("of other apps is read by its front matter, its heading or its name", async ({ ana }) => {
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Europe/Madrid" });
    const state = await importInto(
      ana,
      await packed({
        "Notes/a.md": markdown(
          "title: 2024\ndate: 2020-01-01 10:00\ntags: '#one, two'\nmood: null",
        ),
        "Notes/b.md": "# A heading\n\nText",
        "Notes/2020-01-03 Walk.md": "Text",
        "Notes/.obsidian/x.md": "hidden",
        "__MACOSX/a.md": "hidden",
      }),
    );
    expect(state).toMatchObject({ kind: "markdown", total: 3, imported: 3, errors: [] });
    const [first, second, third] = await entriesOf(ana);
    expect(first).toMatchObject({
      title: "2024",
      content: "Hello",
      mood: null,
      tags: ["one", "two"],
    });
    expect(first!.written_at.toISOString()).toBe("2020-01-01T09:00:00.000Z");
    expect(second).toMatchObject({ title: "Walk", content: "Text" });
    expect(third).toMatchObject({ title: "A heading", content: "# A heading\n\nText" });
  });

  it("that is wrong is reported by row, and does not stop the others", async ({ ana }) => {
    const state = await importInto(
      ana,
      await packed({
        "1.md": markdown(`title: ${"x".repeat(201)}`),
        "2.md": markdown("title: 2\ndate: yesterday"),
        "3.md": markdown("title: 3\ndate: 2999-01-01"),
        "4.md": markdown("title: [4"),
        "5.md": "x".repeat(100_001),
        "6.md": "x".repeat(1_000_001),
        "7.md": markdown("title: 7\ndate: 2020-02-30"),
        "8.md": markdown("title: good"),
        // What the database cannot store.
        "9.md": markdown('title: good too\nuuid: "\\0"'),
        "9\0.md": markdown("title: [\0"),
      }),
    );
    expect(state).toMatchObject({ status: "completed", total: 10, imported: 2, failed: 8 });
    expect(state.errors.map(({ row, file, error }: Record<string, string>) => [row, file, error]))
      .toEqual([
        [1, "1.md", "title: expected at most 200 characters"],
        [2, "2.md", "written_at: expected an ISO 8601 timestamp or date"],
        [3, "3.md", "written_at: not allowed"],
        [4, "4.md", expect.stringMatching(/^front matter: /)],
        [5, "5.md", "content: expected at most 100000 characters"],
        [6, "6.md", "is larger than 1,000,000 bytes"],
        [7, "7.md", "a value: not allowed"],
        [9, "9.md", expect.stringMatching(/^front matter: /)],
      ]);
  });
});

describe("Day One", () => {
  const journal = (entries: unknown[]) =>
    JSON.stringify({ metadata: { version: "1.0", "entries": "no" }, entries });
  const entry = {
    uuid: "0123456789ABCDEF0123456789ABCDEF",
    creationDate: "2019-05-01T22:30:00Z",
    timeZone: "Europe/Madrid",
    text: '# Madrid\\!\n\nA "day", {with} [brackets]\\.\n![](dayone-moment://AB12)\nEnd 🎉',
    tags: ["travel"],
    richText: '{"contents":[]}',
    location: { latitude: 40.4 },
  };

  it("is read entry by entry", async ({ ana }) => {
    const zip = await packed({
      "Journal.json": journal([entry, { ...entry, uuid: "2", text: "" }, { uuid: "3" }, 4, []]),
      "Travel.json": journal([{ ...entry, uuid: "5" }]),
      "photos/0.jpeg": "",
    });
    const state = await importInto(ana, zip);
    expect(state).toMatchObject({ kind: "day_one", total: 5, imported: 3, failed: 2 });
    expect(state.errors.map(({ row, error }: Record<string, string>) => [row, error])).toEqual([
      [3, "is no entry of Day One"],
      [4, "is no entry of Day One"],
    ]);
    expect((await entriesOf(ana)).map(({ title, content, tags }) => [title, content, tags]))
      .toEqual([
        ["2019-05-02", "", ["travel"]],
        ...[1, 2].map(() => [
          "Madrid!",
          '# Madrid\\!\n\nA "day", {with} [brackets]\\.\nEnd 🎉',
          ["travel"],
        ]),
      ]);
    expect(await importInto(ana, zip)).toMatchObject({ imported: 0, skipped: 3, failed: 2 });
  });

  it("is read in a time that follows its length", () => {
    const text = "![](dayone-moment:".repeat(50_000);
    expect(dayOneEntry(JSON.stringify({ ...entry, text }), new Map())).toBeDefined();
  });

  it("is searched for entries in a time that follows its length", async () => {
    const zip = await packed({ "Journal.json": "[".repeat(100_000_000) });
    const answer = await (await person()).api("POST", path, form(zip));
    expect(answer.body.error).toBe("file: Journal.json: is not the JSON of Day One");
  });

  it("has 30 files of an entry read, and one error for the others", async ({ ana }) => {
    const photos = Array.from({ length: 1000 }, () => ({ md5: "a", type: "j\0peg" }));
    const state = await importInto(
      ana,
      await packed({ "Journal.json": journal([{ ...entry, uuid: "\0", photos }]) }),
    );
    expect(state).toMatchObject({ status: "completed", imported: 1 });
    expect(state.errors).toHaveLength(31);
    expect(state.errors[30]).toEqual({
      row: 1,
      file: "photos/a.jpeg",
      error: "left out, one of 970",
    });
  });

  it("brings its photos, and says which it is without", async ({ ana }) => {
    const photos = [{ md5: "a1", type: "jpeg" }, { md5: "b2", type: "heic" }, { md5: "c3" }];
    const state = await importInto(
      ana,
      await zipOf({
        "Journal.json": journal([{ ...entry, photos }]),
        "photos/a1.jpeg": jpeg(),
        "photos/b2.heic": "no picture",
      }),
    );
    expect(state).toMatchObject({ imported: 1, failed: 0 });
    expect(state.errors).toEqual([
      { row: 1, file: "photos/b2.heic", error: expect.stringMatching(/^expected JPEG/) },
      { row: 1, file: "photos/c3.jpeg", error: "is missing" },
    ]);
    const { entries: [made] } = await ok(ana, "GET", `/api/journal?user_id=${ana.id}`);
    expect(made).toMatchObject({ attachment_count: 1, picture: { id: expect.any(String) } });
  });

  it.each([
    ["is cut off", journal([entry]).slice(0, -1)],
    ["has no entries", '{"metadata":{}}'],
    ["is no object", '"[{}]'],
    ["is no text", "\u0000\ud800"],
  ])("is refused when it %s", async (_, json) => {
    const answer = await (await person()).api(
      "POST",
      path,
      form(await zipOf({ "Journal.json": json })),
    );
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^file: (Journal.json: is|holds)/) },
    });
  });
});

describe("an imported entry", () => {
  it("is private, mentions nobody and keeps to a private notebook", async ({ ana, ben }) => {
    const open = { metadata_visibility: "public", content_visibility: "public" };
    await ok(ana, "POST", "/api/notebooks", { name: "Work", ...open });
    const [profile] = await sql`select handle from public.profiles where id = ${ben.id}`;
    const text = markdown("title: t\nvisibility: public\nnotebook: Work", `@${profile!.handle}`);
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

  it("of another person's archive is a copy, and the other one's stays", async ({ ana, ben }) => {
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
      select i.path, d.path as discarded from private.entry_imports as i
      left join private.storage_deletions as d
        on d.bucket = 'entry-imports' and starts_with(d.path, i.user_id::text)
      where i.user_id = ${ana.id}`;
    for (const row of rows) expect(row).toEqual({ path: null, discarded: expect.any(String) });
  });

  it("goes on where a step was cut off, and makes nothing twice", async ({ ana }) => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`${n}.md`, markdown(`title: '${n}'`)]),
    );
    const { import: { id } } = await ok(ana, "POST", path, form(await zipOf(files)));
    await ended(ana, { id });
    // As a step leaves it that was cut off after its first batch.
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

  it("of a blocked account waits, and one that never gets anywhere is given up", async ({ ana }) => {
    const path = `${ana.id}/missing.zip`;
    const [row] = await sql`
      insert into private.entry_imports (user_id, file_name, kind, total, path)
      values (${ana.id}, 'x', 'markdown', 1, ${path}) returning id`;
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
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
      "that is no ZIP file",
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

it("the state of an import is no business of others, nor its file", async ({ ana, ben }) => {
  const { id } = await importInto(ana, await zipOf({ "a.md": "Text" }));
  const read = await ben.client.rpc("get_entry_import", { p_import_id: id });
  expect(read.error?.message).toBe("Import not found");
  for (const who of [ana, ben]) {
    const { data } = await who.client.storage.from("entry-imports").list(ana.id);
    expect(data ?? []).toEqual([]);
  }
});

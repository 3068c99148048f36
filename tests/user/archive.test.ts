/** The archive of a user's entries as Markdown, and its import into an account. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { fileName, markdownOf, readMarkdown } from "../../functions/archive/markdown.ts";
import { impersonate } from "../auth/impersonating.ts";
import { webp } from "../support/images.ts";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { person, withToken } from "../support/people.ts";
import { m4a } from "../support/sounds.ts";
import { sql } from "../support/sql.ts";
import { download, entriesOf, importInto, importPictures, textsOf } from "./archives.ts";

/** Texts that YAML could read as something else, or with which a file could end. */
const nasty = [
  ...[
    "yes",
    "No",
    "null",
    "~",
    "12:30",
    "2024-01-01",
    "1e3",
    "0o17",
    "=",
    "<<",
    "- a",
    "? b",
    "# c",
  ],
  ...["a: b", "a #b", "*alias", "&anchor", "!tag", "@at", "`tick`", "%per", "{a}", "[b]", "'q'"],
  ...[
    '"q"',
    "back\\slash",
    " lead",
    "trail ",
    "tab\there",
    "line\nbreak",
    "a\n---\nb",
    "---",
    "...",
  ],
  ...["🎉 café 日记", "\u202eright to left", "שלום", "\u0085x\u2028", "\u0001\u007f", "\ufeffbom"],
];

const text = (max: number) =>
  fc.oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: "binary", maxLength: max }).filter((value) => !value.includes("\0")),
  );
const word = (max: number) =>
  text(max).map((value) => [...value].slice(0, max).join("")).filter((value) => /\S/.test(value));

describe("a Markdown file", () => {
  it("says again what the entry says", async () => {
    const entry = fc.record({
      id: fc.uuid(),
      title: word(200),
      content: fc.oneof(text(500), text(50).map((value) => `\n---\n${value}\r\n\n`)),
      mood: fc.option(word(50)),
      tags: fc.array(word(50), { maxLength: 20 }),
      visibility: fc.constantFrom("user", "public"),
      notebook: fc.option(word(100)),
      written_at: fc.constant("2026-03-01T08:30:00.123456+00:00"),
    });
    await fc.assert(
      fc.asyncProperty(entry, async ({ content, ...rest }) => {
        const read = await readMarkdown(await markdownOf({ content, ...rest }));
        expect(read.content).toBe(content);
        const written = Object.entries(rest).filter(([, value]) =>
          value !== null && !(Array.isArray(value) && value.length === 0)
        );
        expect(Object.fromEntries(read.fields)).toEqual(Object.fromEntries(written));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it.each([
    ["a file without front matter", "# Hello\n---\n", [], "# Hello\n---\n"],
    ["front matter that never ends", "---\ntitle: a\n", [], "---\ntitle: a\n"],
    ["empty front matter", "---\n---\ntext", [], "text"],
    ["numbers and dates", "---\r\nTitle: 007\r\ndate: 2024-01-01\r\n---\r\n\r\ntext", [
      ["title", "007"],
      ["date", "2024-01-01"],
    ], "text"],
  ])("reads %s", async (_, source, fields, content) => {
    const read = await readMarkdown(source);
    expect([...read.fields]).toEqual(fields);
    expect(read.content).toBe(content);
  });

  it("resolves no aliases", async () => {
    const bomb = [
      "a: &a [x, x]",
      ...[..."bcdefghij"].map((name, n) =>
        `${name}: &${name} [${`*${"abcdefghij"[n]}, `.repeat(9)}]`
      ),
    ].join("\n");
    const { fields } = await readMarkdown(`---\n${bomb}\ntitle: t\n---\n`);
    expect(fields.get("j")).toEqual([]);
    expect(fields.get("title")).toBe("t");
  });

  it.each(["title: [a", "a: b: c", `${"[".repeat(9000)}`, `t: ${"x".repeat(20_000)}`])(
    "is refused with other front matter: %#",
    async (front) => {
      await expect(readMarkdown(`---\n${front}\n---\n`)).rejects.toThrow(/^front matter: /);
    },
  );

  it.each([
    ["A Day, at the Café!", "2026-03-01-a-day-at-the-cafe"],
    ["../../etc/passwd", "2026-03-01-etc-passwd"],
    ["日记 שלום", "2026-03-01-日记-שלום"],
    ["🎉", "2026-03-01-entry"],
    ["x".repeat(200), `2026-03-01-${"x".repeat(50)}`],
  ])("of %s has the name %s", (title, name) => {
    expect(fileName("2026-03-01", title)).toBe(name);
  });
});

describe("an archive", () => {
  it("holds the entries, oldest first, and says last that it is whole", async ({ ana, ben }) => {
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Pacific/Auckland" });
    const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "Trips: 2026" });
    await ok(ana, "POST", "/api/journal", {
      title: "Second",
      content: "Later",
      written_at: "2026-03-02T08:00:00Z",
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const first = {
      title: "Yes",
      content: "Hello\n\n---\n",
      mood: "calm",
      tags: ["no", "12:30"],
      notebook_id: notebook.id,
      written_at: "2026-03-01T20:00:00Z",
    };
    const { entry } = await ok(ana, "POST", "/api/journal", first);
    await ok(ana, "POST", "/api/journal", {
      ...first,
      title: "",
      content: "# By the sea\n",
    });
    await ok(ben, "POST", "/api/journal", { title: "Ben's", content: "" });
    const texts = await textsOf(await download(ana));
    expect(Object.keys(texts)).toEqual([
      "2026-03-02-yes.md",
      "2026-03-02-by-the-sea.md",
      "2026-03-02-second.md",
      "archive.json",
    ]);
    expect(texts["2026-03-02-yes.md"]).toBe(
      `---\nid: ${entry.id}\ntitle: "Yes"\nwritten_at: "2026-03-01T20:00:00+00:00"\nmood: calm\n` +
        'tags:\n  - "no"\n  - "12:30"\nvisibility: user\nnotebook: "Trips: 2026"\n---\n\n' +
        "Hello\n\n---\n",
    );
    expect(texts["2026-03-02-second.md"]).toContain("visibility: public");
    expect(JSON.parse(texts["archive.json"]!))
      .toEqual({ from: null, to: null, complete: true, next_from: null });
  });

  it("has the files of an entry beside it, and they come back with it", async ({ ana, ben }) => {
    const { entry } = await ok(ana, "POST", "/api/journal", {
      title: "Photo",
      content: "See",
      written_at: "2026-03-01T12:00:00Z",
    });
    for (const bytes of [webp(), m4a(2)]) {
      const form = new FormData();
      form.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]));
      await ok(ana, "POST", `/api/journal/${entry.id}/attachments`, form);
    }
    const archive = await download(ana);
    expect(Object.keys(await textsOf(archive))).toEqual([
      "2026-03-01-photo.md",
      "2026-03-01-photo-1.webp",
      "2026-03-01-photo-2.m4a",
      "archive.json",
    ]);
    expect(await importInto(ben, archive)).toMatchObject({ imported: 1, errors: [] });
    const files = (who: { id: string }) =>
      sql`
      select kind, type, bytes, width, height, duration_s from public.entry_attachments
      where user_id = ${who.id} order by created_at`;
    expect(await files(ben)).toHaveLength(2);
    expect(await files(ben)).toEqual(await files(ana));
    // A step that was cut off behind the first file does it again.
    const [made] = await sql`select id from public.journal_entries where user_id = ${ben.id}`;
    const pictures = Object.keys(await textsOf(archive)).slice(1, 3).map((name) => ({ name }));
    const waiting = [...pictures, { name: "note.txt" }];
    expect((await importPictures(ben, archive, made!.id, waiting)).errors)
      .toEqual([{ row: 1, file: "note.txt", error: "is missing" }]);
    expect(await files(ben)).toEqual(await files(ana));
  });

  it("holds large entries, in pages of 2 MB", async ({ ana }) => {
    await Promise.all(Array.from({ length: 26 }, (_, n) =>
      ana.client.rpc("create_journal_entry", {
        p_entry: { title: `Large ${n}`, content: "\u0001".repeat(99_000) },
      }).throwOnError()));
    const { data } = await ana.client.rpc("archive_page", { p_limit: 100 });
    const page = data as { page_ends?: true }[];
    expect([page.length, page.at(-1)]).toMatchObject([4, { page_ends: true }]);
    const texts = await textsOf(await download(ana));
    expect(Object.keys(texts)).toHaveLength(27);
    expect(JSON.parse(texts["archive.json"]!)).toMatchObject({ complete: true });
  });

  it("is chosen by the times of its entries", async ({ ana }) => {
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-03"]) {
      await ok(ana, "POST", "/api/journal", {
        title: day,
        content: "",
        written_at: `${day}T12:00:00Z`,
      });
    }
    const texts = await textsOf(await download(ana, "?from=2026-03-02&to=2026-03-03"));
    expect(Object.keys(texts)).toEqual(["2026-03-02-2026-03-02.md", "archive.json"]);
    expect(JSON.parse(texts["archive.json"]!)).toMatchObject({
      from: "2026-03-02",
      to: "2026-03-03",
      complete: true,
    });
    for (const bad of ["from=yesterday", "to=2026-02-30", "from=2026-03-01_x"]) {
      expect((await ana.api("GET", `/api/user/export/markdown?${bad}`)).status).toBe(400);
    }
  });

  it(
    "of more than 2,000 entries goes on in the next one, also within one instant",
    async ({ ana }) => {
      await sql`
      select private.insert_journal_entry(${ana.id}, jsonb_build_object(
        'title', 'Entry ' || n, 'content', '', 'mood', 'calm',
        'written_at', '2026-01-01T00:00:00Z'::timestamptz
          + case when n > 2010 then interval '1 day' else interval '0' end), now())
      from generate_series(1, 2020) as n`;
      const first = await textsOf(await download(ana));
      const head = JSON.parse(first["archive.json"]!);
      expect(head).toMatchObject({ complete: false, from: null });
      expect(head.next_from).toMatch(/^2026-01-01T00:00:00Z_[0-9a-f-]{36}$/);
      const second = await textsOf(await download(ana, `?from=${head.next_from}`));
      expect(JSON.parse(second["archive.json"]!)).toMatchObject({
        complete: true,
        next_from: null,
      });
      const ids = [first, second].map((texts) =>
        Object.values(texts).flatMap((text) => /^id: (.*)/m.exec(text)?.[1] ?? [])
      );
      expect(ids.map(({ length }) => length)).toEqual([2000, 20]);
      expect(new Set(ids.flat()).size).toBe(2020);
    },
  );

  it("is refused to a super admin who acts as the user", async ({ ana, admin }) => {
    const session = await impersonate(admin, ana);
    const answer = await withToken(session.token)("GET", "/api/user/export/markdown");
    expect(answer).toMatchObject({ status: 403, body: { code: "impersonated" } });
  });

  it("makes nothing in its own account, and equal entries in another one", async ({ ana, ben }) => {
    const { notebook } = await ok(ana, "POST", "/api/notebooks", { name: "null" });
    const entries = ["", ...nasty].map((title, n) => ({
      title,
      content: `${title}\n---\n@ana #tag ${n}`,
      tags: title.trim() === "" ? [] : [title.slice(0, 50)],
      mood: n % 2 && title.trim() !== "" ? title.slice(0, 50) : null,
      notebook_id: n % 3 ? null : notebook.id,
      written_at: new Date(Date.UTC(2020, 0, n + 1)).toISOString(),
    }));
    for (const entry of entries) await ok(ana, "POST", "/api/journal", entry);
    const archive = await download(ana);
    expect(await importInto(ana, archive)).toMatchObject({
      status: "completed",
      total: entries.length,
      skipped: entries.length,
      errors: [],
    });
    expect(await entriesOf(ana)).toHaveLength(entries.length);
    expect(await importInto(ben, archive)).toMatchObject({ imported: entries.length, errors: [] });
    expect(await entriesOf(ben)).toEqual(await entriesOf(ana));
    // An archive of the imported entries has the same entries again.
    const cleo = await person("Cleo");
    await importInto(cleo, await download(ben));
    expect(await entriesOf(cleo)).toEqual(await entriesOf(ana));
    expect(await importInto(ben, archive)).toMatchObject({ imported: 0, skipped: entries.length });
  });
});

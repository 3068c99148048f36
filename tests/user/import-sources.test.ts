/** A user's import reads Markdown of other apps, and Day One. */
import { describe, expect } from "vitest";
import { dayOneEntry } from "../../functions/archive/day-one.ts";
import { jpeg } from "../support/images.ts";
import { it } from "../support/it.ts";
import { person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { entriesOf, form, importInto, markdown, packed, zipOf } from "./archives.ts";

const path = "/api/user/imports";

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
        "70.md": markdown(`title: ${"[".repeat(8000)}`),
        "71.md": markdown(`${"- ".repeat(8000)}x`),
        "8.md": markdown("title: good"),
        // Characters that the database cannot store.
        "9.md": markdown('title: good too\nuuid: "\\0"'),
        "9\0.md": markdown("title: [\0"),
      }),
    );
    expect(state).toMatchObject({ status: "completed", total: 12, imported: 2, failed: 10 });
    expect(state.errors.map(({ row, file, error }: Record<string, string>) => [row, file, error]))
      .toEqual([
        [1, "1.md", "title: expected at most 200 characters"],
        [2, "2.md", "written_at: expected an ISO 8601 timestamp or date"],
        [3, "3.md", "written_at: not allowed"],
        [4, "4.md", expect.stringMatching(/^front matter: /)],
        [5, "5.md", "content: expected at most 100000 characters"],
        [6, "6.md", "is larger than 1,000,000 bytes"],
        [7, "7.md", "written_at: expected a time that exists"],
        [8, "70.md", expect.stringMatching(/^front matter: nested too deeply, write each/)],
        [9, "71.md", expect.stringMatching(/^front matter: nested too deeply, write each/)],
        [11, "9.md", expect.stringMatching(/^front matter: /)],
      ]);
  });
});

it("pictures are put in order in a time that follows their names", async ({ ana }) => {
  const digits = "1".repeat(990);
  const names = Array.from({ length: 2000 }, (_, n) => `${digits}-${n * 7919 % 2000}.jpg`);
  const files = Object.fromEntries(names.map((name) => [name, ""]));
  const state = await importInto(ana, await zipOf({ [`${digits}.md`]: "Text", ...files }));
  expect(state).toMatchObject({ imported: 1 });
  expect(state.errors).toHaveLength(31);
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
    expect(state).toMatchObject({ kind: "day_one", total: 6, imported: 3, failed: 3 });
    expect(state.errors.map(({ row, error }: Record<string, string>) => [row, error])).toEqual([
      [3, "is not an entry of Day One"],
      [4, "is not an entry of Day One"],
      [5, "is not an entry of Day One"],
    ]);
    expect((await entriesOf(ana)).map(({ title, content, tags }) => [title, content, tags]))
      .toEqual([
        ["", "", ["travel"]],
        ...[1, 2].map(() => [
          "Madrid!",
          '# Madrid\\!\n\nA "day", {with} [brackets]\\.\nEnd 🎉',
          ["travel"],
        ]),
      ]);
    expect(await importInto(ana, zip)).toMatchObject({ imported: 0, skipped: 3, failed: 3 });
  });

  it("is read in a time that follows its length", async () => {
    const text = "![](dayone-moment:".repeat(50_000);
    expect(await dayOneEntry(JSON.stringify({ ...entry, text }), new Map())).toBeDefined();
  });

  it("is searched for entries in a time that follows its length", async ({ ana }) => {
    const zip = await packed({ "Journal.json": "[".repeat(100_000_000) });
    const answer = await ana.api("POST", path, form(zip));
    expect(answer.body.error).toBe("file: Journal.json: is not the JSON of Day One");
  });

  it.each(["1", ""])("is searched no further than 10,000 items: '%s'", async (item) => {
    const json = `{"entries":[{},${`${item},`.repeat(10_001)}${item}]}`;
    const answer = await (await person()).api(
      "POST",
      path,
      form(await packed({ "Journal.json": json })),
    );
    expect([answer.status, answer.body.error]).toEqual([413, "file: more than 10,000 entries"]);
  });

  it("has no long names in its errors", async ({ ana }) => {
    const photos = [{ md5: "a", type: "x".repeat(900_000) }];
    const state = await importInto(
      ana,
      await packed({ "Journal.json": journal([{ ...entry, photos }]) }),
    );
    expect(state.errors)
      .toEqual([{ row: 1, file: "Journal.json", error: "is not an entry of Day One" }]);
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

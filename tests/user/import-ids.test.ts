/** A repeated import gives entries and pictures the same ids, which other users cannot know. */
import { describe, expect } from "vitest";
import { uuidOf } from "../../shared/base/uuid.ts";
import { attached } from "../journal/attaching.ts";
import { jpeg } from "../support/images.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { download, importInto, importPictures, markdown, zipOf } from "./archives.ts";

/** The entry of the only row of an import. */
async function importedId(who: Person): Promise<string> {
  const [row, ...more] = await sql<{ id: string }[]>`
    select id from public.journal_entries where user_id = ${who.id} and import_id is not null`;
  expect(more).toEqual([]);
  return row!.id;
}

describe("an id that an import makes", () => {
  it("follows from a secret of the user", async ({ ana, ben }) => {
    const zip = await zipOf({ "a.md": markdown("title: t\nuuid: a-letter") });
    await importInto(ana, zip);
    await importInto(ben, zip);
    const id = await importedId(ana);
    expect(await importedId(ben)).not.toBe(id);
    await ok(ana, "DELETE", `/api/journal/${id}`);
    await sql`delete from private.changes where id = ${id}`;
    await sql`update private.import_salts set salt = gen_random_uuid() where user_id = ${ana.id}`;
    await importInto(ana, zip);
    expect(await importedId(ana)).not.toBe(id);
  });

  it("is not taken by another, whose entry stays", async ({ ana, ben }) => {
    const zip = await zipOf({ "a.md": markdown("title: t\nuuid: a-letter") });
    await importInto(ana, zip);
    const id = await importedId(ana);
    await ok(ana, "DELETE", `/api/journal/${id}`);
    await sql`delete from private.changes where id = ${id}`;
    await ok(ben, "POST", "/api/journal", { id, title: "Ben's", content: "b" });
    expect(await importInto(ana, zip)).toMatchObject({ imported: 1, failed: 0, errors: [] });
    expect(await importInto(ana, zip)).toMatchObject({ imported: 0, skipped: 1 });
  });
});

describe("a photo of a restore", () => {
  it("has an id that does not follow from its entry alone", async ({ ana }) => {
    const { id } = await attached(ana);
    const archive = await download(ana);
    await ok(ana, "DELETE", `/api/journal/${id}`);
    expect(await importInto(ana, archive)).toMatchObject({ imported: 1, errors: [] });
    const entryId = await importedId(ana);
    const photos = await sql`
      select id from public.entry_attachments where entry_id = ${entryId}`;
    expect(photos).toHaveLength(1);
    expect(photos[0]!.id).not.toBe(await uuidOf(`${entryId} 0`));
  });

  it("whose id belongs to another entry is reported", async ({ ana, ben }) => {
    await importInto(ana, await zipOf({ "a.md": markdown("title: t") }));
    const entryId = await importedId(ana);
    const [{ salt }] = await sql<[{ salt: string }]>`
      select salt from private.import_salts where user_id = ${ana.id}`;
    await attached(ben, { id: await uuidOf(`${salt} ${entryId} 0`) });
    const zip = await zipOf({ "a-1.jpg": jpeg() });
    const { errors } = await importPictures(ana, zip, entryId, [{ name: "a-1.jpg" }]);
    expect(errors).toEqual([{ row: 1, file: "a-1.jpg", error: "its id is taken" }]);
  });
});

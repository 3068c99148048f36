/** Ids of imported entries and pictures: the same again for the user, and unknown to others. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { attach } from "../../functions/user/import-pictures.ts";
import { openZip } from "../../functions/user/import-zip.ts";
import { uuidOf } from "../../shared/base/uuid.ts";
import { useProject } from "../http/project.ts";
import { attached } from "../journal/attaching.ts";
import { jpeg } from "../support/images.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { download, importInto, markdown, zipOf } from "./archives.ts";

/** RFC 9562, section 5.5. */
function uuidV5(namespace: string, name: string): string {
  const bytes = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex")).update(name).digest();
  bytes[6] = bytes[6]! & 0x0f | 0x50;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  return bytes.toString("hex", 0, 16)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The entry of the only row of an import. */
async function importedId(who: Person): Promise<string> {
  const [row, ...more] = await sql<{ id: string }[]>`
    select id from public.journal_entries where user_id = ${who.id} and import_id is not null`;
  expect(more).toEqual([]);
  return row!.id;
}

describe("an id that an import makes", () => {
  it("follows from nothing that others know, and tells nothing", async ({ ana, ben }) => {
    const text = markdown("title: t\nuuid: a-letter");
    const guesses = [uuidV5(ana.id, "markdown a-letter")];
    for (let n = 0; n < 4; n++) guesses.push(uuidV5(guesses.at(-1)!, "again"));
    await importInto(ana, await zipOf({ "a.md": text }));
    for (const id of guesses) {
      const made = { id, title: "t", content: "c" };
      expect(await outcome(ben, "POST", "/api/journal", made)).toBe("201");
    }
    expect(guesses).not.toContain(await importedId(ana));
    await importInto(ben, await zipOf({ "a.md": text }));
    expect(await importedId(ben)).not.toBe(await importedId(ana));
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
  it("is not lost to somebody who makes one of an id that follows from the entry", async ({ ana, ben }) => {
    const { id } = await attached(ana);
    const archive = await download(ana);
    await ok(ana, "DELETE", `/api/journal/${id}`);
    await attached(ben, { id: await uuidOf(`${uuidV5(ana.id, `archive ${id}`)} 0`) });
    expect(await importInto(ana, archive)).toMatchObject({ imported: 1, errors: [] });
    const { entry } = await ok(ana, "GET", `/api/journal/${await importedId(ana)}`);
    expect(entry.attachment_count).toBe(1);
  });

  it("whose id belongs to another entry is reported", async ({ ana, ben }) => {
    await importInto(ana, await zipOf({ "a.md": markdown("title: t") }));
    const entryId = await importedId(ana);
    const [{ salt }] = await sql<[{ salt: string }]>`
      select salt from private.import_salts where user_id = ${ana.id}`;
    await attached(ben, { id: await uuidOf(`${salt} ${entryId} 0`) });
    const zip = await zipOf({ "a-1.jpg": jpeg() });
    const files = await openZip(new Uint8Array(await zip.arrayBuffer()));
    await useProject();
    const { errors } = await attach(
      { user_id: ana.id, salt },
      entryId,
      [{ name: "a-1.jpg", file: files.get("a-1.jpg") }],
      0,
      Infinity,
    );
    expect(errors).toEqual([{ file: "a-1.jpg", error: expect.any(String) }]);
  });
});

/** Pictures of imports: the quotas that count them, and the later import of a refused picture. */
import { expect } from "vitest";
import { jpeg } from "../support/images.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { importInto, markdown, zipOf } from "./archives.ts";

const zip = await zipOf({
  "a.md": markdown("title: t\ndate: 2020-01-01"),
  "a-1.jpg": jpeg(),
  "a-2.jpg": jpeg(),
});

const attachments = async (who: Person) => {
  const { entries: [{ id }] } = await ok(who, "GET", `/api/journal?user_id=${who.id}`);
  return (await ok(who, "GET", `/api/journal/${id}`)).entry.attachments as { id: string }[];
};

it("the attachments of a day do not bound an import", async ({ ana }) => {
  await sql`
    insert into private.quota_days (user_id, kind, day, made)
    values (${ana.id}, 'attachments', private.utc_today() + 1, 1000)`;
  expect(await importInto(ana, zip)).toMatchObject({ imported: 1, errors: [] });
  expect(await attachments(ana)).toHaveLength(2);
});

it("a picture without room comes with the next import, a deleted one does not", async ({ ana }) => {
  const setStorage = (bytes: number) =>
    sql`
      insert into private.attachment_storage (user_id, bytes) values (${ana.id}, ${bytes})
      on conflict (user_id) do update set bytes = excluded.bytes`;
  await setStorage(2048 * 1024 ** 2);
  const full = expect.stringMatching(/^Attachments take up at most 2048 MB/);
  const errors = [1, 2].map((n) => ({ row: 1, file: `a-${n}.jpg`, error: full }));
  expect(await importInto(ana, zip)).toMatchObject({ imported: 1, errors });
  expect(await importInto(ana, zip)).toMatchObject({ skipped: 1, errors });
  expect(await attachments(ana)).toEqual([]);

  await setStorage(0);
  expect(await importInto(ana, zip)).toMatchObject({ imported: 0, skipped: 1, errors: [] });
  const [first, second] = await attachments(ana);
  expect(second).toBeDefined();

  const { entries: [{ id }] } = await ok(ana, "GET", `/api/journal?user_id=${ana.id}`);
  await ok(ana, "DELETE", `/api/journal/${id}/attachments/${first!.id}`);
  expect(await importInto(ana, zip)).toMatchObject({ skipped: 1, errors: [] });
  expect(await attachments(ana)).toEqual([second]);
  expect(await sql`select from private.import_pictures_left where entry_id = ${id}`).toEqual([]);
});

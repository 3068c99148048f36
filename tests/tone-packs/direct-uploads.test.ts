/** Direct uploads into the bucket of tone packs: the daily limit and the allowed operations. */
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { as, sql } from "../support/sql.ts";
import { createPack, filesOf, type Pack, png } from "./support.ts";

const LIMIT = 100;

let ana: Person;
let pack: Pack;
beforeEach(async () => {
  ana = await person("Ana");
  pack = await createPack(ana);
});

const place = (n: number) => `${ana.id}/${pack.id}/joyful-${n}.png`;

const bucket = () => ana.client.storage.from("tone-packs");

const put = async (n: number) =>
  (await bucket().upload(place(n), png(), { contentType: "image/png" })).error === null;

/** Inserts rows of files, as Storage does after direct uploads. */
const uploaded = (count: number, at: "now" | "yesterday") =>
  sql`
    insert into storage.objects (bucket_id, name, owner_id, created_at)
    select 'tone-packs', ${`${ana.id}/${pack.id}/calm-`} || n || '.png', ${ana.id},
      ${at}::text::timestamptz + n * interval '1 microsecond'
    from generate_series(1, ${count}::int) as n`;

describe("a user", () => {
  it("uploads at most 100 files a day directly", async () => {
    await uploaded(LIMIT - 1, "now");
    expect([await put(1), await put(2)]).toEqual([true, false]);
  });

  it("has the full limit again on the next day", async () => {
    await uploaded(LIMIT, "yesterday");
    expect(await put(1)).toBe(true);
  });

  it("does not regain uploads by deleting files of the day", async () => {
    await uploaded(LIMIT - 1, "now");
    expect(await put(1)).toBe(true);
    await bucket().remove([place(1)]);
    expect(await filesOf(pack.id)).toContain(place(1));
    expect(await put(2)).toBe(false);
  });

  it("does not regain uploads by deleting the pack", async () => {
    await uploaded(LIMIT - 1, "now");
    expect(await put(1)).toBe(true);
    expect((await ana.api("DELETE", `/api/tone-packs/${pack.id}`)).status).toBe(200);
    pack = await createPack(ana);
    expect(await put(2)).toBe(false);
  });

  it("does not use the limit with images that the service stores", async () => {
    await sql`
      insert into storage.objects (bucket_id, name)
      select 'tone-packs', ${`${ana.id}/${pack.id}/calm-`} || n || '.png'
      from generate_series(1, ${LIMIT}::int) as n`;
    expect(await put(1)).toBe(true);
  });

  it("cannot sign an upload URL, which would remain valid after a block", async () => {
    const response = await fetch(
      `${platform.api_url}/storage/v1/object/upload/sign/tone-packs/${place(1)}`,
      {
        method: "POST",
        headers: { apikey: platform.publishable_key, authorization: `Bearer ${ana.token}` },
      },
    );
    await response.body?.cancel();
    expect(response.ok).toBe(false);
  });

  it.each([
    ["storage.object.upload", true],
    ["object.upload", true],
    ["storage.object.sign_upload_url", false],
    ["storage.tus.upload.create", false],
    ["storage.s3.upload", false],
    ["", false],
  ])("uploads by the operation %j: %s", async (operation, allowed) => {
    const inserted = as({ role: "authenticated", sub: ana.id }, async (transaction) => {
      await transaction`select set_config('storage.operation', ${operation}, true)`;
      await transaction`insert into storage.objects (bucket_id, name, owner_id)
        values ('tone-packs', ${place(1)}, ${ana.id})`;
    });
    if (allowed) await inserted;
    else await expect(inserted).rejects.toThrow("row-level security");
  });
});

it("the job deletes files beyond the daily limit, the latest first, and no images", async () => {
  await uploaded(LIMIT + 3, "yesterday");
  await sql`
    insert into storage.objects (bucket_id, name, created_at)
    select 'tone-packs', ${`${ana.id}/${pack.id}/sad-`} || n || '.png', 'yesterday'
    from generate_series(1, ${LIMIT + 3}::int) as n`;
  await sql`select private.discard_stray_tone_pack_files()`;
  const going = await sql<{ path: string }[]>`
    select path from private.storage_deletions where path like ${`${ana.id}/%`}`;
  const latest = await sql<{ name: string }[]>`
    select name from storage.objects where owner_id = ${ana.id} order by created_at desc limit 3`;
  expect(going.map(({ path }) => path).sort()).toEqual(latest.map(({ name }) => name).sort());
});

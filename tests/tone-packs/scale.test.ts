/** The public list at some thousand packs: pages, search, and the indexes they go by. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import type { Pack } from "./support.ts";

const PACKS = 5000;
const common = `common${crypto.randomUUID().slice(0, 8)}`;
const rare = `rare${crypto.randomUUID().slice(0, 8)}`;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  // Older than what other tests look for on their first page.
  await sql`
    insert into public.tone_packs (owner_id, name, description, theme, is_public, price_drops,
      created_at)
    select ${ana.id}, ${common} || ' pack ' || n, case when n % 1000 = 7 then ${rare} else '' end,
      'icons', n % 50 <> 0, n % 3, '2020-01-01'::timestamptz + (n / 3) * interval '1 minute'
    from generate_series(1, ${PACKS}) as n`;
  await sql`
    insert into public.tone_pack_images (tone_pack_id, tone, path)
    select p.id, t.tone, p.owner_id || '/' || p.id || '/' || t.tone || '-1.png'
    from public.tone_packs as p, unnest(array['joyful', 'sad', 'calm', 'tired']) as t (tone)
    where p.owner_id = ${ana.id} and p.name like '% 10_'`;
  await sql`analyze public.tone_packs`;
}, 60_000);

afterAll(async () => {
  await sql`delete from public.tone_packs where owner_id = ${ana.id}`;
  await sql`delete from private.storage_deletions where path like ${`${ana.id}/%`}`;
});

it("is walked through page by page, each pack once", async () => {
  const seen: Pack[] = [];
  let cursor = "";
  do {
    const { status, body } = await ben.api(
      "GET",
      `/api/tone-packs?scope=public&q=${common}&limit=100${cursor}`,
    );
    expect(status).toBe(200);
    seen.push(...body.packs);
    cursor = body.next_cursor && `&cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor);
  const open = PACKS - PACKS / 50;
  expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([open, open]);
  const order = seen.map((pack) => `${pack.created_at} ${pack.id}`);
  expect(order).toEqual([...order].sort().reverse());
  const withImages = seen.filter(({ image_count }) => image_count > 0);
  expect(withImages).toHaveLength(9);
  for (const { price_drops, images, preview } of withImages) {
    expect([images.length, preview.length]).toEqual([price_drops === 0 ? 4 : 0, 3]);
  }
}, 60_000);

it("is searched by an index for rare words, and in order for common ones", async () => {
  const found = await ben.api("GET", `/api/tone-packs?scope=public&q=${rare}%20${common}`);
  expect(found.body.packs).toHaveLength(PACKS / 1000);
  const plan = async (query: string) => {
    const rows = await sql.unsafe(`
      explain select p.id, p.created_at from public.tone_packs as p
      where p.is_public and p.deleted_at is null
        and private.tone_pack_words(p.name, p.theme, p.description)
          @@ private.tone_pack_query('${query}')
      order by p.created_at desc, p.id desc limit 51`);
    return JSON.stringify(rows);
  };
  expect(await plan(rare)).toContain("tone_packs_words_idx");
  expect(await plan(common)).toContain("tone_packs_public_idx");
});

it("answers a page in the time of a page", async () => {
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    const start = performance.now();
    const claims = JSON.stringify({ sub: ben.id, role: "authenticated" });
    const rows = await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
      await transaction`set local role authenticated`;
      return await transaction`
        select * from public.list_tone_packs('public', null, '2020-01-02', null, 50)`;
    });
    times.push(performance.now() - start);
    expect(rows).toHaveLength(50);
  }
  // What reading all of them would take many times.
  expect(Math.min(...times)).toBeLessThan(100);
});

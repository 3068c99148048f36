/** Query plans that must stay cheap as tables grow: the index they use and the rows they read. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { nodesOf, plansOf } from "../support/plans.ts";
import { sql } from "../support/sql.ts";
import { addImages, createPack, type Pack } from "../tone-packs/support.ts";

describe("the public list of 5,000 tone packs", () => {
  const PACKS = 5000;
  const common = `common${crypto.randomUUID().slice(0, 8)}`;
  const rare = `rare${crypto.randomUUID().slice(0, 8)}`;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    // Older than the rows that other tests expect on their first page.
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

  it("lists each pack once over all pages", async () => {
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

  /** The packs that the function's own query for one page of the public list reads. */
  async function touched(query: string | null, before: string | null = null) {
    const plans = await plansOf(
      ben.id,
      "select * from public.list_tone_packs('public', $1, $2, null, 50)",
      [query, before],
    );
    const pages = plans.filter(({ query }) => query.includes("limit p_limit"));
    expect(pages).toHaveLength(1);
    const nodes = nodesOf(pages[0]!.plan);
    return {
      indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
      sorts: nodes.some((node) => node["Node Type"].includes("Sort")),
      /** The largest number of rows of any plan node. */
      rows: Math.max(
        ...nodes.map((node) =>
          (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
        ),
      ),
    };
  }

  it("searches rare words by the words index and common words in the list's order", async () => {
    const found = await ben.api("GET", `/api/tone-packs?scope=public&q=${rare}%20${common}`);
    expect(found.body.packs).toHaveLength(PACKS / 1000);
    const rarely = await touched(rare);
    expect(rarely.indexes).toEqual(["tone_packs_words_idx"]);
    expect(rarely.rows).toBeLessThan(2 * PACKS / 1000);
    const commonly = await touched(common);
    expect(commonly).toMatchObject({ indexes: ["tone_packs_public_idx"], sorts: false });
    // The plan may also read packs of other tests.
    expect(commonly.rows).toBeLessThan(PACKS / 10);
  });

  it.each([["the first page", null], ["a later page", "2020-01-02"]])(
    "reads %s from the list's index, and few rows beyond it",
    async (_what, before) => {
      const page = await touched(null, before);
      expect(page).toMatchObject({ indexes: ["tone_packs_public_idx"], sorts: false });
      expect(page.rows).toBeLessThan(60);
    },
  );
});

it("reads the active tone pack once per query, not once per entry", async () => {
  const ana = await person("Ana");
  const pack = await createPack(ana);
  await addImages(pack.id, 3);
  await ana.api("POST", `/api/tone-packs/${pack.id}/activate`, {});
  for (let n = 0; n < 5; n++) {
    await ana.api("POST", "/api/journal", { title: "T", content: "", mood: "joyful" });
  }
  const [{ Plan: plan }] = await sql.begin(async (transaction) => {
    const claims = JSON.stringify({ sub: ana.id, role: "authenticated" });
    await transaction`select set_config('request.jwt.claims', ${claims}, true)`;
    await transaction`set local role authenticated`;
    const [row] = await transaction`
      explain (analyze, verbose, format json)
      select * from public.journal_feed where user_id = ${ana.id}`;
    return row!["QUERY PLAN"];
  });
  expect(plan["Actual Rows"]).toBe(5);
  const asking = nodesOf(plan).filter((node) =>
    node.Output?.join() === "private.active_tone_images()"
  );
  expect(asking.map((node) => node["Actual Loops"])).toEqual([1]);
});

it("sums a month of token usage over one index range", async () => {
  const ana = await person("Ana");
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    await tx`set local enable_bitmapscan = off`;
    return await tx`explain select sum(total_tokens), sum(images), sum(cost_usd)
      from public.token_usage where user_id = ${ana.id}
        and created_at >= '2026-11-01' and created_at < '2026-12-01' group by type`;
  });
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n"))
    .toMatch(/Index (?:Only )?Scan using token_usage_month_idx/);
});

/** Query plans that must stay cheap as tables grow: the index they use and the rows they read. */
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person, persons } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { indexesOf, mostRows, nodesOf, plansOf } from "../support/plans.ts";
import { ok, walk } from "../support/requests.ts";
import { as, become, sql, undone } from "../support/sql.ts";
import { addImages, createPack } from "../tone-packs/support.ts";

describe("the public list of 5,000 tone packs", () => {
  const PACKS = 5000;
  const common = `common${crypto.randomUUID().slice(0, 8)}`;
  const rare = `rare${crypto.randomUUID().slice(0, 8)}`;
  let ana: Person;
  let ben: Person;

  beforeAll(async () => {
    [ana, ben] = await persons("Ana", "Ben");
    // Older than the rows that other tests expect on their first page.
    await sql`
    insert into public.tone_packs (owner_id, name, description, theme, is_public, price_drops,
      created_at)
    select ${ana.id}, ${common} || ' pack ' || n, case when n % 1000 = 7 then ${rare} else '' end,
      'icons', n % 50 <> 0, n % 3, '2020-01-01'::timestamptz + (n / 3) * interval '1 minute'
    from generate_series(1, ${PACKS}) as n`;
    await sql`analyze public.tone_packs`;
  });

  afterAll(async () => {
    await sql`delete from public.tone_packs where owner_id = ${ana.id}`;
    await sql`delete from private.storage_deletions where path like ${`${ana.id}/%`}`;
  });

  it("lists each pack once over all pages, also those of one moment", async () => {
    // 10, 100 to 109 and 1000 to 1099, but for 100, 1000 and 1050, which are not public.
    const seen = await walk(ben, `/api/tone-packs?scope=public&q=${common}%2010`, "packs", 20);
    expect([seen.length, new Set(seen.map(({ id }) => id)).size]).toEqual([108, 108]);
    const order = seen.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  /** The packs that the function's own query for one page of the public list reads. */
  async function touched(query: string | null, before: string | null = null) {
    const plans = await plansOf(
      ben.id,
      "select * from public.list_tone_packs('public', $1, $2, null, 50)",
      [query, before],
    );
    const pages = plans.filter(({ query }) => query.includes("limit p_limit"));
    expect(pages).toHaveLength(1);
    const { plan } = pages[0]!;
    return {
      indexes: indexesOf(plan),
      sorts: nodesOf(plan).some((node) => node["Node Type"].includes("Sort")),
      rows: mostRows(plan),
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

it("reads the active tone pack once per query, not once per entry", async ({ ana }) => {
  const pack = await createPack(ana);
  await addImages(pack.id, 3);
  await ana.api("POST", `/api/tone-packs/${pack.id}/activate`, {});
  for (let n = 0; n < 5; n++) {
    await ana.api("POST", "/api/journal", { title: "T", content: "", mood: "joyful" });
  }
  const [{ Plan: plan }] = await as({ role: "authenticated", sub: ana.id }, async (tx) => {
    const [row] = await tx`
      explain (analyze, verbose, format json)
      select * from private.journal_feed where user_id = ${ana.id}`;
    return row!["QUERY PLAN"];
  });
  expect(plan["Actual Rows"]).toBe(5);
  const asking = nodesOf(plan).filter((node) =>
    node.Output?.join().startsWith("private.active_tone_images(")
  );
  expect(asking.map((node) => node["Actual Loops"])).toEqual([1]);
});

it("keeps the plans of what the feed asks, even where new ones look cheaper", async ({ ana, ben }) => {
  const { entry } = await ok(ana, "POST", "/api/journal", {
    title: "T",
    content: "",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  await ok(ana, "PUT", `/api/journal/${entry.id}/reaction`, { reaction: "heart" });
  await ok(ana, "PUT", "/api/user/profile", { blocked_user_ids: [ben.id] });
  let plans: string[] = [];
  const connection = postgres(platform.db_url, {
    max: 1,
    onnotice: ({ message, detail }) => void (message === "plan:" && plans.push(detail!)),
  });
  const read = () =>
    undone(async (transaction) => {
      await become(ana, transaction);
      await transaction`set local client_min_messages = log`;
      await transaction`set local debug_print_plan = on`;
      await transaction`set local plan_cache_mode = force_custom_plan`;
      await transaction`select * from public.list_journal_entries()`;
    }, connection);
  try {
    await read();
    plans = [];
    await read();
  } finally {
    await connection.end();
  }
  const tables = new Map((await sql`
    select oid::text, relname from pg_class where relkind = 'r'`).map((t) => [t.oid, t.relname]));
  const planned = plans.map((plan) =>
    [...plan.matchAll(/:relid ([1-9]\d*)/g)].map(([, oid]) => tables.get(oid!))
  );
  // The query of the page has arguments, and that of the active tone pack.
  expect(planned.flat()).toContain("journal_entries");
  const asked = ["profiles", "notebook_changes", "journal_comments"];
  expect(planned.filter((names) =>
    !names.includes("journal_entries") &&
    !names.includes("tone_packs") && names.some((name) => asked.includes(name))
  )).toEqual([]);
});

it("reads a page of the archive from indexes alone, also where that looks dear", async ({ ana }) => {
  const plans = await plansOf(
    ana.id,
    "select * from public.archive_page()",
    [],
    // As for tables of a few rows.
    (transaction) => transaction`set local random_page_cost = 100000`,
  );
  const [page] = plans.filter(({ query }) => query.includes("public.journal_entries as e"));
  const types = nodesOf(page!.plan).map((node) => node["Node Type"]);
  expect(types).toContain("Index Scan");
  expect(types.filter((type) => /Seq Scan|Bitmap|Sort|Hash|Merge/.test(type))).toEqual([]);
});

it("asks only users whom an entry mentions whether they may read it", async ({ ana }) => {
  const plans = await plansOf(
    ana.id,
    `select public.create_journal_entry('{"title": "Private", "content": "With @nobody_known"}')`,
    [],
    // As where the planner takes profiles for few.
    (transaction) => transaction`set local enable_nestloop = off`,
  );
  const [recipients] = plans.filter(({ query }) => query.includes("(p_mentions) as m"));
  const profiles = nodesOf(recipients!.plan).filter((node) => node["Relation Name"] === "profiles");
  expect(profiles).toHaveLength(1);
  expect(profiles[0]!.Filter ?? "").not.toContain("may_read_entry");
});

it("sums a month of token usage over one index range", async ({ ana }) => {
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

it("searches for all, one and no user among many read a few rows of the index", async ({ ana }) => {
  const query = "select public.search_users(q) from unnest($1::text[]) as q";
  const plans = await plansOf(ana.id, query, [["zq", "zq_777", "zx"]], async (tx) => {
    await tx`
      create temporary table many on commit drop as
      select n, gen_random_uuid() as id from generate_series(1, 12_000) as n`;
    await tx`
      insert into public.profiles (id, handle, full_name)
      select id, 'zq_' || n, 'Zq Zq ' || n from many`;
    await tx`
      insert into public.profile_cards (id, handle, full_name, is_synthetic)
      select id, 'zq_' || n, 'Zq Zq ' || n, false from many`;
    await tx`
      insert into private.user_search_terms (user_id, place, term)
      select id, place, (array['zq_', 'zq zq ', 'zq '])[place + 1] || n
      from many, generate_series(0, 2) as place`;
    await tx`analyze private.user_search_terms, public.profiles, public.profile_cards`;
  });
  const searches = plans.filter(({ query }) => query.includes("user_search_terms"));
  expect(searches).toHaveLength(3);
  for (const { plan } of searches) {
    expect(indexesOf(plan)).toContain("user_search_terms_page_idx");
    // Three ranges of at most fifty rows, and the row behind each.
    expect(mostRows(plan)).toBeLessThanOrEqual(3 * 51);
  }
});

it("lists the blocked users among many, and reads no others", async ({ admin }) => {
  const list = "select * from public.admin_list_users(p_is_active => false)";
  const plans = await plansOf(admin.id, list, [], async (tx) => {
    await tx`
      create temporary table many on commit drop as
      select n, gen_random_uuid() as id from generate_series(1, 12_000) as n`;
    await tx`
      insert into public.profiles (id, handle, full_name, is_active)
      select id, 'zq_' || n, 'Zq', n > 3 from many`;
    await tx`
      insert into private.user_directory (user_id, words, created_at)
      select id, 'zq', now() + n * interval '1 second' from many`;
    await tx`analyze public.profiles, private.user_directory`;
  });
  const pages = plans.filter(({ query }) => query.includes("private.user_directory as d"));
  expect(pages).not.toEqual([]);
  for (const { plan } of pages) expect(mostRows(plan)).toBeLessThan(1000);
});

const ENTRIES = 5000;
const RARE = 1000;
const common = `common ${crypto.randomUUID().slice(0, 8)}`;
const rare = `rare ${crypto.randomUUID().slice(0, 8)}`;

let ana: Person;
let ben: Person;
beforeAll(async () => {
  [ana, ben] = await persons("Ana", "Ben");
  // Older than the rows that other tests expect on their first page.
  await sql`
    insert into public.journal_entries
      (user_id, title, mood, mood_source, tags, metadata_visibility, written_at)
    select ${ana.id}, 'Entry', v.value, 'author', array[v.value], 'public',
      '2020-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${ENTRIES}) as n
    cross join lateral (
      select case when n % ${RARE}::int = 7 then ${rare} else ${common} end as value
    ) as v`;
  await sql`analyze public.journal_entries`;
});

afterAll(() => sql`delete from public.journal_entries where user_id = ${ana.id}`);

/** The indexes that the query for a page uses, and the largest number of rows of any plan node. */
async function touched(parameter: string, value: string, scope = "public") {
  const plans = await plansOf(
    ben.id,
    // Entries of other tests are newer and outside of the listed period.
    `select * from public.list_journal_entries(
       '${scope}', ${parameter} => $1, p_to => '2021-01-01', p_limit => 20)`,
    [value],
  );
  const [page, ...others] = plans.filter(({ query }) => query.includes("case v_way"));
  expect(others).toEqual([]);
  return { indexes: indexesOf(page!.plan), rows: mostRows(page!.plan) };
}

it.each(
  [
    ["p_mood", "journal_entries_mood_idx"],
    ["p_tag", "journal_entries_tags_idx"],
  ] as const,
)("a rare value of %s is found by its own index", async (parameter, index) => {
  const page = await touched(parameter, rare);
  expect(page.indexes).toEqual([index]);
  expect(page.rows).toBe(ENTRIES / RARE);
});

it.each(["p_mood", "p_tag"] as const)(
  "a common value of %s is found in the order of a list",
  async (parameter) => {
    const page = await touched(parameter, common);
    expect(page.indexes).not.toContain("journal_entries_tags_idx");
    expect(page.rows).toBeLessThan(ENTRIES / 10);
  },
);

describe("a filter by who wrote or shares an entry", () => {
  let cleo: Person;
  let orgId: string;
  let teamId: string;
  const SHARED = 30;

  beforeAll(async () => {
    cleo = await person("Cleo");
    orgId = (await ok(ben, "POST", "/api/organizations", { name: "O" })).organization.id;
    await ok(ben, "POST", `/api/organizations/${orgId}/members`, { user_id: cleo.id });
    const team = { org_id: orgId, name: "T" };
    teamId = (await ok(ben, "POST", "/api/teams", team)).team.id;
    await ok(ben, "POST", `/api/teams/${teamId}/members`, { user_id: cleo.id });
    await sql`
      insert into public.journal_entries
        (user_id, title, metadata_visibility, team_id, org_id, written_at)
      select ${cleo.id}, 'Entry', v.visibility,
        case v.visibility when 'team' then ${teamId}::uuid end,
        case v.visibility when 'org' then ${orgId}::uuid end,
        '2020-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, ${SHARED}) as n, unnest(array['team', 'org']) as v (visibility)`;
    await sql`analyze public.journal_entries`;
  });

  afterAll(() => sql`delete from public.journal_entries where user_id = ${cleo.id}`);

  it.each([
    ["p_user_id", () => cleo.id, "journal_entries_user_id_idx"],
    ["p_team_id", () => teamId, "journal_entries_shared_team_idx"],
    ["p_org_id", () => orgId, "journal_entries_shared_org_idx"],
  ])("%s reads a page from its own index", async (parameter, value, index) => {
    const page = await touched(parameter, value(), "all");
    expect(page.indexes.filter((name) => name.startsWith("journal_entries_"))).toEqual([index]);
    expect(page.rows).toBeLessThanOrEqual(2 * SHARED);
  });
});

describe("a filter of a member of many organizations and teams", () => {
  const GROUPS = 50;
  const EACH = 40;

  /** The queries for a page with a tag, among `GROUPS` organizations, each with a team. */
  async function asked(scope: string, tag: string) {
    const plans = await plansOf(
      ben.id,
      "select * from public.list_journal_entries($1, p_tag => $2, p_limit => 2)",
      [scope, tag],
      async (tx) => {
        await tx`
          create temporary table made on commit drop as
          select gen_random_uuid() as org_id, gen_random_uuid() as team_id
          from generate_series(1, ${GROUPS})`;
        await tx`
          insert into public.organization_members (org_id, user_id)
          select org_id, ${ben.id} from made`;
        await tx`
          insert into public.team_members (team_id, org_id, user_id)
          select team_id, org_id, ${ben.id} from made`;
        await tx`
          insert into public.journal_entries (user_id, title, tags,
            effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
            effective_content_visibility, written_at)
          select ${ana.id}, 'Entry', array['many' || n % 2, 'few' || n], v,
            case v when 'team' then team_id end, case v when 'org' then org_id end, 'user',
            '2019-01-01'::timestamptz + n * interval '1 minute'
          from made, generate_series(1, ${EACH}) as n, unnest(array['team', 'org']) as v`;
        await tx`analyze public.journal_entries`;
      },
    );
    return plans.filter(({ query }) => query.includes("case v_way")).map(({ plan }) => ({
      indexes: indexesOf(plan),
      rows: mostRows(plan),
    }));
  }

  it.each([["all", "few7"], ["team", "few7"], ["org", "none"]])(
    "that few entries fit reads them by one query: scope %s, tag %s",
    async (scope, tag) => {
      const pages = await asked(scope, tag);
      expect(pages).toHaveLength(1);
      expect(pages[0]!.indexes).toContain("journal_entries_tags_idx");
      expect(pages[0]!.rows).toBeLessThan(2 * GROUPS * EACH);
    },
  );

  it.each([["all", 4], ["team", 1], ["org", 1]])(
    "that many entries fit reads the newest of each group by one query a way: scope %s",
    async (scope, ways) => {
      const pages = await asked(scope, "many1");
      expect(pages).toHaveLength(ways);
      for (const way of scope === "all" ? ["team", "org"] : [scope]) {
        const page = pages.find(({ indexes }) =>
          indexes.includes(`journal_entries_shared_${way}_idx`)
        );
        expect(page?.indexes).toHaveLength(1);
        // Each second entry has the tag, and the function is asked for two entries.
        expect(page!.rows).toBeLessThan(5 * 2 * GROUPS);
      }
    },
  );
});

/**
 * The plans of the filters: by mood and tag, whose columns have no statistics, and by author, team
 * and organization.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { nodesOf, plansOf } from "../support/plans.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const ENTRIES = 5000;
const RARE = 1000;
const common = `common ${crypto.randomUUID().slice(0, 8)}`;
const rare = `rare ${crypto.randomUUID().slice(0, 8)}`;

let ana: Person;
let ben: Person;
beforeAll(async () => {
  [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
  // Older than the rows that other tests expect on their first page.
  await sql`
    insert into public.journal_entries
      (user_id, title, mood, tags, metadata_visibility, written_at)
    select ${ana.id}, 'Entry', v.value, array[v.value], 'public',
      '2020-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${ENTRIES}) as n
    cross join lateral (
      select case when n % ${RARE}::int = 7 then ${rare} else ${common} end as value
    ) as v`;
  await sql`analyze public.journal_entries`;
}, 60_000);

afterAll(() => sql`delete from public.journal_entries where user_id = ${ana.id}`);

/** The indexes that the query for a page uses, and the largest number of rows of any plan node. */
async function touched(parameter: string, value: string, scope = "public") {
  const plans = await plansOf(
    ben.id,
    // Entries of other tests are newer and outside of the listed period.
    `select id from public.list_journal_entries(
       '${scope}', ${parameter} => $1, p_to => '2021-01-01', p_limit => 20)`,
    [value],
  );
  const [page, ...others] = plans.filter(({ query }) => query.includes("limit $12"));
  expect(others).toEqual([]);
  const nodes = nodesOf(page!.plan);
  return {
    indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
    rows: Math.max(
      ...nodes.map((node) =>
        (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
      ),
    ),
  };
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
  }, 60_000);

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

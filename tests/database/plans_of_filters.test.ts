/** The plans of the filters by mood and tag, whose columns have no statistics. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { nodesOf, plansOf } from "../support/plans.ts";
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
async function touched(parameter: "p_mood" | "p_tag", value: string) {
  const plans = await plansOf(
    ben.id,
    // Entries of other tests are newer and outside of the listed period.
    `select id from public.list_journal_entries(
       'public', ${parameter} => $1, p_to => '2021-01-01', p_limit => 20)`,
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

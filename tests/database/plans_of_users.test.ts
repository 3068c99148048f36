/** The plan of the search for people, among many of whom a common text finds every one. */
import { expect, it } from "vitest";
import { person } from "../support/people.ts";
import { nodesOf, plansOf } from "../support/plans.ts";

const USERS = 20_000;

it.each([
  ["of all users", "zq"],
  ["of one user", "zq_777"],
  ["of nobody", "zx"],
])("a search for the beginning %s reads a few rows of its index", async (_whose, q) => {
  const ana = await person("Ana");
  const plans = await plansOf(ana.id, "select * from public.search_users($1)", [q], async (tx) => {
    await tx`
      create temporary table many on commit drop as
      select n, gen_random_uuid() as id from generate_series(1, ${USERS}) as n`;
    await tx`
      insert into public.profiles (id, handle, full_name)
      select id, 'zq_' || n, 'Zq Zq ' || n from many`;
    await tx`
      insert into public.profile_cards (id, handle, full_name)
      select id, 'zq_' || n, 'Zq Zq ' || n from many`;
    await tx`
      insert into private.user_search_terms (user_id, place, term)
      select id, place, (array['zq_', 'zq zq ', 'zq '])[place + 1] || n
      from many, generate_series(0, 2) as place`;
    await tx`analyze private.user_search_terms, public.profiles, public.profile_cards`;
  });
  const [search, ...others] = plans.filter(({ query }) => query.includes("user_search_terms"));
  expect(others).toEqual([]);
  const nodes = nodesOf(search!.plan);
  expect(nodes.map((node) => node["Index Name"])).toContain("user_search_terms_page_idx");
  const rows = nodes.map((node) =>
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
  );
  // Three ranges of at most fifty rows, and the row behind each.
  expect(Math.max(...rows)).toBeLessThanOrEqual(3 * 51);
});

/** The plan of the search for people, among many of whom a common text finds every one. */
import { expect, it } from "vitest";
import { person } from "../support/people.ts";
import { nodesOf, plansOf } from "../support/plans.ts";

const USERS = 12_000;

it("searches for all, one and no user read a few rows of the index", async () => {
  const ana = await person("Ana");
  const query = "select public.search_users(q) from unnest($1::text[]) as q";
  const plans = await plansOf(ana.id, query, [["zq", "zq_777", "zx"]], async (tx) => {
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
  const searches = plans.filter(({ query }) => query.includes("user_search_terms"));
  expect(searches).toHaveLength(3);
  for (const { plan } of searches) {
    const nodes = nodesOf(plan);
    expect(nodes.map((node) => node["Index Name"])).toContain("user_search_terms_page_idx");
    const rows = nodes.map((node) =>
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    );
    // Three ranges of at most fifty rows, and the row behind each.
    expect(Math.max(...rows)).toBeLessThanOrEqual(3 * 51);
  }
});

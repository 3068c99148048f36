/** Estimated row counts, which could reveal statistics about rows that a caller may not see. */
import { describe, expect, it } from "vitest";
import { anonymous, person, service } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { as, sql } from "../support/sql.ts";

const stranger = await person("Stranger");

describe("an estimated count", () => {
  it.each(["planned", "estimated"] as const)("is refused: %s", async (count) => {
    const { status, error } = await stranger.client.from("journal_entries")
      .select("id", { count, head: false }).eq("title", "anything");
    expect([status, error?.message]).toEqual([400, "Prefer: count=exact is the only count"]);
  });

  it("is refused in every spelling of the header, also without a user", async () => {
    for (const prefer of ["return=minimal, count=planned", "COUNT = Planned"]) {
      const response = await fetch(`${platform.api_url}/rest/v1/goals?select=id`, {
        headers: {
          apikey: platform.publishable_key,
          authorization: `Bearer ${stranger.token}`,
          prefer,
        },
      });
      await response.body?.cancel();
      expect(response.status).toBe(400);
    }
    const { error } = await anonymous.client.from("goals").select("id", { count: "planned" });
    expect(error).not.toBeNull();
  });

  it("is available to the service, and an exact count to everyone", async () => {
    const planned = await service.from("goals").select("id", { count: "planned", head: true });
    expect(planned.error).toBeNull();
    const exact = await stranger.client.from("goals").select("id", { count: "exact" });
    expect([exact.error, exact.count]).toEqual([null, 0]);
  });
});

describe("statistics, which a client reads through estimates", () => {
  /** Tables whose rows every signed-in user may read. */
  const open = ["badge_milestones", "encouragement_badges", "profile_cards"];

  /**
   * The planner needs these statistics for join orders and periods. They reveal roughly how many
   * rows the most frequent users, teams and other ids have, and when rows were written.
   */
  const allowed = ["uuid", "timestamp with time zone", "date"];

  /**
   * The planner needs it for the index of public entries; it reveals the share of each visibility.
   */
  const kept = ["journal_entries.effective_metadata_visibility"];

  it("exist only for ids, times and values that everyone may read", async () => {
    const columns = await sql<{ name: string }[]>`
      select format('%s.%s', c.relname, a.attname) as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm')
        and a.attnum > 0 and not a.attisdropped
        and c.relname <> all (${open}) and format_type(a.atttypid, null) <> all (${allowed})
        and a.attstattarget is distinct from 0`;
    expect(columns.map(({ name }) => name)).toEqual(kept);
    await sql`analyze public.journal_entries`;
    const present = await sql<{ name: string }[]>`
      select distinct format('%s.%s', s.tablename, s.attname) as name
      from pg_stats s
      join pg_attribute a on a.attrelid = format('%I.%I', s.schemaname, s.tablename)::regclass
        and a.attname = s.attname
      join pg_class c on c.oid = a.attrelid
      where s.schemaname = 'public' and c.relkind in ('r', 'p', 'm')
        and s.tablename <> all (${open}) and format_type(a.atttypid, null) <> all (${allowed})`;
    expect(present.map(({ name }) => name)).toEqual(kept);
  });

  it("of other values belong to expressions that no client can write", async () => {
    const expressions = await sql<{ name: string; expression: string }[]>`
      select i.indexrelid::regclass::text as name,
        pg_get_indexdef(i.indexrelid, a.attnum, true) as expression
      from pg_index i join pg_class c on c.oid = i.indrelid
      join pg_attribute a on a.attrelid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and c.relname <> all (${open})
        and i.indkey[a.attnum - 1] = 0 and a.attstattarget is distinct from 0
      union all
      select s.stxname, e from pg_statistic_ext s
      cross join unnest(pg_get_statisticsobjdef_expressions(s.oid)) as e
      where s.stxrelid::regclass::text not like 'private.%'`;
    expect(expressions.map(({ name }) => name).sort()).toEqual([
      "journal_entries_mood_idx",
      "journal_entries_mood_stats",
      "journal_entries_tags_idx",
      "tone_packs_words_idx",
    ]);
    // The Data API lets a client name only the functions of `public`.
    expect(expressions.filter(({ expression }) => !/^private\.\w+\(/.test(expression))).toEqual([]);
    const columns = await sql`select from pg_statistic_ext where stxkeys::text <> ''`;
    expect(columns).toHaveLength(0);
  });

  it("do not make estimates depend on rows of others", async () => {
    const ana = await person("Ana");
    await sql`
      insert into public.journal_entries (user_id, title, mood, mood_source, tags)
      select ${ana.id}, 'a hidden title', 'a hidden mood', 'author', array['hidden']
      from generate_series(1, 2000)`;
    await sql`analyze public.journal_entries`;
    const estimate = (filter: string) =>
      as({ role: "authenticated", sub: stranger.id }, async (transaction) => {
        const [row] = await transaction.unsafe(
          `explain (format json) select from public.journal_entries where ${filter}`,
        );
        return row!["QUERY PLAN"][0].Plan["Plan Rows"];
      });
    const pairs = [
      ["mood = 'a hidden mood'", "mood = 'none has it'"],
      ["title = 'a hidden title'", "title = 'none has it'"],
      ["tags @> '{hidden}'", "tags @> '{none has it}'"],
      ["tags = '{hidden}'", "tags = '{none has it}'"],
      ["metadata_visibility = 'user'", "metadata_visibility = 'none has it'"],
    ] as const;
    for (const [hidden, absent] of pairs) {
      expect(await estimate(hidden), hidden).toBe(await estimate(absent));
    }
    await sql`delete from public.journal_entries where user_id = ${ana.id}`;
  });
});

/** Fields that functions cast: a long value is refused before the cast, whose error would quote it. */
import { describe, expect, it } from "vitest";
import { superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";

const admin = await superAdmin();
const long = "x".repeat(100_000);

describe("a long value of a field that is cast", () => {
  it.each([
    ["update_team", "admin_id", { p_team_id: crypto.randomUUID() }, "p_changes"],
    ["submit_opportunity", "deadline", {}, "p_fields"],
    ["update_workout_location", "ipAddress", {}, "p_changes"],
    ["set_feature_flag", "enabled", { p_key: "a-flag" }, "p_changes"],
    ["set_drop_config", "daily_allowance", {}, "p_changes"],
    ["create_drop_template", "is_approved", {}, "p_fields"],
    ["create_journal_entry", "team_id", {}, "p_entry"],
  ])("is refused by its name: %s, %s", async (name, field, others, argument) => {
    const { error } = await admin.client.rpc(name, { ...others, [argument]: { [field]: long } });
    expect([error?.code, error?.message])
      .toEqual(["PT400", `${field}: expected at most 100 characters`]);
  });

  it("is refused by every function that a client can reach", async () => {
    const found = await sql<{ name: string }[]>`
      with recursive reached as (
        select oid, prosrc from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and has_function_privilege('authenticated', oid, 'execute')
        union
        select p.oid, p.prosrc from reached as r
        cross join regexp_matches(r.prosrc, '(?:private|public)\\.(\\w+)', 'g') as m (names)
        join pg_proc as p on p.proname = m.names[1]
          and p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)
      )
      select oid::regproc::text as name from reached
      cross join regexp_matches(
        prosrc, '(\\(p_(?:fields|changes|change|pack|entry) ->> \\S+\\)::'
          || '|jsonb_populate_record\\([^,]+, p_\\w+\\))', 'g') as m (names)
      order by 1`;
    // It measures what it fills in.
    expect(found.map(({ name }) => name)).toEqual(["private.changed"]);
  });
});

/** Counts that the planner only estimates, from statistics over rows that a caller may not see. */
import { beforeAll, describe, expect, it } from "vitest";
import { anonymous, type Person, person, service } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";

let stranger: Person;
beforeAll(async () => {
  stranger = await person("Stranger");
});

describe("an estimated count", () => {
  it.each(["planned", "estimated"] as const)("is refused: %s", async (count) => {
    const { status, error } = await stranger.client.from("journal_entry_contents")
      .select("entry_id", { count, head: false }).eq("content", "anything");
    expect([status, error?.message]).toEqual([400, "Prefer: count=exact is the only count"]);
  });

  it("is refused however the header is written, also without a user", async () => {
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

  it("is there for the service, and an exact one for everybody", async () => {
    const planned = await service.from("goals").select("id", { count: "planned", head: true });
    expect(planned.error).toBeNull();
    const exact = await stranger.client.from("goals").select("id", { count: "exact" });
    expect([exact.error, exact.count]).toEqual([null, 0]);
  });

  it("would know nothing of what people wrote: no statistics are kept on words", async () => {
    const columns = await sql<{ name: string }[]>`
      select format('%s.%s', c.relname, a.attname) as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
        and (c.relname, a.attname) in (
          ('journal_entries', 'title'), ('journal_entries', 'mood'),
          ('journal_entry_contents', 'content'), ('journal_entry_contents', 'mentions'),
          ('goals', 'title'), ('goals', 'description'), ('goal_check_ins', 'notes'),
          ('notebooks', 'name'), ('team_messages', 'content'),
          ('notifications', 'title'), ('notifications', 'body'), ('notifications', 'data'))
        and a.attstattarget is distinct from 0`;
    expect(columns.map(({ name }) => name)).toEqual([]);
  });
});

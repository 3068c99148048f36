import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { person } from "../support/people.ts";
import { ISO, ok, outcome, UUID, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

interface Kind {
  path: string;
  table: string;
  one: string;
  entry: Record<string, unknown>;
  bad: [body: Record<string, unknown>, error: string][];
  /** Values that constraints refuse, whatever the functions check. */
  forbidden: Record<string, unknown>[];
}

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const kinds: Record<string, Kind> = {
  satisfaction: {
    path: "/api/engagement/satisfaction",
    table: "satisfaction_entries",
    one: "satisfaction_entry",
    entry: { score: 8, note: "A quiet day" },
    bad: [
      [{}, "score: required"],
      [{ score: 0 }, "score: expected at least 1"],
      [{ score: 11 }, "score: expected at most 10"],
      [{ score: 5.5 }, "score: expected an integer"],
      [{ score: 5, note: "x".repeat(2001) }, "note: expected at most 2000 characters"],
    ],
    forbidden: [{ score: 0 }, { score: 11 }, { note: "x".repeat(2001) }],
  },
  "action notes": {
    path: "/api/engagement/action-notes",
    table: "action_notes",
    one: "action_note",
    entry: { content: "Called my sister" },
    bad: [
      [{}, "content: required"],
      [{ content: " " }, "content: must not be empty"],
      [{ content: "x".repeat(2001) }, "content: expected at most 2000 characters"],
    ],
    forbidden: [{ content: " " }, { content: "x".repeat(2001) }],
  },
  sleep: {
    path: "/api/engagement/sleep",
    table: "sleep_entries",
    one: "sleep_entry",
    entry: { date: "2026-11-21", hours: 7.25, quality: 4 },
    bad: [
      [{ hours: 7, quality: 3 }, "date: required"],
      [{ date: "21.11.2026", hours: 7, quality: 3 }, "date: expected YYYY-MM-DD"],
      [{ date: inDays(3), hours: 7, quality: 3 }, "date: expected at most tomorrow (UTC)"],
      [{ date: "2026-11-21", hours: 24.5, quality: 3 }, "hours: expected at most 24"],
      [{ date: "2026-11-21", hours: -1, quality: 3 }, "hours: expected at least 0"],
      [{ date: "2026-11-21", hours: 7, quality: 6 }, "quality: expected at most 5"],
    ],
    forbidden: [
      { date: "infinity" },
      { date: "-infinity" },
      { date: "0001-01-01 BC" },
      { date: "10000-01-01" },
      { date: inDays(3) },
      { hours: 24.5 },
      { hours: -1 },
      { quality: 0 },
      { quality: 6 },
    ],
  },
};

for (const [name, { path, table, one, entry, bad, forbidden }] of Object.entries(kinds)) {
  describe(name, () => {
    it("creates an entry, which the list contains", async ({ ana }) => {
      const made = await ana.api("POST", path, entry);
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        [one]: {
          ...entry,
          id: expect.stringMatching(UUID),
          user_id: ana.id,
          written_at: made.body[one].created_at,
          created_at: expect.stringMatching(ISO),
        },
      });
      const list = await ana.api("GET", path);
      expect(list.status).toBe(200);
      expect(list.body).toEqual({ [table]: [made.body[one]], next_cursor: null });
    });

    it("ignores owner and time in the body", async ({ ana, ben }) => {
      const forged = { ...entry, user_id: ben.id, created_at: "2020-01-01T00:00:00Z" };
      const { [one]: made } = await ok(ana, "POST", path, forged);
      expect(made.user_id).toBe(ana.id);
      expect(made.created_at.slice(0, 4)).not.toBe("2020");
    });

    it.each(bad)("refuses %j", async (body, error) => {
      const ana = await person("Ana");
      expect(await outcome(ana, "POST", path, body)).toBe(`400 ${error}`);
    });

    it("lists in pages, newest first", async ({ ana }) => {
      for (let n = 0; n < 5; n++) await ok(ana, "POST", path, entry);
      await sql`update ${
        sql(`public.${table}`)
      } set written_at = '2026-01-01' where user_id = ${ana.id}`;
      await ok(ana, "POST", path, entry);
      const rows = await walk(ana, path, table, 2);
      const key = (row: { written_at: string; id: string }) => row.written_at + row.id;
      expect(rows).toHaveLength(6);
      expect(rows.map(key)).toEqual(rows.map(key).sort().reverse());
    });

    it("is written directly by its owner, within the constraints", async ({ ana, ben }) => {
      const rows = () => ana.client.from(table);
      const { data, error } = await rows().insert(entry).select().single();
      expect(error).toBeNull();
      for (const values of forbidden) {
        expect((await rows().insert({ ...entry, ...values })).error?.code).toBe("23514");
      }
      for (const name of ["created_at", "written_at", "user_id", "id"]) {
        const change = { [name]: name.endsWith("_at") ? "2020-01-01" : ben.id };
        expect((await rows().update(change).eq("id", data.id)).error?.code).toBe("42501");
      }
      for (const change of [{ created_at: "2020-01-01" }, { user_id: ben.id }]) {
        expect((await rows().insert({ ...entry, ...change })).error?.code).toBe("42501");
      }
    });
  });
}

it("sleep is recorded until tomorrow", async () => {
  const entry = { date: inDays(1), hours: 8, quality: 4 };
  expect((await (await person("Ana")).api("POST", "/api/engagement/sleep", entry)).status).toBe(
    201,
  );
});

it("refuses an unknown kind", async ({ ana }) => {
  expect((await ana.api("GET", "/api/engagement/weather")).status).toBe(404);
});

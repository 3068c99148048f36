import { describe, expect, it } from "vitest";
import { anonymous, type Person, person, superAdmin } from "../support/people.ts";
import { ISO, ok, UUID, walk } from "../support/requests.ts";
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
      [{ date: "2026-11-21", hours: 24.5, quality: 3 }, "hours: expected at most 24"],
      [{ date: "2026-11-21", hours: -1, quality: 3 }, "hours: expected at least 0"],
      [{ date: "2026-11-21", hours: 7, quality: 6 }, "quality: expected at most 5"],
    ],
    forbidden: [
      { date: "infinity" },
      { date: "-infinity" },
      { date: "0001-01-01 BC" },
      { date: "10000-01-01" },
      { hours: 24.5 },
      { hours: -1 },
      { quality: 0 },
      { quality: 6 },
    ],
  },
};

for (const [name, { path, table, one, entry, bad, forbidden }] of Object.entries(kinds)) {
  describe(name, () => {
    it("creates an entry, which the list contains", async () => {
      const ana = await person("Ana");
      const made = await ana.api("POST", path, entry);
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        [one]: {
          ...entry,
          id: expect.stringMatching(UUID),
          user_id: ana.id,
          created_at: expect.stringMatching(ISO),
        },
      });
      const list = await ana.api("GET", path);
      expect(list.status).toBe(200);
      expect(list.body).toEqual({ [table]: [made.body[one]], next_cursor: null });
    });

    it("is created once under an id that the client makes", async () => {
      const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
      const body = { ...entry, id: crypto.randomUUID() };
      const first = await ana.api("POST", path, body);
      const again = await ana.api("POST", path, body);
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.body).toEqual(first.body);
      expect(first.body[one].id).toBe(body.id);
      expect((await ok(ana, "GET", path))[table]).toHaveLength(1);
      const taken = await ben.api("POST", path, body);
      expect([taken.status, taken.body.code]).toEqual([409, "id_taken"]);
      expect((await ana.api("POST", path, { ...entry, id: null })).status).toBe(201);
    });

    it("ignores owner and time in the body", async () => {
      const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
      const forged = { ...entry, user_id: ben.id, created_at: "2020-01-01T00:00:00Z" };
      const { [one]: made } = await ok(ana, "POST", path, forged);
      expect(made.user_id).toBe(ana.id);
      expect(made.created_at.slice(0, 4)).not.toBe("2020");
    });

    it.each(bad)("refuses %j", async (body, error) => {
      const ana = await person("Ana");
      const answer = await ana.api("POST", path, body);
      expect([answer.status, answer.body.error]).toEqual([400, error]);
    });

    it("lists in pages, newest first", async () => {
      const ana = await person("Ana");
      for (let n = 0; n < 5; n++) await ok(ana, "POST", path, entry);
      await sql`update ${
        sql(`public.${table}`)
      } set created_at = '2026-01-01' where user_id = ${ana.id}`;
      await ok(ana, "POST", path, entry);
      const rows = await walk(ana, path, table, 2);
      const key = (row: { created_at: string; id: string }) => row.created_at + row.id;
      expect(rows).toHaveLength(6);
      expect(rows.map(key)).toEqual(rows.map(key).sort().reverse());
    });

    it("is visible to its owner alone", async () => {
      const [ana, ben, admin] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);
      await ok(ana, "POST", path, entry);
      for (const other of [ben, admin]) {
        expect((await ok(other, "GET", path))[table]).toEqual([]);
        const direct = await other.client.from(table).select("*", { count: "exact" })
          .eq("user_id", ana.id);
        expect([direct.count, direct.data]).toEqual([0, []]);
      }
      expect((await anonymous.api("GET", path)).status).toBe(401);
      expect((await anonymous.api("POST", path, entry)).status).toBe(401);
    });

    it("is written directly by its owner, within the constraints", async () => {
      const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
      const rows = (who: Person) => who.client.from(table);
      const made = await rows(ana).insert(entry).select().single();
      expect(made.error).toBeNull();
      for (const values of forbidden) {
        expect((await rows(ana).insert({ ...entry, ...values })).error?.code).toBe("23514");
      }
      const { id } = made.data;
      for (const change of [{ created_at: "2020-01-01" }, { user_id: ben.id }, { id: ben.id }]) {
        expect((await rows(ana).update(change).eq("id", id)).error?.code).toBe("42501");
      }
      for (const change of [{ created_at: "2020-01-01" }, { user_id: ben.id }]) {
        expect((await rows(ana).insert({ ...entry, ...change })).error?.code).toBe("42501");
      }
      expect((await rows(ben).update(entry).eq("id", id).select()).data).toEqual([]);
      expect((await rows(ben).delete().eq("id", id).select()).data).toEqual([]);
      expect((await rows(ana).update(entry).eq("id", id).select()).data).toHaveLength(1);
      expect((await rows(ana).delete().eq("id", id).select()).data).toHaveLength(1);
    });
  });
}

it("refuses an unknown kind", async () => {
  const ana = await person("Ana");
  expect((await ana.api("GET", "/api/engagement/weather")).status).toBe(404);
});

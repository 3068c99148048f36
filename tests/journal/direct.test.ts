/**
 * Direct access of supabase-js to the journal's tables: no hidden content is revealed, no row
 * written.
 */
import { describe, expect, it } from "vitest";
import { person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { makeJournalWorld, write } from "./people.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;
/** May see the entry, but not read it. */
const client = world.people.stranger.client;
const entry = await write(owner, {
  title: "In sight",
  content: "a secret pangolin for @nobody",
  metadata_visibility: "public",
  content_visibility: "team",
  team_id: world.teamId,
});
const id = entry.id;

/** The relations with long texts, which the Data API does not reach. */
const texts = ["journal_feed", "journal_entry_contents", "journal_entry_versions"];

describe("hidden content over the Data API", () => {
  it.each([
    ["like", "*secret*"],
    ["ilike", "*SECRET*"],
    ["match", "pangolin"],
    ["imatch", "PANGOLIN"],
    ["eq", "a secret pangolin for @nobody"],
    ["neq", "x"],
    ["gt", ""],
    ["in", '("a secret pangolin for @nobody")'],
    ["fts", "pangolin"],
    ["wfts", "pangolin"],
    ["not.is", "null"],
    ["not.like", "*walrus*"],
  ])("is not matched by %s", async (operator, value) => {
    for (const table of texts) {
      const { error } = await client.from(table).select("*", { count: "exact" })
        .filter("content", operator, value);
      expect([table, error === null]).toEqual([table, false]);
    }
    const embedded = await client.from("journal_entries")
      .select("id, journal_entry_contents!inner(entry_id)").eq("id", id)
      .filter("journal_entry_contents.content", operator, value);
    expect(embedded.error).not.toBeNull();
    for (const name of ["list_journal_entries", "list_entries_on_this_day", "get_journal_entry"]) {
      const args = name === "get_journal_entry" ? { p_id: id } : {};
      const { data, error } = await client.rpc(name, args).filter("content", operator, value);
      expect([name, data, error === null]).toEqual([name, null, false]);
    }
  });

  it("does not affect an order", async () => {
    for (const { client } of [world.people.stranger, owner]) {
      const { error } = await client.rpc("list_journal_entries").order("content");
      expect(error).not.toBeNull();
    }
  });

  it("exposes no mentions, length or row", async () => {
    const { data } = await client.rpc("get_journal_entry", { p_id: id });
    expect(data).toMatchObject({ content: null, content_hidden: true, mentions: [] });
    expect(JSON.stringify(data)).not.toContain("pangolin");
    const all = await client.rpc("list_journal_entries", { p_user_id: owner.id }, {
      count: "exact",
    });
    expect(JSON.stringify(all.data)).not.toContain("pangolin");
    for (const table of texts) {
      const { data, error } = await client.from(table).select("*", { count: "exact" });
      expect([table, data, error === null]).toEqual([table, null, false]);
    }
    const embedded = await client.from("journal_entries").select("*, journal_entry_contents(*)");
    expect(embedded.error).not.toBeNull();
  });

  it("is read by its readers", async () => {
    const { client } = world.people.teammate;
    const { data } = await client.rpc("get_journal_entry", { p_id: id });
    expect(data.content).toBe("a secret pangolin for @nobody");
  });

  it("is in no table of private that a client can read", async () => {
    for (const { client } of [world.people.owner, world.people.superAdmin]) {
      for (const table of ["journal_entry_documents", ...texts]) {
        const { error } = await client.schema("private").from(table).select();
        expect(error).not.toBeNull();
      }
    }
  });
});

describe("long contents", () => {
  // 104 kB in JSON, where a quote takes two bytes.
  const content = 'Said "so". '.repeat(8000);

  it("end a page at 2 MB, and its cursor goes on", async () => {
    const ana = await person("Ana");
    const ids: string[] = [];
    for (let n = 0; n < 24; n++) ids.unshift((await write(ana, { content })).id);
    const first = await ok(ana, "GET", "/api/journal?scope=own&limit=50");
    expect(first.entries.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 20));
    expect(first.entries.at(-1)).not.toHaveProperty("page_ends");
    const rest = await ok(ana, "GET", `/api/journal?scope=own&cursor=${first.next_cursor}`);
    expect(rest.entries.map(({ id }: { id: string }) => id)).toEqual(ids.slice(20));
    expect(rest.next_cursor).toBeNull();
    const { data } = await ana.client.rpc("list_journal_entries", { p_scope: "own" });
    expect(data.map((entry: { page_ends?: true }) => entry.page_ends ?? false))
      .toEqual([...Array(19).fill(false), true]);
  });

  it.each(["a:content,b:content", "content", "a:list_journal_entries,b:list_journal_entries"])(
    "are not multiplied by aliases: %s",
    async (select) => {
      const { error } = await owner.client.rpc("list_journal_entries").select(select);
      expect(error).not.toBeNull();
    },
  );
});

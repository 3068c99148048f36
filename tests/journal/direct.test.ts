/**
 * Direct access of supabase-js to the journal's tables: no hidden content is revealed, no row
 * written.
 */
import { describe, expect, it } from "vitest";
import { makeJournalWorld, makeNotebook, write } from "./people.ts";

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
    const filter = (table: string, key: string) =>
      client.from(table).select(key, { count: "exact" }).eq(key, id)
        .filter("content", operator, value);
    for (const [table, key] of [["journal_feed", "id"], ["journal_entry_contents", "entry_id"]]) {
      const { data, count } = await filter(table!, key!);
      expect([table, data ?? [], count ?? 0]).toEqual([table, [], 0]);
    }
    const embedded = await client.from("journal_entries")
      .select("id, journal_entry_contents!inner(entry_id)").eq("id", id)
      .filter("journal_entry_contents.content", operator, value);
    expect(embedded.data ?? []).toEqual([]);
  });

  it("does not affect an order", async () => {
    const shared = { metadata_visibility: "public", content_visibility: "user" };
    const { id: notebook_id } = await makeNotebook(owner, { metadata_visibility: "public" });
    for (const content of ["b", "a", "d", "c"]) {
      await write(owner, { ...shared, notebook_id, title: "Same", content });
    }
    const order = async (ascending: boolean) => {
      const { data } = await client.from("journal_feed").select("id, content")
        .eq("notebook_id", notebook_id).order("content", { ascending }).order("id");
      expect(data).toHaveLength(4);
      expect(data!.every(({ content }) => content === null)).toBe(true);
      return data!.map(({ id }) => id);
    };
    expect(await order(true)).toEqual(await order(false));
  });

  it("exposes no mentions, length or row", async () => {
    const feed = await client.from("journal_feed").select("content, content_hidden, mentions")
      .eq("id", id).single();
    expect(feed.data).toEqual({ content: null, content_hidden: true, mentions: [] });
    const mentions = await client.from("journal_feed").select("id").eq("id", id)
      .contains("mentions", JSON.stringify([{ kind: "user" }]));
    expect(mentions.data ?? []).toEqual([]);
    const contents = await client.from("journal_entry_contents")
      .select("*", { count: "exact", head: true }).eq("entry_id", id);
    expect(contents.count).toBe(0);
    const { data } = await client.from("journal_entries").select("*, journal_entry_contents(*)")
      .eq("id", id).single();
    expect(data!.journal_entry_contents).toBeNull();
    expect(JSON.stringify(data)).not.toContain("pangolin");
  });

  it("is found by its readers with the same filters", async () => {
    const { client } = world.people.teammate;
    const { data } = await client.from("journal_feed").select("content").eq("id", id)
      .like("content", "%secret%");
    expect(data).toEqual([{ content: "a secret pangolin for @nobody" }]);
  });

  it("is in no index table that a client can read", async () => {
    for (const { client } of [world.people.owner, world.people.superAdmin]) {
      const { error } = await client.schema("private").from("journal_entry_documents").select();
      expect(error).not.toBeNull();
    }
  });
});

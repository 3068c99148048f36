/** Direct calls of the journal's database functions by hostile callers. */
import { describe, expect, it } from "vitest";
import { type Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeJournalWorld } from "./people.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;
const stranger = world.people.stranger;

const create = (who: Person, p_entry: unknown) =>
  who.client.rpc("create_journal_entry", { p_entry });
const update = (who: Person, p_entry_id: string, p_changes: unknown) =>
  who.client.rpc("update_journal_entry", { p_entry_id, p_changes });

it("write as the caller, whatever user_id is sent", async () => {
  const claims = {
    user_id: owner.id,
    mentions: [{ kind: "user", text: "@x", user_id: owner.id, start: 0, end: 2 }],
    spotify_track_id: "x",
    effective_metadata_visibility: "public",
    effective_content_visibility: "public",
    effective_metadata_team_id: world.teamId,
    created_at: "2020-01-01T00:00:00Z",
  };
  const truth = {
    user_id: stranger.id,
    mentions: [],
    spotify_track_id: null,
    effective_metadata_visibility: "user",
    effective_content_visibility: "user",
  };
  const made = await create(stranger, { title: "Entry", content: "", ...claims });
  expect(made.data).toMatchObject(truth);
  expect(made.data.created_at).not.toMatch(/^2020/);
  const changed = await update(stranger, made.data.id, { title: "Other", ...claims });
  expect(changed.data).toMatchObject({ ...truth, id: made.data.id, title: "Other" });
  expect(changed.data.created_at).toBe(made.data.created_at);
  const [row] = await sql`
    select effective_metadata_team_id from public.journal_entries where id = ${made.data.id}`;
  expect(row).toEqual({ effective_metadata_team_id: null });
});

describe("refuse", () => {
  it.each<[string, unknown, RegExp]>([
    ["a long title", { title: "t".repeat(201) }, /^23514$/],
    ["long content", { content: "c".repeat(100_001) }, /^23514$/],
    ["a long mood", { mood: "m".repeat(51) }, /^23514$/],
    ["an empty mood", { mood: "" }, /^23514$/],
    ["many tags", { tags: Array(21).fill("t") }, /^23514$/],
    ["a long tag", { tags: ["t".repeat(51)] }, /^23514$/],
    ["null for a tag", { tags: [null] }, /^23514$/],
    ["tags that are not a list", { tags: { a: 1 } }, /^22/],
    ["an unknown visibility", { metadata_visibility: "everyone" }, /^23514$/],
    ["a malformed notebook", { notebook_id: "7" }, /^22P02$/],
    ["NUL", { content: "\0" }, /^22P05$/],
    // The Data API or Postgres refuses it, depending on the engine.
    ["half of a surrogate pair", { content: "\ud800" }, /^(PGRST102|22P02)$/],
  ])("%s", async (_, fields, code) => {
    const made = await create(stranger, { title: "Entry", content: "", ...fields as object });
    expect(made.error?.code).toMatch(code);
    const { id } = (await create(stranger, { title: "Entry", content: "" })).data;
    expect((await update(stranger, id, fields)).error?.code).toMatch(code);
  });

  it.each<[string, unknown]>([
    ["nothing", {}],
    ["no content", { title: "Entry" }],
    ["no title", { content: "" }],
    ["a list", [{ title: "Entry", content: "" }]],
    ["a text", "entry"],
    ["null", null],
  ])("an entry made of %s", async (_, entry) => {
    expect((await create(stranger, entry)).error?.code).toMatch(/^(23502|22\w{3})$/);
  });

  it("unknown scopes and cursors", async () => {
    const page = (args: Record<string, unknown>) =>
      stranger.client.rpc("list_journal_entries", args).then(({ error }) => error?.code);
    expect(await page({ p_scope: "everything" })).toBe("PT400");
    expect(await page({ p_scope: null })).toBe("PT400");
    expect(await page({ p_query: "q".repeat(201) })).toBe("PT400");
    const { data } = await stranger.client.rpc("list_journal_entries", { p_limit: 1_000_000 });
    expect(data!.length).toBeLessThanOrEqual(101);
  });
});

it("keep content and mentions when the new content is null", async () => {
  const { data } = await create(stranger, { title: "Entry", content: "#kept" });
  const changed = await update(stranger, data.id, { content: null, title: null });
  expect(changed.data).toMatchObject({ title: "Entry", content: "#kept" });
  expect(changed.data.mentions).toHaveLength(1);
});

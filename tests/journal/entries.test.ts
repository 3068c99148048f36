/** Creating, reading, changing and deleting entries over HTTP. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { sql } from "../support/sql.ts";
import { list, makeJournalWorld, makeNotebook, makeTeam, write } from "./people.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;

const oneOf = "expected one of user, team, org, public";
const needs = (group: string) => `${group}_id: required when a visibility is ${group}`;
const notIn = {
  team: "team_id: you are not a member of this team",
  org: "org_id: you are not a member of this organization",
};

describe("/api/journal", () => {
  const path = "/api/journal";

  it("creates, reads, lists, updates and deletes an entry", async ({ ana }) => {
    const fields = { title: "First frost", content: "Ran along the river.", mood: "grateful" };
    const made = await ana.api("POST", path, { ...fields, tags: ["running", "morning"] });
    expect(made.status).toBe(201);
    const { entry } = made.body;
    expect(made.body).toMatchObject({
      entry: {
        ...fields,
        user_id: ana.id,
        content_hidden: false,
        tags: ["running", "morning"],
        notebook_id: null,
        metadata_visibility: "user",
        content_visibility: "user",
        effective_metadata_visibility: "user",
        effective_content_visibility: "user",
        team_id: null,
        org_id: null,
        mentions: [],
        spotify_track_id: null,
        track: null,
        tone_image_url: null,
        version: 1,
        written_at: entry.created_at,
        updated_at: entry.created_at,
      },
    });
    expect(await ok(ana, "GET", `${path}/${entry.id}`)).toEqual({ entry });
    expect(await ok(ana, "GET", `${path}?scope=own`))
      .toEqual({ entries: [{ ...entry, attachments: undefined }], next_cursor: null });

    const changes = { title: "Second frost", content: "Walked #slowly." };
    const changed = await ok(ana, "PUT", `${path}/${entry.id}`, changes);
    const { updated_at } = changed.entry;
    const mentions = [{ kind: "tag", text: "#slowly", user_id: null, start: 7, end: 14 }];
    expect(changed).toEqual({ entry: { ...entry, ...changes, mentions, updated_at, version: 2 } });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(entry.updated_at));

    expect(await ok(ana, "DELETE", `${path}/${entry.id}`)).toEqual({ message: "Entry deleted" });
    expect(await outcome(ana, "GET", `${path}/${entry.id}`)).toBe("404 Entry not found");
    expect(await sql`select from private.journal_entry_contents where entry_id = ${entry.id}`)
      .toEqual([]);
  });

  it("takes entries without a title, in each way of writing", async ({ ana }) => {
    const word = `wort${crypto.randomUUID().replaceAll("-", "")}`;
    const fields = { title: "", content: `${word} by the river` };
    const { entry } = await ok(ana, "POST", path, fields);
    expect(entry).toMatchObject(fields);
    expect((await ok(ana, "PUT", `${path}/${entry.id}`, { title: "Named" })).entry.title)
      .toBe("Named");
    expect((await ok(ana, "PUT", `${path}/${entry.id}`, { title: "" })).entry.title).toBe("");
    const direct = await ana.client.rpc("create_journal_entry", { p_entry: fields });
    expect(direct.data).toMatchObject(fields);
    const tool = { name: "write_entry", arguments: fields };
    const { result } = await ok(ana, "POST", "/api/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: tool,
    });
    expect(result.structuredContent.entry).toMatchObject(fields);
    const found = await ok(ana, "GET", `${path}?scope=own&q=${word}`);
    expect(found.entries.map(({ title }: { title: string }) => title)).toEqual(["", "", ""]);
    const link = await ok(ana, "POST", `${path}/${entry.id}/share-links`, {});
    const shared = await ok(ana, "GET", `/api/shared/${link.share_link.code}`);
    expect(shared.entry).toMatchObject(fields);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no title", { title: undefined }, "title: required"],
    ["a long title", { title: "t".repeat(201) }, "title: expected at most 200 characters"],
    ["no content", { content: undefined }, "content: required"],
    [
      "long content",
      { content: "c".repeat(100_001) },
      "content: expected at most 100000 characters",
    ],
    ["a long mood", { mood: "m".repeat(51) }, "mood: expected at most 50 characters"],
    ["too many tags", { tags: Array(21).fill("t") }, "tags: expected at most 20 items"],
    ["an empty tag", { tags: [""] }, "tags.0: must not be empty"],
    ["a long tag", { tags: ["a", "t".repeat(51)] }, "tags.1: expected at most 50 characters"],
    ["an unknown visibility", { metadata_visibility: "all" }, `metadata_visibility: ${oneOf}`],
    ["an unknown content visibility", { content_visibility: 1 }, `content_visibility: ${oneOf}`],
    ["a malformed notebook", { notebook_id: "7" }, "notebook_id: expected a UUID"],
    ["team visibility without a team", { metadata_visibility: "team" }, needs("team")],
    ["team content without a team", { content_visibility: "team" }, needs("team")],
    ["organization visibility without one", { content_visibility: "org" }, needs("org")],
    ["an unknown team", { team_id: NOWHERE }, notIn.team],
    ["an unknown organization", { org_id: NOWHERE }, notIn.org],
  ])("refuses %s", async (_, fields, error) => {
    expect(await outcome(owner, "POST", path, { title: "Entry", content: "", ...fields })).toBe(
      `400 ${error}`,
    );
    if (Object.values(fields)[0] === undefined) return;
    const { id } = await write(owner);
    expect(await outcome(owner, "PUT", `${path}/${id}`, fields)).toBe(`400 ${error}`);
  });

  it("accepts the maximum length of every field in characters of every plane", async () => {
    const fields = {
      title: "🌊".repeat(200),
      content: "𠀀".repeat(100_000),
      mood: "🙂".repeat(50),
      tags: Array.from({ length: 20 }, (_, n) => `${n % 10}`.padStart(50, "標")),
    };
    const { entry } = await ok(owner, "POST", path, fields);
    expect(entry).toMatchObject(fields);
    const other = { title: "t", content: "", mood: "m", tags: [] };
    expect((await ok(owner, "PUT", `${path}/${entry.id}`, other)).entry).toMatchObject(other);
  });

  it("refuses notebooks, teams and organizations that are not the caller's", async () => {
    const { stranger, orgMember } = world.people;
    const open = await makeNotebook(stranger, { metadata_visibility: "public" });
    const elsewhere = await makeTeam(stranger);
    const { id } = await write(owner);
    for (
      const [fields, code, error] of [
        [{ notebook_id: open.id }, "unknown_value", "notebook_id: not found"],
        [{ notebook_id: NOWHERE }, "unknown_value", "notebook_id: not found"],
        [{ team_id: elsewhere.team_id }, "not_a_member", notIn.team],
        [{ metadata_visibility: "org", org_id: elsewhere.org_id }, "not_a_member", notIn.org],
      ] as const
    ) {
      const [field, message] = error.split(": ");
      const body = { error, code: "invalid_input", fields: [{ path: field, code, message }] };
      const refusal = { status: 400, body };
      expect(await owner.api("POST", path, { title: "Entry", content: "", ...fields }))
        .toMatchObject(refusal);
      expect(await owner.api("PUT", `${path}/${id}`, fields)).toMatchObject(refusal);
    }
    // A member of the organization is not a member of its team.
    const team = { metadata_visibility: "team", team_id: world.teamId };
    expect(await outcome(orgMember, "POST", path, { title: "Entry", content: "", ...team })).toBe(
      "400 team_id: you are not a member of this team",
    );
  });

  it("refuses a malformed id and answers 404 for unknown and invisible entries", async () => {
    const { id } = await write(owner);
    for (const [method, body] of [["GET"], ["PUT", { title: "Mine" }], ["DELETE"]] as const) {
      expect(await outcome(owner, method, `${path}/7`, body)).toBe("400 id: expected a UUID");
      for (const end of [NOWHERE, id]) {
        expect(await outcome(world.people.stranger, method, `${path}/${end}`, body)).toBe(
          "404 Entry not found",
        );
      }
    }
    expect((await ok(owner, "GET", `${path}/${id}`)).entry.title).toBe("Entry");
  });

  it("shows the track of an entry with its metadata", async () => {
    const { id } = await write(owner, { metadata_visibility: "public" });
    const track = {
      id: crypto.randomUUID(),
      name: "Song",
      artist_names: ["A", "B"],
      album_name: "Album",
      album_image_url: "https://example.com/a.png",
      external_url: null,
    };
    await sql`insert into public.spotify_tracks ${sql({ ...track, raw: { secret: 1 } })}`;
    await sql`update public.journal_entries set spotify_track_id = ${track.id} where id = ${id}`;
    const { entry } = await ok(world.people.stranger, "GET", `${path}/${id}`);
    expect(entry).toMatchObject({ content_hidden: true, spotify_track_id: track.id, track });
  });

  it("keeps tags unchanged", async () => {
    const tags = ["a,b", '"quoted"', "{brace}", "back\\slash", " space ", "NULL", "a", "a", "😀"];
    const { id, tags: kept } = await write(owner, { tags });
    expect(kept).toEqual(tags);
    for (const tag of tags) {
      expect([tag, await list(owner, { scope: "own", tag })]).toEqual([tag, [id]]);
    }
    await ok(owner, "DELETE", `${path}/${id}`);
  });
});

/** Creating, reading, changing and deleting entries over HTTP. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import {
  type JournalWorld,
  list,
  makeJournalWorld,
  makeNotebook,
  makeTeam,
  write,
} from "./people.ts";
import { ISO, NOWHERE, ok, UUID } from "../support/requests.ts";

let world: JournalWorld;
let owner: Person;
beforeAll(async () => {
  world = await makeJournalWorld();
  owner = world.people.owner;
});

describe("/api/journal", () => {
  const path = "/api/journal";

  it("creates, reads, lists, updates and deletes an entry", async () => {
    const ana = await person("Ana");
    const fields = { title: "First frost", content: "Ran along the river.", mood: "grateful" };
    const made = await ana.api("POST", path, { ...fields, tags: ["running", "morning"] });
    expect(made.status).toBe(201);
    const { entry } = made.body;
    expect(made.body).toMatchObject({
      entry: {
        ...fields,
        id: expect.stringMatching(UUID),
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
        created_at: expect.stringMatching(ISO),
        updated_at: entry.created_at,
      },
    });
    expect(await ok(ana, "GET", `${path}/${entry.id}`)).toEqual({ entry });
    expect(await ok(ana, "GET", `${path}?scope=own`))
      .toEqual({ entries: [entry], next_cursor: null });

    const changes = { title: "Second frost", content: "Walked #slowly." };
    const changed = await ok(ana, "PUT", `${path}/${entry.id}`, changes);
    const { updated_at } = changed.entry;
    const mentions = [{ kind: "tag", text: "#slowly", user_id: null, start: 7, end: 14 }];
    expect(changed).toEqual({ entry: { ...entry, ...changes, mentions, updated_at, version: 2 } });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(entry.updated_at));

    const gone = await ana.api("DELETE", `${path}/${entry.id}`);
    expect([gone.status, gone.body]).toEqual([200, { message: "Entry deleted" }]);
    const after = await ana.api("GET", `${path}/${entry.id}`);
    expect([after.status, after.body]).toMatchObject([404, { error: "Entry not found" }]);
    const [{ count }] = await sql`
      select count(*)::int from public.journal_entry_contents
      where entry_id = ${entry.id}` as [{ count: number }];
    expect(count).toBe(0);
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
    [
      "an unknown visibility",
      { metadata_visibility: "everyone" },
      "metadata_visibility: expected one of user, team, org, public",
    ],
    [
      "an unknown content visibility",
      { content_visibility: 1 },
      "content_visibility: expected one of user, team, org, public",
    ],
    ["a malformed notebook", { notebook_id: "7" }, "notebook_id: expected a UUID"],
    [
      "team visibility without a team",
      { metadata_visibility: "team" },
      "team_id: required when a visibility is team",
    ],
    [
      "team content without a team",
      { content_visibility: "team" },
      "team_id: required when a visibility is team",
    ],
    [
      "organization visibility without one",
      { content_visibility: "org", org_id: null },
      "org_id: required when a visibility is org",
    ],
    ["an unknown team", { team_id: NOWHERE }, "team_id: you are not a member of this team"],
    [
      "an unknown organization",
      { org_id: NOWHERE },
      "org_id: you are not a member of this organization",
    ],
  ])("refuses %s", async (_, fields, error) => {
    const made = await owner.api("POST", path, { title: "Entry", content: "", ...fields });
    expect([made.status, made.body]).toMatchObject([400, { error }]);
    if (Object.values(fields)[0] === undefined) return;
    const { id } = await write(owner);
    const changed = await owner.api("PUT", `${path}/${id}`, fields);
    expect([changed.status, changed.body]).toMatchObject([400, { error }]);
  });

  it("refuses a body that is not a JSON object", async () => {
    const json = { "content-type": "application/json" };
    for (const body of ["", "{", "null", "[]", '"entry"']) {
      const { status } = await owner.api("POST", path, body, json);
      expect([body, status]).toEqual([body, 400]);
    }
    const form = await owner.api("POST", path, "title=Entry", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(form.status).toBe(415);
    const large = await owner.api("POST", path, { title: "Entry", content: "c".repeat(1 << 20) });
    expect(large.status).toBe(413);
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
        [
          { team_id: elsewhere.team_id },
          "not_a_member",
          "team_id: you are not a member of this team",
        ],
        [
          { metadata_visibility: "org", org_id: elsewhere.org_id },
          "not_a_member",
          "org_id: you are not a member of this organization",
        ],
      ] as const
    ) {
      const made = await owner.api("POST", path, { title: "Entry", content: "", ...fields });
      const [field, message] = error.split(": ");
      const refusal = [400, {
        error,
        code: "invalid_input",
        fields: [{ path: field, code, message }],
      }];
      expect([made.status, made.body]).toEqual(refusal);
      const changed = await owner.api("PUT", `${path}/${id}`, fields);
      expect([changed.status, changed.body]).toEqual(refusal);
    }
    // A member of the organization is not a member of its team.
    const team = { metadata_visibility: "team", team_id: world.teamId };
    const answer = await orgMember.api("POST", path, { title: "Entry", content: "", ...team });
    expect([answer.status, answer.body])
      .toMatchObject([400, { error: "team_id: you are not a member of this team" }]);
  });

  it("refuses a malformed id and answers 404 for unknown and invisible entries", async () => {
    const { id } = await write(owner);
    for (const [method, body] of [["GET"], ["PUT", { title: "Mine" }], ["DELETE"]] as const) {
      const malformed = await owner.api(method, `${path}/7`, body);
      expect([malformed.status, malformed.body]).toMatchObject([400, {
        error: "id: expected a UUID",
      }]);
      for (const end of [NOWHERE, id]) {
        const answer = await world.people.stranger.api(method, `${path}/${end}`, body);
        expect([answer.status, answer.body]).toMatchObject([404, { error: "Entry not found" }]);
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
    const tags = [
      "a,b",
      '"quoted"',
      "{brace}",
      "back\\slash",
      " space ",
      "NULL",
      "a",
      "a",
      "ß",
      "😀",
    ];
    const { id, tags: kept } = await write(owner, { tags });
    expect(kept).toEqual(tags);
    for (const tag of tags) {
      expect([tag, await list(owner, { scope: "own", tag })]).toEqual([tag, [id]]);
    }
    await ok(owner, "DELETE", `${path}/${id}`);
  });
});

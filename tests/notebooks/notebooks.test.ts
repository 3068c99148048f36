/** Notebooks over HTTP. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  type JournalWorld,
  list,
  makeJournalWorld,
  makeNotebook,
  makeTeam,
  write,
} from "../journal/people.ts";
import { ISO, NOWHERE, ok, UUID, walk } from "../support/requests.ts";
import { type Person, person } from "../support/people.ts";

let world: JournalWorld;
let owner: Person;
beforeAll(async () => {
  world = await makeJournalWorld();
  owner = world.people.owner;
});

describe("/api/notebooks", () => {
  const path = "/api/notebooks";

  it("creates, reads, updates, lists and deletes a notebook", async () => {
    const ana = await person("Ana");
    const made = await ana.api("POST", path, { name: "Morning pages" });
    expect(made.status).toBe(201);
    const { notebook } = made.body;
    expect(made.body).toEqual({
      notebook: {
        id: expect.stringMatching(UUID),
        user_id: ana.id,
        name: "Morning pages",
        metadata_visibility: "user",
        content_visibility: "user",
        team_id: null,
        org_id: null,
        version: 1,
        written_at: notebook.created_at,
        created_at: expect.stringMatching(ISO),
        updated_at: notebook.created_at,
      },
    });
    expect(await ok(ana, "GET", `${path}/${notebook.id}`)).toEqual({ notebook });

    const changes = { name: "Evening pages", metadata_visibility: "public" };
    const changed = await ok(ana, "PUT", `${path}/${notebook.id}`, changes);
    const { updated_at } = changed.notebook;
    expect(changed).toEqual({ notebook: { ...notebook, ...changes, updated_at, version: 2 } });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(notebook.updated_at));

    const own = (await walk(ana, path, "notebooks")).filter(({ user_id }) => user_id === ana.id);
    expect(own).toEqual([changed.notebook]);

    const gone = await ana.api("DELETE", `${path}/${notebook.id}`);
    expect([gone.status, gone.body]).toEqual([200, { message: "Notebook deleted" }]);
    const after = await ana.api("GET", `${path}/${notebook.id}`);
    expect([after.status, after.body]).toMatchObject([404, { error: "Notebook not found" }]);
  });

  it("is created with a visibility, which can be changed", async () => {
    const { teamId: team_id, orgId: org_id } = world;
    const sharing = { metadata_visibility: "org", content_visibility: "team", team_id, org_id };
    const { notebook } = await ok(owner, "POST", path, { name: "Ours", ...sharing });
    expect(notebook).toMatchObject(sharing);
    const ended = { metadata_visibility: "user", content_visibility: "user", org_id: null };
    const changed = await ok(owner, "PUT", `${path}/${notebook.id}`, ended);
    expect(changed.notebook).toMatchObject({ ...ended, team_id });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no name", { name: undefined }, "name: required"],
    ["a long name", { name: "n".repeat(101) }, "name: expected at most 100 characters"],
    [
      "an unknown visibility",
      { metadata_visibility: "everyone" },
      "metadata_visibility: expected one of user, team, org, public",
    ],
    [
      "an unknown content visibility",
      { content_visibility: "everyone" },
      "content_visibility: expected one of user, team, org, public",
    ],
    ["a malformed team", { team_id: "7" }, "team_id: expected a UUID"],
    ["a malformed organization", { org_id: {} }, "org_id: expected string"],
    [
      "team visibility without a team",
      { metadata_visibility: "team" },
      "team_id: required when a visibility is team",
    ],
    [
      "team content without a team",
      { content_visibility: "team", team_id: null },
      "team_id: required when a visibility is team",
    ],
    [
      "organization visibility without one",
      { metadata_visibility: "org" },
      "org_id: required when a visibility is org",
    ],
    ["an unknown team", { team_id: NOWHERE }, "team_id: you are not a member of this team"],
    [
      "an unknown organization",
      { org_id: NOWHERE },
      "org_id: you are not a member of this organization",
    ],
  ])("refuses %s", async (_, fields, error) => {
    const made = await owner.api("POST", path, { name: "Notes", ...fields });
    expect([made.status, made.body]).toMatchObject([400, { error }]);
    if (fields.name === undefined && "name" in fields) return;
    const { id } = await makeNotebook(owner);
    const changed = await owner.api("PUT", `${path}/${id}`, fields);
    expect([changed.status, changed.body]).toMatchObject([400, { error }]);
  });

  it("takes null for no visibility of its own", async () => {
    const ana = await person("Ana");
    const { notebook } = await ok(ana, "POST", "/api/notebooks", {
      name: "Plain",
      metadata_visibility: null,
      content_visibility: null,
    });
    expect(notebook).toMatchObject({ metadata_visibility: "user", content_visibility: "user" });
  });

  it("accepts a name of 100 characters beyond the basic plane", async () => {
    const name = "🎉".repeat(100);
    const { notebook } = await ok(owner, "POST", path, { name });
    expect(notebook.name).toBe(name);
  });

  it("refuses teams and organizations that the caller is not a member of", async () => {
    const { stranger, orgMember } = world.people;
    const elsewhere = await makeTeam(stranger);
    for (const who of [owner, orgMember]) {
      const team = await who.api("POST", path, {
        name: "Notes",
        metadata_visibility: "team",
        team_id: who === owner ? elsewhere.team_id : world.teamId,
      });
      const error = "team_id: you are not a member of this team";
      expect([team.status, team.body]).toMatchObject([400, { error }]);
    }
    const { id } = await makeNotebook(owner);
    const org = { metadata_visibility: "org", org_id: elsewhere.org_id };
    const answer = await owner.api("PUT", `${path}/${id}`, org);
    const error = "org_id: you are not a member of this organization";
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
  });

  it("keeps the team while a visibility needs it", async () => {
    const team = { metadata_visibility: "team", team_id: world.teamId };
    const { id } = await makeNotebook(owner, team);
    const answer = await owner.api("PUT", `${path}/${id}`, { team_id: null });
    const error = "team_id: required when a visibility is team";
    expect([answer.status, answer.body]).toMatchObject([400, { error }]);
  });

  it("refuses an empty update", async () => {
    const { id } = await makeNotebook(owner);
    for (const body of [{}, { user_id: owner.id, id: NOWHERE }]) {
      const answer = await owner.api("PUT", `${path}/${id}`, body);
      expect([answer.status, answer.body]).toMatchObject([400, {
        error: "no known field to update",
      }]);
    }
  });

  it("ignores unknown fields", async () => {
    const { stranger } = world.people;
    const forged = { name: "Notes", user_id: stranger.id, created_at: "2020-01-01" };
    const { notebook } = await ok(owner, "POST", path, forged);
    expect(notebook).toMatchObject({ user_id: owner.id });
    expect(notebook.created_at).not.toMatch(/^2020/);
  });

  it("refuses a malformed id and answers 404 for unknown and invisible notebooks", async () => {
    const { id } = await makeNotebook(owner);
    for (const [method, body] of [["GET"], ["PUT", { name: "Mine" }], ["DELETE"]] as const) {
      const malformed = await owner.api(method, `${path}/7`, body);
      expect([malformed.status, malformed.body]).toMatchObject([400, {
        error: "id: expected a UUID",
      }]);
      for (const end of [NOWHERE, id]) {
        const answer = await world.people.stranger.api(method, `${path}/${end}`, body);
        expect([answer.status, answer.body]).toMatchObject([404, { error: "Notebook not found" }]);
      }
    }
    expect((await ok(owner, "GET", `${path}/${id}`)).notebook.name).toBe("Notes");
  });

  it("only the owner can update or delete a notebook", async () => {
    const { id } = await makeNotebook(owner, { metadata_visibility: "public" });
    for (const who of [world.people.stranger, world.people.superAdmin]) {
      for (const [method, body] of [["PUT", { name: "Mine" }], ["DELETE"]] as const) {
        const answer = await who.api(method, `${path}/${id}`, body);
        const error = "Only its owner may change a notebook";
        expect([answer.status, answer.body]).toMatchObject([403, { error }]);
      }
    }
    expect((await ok(owner, "GET", `${path}/${id}`)).notebook.name).toBe("Notes");
  });

  it("keeps its entries, as private ones, when it is deleted", async () => {
    const shared = { metadata_visibility: "public", content_visibility: "public" };
    const notebook = await makeNotebook(owner, shared);
    const inherits = await write(owner, { notebook_id: notebook.id });
    const speaks = await write(owner, { notebook_id: notebook.id, ...shared });
    await ok(owner, "DELETE", `${path}/${notebook.id}`);
    expect((await ok(owner, "GET", `/api/journal/${inherits.id}`)).entry).toMatchObject({
      content: "what it says",
      notebook_id: null,
      effective_metadata_visibility: "user",
      effective_content_visibility: "user",
    });
    expect((await ok(owner, "GET", `/api/journal/${speaks.id}`)).entry).toMatchObject({
      notebook_id: null,
      effective_metadata_visibility: "public",
      effective_content_visibility: "public",
    });
    expect(await list(owner, { notebook_id: notebook.id })).toEqual([]);
  });
});

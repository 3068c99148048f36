/** Notebooks over HTTP. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import {
  list,
  makeJournalWorld,
  makeNotebook,
  makeTeam,
  shared,
  write,
} from "../journal/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;

const oneOf = "expected one of user, team, org, public";
const needs = (group: string) => `${group}_id: required when a visibility is ${group}`;
const notIn = {
  team: "team_id: you are not a member of this team",
  org: "org_id: you are not a member of this organization",
};

describe("/api/notebooks", () => {
  const path = "/api/notebooks";

  it("creates, reads, updates, lists and deletes a notebook", async ({ ana }) => {
    const made = await ok(ana, "POST", path, { name: "Morning pages" });
    const { notebook } = made;
    expect(made).toMatchObject({
      notebook: {
        user_id: ana.id,
        name: "Morning pages",
        metadata_visibility: "user",
        content_visibility: "user",
        team_id: null,
        org_id: null,
        version: 1,
        written_at: notebook.created_at,
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

    expect(await ok(ana, "DELETE", `${path}/${notebook.id}`))
      .toEqual({ message: "Notebook deleted" });
    expect(await outcome(ana, "GET", `${path}/${notebook.id}`)).toBe("404 Notebook not found");
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

  it("a visibility of null is `user`, in a creation and an update, with other fields and alone", async ({ ana }) => {
    const open = { metadata_visibility: "public", content_visibility: "public" };
    const none = { metadata_visibility: null, content_visibility: null };
    const closed = { metadata_visibility: "user", content_visibility: "user" };
    const made = await ok(ana, "POST", path, { name: "Null", ...none });
    expect(made.notebook).toMatchObject(closed);
    const at = `${path}/${made.notebook.id}`;
    const put = async (fields: object) => (await ok(ana, "PUT", at, fields)).notebook;
    expect(await put(open)).toMatchObject(open);
    expect(await put({ name: "n3", ...none })).toMatchObject({ name: "n3", ...closed });
    await put(open);
    expect(await put({ metadata_visibility: null })).toMatchObject({
      ...open,
      metadata_visibility: "user",
    });
    expect(await put({ content_visibility: null })).toMatchObject(closed);
    expect(await put(open)).toMatchObject(open);
    expect(await put({ name: "n4" })).toMatchObject({ name: "n4", ...open });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no name", { name: undefined }, "name: required"],
    ["an empty name", { name: "" }, "name: must not be empty"],
    ["a long name", { name: "n".repeat(101) }, "name: expected at most 100 characters"],
    ["an unknown visibility", { metadata_visibility: "all" }, `metadata_visibility: ${oneOf}`],
    ["an unknown content visibility", { content_visibility: 1 }, `content_visibility: ${oneOf}`],
    ["a malformed team", { team_id: "7" }, "team_id: expected a UUID"],
    ["a malformed organization", { org_id: {} }, "org_id: expected string"],
    ["team visibility without a team", { metadata_visibility: "team" }, needs("team")],
    ["team content without a team", { content_visibility: "team" }, needs("team")],
    ["organization visibility without one", { metadata_visibility: "org" }, needs("org")],
    ["an unknown team", { team_id: NOWHERE }, notIn.team],
    ["an unknown organization", { org_id: NOWHERE }, notIn.org],
  ])("refuses %s, also in the database", async (_, fields, error) => {
    expect(await outcome(owner, "POST", path, { name: "Notes", ...fields })).toBe(`400 ${error}`);
    const direct = await owner.client.from("notebooks").insert({ name: "Notes", ...fields });
    if (Object.values(fields)[0] !== undefined) {
      expect(direct.error?.code).toMatch(/^(23502|23514|22P02|PT400)$/);
    }
    if (fields.name === undefined && "name" in fields) return;
    const { id } = await makeNotebook(owner);
    expect(await outcome(owner, "PUT", `${path}/${id}`, fields)).toBe(`400 ${error}`);
  });

  it("takes null for no visibility of its own", async ({ ana }) => {
    const { notebook } = await ok(ana, "POST", "/api/notebooks", {
      name: "Plain",
      metadata_visibility: null,
      content_visibility: null,
    });
    expect(notebook).toMatchObject({ metadata_visibility: "user", content_visibility: "user" });
  });

  it("refuses teams and organizations that the caller is not a member of", async () => {
    const { stranger, orgMember } = world.people;
    const elsewhere = await makeTeam(stranger);
    const team = { name: "Notes", metadata_visibility: "team" };
    const outside = { ...team, team_id: elsewhere.team_id };
    expect(await outcome(owner, "POST", path, outside)).toBe(`400 ${notIn.team}`);
    const inside = { ...team, team_id: world.teamId };
    expect(await outcome(orgMember, "POST", path, inside)).toBe(`400 ${notIn.team}`);
    const { id } = await makeNotebook(owner);
    const org = { metadata_visibility: "org", org_id: elsewhere.org_id };
    expect(await outcome(owner, "PUT", `${path}/${id}`, org)).toBe(`400 ${notIn.org}`);
  });

  it("keeps the team while a visibility needs it", async () => {
    const team = { metadata_visibility: "team", team_id: world.teamId };
    const { id } = await makeNotebook(owner, team);
    expect(await outcome(owner, "PUT", `${path}/${id}`, { team_id: null }))
      .toBe(`400 ${needs("team")}`);
  });

  it("refuses an empty update", async () => {
    const { id } = await makeNotebook(owner);
    for (const body of [{}, { user_id: owner.id, id: NOWHERE }]) {
      expect(await outcome(owner, "PUT", `${path}/${id}`, body)).toBe(
        "400 no known field to update",
      );
    }
  });

  it("refuses a malformed id and answers 404 for unknown and invisible notebooks", async () => {
    const { id } = await makeNotebook(owner);
    for (const [method, body] of [["GET"], ["PUT", { name: "Mine" }], ["DELETE"]] as const) {
      expect(await outcome(owner, method, `${path}/7`, body)).toBe("400 id: expected a UUID");
      for (const end of [NOWHERE, id]) {
        expect(await outcome(world.people.stranger, method, `${path}/${end}`, body)).toBe(
          "404 Notebook not found",
        );
      }
    }
    expect((await ok(owner, "GET", `${path}/${id}`)).notebook.name).toBe("Notes");
  });

  it("only the owner can update or delete a notebook", async () => {
    const { id } = await makeNotebook(owner, { metadata_visibility: "public" });
    for (const who of [world.people.stranger, world.people.superAdmin]) {
      for (const [method, body] of [["PUT", { name: "Mine" }], ["DELETE"]] as const) {
        expect(await outcome(who, method, `${path}/${id}`, body))
          .toBe("403 Only its owner may change a notebook");
      }
    }
    expect((await ok(owner, "GET", `${path}/${id}`)).notebook.name).toBe("Notes");
  });

  it("keeps its entries, as private ones, when it is deleted", async () => {
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

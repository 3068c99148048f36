/** Changing entries over HTTP. */
import { describe, expect, it } from "vitest";
import { makeJournalWorld, makeNotebook, write } from "./people.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;

describe("/api/journal", () => {
  const path = "/api/journal";

  it("accepts null for optional fields", async () => {
    const absent = {
      mood: null,
      notebook_id: null,
      metadata_visibility: null,
      content_visibility: null,
      team_id: null,
      org_id: null,
    };
    const user = { metadata_visibility: "user", content_visibility: "user" };
    const { entry } = await ok(owner, "POST", path, { title: "Entry", content: "", ...absent });
    expect(entry).toMatchObject({ ...absent, ...user });

    const notebook = await makeNotebook(owner);
    const sharing = { metadata_visibility: "team", content_visibility: "org" };
    const present = { mood: "calm", notebook_id: notebook.id, ...sharing };
    const target = { team_id: world.teamId, org_id: world.orgId };
    const changed = await ok(owner, "PUT", `${path}/${entry.id}`, { ...present, ...target });
    expect(changed.entry).toMatchObject({ ...present, ...target });
    const cleared = await ok(owner, "PUT", `${path}/${entry.id}`, absent);
    expect(cleared.entry).toMatchObject({ ...absent, ...user });
  });

  it("updates only sent fields", async () => {
    const { id: notebook_id } = await makeNotebook(owner);
    const fields = {
      title: "Entry",
      content: "what it says",
      mood: "calm",
      tags: ["a"],
      notebook_id,
      metadata_visibility: "team",
      content_visibility: "org",
      team_id: world.teamId,
      org_id: world.orgId,
    };
    const { id } = await write(owner, fields);
    for (
      const change of [
        { title: "Other" },
        { content: "" },
        { mood: "sad" },
        { tags: [] },
        { content_visibility: "team" },
        { org_id: null },
        { notebook_id: null },
      ]
    ) {
      Object.assign(fields, change);
      const { entry } = await ok(owner, "PUT", `${path}/${id}`, change);
      expect(entry).toMatchObject(fields);
    }
  });

  it("refuses an empty update and ignores unknown fields", async () => {
    const { id } = await write(owner);
    const forged = { user_id: NOWHERE, mentions: [], spotify_track_id: "x" };
    for (const body of [{}, forged, { id: NOWHERE }, { effective_content_visibility: "public" }]) {
      expect(await outcome(owner, "PUT", `${path}/${id}`, body)).toBe(
        "400 no known field to update",
      );
    }
    const { entry } = await ok(owner, "POST", path, { title: "Entry", content: "#a", ...forged });
    expect(entry).toMatchObject({ user_id: owner.id, spotify_track_id: null });
    expect(entry.mentions).toHaveLength(1);
  });

  it("only the author can update or delete an entry", async () => {
    const { id } = await write(owner, { metadata_visibility: "public" });
    for (const who of [world.people.stranger, world.people.superAdmin]) {
      for (const [method, body] of [["PUT", { title: "Mine" }], ["DELETE"]] as const) {
        expect(await outcome(who, method, `${path}/${id}`, body))
          .toBe("403 Only its author may change or share an entry");
      }
    }
    expect((await ok(owner, "GET", `${path}/${id}`)).entry.title).toBe("Entry");
  });
});

/** Visibility of notebooks through the functions and over the Data API. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import {
  audiences,
  makeJournalWorld,
  makeNotebook,
  makeTeam,
  type Reader,
  readers,
  visibilities,
  type Visibility,
} from "../journal/people.ts";
import { NOWHERE, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const ids = {} as Record<Visibility, string>;

const world = await makeJournalWorld();
const owner = world.people.owner;
for (const visibility of visibilities) {
  const sharing = { metadata_visibility: visibility, team_id: world.teamId, org_id: world.orgId };
  // Readers of an entry's content do not see its notebook for that reason.
  ids[visibility] = (await makeNotebook(owner, { ...sharing, content_visibility: "public" })).id;
}

const expected = (reader: Reader) =>
  visibilities.filter((visibility) => audiences[reader].some((one) => one === visibility));

describe.each(readers)("to %s", (reader) => {
  it("lists the notebooks shared with this audience and no others", async () => {
    const who = world.reader[reader];
    const seen = (await walk(who, "/api/notebooks", "notebooks"))
      .filter(({ user_id }) => user_id === owner.id)
      .map(({ metadata_visibility }) => metadata_visibility);
    expect(seen.sort()).toEqual(expected(reader).toSorted());
    for (const visibility of visibilities) {
      const { status } = await who.api("GET", `/api/notebooks/${ids[visibility]}`);
      expect([visibility, status])
        .toEqual([visibility, expected(reader).includes(visibility) ? 200 : 404]);
    }
  });
});

it("lists each notebook once over all pages, newest first", async ({ ana, ben }) => {
  const { team_id, org_id } = await makeTeam(ana, [ben]);
  const made: string[] = [];
  for (const visibility of [...visibilities, ...visibilities]) {
    const sharing = { metadata_visibility: visibility, team_id, org_id };
    made.push((await makeNotebook(ana, sharing)).id, (await makeNotebook(ben, sharing)).id);
  }
  // All have the same time: the id decides the order.
  await sql`update public.notebooks set written_at = '2026-01-01T00:00:00Z' where id in ${
    sql(made)
  }`;
  for (const [who, unseen] of [[ana, ben], [ben, ana]] as const) {
    const rows = (await walk(who, "/api/notebooks", "notebooks", 3))
      .filter(({ id }) => made.includes(id));
    const hidden = (id: string) =>
      made.indexOf(id) % 2 === (unseen === ben ? 1 : 0) && made.indexOf(id) % 8 < 2;
    expect(rows.map(({ id }) => id)).toEqual(made.filter((id) => !hidden(id)).sort().reverse());
  }
});

describe("the table over the Data API", () => {
  it("lets the owner write under the same rules", async () => {
    const { client } = owner;
    const { data } = await client.from("notebooks").insert({ name: "Direct" }).select().single();
    expect(data).toMatchObject({ name: "Direct", user_id: owner.id });
    const { error } = await client.from("notebooks")
      .insert({ name: "Direct", metadata_visibility: "team" });
    expect(error).toMatchObject({
      code: "PT400",
      message: "team_id: required when a visibility is team",
    });
    const foreign = await client.from("notebooks").update({ team_id: NOWHERE }).eq("id", data.id);
    expect(foreign.error).toMatchObject({
      code: "PT400",
      message: "team_id: you are not a member of this team",
    });
    const gone = await client.from("notebooks").delete().eq("id", data.id).select("id");
    expect(gone.data).toHaveLength(1);
  });

  it("refuses rows of another user", async () => {
    const { client, id } = world.people.stranger;
    const notebooks = () => client.from("notebooks");
    const forged = await notebooks().insert({ name: "Forged", user_id: owner.id });
    expect(forged.error?.code).toBe("42501");
    const mine = await notebooks().insert({ name: "Mine", user_id: id });
    expect(mine.error?.code).toBe("42501");
    const moved = await notebooks().update({ user_id: id }).eq("id", ids.public);
    expect(moved.error?.code).toBe("42501");
  });
});

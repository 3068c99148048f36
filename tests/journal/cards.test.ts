/** The author and the notebook of each entry in a list, and the list's filters by people. */
import { beforeAll, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  audiences,
  list,
  makeJournalWorld,
  makeNotebook,
  makeTeam,
  readers,
  visibilities,
  type Visibility,
  write,
} from "./people.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;

const target = (visibility: Visibility) => ({
  metadata_visibility: visibility,
  ...(visibility === "team" && { team_id: world.teamId }),
  ...(visibility === "org" && { org_id: world.orgId }),
});

it("an entry has the card of its author, wherever it is answered", async ({ ana }) => {
  const card = async () =>
    (await ana.client.from("profile_cards").select().eq("id", ana.id)).data![0];
  const made = await write(ana, { metadata_visibility: "public" });
  expect(made.author).toEqual(await card());
  const changes = { full_name: "Ana Ruiz", avatar_url: "https://example.com/ana.png" };
  await ok(ana, "PUT", "/api/user/profile", changes);
  const now = { ...await card(), ...changes };
  const url = `/api/journal/${made.id}`;
  expect((await ok(ana, "PUT", url, { title: "New" })).entry.author).toEqual(now);
  for (const who of [ana, world.people.stranger]) {
    expect((await ok(who, "GET", url)).entry.author).toEqual(now);
    const { data } = await who.client.rpc("get_journal_entry", { p_id: made.id });
    expect(data.author).toEqual(now);
    const { entries } = await ok(who, "GET", `/api/journal?user_id=${ana.id}`);
    expect(entries[0].author).toEqual(now);
  }
});

it.each(visibilities)(
  "the name of a notebook with visibility %s is shown only to people who see the notebook",
  async (visibility) => {
    const notebook = await makeNotebook(owner, { name: "Secret plans", ...target(visibility) });
    const entry = await write(owner, { notebook_id: notebook.id, metadata_visibility: "public" });
    expect(entry.notebook).toEqual({ id: notebook.id, name: "Secret plans" });
    for (const reader of readers) {
      const { entry: seen } = await ok(world.reader[reader], "GET", `/api/journal/${entry.id}`);
      const may = audiences[reader].includes(visibility as never);
      expect(seen.notebook, reader).toEqual(may ? entry.notebook : null);
      const { data } = await world.reader[reader].client
        .rpc("get_journal_entry", { p_id: entry.id });
      expect(data.notebook, reader).toEqual(may ? entry.notebook : null);
    }
  },
);

it.each(visibilities)("names the team or organization in effect: %s", async (visibility) => {
  const effective = {
    effective_team_id: visibility === "team" ? world.teamId : null,
    effective_org_id: visibility === "org" ? world.orgId : null,
  };
  expect(await write(owner, target(visibility))).toMatchObject(effective);
  const notebook = await makeNotebook(owner, target(visibility));
  const inherited = await write(owner, { notebook_id: notebook.id });
  expect(inherited).toMatchObject({ ...effective, team_id: null, org_id: null });
});

describe("the filters", () => {
  let ids: Record<Visibility, string>;
  let mate: string;

  beforeAll(async () => {
    const pairs: [string, string][] = [];
    for (const each of visibilities) {
      pairs.push([each, (await write(owner, target(each))).id]);
    }
    ids = Object.fromEntries(pairs) as Record<Visibility, string>;
    mate = (await write(world.people.teammate, target("team"))).id;
    // Entries of the tests above are not expected below.
    await sql`update public.journal_entries set written_at = '2020-01-01'
      where user_id = ${owner.id} and id <> all (${Object.values(ids)})`;
  });

  const from = "2021-01-01";

  it("user_id finds what the reader may see of an author", async () => {
    for (const reader of readers) {
      const found = await list(world.reader[reader], { user_id: owner.id, from });
      const seen = visibilities.filter((each) => audiences[reader].includes(each as never));
      expect(found.toSorted(), reader).toEqual(seen.map((each) => ids[each]).sort());
    }
  });

  it("team_id and org_id find entries that are shared with the reader's groups", async () => {
    const { teammate, orgMember, stranger, former, superAdmin } = world.reader;
    const [team_id, org_id] = [world.teamId, world.orgId];
    for (const who of [owner, teammate, superAdmin]) {
      expect(await list(who, { team_id, from })).toEqual([mate, ids.team]);
    }
    for (const who of [owner, teammate, orgMember, superAdmin]) {
      expect(await list(who, { org_id, from })).toEqual([ids.org]);
    }
    for (const who of [stranger, former]) {
      expect(await list(who, { team_id })).toEqual([]);
      expect(await list(who, { org_id })).toEqual([]);
    }
    expect(await list(orgMember, { team_id })).toEqual([]);
  });

  it("are combined with each other, with scopes and with other filters", async () => {
    const team_id = world.teamId;
    const { teammate } = world.people;
    expect(await list(owner, { team_id, user_id: owner.id, from })).toEqual([ids.team]);
    expect(await list(owner, { team_id, user_id: teammate.id, from })).toEqual([mate]);
    expect(await list(owner, { team_id, scope: "own", from })).toEqual([ids.team]);
    expect(await list(owner, { team_id, scope: "team", from })).toEqual([mate, ids.team]);
    expect(await list(owner, { team_id, scope: "public" })).toEqual([]);
    expect(await list(owner, { team_id, org_id: world.orgId })).toEqual([]);
    expect(await list(owner, { user_id: teammate.id, scope: "own" })).toEqual([]);
    expect(await list(teammate, { user_id: owner.id, scope: "org", from })).toEqual([ids.org]);
    expect(await list(teammate, { user_id: owner.id, scope: "public", from }))
      .toEqual([ids.public]);
    expect(await list(teammate, { user_id: owner.id, tag: "none" })).toEqual([]);
    expect(await list(teammate, { user_id: owner.id, q: "entry", from, scope: "team" }))
      .toEqual([ids.team]);
  });

  it("go by the visibility in effect, also where the notebook decides", async ({ ana }) => {
    const { team_id } = await makeTeam(ana);
    const notebook = await makeNotebook(ana, { metadata_visibility: "team", team_id });
    const { id } = await write(ana, { notebook_id: notebook.id });
    // Not shared, although a team is set.
    await write(ana, { team_id });
    expect(await list(ana, { team_id })).toEqual([id]);
  });

  it("find nothing for unknown and foreign ids, and refuse malformed ones", async () => {
    for (const name of ["team_id", "org_id", "user_id"]) {
      expect(await list(owner, { [name]: NOWHERE })).toEqual([]);
      expect(await outcome(owner, "GET", `/api/journal?${name}=x`)).toBe(
        `400 ${name}: expected a UUID`,
      );
    }
  });
});

/** The list of entries: order, pages, scopes and filters. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { list, makeJournalWorld, makeNotebook, makeTeam, write } from "./people.ts";
import { ok, outcome, walk } from "../support/requests.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;

/** Writes entries of a new person, one for each item; returns their ids in order. */
async function writeAll(who: Person, all: Record<string, unknown>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const fields of all) ids.push((await write(who, fields)).id);
  return ids;
}

const own = (who: Person, query: Record<string, string> = {}) =>
  list(who, { scope: "own", ...query });

describe("pages of /api/journal", () => {
  const path = "/api/journal";

  const pages = (who: Person, limit: number) => walk(who, `${path}?scope=own`, "entries", limit);

  it("list each entry once, newest first", async ({ ana }) => {
    const ids = await writeAll(ana, Array(7).fill({}));
    for (const limit of [1, 2, 3, 7, 100]) {
      expect((await pages(ana, limit)).map(({ id }) => id)).toEqual(ids.toReversed());
    }
    const first = await ok(ana, "GET", `${path}?scope=own&limit=7`);
    expect(first.next_cursor).toBeNull();
  });

  it("order entries of the same moment by id", async ({ ana }) => {
    const ids = await writeAll(ana, Array(9).fill({}));
    await sql`
      update public.journal_entries set written_at = '2026-03-01T10:00:00.123456Z'
      where user_id = ${ana.id}`;
    expect((await pages(ana, 2)).map(({ id }) => id)).toEqual(ids.toSorted().reverse());
  });

  it("do not shift when entries are created or deleted", async ({ ana }) => {
    const ids = await writeAll(ana, Array(6).fill({}));
    const first = await ok(ana, "GET", `${path}?scope=own&limit=2`);
    const later = await write(ana);
    await ok(ana, "DELETE", `${path}/${ids[4]}`);
    await ok(ana, "DELETE", `${path}/${ids[2]}`);
    const query = new URLSearchParams({ scope: "own", limit: "2", cursor: first.next_cursor });
    const second = await ok(ana, "GET", `${path}?${query}`);
    expect(first.entries.map(({ id }: { id: string }) => id)).toEqual([ids[5], ids[4]]);
    expect(second.entries.map(({ id }: { id: string }) => id)).toEqual([ids[3], ids[1]]);
    expect(await own(ana)).toEqual([later.id, ids[5], ids[3], ids[1], ids[0]]);
  });

  it.each([
    ["scope=mine", "scope: expected one of own, team, org, public, friends, all"],
    ["notebook_id=7", "notebook_id: expected a UUID"],
    [`tag=${"t".repeat(51)}`, "tag: expected at most 50 characters"],
    [`q=${"q".repeat(201)}`, "q: expected at most 200 characters"],
    ["from=yesterday", "from: expected an ISO 8601 timestamp or date"],
    ["to=2026-01-01T00:00:00", "to: expected an ISO 8601 timestamp or date"],
  ])("refuse %s", async (query, error) => {
    expect(await outcome(owner, "GET", `${path}?${query}`)).toBe(`400 ${error}`);
  });
});

describe("filters", () => {
  it("select from (inclusive) to (exclusive)", async ({ ana }) => {
    const ids = await writeAll(ana, Array(4).fill({}));
    for (const [n, id] of ids.entries()) {
      await sql`
        update public.journal_entries set written_at = ${`2026-03-0${n + 1}T12:00:00Z`}
        where id = ${id}`;
    }
    const [first, second, third, fourth] = ids;
    const at = "2026-03-02T12:00:00Z";
    expect(await own(ana, { from: at })).toEqual([fourth, third, second]);
    expect(await own(ana, { to: at })).toEqual([first]);
    expect(await own(ana, { from: at, to: "2026-03-03T12:00:00Z" })).toEqual([second]);
    expect(await own(ana, { from: at, to: at })).toEqual([]);
    // The same time in another zone, and a date, which starts at midnight UTC.
    expect(await own(ana, { to: "2026-03-02T13:00:00+01:00" })).toEqual([first]);
    expect(await own(ana, { from: "2026-03-02", to: "2026-03-04" })).toEqual([third, second]);
    expect(await own(ana, { from: "0001-01-01", to: "9999-12-31" })).toHaveLength(4);
  });

  it("select a tag exactly as written", async ({ ana }) => {
    const [both, one] = await writeAll(ana, [{ tags: ["run", "Sea"] }, { tags: ["run"] }, {}]);
    expect(await own(ana, { tag: "run" })).toEqual([one, both]);
    expect(await own(ana, { tag: "Sea" })).toEqual([both]);
    expect(await own(ana, { tag: "sea" })).toEqual([]);
    expect(await own(ana, { tag: "ru" })).toEqual([]);
    const odd = `it's \\ "odd" & more:*`;
    const [strange] = await writeAll(ana, [{ tags: [odd] }]);
    expect(await own(ana, { tag: odd })).toEqual([strange]);
    expect(await own(ana, { tag: "odd" })).toEqual([]);
  });

  it("select a mood in any case", async ({ ana }) => {
    const [calm, also] = await writeAll(ana, [{ mood: "calm" }, { mood: "Calm" }, { mood: "sad" }]);
    expect(await own(ana, { mood: "CALM" })).toEqual([also, calm]);
    expect(await own(ana, { mood: "%" })).toEqual([]);
  });

  it("select a notebook", async ({ ana }) => {
    const { id: notebook_id } = await makeNotebook(ana);
    const [inside] = await writeAll(ana, [{ notebook_id }, {}]);
    expect(await own(ana, { notebook_id })).toEqual([inside]);
    expect(await list(world.people.stranger, { notebook_id })).toEqual([]);
  });

  it("combine, and apply to every page", async ({ ana }) => {
    const { id: notebook_id } = await makeNotebook(ana);
    const all = { notebook_id, tags: ["run"], mood: "calm", content: "along the river" };
    const wanted: string[] = [];
    for (let round = 0; round < 5; round++) {
      wanted.unshift((await write(ana, all)).id);
      for (
        const missing of [{ notebook_id: null }, { tags: [] }, { mood: "sad" }, { content: "" }]
      ) {
        await write(ana, { ...all, ...missing });
      }
    }
    const filters = { notebook_id, tag: "run", mood: "calm", q: "river", from: "2020-01-01" };
    const entries = await walk(ana, `/api/journal?${new URLSearchParams(filters)}`, "entries", 2);
    expect(entries.map(({ id }) => id)).toEqual(wanted);
  });
});

describe("scopes", () => {
  const tag = crypto.randomUUID();

  // The feed has a query of its own. The other queries find entries by the filter where few fit,
  // and by the scope where most fit.
  it.for(
    [
      ["no filter", {}],
      ["a filter that few entries fit", { tag }],
      ["a filter that most entries fit", { q: "-nothing" }],
    ] as const,
  )("select entries by how they are shared with the reader: %s", async (
    [_what, filter],
    { ana, ben },
  ) => {
    const target = await makeTeam(ana, [ben]);
    const other = await makeTeam(ben);
    const { id: notebook_id } = await makeNotebook(ana, {
      metadata_visibility: "team",
      ...target,
    });
    const mine = { title: "Ben's own", tags: [tag] };
    const [team, org, everyone, hers, inherited] = await writeAll(
      ana,
      [
        { metadata_visibility: "team", ...target },
        { metadata_visibility: "org", ...target },
        { metadata_visibility: "public" },
        {},
        { notebook_id },
      ].map((fields) => ({ ...fields, tags: [tag] })),
    );
    const [own, shared] = await writeAll(ben, [mine, {
      ...mine,
      metadata_visibility: "team",
      ...target,
    }]);
    const [unseen] = await writeAll(ben, [{
      tags: [tag],
      metadata_visibility: "team",
      ...other,
    }]);
    const between = (who: Person, scope: string) =>
      list(who, { scope, from: "2020-01-01", ...filter }).then((ids) =>
        ids.filter((id) => [team, org, everyone, hers, inherited, own, shared, unseen].includes(id))
      );
    expect(await between(ben, "own")).toEqual([unseen, shared, own]);
    expect(await between(ben, "team")).toEqual([unseen, shared, inherited, team]);
    expect(await between(ben, "org")).toEqual([org]);
    expect(await between(ben, "public")).toEqual([everyone]);
    expect(await between(ben, "all"))
      .toEqual([unseen, shared, own, inherited, everyone, org, team]);
    expect(await between(ana, "all"))
      .toEqual([shared, inherited, hers, everyone, org, team]);
    const { stranger } = world.people;
    expect(await between(stranger, "team")).toEqual([]);
    expect(await between(stranger, "all")).toEqual([everyone]);
  });

  it("show a super admin all entries, or those of one scope", async () => {
    const { superAdmin } = world.people;
    const tag = crypto.randomUUID();
    const { id } = await write(owner, { tags: [tag], content: "for nobody" });
    expect(await list(superAdmin, { tag })).toEqual([id]);
    expect(await list(superAdmin, { tag, q: "nobody" })).toEqual([id]);
    for (const scope of ["own", "team", "org", "public"]) {
      expect(await list(superAdmin, { tag, scope })).toEqual([]);
    }
    const first = await ok(superAdmin, "GET", "/api/journal?limit=1");
    expect(first.entries).toHaveLength(1);
  });
});

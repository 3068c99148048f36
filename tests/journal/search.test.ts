/** Search: matches, and that hidden content does not affect results. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { list, makeJournalWorld, write } from "./people.ts";
import { ok } from "../support/requests.ts";

const world = await makeJournalWorld();
const owner = world.people.owner;

describe("the search finds", () => {
  let ana: Person;
  const ids = {} as Record<string, string>;
  beforeAll(async () => {
    ana = await person("Ana");
    for (
      const [name, title, content] of [
        ["river", "First frost", "I was running along the river before work."],
        ["lake", "Lake", "A self-care day by the lake, no work. See http://example.com/swim_club"],
        ["quotes", "École", "She said “hello”—and left. It’s 3.14!"],
        ["japanese", "日記", "今日は日本語を勉強しました。"],
        ["chinese", "Park", "今天我去公园散步"],
        ["thai", "ไทย", "วันนี้ฉันไปตลาด"],
        ["korean", "일기", "오늘은 공원에 갔다"],
        ["russian", "Дневник", "Сегодня Я гулял"],
        ["empty", "Nothing", ""],
      ] as const
    ) ids[name] = (await write(ana, { title, content })).id;
  });

  it.each<[string, string[]]>([
    ["river", ["river"]],
    ["RIVER", ["river"]],
    ["run", ["river"]],
    ["frost", ["river"]],
    ["frost river", ["river"]],
    ["river lake", []],
    ["river or lake", ["lake", "river"]],
    ["work", ["lake", "river"]],
    ["work -river", ["lake"]],
    ['"along the river"', ["river"]],
    ['"river along"', []],
    ['work -"along the river"', ["lake"]],
    ["self-care", ["lake"]],
    ["care", ["lake"]],
    ["-self-care work", ["river"]],
    ["example.com", ["lake"]],
    ["swim", ["lake"]],
    ["hello", ["quotes"]],
    ["left", ["quotes"]],
    ["école", ["quotes"]],
    ["ÉCOLE", ["quotes"]],
    ["3.14", ["quotes"]],
    ["日本語", ["japanese"]],
    ["日記", ["japanese"]],
    ["今日", ["japanese"]],
    ["公园", ["chinese"]],
    ["日天", []],
    ["公园 -散步", []],
    ["ตลาด", ["thai"]],
    ["공원에", ["korean"]],
    ["сегодня", ["russian"]],
    ["дневник", ["russian"]],
    ["nothing", ["empty"]],
    ["the", ["lake", "river"]],
    ["the frost", ["river"]],
    ["!&|():*<->'\\", []],
    ['"', []],
    ["-", []],
    ["😀", []],
  ])("%s", async (q, names) => {
    expect(await list(ana, { scope: "own", q })).toEqual(names.map((name) => ids[name]));
  });

  it("the new text of an updated entry and not the old one", async () => {
    const { id } = await write(ana, { title: "Alpaca", content: "and a bison" });
    await ok(ana, "PUT", `/api/journal/${id}`, { content: "and a camel" });
    const found = (q: string) => list(ana, { scope: "own", q });
    expect([await found("alpaca"), await found("bison"), await found("camel")])
      .toEqual([[id], [], [id]]);
    await ok(ana, "PUT", `/api/journal/${id}`, { title: "Donkey" });
    expect([await found("alpaca"), await found("donkey"), await found("camel")])
      .toEqual([[], [id], [id]]);
    await ok(ana, "DELETE", `/api/journal/${id}`);
    expect(await found("donkey")).toEqual([]);
  });
});

describe("a search of hidden content", () => {
  const tag = crypto.randomUUID();
  let entry: { id: string };
  beforeAll(async () => {
    entry = await write(owner, {
      title: "Harvest moon",
      content: "the zebra sleeps #zebra",
      tags: [tag],
      metadata_visibility: "public",
      content_visibility: "team",
      team_id: world.teamId,
    });
  });

  it.each<[string, boolean, boolean]>([
    // In the content only, in the title only, in both, and in neither.
    ["zebra", true, false],
    ["harvest", true, true],
    ["harvest zebra", true, false],
    ["harvest or zebra", true, true],
    ['"moon the zebra"', true, false],
    ["harvest -zebra", false, true],
    ["harvest -giraffe", true, true],
    ["-zebra", false, true],
    ["-giraffe", true, true],
    ["-harvest", false, false],
    ["zebra -giraffe", true, false],
    ["zebra or giraffe", true, false],
    ["giraffe or -zebra", false, true],
  ])("%s gives readers %s and others %s", async (q, reader, other) => {
    const { teammate, orgMember, stranger, superAdmin } = world.people;
    for (const who of [owner, teammate, superAdmin]) {
      expect([who.email, await list(who, { q, tag })]).toEqual([
        who.email,
        reader ? [entry.id] : [],
      ]);
    }
    for (const who of [orgMember, stranger]) {
      expect([who.email, await list(who, { q, tag })]).toEqual([
        who.email,
        other ? [entry.id] : [],
      ]);
      const { data } = await who.client.rpc("list_journal_entries", { p_query: q, p_tag: tag });
      expect(data).toHaveLength(other ? 1 : 0);
    }
  });

  it("follows the visibility when it changes", async () => {
    const { stranger } = world.people;
    const { id } = await write(owner, { title: "Tide", content: "walrus", tags: [tag] });
    const found = () => list(stranger, { q: "walrus", tag });
    for (
      const [content_visibility, expected] of [["public", [id]], ["user", []], ["public", [id]]]
    ) {
      const change = { metadata_visibility: "public", content_visibility };
      await ok(owner, "PUT", `/api/journal/${id}`, change);
      expect(await found()).toEqual(expected);
    }
    await ok(owner, "PUT", `/api/journal/${id}`, { metadata_visibility: "user" });
    expect(await found()).toEqual([]);
  });
});

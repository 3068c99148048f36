/** Entries by the words of a question, of which an entry may lack some. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { use } from "./support.ts";

let minute = 0;
/** Writes entries, each a minute after the one before. */
async function write(who: Person, ...entries: (readonly [title: string, content: string])[]) {
  for (const [title, content] of entries) {
    const written_at = new Date(Date.UTC(2025, 4, 1, 0, minute++)).toISOString();
    await ok(who, "POST", "/api/journal", { title, content, written_at, mood: "calm" });
  }
}

const titles = ({ entries }: { entries: { title: string }[] }) => entries.map(({ title }) => title);
const search = async (who: Person, query: string, rest: object = {}) =>
  titles(await use(who.api, "search_entries", { query, ...rest }));

describe("a question finds", () => {
  it("an entry that lacks some of its words, and nothing where no entry is about it", async ({ ana }) => {
    await write(
      ana,
      ["Forty miles", "Grandma told me how she cycled to a dance on a bicycle with one brake."],
      ["Soup", "Grandpa came by."],
    );
    expect(await search(ana, "what did my grandma say about bikes")).toEqual(["Forty miles"]);
    expect(await search(ana, "What did the lawyer say about the divorce?")).toEqual([]);
    // The journal knows Grandpa, and no driving test.
    expect(await search(ana, "What did Grandpa say about my driving test?")).toEqual([]);
  });

  it("entries with rare words first, then titles, then later ones", async ({ ana }) => {
    await write(ana, ...Array(12).fill(["", "A walk along the river."]));
    await write(
      ana,
      ["Older", "A heron at the weir."],
      ["Later", "A heron at the weir."],
      ["Heron", "By the weir."],
      ["Kingfisher", "A kingfisher at last."],
      ["River", "A river again."],
    );
    expect(await search(ana, "Which heron did I see at the weir by the river?"))
      .toEqual(["Heron", "Later", "Older", "River", ...Array(6).fill("")]);
    expect((await search(ana, "kingfisher or heron, at the river?"))[0]).toBe("Kingfisher");
  });

  it("entries with all words first, and in pages where these fill one", async ({ ana }) => {
    await write(
      ana,
      ["1", "heron weir"],
      ["Heron", "heron heron"],
      ["2", "heron weir"],
      ["3", "weir heron"],
    );
    expect(await search(ana, "heron weir")).toEqual(["3", "2", "1", "Heron"]);
    const { entries, next_cursor } = await use(ana.api, "search_entries", {
      query: "heron weir",
      limit: 2,
    });
    expect(titles({ entries })).toEqual(["3", "2"]);
    expect(await search(ana, "heron weir", { limit: 2, cursor: next_cursor })).toEqual(["1"]);
  });

  it("no entry without its phrase, and none with an excluded word", async ({ ana }) => {
    await write(ana, ["1", "A heron at the weir"], ["2", "Soup"]);
    expect([
      await search(ana, 'heron "old weir"'),
      await search(ana, "heron otter -weir"),
      await search(ana, "heron otter"),
    ]).toEqual([[], [], ["1"]]);
  });

  it("entries of the days, the tag and the mood that are asked for", async ({ ana }) => {
    await write(ana, ["May", "A heron at the weir"]);
    await ok(ana, "POST", "/api/journal", {
      title: "June",
      content: "A heron",
      mood: "joyful",
      tags: ["birds"],
      written_at: "2025-06-10T08:00:00Z",
    });
    const question = "Which heron did I see?";
    expect([
      await search(ana, question),
      await search(ana, question, { from: "2025-06-01" }),
      await search(ana, question, { to: "2025-06-01" }),
      await search(ana, question, { tag: "birds" }),
      await search(ana, question, { mood: "Joyful" }),
      await search(ana, question, { limit: 1 }),
    ]).toEqual([["June", "May"], ["June"], ["May"], ["June"], ["June"], ["June"]]);
  });

  it.for(
    [
      ["de", "Wie oft habe ich die alten Häuser am Hafen gesehen?", "Ein Haus"],
      ["es", "¿Qué ciudades del norte he visto este año?", "Una ciudad"],
      ["fr", "Quelles montagnes avons-nous vues en août ?", "La montagne"],
      ["it", "Quante montagne ho visto?", "La montagna"],
      ["nl", "Hoeveel boeken heb ik gelezen?", "Een boek"],
      ["pt", "Que cidades visitei?", "Uma cidade"],
      ["en", "How often did I see ponies by the sea?", "A pony"],
    ] as const,
  )("entries in %s: %s", async ([language, question, content], { ana }) => {
    await ok(ana, "PUT", "/api/user/profile", { language });
    await write(ana, ["1", content], ["2", "Nebel fog brouillard"]);
    expect(await search(ana, question)).toEqual(["1"]);
  });

  it("words of scripts without spaces", async ({ ana }) => {
    await write(ana, ["日記", "今日は日本語を勉強しました。"], ["Park", "公园"]);
    expect(await search(ana, "日本語の勉強")).toEqual(["日記"]);
  });
});

describe("others", () => {
  it("are neither found, nor does what they write weigh", async ({ ana, ben, admin }) => {
    const entries = [["Heron", "A heron."], ["Weir", "A weir."]] as const;
    await write(ana, ...entries);
    const question = "the heron by the weir";
    const before = await search(ana, question);
    for (let n = 0; n < 8; n++) {
      await ok(ben, "POST", "/api/journal", {
        title: "Weir",
        content: "heron weir",
        mood: "calm",
        metadata_visibility: "public",
        content_visibility: "public",
      });
    }
    expect(before).toEqual(["Weir", "Heron"]);
    expect(await search(ana, question)).toEqual(before);
    expect(await search(admin, question)).toEqual([]);
    const { data } = await ana.client.rpc("find_journal_entries", { p_question: question });
    expect(titles({ entries: data })).toEqual(before);
  });

  it("a question is bounded", async ({ ana }) => {
    const words = Array.from({ length: 100 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("");
    await write(ana, ["Signs", words]);
    expect(await search(ana, `${words}${words}`)).toEqual(["Signs"]);
    const { error } = await ana.client.rpc("find_journal_entries", {
      p_question: "w".repeat(201),
    });
    expect(error).toMatchObject({ message: "question: expected at most 200 characters" });
  });
});

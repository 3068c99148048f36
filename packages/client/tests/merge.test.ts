/**
 * Joins two edits of one text: the rules, and random pairs of edits.
 *
 * `PAIRS=100000 npm test -- packages/client/tests/merge` joins that many pairs in place of 3,000,
 * and `SEED=<n>` begins with another seed.
 */
import { describe, expect, it } from "vitest";
import { joinTexts, piecesOf } from "../src/offline/words.ts";
import { merge } from "../src/offline/merge.ts";
import { faultsOf } from "./merging/faults.ts";
import { type Pair, pairOf } from "./merging/pairs.ts";
import { patience } from "../../local-supabase/helpers.ts";

const SEED = Number(Deno.env.get("SEED") ?? 20_261_128);
const PAIRS = Number(Deno.env.get("PAIRS") ?? 3000);

describe("two edits of a text", () => {
  const base = "The river was quiet. We walked home.\n\nIt rained.";
  it.for<[what: string, base: string, theirs: string, mine: string, joined: string]>([
    [
      "of different paragraphs",
      base,
      "The river was wide. We walked home.\n\nIt rained.",
      "The river was quiet. We walked home.\n\nIt snowed.",
      "The river was wide. We walked home.\n\nIt snowed.",
    ],
    [
      "that add at one place keep both, the stored one first",
      "It rained.",
      "It rained. Then came the sun.",
      "It rained. We stayed inside.",
      "It rained. Then came the sun. We stayed inside.",
    ],
    [
      "that begin with new words keep both",
      "It rained.",
      "Today. It rained.",
      "Monday! It rained.",
      "Today. Monday! It rained.",
    ],
    [
      "of an empty text keep both",
      "",
      "From the phone.",
      "From the laptop.",
      "From the phone.\n\nFrom the laptop.",
    ],
    [
      "of which one deletes what the other changes keep the change",
      "It rained. We walked home slowly. The end.",
      "It rained. The end.",
      "It rained. We ran home slowly. The end.",
      "It rained. We ran home slowly. The end.",
    ],
    [
      "of which one deletes what the other has only read take the deletion",
      "It rained. We walked home slowly. The end.",
      "It rained. The end.",
      "It rained. We walked home slowly. The happy end.",
      "It rained. The happy end.",
    ],
    ["that delete words that touch take both", "a b c d e", "a c d e", "a b d e", "a d e"],
    [
      "that are the same are made once",
      "It rained.",
      "It snowed. Cold!",
      "It snowed. Cold!",
      "It snowed. Cold!",
    ],
    [
      "of which one arrived before, and grew, are made once",
      "It rained.",
      "It rained. We stayed inside and read.",
      "It rained. We stayed inside",
      "It rained. We stayed inside and read.",
    ],
    [
      "that go on with a sentence and begin a paragraph",
      base,
      "The river was quiet. We walked home.\n\nWe ate soup.\n\nIt rained.",
      "The river was quiet. We walked home. Slowly.\n\nIt rained.",
      "The river was quiet. We walked home. Slowly.\n\nWe ate soup.\n\nIt rained.",
    ],
    [
      "add lines to a list",
      "- tea\n- milk",
      "- tea\n- milk\n- rice",
      "- tea\n- milk\n- bread",
      "- tea\n- milk\n- rice\n- bread",
    ],
    [
      "tick one line and change another",
      "- [ ] tea\n- [ ] milk",
      "- [x] tea\n- [ ] milk",
      "- [ ] tea\n- [ ] milk and bread",
      "- [x] tea\n- [ ] milk and bread",
    ],
    [
      "of a block of code",
      "```js\nlet a = 1;\nlet b = 2;\n```",
      "```js\nlet a = 3;\nlet b = 2;\n```",
      "```js\nlet a = 1;\nlet b = 2;\n\nlet c;\n```",
      "```js\nlet a = 3;\nlet b = 2;\n\nlet c;\n```",
    ],
    [
      "of a table, and words below it",
      "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nThe end.",
      "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n\nThe end.",
      "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nNew words.\n\nThe end.",
      "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n\nNew words.\n\nThe end.",
    ],
    [
      "in a script without spaces",
      "今日は川が静かだった。",
      "今日は川がとても静かだった。",
      "今日は大きい川が静かだった。",
      "今日は大きい川がとても静かだった。",
    ],
  ])("%s", ([, base, theirs, mine, joined]) => {
    expect(joinTexts(base, theirs, mine)).toEqual({ text: joined, mine: joined, asks: false });
  });

  it.for<[what: string, base: string, theirs: string, mine: string, asked: [string, string]]>([
    [
      "of the same words ask for these alone",
      base,
      "The river was wide. We walked home.\n\nIt snowed.",
      "The river was loud. We walked home. Late.\n\nIt rained.",
      [
        "The river was wide. We walked home. Late.\n\nIt snowed.",
        "The river was loud. We walked home. Late.\n\nIt snowed.",
      ],
    ],
    [
      "of one line of a list ask",
      "- [ ] tea\n- [ ] milk",
      "- [x] tea\n- [ ] milk",
      "- [ ] green tea\n- [x] milk",
      ["- [x] tea\n- [x] milk", "- [ ] green tea\n- [x] milk"],
    ],
    [
      "that add nearly the same sentence ask",
      "It rained.",
      "It rained. We stayed inside and read books.",
      "It rained. We stayed inside and read letters.",
      [
        "It rained. We stayed inside and read books.",
        "It rained. We stayed inside and read letters.",
      ],
    ],
  ])("%s", ([, base, theirs, mine, [text, other]]) => {
    expect(joinTexts(base, theirs, mine)).toEqual({ text, mine: other, asks: true });
  });

  it("are compared by words", () => {
    expect(piecesOf("The river was very loud.\n\nIt rained.", "The river was wide.\n\nIt rained."))
      .toEqual([
        { text: "The river was ", isNew: false },
        { text: "very loud.", isNew: true },
        { text: "\n\nIt rained.", isNew: false },
      ]);
  });
});

describe("the fields of an entry", () => {
  const own = {
    ...{ metadata_visibility: "user", content_visibility: "user", team_id: null, org_id: null },
    ...{
      user_id: "me",
      notebook_id: null,
      title: "A walk",
      tags: ["fog", "river"],
      mood: null,
      mood_source: null,
    },
  };
  const notebooks: Record<string, object> = {
    a: {},
    b: {},
    open: { metadata_visibility: "public", content_visibility: "public" },
  };
  const joined = (theirs: object, mine: Record<string, unknown>, base: object = {}) => {
    const before = { ...own, ...base };
    const notebookOf = (id: string) => notebooks[id] as Record<string, unknown> | undefined;
    return merge("journal_entries", before, { ...before, ...theirs }, mine, notebookOf);
  };

  it.for<
    [what: string, theirs: object, mine: Record<string, unknown>, body: object, base?: object]
  >([
    ["takes what one side has changed", { title: "Fog" }, { notebook_id: "a" }, {
      notebook_id: "a",
    }],
    ["leaves what the device has not changed", { title: "Fog" }, { title: "A walk" }, {}],
    [
      "joins tags as sets",
      { tags: ["fog", "sea"] },
      { tags: ["river", "sun"] },
      { tags: ["sea", "sun"] },
    ],
    ["keeps a mood of the author", { mood: "calm", mood_source: "analysis" }, { mood: "glad" }, {
      mood: "glad",
    }],
    ["says the mood that the analysis has found", { mood: "calm", mood_source: "analysis" }, {
      mood: "calm",
    }, { mood: "calm" }],
    [
      "takes the device's of two moods of the author",
      { mood: "calm", mood_source: "author" },
      { mood: "glad" },
      { mood: "glad" },
    ],
    ["takes the device's notebook", { notebook_id: "a" }, { notebook_id: "b" }, {
      notebook_id: "b",
    }],
    ["takes the device's time", { written_at: "2026-01-01" }, { written_at: "2026-02-01" }, {
      written_at: "2026-02-01",
    }],
    [
      "keeps the narrower of two visibilities of the device",
      { metadata_visibility: "public" },
      { metadata_visibility: "team", team_id: "t" },
      { metadata_visibility: "team", team_id: "t" },
      { metadata_visibility: "org", org_id: "o" },
    ],
    [
      "keeps the narrower of two visibilities that is stored",
      { metadata_visibility: "user" },
      { metadata_visibility: "public" },
      {},
      { metadata_visibility: "team", team_id: "t" },
    ],
  ])("%s", ([, theirs, mine, body, base]) => {
    expect(joined(theirs, mine, base)).toMatchObject({ body, asks: {}, isHeld: false });
    expect(Object.keys(joined(theirs, mine, base).body).sort()).toEqual(Object.keys(body).sort());
  });

  it("asks for a title that both have changed", () => {
    expect(joined({ title: "Fog" }, { title: "Sun", tags: [] }))
      .toMatchObject({ body: { tags: [] }, asks: { title: "Sun" } });
  });

  it.for<[what: string, theirs: object, mine: Record<string, unknown>, base: object]>([
    [
      "than either side's, because of a notebook",
      { metadata_visibility: "user" },
      { notebook_id: "open" },
      { metadata_visibility: "team", team_id: "t" },
    ],
    [
      "of another team",
      { metadata_visibility: "team", team_id: "t" },
      { metadata_visibility: "team", team_id: "u" },
      {},
    ],
  ])(
    "writes nothing before the user has decided on a result that more people see, %s",
    ([, theirs, mine, base]) => {
      const { asks, isHeld, body } = joined(theirs, { ...mine, tags: [] }, base);
      expect({ asks, isHeld, body }).toEqual({ asks: mine, isHeld: true, body: { tags: [] } });
    },
  );
});

it("preferences of the profile are joined by their names", () => {
  const before = { preferences: { theme: "light", notifications: true } };
  const theirs = { preferences: { theme: "dark", notifications: true } };
  const { body, asks } = merge(
    ...["profile" as const, before, theirs, { preferences: { notifications: false } }],
    () => undefined,
  );
  expect({ body, asks }).toEqual({ body: { preferences: { notifications: false } }, asks: {} });
});

it("the measure of a goal is one value, whatever the order of its fields", () => {
  const before = { measure: { unit: "km", target: 5, direction: "at_least" } };
  const reordered = { measure: { direction: "at_least", unit: "km", target: 5 } };
  const mine = { measure: { unit: "km", target: 8, direction: "at_least" } };
  const of = (theirs: object) => {
    const { body, asks } = merge("goals", before, theirs as never, mine, () => undefined);
    return { body, asks };
  };
  expect(of(reordered)).toEqual({ body: mine, asks: {} });
  expect(of({ measure: { unit: "miles", target: 5, direction: "at_least" } }))
    .toEqual({ body: {}, asks: mine });
});

describe("random pairs of edits", () => {
  const sizes: [paragraphs: number, edits: number, most: number][] = [
    [5, 3, 9],
    [20, 3, 4],
    [20, 1, 1],
  ];
  it.for(sizes)(
    "of up to %i paragraphs with up to %i edits a side ask in at most %i % of them, and lose no word",
    { timeout: patience(60_000 + PAIRS * 10) },
    ([paragraphs, edits, most]) => {
      const count = Math.ceil(PAIRS / sizes.length);
      const first = SEED + paragraphs * 1_000_003 + edits * 10_000_019;
      let asked = 0;
      for (let seed = first; seed < first + count; seed++) {
        const pair: Pair = pairOf(seed, paragraphs, edits);
        const joined = joinTexts(pair.base, pair.theirs, pair.mine);
        if (joined.asks) asked++;
        const faults = faultsOf(pair, joined);
        expect(faults, `seed ${seed}: ${JSON.stringify({ ...pair, ...joined }, null, 1)}`).toEqual(
          [],
        );
      }
      const share = 100 * asked / count;
      console.log(`${count} pairs from seed ${first}: ${share.toFixed(1)} % ask`);
      expect(share).toBeLessThanOrEqual(most);
    },
  );

  it("of 20 paragraphs take 2 ms each", () => {
    const pairs: Pair[] = [];
    for (let seed = SEED; pairs.length < 50; seed++) {
      const pair = pairOf(seed, 20, 3);
      if (pair.base.split("\n\n").length === 20) pairs.push(pair);
    }
    // The best of several rounds of each: other programs of the machine take the rest.
    const times = pairs.map(({ base, theirs, mine }) =>
      Math.min(...Array.from({ length: 20 }, () => {
        const start = performance.now();
        joinTexts(base, theirs, mine);
        return performance.now() - start;
      }))
    );
    const mean = times.reduce((sum, time) => sum + time) / times.length;
    console.log(`${mean.toFixed(2)} ms a pair of 20 paragraphs`);
    expect(mean).toBeLessThan(2);
  });
});

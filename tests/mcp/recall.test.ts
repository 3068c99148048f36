/** Holds the bars of the recall: 200 questions to made-up journals in the languages of the service. */
import { expect, it } from "vitest";
import { ask, bars, isRight, scoresOf, writeJournal } from "../../bench/recall/score.ts";
import { readJournals } from "../../bench/recall/set.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { use } from "./support.ts";

it(
  "nine of ten questions find their entries among the first five, and 95 % of those about nothing find none",
  {
    timeout: patience(60_000),
  },
  async () => {
    const answered = (await Promise.all(
      readJournals().map(async (journal) => {
        const { id, api } = await person("Nora");
        const keys = await writeJournal(sql, id, journal);
        return await ask(journal, keys, async (given) => {
          const { entries } = await use(api, "search_entries", given);
          return entries.map(({ id }: { id: string }) => id);
        });
      }),
    )).flat();
    const wrong = answered.filter((each) => each.part !== "without a stem" && !isRight(each));
    console.log("Questions without the right answer", wrong.map(({ text, got }) => [text, got]));
    const scores = Object.fromEntries(
      scoresOf(answered).map(({ part, of, right, all }) => [`${part}, ${of}`, { right, all }]),
    );
    for (const half of ["first half", "second half"]) {
      const [found, absent] = [scores[`${half}, found`]!, scores[`${half}, absent`]!];
      expect([half, found.all + absent.all]).toEqual([half, 100]);
      expect([half, found.right / found.all]).toEqual([
        half,
        expect.toSatisfy(atLeast(bars.found)),
      ]);
      expect([half, absent.right / absent.all])
        .toEqual([half, expect.toSatisfy(atLeast(bars.absent))]);
    }
    expect(scores["without a stem, found"]!.all).toBe(40);
  },
);

const atLeast = (bar: number) => (share: number) => share >= bar;

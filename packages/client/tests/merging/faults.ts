/** Finds faults in a joined text: a missing or doubled word, a broken list, table or code. */
import type { Joined } from "../../src/offline/words.ts";
import type { Pair } from "./pairs.ts";

type Counts = Map<string, number>;

function countsOf(text: string): Counts {
  const counts: Counts = new Map();
  for (const word of text.match(/\w+/g) ?? []) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
const of = (counts: Counts, word: string) => counts.get(word) ?? 0;
const isMark = (word: string) => /^w\d+q$/.test(word);

/** Lists, tables and code contain only lines of one of the sides. */
function brokenBlocks(text: string, lines: Set<string>): string[] {
  return text.split("\n\n").flatMap((block) => {
    const all = block.split("\n");
    const isWhole = block.startsWith("- ")
      ? all.every((line) => /^- \[[ x]\] \w+ \w+$/.test(line) && lines.has(line))
      : block.startsWith("|")
      ? all[0] === "| what | how |" && all[1] === "| --- | --- |" &&
        all.slice(2).every((line) => /^\| \w+ \| \w+ \|$/.test(line) && lines.has(line))
      : block.startsWith("```")
      ? all[0] === "```js" && all.at(-1) === "```" &&
        all.slice(1, -1).every((line) => line.startsWith("  const ") && lines.has(line))
      : all.length === 1 && !/^\s|[|`]| const |\[[ x]\]/.test(block);
    return isWhole ? [] : [`broken: ${block}`];
  });
}

export function faultsOf({ base, theirs, mine }: Pair, joined: Joined): string[] {
  const [b, t, m] = [base, theirs, mine].map(countsOf) as [Counts, Counts, Counts];
  const lines = new Set([...theirs.split("\n"), ...mine.split("\n")]);
  const faults: string[] = [];
  const check = (text: string, kept: Counts[]) => {
    const found = countsOf(text);
    for (const [word, count] of found) {
      if (isMark(word) && count > 1) faults.push(`twice: ${word}`);
    }
    for (const word of new Set([...t.keys(), ...m.keys()])) {
      const isWritten = kept.some((side) => of(side, word) > of(b, word));
      const isKept = of(t, word) && of(m, word);
      if (isMark(word) && (isWritten || isKept && !joined.asks) && !of(found, word)) {
        faults.push(`missing: ${word}`);
      }
      // Other words stand in many places: as many as neither side has deleted.
      const least = of(t, word) + of(m, word) - of(b, word);
      if (!joined.asks && of(found, word) < least) faults.push(`too few: ${word}`);
    }
    faults.push(...brokenBlocks(text, lines));
  };
  if (!joined.asks && joined.text !== joined.mine) faults.push("two texts without a question");
  check(joined.text, joined.asks ? [t] : [t, m]);
  if (joined.asks) check(joined.mine, [m]);
  return faults;
}

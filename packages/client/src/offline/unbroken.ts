/** Faults that a joined text must not have. The rules of `words.ts` cannot see all of them. */
import { wordsOf } from "./tokens.ts";

const fences = (text: string) => text.match(/^\s*(```|~~~)/gm)?.length ?? 0;

/** How many tables have no head. */
function tables(text: string): number {
  const lines = text.split("\n").map((line) => line.trim());
  const isRow = (n: number) => lines[n]?.startsWith("|") ?? false;
  return lines.filter((_, n) =>
    isRow(n) && !isRow(n - 1) && !/^\|[\s|:-]+$/.test(lines[n + 1] ?? "")
  ).length;
}

/** How often each sentence stands in a text. */
function sentences(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of text.split(/\n|(?<=[.!?…])\s/)) {
    const sentence = part.trim();
    // Short ones are repeated on purpose.
    if (/\s\S+\s/.test(sentence)) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return counts;
}

const said = (text: string) => ` ${wordsOf(text).join("  ")} `;

/** The words of each line of a list, without its sign and its box. */
const linesOf = (text: string) =>
  [...text.matchAll(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\]\s)?(.*)/gim)].map(([, line]) =>
    said(line!)
  )
    .filter((line) => line.trim());

/**
 * Whether a sentence, or the words of a line of a list, stand in one of the joined texts more often
 * than in any of the others, a block of code is open, or a table has lost its head. Where the joined
 * texts differ, because the user has to choose words, also whether a word stands twice that stands at
 * most once in each of the others.
 */
export function isBroken(joined: string[], texts: string[]): boolean {
  const [all, before, spoken] = [[...new Set(joined)], texts.map(sentences), texts.map(said)];
  return all.some((text) => {
    for (const [sentence, count] of sentences(text)) {
      if (count > 1 && before.every((each) => (each.get(sentence) ?? 0) < count)) return true;
    }
    const words = said(text);
    const isMore = (part: string, isRare = false) => {
      const times = (words: string) => words.split(part).length - 1;
      const most = Math.max(1, ...spoken.map(times));
      return times(words) > most && !(isRare && most > 1);
    };
    // A word of one letter may be a tick.
    const isWordTwice = all.length > 1 &&
      wordsOf(text).some((word) => word.length > 1 && isMore(said(word), true));
    return isWordTwice || linesOf(text).some((line) => isMore(line)) ||
      tables(text) > Math.max(...texts.map(tables)) ||
      fences(text) % 2 > 0 && texts.every((each) => fences(each) % 2 === 0);
  });
}

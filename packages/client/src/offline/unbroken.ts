/** Faults that a joined text must not have. The rules of `words.ts` cannot see all of them. */

const fences = (text: string) => text.match(/^\s*(```|~~~)/gm)?.length ?? 0;

/** How many tables have no head. */
function tables(text: string): number {
  const lines = text.split("\n").map((line) => line.trim());
  const isRow = (n: number) => lines[n]?.startsWith("|") ?? false;
  return lines.filter((_, n) =>
    isRow(n) && !isRow(n - 1) && !/^\|[\s|:-]+$/.test(lines[n + 1] ?? "")
  ).length;
}

/** How often each sentence, and each line of a list, stands in a text. */
function sentences(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const part of text.split(/\n|(?<=[.!?…])\s/)) {
    const sentence = part.trim();
    // Short ones are repeated on purpose.
    if (/\s\S+\s/.test(sentence)) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return counts;
}

/**
 * Whether a sentence stands in one of the joined texts more often than in any of the others, a block of
 * code is open, or a table has lost its head.
 */
export function isBroken(joined: string[], texts: string[]): boolean {
  const before = texts.map(sentences);
  return [...new Set(joined)].some((text) => {
    for (const [sentence, count] of sentences(text)) {
      if (count > 1 && before.every((each) => (each.get(sentence) ?? 0) < count)) return true;
    }
    return tables(text) > Math.max(...texts.map(tables)) ||
      fences(text) % 2 > 0 && texts.every((each) => fences(each) % 2 === 0);
  });
}

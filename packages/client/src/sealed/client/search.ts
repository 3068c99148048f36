/** Search in what this device has opened. No word of it leaves the device. */

/** The words of a thing without case and accents; a thing that changes is another object. */
const folded = new WeakMap<object, string>();

const fold = (text: string): string => {
  const lower = text.toLowerCase();
  // Most texts have no sign that comes apart.
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize("NFKD").replace(/\p{M}/gu, "");
};

interface Texts {
  title: string;
  content: string;
  tags: string[];
}

function wordsOf(thing: Texts): string {
  let words = folded.get(thing);
  if (words === undefined) {
    words = fold(`${thing.title}\n${thing.content}\n${thing.tags.join("\n")}`);
    folded.set(thing, words);
  }
  return words;
}

/** The things that have all of the words somewhere, as parts of words too. */
export function search<T extends Texts>(things: readonly T[], query: string): T[] {
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  return things.filter((thing) => {
    const words = wordsOf(thing);
    return wanted.every((word) => words.includes(word));
  });
}

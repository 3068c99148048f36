/** Search in what this device has opened. No word of it leaves the device. */

interface Texts {
  title: string;
  content: string;
  tags: string[];
}

const fold = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

const isPlain = (text: string) => /^[\0-\x7f]*$/.test(text);

/** The words without accents of a thing that has any; a thing that changes is another object. */
const folded = new WeakMap<object, string>();

function foldedOf(thing: Texts): string {
  let words = folded.get(thing);
  if (words === undefined) {
    const { title, content, tags } = thing;
    const isFolded = isPlain(title) && isPlain(content) && tags.every(isPlain);
    words = isFolded ? "" : fold([title, content, ...tags].join("\n"));
    folded.set(thing, words);
  }
  return words;
}

/** The things that have all of the words somewhere, as parts of words too. */
export function search<T extends Texts>(things: readonly T[], query: string): T[] {
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const tests = wanted.map((word) => {
    const pattern = new RegExp(word.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&"), "i");
    // Most texts are searched as they are written: copies of all of them cost more than the search.
    return (thing: T) =>
      pattern.test(thing.content) || pattern.test(thing.title) ||
      thing.tags.some((tag) => pattern.test(tag)) || foldedOf(thing).includes(word);
  });
  return things.filter((thing) => tests.every((test) => test(thing)));
}

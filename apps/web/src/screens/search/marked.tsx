/** Marks the sought words in a text. */

export interface Terms {
  sought: string[];
  /** `-rain`: not in the text. */
  unwanted: string[];
}

/** The words of a search, as the service reads them: quotation marks, `or` and `-` have a meaning. */
export function termsOf(search: string): Terms {
  const words = search.toLowerCase().split(/[\s"“”]+/).filter((word) => word && word !== "or");
  return {
    sought: words.filter((word) => !word.startsWith("-")),
    unwanted: words.filter((word) => /^-./.test(word)).map((word) => word.slice(1)),
  };
}

/** Finds words that begin with one of the terms; undefined without terms. */
function finderOf({ sought }: Terms): RegExp | undefined {
  const terms = sought.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  if (!terms.length) return;
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${terms.join("|")})[\\p{L}\\p{N}]*)`, "giu");
}

/** Characters before the first find that stand in an excerpt. */
const BEFORE = 40;

/** A text with the sought words marked; of an excerpt, the part where they stand. */
export function Marked(
  { text, search, isExcerpt }: { text: string; search: string | null; isExcerpt: boolean },
) {
  const finder = search ? finderOf(termsOf(search)) : undefined;
  const at = finder ? text.search(finder) : -1;
  if (!finder || at < 0) return <>{text}</>;
  const begin = isExcerpt && at > BEFORE ? text.indexOf(" ", at - BEFORE) + 1 : 0;
  const shown = begin ? `… ${text.slice(begin)}` : text;
  return (
    <>
      {shown.split(finder).map((part, index) => index % 2 ? <mark key={index}>{part}</mark> : part)}
    </>
  );
}

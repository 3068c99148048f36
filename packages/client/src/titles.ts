/** The signs of Markdown before the words of a line: `## `, `> `, `- [ ] `, `1. `. */
const SIGNS = /^(?:\s|#{1,6}(?=\s|$)|>|[-*+]\s+(?:\[[ xX]\]\s)?|\d{1,9}[.)]\s)+/;
const PICTURE = /!\[[^\]]*\]\([^)]*\)/g;
const FENCE = /^\s*(?:```|~~~)/;

/**
 * The name of an entry, and the text that is left to show beside it. The name is the title; without
 * one the first line of the text with a letter or digit, otherwise empty. The text of an entry that
 * repeats its title in this line is left without it too. `isHeading` says that the text begins with
 * this line and that it is a heading: a page that has the name above the text leaves it out.
 */
export function openingOf(
  { title, content }: { title: string; content?: string | null },
): { title: string; isHeading: boolean; rest: string } {
  const text = content ?? "";
  const own = title.trim();
  let isFirst = true;
  for (const { 0: whole, 1: line = "", index } of text.matchAll(/([^\r\n]*)(?:\r\n?|\n|$)/g)) {
    const hasWords = /[\p{L}\p{N}]/u.test(line.replace(PICTURE, "")) && !FENCE.test(line);
    if (hasWords) {
      const rest = text.slice(index + whole.length);
      const underline = /^ {0,3}(?:=+|--+)[ \t]*(?:\r\n?|\n|$)/.exec(rest)?.[0] ?? "";
      const isHeading = isFirst && (/^ {0,3}#{1,6}\s/.test(line) || underline !== "");
      const words = line.replace(PICTURE, "").replace(SIGNS, "").replace(/\s+#+\s*$/, "")
        .replace(/\\([\p{P}\p{S}])/gu, "$1").trim();
      if (own !== "" && own !== words) break;
      return {
        title: own || words,
        isHeading,
        rest: isHeading ? rest.slice(underline.length) : rest,
      };
    }
    if (line.trim() !== "") isFirst = false;
    if (whole === "") break;
  }
  return { title: own && title, isHeading: false, rest: text };
}

/** The name of an entry: see `openingOf`. */
export const titleOf = (entry: { title: string; content?: string | null }): string =>
  openingOf(entry).title;

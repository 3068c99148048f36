/** The names of entries, where lists and headings show them. */
import { openingOf } from "@journal/client";
import { plain } from "./parts/text.tsx";
import { dateOf } from "./words.ts";

interface Named {
  title: string;
  content?: string | null;
  written_at?: string | null;
}

/** Characters of a text that a name and two lines of a row can show, and that are looked at. */
const SEEN = 2000;
/** A longer first line is named by its beginning. */
const LONG = 80;

/**
 * The name of an entry and the text after it, as a row shows them. The name is the title, otherwise
 * the first line; a long line gives its first sentence or words. An entry without words is named by
 * its day. The function looks at `length` characters of a text.
 */
export function named(
  { title, content, written_at }: Named,
  length = SEEN,
): { name: string; rest: string } {
  const { title: first, rest } = openingOf({ title, content: content?.slice(0, length) });
  const isOwn = title.trim() !== "";
  const line = isOwn ? first : plain(first).trim();
  const text = plain(rest);
  if (isOwn || line.length <= LONG) {
    return { name: line || (written_at ? dateOf(written_at) : ""), rest: text };
  }
  const sentence = /^.{12,79}?[.!?…](?=\s)/.exec(line)?.[0];
  const end = sentence?.length ?? Math.max(line.lastIndexOf(" ", LONG), LONG / 2);
  const begin = line.slice(0, end);
  return { name: sentence ? begin : `${begin} …`, rest: `${line.slice(end).trim()}\n${text}` };
}

/** The name alone; the palette asks for those of all entries. */
export const nameOfEntry = (entry: Named): string => named(entry, 400).name;

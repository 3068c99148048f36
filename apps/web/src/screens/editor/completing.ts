/** Completions of the typed word: a person after `@`, an own tag after `#`. */
import { type Person } from "../../people.ts";
import { entries } from "../../service.ts";

export interface Offer {
  /** The text that replaces the typed word. */
  text: string;
  /** A name to show beside it. */
  name?: string;
  /** Of a tag, which the entry then has. */
  tag?: string;
}

/** How many are offered. */
const OFFERED = 6;

/** The word at the end, with its sign; not in the middle of a word, such as an address of a mail. */
const TYPED = /(?<=^|[\s([{"'])([@#])([\p{L}\p{N}_-]*)$/u;

/** The typed word before the cursor; null where nothing is to be completed. */
export function typedAt(
  value: string,
  at: number,
): { start: number; sign: string; word: string } | null {
  const found = TYPED.exec(value.slice(0, at));
  if (!found) return null;
  const [, sign, word] = found as unknown as [string, string, string];
  // A sign alone at the beginning of a line is a heading of Markdown.
  if (sign === "#" && !word) return null;
  return { start: found.index, sign, word };
}

/** One's own tags, the most frequent ones first. */
export function usualTags(): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of entries.value) {
    for (const tag of tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([tag]) => tag);
}

/** The offers that fit, without an offer that is typed as a whole already. */
export function offersFor(sign: string, word: string, people: Person[]): Offer[] {
  const sought = word.toLowerCase();
  if (sign === "#") {
    return usualTags()
      .filter((tag) => tag.toLowerCase().startsWith(sought) && tag !== word && /^\S+$/.test(tag))
      .slice(0, OFFERED).map((tag) => ({ text: `#${tag}`, tag }));
  }
  return people
    .filter(({ handle, full_name }) =>
      handle !== word &&
      [handle, ...(full_name ?? "").split(" ")].some((each) =>
        each.toLowerCase().startsWith(sought)
      )
    )
    .slice(0, OFFERED)
    .map(({ handle, full_name }) => ({ text: `@${handle}`, name: full_name ?? undefined }));
}

/** Sets the formats of Markdown in a text. */
import type { words } from "../../words/editor.ts";

/** The text that is written, and the selected part of it. */
interface Area {
  value: string;
  selectionStart: number;
  selectionEnd: number;
  setSelectionRange(start: number, end: number): void;
  replace(text: string, select?: [start: number, end: number]): void;
}

/** Signs around the selected words, or around the word of the cursor; twice takes them away. */
const around = (signs: string) => (area: Area): void => {
  const { value } = area;
  let [start, end] = [area.selectionStart, area.selectionEnd];
  if (start === end) {
    start -= /[\p{L}\p{N}_'’-]*$/u.exec(value.slice(0, start))![0].length;
    end += /^[\p{L}\p{N}_'’-]*/u.exec(value.slice(end))![0].length;
  }
  while (start < end && /\s/.test(value[start]!)) start++;
  while (end > start && /\s/.test(value[end - 1]!)) end--;
  const size = signs.length;
  const inner = value.slice(start, end);
  const isInside = inner.length >= 2 * size && inner.startsWith(signs) && inner.endsWith(signs);
  const [before, after] = [value.slice(start - size, start), value.slice(end, end + size)];
  // A single star beside another one is a part of two.
  const isAround = before === signs && after === signs &&
    (size > 1 || value[start - 2] !== signs && value[end + 1] !== signs);
  if (isInside) {
    area.setSelectionRange(start, end);
    area.replace(inner.slice(size, -size), [start, end - 2 * size]);
  } else if (isAround) {
    area.setSelectionRange(start - size, end + size);
    area.replace(inner, [start - size, end - size]);
  } else {
    area.setSelectionRange(start, end);
    area.replace(signs + inner + signs, [start + size, end + size]);
  }
};

const SIGNS = /^(\s*)((?:[-*+]|\d+[.)])(?: \[[ xX]\])? |#{1,6} |(?:> ?)+)?/;

/** Signs at the beginning of the selected lines; twice takes them away. */
const before = (is: RegExp, sign: (n: number) => string) => (area: Area): void => {
  const { value, selectionStart: from, selectionEnd: to } = area;
  const start = value.lastIndexOf("\n", from - 1) + 1;
  const next = value.indexOf(
    "\n",
    Math.max(from, to - (to > from && value[to - 1] === "\n" ? 1 : 0)),
  );
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split("\n");
  const isSet = lines.every((line) => is.test(line));
  let n = 0;
  const changed = lines.map((line) => {
    if (!line.trim() && lines.length > 1) return line;
    return line.replace(SIGNS, (_all, indent: string) => indent + (isSet ? "" : sign(++n)));
  }).join("\n");
  area.setSelectionRange(start, end);
  const at = start + changed.length;
  area.replace(changed, from === to ? [at - (end - from), at - (end - from)] : [start, at]);
};

function link(area: Area): void {
  const { value, selectionStart: start, selectionEnd: end } = area;
  const chosen = value.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const text = isAddress ? `[](${chosen})` : `[${chosen}]()`;
  const at = start + (isAddress || !chosen ? 1 : text.length - 1);
  area.replace(text, [at, at]);
}

export type Format = keyof typeof words.formats;

export const formats: Record<Format, (area: Area) => void> = {
  heading: before(/^#{1,6} /, () => "## "),
  bold: around("**"),
  italic: around("*"),
  list: before(/^\s*[-*+] (?!\[[ xX]\] )/, () => "- "),
  numbers: before(/^\s*\d+[.)] /, (n) => `${n}. `),
  checklist: before(/^\s*[-*+] \[[ xX]\] /, () => "- [ ] "),
  quote: before(/^\s*>/, () => "> "),
  link,
};

/** A line of a list: its indent, its sign, its box. */
const ITEM = /^(\s*)([-*+]|(\d+)[.)])( \[[ xX]\])? /;

/** Enter goes on with a list, and ends it on an empty item. Answers whether it was in a list. */
export function continueList(area: Area): boolean {
  const { value, selectionStart: at, selectionEnd } = area;
  const start = value.lastIndexOf("\n", at - 1) + 1;
  const line = value.slice(start, at);
  const item = ITEM.exec(line);
  if (!item || at !== selectionEnd) return false;
  const [all, indent, sign, number, box] = item;
  const next = number ? sign!.replace(number, String(Number(number) + 1)) : sign;
  if (all === line) area.setSelectionRange(start, at);
  area.replace(all === line ? "\n" : `\n${indent}${next}${box ? " [ ]" : ""} `);
  return true;
}

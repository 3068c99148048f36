/**
 * Draws a line of Markdown for the person who writes it. Its signs stay in the page, out of sight
 * while the cursor is elsewhere: the text of a drawn line is the line, to the letter.
 */

const PICTURE = /^!\[[^\]\n]*\]\(attachment:([\da-f-]{36})\)\s*$/i;
const FENCE = /^\s*(?:```|~~~)/;
const RULE = /^\s*(?:-\s*){3,}$|^\s*(?:\*\s*){3,}$|^\s*(?:_\s*){3,}$/;
const HEADING = /^(#{1,6})\s+/;
const QUOTE = /^(?:\s*>\s?)+/;
/** The sign of a list, with a box. */
const ITEM = /^\s*(?:[-*+]|(\d+[.)]))\s+(?:\[([ xX])\](?:\s+|$))?/;
/** A longer line is drawn as it is: expressions would take their time. */
const LONG = 4000;

/** A sign that counts as itself, code, and words between two signs or in a link. */
const INLINE = new RegExp(
  [
    "(\\\\)[\\p{P}\\p{S}]",
    "(`+)(?!`).*?[^`]\\2(?!`)",
    "(\\*\\*|~~)(?=\\S).*?\\S\\3",
    "(?<![\\p{L}\\p{N}_])(__|_)(?=[^\\s_]).*?[^\\s_]\\4(?![\\p{L}\\p{N}_])",
    "(\\*)(?=[^\\s*]).*?[^\\s*]\\5(?!\\*)",
    "(!?\\[)[^\\]\\n]*\\]\\([^()\\s]*\\)",
    "(?<![\\p{L}\\p{N}])([@#])[\\p{L}\\p{N}_-]+",
    "(https?:\\/\\/)[^\\s<>()]+",
  ].join("|"),
  "gu",
);

const names: Record<string, string> = { "**": "b", __: "b", "*": "i", _: "i", "~~": "s" };

function element(name: string, content: string | Node, look = ""): HTMLElement {
  const made = document.createElement(name);
  if (look) made.className = look;
  made.append(content);
  return made;
}

const mark = (signs: string) => element("span", signs, "mark");

/** The nodes of a passage; their text is the passage. */
function inline(text: string): DocumentFragment {
  const drawn = document.createDocumentFragment();
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, escape, code, double, under, single, link, name] = found;
    drawn.append(text.slice(end, found.index));
    end = found.index + all.length;
    const signs = code ?? double ?? under ?? single;
    if (escape) drawn.append(mark(escape), all.slice(1));
    else if (signs) {
      const inner = all.slice(signs.length, -signs.length);
      const made = element(names[signs] ?? "code", mark(signs));
      made.append(code ? inner : inline(inner), mark(signs));
      drawn.append(made);
    } else if (link) {
      const [words = "", address] = all.slice(link.length).split(/(?=\]\([^(]*$)/);
      drawn.append(mark(link), element("span", inline(words), "link"), mark(address!));
    } else drawn.append(element("span", all, name ? "name" : "link"));
  }
  drawn.append(text.slice(end));
  return drawn;
}

export interface Drawn {
  /** The classes of the line. */
  look: string;
  nodes: Node;
  /** The id of the photo that the line is. */
  photo?: string;
}

/** Whether a line opens or closes a block of code. */
export const isFence = (line: string): boolean => FENCE.test(line);

/** The classes of a line, and the signs at its beginning that are out of sight. */
function beginning(line: string): [look: string, signs: string] {
  if (RULE.test(line)) return ["rule", line];
  const heading = HEADING.exec(line);
  if (heading) return [`h${heading[1]!.length}`, heading[0]];
  const quote = QUOTE.exec(line);
  if (quote) return ["quote", quote[0]];
  const item = ITEM.exec(line);
  if (!item) return ["", ""];
  const [signs, number, box] = item;
  if (box !== undefined) return [box === " " ? "task" : "task ticked", signs];
  return number ? ["item", ""] : ["item dot", signs];
}

export function drawn(line: string, isCode: boolean): Drawn {
  if (isCode || isFence(line)) return { look: "line code", nodes: plain(line) };
  if (line.length > LONG) return { look: "line", nodes: plain(line) };
  const photo = PICTURE.exec(line)?.[1]?.toLowerCase();
  if (photo) return { look: "line photo", nodes: mark(line), photo };
  const [look, signs] = beginning(line);
  const nodes = document.createDocumentFragment();
  if (signs) nodes.append(mark(signs));
  nodes.append(inline(line.slice(signs.length)));
  // A line without anything to see keeps its height.
  if (!line) nodes.append(document.createElement("br"));
  return { look: `line ${look}`.trim(), nodes };
}

function plain(line: string): DocumentFragment {
  const nodes = document.createDocumentFragment();
  nodes.append(line || document.createElement("br"));
  return nodes;
}

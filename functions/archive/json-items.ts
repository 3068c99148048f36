/** Reads the items of a JSON array (RFC 8259) one by one, from a text that arrives in pieces. */
import { badField } from "../../shared/base/errors.ts";
import { parseJson } from "../../shared/base/text.ts";

/** The maximum length of an item, far above any valid item. */
const MAX_ITEM = 4_000_000;

const START = /^\s*(?:\{\s*"entries"\s*:\s*)?\[/;

const invalid = () => badField("file", "not valid JSON");

/**
 * The items of an array, or of the array that is the only field, `entries`, of an object.
 *
 * @throws {HttpError} 400 when the text is neither.
 */
export function* jsonItems(first: string, more: Iterator<string, void>): Generator<unknown> {
  const start = START.exec(first)?.[0];
  if (start === undefined) throw badField("file", "expected an array of entries");
  const scan = new Scanner();
  let text = first.slice(start.length);
  let count = 0;
  for (;;) {
    const end = scan.endOfItem(text);
    if (end === undefined) {
      const next = more.next();
      if (next.done || text.length > MAX_ITEM) throw invalid();
      text += next.value;
      continue;
    }
    const item = text.slice(0, end);
    const last = text[end] === "]";
    if (!last && text[end] !== ",") throw invalid();
    text = text.slice(end + 1);
    // An empty array ends where its first item would be.
    if (count++ > 0 || !last || item.trim() !== "") yield parse(item);
    if (last) break;
  }
  for (let next = more.next(); !next.done; next = more.next()) text += next.value;
  if (text.trim() !== (start.includes("{") ? "}" : "")) throw invalid();
}

function parse(item: string): unknown {
  const value = parseJson(item);
  if (value === undefined) throw invalid();
  return value;
}

/** Finds the end of an item. Continues at its position when the text of the item has grown. */
class Scanner {
  #at = 0;
  #depth = 0;
  #inString = false;

  /** Index of the comma or bracket after the item at the start of `text`, if the text contains it. */
  endOfItem(text: string): number | undefined {
    const stop = /["\\]/g;
    const structure = /[[\]{},"]/g;
    for (;;) {
      const pattern = this.#inString ? stop : structure;
      pattern.lastIndex = this.#at;
      const found = pattern.exec(text);
      if (!found) {
        this.#at = Math.max(this.#at, text.length);
        return undefined;
      }
      this.#at = found.index + 1;
      switch (found[0]) {
        case "\\":
          this.#at++; // the escaped character
          break;
        case '"':
          this.#inString = !this.#inString;
          break;
        case "[":
        case "{":
          this.#depth++;
          break;
        default:
          if (this.#depth === 0) {
            this.#at = 0;
            return found.index;
          }
          if (found[0] !== ",") this.#depth--;
      }
    }
  }
}

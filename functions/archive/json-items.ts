/** Finds the items of a JSON array (RFC 8259) in bytes that arrive in pieces. */
import { concatBytes } from "../../shared/files/upload.ts";

/** What stands between two commas or brackets of the array, and the place behind it. */
export interface Item {
  bytes: Uint8Array;
  end: number;
}

/** The most arrays beside `entries` in an object; no app writes so many. */
const MAX_ARRAYS = 100;

/**
 * Finds the items of the field `entries` of an object, or of an array that has begun. It is no
 * generator, and no text: with generators, regular expressions or strings, 250 MB of brackets take
 * many times as long.
 */
export class JsonItems {
  /** Whether the array has begun. */
  found = false;
  /** Where the array has ended. */
  end: number | undefined;
  private bytes: Uint8Array = new Uint8Array();
  private at = 0;
  private depth = 0;
  private inString = false;
  private inItems = false;
  private arrays = 0;
  /** Where the item begins, or the last name or value outside of the array. */
  private start = 0;

  /** @param offset where the bytes begin: 0, or a place in the array that is behind an item */
  constructor(private offset: number) {
    if (offset > 0) Object.assign(this, { depth: 2, inItems: true, found: true });
  }

  /** How many bytes are kept. */
  get pending(): number {
    return this.bytes.length - this.start;
  }

  get isComplete(): boolean {
    return this.depth === 0 && !this.inString && this.found;
  }

  /** The items that end in the next piece. */
  read(piece: Uint8Array): Item[] {
    const bytes = concatBytes([this.bytes.subarray(this.start), piece]);
    const offset = this.offset + this.start;
    let { inString, depth, inItems } = this;
    let start = 0;
    let at = this.at - this.start;
    const ended: Item[] = [];
    const endItem = (end: number) => {
      ended.push({ bytes: bytes.subarray(start, at), end: offset + end });
      start = at + 1;
    };
    for (; at < bytes.length; at++) {
      const code = bytes[at];
      if (inString) {
        if (code === 0x5c) at++; // a backslash, and the escaped character
        else if (code === 0x22) inString = false;
      } else if (code === 0x22) inString = true; // "
      else if (code === 0x5b || code === 0x7b) { // [ {
        const begins = code === 0x5b && depth === 1 && this.isEntries(bytes, start, at);
        inItems ||= begins;
        depth++;
        if (begins || !inItems) start = at + 1;
      } else if (code === 0x5d || code === 0x7d) { // ] }
        if (inItems && depth === 2) {
          endItem(at);
          inItems = false;
          this.end = offset + at + 1;
        }
        depth--;
      } else if (code === 0x2c) { // ,
        if (!inItems) start = at + 1;
        else if (depth === 2) endItem(at + 1);
      }
    }
    Object.assign(this, { bytes, at, start, offset, inString, depth, inItems });
    return ended;
  }

  /** Whether the array that begins here is that of the entries. */
  private isEntries(bytes: Uint8Array, start: number, at: number): boolean {
    if (++this.arrays > MAX_ARRAYS) return false;
    const before = String.fromCharCode(...bytes.subarray(Math.max(start, at - 50), at));
    const is = /"entries"\s*:\s*$/.test(before);
    this.found ||= is;
    return is;
  }
}

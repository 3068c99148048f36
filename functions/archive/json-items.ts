/** Finds the items of a JSON array (RFC 8259) in bytes that arrive in pieces. */

/** An item: the bytes between two commas or brackets of the array, and the place behind them. */
export interface Item {
  /** In a buffer that the next `read` writes over. */
  bytes: Uint8Array;
  end: number;
}

/** The most arrays beside `entries` in an object; no app writes so many. */
const MAX_ARRAYS = 100;

/**
 * Finds the items of the field `entries`, or of another name, of an object, or of an array that has begun. It compares
 * bytes in a loop, because 250 MB of brackets take many times as long with generators, regular
 * expressions or strings.
 */
export class JsonItems {
  /** Whether the array has begun. */
  found = false;
  /** Where the array has ended. */
  end: number | undefined;
  private buffer = new Uint8Array(2 ** 17);
  /** How many bytes of the buffer are read. */
  private length = 0;
  private at = 0;
  private depth = 0;
  private inString = false;
  private inItems = false;
  private arrays = 0;
  /** Where the item begins, or the last name or value outside of the array. */
  private start = 0;

  private readonly begins: RegExp;

  /** @param offset where the bytes begin: 0, or a place in the array that is behind an item */
  constructor(private offset: number, name = "entries") {
    this.begins = new RegExp(`"${name}"\\s*:\\s*$`);
    if (offset > 0) Object.assign(this, { depth: 2, inItems: true, found: true });
  }

  /** How many bytes are kept. */
  get pending(): number {
    return this.length - this.start;
  }

  get isComplete(): boolean {
    return this.depth === 0 && !this.inString && this.found;
  }

  /** The items that end in the next piece, until it is called again. */
  read(piece: Uint8Array): Item[] {
    this.append(piece);
    const bytes = this.buffer.subarray(0, this.length);
    const { offset } = this;
    let { at, start, inString, depth, inItems } = this;
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
    Object.assign(this, { at, start, inString, depth, inItems });
    return ended;
  }

  /**
   * Writes a piece behind the kept bytes. When the buffer has no room for it, they move to its
   * beginning, or to a larger buffer if they and the piece would fill more than half of it. So a
   * byte moves about once.
   */
  private append(piece: Uint8Array): void {
    if (this.length + piece.length > this.buffer.length) {
      const kept = this.buffer.subarray(this.start, this.length);
      const needed = 2 * (kept.length + piece.length);
      if (needed > this.buffer.length) this.buffer = new Uint8Array(needed);
      this.buffer.set(kept);
      this.offset += this.start;
      this.at -= this.start;
      this.length = kept.length;
      this.start = 0;
    }
    this.buffer.set(piece, this.length);
    this.length += piece.length;
  }

  /** Whether the array that begins here is that of the entries. */
  private isEntries(bytes: Uint8Array, start: number, at: number): boolean {
    if (++this.arrays > MAX_ARRAYS) return false;
    const before = String.fromCharCode(...bytes.subarray(Math.max(start, at - 50), at));
    const is = this.begins.test(before);
    this.found ||= is;
    return is;
  }
}

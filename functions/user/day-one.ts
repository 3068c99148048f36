/** The JSON of Day One: a file for each journal, `{"metadata": ..., "entries": [...]}`. */
import { z } from "@hono/zod-openapi";
import { cut, parseJson } from "../../shared/base/text.ts";
import type { Found } from "./import-row.ts";
import { BadFile, MAX_TEXT, type Packed, unpack } from "./import-zip.ts";

/** Whether a file is that of a journal. */
export const isDayOne = (name: string) => /^[^/]+\.json$/i.test(name) && name !== "archive.json";

/**
 * The entries of all journals as JSON, each when it is asked for.
 *
 * @throws {BadFile} when a file is damaged or no such JSON, or an entry is too long.
 */
export async function* dayOneItems(
  files: Map<string, Packed>,
): AsyncGenerator<{ file: string; text: string }> {
  for (const name of [...files.keys()].filter(isDayOne).sort()) {
    const packed = files.get(name)!;
    try {
      for await (const text of items(unpack(packed, Infinity))) yield { file: name, text };
    } catch (error) {
      throw error instanceof BadFile ? new BadFile(`${name}: ${error.message}`) : error;
    }
  }
}

/** The most arrays beside `entries` in the object of a journal; Day One writes none. */
const MAX_ARRAYS = 100;

/** The items of the array `entries` of the object that the bytes spell. */
async function* items(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const scanner = new Scanner();
  const decode = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new BadFile("is no text in UTF-8");
    }
  };
  for await (const piece of pieces) {
    yield* scanner.read(decode(piece));
    if (scanner.pending > 2 * MAX_TEXT) throw new BadFile("has an entry of more than 1 MB");
  }
  if (!scanner.isComplete) throw new BadFile("is not the JSON of Day One");
}

/**
 * Finds the items in a text that arrives in pieces. It goes by the codes of characters in a function
 * that is no generator: with either a regular expression or a generator, 250 MB of brackets take many
 * times as long.
 */
class Scanner {
  private text = "";
  private at = 0;
  private depth = 0;
  private inString = false;
  private inEntries = false;
  private found = false;
  private arrays = 0;
  /** Where the item begins, or at depth 1 the last name or value. */
  private start = 0;

  /** How many characters are kept. */
  get pending(): number {
    return this.text.length - this.start;
  }

  get isComplete(): boolean {
    return this.depth === 0 && !this.inString && this.found;
  }

  /** The items that end in the next piece. */
  read(piece: string): string[] {
    const text = this.text.slice(this.start) + piece;
    let { inString, depth, inEntries } = this;
    let start = 0;
    let at = this.at - this.start;
    const ended: string[] = [];
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (code === 0x5c) at++; // a backslash, and the escaped character
        else if (code === 0x22) inString = false;
      } else if (code === 0x22) inString = true; // "
      else if (code === 0x5b || code === 0x7b) { // [ {
        if (code === 0x5b && depth === 1) inEntries = this.isEntries(text, start, at);
        depth++;
        if (depth === 3 && inEntries) start = at;
        else if (!inEntries) start = at + 1;
      } else if (code === 0x5d || code === 0x7d) { // ] }
        depth--;
        if (depth === 2 && inEntries) {
          ended.push(text.slice(start, at + 1));
          start = at + 1;
        } else if (depth === 1) inEntries = false;
      } else if (code === 0x2c && (!inEntries && depth > 1 || depth === 2)) start = at + 1; // ,
    }
    Object.assign(this, { text, at, start, inString, depth, inEntries });
    return ended;
  }

  /** Whether the array that begins here is that of the entries. */
  private isEntries(text: string, start: number, at: number): boolean {
    if (++this.arrays > MAX_ARRAYS) throw new BadFile("is not the JSON of Day One");
    const is = /"entries"\s*:\s*$/.test(text.slice(Math.max(start, at - 50), at));
    this.found ||= is;
    return is;
  }
}

const list = <T extends z.ZodType>(item: T) =>
  z.array(item).nullish().transform((all) => all ?? []);

const Item = z.object({
  uuid: z.string().min(1).max(100),
  creationDate: z.string(),
  text: z.string().nullish(),
  tags: list(z.string()),
  timeZone: z.string().nullish(),
  photos: list(z.object({ md5: z.string().max(100).nullish(), type: z.string().nullish() })),
});

/**
 * An entry of a journal. Its title is its first line; the places of its photos are left out of the
 * text, because they become attachments.
 *
 * @throws {BadFile} when it is no entry, or too long.
 */
export function dayOneEntry(json: string, files: Map<string, Packed>): Found {
  if (json.length > MAX_TEXT) throw new BadFile("is larger than 1,000,000 bytes");
  const read = Item.safeParse(parseJson(json));
  if (!read.success) throw new BadFile("is no entry of Day One");
  const { uuid, creationDate, tags, timeZone, photos } = read.data;
  const content = (read.data.text ?? "").replace(/!\[\]\(dayone-moment:[^)\s]{0,100}\)\n?/g, "");
  const line = content.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  const title = line.replace(/^[#>*\s-]+/, "").replace(/\\([\p{P}\p{S}])/gu, "$1").trim();
  return {
    kind: "day_one",
    source: uuid,
    entry: {
      title: title === "" ? dayIn(creationDate, timeZone) : cut(title, 200),
      content,
      tags,
      written_at: creationDate,
    },
    pictures: photos.map(({ md5, type }) => {
      const name = `photos/${md5}.${type ?? "jpeg"}`;
      return { name, file: files.get(name) ?? files.get(name.replace(/\.jpeg$/, ".jpg")) };
    }),
  };
}

/** The date of a time in a zone, or in UTC. */
function dayIn(time: string, timeZone: string | null | undefined): string {
  try {
    return new Intl.DateTimeFormat("sv", { timeZone: timeZone ?? "UTC" }).format(new Date(time));
  } catch {
    return time.slice(0, 10);
  }
}

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

/** Characters that structure JSON outside of its strings, and those that end them. */
const STRUCTURE = /[[\]{}",]/g;
const END = /["\\]/g;

/** The items of the array `entries` of the object that the bytes spell. */
async function* items(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let at = 0;
  let depth = 0;
  let inString = false;
  let inEntries = false;
  let found = false;
  // Where the item begins, or at depth 1 the last name or value.
  let start = 0;
  const decode = (piece?: Uint8Array) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new BadFile("is no text in UTF-8");
    }
  };
  for await (const piece of pieces) {
    text = text.slice(start) + decode(piece);
    at -= start;
    start = 0;
    for (;;) {
      const pattern = inString ? END : STRUCTURE;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) {
        at = Math.max(at, text.length);
        break;
      }
      at = match.index + 1;
      if (match[0] === "\\") at++; // the escaped character
      else if (match[0] === '"') inString = !inString;
      else if (match[0] === "[" || match[0] === "{") {
        if (match[0] === "[" && depth === 1) {
          inEntries = /"entries"\s*:\s*$/.test(
            text.slice(Math.max(start, match.index - 50), match.index),
          );
          found ||= inEntries;
        }
        depth++;
        if (depth === 3 && inEntries) start = match.index;
        else if (!inEntries) start = at;
      } else if (match[0] !== ",") {
        depth--;
        if (depth === 2 && inEntries) {
          yield text.slice(start, at);
          start = at;
        } else if (depth === 1) inEntries = false;
      } else if (!inEntries && depth > 1 || depth === 2) start = at;
    }
    if (text.length - start > 2 * MAX_TEXT) throw new BadFile("has an entry of more than 1 MB");
  }
  if (depth !== 0 || inString || !found) throw new BadFile("is not the JSON of Day One");
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
  const content = (read.data.text ?? "").replace(/!\[\]\(dayone-moment:[^)\s]*\)\n?/g, "");
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

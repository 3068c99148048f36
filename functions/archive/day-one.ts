/** The JSON of Day One: a file for each journal, `{"metadata": ..., "entries": [...]}`. */
import { z } from "@hono/zod-openapi";
import { cut, firstLine, parseJson } from "../../shared/base/text.ts";
import { type Item, JsonItems } from "./json-items.ts";
import type { Found, Place } from "./rows.ts";
import { BadFile, MAX_TEXT, type Packed, unpack } from "./zip.ts";

/** Whether a file is that of a journal. */
export const isDayOne = (name: string) =>
  /^[^/]+\.json$/i.test(name) && !["archive.json", "sealed.json"].includes(name);

/** An entry as JSON, and where the next one is. */
interface DayOneItem {
  file: string;
  bytes: Uint8Array;
  place: Place;
}

/**
 * The entries of all journals from a place on, each when it is asked for. Ends without an error when
 * `most` bytes are unpacked.
 *
 * @throws {BadFile} when a file is damaged or no such JSON, or an entry is too long.
 */
export async function* dayOneItems(
  files: Map<string, Packed>,
  from: Place = [0, 0],
  most = Infinity,
): AsyncGenerator<DayOneItem> {
  const rest = { bytes: most };
  for (const [index, file] of [...files.keys()].filter(isDayOne).sort().entries()) {
    if (index < from[0]) continue;
    try {
      const start = index === from[0] ? from[1] : 0;
      for await (const { bytes, end } of items(unpack(files.get(file)!, Infinity), start, rest)) {
        yield { file, bytes, place: [index, end] };
      }
    } catch (error) {
      throw error instanceof BadFile ? new BadFile(`${file}: ${error.message}`) : error;
    }
    if (rest.bytes <= 0) return;
  }
}

/** The items of the array `entries` of the object that the bytes spell, from the byte `start` on. */
async function* items(
  pieces: AsyncIterable<Uint8Array>,
  start: number,
  rest: { bytes: number },
): AsyncGenerator<Item> {
  const scanner = new JsonItems(start);
  let at = 0;
  for await (const piece of pieces) {
    at += piece.length;
    if (at <= start) continue;
    const ended = scanner.read(piece.subarray(Math.max(0, start - (at - piece.length))));
    for (const item of ended) {
      const isEmptyEnd = scanner.end === item.end + 1 && item.bytes.every((byte) => byte <= 0x20);
      if (!isEmptyEnd) yield item;
    }
    if (scanner.pending > 2 * MAX_TEXT) throw new BadFile("has an entry of more than 1 MB");
    rest.bytes -= piece.length;
    if (rest.bytes > 0) continue;
    if (scanner.found) return;
    break;
  }
  if (!scanner.isComplete) throw new BadFile("is not the JSON of Day One");
}

const list = <T extends z.ZodType>(item: T) =>
  z.array(item).nullish().transform((all) => all ?? []);

const Entry = z.object({
  uuid: z.string().min(1).max(100),
  creationDate: z.string(),
  text: z.string().nullish(),
  tags: list(z.string()),
  photos: list(
    z.object({ md5: z.string().max(100).nullish(), type: z.string().max(100).nullish() }),
  ),
});

/**
 * An entry of a journal. Its title is its first line; the places of its photos are left out of the
 * text, because they become attachments.
 *
 * @throws {BadFile} when the JSON is not an entry, or too long.
 */
export function dayOneEntry(json: string, files: Map<string, Packed>): Found {
  if (json.length > MAX_TEXT) throw new BadFile("is larger than 1,000,000 bytes");
  const read = Entry.safeParse(parseJson(json));
  if (!read.success) throw new BadFile("is not an entry of Day One");
  const { uuid, creationDate, tags, photos } = read.data;
  const content = (read.data.text ?? "").replace(/!\[\]\(dayone-moment:[^)\s]{0,100}\)\n?/g, "");
  return {
    kind: "day_one",
    source: uuid,
    entry: {
      title: cut(firstLine(content), 200),
      content,
      tags,
      // An invalid time is refused.
      written_at: creationDate,
    },
    pictures: photos.map(({ md5, type }) => {
      const name = `photos/${md5}.${type ?? "jpeg"}`;
      return { name, file: files.get(name) ?? files.get(name.replace(/\.jpeg$/, ".jpg")) };
    }),
  };
}

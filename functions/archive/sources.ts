/** The rows of an import: Markdown files with front matter, or the entries of Day One's JSON. */
import { z } from "@hono/zod-openapi";
import { sha256 } from "hono/utils/crypto";
import { badField, HttpError, unsupportedMediaType } from "../../shared/base/errors.ts";
import { cut, parseJson, storable } from "../../shared/base/text.ts";
import { describeIssues } from "../../shared/http/validation.ts";
import { dayOneEntry, dayOneItems, isDayOne } from "./day-one.ts";
import { JsonItems } from "./json-items.ts";
import {
  entryFields,
  type Found,
  type ImportKind,
  type ImportRow,
  type Place,
  SealedRow,
} from "./rows.ts";
import { BadFile, MAX_TEXT, type Packed, textOf, unpack, unpackText } from "./zip.ts";
import { readMarkdown } from "./markdown.ts";

/** The most rows of an import. */
const MAX_ROWS = 10_000;

/** How many bytes of Day One's JSON a request looks at. The job finds the rows behind them. */
const LOOK = 20_000_000;

/**
 * Tells the kind of the files, the number of their rows and whether sealed entries are among them;
 * of Day One's JSON, it counts the rows at the beginning.
 *
 * @throws {HttpError} 415 when they are neither kind, 413 when there are too many rows, 400 when there
 * are none or the JSON is damaged.
 */
export async function examine(
  files: Map<string, Packed>,
): Promise<{ kind: ImportKind; total: number; hasSealed: boolean }> {
  const texts = markdownFiles(files);
  const isOurs = files.has("archive.json") || files.has(SEALED);
  const kind = texts.length > 0 || isOurs ? "markdown" : "day_one";
  let total = texts.length;
  try {
    for await (const _ of sealedRecords(files)) total++;
  } catch (error) {
    if (error instanceof BadFile) throw badField("file", error.message);
    throw error;
  }
  const hasSealed = total > texts.length;
  if (kind === "day_one") {
    if (![...files.keys()].some(isDayOne)) {
      throw unsupportedMediaType("file: expected Markdown files, or the JSON of Day One");
    }
    try {
      for await (const _ of dayOneItems(files, [0, 0], LOOK)) if (++total > MAX_ROWS) break;
    } catch (error) {
      if (error instanceof BadFile) throw badField("file", error.message);
      throw error;
    }
  }
  if (total > MAX_ROWS) throw new HttpError(413, "file: more than 10,000 entries");
  if (total === 0) throw badField("file", "holds no entries");
  return { kind, total, hasSealed };
}

/**
 * The rows after the first `done`, of which the last one ended at `place`. Each is read when it is
 * asked for.
 *
 * @throws {BadFile} when a file is damaged, or there are too many rows.
 */
export async function* rowsOf(
  kind: ImportKind,
  files: Map<string, Packed>,
  done: number,
  place?: Place | null,
): AsyncGenerator<ImportRow> {
  const items = kind === "markdown" ? archiveItems(files, done) : dayOneRows(files, place);
  let number = done;
  for await (const { file: path, place, find } of items) {
    if (++number > MAX_ROWS) throw new BadFile("has more than 10,000 entries");
    const file = storable(path);
    const row = { number, place, file };
    try {
      const { entry, pictures, source, ...found } = await find();
      const read = entryFields.safeParse(entry);
      if (!read.success) throw new BadFile(describeIssues(read.error, "entry"));
      yield {
        ...row,
        ...found,
        source: storable(source),
        entry: read.data,
        pictures: waiting(pictures),
      };
    } catch (error) {
      if (!(error instanceof BadFile || error instanceof RangeError)) throw error;
      yield { ...row, error: cut(storable(error.message), 500) };
    }
  }
}

/** How many files of an entry are read. An app may refer to the same one any number of times. */
const MAX_FILES = 30;

function waiting(pictures: Found["pictures"]): NonNullable<ImportRow["pictures"]> {
  const left = pictures.length - MAX_FILES;
  return pictures.slice(0, MAX_FILES + 1).map(({ name, file }, index) => ({
    name: storable(file?.filename ?? name),
    ...(!file && { error: "is missing" }),
    ...(index === MAX_FILES && { error: `left out, one of ${left}` }),
  }));
}

/** A row before it is read: each is read alone, so that an invalid row does not end the others. */
interface Item {
  file: string;
  place?: Place;
  find(): Promise<Found>;
}

async function* dayOneRows(
  files: Map<string, Packed>,
  from: Place | null | undefined,
): AsyncGenerator<Item> {
  for await (const { file, bytes, place } of dayOneItems(files, from ?? undefined)) {
    yield { file, place, find: () => Promise.resolve(dayOneEntry(textOf(bytes), files)) };
  }
}

const markdownFiles = (files: Map<string, Packed>) =>
  [...files.keys()].filter((name) => /\.(md|markdown)$/i.test(name)).sort();

function* markdownItems(files: Map<string, Packed>, done: number): Generator<Item> {
  const pictures = Map.groupBy(
    [...files.keys()].filter((name) =>
      /-\d+\.(jpe?g|png|gif|webp|m4a|mp3|ogg|webm|wav)$/i.test(name)
    ),
    (name) => name.replace(/-\d+\.\w+$/, ""),
  );
  for (const file of markdownFiles(files).slice(done)) {
    const stem = file.replace(/\.\w+$/, "");
    const beside = (pictures.get(stem) ?? []).map((name) => ({ name, file: files.get(name) }));
    const order = ({ name }: { name: string }) => Number(/-(\d+)\.\w+$/.exec(name)![1]);
    beside.sort((a, b) => order(a) - order(b));
    yield { file, find: async () => await markdownEntry(file, files.get(file)!, beside) };
  }
}

/** The Markdown files, and behind them the records of sealed entries. */
async function* archiveItems(files: Map<string, Packed>, done: number): AsyncGenerator<Item> {
  yield* markdownItems(files, done);
  let number = markdownFiles(files).length;
  for await (const text of sealedRecords(files)) {
    if (number++ >= done) yield { file: SEALED, find: () => sealedEntry(text) };
  }
}

/** The file of an archive with the records of sealed entries. */
const SEALED = "sealed.json";

/** The records of an archive as JSON. @throws {BadFile} when the file is damaged */
async function* sealedRecords(files: Map<string, Packed>): AsyncGenerator<string> {
  const file = files.get(SEALED);
  if (!file) return;
  const scanner = new JsonItems(0, "records");
  for await (const piece of unpack(file, Infinity)) {
    for (const { bytes } of scanner.read(piece)) {
      if (bytes.some((byte) => byte > 0x20)) yield textOf(bytes);
    }
    if (scanner.pending > 20 * MAX_TEXT) {
      throw new BadFile(`${SEALED}: has a value that is too long`);
    }
  }
  if (!scanner.isComplete) throw new BadFile(`${SEALED}: is torn`);
}

/** A sealed entry, which the database takes as it is. */
function sealedEntry(json: string): Promise<Found> {
  const read = SealedRow.safeParse(json.length <= MAX_TEXT && parseJson(json));
  if (!read.success) throw new BadFile("is not the record of an entry");
  const { object_id, written_at } = read.data;
  return Promise.resolve({
    kind: "sealed",
    source: object_id,
    id: object_id,
    entry: { title: "", content: "", written_at, sealed: read.data },
    pictures: [],
  });
}

async function markdownEntry(
  path: string,
  packed: Packed,
  pictures: Found["pictures"],
): Promise<Found> {
  const text = await unpackText(packed);
  const { fields, content } = await readMarkdown(text);
  const field = (...names: string[]) => {
    for (const name of names) {
      const value = fields.get(name);
      if (typeof value === "string" && value.trim() !== "") return value;
    }
  };
  const base = path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const [, day, words] = /^(\d{4}-\d\d-\d\d)?[-_ ]*(.*)$/s.exec(base)!;
  const heading = /^#{1,6}[ \t]+(\S.*)/m.exec(content.slice(0, 2000))?.[1]?.trim();
  const title = fields.get("title");
  const tags = fields.get("tags") ?? fields.get("tag") ?? [];
  const own = z.guid().safeParse(field("id")).data;
  return {
    kind: own ? "archive" : "markdown",
    // Without an id, the same file is the same entry, in whatever folder it is.
    source: own?.toLowerCase() ?? field("uuid") ?? `${base} ${await sha256(text)}`,
    id: own,
    entry: {
      // An empty one says that the entry has none.
      title: typeof title === "string" ? title : cut(heading ?? (words || day || base), 200),
      content,
      mood: field("mood"),
      tags: typeof tags === "string"
        ? tags.split(/[,;]/).map((tag) => tag.trim().replace(/^#/, "")).filter((tag) => tag !== "")
        : tags,
      notebook: field("notebook"),
      written_at: field("written_at", "date", "created", "created_at") ?? day ??
        new Date(Math.min(packed.lastModDate.getTime(), Date.now())).toISOString(),
    },
    pictures,
  };
}

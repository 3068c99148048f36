/**
 * Reads the rows of an import, JSON or CSV, from the pieces in which it arrived, so that a file of
 * 25 MB is never in memory as one text.
 */
// @ts-types="@types/papaparse"
import Papa from "papaparse";
import { badField, HttpError, unsupportedMediaType } from "../../shared/base/errors.ts";
import { parseJson } from "../../shared/base/text.ts";
import { jsonItems } from "./json-items.ts";
import { readRow, type Row } from "./table-row.ts";

/** The maximum number of rows in an import. */
const MAX_ROWS = 10_000;

/** The maximum length of a row, far above any valid row: a longer one lacks its end. */
const MAX_ROW = 2_000_000;

const NO_END =
  "a quotation mark is not closed, or stands alone: rows after it may be part of this one";

/**
 * The rows of a file: a JSON array of entries (or an object whose `entries` is one), or CSV whose
 * first line names the columns. Removes the pieces from the array while reading.
 *
 * @throws {HttpError} 400 when it is neither, 413 when there are too many rows, 415 when it is no
 * text in UTF-8.
 */
export function* readRows(pieces: Uint8Array[]): Generator<Row> {
  const text = decode(pieces);
  const first = text.next();
  if (first.done || first.value.trim() === "") throw badField("file", "is empty");
  const values = /^\s*[[{]/.test(first.value)
    ? jsonItems(first.value, text)
    : csvRecords(first.value, text);
  let number = 0;
  for (const value of values) {
    if (++number > MAX_ROWS) {
      throw new HttpError(413, `file: more than ${MAX_ROWS.toLocaleString("en")} rows`);
    }
    yield value instanceof Error ? { number, error: value.message } : readRow(value, number);
  }
  if (number === 0) throw badField("file", "holds no rows");
}

/** The text of the bytes, in pieces of about a megabyte. */
function* decode(pieces: Uint8Array[]): Generator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    let text = "";
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > 1_000_000) {
        yield text;
        text = "";
      }
    }
    yield text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unsupportedMediaType("file: expected JSON or CSV in UTF-8");
  }
}

const COLUMNS = ["title", "content", "mood", "tags", "created_at"];

/** RFC 4180, with commas, semicolons or tabs between fields as in the first line. */
function* csvRecords(first: string, more: Generator<string, void>): Generator<unknown> {
  const head = /^[^\r\n]*(\r\n|\n|\r)?/.exec(first)!;
  const names = (delimiter: string) =>
    head[0].split(delimiter).map((name) => name.trim().replaceAll('"', "").toLowerCase());
  const delimiter = [",", ";", "\t"].find((each) => {
    const columns = names(each);
    return columns.includes("title") && columns.includes("content");
  });
  if (!delimiter) {
    throw badField(
      "file",
      `expected JSON, or CSV whose first line names the columns ${COLUMNS.join(", ")} ` +
        "(title and content at least)",
    );
  }
  const columns = names(delimiter);
  const parser = new Papa.Parser({ delimiter, newline: (head[1] ?? "\n") as "\n" });
  let text = first.slice(head[0].length);
  for (let last = false; !last;) {
    const next = more.next();
    last = next.done === true;
    text += next.value ?? "";
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(text, 0, !last);
    const broken = new Set(errors.map(({ row }) => row));
    for (const [index, fields] of data.entries()) {
      if (fields.every((field) => field.trim() === "")) continue;
      yield broken.has(index) ? new Error(NO_END) : recordOf(columns, fields);
    }
    text = last ? "" : text.slice(meta.cursor);
    if (text.length > MAX_ROW) return yield new Error(NO_END);
  }
}

/** The record of a row. Empty fields are omitted, except the content, which may be empty. */
function recordOf(columns: string[], fields: string[]): unknown {
  if (fields.length > columns.length) {
    return new Error("holds more fields than the first line names");
  }
  const record: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const column = columns[index]!;
    if (column === "content" || field.trim() !== "") record[column] = field;
  }
  if (typeof record.tags === "string") record.tags = tagsOf(record.tags);
  return record;
}

/** `a; b, c`, or a JSON array. */
function tagsOf(field: string): unknown {
  if (field.trim().startsWith("[")) return parseJson(field) ?? field;
  return field.split(/[;,]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
}

/**
 * Reads the rows that a super admin sends, JSON or CSV, from the pieces in which they arrived, so that
 * a file of 25 MB is never in memory as one text.
 */
// @ts-types="@types/papaparse"
import Papa from "papaparse";
import { badField, HttpError, unsupportedMediaType } from "../../shared/base/errors.ts";
import { parseJson } from "../../shared/base/text.ts";
import { concatBytes } from "../../shared/files/upload.ts";
import { JsonItems } from "./json-items.ts";
import { readRow, type Row } from "./table-row.ts";

/** The maximum number of rows in an import. */
const MAX_ROWS = 10_000;

/** The maximum length of a row, far above any valid row: a longer one lacks its end. */
const MAX_ROW = 2_000_000;

/** The maximum length of an item of JSON. */
const MAX_ITEM = 4_000_000;

const NO_END =
  "a quotation mark is not closed, or stands alone: rows after it may be part of this one";

/**
 * The rows of a file: a JSON array of entries (or an object whose `entries` is one), or CSV whose
 * first line names the columns. Removes the pieces from the array while reading.
 *
 * @throws {HttpError} 400 when it is neither, 413 when there are too many rows, 415 when it is not
 * text in UTF-8.
 */
export function* readRows(pieces: Uint8Array[]): Generator<Row> {
  const isBlank = (byte: number) => byte <= 0x20 || BYTE_ORDER_MARK.includes(byte);
  while (pieces[0]?.every(isBlank)) pieces.shift();
  const first = pieces[0]?.find((byte) => !isBlank(byte));
  if (first === undefined) throw badField("file", "is empty");
  const isJson = first === 0x5b || first === 0x7b; // [ {
  const values = isJson ? jsonItems(pieces) : csvRecords(decode(pieces));
  let number = 0;
  for (const value of values) {
    if (++number > MAX_ROWS) {
      throw new HttpError(413, `file: more than ${MAX_ROWS.toLocaleString("en")} rows`);
    }
    yield value instanceof Error ? { number, error: value.message } : readRow(value, number);
  }
  if (number === 0) throw badField("file", "holds no rows");
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const notUtf8 = () => unsupportedMediaType("file: expected JSON or CSV in UTF-8");

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
    throw notUtf8();
  }
}

/** The beginning of an array, or of an object with an array as its only field. */
const START = /^[^[{]*(?:\{\s*"entries"\s*:\s*)?\[/;

const invalid = () => badField("file", "not valid JSON");

/** The items of an array, or of the array that is the only field, `entries`, of an object. */
function* jsonItems(pieces: Uint8Array[]): Generator<unknown> {
  const head = concatBytes(pieces.splice(0, 10));
  const [start] = START.exec(String.fromCharCode(...head.subarray(0, 1000))) ?? [];
  if (start === undefined) throw badField("file", "expected an array of entries");
  pieces.unshift(head.subarray(start.length));
  const scanner = new JsonItems(start.length);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const textOf = (bytes: Uint8Array) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw notUtf8();
    }
  };
  let at = start.length;
  let count = 0;
  while (scanner.end === undefined) {
    const piece = pieces.shift();
    if (!piece || scanner.pending > MAX_ITEM) throw invalid();
    for (const { bytes, end } of scanner.read(piece)) {
      const text = textOf(bytes);
      // An empty array ends where its first item would be.
      if (count++ === 0 && text.trim() === "" && scanner.end === end + 1) continue;
      const value = parseJson(text);
      if (value === undefined) throw invalid();
      yield value;
    }
    at += piece.length;
    if (scanner.end !== undefined) {
      pieces.unshift(piece.subarray(piece.length - (at - scanner.end)));
    }
  }
  const rest = textOf(concatBytes(pieces.splice(0)));
  if (rest.trim() !== (start.includes("{") ? "}" : "")) throw invalid();
}

const COLUMNS = ["title", "content", "mood", "tags", "created_at"];

/** RFC 4180, with commas, semicolons or tabs between fields as in the first line. */
function* csvRecords(texts: Generator<string, void>): Generator<unknown> {
  const first = texts.next().value ?? "";
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
    const next = texts.next();
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

/** The record of a row. Empty fields are omitted, except title and content, which may be empty. */
function recordOf(columns: string[], fields: string[]): unknown {
  if (fields.length > columns.length) {
    return new Error("holds more fields than the first line names");
  }
  const record: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const column = columns[index]!;
    if (column === "title" || column === "content" || field.trim() !== "") record[column] = field;
  }
  if (typeof record.tags === "string") record.tags = tagsOf(record.tags);
  return record;
}

/** `a; b, c`, or a JSON array. */
function tagsOf(field: string): unknown {
  if (field.trim().startsWith("[")) return parseJson(field) ?? field;
  return field.split(/[;,]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
}

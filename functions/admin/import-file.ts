/** Reads the rows of an import: JSON or CSV, each row checked by itself. */
// @ts-types="@types/papaparse"
import Papa from "papaparse";
import { z } from "@hono/zod-openapi";
import { badRequest, HttpError, unsupportedMediaType } from "../../shared/http/errors.ts";
import { text, title } from "../../shared/http/fields.ts";
import { describeIssues } from "../../shared/http/validation.ts";

/** What one import may hold. */
export const MAX_ROWS = 10_000;

/** Half of a surrogate pair cannot be stored, and would spoil the rows that are sent along. */
const storable = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine((value) => value.isWellFormed(), "holds a character that cannot be stored");

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A date, or a date and time; UTC unless it says otherwise. Answers ISO 8601 in UTC. */
const moment = z.string().transform((value, context) => {
  const [, date, time = "00:00", seconds = ":00", zone = "Z"] = MOMENT.exec(value.trim()) ?? [];
  const at = new Date(`${date}T${time}${seconds}${zone.replace(/^(...)(\d\d)$/, "$1:$2")}`);
  // JavaScript takes 30 February for 2 March.
  const exists = date && new Date(date).toISOString().startsWith(date);
  if (!exists || Number.isNaN(at.getTime())) {
    context.addIssue({ code: "custom", message: "expected an ISO 8601 timestamp or date" });
  } else if (at.getTime() > Date.now() || at.getUTCFullYear() < 1900) {
    context.addIssue({ code: "custom", message: "expected a moment from 1900 until now" });
  } else return at.toISOString();
  return z.NEVER;
});

const entry = z.object({
  title: storable(title),
  content: storable(text(0, 100_000)),
  mood: storable(text(1, 50)).nullish(),
  tags: z.array(storable(text(1, 50))).max(20).nullish(),
  created_at: moment.nullish(),
}).transform(({ mood, tags, created_at, ...rest }) => ({
  ...rest,
  ...(mood && { mood }),
  ...(tags?.length && { tags }),
  ...(created_at && { created_at }),
}));

/** A row by its number in the file, from 1: an entry, or why it is none. */
export type Row = { number: number; entry: z.infer<typeof entry> } | {
  number: number;
  error: string;
};

/**
 * The rows of a file: a JSON array of entries (or an object whose `entries` is one), or CSV whose
 * first line names the columns.
 *
 * @throws {HttpError} 400 when it is neither, 413 when there are too many rows, 415 when it is no
 * text in UTF-8.
 */
export function readRows(bytes: ArrayBuffer): Row[] {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unsupportedMediaType("file: expected JSON or CSV in UTF-8");
  }
  const rows = /^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text);
  if (rows.length === 0) throw badRequest("file: holds no rows");
  return rows;
}

function check(value: unknown, number: number): Row {
  const { data, error } = entry.safeParse(value);
  return data ? { number, entry: data } : { number, error: describeIssues(error!, "row") };
}

const tooMany = () => new HttpError(413, `file: more than ${MAX_ROWS.toLocaleString("en")} rows`);

function fromJson(text: string): Row[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw badRequest("file: not valid JSON");
  }
  const entries = Array.isArray(parsed) ? parsed : (parsed as { entries?: unknown }).entries;
  if (!Array.isArray(entries)) throw badRequest("file: expected an array of entries");
  if (entries.length > MAX_ROWS) throw tooMany();
  return entries.map((each, index) => check(each, index + 1));
}

const OPEN_QUOTE =
  "a quotation mark is not closed, or stands alone: rows after it may be part of this one";

const COLUMNS = ["title", "content", "mood", "tags", "created_at"];

/** RFC 4180, and commas, semicolons or tabs between fields, whichever the first line uses. */
function fromCsv(text: string): Row[] {
  const firstLine = text.slice(0, 2000).split(/[\r\n]/, 1)[0]!;
  const names = (delimiter: string) =>
    firstLine.split(delimiter).map((name) => name.trim().replaceAll('"', "").toLowerCase());
  const delimiter = [",", ";", "\t"].find((each) => {
    const columns = names(each);
    return columns.includes("title") && columns.includes("content");
  });
  if (!delimiter) {
    throw badRequest(
      `file: expected JSON, or CSV whose first line names the columns ${COLUMNS.join(", ")} ` +
        "(title and content at least)",
    );
  }
  const columns = names(delimiter);
  const rows: Row[] = [];
  let line = 0;
  let overflow = false;
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: "greedy",
    step: ({ data: fields, errors }, parser) => {
      if (line++ === 0) return;
      if (rows.length === MAX_ROWS) {
        overflow = true;
        return parser.abort();
      }
      const number = rows.length + 1;
      const quotes = errors.find(({ type }) => type === "Quotes");
      if (quotes) rows.push({ number, error: OPEN_QUOTE });
      else if (fields.length > columns.length) {
        rows.push({ number, error: "holds more fields than the first line names" });
      } else rows.push(fromFields(columns, fields, number));
    },
  });
  if (overflow) throw tooMany();
  return rows;
}

/** An empty field is an absent one, but for the content, which may be empty. */
function fromFields(columns: string[], fields: string[], number: number): Row {
  const value: Record<string, unknown> = {};
  for (const [index, field] of fields.entries()) {
    const column = columns[index]!;
    if (column === "content" || field.trim() !== "") value[column] = field;
  }
  if (typeof value.tags === "string") value.tags = tagsOf(value.tags);
  return check(value, number);
}

/** `a; b, c`, or a JSON array. */
function tagsOf(field: string): unknown {
  if (field.trim().startsWith("[")) {
    try {
      return JSON.parse(field);
    } catch {
      return field;
    }
  }
  return field.split(/[;,]/).map((tag) => tag.trim()).filter((tag) => tag !== "");
}

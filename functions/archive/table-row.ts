/** One row of an import: an entry, or an error. */
import { z } from "@hono/zod-openapi";
import { describeIssues } from "../../shared/http/validation.ts";
import { importedEntry } from "./rows.ts";

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A date, or a date and time with an optional offset; the output is ISO 8601 in UTC. */
const moment = z.string().transform((value, context) => {
  const at = momentOf(value.trim());
  if (at === null) {
    context.addIssue({ code: "custom", message: "expected an ISO 8601 timestamp or date" });
  } else if (at.getTime() > Date.now() || at.getUTCFullYear() < 1900) {
    context.addIssue({ code: "custom", message: "expected a moment from 1900 until now" });
  } else return at.toISOString();
  return z.NEVER;
});

function momentOf(text: string): Date | null {
  const [, date, time = "00:00", seconds = ":00", zone = "Z"] = MOMENT.exec(text) ?? [];
  if (!date) return null;
  const day = new Date(date);
  // JavaScript parses 30 February as 2 March.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) return null;
  const offset = zone.toUpperCase().replace(/^(...)(\d\d)$/, "$1:$2");
  const at = new Date(`${date}T${time}${seconds}${offset}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const entry = importedEntry.extend({ created_at: moment.nullish() }).transform((
  { mood, tags, created_at, ...rest },
) => ({
  ...rest,
  ...(mood && { mood }),
  ...(tags?.length && { tags }),
  ...(created_at && { created_at }),
}));

/** A row by its number in the file, from 1. */
export type Row =
  | { number: number; entry: z.infer<typeof entry> }
  | { number: number; error: string };

/** Reads a row of the file. */
export function readRow(value: unknown, number: number): Row {
  const { data, error } = entry.safeParse(value);
  return data ? { number, entry: data } : { number, error: describeIssues(error!, "row") };
}

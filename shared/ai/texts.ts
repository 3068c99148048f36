/** Shortens texts of people for a model, and texts of a model for the database. */
import { z } from "zod";

/** The analysed parts of a long text, in UTF-16 units: its beginning and its end. */
const EXCERPT = { beginning: 16_000, end: 8_000 };

/** The whole text, or the beginning and the end of a long one: enough to tell the tone. */
export function excerpt(text: string): string {
  const { beginning, end } = EXCERPT;
  if (text.length <= beginning + end) return text;
  return `${text.slice(0, beginning)} [...] ${text.slice(-end)}`.toWellFormed();
}

/** One line of a text, without characters that cannot be seen. */
export const plainWords = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();

/** A text of a model, as it can be stored: trimmed, and cut at `max` UTF-16 units. */
export const modelText = (max: number) =>
  z.string().transform((text) => text.replaceAll("\0", "").trim().slice(0, max).toWellFormed());

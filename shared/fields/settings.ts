import { z } from "@hono/zod-openapi";

/** The limit of `private.is_settings` in the database. */
const MAX_BYTES = 16_384;

/** Far above any real settings, far below the limits of JSON.stringify and Postgres. */
const MAX_DEPTH = 32;

/** In JSON text: NUL, or half of a surrogate pair. Postgres stores neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Free-form settings of an organization or a team: a JSON object of at most 16 kB that nests at
 * most 32 levels deep.
 */
export const settings = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const message = problemOf(value);
  if (message) context.addIssue({ code: "custom", message });
}).openapi({
  type: "object",
  additionalProperties: true,
  description: "Settings of clients: any object of at most 16 kB and 32 levels.",
  example: { color: "teal" },
});

function problemOf(value: Record<string, unknown>): string | undefined {
  if (isDeeper(value, MAX_DEPTH)) return `expected at most ${MAX_DEPTH} levels`;
  const json = JSON.stringify(value);
  if (UNSTORABLE.test(json)) return "holds a character that cannot be stored";
  if (new TextEncoder().encode(json).length > MAX_BYTES) return "expected at most 16 kB";
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" && value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

import { z } from "@hono/zod-openapi";

// The limits of `private.is_settings`, which enforces them. They are repeated here for the messages.
const MAX_BYTES = 16_384;
const MAX_DEPTH = 32;
const MAX_KEYS = 200;

/** NUL, or half of a surrogate pair, in JSON text. Postgres stores neither. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * Free-form settings of an organization or a team: a JSON object of at most 16 kB, 32 levels of
 * objects and arrays, and 200 keys, counted over all levels.
 */
export const settings = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const message = problemOf(value);
  if (message) context.addIssue({ code: "custom", message });
}).openapi({
  type: "object",
  additionalProperties: true,
  description: "Settings of clients: any object of at most 16 kB, 32 levels, and 200 keys in all.",
  example: { color: "teal" },
});

function problemOf(value: Record<string, unknown>): string | undefined {
  // First, because JSON.stringify fails on documents that are nested far deeper.
  if (isDeeper(value, MAX_DEPTH)) return `expected at most ${MAX_DEPTH} levels`;
  if (keysOf(value) > MAX_KEYS) return `expected at most ${MAX_KEYS} keys`;
  const json = JSON.stringify(value);
  if (UNSTORABLE.test(json)) return "holds a character that cannot be stored";
  if (new TextEncoder().encode(json).length > MAX_BYTES) return "expected at most 16 kB";
}

function keysOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + keysOf(inner), own);
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" && value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

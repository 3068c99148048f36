import { z } from "@hono/zod-openapi";
import { languages } from "../generated/languages.ts";

/**
 * A text of `min` to `max` characters. Characters are code points, as Postgres and JSON Schema
 * count them, not the UTF-16 units of JavaScript. NUL and halves of characters are refused because
 * Postgres cannot store them.
 */
export function text(min: number, max: number) {
  return z.string()
    .superRefine((value, context) => {
      const length = value.length <= max && value.length >= 2 * min
        ? value.length
        : [...value].length;
      if (value.includes("\0") || !value.isWellFormed()) {
        context.addIssue({ code: "custom", message: "holds a character that cannot be stored" });
      } else if (length < min || length > max || (min > 0 && value.trim() === "")) {
        const message = length <= max
          ? (min === 1 ? "must not be empty" : `expected at least ${min} characters`)
          : `expected at most ${max} characters`;
        const code = length <= max ? "too_short" : "too_long";
        context.addIssue({ code: "custom", message, params: { code } });
      }
    })
    .openapi({ ...(min > 0 && { minLength: min }), maxLength: max });
}

/** An identifier: a UUID of any version, in its usual form. */
export const uuid = z.guid().openapi({
  format: "uuid",
  example: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
});

/** Postgres accepts neither a year zero nor offsets of sixteen hours and more. */
const beyondPostgres = /^0000|[+-](?:1[6-9]|2\d):\d\d$/;

/** A time in answers and requests: ISO 8601 with an offset. */
export const timestamp = z.iso.datetime({ offset: true }).refine(
  (value) => !beyondPostgres.test(value),
  { error: "expected an ISO 8601 timestamp", params: { code: "wrong_format" } },
).openapi({
  format: "date-time",
  example: "2026-11-21T08:30:00+00:00",
});

/** An existing calendar date, `YYYY-MM-DD`. */
export const date = z.iso.date().refine(
  (value) => !beyondPostgres.test(value),
  { error: "expected YYYY-MM-DD", params: { code: "wrong_format" } },
).openapi({ format: "date", example: "2026-12-31" });

/** A yes or no in a query. */
export const queryFlag = z.enum(["true", "false"]).openapi("QueryFlag");

/** A time in a filter; a date means its start in UTC. */
export const moment = z.union([date, timestamp], {
  error: "expected an ISO 8601 timestamp or date",
});

/** Whether it is an https address in the characters of RFC 3986, as in `private.is_web_address`. */
export const isWebAddress = (url: string): boolean =>
  /^https:\/\/(?:[!$&-;=?-Z_a-z~]|%[\da-f]{2})+(?:#(?:[!$&-;=?-Z_a-z~]|%[\da-f]{2})*)?$/i.test(
    url,
  ) &&
  URL.canParse(url);

const addressIn = (written: z.ZodString) =>
  written.refine(isWebAddress, {
    error: "expected an https URL",
    params: { code: "wrong_format" },
  }).max(2048, "expected at most 2048 characters")
    .openapi({ format: "uri", example: "https://example.com/picture.png" });

/** A public web address. */
export const httpsUrl = addressIn(z.string());

/** A public web address as people type it: characters it must not hold are percent-encoded. */
export const typedUrl = addressIn(
  z.string().overwrite((url) => URL.canParse(url) ? new URL(url).href : url),
);

/** Title of a goal and of other things. */
export const title = text(1, 200);

/** The title of an entry, which may be empty: clients then show the first line of the text. */
export const entryTitle = text(0, 200);

/** Name of an object that a user creates. */
export const name = text(1, 100);

/** A longer description. */
export const description = text(0, 2000);

/** A longer description that may be left out; null clears it. */
export const optionalText = description.nullable().transform((value) => value ?? "").optional();

/** A field that may be left out; null means the same. */
export const absentIfNull = <T extends z.ZodType>(schema: T) =>
  schema.nullable().transform((value) => value ?? undefined).optional();

const COUNTRY = "expected a code of ISO 3166-1 alpha-2";

/** A time zone. */
export const timezone = text(1, 50).openapi({
  description: "A name of the IANA database: `UTC` or `Area/Location`.",
  example: "Europe/Madrid",
});

/** The language of a user, as ISO 639-1 has it. */
export const language = z.enum(languages).openapi("Language");

/** The code of a country, in capital letters; the database knows which ones exist. */
export const country = z.string().regex(/^[A-Za-z]{2}$/, COUNTRY)
  .transform((code) => code.toUpperCase())
  .openapi({ description: "ISO 3166-1 alpha-2.", example: "ES" });

/** The refusal of an unknown country: its field and message. */
export const unknownCountry = ["country", COUNTRY] as const;

/** An e-mail address. */
export const email = z.email().max(254)
  .openapi({ format: "email", example: "ana@example.com" });

/** The fields of a person, besides the id, that every signed-in user sees. */
export const personFields = {
  handle: z.string().openapi({ example: "ana_ruiz" }),
  full_name: z.string().nullable().openapi({ example: "Ana Ruiz" }),
  avatar_url: z.string().nullable().openapi({ example: "https://example.com/ana.png" }),
  is_synthetic: z.boolean().openapi({
    description: "Whether the service plays this user. Show it beside the name.",
    example: false,
  }),
};

/** The fields of a person who may be hidden from the reader of a row. */
export const shownPersonFields = {
  handle: personFields.handle.nullable().openapi({
    description: "Null, as the other fields of the person, when the person blocks the caller or " +
      "the account no longer exists.",
  }),
  full_name: personFields.full_name,
  avatar_url: personFields.avatar_url,
  is_synthetic: personFields.is_synthetic.nullable(),
};

/** The columns of `personFields` in `profile_cards`. */
export const personColumns = "handle, full_name, avatar_url, is_synthetic" as const;

/** The public part of a profile, as every signed-in user sees it. */
export const PersonCard = z.object({ id: uuid, ...personFields }).openapi("PersonCard");

/** The columns of `PersonCard` in `profile_cards`. */
export const cardColumns = `id, ${personColumns}` as const;

/** A team of the workout window. */
export const teamColor = z.enum(["red", "blue"]).openapi("WorkoutTeamColor");

/** The role of an account in the service. */
export const userRole = z.enum(["user", "super_admin"]).openapi("UserRole");

/** The answer of a deletion or of an action without a result. */
export const message = z.object({ message: z.string().openapi({ example: "Done" }) })
  .openapi("Message");

/** The fields of an update: each is optional, but at least one is required. */
export function partial<T extends z.core.$ZodLooseShape>(schema: z.ZodObject<T>) {
  return schema.partial().refine(
    (fields) => Object.values(fields).some((value) => value !== undefined),
    { error: "no known field to update", params: { code: "required" } },
  );
}

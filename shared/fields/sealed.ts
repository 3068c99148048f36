/** The fields of sealed things that several features have. `docs/sealed-format.md` has the format. */
import { z } from "@hono/zod-openapi";

/** Bytes as base64url without padding; the database knows how many. */
export const base64url = (maxLength: number) =>
  z.string().max(maxLength).regex(/^[\w-]*$/, "expected base64url without padding");

/** Text that a device has sealed and its author has signed, as a client sends it. */
export const sealedText = z.object({
  record: base64url(700_000).openapi({ description: "In base64url.", example: "SlMBAQAAAAE" }),
  signature: base64url(100).openapi({ description: "64 bytes in base64url.", example: "q8Zr" }),
}).openapi("SealedText");

/** A sealed text in an answer. */
const SealedRecord = sealedText.extend({
  version: z.int().openapi({
    description: "The version of the object for which it was signed; other changes raise that of " +
      "the object alone.",
    example: 1,
  }),
}).openapi("SealedRecord");

/** `is_sealed` and `sealed` of an object in an answer. */
export const sealedAnswer = {
  is_sealed: z.boolean().openapi({
    description: "Whether only members of its sealed notebook can read it.",
    example: false,
  }),
  sealed: z.union([SealedRecord, z.null()]).openapi({
    description:
      "The record that its readers open on their devices; null for an open object, and when the " +
      "caller may not read the content.",
    example: null,
  }),
};

/** A statement of a log, as it was signed. */
export const signedStatement = z.object({
  statement: z.string().max(2000).openapi({
    description: "A JSON text, byte for byte as it was signed.",
    example: '{"notebook":"4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a","seq":1,"prev":null}',
  }),
  signature: sealedText.shape.signature,
}).openapi("SignedStatement");

/** Wrapped keys in base64url. */
export const wrappedKey = base64url(120).openapi({
  description: "80 bytes in base64url.",
  example: "3vXk",
});

/** The refusals of everything that is written in a sealed notebook. */
export const sealedWriting = {
  description: "In a sealed notebook: the caller has no sealed account or is outside of it, the " +
    "notebook is closed, it needs a new key, or the key is an older one.",
  codes: ["no_account", "not_a_member", "closed", "rotation_due", "epoch_old"],
} as const;

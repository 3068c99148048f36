import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { base64url } from "../../shared/fields/sealed.ts";

/** Bytes in base64url without padding, of the right number. */
export const exampleOf = (length: number) =>
  btoa(String.fromCharCode(...Array.from({ length }, (_, n) => (n * 89 + 41) % 256)))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** So many bytes in base64url without padding. */
export const bytes = (length: number) =>
  base64url(200).openapi({
    description: `${length} bytes in base64url without padding.`,
    example: exampleOf(length),
  });

/** The public keys of an account. */
export const keys = {
  x25519: bytes(32),
  ed25519: bytes(32),
  proof: bytes(64).openapi({
    description: "The signature that ties the keys to the user, 64 bytes in base64url.",
  }),
};

/** The keys of a person. */
export const PersonKeys = z.object({
  generation: z.int().openapi({
    description: "Grows when the user starts anew with other keys.",
    example: 1,
  }),
  ...keys,
}).openapi("SealedPersonKeys");

/** The caller's own keys. */
export const SealedAccount = PersonKeys.extend({ created_at: f.timestamp }).openapi(
  "SealedAccount",
);

/** The parameters of a passphrase, as an example. */
export const ofPassphrase = { m: 65_536, t: 3, p: 1, salt: exampleOf(16) };

/** The parameters of a slot, by its kind; the database knows the bounds. */
const parameters = z.object({
  m: z.int().optional(),
  t: z.int().optional(),
  p: z.int().optional(),
  salt: base64url(100).optional(),
  credential_id: base64url(1400).optional(),
}).openapi("SealedSlotParameters", {
  description: "A passphrase has the parameters of Argon2id (`m`, `t`, `p`, `salt` of 16 " +
    "bytes), a passkey `credential_id` and `salt` of 32 bytes, a recovery code none.",
  example: ofPassphrase,
});

/** A slot as a client makes it. */
export const newSlot = z.object({
  id: f.uuid,
  kind: z.union([z.literal(1), z.literal(2), z.literal(3)]).openapi("SealedSlotKind", {
    type: "integer",
    enum: [1, 2, 3],
    description: "1 passphrase, 2 recovery code, 3 passkey.",
    example: 2,
  }),
  label: f.text(0, 100).openapi({ example: "Recovery code" }),
  parameters,
  sealed_secret: bytes(60),
});

/** A slot as an answer shows it. */
export const SealedSlot = newSlot.extend({
  generation: PersonKeys.shape.generation,
  created_at: f.timestamp,
}).openapi("SealedSlot");

/** A new device that asks for the account secret. */
export const SealedEnrolment = z.object({
  id: f.uuid,
  public_key: keys.x25519,
  sealed_secret: bytes(80).nullable().openapi({
    description: "The answer of an old device, under the key of the new device; null before it.",
    example: null,
  }),
  created_at: f.timestamp,
  expires_at: f.timestamp,
}).openapi("SealedEnrolment");

/** The callers that every route refuses. */
export const notInPerson = {
  403: {
    description: "The caller has a classroom account, a super admin acts as the user, or a " +
      "personal token asks.",
    codes: ["forbidden", "impersonated", "token_refused"],
    example: "Classroom accounts have no sealed notebooks",
  },
} as const;

/** The refusal of a user without keys. */
export const noAccount = {
  description: "The caller has not set up sealed notebooks.",
  codes: ["no_account"],
  example: "Set up sealed notebooks first",
} as const;

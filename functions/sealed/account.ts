import { serviceClient } from "../../shared/database/clients.ts";
import { created, done, f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import {
  bytes,
  exampleOf,
  keys,
  newSlot,
  noAccount,
  notInPerson,
  ofPassphrase,
  SealedAccount,
  SealedEnrolment,
  SealedSlot,
} from "./fields.ts";

/** The routes of the caller's keys, slots and new devices. */
export const routes = part();

routes.add("GET /sealed", {
  auth: "account_holder",
  operationId: "getSealedAccount",
  summary: "Get the caller's public keys for sealed notebooks",
  answer: ok("The keys", z.object({ account: z.union([SealedAccount, z.null()]) })),
  refusals: notInPerson,
}, async ({ db }) => ({
  account: must(shaped(SealedAccount.nullable(), await db.rpc("own_sealed_account"))),
}));

routes.add("POST /sealed", {
  auth: "account_holder",
  operationId: "createSealedAccount",
  summary: "Set up sealed notebooks, or start anew",
  description:
    "The caller's device makes the account secret, the public keys with their proof, and " +
    "the slots: a recovery code, and a passphrase or a passkey. The service cannot open any of " +
    "them. With `anew` other keys and slots follow, after a sign-in of the last ten minutes: the " +
    "members of the caller's notebooks count the caller as gone until they are added anew.",
  body: json(z.object({
    ...keys,
    slots: z.array(newSlot).min(2).max(20).openapi({
      example: [2, 1].map((kind) => ({
        id: `4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3${kind}`,
        kind,
        label: kind === 2 ? "Recovery code" : "Passphrase",
        parameters: kind === 2 ? {} : ofPassphrase,
        sealed_secret: exampleOf(60),
      })),
    }),
    anew: f.absentIfNull(z.boolean()).openapi({ example: false }),
  })),
  answer: created("The account", z.object({ account: SealedAccount })),
  refusals: {
    ...notInPerson,
    400: {
      description: "A field is malformed, a slot is missing, or the proof does not hold.",
      codes: ["invalid_input", "wrong_statement"],
      example: "slots: expected a recovery code, and a passphrase or a passkey",
    },
    403: {
      ...notInPerson[403],
      description: `${notInPerson[403].description} Or the sign-in is older than ten minutes.`,
      codes: [...notInPerson[403].codes, "sign_in_again"],
    },
    409: {
      description: "Sealed notebooks are set up, or the `id` of a slot belongs to something else.",
      codes: ["exists", "id_taken", "quota_reached"],
      example: "Sealed notebooks are set up already; starting anew takes anew: true",
    },
    429: "The caller has started anew 5 times today (UTC).",
  },
}, async ({ caller, body: { slots, anew, ...sent } }) => {
  const { verifyAccount } = await import("../../shared/base/sealed-log.ts");
  await verifyAccount(caller.id, sent);
  const account = await serviceClient().rpc("make_sealed_account", {
    p_user_id: caller.id,
    p_session_id: caller.sessionId!,
    p_keys: sent,
    p_slots: slots,
    p_anew: anew,
  });
  return { account: must(shaped(SealedAccount, account)) };
});

const slots = z.array(SealedSlot);

routes.add("GET /sealed/slots", {
  auth: "account_holder",
  operationId: "listSealedSlots",
  summary: "List what opens the caller's account secret",
  description: "All slots, those of former generations too. 60 times an hour.",
  answer: ok("The slots", z.object({ slots })),
  refusals: { ...notInPerson, 429: "More than 60 times within an hour." },
}, async ({ c, db }) => {
  c.header("Cache-Control", "no-store");
  return { slots: must(shaped(slots, await db.rpc("own_sealed_slots"))) };
});

routes.add("POST /sealed/slots", {
  auth: "account_holder",
  operationId: "addSealedSlot",
  summary: "Add a way to open the caller's account secret",
  description: "A notification tells the caller of it. A slot is never changed.",
  body: json(newSlot),
  answer: created("The slot", z.object({ slot: SealedSlot })),
  refusals: {
    ...notInPerson,
    409: {
      description: "The caller has not set up sealed notebooks or has 20 slots, or the `id` " +
        "belongs to something else.",
      codes: ["no_account", "quota_reached", "id_taken"],
      example: noAccount.example,
    },
    429: "The caller has made 50 slots today (UTC).",
  },
}, async ({ db, body }) => ({
  slot: must(shaped(SealedSlot, await db.rpc("add_sealed_slot", { p_slot: body }))),
}));

routes.add("DELETE /sealed/slots/{id}", {
  auth: "account_holder",
  operationId: "deleteSealedSlot",
  summary: "Delete a way to open the caller's account secret",
  notFound: "Slot",
  answer: done("Slot deleted"),
  refusals: {
    ...notInPerson,
    409: {
      description: "A recovery code, and a passphrase or a passkey, must remain.",
      codes: ["last_slot"],
    },
  },
}, async ({ db, params }) => {
  must(await db.rpc("delete_sealed_slot", { p_id: params.id }));
});

const enrolment = z.object({ enrolment: SealedEnrolment });
const expired = {
  410: {
    description: "The enrolment is older than ten minutes.",
    codes: ["gone"],
    example: "The enrolment has expired: begin again on the new device",
  },
} as const;

routes.add("POST /sealed/enrolments", {
  auth: "account_holder",
  operationId: "beginSealedEnrolment",
  summary: "Ask an old device for the account secret",
  description:
    "A new device sends an id and a key that it has made after it has read the keys of " +
    "the account. The user compares twelve signs on both devices. A notification tells the " +
    "caller's other devices. It lasts ten minutes.",
  body: json(z.object({ id: f.uuid, public_key: keys.x25519 })),
  answer: created("The enrolment", enrolment),
  refusals: {
    ...notInPerson,
    409: { ...noAccount, codes: ["no_account", "id_taken"] },
    429: "Five devices ask at this time, or 20 have asked today (UTC).",
  },
}, async ({ db, body: { id, public_key } }) => {
  const begun = await db.rpc("begin_enrolment", { p_id: id, p_public_key: public_key });
  return { enrolment: must(shaped(SealedEnrolment, begun)) };
});

const enrolments = z.array(SealedEnrolment);

routes.add("GET /sealed/enrolments", {
  auth: "account_holder",
  operationId: "listSealedEnrolments",
  summary: "List the new devices of the caller that ask, oldest first",
  answer: ok("The devices that nobody has answered yet", z.object({ enrolments })),
  refusals: notInPerson,
}, async ({ db }) => ({
  enrolments: must(shaped(enrolments, await db.rpc("open_enrolments"))),
}));

routes.add("GET /sealed/enrolments/{id}", {
  auth: "account_holder",
  operationId: "getSealedEnrolment",
  summary: "Get the enrolment of a new device",
  notFound: "Enrolment",
  answer: ok("The enrolment, with the answer to it", enrolment),
  refusals: { ...notInPerson, ...expired },
}, async ({ c, db, params }) => {
  c.header("Cache-Control", "no-store");
  const found = await db.rpc("get_enrolment", { p_id: params.id });
  return { enrolment: must(shaped(SealedEnrolment, found)) };
});

routes.add("PUT /sealed/enrolments/{id}", {
  auth: "account_holder",
  operationId: "answerSealedEnrolment",
  summary: "Hand the account secret to a new device",
  description: "Once, by an old device, under the key of the new one.",
  body: json(z.object({ sealed_secret: bytes(80) })),
  notFound: "Enrolment",
  answer: ok("The enrolment", enrolment),
  refusals: {
    ...notInPerson,
    ...expired,
    409: { description: "A device has answered it already.", codes: ["already_decided"] },
  },
}, async ({ db, params, body }) => {
  const answered = await db.rpc("answer_enrolment", {
    p_id: params.id,
    p_sealed_secret: body.sealed_secret,
  });
  return { enrolment: must(shaped(SealedEnrolment, answered)) };
});

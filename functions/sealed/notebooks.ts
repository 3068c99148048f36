import type { LogState } from "../../shared/base/sealed-log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { signedStatement, wrappedKey } from "../../shared/fields/sealed.ts";
import { done, f, json, must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { bytes, keys, notInPerson } from "./fields.ts";

/** The routes of the log and the keys of a sealed notebook. */
export const routes = part();

const epoch = z.int().min(1).max(4_294_967_295).openapi({ example: 1 });
const previous = z.object({ epoch, sealed: bytes(48) }).openapi("SealedPreviousKey");

const SealedNotebook = z.object({
  epoch: epoch.openapi({ description: "The number of the newest key." }),
  rotation_due: z.boolean().openapi({
    description: "Somebody has left: nothing is written until a member removes them and makes " +
      "another key.",
    example: false,
  }),
  closed: z.boolean().openapi({
    description: "The owner is gone: it can be read, and authors move what is theirs.",
    example: false,
  }),
  gone: z.array(f.uuid).openapi({
    description: "The members by the log whom the service counts as gone: they have left, are " +
      "blocked or deleted, or have started anew.",
    example: [],
  }),
  log: z.array(signedStatement),
  wrapped: z.array(z.object({ epoch, wrapped: wrappedKey })).openapi({
    description: "All keys that members have wrapped for the caller, and nobody else's.",
  }),
  previous: z.array(previous),
}).openapi("SealedNotebook");

const refusals = {
  403: {
    ...notInPerson[403],
    description:
      `${notInPerson[403].description} Or the caller sees the notebook without being a ` +
      "member by its log.",
  },
} as const;

routes.add("GET /notebooks/{id}/sealed", {
  auth: "account_holder",
  operationId: "getSealedNotebook",
  summary: "Get the log and the caller's keys of a sealed notebook",
  description: "For its members. Devices check all of it themselves.",
  notFound: "Notebook",
  answer: ok("The log and the keys", SealedNotebook),
  refusals,
}, async ({ c, db, params }) => {
  c.header("Cache-Control", "no-store");
  return must(shaped(SealedNotebook, await db.rpc("get_sealed_notebook", { p_id: params.id })));
});

const State = z.object({
  seq: z.number(),
  head: z.string(),
  epoch: z.number(),
  owner: z.string(),
  members: z.array(z.object({ id: z.string(), ...keys })),
});

routes.add("POST /notebooks/{id}/sealed", {
  auth: "account_holder",
  operationId: "appendToSealedNotebook",
  summary: "Add and remove members of a sealed notebook, and make a new key",
  description:
    "Appends signed statements of the caller to the log, with the newest key wrapped for " +
    "exactly the members who are there afterwards. A removal comes with a new key and the former " +
    "key under it, in one request; only who leaves alone sends no keys. Without statements a " +
    "member adds wraps and former keys.",
  body: json(z.object({
    statements: z.array(signedStatement).max(200),
    wraps: z.array(
      z.object({ member_id: f.uuid, epoch, wrapped: wrappedKey }).openapi("SealedWrap"),
    ).max(500),
    previous: z.array(previous).max(100),
  })),
  notFound: "Notebook",
  answer: done("Appended"),
  refusals: {
    ...refusals,
    400: {
      description: "A field is malformed, or a statement, its hash, its signature or a wrap " +
        "breaks the format, or the caller has not the right to the statement.",
      codes: ["invalid_input", "wrong_statement"],
      example: "A statement does not continue the log before it",
    },
    409: {
      description:
        "The log has grown meanwhile; somebody is outside of the team or has no sealed " +
        "account; the notebook has 100 members, or its new owner half as many notebooks as a " +
        "user may have.",
      codes: ["log_moved", "not_a_member", "no_account", "quota_reached"],
      example: "The log has grown meanwhile: read it again",
    },
    429: {
      description: "The caller has made 500 statements or 20,000 wraps today (UTC); or the " +
        "notebook has got 20 keys within a day, and the caller, who is not its owner, makes one " +
        "that is not due.",
      codes: ["daily_quota_reached", "rate_limited"],
    },
  },
}, async ({ db, caller, params: { id }, body: { statements, wraps, previous } }) => {
  const state: LogState = must(shaped(State, await db.rpc("sealed_log_state", { p_id: id })));
  if (statements.length > 0) {
    const { verifyStatements } = await import("../../shared/base/sealed-log.ts");
    await verifyStatements(id, state, statements);
  }
  must(
    await serviceClient().rpc("append_sealed_log", {
      p_user_id: caller.id,
      p_session_id: caller.sessionId!,
      p_notebook_id: id,
      p_after: state.seq,
      p_statements: statements,
      p_wraps: wraps,
      p_previous: previous,
    }),
  );
});

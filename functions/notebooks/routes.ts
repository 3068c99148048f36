import { forbidden } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, deletedBefore, quotaReached } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
import { signedStatement, wrappedKey } from "../../shared/fields/sealed.ts";
import { target, userIfNull } from "../../shared/fields/visibility.ts";
import {
  createdOnce,
  done,
  f,
  found,
  json,
  must,
  ok,
  onlyIfMatch,
  part,
  refuseWrite,
  z,
} from "../../shared/http/declare.ts";
import type { Caller } from "../../shared/http/caller.ts";
import { Notebook } from "./fields.ts";

export const routes = part();

const notebookColumns = `
  id, user_id, name, metadata_visibility, content_visibility, team_id, org_id,
  version, written_at, created_at, updated_at, is_sealed
`;

const notebookFields = z.object({
  name: f.name.openapi({ example: "Morning pages" }),
  metadata_visibility: userIfNull.openapi({
    description: "The readers of the notebook, and of the title, mood and tags of its entries. " +
      "Applies to entries whose own setting is `user`. Null means `user`, the default.",
  }),
  content_visibility: userIfNull.openapi({
    description: "The readers of the content of its entries. Applies to entries whose own " +
      "setting is `user`. Null means `user`, the default.",
    example: "user",
  }),
  ...target,
});

routes.list("/notebooks", {
  scope: "journal",
  operationId: "listNotebooks",
  summary: "List the notebooks visible to the caller, newest first",
  description: "Contains the caller's own notebooks, shared notebooks of the caller's teams and " +
    "organizations, and public notebooks; for a super admin all notebooks.",
  items: { notebooks: Notebook },
  order: lastWrittenFirst,
}, ({ db, start }) => db.rpc("list_notebooks", start).select(notebookColumns));

routes.add("GET /notebooks/{id}", {
  scope: "journal",
  operationId: "getNotebook",
  summary: "Get a notebook",
  versioned: true,
  notFound: "Notebook",
  answer: ok("The notebook", z.object({ notebook: Notebook })),
}, async ({ db, params }) => {
  const row = await db.from("notebooks").select(notebookColumns)
    .eq("id", params.id)
    .maybeSingle();
  return { notebook: found(row, "Notebook") };
});

routes.add("POST /notebooks", {
  scope: "journal",
  operationId: "createNotebook",
  summary: "Create a notebook",
  description: "With `sealed`, which the caller's device makes, only the members of the notebook " +
    "can ever read what is written in it. It needs the client's `id`, and is the caller's alone or " +
    "one team's, in both visibilities.",
  body: json(
    notebookFields.extend({
      ...clientMade,
      sealed: z.union([signedStatement.extend({ wrapped: wrappedKey }), z.null()])
        .transform((value) => value ?? undefined).optional().openapi({
          description: "The first statement of the log, and the key wrapped for the caller.",
          example: null,
        }),
    }).refine(({ id, sealed }) => !sealed || id !== undefined, {
      path: ["id"],
      error: "required for a sealed notebook",
      params: { code: "required" },
    }),
  ),
  answer: createdOnce("The new notebook", z.object({ notebook: Notebook })),
  refusals: {
    ...deletedBefore,
    400: {
      description:
        "A field is malformed, or the first statement or the wrap of a sealed notebook " +
        "breaks the format.",
      codes: ["invalid_input", "wrong_statement"],
    },
    403: {
      description: "Only a user in person, without a classroom account, makes a sealed one.",
      codes: ["forbidden", "impersonated", "token_refused"],
    },
    409: {
      ...quotaReached[409],
      description:
        `${quotaReached[409].description} A sealed one needs a sealed account, and has ` +
        "no other audience than its owner or one team.",
      codes: [...quotaReached[409].codes, "no_account", "not_a_member", "sealed"],
    },
  },
}, async ({ db, caller, body: { sealed, ...sent } }) => {
  const row = sealed
    ? await createSealed(caller, sent, sealed)
    : await db.from("notebooks").insert(sent).select(notebookColumns).single();
  const stored = () =>
    db.from("notebooks").select(notebookColumns)
      .eq("id", sent.id!).eq("user_id", caller.id).maybeSingle();
  const [notebook, isNew] = await insertedOnce("notebooks", row, stored);
  return { body: { notebook }, isNew };
});

routes.add("PUT /notebooks/{id}", {
  scope: "journal",
  operationId: "updateNotebook",
  summary: "Update a notebook",
  description: "Changes only the given fields; allowed for the owner. A change of visibility " +
    "applies at once to every entry of the notebook whose own setting is `user`. In a notebook " +
    "of more than 2,000 entries a job changes them, several thousand a minute; until it has " +
    "finished, others see none of its entries.",
  versioned: true,
  body: json(f.partial(notebookFields)),
  notFound: "Notebook",
  answer: ok("The updated notebook", z.object({ notebook: Notebook })),
  refusals: {
    409: {
      description: "A sealed notebook is its owner's or one team's, in both visibilities.",
      codes: ["sealed", "storage_full"],
      example: "A sealed notebook is its owner's or one team's, with its metadata and its content",
    },
  },
}, async ({ c, db, params: { id }, body }) => {
  const change = db.from("notebooks").update(body).eq("id", id);
  const row = must(await onlyIfMatch(c, change).select(notebookColumns).maybeSingle());
  return { notebook: row ?? await refuseWrite(c.var, "notebooks", unchanged(id)) };
});

routes.add("DELETE /notebooks/{id}", {
  scope: "journal",
  operationId: "deleteNotebook",
  summary: "Delete a notebook",
  description:
    "Its entries remain, without a notebook; visibility inherited from it becomes `user`. A sealed " +
    "notebook is deleted when it is empty.",
  versioned: true,
  notFound: "Notebook",
  refusals: {
    409: {
      description: "The sealed notebook has entries.",
      codes: ["not_empty"],
      example: "The sealed notebook has entries: move or delete them first",
    },
  },
  answer: done("Notebook deleted"),
}, async ({ c, db, params: { id } }) => {
  const deletion = db.from("notebooks").delete().eq("id", id);
  const row = must(await onlyIfMatch(c, deletion).select("id").maybeSingle());
  // One of many entries is deleted by a job; until then nobody sees it.
  if (!row && !must(await db.rpc("is_notebook_deleted", { p_id: id }))) {
    await refuseWrite(c.var, "notebooks", unchanged(id));
  }
});

/** Makes a sealed notebook, after its first statement was verified. */
async function createSealed(
  { id, sessionId }: Caller,
  fields: Omit<z.output<typeof notebookFields>, "sealed"> & { id?: string },
  { statement, signature, wrapped }: { statement: string; signature: string; wrapped: string },
) {
  // Loads the format when a notebook is sealed.
  const { verifyStatements } = await import("../../shared/base/sealed-log.ts");
  await verifyStatements(fields.id!, null, [{ statement, signature }]);
  return await serviceClient().rpc("create_sealed_notebook", {
    p_user_id: id,
    p_session_id: sessionId!,
    p_fields: fields,
    p_statement: statement,
    p_signature: signature,
    p_wrapped: wrapped,
  }).select(notebookColumns);
}

const unchanged = (id: string) => ({
  id,
  what: "Notebook",
  notOwn: forbidden("Only its owner may change a notebook"),
});

import { forbidden } from "../../shared/base/errors.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, deletedBefore, quotaReached } from "../../shared/fields/client-made.ts";
import { lastWrittenFirst } from "../../shared/fields/pages.ts";
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
import { Notebook } from "./fields.ts";

export const routes = part();

const notebookColumns = `
  id, user_id, name, metadata_visibility, content_visibility, team_id, org_id,
  version, written_at, created_at, updated_at
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
  body: json(notebookFields.extend(clientMade)),
  answer: createdOnce("The new notebook", z.object({ notebook: Notebook })),
  refusals: { ...deletedBefore, ...quotaReached },
}, async ({ db, caller, body: sent }) => {
  const row = await db.from("notebooks").insert(sent).select(notebookColumns).single();
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
    "Its entries remain, without a notebook; visibility inherited from it becomes `user`.",
  versioned: true,
  notFound: "Notebook",
  answer: done("Notebook deleted"),
}, async ({ c, db, params: { id } }) => {
  const deletion = db.from("notebooks").delete().eq("id", id);
  const row = must(await onlyIfMatch(c, deletion).select("id").maybeSingle());
  // One of many entries is deleted by a job; until then nobody sees it.
  if (!row && !must(await db.rpc("is_notebook_deleted", { p_id: id }))) {
    await refuseWrite(c.var, "notebooks", unchanged(id));
  }
});

const unchanged = (id: string) => ({
  id,
  what: "Notebook",
  notOwn: forbidden("Only its owner may change a notebook"),
});

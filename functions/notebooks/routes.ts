import { z } from "@hono/zod-openapi";
import { forbidden, notFound } from "../../shared/base/errors.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { found, must } from "../../shared/database/results.ts";
import { absentIfNull, idParam, message, name, partial } from "../../shared/fields/basic.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { Notebook } from "../../shared/fields/notebook.ts";
import { lastWrittenFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { target, visibility } from "../../shared/fields/visibility.ts";
import { createdOnce, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import type { CallerEnv } from "../../shared/http/context.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { changedMeanwhile, onlyIfMatch } from "../../shared/http/versions.ts";

export const routes = group("notebooks", "Collections of entries, with a default visibility");

const columns = `
  id, user_id, name, metadata_visibility, content_visibility, team_id, org_id,
  version, written_at, created_at, updated_at
`;

const fields = z.object({
  name: name.openapi({ example: "Morning pages" }),
  metadata_visibility: absentIfNull(visibility).openapi({
    description: "Who sees the notebook, and the title, mood and tags of its entries. Applies to " +
      "entries whose own setting is `user`. Default `user`.",
  }),
  content_visibility: absentIfNull(visibility).openapi({
    description: "Who may read the content of its entries. Applies to entries whose own setting " +
      "is `user`. Default `user`.",
    example: "user",
  }),
  ...target,
});

routes.openapi(
  route({
    method: "get",
    path: "/notebooks",
    auth: "user",
    operationId: "listNotebooks",
    summary: "List the notebooks visible to the caller, newest first",
    description: "Contains the caller's own notebooks, those shared with the caller's teams and " +
      "organizations, and public ones; for a super admin all notebooks.",
    query: pageQuery,
    answer: ok("A page of notebooks", pageOf("notebooks", Notebook)),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = c.var.db.rpc("list_notebooks", lastWrittenFirst.args({ limit, cursor }));
    const rows = must(await page.select(columns));
    return c.json(lastWrittenFirst.page("notebooks", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/notebooks/{id}",
    auth: "user",
    operationId: "getNotebook",
    summary: "Get a notebook",
    versioned: true,
    params: idParam,
    answer: ok("The notebook", z.object({ notebook: Notebook })),
  }),
  async (c) => {
    const row = await c.var.db.from("notebooks").select(columns)
      .eq("id", c.req.valid("param").id)
      .maybeSingle();
    return c.json({ notebook: found(row, "Notebook") }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/notebooks",
    auth: "user",
    operationId: "createNotebook",
    summary: "Create a notebook",
    body: json(fields.extend(clientMade)),
    answer: createdOnce("The new notebook", z.object({ notebook: Notebook })),
    refusals: deletedBefore,
  }),
  async (c) => {
    const { db, caller } = c.var;
    const sent = c.req.valid("json");
    const row = await db.from("notebooks").insert(sent).select(columns).single();
    const [notebook, status] = await insertedOnce(
      "notebooks",
      row,
      () =>
        db.from("notebooks").select(columns)
          .eq("id", sent.id!).eq("user_id", caller.id).maybeSingle(),
    );
    return c.json({ notebook }, status);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/notebooks/{id}",
    auth: "user",
    operationId: "updateNotebook",
    summary: "Update a notebook",
    description: "Changes the given fields only; allowed for the owner. A change of visibility " +
      "applies immediately to every entry in the notebook whose own setting is `user`.",
    versioned: true,
    params: idParam,
    body: json(partial(fields)),
    answer: ok("The updated notebook", z.object({ notebook: Notebook })),
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const change = c.var.db.from("notebooks").update(c.req.valid("json")).eq("id", id);
    const row = must(await onlyIfMatch(c, change).select(columns).maybeSingle());
    return c.json({ notebook: row ?? await refuseChange(c.var, id) }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/notebooks/{id}",
    auth: "user",
    operationId: "deleteNotebook",
    summary: "Delete a notebook",
    description:
      "Its entries remain, without a notebook; visibility inherited from it becomes `user`.",
    versioned: true,
    params: idParam,
    answer: ok("The notebook was deleted", message, { message: "Notebook deleted" }),
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const deletion = c.var.db.from("notebooks").delete().eq("id", id);
    const row = must(await onlyIfMatch(c, deletion).select("id").maybeSingle());
    if (!row) await refuseChange(c.var, id);
    return c.json({ message: "Notebook deleted" }, 200);
  },
);

/**
 * The refusal after a write without effect: 412 for a notebook of another version, 403 for another
 * user's visible one, else 404.
 */
async function refuseChange({ db, caller }: CallerEnv["Variables"], id: string): Promise<never> {
  const seen = must(await db.from("notebooks").select("user_id").eq("id", id).maybeSingle());
  if (!seen) throw notFound("Notebook");
  throw seen.user_id === caller.id
    ? changedMeanwhile("The notebook")
    : forbidden("Only its owner may change a notebook");
}

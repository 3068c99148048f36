import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import { forbidden, notFound } from "../../shared/base/errors.ts";
import { idParam, message, name, partial, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { target, visibility } from "../../shared/fields/visibility.ts";

export const routes = group("notebooks", "Collections of entries, which inherit their visibility");

const Notebook = z.object({
  id: uuid,
  user_id: uuid.openapi({ description: "Its owner." }),
  name: z.string(),
  metadata_visibility: visibility,
  content_visibility: visibility,
  team_id: uuid.nullable(),
  org_id: uuid.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Notebook");
type Notebook = z.infer<typeof Notebook>;

const example: Notebook = {
  id: "0d6f1b9e-3c57-4a8d-9f02-6e1b7c4d5a38",
  user_id: "b3a1c7d2-94e5-4f60-8a17-5d2e9c0f7b46",
  name: "Morning pages",
  metadata_visibility: "team",
  content_visibility: "user",
  team_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
  org_id: null,
  created_at: "2026-11-21T08:30:00.123456+00:00",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = "id, user_id, name, metadata_visibility, content_visibility, team_id, org_id, " +
  "created_at, updated_at";

const fields = z.object({
  name: name.openapi({ example: example.name }),
  metadata_visibility: visibility.optional().openapi({
    description:
      "Who sees the notebook, and that its entries exist: title, mood, tags. Holds for " +
      "every entry that says `user` itself. `user` by default.",
  }),
  content_visibility: visibility.optional().openapi({
    description: "Who reads the content of its entries that say `user` themselves. `user` by " +
      "default.",
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
    summary: "The notebooks the caller may see, newest first",
    description: "The caller's own, those shared with the caller's teams and organizations, and " +
      "public ones; all of them for a super admin.",
    query: pageQuery,
    answer: {
      description: "One page of notebooks",
      schema: pageOf("notebooks", Notebook),
      example: { notebooks: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = c.var.db.rpc("list_notebooks", newestFirst.args({ limit, cursor }));
    const rows = must(
      await page.select(columns)
        .order("created_at", { ascending: false }).order("id", { ascending: false })
        .overrideTypes<Notebook[], Exactly>(),
    );
    return c.json(newestFirst.page("notebooks", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/notebooks/{id}",
    auth: "user",
    operationId: "getNotebook",
    summary: "One notebook",
    params: idParam,
    answer: {
      description: "The notebook",
      schema: z.object({ notebook: Notebook }),
      example: { notebook: example },
    },
  }),
  async (c) => {
    const row = await c.var.db.from("notebooks").select(columns)
      .eq("id", c.req.valid("param").id)
      .maybeSingle().overrideTypes<Notebook, Exactly>();
    return c.json({ notebook: found(row, "Notebook") }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/notebooks",
    auth: "user",
    operationId: "createNotebook",
    summary: "Creates a notebook",
    body: fields,
    answer: {
      status: 201,
      description: "The notebook",
      schema: z.object({ notebook: Notebook }),
      example: { notebook: example },
    },
  }),
  async (c) => {
    const row = await c.var.db.from("notebooks").insert(c.req.valid("json"))
      .select(columns).single().overrideTypes<Notebook, Exactly>();
    return c.json({ notebook: must(row) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/notebooks/{id}",
    auth: "user",
    operationId: "updateNotebook",
    summary: "Changes a notebook",
    description:
      "Only the fields that are sent change, and only the owner changes them. A change " +
      "of visibility applies at once to every entry in the notebook that says `user` itself.",
    params: idParam,
    body: partial(fields),
    answer: {
      description: "The notebook",
      schema: z.object({ notebook: Notebook }),
      example: { notebook: example },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.var.db.from("notebooks").update(c.req.valid("json")).eq("id", id)
      .select(columns).maybeSingle().overrideTypes<Notebook, Exactly>();
    const notebook = must(row) ?? await refuseChange(c.var.db, id);
    return c.json({ notebook }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/notebooks/{id}",
    auth: "user",
    operationId: "deleteNotebook",
    summary: "Deletes a notebook",
    description:
      "Its entries stay, in no notebook, and what they inherited from it becomes `user`.",
    params: idParam,
    answer: {
      description: "It is gone",
      schema: message,
      example: { message: "Notebook deleted" },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = must(
      await c.var.db.from("notebooks").delete().eq("id", id).select("id").maybeSingle(),
    );
    if (!row) await refuseChange(c.var.db, id);
    return c.json({ message: "Notebook deleted" }, 200);
  },
);

/** Row security let nothing be changed: 403 for somebody else's notebook in sight, else 404. */
async function refuseChange(db: Db, id: string): Promise<never> {
  const seen = must(await db.from("notebooks").select("id").eq("id", id).maybeSingle());
  throw seen ? forbidden("Only its owner may change a notebook") : notFound("Notebook");
}

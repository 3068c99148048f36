import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import {
  httpsUrl,
  idParam,
  message,
  partial,
  text,
  timestamp,
  title,
  uuid,
} from "../../shared/fields/basic.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { dropType, mediaType, mediaUrl } from "./drop.ts";

/** The routes of the library of templates. */
export const templates = part();

const Template = z.object({
  id: uuid,
  drop_type: dropType,
  title: z.string().openapi({ example: "Breathe out longer" }),
  content: z.string().openapi({ example: "A longer exhale than inhale slows the heart." }),
  media_url: z.string().nullable(),
  media_type: mediaType,
  thumbnail_url: z.string().nullable(),
  is_approved: z.boolean(),
  usage_count: z.number().int().openapi({ example: 12 }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("DropTemplate");

const columns = `
  id, drop_type, title, content, media_url, media_type, thumbnail_url, is_approved, usage_count,
  created_at, updated_at
` as const;

const query = pageQuery.extend({
  type: dropType.optional().openapi({ description: "Only templates of this type." }),
});

const fields = z.object({
  drop_type: dropType,
  title: title.openapi({ example: "Breathe out longer" }),
  content: text(0, 500).nullable().transform((value) => value ?? "").optional().openapi({
    description: "Required, except for media.",
    example: "A longer exhale than inhale slows the heart.",
  }),
  media_url: mediaUrl.nullable().optional().openapi({
    description: "For media only.",
    example: null,
  }),
  media_type: mediaType.optional().openapi({ description: "For media only." }),
  thumbnail_url: httpsUrl.nullable().optional().openapi({
    description: "For media only.",
    example: null,
  }),
  is_approved: z.boolean().optional().openapi({
    description: "Only approved templates are visible to users. Default false.",
    example: true,
  }),
});

const messages = {
  drop_templates_media_check:
    "drop_type: a media template needs media_url; others need content and no media fields",
};

const missing = { 404: { description: "It does not exist.", example: "Template not found" } };

const page = ok("A page of templates", pageOf("templates", Template));
const oneTemplate = z.object({ template: Template });

templates.openapi(
  route({
    method: "get",
    path: "/encouragement-drops/templates",
    auth: "user",
    operationId: "listDropTemplates",
    summary: "List the approved templates, newest first",
    query,
    answer: page,
  }),
  async (c) => {
    const { limit, cursor, type } = c.req.valid("query");
    // A super admin sees all templates; this list is the library.
    let query = c.var.db.from("drop_templates").select(columns).eq("is_approved", true);
    if (type) query = query.eq("drop_type", type);
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("templates", rows, limit), 200);
  },
);

templates.openapi(
  route({
    method: "get",
    path: "/encouragement-drops/admin/templates",
    auth: "super_admin",
    operationId: "listAllDropTemplates",
    summary: "List all templates, newest first",
    query,
    answer: page,
  }),
  async (c) => {
    const { limit, cursor, type } = c.req.valid("query");
    let query = c.var.db.from("drop_templates").select(columns);
    if (type) query = query.eq("drop_type", type);
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("templates", rows, limit), 200);
  },
);

templates.openapi(
  route({
    method: "post",
    path: "/encouragement-drops/admin/templates",
    auth: "super_admin",
    operationId: "createDropTemplate",
    summary: "Create a template",
    body: json(fields),
    answer: created("The new template", oneTemplate),
  }),
  async (c) => {
    const row = await c.var.db.rpc("create_drop_template", { p_fields: c.req.valid("json") });
    return c.json({ template: must(row, messages) }, 201);
  },
);

templates.openapi(
  route({
    method: "put",
    path: "/encouragement-drops/admin/templates/{id}",
    auth: "super_admin",
    operationId: "updateDropTemplate",
    summary: "Update a template",
    description: "Changes the given fields only. Drops that were sent do not change.",
    params: idParam,
    body: json(partial(fields).openapi({ example: { is_approved: true } })),
    answer: ok("The updated template", oneTemplate),
    refusals: missing,
  }),
  async (c) => {
    const row = await c.var.db.rpc("update_drop_template", {
      p_id: c.req.valid("param").id,
      p_fields: c.req.valid("json"),
    });
    return c.json({ template: must(row, messages) }, 200);
  },
);

templates.openapi(
  route({
    method: "delete",
    path: "/encouragement-drops/admin/templates/{id}",
    auth: "super_admin",
    operationId: "deleteDropTemplate",
    summary: "Delete a template",
    description: "Drops that were sent remain.",
    params: idParam,
    answer: ok("The template was deleted", message, { message: "Template deleted" }),
    refusals: missing,
  }),
  async (c) => {
    must(await c.var.db.rpc("delete_drop_template", { p_id: c.req.valid("param").id }));
    return c.json({ message: "Template deleted" }, 200);
  },
);

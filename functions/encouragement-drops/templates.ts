import { newestFirst } from "../../shared/fields/pages.ts";
import { created, done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { dropType, mediaType, mediaUrl } from "./drop.ts";

/** The routes of the library of templates. */
export const routes = part();

const Template = z.object({
  id: f.uuid,
  drop_type: dropType,
  title: z.string().openapi({ example: "Breathe out longer" }),
  content: z.string().openapi({ example: "A longer exhale than inhale slows the heart." }),
  media_url: z.string().nullable(),
  media_type: mediaType,
  thumbnail_url: z.string().nullable(),
  is_approved: z.boolean(),
  usage_count: z.number().int().openapi({ example: 12 }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("DropTemplate");

const templateColumns = `
  id, drop_type, title, content, media_url, media_type, thumbnail_url, is_approved, usage_count,
  created_at, updated_at
` as const;

const templateFields = z.object({
  drop_type: dropType,
  title: f.title.openapi({ example: "Breathe out longer" }),
  content: f.text(0, 500).nullable().transform((value) => value ?? "").optional().openapi({
    description: "Required, except for media.",
    example: "A longer exhale than inhale slows the heart.",
  }),
  media_url: mediaUrl.nullable().optional().openapi({
    description: "For media only.",
    example: null,
  }),
  media_type: mediaType.optional().openapi({ description: "For media only." }),
  thumbnail_url: f.httpsUrl.nullable().optional().openapi({
    description: "For media only.",
    example: null,
  }),
  is_approved: z.boolean().optional().openapi({
    description: "Only approved templates are visible to users. Default false.",
    example: true,
  }),
});

const messages = {
  drop_templates_media_check: [
    "drop_type",
    "a media template needs media_url; others need content and no media fields",
  ],
} as const;

const page = {
  filters: { type: dropType.optional().openapi({ description: "Only templates of this type." }) },
  items: { templates: Template },
  order: newestFirst,
};
const oneTemplate = z.object({ template: Template });

routes.list("/encouragement-drops/templates", {
  scope: "people",
  operationId: "listDropTemplates",
  summary: "List the approved templates, newest first",
  ...page,
}, ({ db, filters: { type }, seek }) => {
  // A super admin sees all templates; this list is the library.
  const query = db.from("drop_templates").select(templateColumns).eq("is_approved", true);
  return seek(type ? query.eq("drop_type", type) : query);
});

routes.list("/encouragement-drops/admin/templates", {
  auth: "super_admin",
  operationId: "listAllDropTemplates",
  summary: "List all templates, newest first",
  ...page,
}, ({ db, filters: { type }, seek }) => {
  const query = db.from("drop_templates").select(templateColumns);
  return seek(type ? query.eq("drop_type", type) : query);
});

routes.add("POST /encouragement-drops/admin/templates", {
  auth: "super_admin",
  operationId: "createDropTemplate",
  summary: "Create a template",
  body: json(templateFields),
  answer: created("The new template", oneTemplate),
}, async ({ db, body }) => {
  const row = await db.rpc("create_drop_template", { p_fields: body });
  return { template: must(row, messages) };
});

routes.add("PUT /encouragement-drops/admin/templates/{id}", {
  auth: "super_admin",
  operationId: "updateDropTemplate",
  summary: "Update a template",
  description: "Changes the given fields only. Drops that were sent do not change.",
  body: json(f.partial(templateFields).openapi({ example: { is_approved: true } })),
  notFound: "Template",
  answer: ok("The updated template", oneTemplate),
}, async ({ db, params, body }) => {
  const row = await db.rpc("update_drop_template", {
    p_id: params.id,
    p_fields: body,
  });
  return { template: must(row, messages) };
});

routes.add("DELETE /encouragement-drops/admin/templates/{id}", {
  auth: "super_admin",
  operationId: "deleteDropTemplate",
  summary: "Delete a template",
  description: "Drops that were sent remain.",
  notFound: "Template",
  answer: done("Template deleted"),
}, async ({ db, params }) => {
  must(await db.rpc("delete_drop_template", { p_id: params.id }));
});

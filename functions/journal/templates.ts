import { HttpError } from "../../shared/base/errors.ts";
import { insertedOnce } from "../../shared/database/inserted.ts";
import { clientMade, deletedBefore } from "../../shared/fields/client-made.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import {
  createdOnce,
  done,
  f,
  json,
  must,
  ok,
  part,
  refuseWrite,
  z,
} from "../../shared/http/declare.ts";
import { entryFields } from "./entry.ts";
import { EntryTemplate } from "./fields.ts";

/** The routes below `/entry-templates`. */
export const routes = part();

const columns = "id, name, title, content, tags, notebook_id, is_shared, created_at, updated_at";

const oneTemplate = z.object({ entry_template: EntryTemplate });

const templateFields = entryFields.pick({ tags: true, notebook_id: true }).extend({
  title: f.entryTitle.openapi({
    description: "The title of the new entry. May be empty.",
    example: "First frost",
  }),
  name: f.name.openapi({ example: "Three good things" }),
  content: f.text(0, 20_000).openapi({
    description: "May be empty. Clients replace `{{date}}`, `{{weekday}}` and `{{prompt}}`.",
    example: "1. \n2. \n3. ",
  }),
});

const readOnly = {
  403: {
    description: "The template comes with the service.",
    codes: ["read_only"],
    example: "This template comes with the service",
  },
} as const;

routes.list("/entry-templates", {
  scope: "journal",
  operationId: "listEntryTemplates",
  summary: "List the templates of entries, newest first",
  description: "The caller's own, and the templates of the service (`is_shared`), in the " +
    "language of the caller's profile.",
  items: { entry_templates: EntryTemplate },
  order: newestFirst,
}, ({ db, seek }) => seek(db.from("entry_template_cards").select(columns)));

routes.add("POST /entry-templates", {
  scope: "journal",
  operationId: "createEntryTemplate",
  summary: "Create a template of entries",
  description: "A user has at most 100.",
  body: json(templateFields.extend({ id: clientMade.id })),
  answer: createdOnce("The new template", oneTemplate),
  refusals: {
    ...deletedBefore,
    409: {
      description: "Another object has the `id`, or the caller has 100 templates.",
      codes: ["id_taken", "quota_reached"],
      example: "At most 100 entry templates, delete some first",
    },
  },
}, async ({ db, caller, body: sent }) => {
  const row = await db.from("entry_templates").insert(sent).select(columns).single();
  const stored = () =>
    db.from("entry_templates").select(columns)
      .eq("id", sent.id!).eq("user_id", caller.id).maybeSingle();
  const [entry_template, isNew] = await insertedOnce("entry_templates", row, stored);
  return { body: { entry_template }, isNew };
});

routes.add("PUT /entry-templates/{id}", {
  scope: "journal",
  operationId: "updateEntryTemplate",
  summary: "Change a template of entries",
  description: "Changes the given fields only.",
  body: json(f.partial(templateFields)),
  notFound: "Template",
  answer: ok("The changed template", oneTemplate),
  refusals: readOnly,
}, async ({ c, db, params: { id }, body }) => {
  const row = await db.from("entry_templates").update(body).eq("id", id).select(columns)
    .maybeSingle();
  return {
    entry_template: must(row) ?? await refuseWrite(c.var, "entry_templates", unchanged(id)),
  };
});

routes.add("DELETE /entry-templates/{id}", {
  scope: "journal",
  operationId: "deleteEntryTemplate",
  summary: "Delete a template of entries",
  notFound: "Template",
  answer: done("Template deleted"),
  refusals: readOnly,
}, async ({ c, db, params: { id } }) => {
  const row = must(
    await db.from("entry_templates").delete().eq("id", id).select("id").maybeSingle(),
  );
  if (!row) await refuseWrite(c.var, "entry_templates", unchanged(id));
});

const unchanged = (id: string) => ({
  id,
  what: "Template",
  notOwn: new HttpError(403, "This template comes with the service", { code: "read_only" }),
});

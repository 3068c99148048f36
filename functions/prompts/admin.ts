import { newestFirst } from "../../shared/fields/pages.ts";
import { created, done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/admin/prompts`. */
export const routes = part();

const AdminPrompt = z.object({
  id: f.uuid,
  text: z.string().openapi({ example: "Which hour of today would you keep?" }),
  language: f.language,
  is_active: z.boolean(),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("AdminPrompt");

const columns = "id, text, language, is_active, created_at, updated_at";

const promptFields = z.object({
  text: f.text(1, 300).openapi({ example: "Which hour of today would you keep?" }),
  language: f.language.optional().openapi({ description: "Default `en`." }),
  is_active: z.boolean().optional().openapi({ description: "Default true.", example: true }),
});

const onePrompt = z.object({ prompt: AdminPrompt });

routes.list("/admin/prompts", {
  auth: "super_admin",
  operationId: "listPrompts",
  summary: "List the prompts, newest first",
  filters: {
    language: f.language.optional().openapi({ description: "Only prompts in this language." }),
  },
  items: { prompts: AdminPrompt },
  order: newestFirst,
}, ({ db, filters: { language }, seek }) => {
  const query = db.from("prompts").select(columns);
  return seek(language ? query.eq("language", language) : query);
});

routes.add("POST /admin/prompts", {
  auth: "super_admin",
  operationId: "createPrompt",
  summary: "Create a prompt",
  description: "Users get it from their next day on.",
  body: json(promptFields),
  answer: created("The new prompt", onePrompt),
}, async ({ db, body }) => ({
  prompt: must(await db.rpc("create_prompt", { p_fields: body }).select(columns).single()),
}));

routes.add("PUT /admin/prompts/{id}", {
  auth: "super_admin",
  operationId: "updatePrompt",
  summary: "Update a prompt",
  description: "Changes the given fields only. An activated prompt is shown from the next day of " +
    "each user on; a deactivated prompt is not shown any more.",
  body: json(f.partial(promptFields)),
  notFound: "Prompt",
  answer: ok("The updated prompt", onePrompt),
}, async ({ db, params, body }) => {
  const row = await db.rpc("update_prompt", { p_id: params.id, p_fields: body })
    .select(columns).single();
  return { prompt: must(row) };
});

routes.add("DELETE /admin/prompts/{id}", {
  auth: "super_admin",
  operationId: "deletePrompt",
  summary: "Delete a prompt",
  notFound: "Prompt",
  answer: done("Prompt deleted"),
}, async ({ db, params }) => {
  must(await db.rpc("delete_prompt", { p_id: params.id }));
});

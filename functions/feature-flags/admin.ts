import { keyset } from "../../shared/fields/pages.ts";
import { done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/admin/feature-flags`. */
export const routes = part();

const key = z.string()
  .regex(
    /^[a-z0-9][a-z0-9_.-]{0,63}$/,
    "expected 1 to 64 lower-case letters, digits, dots, hyphens or underscores",
  )
  .openapi({ example: "new-editor" });

const flagFields = z.object({
  description: f.description.openapi({ example: "The editor with headings" }),
  enabled: z.boolean().openapi({ description: "Enables the flag for everyone.", example: false }),
  percentage: z.int().min(0).max(100).openapi({
    description: "Enables the flag for this share of the users. The same users are always " +
      "chosen, and a larger share includes the users of a smaller one.",
    example: 25,
  }),
  user_ids: z.array(f.uuid).max(1000).openapi({
    description: "Enables the flag for these users. Replaces the whole list.",
    example: [],
  }),
});

const FeatureFlag = flagFields.extend({
  key,
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("FeatureFlag");

const byKey = keyset({ key: "text" }, {
  ascending: true,
  after: ({ key }) => ({ p_after: key }),
});

routes.list("/admin/feature-flags", {
  auth: "super_admin",
  operationId: "listFeatureFlags",
  summary: "List all feature flags, by key",
  items: { feature_flags: FeatureFlag },
  order: byKey,
}, ({ db, start }) => db.rpc("admin_list_feature_flags", start));

routes.add("PUT /admin/feature-flags/{key}", {
  auth: "super_admin",
  operationId: "setFeatureFlag",
  summary: "Create or update a feature flag",
  description: "Changes the given fields only; a new flag is disabled by default. A flag is " +
    "enabled for a user when `enabled`, `percentage` or `user_ids` includes the user.",
  params: z.object({ key }),
  body: json(f.partial(flagFields)),
  answer: ok("The updated flag", z.object({ feature_flag: FeatureFlag })),
  notFound: { description: "A user of `user_ids` does not exist.", example: "user_ids: not found" },
}, async ({ db, params, body }) => {
  const flag = await db.rpc("set_feature_flag", {
    p_key: params.key,
    p_changes: body,
  });
  const messages = { feature_flag_users_user_id_fkey: ["user_ids", "not found"] } as const;
  return { feature_flag: must(flag, messages) };
});

routes.add("DELETE /admin/feature-flags/{key}", {
  auth: "super_admin",
  operationId: "deleteFeatureFlag",
  summary: "Delete a feature flag",
  description: "The flag is off for everyone from then on.",
  params: z.object({ key }),
  notFound: "Feature flag",
  answer: done("Feature flag deleted"),
}, async ({ db, params }) => {
  must(await db.rpc("delete_feature_flag", { p_key: params.key }));
});

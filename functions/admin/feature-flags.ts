import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import { description, partial, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

/** Routes below `/admin/feature-flags`; part of the group. */
export const featureFlags = group("admin", "Feature flags");

const key = z.string()
  .regex(
    /^[a-z0-9][a-z0-9_.-]{0,63}$/,
    "expected 1 to 64 lower-case letters, digits, dots, hyphens or underscores",
  )
  .openapi({ example: "new-editor" });

const fields = z.object({
  description,
  enabled: z.boolean().openapi({ description: "On for everyone." }),
  percentage: z.int().min(0).max(100).openapi({
    description: "On for this share of the users. It is always the same users, and whoever " +
      "belongs to a share belongs to every larger one.",
    example: 25,
  }),
  user_ids: z.array(uuid).max(1000).openapi({
    description: "On for these users; replaces the whole list.",
    example: [],
  }),
});

const FeatureFlag = fields.extend({
  key,
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("FeatureFlag");
type FeatureFlag = z.infer<typeof FeatureFlag>;

const example: FeatureFlag = {
  key: "new-editor",
  description: "The editor with headings",
  enabled: false,
  percentage: 25,
  user_ids: [],
  created_at: "2026-11-21T08:30:00.123456+00:00",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};

const byKey = keyset({ key: "text" }, { ascending: true });

featureFlags.openapi(
  route({
    method: "get",
    path: "/admin/feature-flags",
    auth: "super_admin",
    operationId: "listFeatureFlags",
    summary: "All feature flags, by key",
    query: pageQuery,
    answer: {
      description: "One page of flags",
      schema: pageOf("feature_flags", FeatureFlag),
      example: { feature_flags: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = c.var.db.rpc("admin_list_feature_flags", {
      p_after: byKey.read(cursor)?.map(String)[0],
      p_limit: limit + 1,
    });
    const rows = must(await page) as unknown as FeatureFlag[];
    return c.json(byKey.page("feature_flags", rows, limit), 200);
  },
);

featureFlags.openapi(
  route({
    method: "put",
    path: "/admin/feature-flags/{key}",
    auth: "super_admin",
    operationId: "setFeatureFlag",
    summary: "Makes a feature flag, or changes one",
    description: "Only the fields that are sent change; a new flag begins as off. It is on for " +
      "a user when any of `enabled`, `percentage` and `user_ids` says so.",
    params: z.object({ key }),
    body: partial(fields),
    answer: {
      description: "The flag after it",
      schema: z.object({ feature_flag: FeatureFlag }),
      example: { feature_flag: example },
    },
    refusals: { 404: "One of the users does not exist." },
  }),
  async (c) => {
    const flag = await c.var.db.rpc("set_feature_flag", {
      p_key: c.req.valid("param").key,
      p_changes: c.req.valid("json") as Json,
    });
    const messages = { feature_flag_users_user_id_fkey: "user_ids: not found" };
    return c.json({ feature_flag: must(flag, messages) as unknown as FeatureFlag }, 200);
  },
);

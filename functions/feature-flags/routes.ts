import { pageOf, pageOfAll, pageQuery } from "../../shared/fields/pages.ts";
import { must, ok, part, z } from "../../shared/http/declare.ts";

export const routes = part();

routes.add("GET /feature-flags", {
  scope: ["account:read"],
  operationId: "listMyFeatureFlags",
  summary: "List the feature flags that are enabled for the caller",
  description: "Contains the key of every flag that is enabled for everyone, for a share of " +
    "users that includes the caller, or for the caller individually. All other flags are " +
    "disabled.",
  query: pageQuery,
  answer: ok(
    "The keys of the flags, in alphabetical order",
    pageOf("feature_flags", z.string().openapi({ example: "new-editor" })),
  ),
}, async ({ db, query }) => {
  const feature_flags = must(await db.rpc("my_feature_flags"));
  return pageOfAll("feature_flags", feature_flags, (key) => key, query);
});

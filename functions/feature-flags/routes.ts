import { whole } from "../../shared/fields/pages.ts";
import { part, z } from "../../shared/http/declare.ts";

export const routes = part();

routes.list("/feature-flags", {
  scope: ["account:read"],
  operationId: "listMyFeatureFlags",
  summary: "List the feature flags that are enabled for the caller",
  description: "Contains the key of every flag that is enabled for everyone, for a share of " +
    "users that includes the caller, or for the caller individually. All other flags are " +
    "disabled.",
  items: { feature_flags: z.string().openapi({ example: "new-editor" }) },
  order: whole((key: string) => key),
}, ({ db }) => db.rpc("my_feature_flags"));

import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import { group } from "../../shared/http/group.ts";
import { pageOf } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

export const routes = group("feature-flags", "Features that are on for the caller");

routes.openapi(
  route({
    method: "get",
    path: "/feature-flags",
    auth: "user",
    operationId: "listMyFeatureFlags",
    summary: "The flags that are on for the caller",
    description: "All of them, by their keys: those that are on for everyone, for the share of " +
      "the users to which the caller belongs, or for the caller by name. A flag that is not " +
      "here is off. `next_cursor` is always null.",
    answer: {
      description: "Keys of flags, in alphabetical order",
      schema: pageOf("feature_flags", z.string()),
      example: { feature_flags: ["new-editor"], next_cursor: null },
    },
  }),
  async (c) => {
    const feature_flags = must(await c.var.db.rpc("my_feature_flags"));
    return c.json({ feature_flags, next_cursor: null }, 200);
  },
);

import { z } from "@hono/zod-openapi";
import { uuid } from "./basic.ts";

/** Who sees something, from the fewest to the most. */
export const visibility = z.enum(["user", "team", "org", "public"]).openapi("Visibility", {
  description: "Who sees it: its owner alone (`user`), the members of its team or of its " +
    "organization, or everyone signed in (`public`). Super admins see everything.",
  example: "team",
});

/** The team and the organization something is shared with, as a body names them. */
export const target = {
  team_id: uuid.nullish().openapi({
    description: "A team that the caller belongs to. Required when a visibility is `team`; null " +
      "for none.",
    example: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
  }),
  org_id: uuid.nullish().openapi({
    description: "An organization that the caller belongs to. Required when a visibility is " +
      "`org`; null for none.",
    example: null,
  }),
};

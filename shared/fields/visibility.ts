import { z } from "@hono/zod-openapi";
import * as f from "./basic.ts";

/** The levels of visibility, from the narrowest to the widest. */
export const visibility = z.enum(["user", "team", "org", "public"]).openapi("Visibility", {
  description: "The people who see the object: its owner only (`user`), the members of its team " +
    "(`team`) or of its organization (`org`), or every signed-in user (`public`). Super admins " +
    "see everything.",
  example: "user",
});

/** A visibility that may be left out; null means `user`. */
export const userIfNull = visibility.nullable().transform((value) => value ?? "user").optional();

/** The team and the organization that an object is shared with, in a body. */
export const target = {
  team_id: f.uuid.nullish().openapi({
    description: "A team that the caller belongs to. Required for the visibility `team`; null " +
      "for none.",
    example: null,
  }),
  org_id: f.uuid.nullish().openapi({
    description: "An organization that the caller belongs to. Required for the visibility " +
      "`org`; null for none.",
    example: null,
  }),
};

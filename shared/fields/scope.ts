import { z } from "@hono/zod-openapi";

/** The scopes of personal tokens. `write` includes `read`. */
export const scope = z.enum([
  "journal:read",
  "journal:write",
  "goals:read",
  "goals:write",
  "people:read",
  "people:write",
  "window:read",
  "window:write",
  "account:read",
]).openapi("Scope", {
  description:
    "A permission of a personal token: `read` allows the operations with GET, `write` also " +
    "all others.",
});

export type Scope = z.infer<typeof scope>;

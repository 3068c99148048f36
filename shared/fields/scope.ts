import { z } from "@hono/zod-openapi";

/** What a personal token may do. `write` includes `read`. */
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
    "What a personal token may do: `read` what the operations with GET answer, `write` " +
    "what all others do; `write` includes `read`.",
});

export type Scope = z.infer<typeof scope>;

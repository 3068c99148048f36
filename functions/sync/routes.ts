import { asSent } from "../../shared/database/results.ts";
import { pageLimit } from "../../shared/fields/pages.ts";
import { must, ok, part, z } from "../../shared/http/declare.ts";
import { Changes } from "./shapes.ts";

export const routes = part();

routes.add("GET /sync", {
  scope: ["journal:read", "goals:read", "account:read"],
  operationId: "syncChanges",
  summary: "List the changes of the caller's own data",
  description:
    "Contains the caller's entries, notebooks, goals, check-ins, streaks, engagement entries, " +
    "attachments (without their files), notifications, reminders, share links (a view is no " +
    "change), templates of entries and profile that changed since the cursor, and the ids of deleted objects; without " +
    "a cursor every object. Repeat the request with `next_cursor` while `has_more` is true, then " +
    "keep `next_cursor` for the next sync. A page also ends at 2 MB of contents; a request for more " +
    "than 100 changes counts as several for the general rate limit. Each change " +
    "comes once, with the object's present state, also when a transaction commits late. A " +
    "notebook that changes the readers of an entry changes the entry. Deletions are remembered " +
    "for 90 days.",
  query: z.object({
    limit: pageLimit(1000, 50),
    cursor: z.string().max(4000).optional().openapi({
      description: "`next_cursor` of the last answer; opaque.",
    }),
  }),
  answer: {
    ...ok("A page of changes", Changes),
    headers: {
      "Next-Cursor": {
        description:
          "`next_cursor` while `has_more` is true, so that a client can ask for the next " +
          "page before it has read this one.",
        schema: { type: "string" },
      },
    },
  },
  refusals: {
    410: {
      description: "The cursor is older than 90 days, or the database was restored: delete the " +
        "local copy and start again without a cursor.",
      codes: ["cursor_expired"],
      example: "cursor: too old, start again without one",
    },
    503: "The database was restored and does not list changes yet: try again later.",
  },
}, async ({ db, query: { limit, cursor } }) => {
  // Reads the primary database: it has the objects that a device has just sent, and cursors are
  // snapshots.
  return must(await asSent(db.rpc("sync", { p_limit: limit, p_cursor: cursor }, { get: false })));
});

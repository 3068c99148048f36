import { must } from "../../shared/database/results.ts";
import { PersonCard, text } from "../../shared/fields/basic.ts";
import { pageLimit, pageOf, pageOfAll, pageQuery } from "../../shared/fields/pages.ts";
import { group, ok } from "../../shared/http/declare.ts";

export const routes = group("users", "Other people: search by handle or name");

routes.add("GET /users", {
  operationId: "searchUsers",
  summary: "Find people by handle or name",
  description: "At most ten people whose handle, name, or a later word of the name begins with " +
    "the text, ignoring case and accents: the exact handle first, then handles, names, and later " +
    "words. Without the caller, blocked users and people who block the caller. Allowed 30 times a " +
    "minute.",
  query: pageQuery.extend({
    limit: pageLimit(10, 10),
    q: text(2, 100).openapi({ description: "Matched literally.", example: "ana" }),
  }),
  answer: ok("The people found", pageOf("users", PersonCard)),
}, async ({ db, query: { q, ...page } }) => {
  const users = must(await db.rpc("search_users", { p_query: q }));
  return pageOfAll("users", users, ({ id }) => id, page);
});

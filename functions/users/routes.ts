import { pageLimit, whole } from "../../shared/fields/pages.ts";
import { f, found, ok, part, z } from "../../shared/http/declare.ts";

export const routes = part();

routes.list("/users", {
  scope: "people",
  operationId: "searchUsers",
  summary: "Find people by handle or name",
  description: "At most ten people whose handle, name, or a later word of the name begins with " +
    "the text, in any case and with any accents: the exact handle first, then handles, names, " +
    "and later words. Leaves out the caller, synthetic and blocked users, and people who block " +
    "the caller. Past 30 searches a minute the answer is 429.",
  filters: {
    limit: pageLimit(10, 10),
    q: f.text(2, 100).openapi({ description: "Matched literally.", example: "ana" }),
  },
  items: { users: f.PersonCard },
  order: whole(({ id }: { id: string }) => id),
}, ({ db, filters: { q } }) => db.rpc("search_users", { p_query: q }));

routes.add("GET /users/{id}", {
  scope: "people",
  operationId: "getUserCard",
  summary: "Get the card of a user",
  description: "The fields of a user that every signed-in user sees. Badges and entries have " +
    "routes of their own.",
  answer: ok("The card", z.object({ user: f.PersonCard })),
  notFound: {
    description: "The user does not exist, or blocks the caller.",
    example: "User not found",
  },
}, async ({ db, params }) => {
  const card = await db.from("profile_cards")
    .select(f.cardColumns).eq("id", params.id).maybeSingle();
  return { user: found(card, "User") };
});

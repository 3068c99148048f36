import { must, ok, part, shaped, z } from "../../shared/http/declare.ts";
import { notInPerson, PersonKeys } from "./fields.ts";

/** The route of the keys of other people. */
export const routes = part();

routes.add("GET /users/{id}/sealed", {
  auth: "account_holder",
  operationId: "getSealedKeysOfUser",
  summary: "Get the public keys of somebody who shares a team with the caller",
  notFound: {
    description: "The person shares no team with the caller, or has not set up sealed notebooks.",
    example: "Sealed account not found",
  },
  answer: ok("The keys", z.object({ account: PersonKeys })),
  refusals: { ...notInPerson, 429: "More than 300 people within an hour." },
}, async ({ db, params }) => {
  const account = await db.rpc("sealed_account_of_person", { p_user_id: params.id });
  return { account: must(shaped(PersonKeys, account)) };
});

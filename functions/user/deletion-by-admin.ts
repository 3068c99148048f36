import { done, f, json, must, part, z } from "../../shared/http/declare.ts";
import { RUN_S, timeOf } from "../../shared/jobs/batches.ts";
import { completeDeletion, requireDeletable } from "./account-deletion.ts";
import { deletionRefusals, onOwned } from "./deletion-fields.ts";

/** The route with which super admins delete accounts of others. */
export const routes = part();

routes.add("DELETE /admin/users/{id}", {
  auth: "super_admin",
  operationId: "deleteUser",
  summary: "Delete the account and the personal data of a user",
  description: "Does what `DELETE /user/account` does. The audit log keeps the reason. The " +
    "erasure is remembered: a restored backup does not bring the user back.",
  notFound: "User",
  body: json(z.object({
    reason: f.text(1, 500).openapi({ example: "Asked for by letter on 3 November" }),
    on_owned: onOwned,
  })),
  answer: done("Account deleted"),
  refusals: {
    409: {
      description: "The user owns organizations with other members, named in the message, and " +
        "they are not handed over, or is the last active super admin, or the caller.",
      codes: ["owns_organizations", "last_super_admin", "conflict"],
    },
    503: deletionRefusals[503],
  },
}, async ({ db, params: { id }, body: { reason, on_owned } }) => {
  await requireDeletable(id);
  const state = must(
    await db.rpc("begin_user_deletion", {
      p_user_id: id,
      p_reason: reason,
      p_on_owned: on_owned,
    }),
  );
  if (state === "deleting") await completeDeletion(id, timeOf(RUN_S));
});

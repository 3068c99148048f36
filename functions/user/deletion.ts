import { z } from "@hono/zod-openapi";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { cron } from "../../shared/http/cron.ts";
import { message } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { jobAnswer, runJob } from "../../shared/jobs/runs.ts";
import { deleteDiscardedFiles } from "../../shared/files/outbox.ts";
import { completeDeletion, requireDeletable } from "./account-deletion.ts";

/** Routes that delete accounts; part of the group. */
export const deletion = group("user", "Deleting one's account");

/** How long (ms) a request works on; the platform ends it at 150 s. */
const BUDGET = 100_000;

deletion.openapi(
  route({
    method: "delete",
    path: "/user/account",
    auth: "user",
    operationId: "deleteAccount",
    summary: "Deletes the caller's account and personal data",
    description: "Cancels the subscription, removes files and personal rows, and last the user. " +
      "From the first moment the account is shut out of everything else. When it is interrupted, " +
      "the same request completes it, and so does a job. The ledger of drops and the audit log " +
      "stay, with the bare id. Sent again after the deletion, it answers as before.",
    body: z.object({
      confirm: z.string().openapi({
        description: "The account's own e-mail address.",
        example: "ana@example.com",
      }),
    }),
    answer: {
      description: "The account is gone",
      schema: message,
      example: { message: "Account deleted" },
    },
    refusals: {
      403: "The account is blocked, or this is an impersonated session.",
      409: "The caller owns organizations with other members, which the message names, or is the " +
        "last active super admin.",
      503: "It is not complete yet: send it again.",
    },
  }),
  async (c) => {
    const { id, sessionId } = c.var.caller;
    await requireDeletable(id);
    // As the service, because who is leaving can do nothing as the caller.
    const state = must(
      await serviceClient().rpc("begin_account_deletion", {
        p_user_id: id,
        p_session_id: sessionId!,
        p_confirm: c.req.valid("json").confirm,
      }),
    );
    if (state === "deleting") await completeDeletion(id, performance.now() + BUDGET);
    return c.json({ message: "Account deleted" }, 200);
  },
);

const counts = ["total", "deleted", "files", "failed", "remaining"] as const;

deletion.openapi(
  route({
    method: "post",
    path: "/user/cron/deletions",
    auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
    operationId: "completeDeletions",
    summary: "Completes deletions that were interrupted, and deletes files that are to go",
    description: "`total` deletions were taken up and `deleted` completed; `files` were deleted " +
      "besides theirs; `remaining` counts the deletions and files that are left for later.",
    answer: { description: "What was done", schema: jobAnswer("Deletions", counts) },
  }),
  async (c) => c.json(await runJob("account-deletions", completeDeletions), 200),
);

async function completeDeletions() {
  const db = serviceClient();
  const deadline = performance.now() + BUDGET;
  const results = { total: 0, deleted: 0, files: 0, failed: 0, errors: [] as string[] };
  const failed = (error: string) => {
    results.failed++;
    if (results.errors.length < 100) results.errors.push(error);
  };

  while (performance.now() < deadline) {
    const userId = must<string | null>(await db.rpc("take_account_deletion"));
    if (!userId) break;
    results.total++;
    try {
      await completeDeletion(userId, deadline);
      results.deleted++;
    } catch (error) {
      failed(`${userId}: ${error instanceof Error ? error.message : error}`);
    }
  }
  while (performance.now() < deadline) {
    const { taken, deleted, errors } = await deleteDiscardedFiles();
    results.files += deleted;
    errors.forEach(failed);
    if (taken === 0) break;
  }

  const remaining = must(await db.rpc("count_account_deletions")) +
    must(await db.rpc("count_storage_deletions"));
  return {
    message: remaining === 0 ? "Nothing is left to delete" : `${remaining} are left for later`,
    results: { ...results, remaining },
    // What failed waits for its time: posting the job again at once would not help it.
    complete: performance.now() < deadline,
  };
}

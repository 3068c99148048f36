import { describeError, log } from "../../shared/base/log.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { deleteDiscardedFiles } from "../../shared/files/outbox.ts";
import { cron, done, json, must, part, z } from "../../shared/http/declare.ts";
import { RUN_S, timeOf } from "../../shared/jobs/batches.ts";
import { backlog } from "../../shared/jobs/runs.ts";
import { completeDeletion, CUSTOMER_S, requireDeletable } from "./account-deletion.ts";
import { deletionRefusals, onOwned } from "./deletion-fields.ts";

/** The routes that delete accounts. */
export const routes = part();

/** How long (s) a batch of files may take to delete. */
const FILES_S = 10;

routes.add("DELETE /user/account", {
  auth: "account_holder",
  operationId: "deleteAccount",
  summary: "Delete the caller's account and personal data",
  description: "Cancels the subscription, deletes files and personal data, and finally the " +
    "user. All other requests of the account are refused from the start of the deletion. An " +
    "interrupted deletion is completed by repeating the request, or by a scheduled job. The " +
    "ledger of drops and the audit log remain, with the id only. Repeating the request after " +
    'the deletion gets the same answer. With `on_owned: "hand_over"`, each organization of ' +
    "the caller that has other members passes to a co-owner, otherwise to an admin, otherwise " +
    "to the member who joined first.",
  body: json(z.object({
    confirm: z.string().openapi({
      description: "The account's e-mail address.",
      example: "ana@example.com",
    }),
    on_owned: onOwned,
  })),
  answer: done("Account deleted"),
  refusals: deletionRefusals,
}, async ({ caller: { id, sessionId }, body: { confirm, on_owned } }) => {
  await requireDeletable(id);
  // Calls as the service, because an account that is being deleted may call nothing else.
  const state = must(
    await serviceClient().rpc("begin_account_deletion", {
      p_user_id: id,
      p_session_id: sessionId!,
      p_confirm: confirm,
      p_on_owned: on_owned,
    }),
  );
  if (state === "deleting") await completeDeletion(id, timeOf(RUN_S));
});

const deletionCounts = ["total", "deleted", "files", "failed", "remaining"] as const;

routes.job("/user/cron/deletions", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "completeDeletions",
  summary: "Run the job that completes interrupted deletions of accounts and files",
  description:
    "Resumes `total` deletions of accounts and completes `deleted` of them. Deletes `files` " +
    "other files. `remaining` deletions and files are left for a later run.",
  job: "account-deletions",
  schema: "Deletions",
  counts: deletionCounts,
}, completeDeletions);

async function completeDeletions() {
  const db = serviceClient();
  const hasTime = timeOf(RUN_S);
  const results = { total: 0, deleted: 0, files: 0, failed: 0 };
  const errors: string[] = [];
  const failed = (error: string) => {
    results.failed++;
    if (errors.length < 100) errors.push(error);
  };

  let accountsTried = false;
  while (hasTime(CUSTOMER_S)) {
    const userId = must(await db.rpc("take_account_deletion"));
    accountsTried = !userId;
    if (!userId) break;
    results.total++;
    try {
      await completeDeletion(userId, hasTime);
      results.deleted++;
    } catch (error) {
      log("warn", "account not deleted", { user_id: userId, error: describeError(error) });
      failed(`${userId}: ${error instanceof Error ? error.message : error}`);
    }
  }
  let filesTried = false;
  while (!filesTried && hasTime(FILES_S)) {
    const batch = await deleteDiscardedFiles();
    results.files += batch.deleted;
    batch.errors.forEach(failed);
    filesTried = batch.taken === 0;
  }

  const remaining = await backlog("account-deletions", "accounts") +
    must(await db.rpc("count_storage_deletions"));
  return {
    message: remaining === 0 ? "Nothing is left to delete" : `${remaining} are left for later`,
    results: { ...results, errors, remaining },
    // Failed deletions are retried later; posting the job again at once would not help.
    complete: accountsTried && filesTried,
  };
}

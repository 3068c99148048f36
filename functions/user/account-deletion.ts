import { env } from "../../shared/base/env.ts";
import { HttpError, notConfigured, unavailable } from "../../shared/base/errors.ts";
import { log } from "../../shared/base/log.ts";
import { authClient, serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { deleteDiscardedFiles } from "../../shared/files/outbox.ts";
import type { HasTime } from "../../shared/jobs/batches.ts";
import { deleteCustomer, REQUEST_S } from "../../shared/providers/stripe.ts";

/** How long (s) the payment provider may take to delete a customer. */
export const CUSTOMER_S = REQUEST_S;

/** Rows erased in one step, which takes well below the statement timeout of 8 s. */
const ROWS = 1000;

/**
 * Continues a deletion that was begun: the payment provider's customer with its subscriptions, files,
 * rows, and finally the user. Each step may be interrupted and repeated, so calling this again
 * completes a deletion that failed or was interrupted.
 *
 * @param hasTime whether there is time for another step.
 * @throws {HttpError} 503 when a provider fails or the time is up.
 */
export async function completeDeletion(userId: string, hasTime: HasTime): Promise<void> {
  const db = serviceClient();
  /** Repeats a step until it returns true. */
  const untilDone = async (step: () => Promise<boolean>) => {
    while (!await step()) {
      if (!hasTime(0)) throw incomplete();
    }
  };
  await endSubscriptions(userId, hasTime);
  must(await db.rpc("discard_account_files", { p_user_id: userId }));
  await untilDone(() => deleteFiles(userId));
  await untilDone(async () =>
    must(await db.rpc("erase_account_rows", { p_user_id: userId, p_limit: ROWS })) === 0
  );
  // Erasing rows may have discarded further files.
  await untilDone(() => deleteFiles(userId));
  await deleteUser(userId);
  must(await db.rpc("finish_account_deletion", { p_user_id: userId }));
}

const incomplete = () =>
  new HttpError(503, "The deletion is still under way, send the request again", {
    headers: { "Retry-After": "5" },
  });

const customersOf = async (userId: string) =>
  must(await serviceClient().rpc("account_payment_customers", { p_user_id: userId }));

/**
 * Refuses a deletion that could not be completed, before it begins and locks the account.
 *
 * @throws {HttpError} 503 when a subscription is active and no payment provider is configured.
 */
export async function requireDeletable(userId: string): Promise<void> {
  if (env("STRIPE_SECRET_KEY")) return;
  if ((await customersOf(userId)).some(({ subscribed }) => subscribed)) {
    throw notConfigured("Payments are not configured, so the subscription cannot be ended");
  }
}

/** Deletes the user's customers at the payment provider, which ends their subscriptions. */
async function endSubscriptions(userId: string, hasTime: HasTime): Promise<void> {
  for (const { customer_id, subscribed } of await customersOf(userId)) {
    if (!subscribed && !env("STRIPE_SECRET_KEY")) {
      log("warn", "customer kept at the payment provider: no key", { user_id: userId });
    } else {
      if (!hasTime(CUSTOMER_S)) throw incomplete();
      await deleteCustomer(customer_id);
    }
  }
}

async function deleteFiles(userId: string): Promise<boolean> {
  const { taken, errors } = await deleteDiscardedFiles({ accountId: userId });
  if (errors.length > 0) {
    throw unavailable("Files could not be deleted, send the request again", new Error(errors[0]));
  }
  return taken === 0;
}

async function deleteUser(userId: string): Promise<void> {
  const { error } = await (await authClient()).admin.deleteUser(userId);
  if (error && error.status !== 404) {
    throw unavailable("The user could not be removed, send the request again", error);
  }
}

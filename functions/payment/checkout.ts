import { env } from "../../shared/base/env.ts";
import { providerFailed } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import type { Caller } from "../../shared/http/caller.ts";
import { createCheckoutSession, createCustomer } from "../../shared/providers/stripe.ts";

/** Whether a price is for sale: one of `STRIPE_PRICE_IDS` (comma-separated), any when unset. */
export function isForSale(priceId: string): boolean {
  const prices = env("STRIPE_PRICE_IDS")?.split(",").map((id) => id.trim()).filter(Boolean);
  return prices?.includes(priceId) ?? true;
}

/**
 * Opens a checkout for a user. The first checkout creates the customer; a new customer replaces a
 * customer that the provider no longer knows.
 */
export async function openCheckout(
  { caller, customerId, ...order }: {
    caller: Caller;
    customerId: string | null;
    priceId: string;
    successUrl: string;
    cancelUrl: string;
  },
): Promise<{ id: string; url: string }> {
  const open = (customerId: string) =>
    createCheckoutSession({ userId: caller.id, customerId, ...order });

  const session = (customerId ? await open(customerId) : null) ??
    await open(await linkCustomer(caller, customerId));
  if (!session) throw providerFailed("The payment provider has lost the customer, try again");
  return session;
}

/** Creates a customer for the user; of several created concurrently, returns the first. */
async function linkCustomer(caller: Caller, replaces: string | null): Promise<string> {
  const made = await createCustomer({ userId: caller.id, email: caller.email, replaces });
  return must(
    await serviceClient().rpc("link_payment_customer", {
      p_user_id: caller.id,
      p_customer_id: made,
      ...(replaces && { p_replaces: replaces }),
    }),
  );
}

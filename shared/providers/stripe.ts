import { sha256 } from "hono/utils/crypto";
import type { Stripe } from "stripe";
import { env, requireEnv } from "../base/env.ts";
import { badField, HttpError, notConfigured, providerFailed } from "../base/errors.ts";

type Sdk = typeof import("stripe");

/** How long (ms) an attempt may take, and how many more there are. */
const TIMEOUT_MS = 15_000;
const RETRIES = 2;

/** How long (s) a request may take, with its attempts and the pauses between them. */
export const REQUEST_S = (RETRIES + 1) * TIMEOUT_MS / 1000 + 3;

/**
 * How far (s) the time of a signature may be from now: someone who has seen a delivery can send it
 * again only for as long.
 */
const TOLERANCE_S = 300;

let sdk: Promise<Sdk> | undefined;

/** Loads the SDK at the first call: its 220 modules take 70 ms. */
function load(): Promise<Sdk> {
  return sdk ??= import("stripe").catch((error) => {
    sdk = undefined;
    throw error;
  });
}

let connection: { key: string; base: string | undefined; client: Stripe } | undefined;

/** Refuses with 503 when there is no key to call the provider with. */
export const requirePayments = (): string => requireEnv("STRIPE_SECRET_KEY", "Payments are");

async function connect(): Promise<Stripe> {
  const key = requirePayments();
  const base = env("STRIPE_API_BASE");
  if (connection?.key !== key || connection.base !== base) {
    const { Stripe } = await load();
    const client = new Stripe(key, {
      ...addressOf(base),
      httpClient: Stripe.createFetchHttpClient(),
      maxNetworkRetries: RETRIES,
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
    connection = { key, base, client };
  }
  return connection.client;
}

function addressOf(base: string | undefined) {
  if (!base) return {};
  const url = URL.parse(base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw notConfigured("Payments are not configured: STRIPE_API_BASE is not a URL");
  }
  const protocol = url.protocol === "http:" ? "http" as const : "https" as const;
  return { host: url.hostname, port: url.port || { http: 80, https: 443 }[protocol], protocol };
}

/**
 * Makes the customer of a user. Two calls within a day make the same customer, because the
 * idempotency key follows from the user.
 *
 * @param replaces a customer the provider no longer knows.
 * @returns the customer's id.
 */
export async function createCustomer(
  { userId, email, replaces }: { userId: string; email: string | null; replaces: string | null },
): Promise<string> {
  const params = { ...(email && { email }), metadata: { user_id: userId } };
  const idempotencyKey = `customer-${userId}-${await sha256([email, replaces])}`;
  const create = (idempotencyKey: string) =>
    call((stripe) => stripe.customers.create(params, { idempotencyKey }));
  try {
    return (await create(idempotencyKey)).id;
  } catch (error) {
    // The provider repeats its own failure for a day under the same key.
    if (!isRepeatedFailure(error)) throw error;
    return (await create(`${idempotencyKey}-${crypto.randomUUID()}`)).id;
  }
}

interface CheckoutOptions {
  userId: string;
  customerId: string;
  priceId: string;
  successUrl: string;
  cancelUrl: string;
}

/**
 * Opens the provider's page where a customer subscribes. Null when the provider does not know the
 * customer (deleted there, or of its test mode).
 */
export async function createCheckoutSession(
  { userId, customerId, priceId, successUrl, cancelUrl }: CheckoutOptions,
): Promise<{ id: string; url: string } | null> {
  const metadata = { user_id: userId };
  const session = await call((stripe) =>
    stripe.checkout.sessions.create({
      mode: "subscription",
      customer: customerId,
      client_reference_id: userId,
      line_items: [{ price: priceId, quantity: 1 }],
      success_url: withPlaceholder(successUrl),
      cancel_url: cancelUrl,
      metadata,
      subscription_data: { metadata },
    }), { line_items: "priceId", success_url: "successUrl", cancel_url: "cancelUrl" })
    .catch(nullIfMissing("customer"));
  if (!session) return null;
  if (!session.url) throw providerFailed("The payment provider gave no address to pay at");
  return { id: session.id, url: session.url };
}

/** The provider puts the session's id in place of this name, which a normal URL escapes. */
const withPlaceholder = (url: string) =>
  url.replaceAll("%7BCHECKOUT_SESSION_ID%7D", "{CHECKOUT_SESSION_ID}");

/**
 * Opens the provider's page where a customer changes or cancels subscriptions. Null when the
 * provider does not know the customer.
 */
export async function createPortalSession(
  { customerId, returnUrl }: { customerId: string; returnUrl: string | undefined },
): Promise<{ url: string } | null> {
  return await call((stripe) =>
    stripe.billingPortal.sessions.create({
      customer: customerId,
      ...(returnUrl && { return_url: returnUrl }),
    }), { return_url: "returnUrl" }).catch(nullIfMissing("customer"));
}

/** The active prices of regular payments, at most 100, with their products. */
export async function listPrices(): Promise<(Stripe.Price & { product: Stripe.Product })[]> {
  const { data } = await call((stripe) =>
    stripe.prices.list({
      active: true,
      type: "recurring",
      limit: 100,
      expand: ["data.product"],
    })
  );
  return data as (Stripe.Price & { product: Stripe.Product })[];
}

/** A subscription as it is now, null when the provider does not know it. */
export function readSubscription(id: string): Promise<Stripe.Subscription | null> {
  return call((stripe) => stripe.subscriptions.retrieve(id)).catch(nullIfMissing("id"));
}

/**
 * Removes a customer at the provider for good, with all personal data there; the subscriptions end
 * at once. A customer that is already gone counts as removed.
 */
export async function deleteCustomer(id: string): Promise<void> {
  await call((stripe) => stripe.customers.del(id)).catch(nullIfMissing("id"));
}

/**
 * The event that a webhook delivers, once its signature and its age have been verified over the
 * raw body. https://docs.stripe.com/webhooks/signature
 *
 * @throws {HttpError} 400 when it is not the provider's, 503 when there is no secret to verify by.
 */
export async function verifyEvent(body: string, signature: string | undefined): Promise<unknown> {
  const secret = requireEnv("STRIPE_WEBHOOK_SECRET", "Payments are");
  if (!signature) throw badField("stripe-signature", "required");
  const { Stripe } = await load();
  // The SDK refuses old times only.
  if (signedAt(signature) > Date.now() / 1000 + TOLERANCE_S) {
    throw badField("stripe-signature", "dated in the future");
  }
  try {
    return await Stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      TOLERANCE_S,
      Stripe.createSubtleCryptoProvider(),
    );
  } catch {
    throw badField("stripe-signature", "does not fit this body, or is too old");
  }
}

/** The time (s since 1970) in the header of a signature; the last one counts, as for the SDK. */
const signedAt = (signature: string): number =>
  Number.parseInt(signature.split(",").findLast((part) => part.startsWith("t="))?.slice(2) ?? "");

/**
 * Calls the provider's API. `fields` names the fields of the caller's input, by the provider's
 * parameters.
 */
async function call<T>(
  work: (stripe: Stripe) => Promise<T>,
  fields: Record<string, string> = {},
): Promise<T> {
  const stripe = await connect();
  try {
    return await work(stripe);
  } catch (error) {
    if (error instanceof stripe.errors.StripeError) throw paymentRefusal(error, fields);
    throw error;
  }
}

/** A refusal of the provider, kept as the cause of ours; of its message nothing goes to the log. */
class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(readonly error: Stripe.errors.StripeError) {
    const { type, statusCode, code, param, requestId } = error;
    super(JSON.stringify({ type, status: statusCode, code, param, request_id: requestId }));
    Object.defineProperty(this, "error", { enumerable: false });
  }
}

function paymentRefusal(
  error: Stripe.errors.StripeError,
  fields: Record<string, string>,
): HttpError {
  const cause = new ProviderError(error);
  const { type, code } = error;
  // The provider words the errors of cards for the customer.
  if (type === "StripeCardError") return new HttpError(400, error.message, { cause });
  // `line_items[0][price]` is of `line_items`.
  const field = fields[error.param?.split("[", 1)[0] ?? ""];
  if (type === "StripeInvalidRequestError" && field) {
    const what = code === "resource_missing" ? "unknown to" : "refused by";
    return badField(field, `${what} the payment provider`, { cause });
  }
  // The cause is the key or the account behind it, not the caller's input.
  if (/^Stripe(InvalidRequest|Authentication|Permission)Error$/.test(type)) {
    return providerFailed("Payments are not set up as they should be", { cause });
  }
  const retryAfter = error.headers?.["retry-after"];
  return providerFailed("The payment provider does not answer at the moment, try again", {
    cause,
    ...(retryAfter && { headers: { "Retry-After": retryAfter } }),
  });
}

function providerError(error: unknown): Stripe.errors.StripeError | undefined {
  if (error instanceof HttpError && error.cause instanceof ProviderError) return error.cause.error;
}

/** Takes the refusal of an unknown object for null. */
const nullIfMissing = (param: string) => (error: unknown): null => {
  const cause = providerError(error);
  if (cause?.code === "resource_missing" && cause.param === param) return null;
  throw error;
};

const isRepeatedFailure = (error: unknown): boolean =>
  providerError(error)?.headers?.["idempotent-replayed"] === "true";

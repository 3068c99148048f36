/** Stripe's objects in the API version that the SDK pins, checked against the SDK's types. */
import { Stripe } from "stripe";

let count = 0;
/** A new identifier in Stripe's format: `cus_...`. */
export const newId = (prefix: string) =>
  `${prefix}_${(++count).toString(36)}${crypto.randomUUID().replaceAll("-", "").slice(0, 14)}`;

/** Seconds since 1970. */
export const now = () => Math.floor(Date.now() / 1000);

const MONTH_S = 30 * 24 * 3600;

export const customer = (fields: Partial<Stripe.Customer> = {}): Stripe.Customer => ({
  id: newId("cus"),
  object: "customer",
  address: null,
  balance: 0,
  created: now(),
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: "TEST",
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: "none",
  test_clock: null,
  ...fields,
});

/** A price by the month, or by the year if its id says so. */
export function price(id: string): Stripe.Price {
  const isYearly = id.includes("yearly");
  return {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now(),
    currency: "eur",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: "prod_premium",
    recurring: {
      interval: isYearly ? "year" : "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "inclusive",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: isYearly ? 5000 : 500,
    unit_amount_decimal: null,
  };
}

export const product = (id: string): Stripe.Product => ({
  id,
  object: "product",
  active: true,
  created: now(),
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: "Premium",
  package_dimensions: null,
  shippable: null,
  tax_code: null,
  tax_details: null,
  type: "service",
  updated: now(),
  url: null,
});

/** The price in the format of the older plans API. */
function plan(id: string): Stripe.Plan {
  return {
    id,
    object: "plan",
    active: true,
    amount: 500,
    amount_decimal: null,
    billing_scheme: "per_unit",
    created: now(),
    currency: "eur",
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: "prod_premium",
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}

export interface SubscriptionFields extends Partial<Omit<Stripe.Subscription, "items">> {
  priceId?: string;
  /** In this API version the field is on the items instead of the subscription. */
  current_period_end?: number;
}

export function subscription(
  { priceId = "price_monthly", current_period_end, ...fields }: SubscriptionFields = {},
): Stripe.Subscription {
  const id = fields.id ?? newId("sub");
  const created = fields.created ?? now();
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created,
    currency: "eur",
    customer: "cus_unknown",
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [{
        id: newId("si"),
        object: "subscription_item",
        billing_thresholds: null,
        created,
        current_period_end: current_period_end ?? created + MONTH_S,
        current_period_start: created,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: plan(priceId),
        price: price(priceId),
        quantity: 1,
        subscription: id,
        tax_rates: [],
      }],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: "active",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
    ...fields,
  };
}

/** An invoice: since API version 2025-03-31 its `parent` names the subscription. */
export const invoice = (of: Stripe.Subscription, fields: Partial<Stripe.Invoice> = {}) => ({
  id: newId("in"),
  object: "invoice",
  amount_due: 500,
  amount_paid: 500,
  amount_remaining: 0,
  billing_reason: "subscription_cycle",
  collection_method: "charge_automatically",
  created: now(),
  currency: "eur",
  customer: of.customer,
  livemode: false,
  metadata: {},
  parent: {
    type: "subscription_details",
    quote_details: null,
    subscription_details: { metadata: of.metadata, subscription: of.id },
  },
  status: "paid",
  ...fields,
} as Stripe.Invoice);

export const checkoutSession = (fields: Partial<Stripe.Checkout.Session>) => {
  const id = newId("cs_test");
  return {
    id,
    object: "checkout.session",
    amount_subtotal: 500,
    amount_total: 500,
    cancel_url: null,
    client_reference_id: null,
    created: now(),
    currency: "eur",
    customer: null,
    customer_account: null,
    customer_details: null,
    customer_email: null,
    expires_at: now() + 24 * 3600,
    invoice: null,
    livemode: false,
    locale: null,
    metadata: {},
    mode: "subscription",
    payment_method_types: ["card"],
    payment_status: "unpaid",
    status: "open",
    subscription: null,
    success_url: null,
    ui_mode: "hosted_page",
    url: `https://checkout.stripe.com/c/pay/${id}`,
    ...fields,
  } as Stripe.Checkout.Session;
};

export const portalSession = (
  fields: Pick<Stripe.BillingPortal.Session, "customer" | "return_url">,
): Stripe.BillingPortal.Session => ({
  id: newId("bps"),
  object: "billing_portal.session",
  configuration: "bpc_default",
  created: now(),
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  url: `https://billing.stripe.com/p/session/test_${crypto.randomUUID()}`,
  ...fields,
});

/** An event with the current state of an object. */
export const event = <T extends object>(
  type: string,
  object: T,
  fields: { id?: string; created?: number; account?: string; api_version?: string } = {},
) => ({
  id: newId("evt"),
  object: "event",
  api_version: Stripe.API_VERSION,
  created: now(),
  data: { object: structuredClone(object) },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  ...fields,
});

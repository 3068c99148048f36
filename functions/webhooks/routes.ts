import { serviceClient } from "../../shared/database/clients.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { created, cron, done, f, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";
import { webhookUrl } from "./address.ts";
import { counts, deliverWebhooks } from "./delivery.ts";
import { Delivery, Webhook, webhookFields } from "./fields.ts";
import { newSecret, requireKeys } from "./sending.ts";

/** The routes of webhooks, which tell programs of a user what changes. */
export const routes = part();

type Card = Omit<z.infer<typeof Webhook>, "secret">;

const notConfigured = {
  description: "Webhooks are not configured on the server.",
  codes: ["not_configured"],
} as const;
const impersonated = {
  description: "A super admin acts as the user.",
  codes: ["impersonated"],
  example: "Only the user may do this, not a super admin acting as the user",
} as const;
const turnedOff = {
  description: "The webhook is turned off.",
  codes: ["webhook_disabled"],
  example: "This webhook is turned off, turn it on first",
} as const;

const webhook = z.object({ webhook: Webhook });
const delivery = z.object({ delivery: Delivery });
const deliveryColumns =
  "id, event_id, type, status, attempts, response_status, next_attempt_at, created_at, last_attempt_at, duration_ms, error";
const columns = "id, url, events, description, is_active, created_at, disabled_at, disabled_reason";
const shown = { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8Jm3kVbXo2s=" };

routes.list(
  "/user/webhooks",
  {
    operationId: "listWebhooks",
    summary: "List the caller's webhooks, newest first",
    items: { webhooks: Webhook },
    order: newestFirst,
  },
  ({ db, start }) => db.rpc("list_webhooks", start).select(columns),
  (row) => ({
    ...row as unknown as Card,
    secret: null,
  }),
);

routes.add("POST /user/webhooks", {
  auth: "account_holder",
  operationId: "createWebhook",
  summary: "Make a webhook",
  description: "The service posts an event to `url` for each change of the kinds in `events`, " +
    "from the creation on: its kind and an id. The events are signed with `secret`. 10 webhooks " +
    "at a time.",
  body: json(
    z.object(webhookFields).extend({
      description: f.absentIfNull(webhookFields.description),
    }),
  ),
  shownOnce: ["secret"],
  answer: created("The webhook, with its secret", webhook, { webhook: shown }),
  refusals: {
    403: {
      description: "The caller has a classroom account, or a super admin acts as the user.",
      codes: ["forbidden", "impersonated"],
      example: "Classroom accounts may not make webhooks",
    },
    409: {
      description: "The caller has 10 webhooks.",
      codes: ["quota_reached"],
      example: "At most 10 webhooks, delete some first",
    },
    429: "More than 100 webhooks on one day.",
    503: notConfigured,
  },
}, async ({ c, caller, body: { url, events, description = "" } }) => {
  requireKeys();
  const p_url = await webhookUrl(url);
  const { secret, encrypted } = await newSecret(caller.id);
  const card = must(
    await serviceClient().rpc("create_webhook", {
      p_user_id: caller.id,
      p_session_id: caller.sessionId,
      p_url,
      p_events: events,
      p_description: description,
      p_secret: encrypted,
    }).select(columns).single(),
  );
  c.header("Cache-Control", "no-store");
  return { webhook: { ...card as unknown as Card, secret } };
});

routes.add("PUT /user/webhooks/{id}", {
  auth: "account_holder",
  operationId: "updateWebhook",
  summary: "Change a webhook",
  description: "Another `url` ends the pending deliveries, as does `is_active: false`. A webhook " +
    "that is turned on again is told of what changes from then on.",
  notFound: "Webhook",
  body: json(
    f.partial(z.object({ ...webhookFields, is_active: z.boolean() }))
      .openapi({ example: { is_active: true } }),
  ),
  answer: ok("The webhook", webhook),
  refusals: { 403: impersonated },
}, async ({ caller, params, body: { url, events, description, is_active } }) => {
  const card = await serviceClient().rpc("update_webhook", {
    p_user_id: caller.id,
    p_session_id: caller.sessionId,
    p_id: params.id,
    p_url: url && await webhookUrl(url),
    p_events: events,
    p_description: description,
    p_is_active: is_active,
  }).select(columns).single();
  return { webhook: { ...must(card) as unknown as Card, secret: null } };
});

routes.add("DELETE /user/webhooks/{id}", {
  operationId: "deleteWebhook",
  summary: "Delete a webhook",
  description: "Also its deliveries.",
  notFound: "Webhook",
  answer: done("Webhook deleted"),
}, async ({ db, params }) => {
  must(await db.rpc("delete_webhook", { p_id: params.id }));
});

routes.add("POST /user/webhooks/{id}/rotate-secret", {
  auth: "account_holder",
  operationId: "rotateWebhookSecret",
  summary: "Give a webhook another secret",
  description: "The secret before it signs beside it for 24 hours.",
  notFound: "Webhook",
  shownOnce: ["secret"],
  answer: ok("The webhook, with its new secret", webhook, { webhook: shown }),
  refusals: { 503: notConfigured },
}, async ({ c, caller, params }) => {
  const { secret, encrypted } = await newSecret(caller.id);
  const card = await serviceClient().rpc("rotate_webhook_secret", {
    p_user_id: caller.id,
    p_session_id: caller.sessionId,
    p_id: params.id,
    p_secret: encrypted,
  }).select(columns).single();
  c.header("Cache-Control", "no-store");
  return { webhook: { ...must(card) as unknown as Card, secret } };
});

routes.add("POST /user/webhooks/{id}/ping", {
  auth: "account_holder",
  operationId: "pingWebhook",
  summary: "Send a test event",
  description: "An event of the type `ping`, within a minute or two. 10 an hour.",
  notFound: "Webhook",
  answer: created("The pending delivery", delivery, {
    delivery: { type: "ping", status: "pending", attempts: 0, response_status: null },
  }),
  refusals: { 409: turnedOff, 429: "More than 10 pings in an hour." },
}, async ({ db, params }) => {
  const made = db.rpc("ping_webhook", { p_id: params.id });
  return { delivery: must(await made.select(deliveryColumns).single()) };
});

routes.list(
  "/user/webhooks/{id}/deliveries",
  {
    operationId: "listWebhookDeliveries",
    summary: "List the deliveries of a webhook, newest first",
    description: "The deliveries of the last 7 days, and older pending ones.",
    notFound: "Webhook",
    items: { deliveries: Delivery },
    order: newestFirst,
  },
  ({ db, params, start }) =>
    db.rpc("list_webhook_deliveries", { p_id: params.id, ...start }).select(deliveryColumns),
);

routes.add("POST /user/webhooks/{id}/deliveries/{deliveryId}/resend", {
  auth: "account_holder",
  operationId: "resendWebhookDelivery",
  summary: "Send an event again",
  description:
    "The same event, with the same `id`, within a minute or two; a delivery that waits for " +
    "its next try does not wait longer. 10 an hour.",
  notFound: ["Webhook", "Delivery"],
  answer: ok("The pending delivery", delivery, {
    delivery: { status: "pending", attempts: 0 },
  }),
  refusals: {
    409: turnedOff,
    429: "More than 10 deliveries sent again in an hour.",
  },
}, async ({ db, params: { id, deliveryId } }) => {
  const sent = db.rpc("resend_webhook_delivery", { p_id: id, p_delivery_id: deliveryId });
  return { delivery: must(await sent.select(deliveryColumns).single()) };
});

routes.job("/user/cron/webhooks", {
  auth: cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "deliverWebhooks",
  summary: "Run the job that sends events to webhooks",
  description:
    "Makes events of changes, and sends the due events, each at least once: after a failure " +
    "again after 1, 5 and 30 minutes, and 2, 5, 10 and 24 hours; then the delivery has failed. A " +
    "run makes up to 500 tries, 50 for one webhook. `total` tries; `remaining` webhooks are due " +
    "and left for the next call; `disabled` ones are turned off after the answer 410 or ten " +
    "tries in five days without a success.",
  job: "webhook-delivery",
  schema: "WebhookDeliveries",
  counts: [...counts, "remaining"],
}, async () => {
  const { remaining, results } = await deliverWebhooks();
  return outcomeOf(remaining, "webhook", "Every event that was due was sent", results);
});

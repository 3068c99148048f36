import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";

const types = [
  "journal_entry",
  "notebook",
  "goal",
  "goal_check_in",
  "streak",
  "satisfaction_entry",
  "action_note",
  "sleep_entry",
  "reminder",
  "share_link",
  "attachment",
  "entry_template",
] as const;

type Event =
  | `${(typeof types)[number]}.${"changed" | "deleted"}`
  | "profile.changed"
  | "notification.created";

export const events: Event[] = [
  ...types.flatMap((type) => [`${type}.changed`, `${type}.deleted`] as const),
  "profile.changed",
  "notification.created",
];

export const webhookEvent = z.enum(events).openapi("WebhookEvent", {
  description: "The name of an event: a type of objects in `GET /sync`, and the kind of change.",
});

/** The fields of a webhook that its owner writes. */
export const webhookFields = {
  url: f.text(1, 2048).openapi({
    format: "uri",
    description: "An https address on port 443, of a host with a public name.",
    example: "https://hooks.example.net/journal",
  }),
  events: z.array(webhookEvent).min(1).openapi({
    example: ["journal_entry.changed", "journal_entry.deleted"],
  }),
  description: f.description.openapi({ example: "Backup of my entries" }),
};

export const Webhook = z.object({
  id: f.uuid,
  ...webhookFields,
  is_active: z.boolean().openapi({ example: true }),
  secret: z.string().nullable().openapi({
    description: "Signs the events. Only in the answers to the creation and to a rotation; " +
      "otherwise null. Nobody can read it again.",
    example: null,
  }),
  created_at: f.timestamp,
  disabled_at: f.timestamp.nullable().openapi({
    description: "When the service turned it off; null otherwise.",
    example: null,
  }),
  disabled_reason: z.enum(["gone", "failing"]).nullable().openapi({
    description: "`gone`: the receiver answered 410; `failing`: ten tries in five days " +
      "without a success.",
    example: null,
  }),
}).openapi("Webhook");

const eventType = z.enum([...events, "ping", "overflow"]).openapi("WebhookEventType");

/** Why a try fails. */
export const DeliveryError = z.enum(["dns", "refused", "tls", "timeout", "status"])
  .openapi("WebhookDeliveryError");
export type DeliveryError = z.infer<typeof DeliveryError>;

export const Delivery = z.object({
  id: f.uuid,
  event_id: f.uuid.openapi({ description: "`id` of the event, and its header `webhook-id`." }),
  type: eventType,
  status: z.enum(["pending", "delivered", "failed"]).openapi("WebhookDeliveryStatus"),
  attempts: z.int().min(0).openapi({ example: 1 }),
  response_status: z.int().nullable().openapi({
    description: "The status of the answer to the last try; null without an answer.",
    example: 200,
  }),
  next_attempt_at: f.timestamp.nullable().openapi({
    description: "Null unless the delivery is pending.",
    example: null,
  }),
  created_at: f.timestamp,
  last_attempt_at: f.timestamp.nullable().openapi({
    description: "When the last try ended; null before the first.",
  }),
  duration_ms: z.int().nullable().openapi({
    description: "The duration of the last try, in milliseconds.",
    example: 84,
  }),
  error: z.union([DeliveryError, z.null()]).openapi({
    description: "Why the last try failed; null when it did not. `dns`: the name has no public " +
      "address; `refused`: no connection, or it broke; `tls`: the certificate or the handshake " +
      "is not valid; `timeout`: no answer within 10 seconds; `status`: an answer outside of 2xx.",
    example: null,
  }),
}).openapi("WebhookDelivery");

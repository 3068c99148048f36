/** The payloads of webhooks: they type the events that the job sends, and stand in the document. */
import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { notificationType } from "../../shared/fields/notification.ts";
import { events } from "./fields.ts";

const payload = <T extends z.ZodType, D extends z.ZodRawShape>(name: string, type: T, data: D) =>
  z.strictObject({
    id: f.uuid.openapi({
      description: "It does not change between tries; also the header `webhook-id`.",
    }),
    type,
    created_at: f.timestamp,
    data: z.strictObject({ id: f.uuid, ...data }),
  }).openapi(name);

const changes = events.filter((event) => event !== "notification.created");

/** The schemas of the payloads, by the kind of event. */
export const payloads = {
  change: {
    summary: "An object of the user has changed or was deleted",
    description: "`data.id` is its id; fetch the object.",
    schema: payload(
      "WebhookChange",
      z.enum(changes).openapi({ example: "journal_entry.changed" }),
      {},
    ),
  },
  notification: {
    summary: "The user has a new notification",
    description: "`data.id` is its id, `data.type` its type.",
    schema: payload(
      "WebhookNotification",
      z.literal("notification.created"),
      { type: notificationType },
    ),
  },
  ping: {
    summary: "The user has asked for a test",
    description: "`data.id` is the id of the webhook.",
    schema: payload("WebhookPing", z.literal("ping"), {}),
  },
  overflow: {
    summary: "Too much has changed: fetch `GET /sync`",
    description: "`data.id` is the id of the webhook.",
    schema: payload("WebhookOverflow", z.literal("overflow"), {}),
  },
};

/** Everything that a webhook gets. */
export const Payload = z.union(
  [payloads.change, payloads.notification, payloads.ping, payloads.overflow]
    .map(({ schema }) => schema),
);

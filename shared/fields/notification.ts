import { z } from "@hono/zod-openapi";
import { timestamp, uuid } from "./basic.ts";

/** The types of notifications, which users can turn off for their devices one by one. */
export const notificationType = z.enum([
  "baton_pass",
  "window_reminder",
  "chain_broken",
  "chain_updated",
  "battle_update",
  "battle_result",
  "team_message",
  "drop_received",
  "badge_reached",
  "mention",
  "step_prompt",
  "assistant_note",
  "organization_joined",
  "organization_invitation",
  "organization_handed_over",
  "relay_message",
  "comment",
  "reaction",
  "reminder",
  "streak_milestone",
]).openapi("NotificationType");

export const UserNotification = z.object({
  id: uuid,
  type: notificationType,
  title: z.string().openapi({ example: "You were mentioned" }),
  body: z.string().openapi({ example: "@ana mentioned you in an entry" }),
  data: z.record(z.string(), z.unknown()).openapi({
    description: "Ids of the subject; `user_id` is the person who caused the notification.",
    example: { entry_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
  }),
  read_at: timestamp.nullable().openapi({ description: "Null while unread.", example: null }),
  created_at: timestamp,
}).openapi("UserNotification");

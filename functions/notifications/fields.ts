import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { notificationType } from "../../shared/fields/notification.ts";

export const UserNotification = z.object({
  id: f.uuid,
  type: notificationType,
  title: z.string().openapi({ example: "You were mentioned" }),
  body: z.string().openapi({ example: "@ana mentioned you in an entry" }),
  data: z.record(z.string(), z.unknown()).openapi({
    description: "Ids of the subject; `user_id` is the person who caused the notification.",
    example: { entry_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7" },
  }),
  read_at: f.timestamp.nullable().openapi({ description: "Null while unread.", example: null }),
  created_at: f.timestamp,
}).openapi("UserNotification");

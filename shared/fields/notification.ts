import { z } from "@hono/zod-openapi";

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
  "token_created",
  "weekly_review",
  "webhook_disabled",
]).openapi("NotificationType");

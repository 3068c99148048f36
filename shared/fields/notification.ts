import { z } from "@hono/zod-openapi";
import * as f from "./basic.ts";

const ofDate = { date: f.date };
const ofEntry = { entry_id: f.uuid, user_id: f.uuid };
const ofBattle = { week_start_date: f.date, team_color: f.teamColor };

/** The fields of `data`, by the type of notification. */
export const notificationData = {
  baton_pass: { date: f.date, user_id: f.uuid },
  window_reminder: ofDate,
  chain_broken: ofDate,
  chain_updated: ofDate,
  battle_update: ofBattle,
  battle_result: ofBattle,
  team_message: { team_id: f.uuid, message_id: f.uuid, user_id: f.uuid },
  drop_received: { drop_id: f.uuid, user_id: f.uuid },
  drop_thanked: { drop_id: f.uuid, user_id: f.uuid },
  badge_reached: { level: z.int(), name: z.string() },
  mention: ofEntry,
  step_prompt: { dream_id: f.uuid },
  assistant_note: { drop_id: f.uuid },
  organization_joined: { org_id: f.uuid, user_id: f.uuid },
  organization_invitation: { org_id: f.uuid, invitation_id: f.uuid, user_id: f.uuid },
  organization_handed_over: { org_id: f.uuid },
  relay_message: { week_start_at: f.date, user_id: f.uuid },
  comment: ofEntry,
  reaction: ofEntry,
  reminder: { reminder_id: f.uuid, goal_id: f.uuid.nullable() },
  streak_milestone: {
    goal_id: f.uuid.nullable(),
    days: z.int(),
    /** A streak of weeks has it. */
    unit: z.literal("week").optional(),
  },
  token_created: { token_id: f.uuid },
  token_expires: { token_id: f.uuid },
  grant_created: { grant_id: f.uuid },
  sealed_device: { slot_id: f.uuid.nullable(), enrolment_id: f.uuid.nullable() },
  weekly_review: { from: f.date, to: f.date, entries: z.int(), words: z.int(), days: z.int() },
  friend_entry: ofEntry,
  friend_joined: { user_id: f.uuid },
  pair_streak_invited: { user_id: f.uuid },
  pair_streak_milestone: { user_id: f.uuid, days: z.int() },
  pair_streak_waiting: { user_id: f.uuid },
  webhook_disabled: { webhook_id: f.uuid, reason: z.enum(["gone", "failing"]) },
} as const;

type Type = keyof typeof notificationData;

const types = Object.keys(notificationData) as [Type, ...Type[]];

/** The types of notifications, which users can turn off for their devices one by one. */
export const notificationType = z.enum(types).openapi("NotificationType");

/** The fields of all notifications. */
const common = z.object({
  id: f.uuid,
  type: notificationType,
  title: z.string().openapi({ example: "You were mentioned" }),
  body: z.string().openapi({ example: "@ana mentioned you in an entry" }),
  read_at: f.timestamp.nullable().openapi({ description: "Null while unread.", example: null }),
  created_at: f.timestamp,
}).openapi("NotificationBase");

type Extended<T extends Type> = z.ZodObject<
  Omit<typeof common.shape, "type"> & {
    type: z.ZodLiteral<T>;
    data: z.ZodObject<(typeof notificationData)[T]>;
  }
>;

/** `MentionNotification` is a notification of the type `mention`. */
const nameOf = (type: Type) =>
  `${type.split("_").map((word) => word[0]!.toUpperCase() + word.slice(1)).join("")}Notification`;

const ofType = <T extends Type>(type: T) =>
  common.extend({ type: z.literal(type), data: z.object(notificationData[type]) })
    .openapi(nameOf(type)) as unknown as Extended<T>;

/** A notification. Its type decides the fields of `data`. */
export const UserNotification = z.discriminatedUnion(
  "type",
  types.map(ofType) as unknown as [{ [T in Type]: Extended<T> }[Type]],
).openapi("UserNotification", {
  description:
    "`data` names the subject; `user_id` in it is the person who caused the notification.",
  example: {
    id: "0b0c3c64-8bd5-4f0e-9e52-0a4f3a7f3a5e",
    type: "mention",
    title: "You were mentioned",
    body: "@ana mentioned you in an entry",
    data: {
      entry_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      user_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
    },
    read_at: null,
    created_at: "2026-11-21T08:30:00+00:00",
  },
});

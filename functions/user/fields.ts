import { z } from "@hono/zod-openapi";
import * as f from "../../shared/fields/basic.ts";
import { version } from "../../shared/fields/client-made.ts";
import { notificationType } from "../../shared/fields/notification.ts";

export const Preferences = z.looseObject({
  theme: z.string().optional().openapi({ example: "dark" }),
  notifications: z.boolean().optional().openapi({
    description: "False turns off pushes to devices.",
    example: true,
  }),
  notification_types: z.partialRecord(notificationType, z.boolean()).optional().openapi({
    description: "False turns off pushes of a type.",
    example: { team_message: false },
  }),
  mosaic_photo: z.boolean().optional().openapi({
    description: "Whether the public mosaics of workout windows show the user's photos. Default " +
      "false: they show initials.",
    example: false,
  }),
  weekly_review: z.boolean().optional().openapi({
    description: "True sends the weekly review as a notification. Default false.",
    example: true,
  }),
  weekly_review_mail: z.boolean().optional().openapi({
    description: "True sends the weekly review by mail. Default false.",
    example: false,
  }),
  friend_done: z.boolean().optional().openapi({
    description: "Whether friends see that the user is done today (`done_today`). Default true; " +
      "false also ends the streaks that the user keeps with friends.",
    example: true,
  }),
  friend_entries: z.boolean().optional().openapi({
    description: "False stops the notifications of friends' entries. Default true.",
    example: true,
  }),
  care_card: z.boolean().optional().openapi({
    description: "False hides the card with helplines below texts that speak of danger to " +
      "oneself. Clients find such texts on the device; default true.",
    example: true,
  }),
  active_tone_pack_id: f.uuid.nullable().optional().openapi({
    description: "The tone pack whose images are shown; null for none, and for a pack that the " +
      "caller may no longer use.",
    example: null,
  }),
}).openapi("Preferences", {
  description: "Settings of clients, at most 16 kB. Other keys are stored unchanged.",
});

export const handle = z.string()
  .regex(/^[A-Za-z0-9_]{3,30}$/, "expected 3 to 30 letters (a-z), digits or underscores")
  .openapi({
    description: "The name for mentions, unique ignoring case. Names that speak for the service, " +
      "such as `admin` and `support`, and names that look like them are reserved.",
    example: "ana_maria",
  });

export const moodAnalysis = z.boolean().openapi({
  description: "True when the service may send the user's entries to the AI provider to find " +
    "their moods. False stops that at once; the provider then gets a text only when the user " +
    "asks for it.",
  example: true,
});

/** The caller's own profile. */
export const Profile = z.object({
  id: f.uuid.openapi({ description: "The user's id." }),
  handle,
  full_name: z.string().nullable().openapi({ example: "Ana María" }),
  avatar_url: z.string().nullable().openapi({
    format: "uri",
    example: "https://example.com/ana.png",
  }),
  preferences: Preferences,
  role: f.userRole.openapi({
    description: "A promotion takes effect with the next access token.",
  }),
  drops_balance: z.int().openapi({ description: "The current balance of drops.", example: 80 }),
  is_ai: z.boolean().openapi({ description: "True for a synthetic user.", example: false }),
  is_active: z.boolean().openapi({ description: "False for a blocked user.", example: true }),
  is_classroom: z.boolean().openapi({
    description: "True for a classroom account.",
    example: false,
  }),
  read_notes_enabled: z.boolean().openapi({
    description: "True when the assistant may read the entries.",
    example: false,
  }),
  check_in_enabled: z.boolean().openapi({
    description: "True when the assistant may check in with the user.",
    example: false,
  }),
  mood_analysis_enabled: moodAnalysis,
  timezone: f.timezone,
  language: f.language,
  journal_email: z.string().nullable().openapi({
    description:
      "A mail from the account's own address to this secret one becomes a journal entry. " +
      "Null when the service receives no mails, and for a super admin acting as the user.",
    example: "journal+9f86d081884c7d659a2f@in.example.com",
  }),
  blocked_user_ids: z.array(f.uuid).openapi({
    description:
      "Users who can send the user no drops and are not matched with the user in chains.",
    example: [],
  }),
  version,
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("Profile");

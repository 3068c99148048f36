/**
 * The objects of a local copy: the rows of the caller, without values that other rows of the copy
 * hold (the name of an entry's notebook, the check-ins of a goal).
 */
import { z } from "@hono/zod-openapi";
import { Attachment } from "../../shared/fields/attachment.ts";
import * as f from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";
import { UserNotification } from "../../shared/fields/notification.ts";
import { sealedAnswer } from "../../shared/fields/sealed.ts";
import { visibility } from "../../shared/fields/visibility.ts";
import { ActionNote, SatisfactionEntry, SleepEntry } from "../engagement/fields.ts";
import { CheckIn, goalColumns } from "../goals/fields.ts";
import { EntryTemplate, Mention, moodSource } from "../journal/fields.ts";
import { Notebook } from "../notebooks/fields.ts";
import { Reminder } from "../reminders/fields.ts";
import { shareLinkColumns } from "../share-links/fields.ts";
import { streakFields, streakUnit } from "../streaks/fields.ts";
import { Profile } from "../user/fields.ts";

const Entry = z.object({
  id: f.uuid,
  user_id: f.uuid,
  title: z.string().openapi({ example: "First frost" }),
  content: z.string().openapi({ example: "Ran along the river with @ben before work." }),
  mood: z.string().nullable().openapi({ example: "grateful" }),
  mood_source: moodSource,
  tags: z.array(z.string().openapi({ example: "running" })),
  notebook_id: f.uuid.nullable().openapi({ example: null }),
  metadata_visibility: visibility,
  content_visibility: visibility,
  team_id: f.uuid.nullable().openapi({ example: null }),
  org_id: f.uuid.nullable().openapi({ example: null }),
  effective_metadata_visibility: visibility,
  effective_content_visibility: visibility,
  mentions: z.array(Mention),
  spotify_track_id: z.string().nullable(),
  version,
  written_at: writtenAt,
  created_at: f.timestamp,
  updated_at: f.timestamp,
  ...sealedAnswer,
}).openapi("SyncedEntry");

const Goal = z.object(goalColumns).openapi("SyncedGoal");

const ShareLink = z.object({ ...shareLinkColumns, user_id: f.uuid }).openapi("SyncedShareLink");
const SyncedAttachment = Attachment.omit({ url: true, thumbnail_url: true })
  .extend({ entry_id: f.uuid, user_id: f.uuid, created_at: f.timestamp }).openapi(
    "SyncedAttachment",
  );

const Streak = z.object({
  id: f.uuid,
  user_id: f.uuid,
  goal_id: f.uuid.nullable().openapi({ description: "Null for the journal.", example: null }),
  unit: streakUnit,
  ...streakFields,
}).openapi("SyncedStreak", {
  description: "As it stood at the time of the answer: time alone ends it without a change.",
});

const Deleted = z.object({
  type: z.enum([
    "journal_entry",
    "notebook",
    "goal",
    "goal_check_in",
    "streak",
    "satisfaction_entry",
    "action_note",
    "sleep_entry",
    "notification",
    "reminder",
    "share_link",
    "attachment",
    "entry_template",
  ]),
  id: f.uuid,
  deleted_at: f.timestamp,
}).openapi("Deleted");

/** A page of changes. */
export const Changes = z.object({
  changes: z.object({
    journal_entries: z.array(Entry),
    notebooks: z.array(Notebook),
    goals: z.array(Goal),
    goal_check_ins: z.array(CheckIn),
    streaks: z.array(Streak),
    satisfaction_entries: z.array(SatisfactionEntry),
    action_notes: z.array(ActionNote),
    sleep_entries: z.array(SleepEntry),
    notifications: z.array(z.intersection(UserNotification, z.object({ user_id: f.uuid }))),
    reminders: z.array(Reminder),
    share_links: z.array(ShareLink),
    attachments: z.array(SyncedAttachment),
    entry_templates: z.array(EntryTemplate.extend({ user_id: f.uuid })).openapi({
      description: "Without the templates of the service.",
    }),
    profile: z.union([Profile.omit({ journal_email: true }), z.null()]).openapi({
      description: "Null when it is unchanged.",
    }),
  }),
  deleted: z.array(Deleted),
  next_cursor: z.string().openapi({
    description: "The `cursor` of the next request; never null.",
    example: "KDEsIjIwMjYtMTEtMjEgMDg6MzA6MDArMDAiLDc1MDo3NTA6LCwsLCwp",
  }),
  has_more: z.boolean().openapi({
    description: "True when more changes are waiting: send the next request at once.",
    example: false,
  }),
  seen: z.object({
    before: z.string().openapi({ example: "0000017592186045120" }),
    without: z.array(z.string()).openapi({ example: [] }),
  }).openapi("SeenPositions", {
    description: "The changes that the copy has when `has_more` is false: a live message whose " +
      "`after` is less than `before`, as text, and none of `without`, tells nothing new.",
  }),
});

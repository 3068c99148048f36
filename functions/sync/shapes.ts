/**
 * The objects of a local copy: the rows of the caller, without what other rows of the copy say (the
 * notebook's name of an entry, the check-ins of a goal).
 */
import { z } from "@hono/zod-openapi";
import { date, timestamp, userRole, uuid } from "../../shared/fields/basic.ts";
import { version, writtenAt } from "../../shared/fields/client-made.ts";
import { checkInStatus, goalStatus } from "../../shared/fields/goals.ts";
import { Mention } from "../../shared/fields/mention.ts";
import { visibility } from "../../shared/fields/visibility.ts";

const times = { created_at: timestamp, updated_at: timestamp };
const sharing = {
  metadata_visibility: visibility,
  content_visibility: visibility,
  team_id: uuid.nullable(),
  org_id: uuid.nullable(),
};

const Entry = z.object({
  id: uuid,
  user_id: uuid,
  title: z.string(),
  content: z.string(),
  mood: z.string().nullable(),
  tags: z.array(z.string()),
  notebook_id: uuid.nullable(),
  ...sharing,
  effective_metadata_visibility: visibility,
  effective_content_visibility: visibility,
  mentions: z.array(Mention),
  spotify_track_id: z.string().nullable(),
  version,
  written_at: writtenAt,
  ...times,
}).openapi("SyncedEntry");

const Notebook = z.object({
  id: uuid,
  user_id: uuid,
  name: z.string(),
  ...sharing,
  version,
  written_at: writtenAt,
  ...times,
}).openapi("SyncedNotebook");

const Goal = z.object({
  id: uuid,
  user_id: uuid,
  title: z.string(),
  description: z.string(),
  target_date: date.nullable(),
  status: goalStatus,
  completed_at: timestamp.nullable(),
  version,
  written_at: writtenAt,
  ...times,
}).openapi("SyncedGoal");

const CheckIn = z.object({
  id: uuid,
  goal_id: uuid,
  user_id: uuid,
  status: checkInStatus,
  notes: z.string(),
  written_at: writtenAt,
  created_at: timestamp,
}).openapi("SyncedGoalCheckIn");

const written = { id: uuid, user_id: uuid, written_at: writtenAt, created_at: timestamp };

const SatisfactionEntry = z.object({ ...written, score: z.int(), note: z.string() })
  .openapi("SyncedSatisfactionEntry");

const ActionNote = z.object({ ...written, content: z.string() }).openapi("SyncedActionNote");

const SleepEntry = z.object({ ...written, date, hours: z.number(), quality: z.int() })
  .openapi("SyncedSleepEntry");

const Notification = z.object({
  id: uuid,
  user_id: uuid,
  type: z.string(),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.unknown()).openapi({ type: "object" }),
  read_at: timestamp.nullable(),
  created_at: timestamp,
}).openapi("SyncedNotification");

const Profile = z.object({
  id: uuid,
  handle: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  preferences: z.record(z.string(), z.unknown()).openapi({ type: "object" }),
  role: userRole,
  drops_balance: z.int(),
  is_ai: z.boolean(),
  is_active: z.boolean(),
  is_classroom: z.boolean(),
  read_notes_enabled: z.boolean(),
  check_in_enabled: z.boolean(),
  timezone: z.string(),
  blocked_user_ids: z.array(uuid),
  version,
  ...times,
}).openapi("SyncedProfile");

const Deleted = z.object({
  type: z.enum([
    "journal_entry",
    "notebook",
    "goal",
    "goal_check_in",
    "satisfaction_entry",
    "action_note",
    "sleep_entry",
    "notification",
  ]),
  id: uuid,
  deleted_at: timestamp,
}).openapi("Deleted");

/** A page of changes. */
export const Changes = z.object({
  changes: z.object({
    journal_entries: z.array(Entry),
    notebooks: z.array(Notebook),
    goals: z.array(Goal),
    goal_check_ins: z.array(CheckIn),
    satisfaction_entries: z.array(SatisfactionEntry),
    action_notes: z.array(ActionNote),
    sleep_entries: z.array(SleepEntry),
    notifications: z.array(Notification),
    profile: z.union([Profile, z.null()]).openapi({ description: "Null when it is unchanged." }),
  }),
  deleted: z.array(Deleted),
  next_cursor: z.string().openapi({ description: "The `cursor` of the next request; never null." }),
  has_more: z.boolean().openapi({
    description: "True when more changes are waiting: send the next request at once.",
  }),
});
export type Changes = z.infer<typeof Changes>;

const at = "2026-11-21T08:30:00.123456+00:00";

export const example: Changes = {
  changes: {
    journal_entries: [],
    notebooks: [{
      id: "0d6f1b9e-3c57-4a8d-9f02-6e1b7c4d5a38",
      user_id: "b3a1c7d2-94e5-4f60-8a17-5d2e9c0f7b46",
      name: "Morning pages",
      metadata_visibility: "team",
      content_visibility: "user",
      team_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
      org_id: null,
      version: 3,
      written_at: at,
      created_at: at,
      updated_at: at,
    }],
    goals: [],
    goal_check_ins: [],
    satisfaction_entries: [],
    action_notes: [],
    sleep_entries: [],
    notifications: [],
    profile: null,
  },
  deleted: [{
    type: "journal_entry",
    id: "9a1f4c62-7be3-4d05-8c9e-2f6b0d7a1e53",
    deleted_at: at,
  }],
  next_cursor: "KDEsIjIwMjYtMTEtMjEgMDg6MzA6MDArMDAiLDc1MDo3NTA6LCwsLCwp",
  has_more: false,
};

import { notificationType } from "../../shared/fields/notification.ts";
import { settings } from "../../shared/fields/settings.ts";
import { publicUrl } from "../../shared/files/addresses.ts";
import { deleteFilesAfterAnswer } from "../../shared/files/outbox.ts";
import {
  changedMeanwhile,
  f,
  ifMatch,
  json,
  must,
  ok,
  part,
  z,
} from "../../shared/http/declare.ts";
import { handle, moodAnalysis, Preferences, Profile } from "./fields.ts";
import { readProfile } from "./profile.ts";

export const routes = part();

routes.add("GET /user/profile", {
  scope: ["account:read"],
  operationId: "getProfile",
  summary: "Get the caller's profile",
  description: "The profile is private; other users see only `handle`, `full_name` and " +
    "`avatar_url`.",
  versioned: true,
  answer: ok("The profile", z.object({ profile: Profile })),
}, async ({ db }) => ({ profile: await readProfile(db) }));

const preferences = Preferences.extend({
  notification_types: z.partialRecord(notificationType, z.boolean().nullable()).nullish().openapi({
    description: "Merged type by type. Null removes a type, or all of them.",
    example: { team_message: false, mention: null },
  }),
}).openapi("PreferencesChange").superRefine((value, context) => {
  // Other keys are free, within the limits of the database.
  const issue = settings.safeParse(value).error?.issues.at(-1);
  if (issue) context.addIssue({ code: "custom", message: issue.message });
});

/** The address of an uploaded picture, which is http on the local platform. */
const ownAddress = z.string().refine((url) => url.startsWith(publicUrl("avatars", "")));

const profileChanges = z.object({
  handle,
  full_name: f.name.nullable().openapi({
    description: "Without invisible characters. Null clears it.",
    example: "Ana María",
  }),
  avatar_url: z.union([f.httpsUrl, ownAddress], "expected an https URL").nullable().openapi({
    description:
      "Null clears it. Another address than that of an uploaded picture deletes its file.",
  }),
  preferences,
  timezone: f.timezone,
  language: f.language,
  mood_analysis_enabled: moodAnalysis,
  blocked_user_ids: z.array(f.uuid).max(1000).openapi({
    description: "Replaces the whole list.",
    example: [],
  }),
});

const constraints = {
  profiles_handle_key: ["handle", "already taken"],
  profiles_handle_reserved_check: ["handle", "reserved, choose another"],
  profiles_full_name_visible_check: ["full_name", "contains invisible characters"],
  profiles_avatar_url_check: ["avatar_url", "expected an https URL"],
  profiles_timezone_check: ["timezone", "expected UTC or an IANA name such as Europe/Madrid"],
  profiles_blocked_user_ids_check: [
    "blocked_user_ids",
    "expected at most 1000, without your own id",
  ],
  profiles_preferences_check: ["preferences", "expected at most 16 kB in all"],
} as const;

routes.add("PUT /user/profile", {
  operationId: "updateProfile",
  summary: "Update the caller's profile",
  description: "Changes only the given fields. Preferences are merged: other keys remain, also " +
    "in `notification_types`. Role, drops and fields of administrators cannot change.",
  versioned: true,
  body: json(
    f.partial(profileChanges).openapi({
      example: { full_name: "Ana María", preferences: { theme: "dark" } },
    }),
  ),
  answer: ok("The updated profile", z.object({ profile: Profile })),
  refusals: {
    403: {
      description: "A super admin who acts as the user changes `mood_analysis_enabled`.",
      codes: ["impersonated"],
      example: "Only the user may do this, not a super admin acting as the user",
    },
    409: {
      description: "The handle is taken.",
      codes: ["handle_taken"],
      example: "handle: already taken",
    },
  },
}, async ({ c, db, body: p_changes }) => {
  const change = db.rpc("update_profile", { p_changes, p_versions: ifMatch(c) });
  if (must(await change.select("id"), constraints).length === 0) {
    throw changedMeanwhile("The profile");
  }
  // Another picture discards an uploaded one.
  if (p_changes.avatar_url !== undefined) deleteFilesAfterAnswer();
  return { profile: await readProfile(db) };
});

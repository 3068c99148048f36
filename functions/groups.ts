/**
 * Where the routes of the features are mounted. A folder is a feature; an endpoint group is what
 * the first part of a path names, and may have routes of several features. Each group is an edge
 * function of its own, and the function `api` serves them all below `/api`.
 *
 * Every group is an export of its own, so that the bundle of a function has the modules of its
 * group alone.
 */
import type { Group } from "../shared/http/declare.ts";

export const auth: Group = {
  name: "auth",
  description: "Verification of access tokens, and impersonation",
  parts: () => [import("./auth/routes.ts"), import("./impersonation/redeeming.ts")],
};

export const user: Group = {
  name: "user",
  description: "The caller's profile, invitations, and export and deletion of the account",
  parts: () => [
    import("./user/routes.ts"),
    import("./user/avatar.ts"),
    import("./calendar/address.ts"),
    import("./user/export.ts"),
    import("./user/archive.ts"),
    import("./user/imports.ts"),
    import("./user/deletion.ts"),
    import("./invitations/receiving.ts"),
  ],
};

export const calendar: Group = {
  name: "calendar",
  description: "Calendars at secret addresses, for calendar apps",
  underApiOnly: true,
  parts: () => [import("./calendar/feed.ts")],
};

export const users: Group = {
  name: "users",
  description: "Other people: their cards, and search by handle or name",
  parts: () => [import("./users/routes.ts")],
};

export const notebooks: Group = {
  name: "notebooks",
  description: "Collections of entries, with a default visibility",
  parts: () => [import("./notebooks/routes.ts")],
};

export const journal: Group = {
  name: "journal",
  description: "Journal entries and their visibility",
  parts: () => [
    import("./journal/attachments.ts"),
    import("./backgrounds/reading.ts"),
    import("./journal/looking-back.ts"),
    import("./journal/responses.ts"),
    import("./share-links/making.ts"),
    import("./journal/routes.ts"),
  ],
};

export const goals: Group = {
  name: "goals",
  description: "Accountability goals and their check-ins",
  parts: () => [import("./goals/routes.ts"), import("./goals/check-ins.ts")],
};

export const reminders: Group = {
  name: "reminders",
  description: "Reminders of the journal and of goals",
  parts: () => [import("./reminders/routes.ts")],
};

export const streaks: Group = {
  name: "streaks",
  description: "Days in a row, their freezes and pauses",
  parts: () => [import("./streaks/routes.ts")],
};

export const sync: Group = {
  name: "sync",
  description: "The caller's own data, for a local copy",
  parts: () => [import("./sync/routes.ts")],
};

export const organizations: Group = {
  name: "organizations",
  description: "Organizations, their members and invitations",
  parts: () => [
    import("./organizations/routes.ts"),
    import("./organizations/members.ts"),
    import("./invitations/sending.ts"),
  ],
};

export const shareLinks: Group = {
  name: "share-links",
  description: "The caller's links to single entries",
  parts: () => [import("./share-links/routes.ts")],
};

export const shared: Group = {
  name: "shared",
  description: "Entries, for whoever has a share link",
  underApiOnly: true,
  parts: () => [import("./share-links/reading.ts")],
};

export const invitations: Group = {
  name: "invitations",
  description: "Links that invite, for people who have not signed in",
  parts: () => [import("./invitations/routes.ts")],
};

export const teams: Group = {
  name: "teams",
  description: "Teams of organizations, their members and their chat",
  parts: () => [
    import("./teams/routes.ts"),
    import("./teams/members.ts"),
    import("./teams/messages.ts"),
  ],
};

export const notifications: Group = {
  name: "notifications",
  description: "Notifications in the app and on devices",
  parts: () => [import("./notifications/routes.ts")],
};

export const email: Group = {
  name: "email",
  description: "Mails to and from the service",
  parts: () => [import("./email/routes.ts")],
};

export const music: Group = {
  name: "music",
  description: "The music that the caller listens to",
  parts: () => [import("./music/connecting.ts"), import("./music/routes.ts")],
};

export const drops: Group = {
  name: "drops",
  description: "The in-app currency: balance, transactions and monthly drops",
  parts: () => [import("./drops/routes.ts")],
};

export const workoutWindow: Group = {
  name: "workout-window",
  description: "Daily windows, chains, squads and teams",
  parts: () => [
    import("./workout-window/windows.ts"),
    import("./workout-window/chains.ts"),
    import("./workout-window/jobs.ts"),
    import("./workout-window/check-ins.ts"),
    import("./workout-window/check-ins-review.ts"),
    import("./workout-window/mosaic.ts"),
    import("./workout-window/battles.ts"),
    import("./workout-window/ai-users.ts"),
  ],
};

export const workoutMosaic: Group = {
  name: "workout-mosaic",
  description: "Drawing of the mosaics of workout windows",
  parts: () => [import("./workout-mosaic/routes.ts")],
};

export const encouragementDrops: Group = {
  name: "encouragement-drops",
  description:
    "Encouragement from user to user, the daily allowance, and badges of those who encourage",
  parts: () => [
    import("./encouragement-drops/routes.ts"),
    import("./encouragement-drops/templates.ts"),
    import("./encouragement-drops/config.ts"),
    import("./encouragement-drops/engagement.ts"),
    import("./encouragement-drops/daily-drops.ts"),
    import("./encouragement-drops/badges.ts"),
  ],
};

export const engagement: Group = {
  name: "engagement",
  description: "Entries about satisfaction, actions and sleep, visible to their owner only",
  parts: () => [import("./engagement/routes.ts")],
};

export const payment: Group = {
  name: "payment",
  description: "Subscriptions through the payment provider",
  parts: () => [import("./payment/routes.ts")],
};

export const ai: Group = {
  name: "ai",
  description: "Tone analysis, generated backgrounds, and token usage",
  parts:
    () => [import("./ai/tone.ts"), import("./backgrounds/generating.ts"), import("./ai/usage.ts")],
};

export const tonePacks: Group = {
  name: "tone-packs",
  description: "Themed images for the tones of entries",
  parts: () => [
    import("./tone-packs/routes.ts"),
    import("./tone-packs/images.ts"),
    import("./tone-packs/sharing.ts"),
    import("./tone-packs/purchases.ts"),
  ],
};

export const chat: Group = {
  name: "chat",
  description: "The assistant: chat, its settings and note analyses",
  parts: () => [
    import("./chat/routes.ts"),
    import("./chat/messages.ts"),
    import("./chat/analyze-notes.ts"),
  ],
};

export const lab: Group = {
  name: "lab",
  description: "The lab: calculators, projects and their replication, competitions, sponsors",
  parts: () => [
    import("./lab/calculating.ts"),
    import("./lab/templates.ts"),
    import("./lab/dreams.ts"),
    import("./lab/replications.ts"),
    import("./lab/videos.ts"),
    import("./lab/competitions.ts"),
    import("./lab/outreach.ts"),
    import("./lab/sponsors.ts"),
    import("./lab/opportunities.ts"),
  ],
};

export const cron: Group = {
  name: "cron",
  description: "Scheduled jobs of the lab",
  parts: () => [import("./lab/jobs.ts")],
};

export const featureFlags: Group = {
  name: "feature-flags",
  description: "Feature flags that are enabled for the caller",
  parts: () => [import("./feature-flags/routes.ts")],
};

export const admin: Group = {
  name: "admin",
  description: "Administration by super admins; every change is recorded in the audit log",
  parts: () => [
    import("./admin/users.ts"),
    import("./drops/admin.ts"),
    import("./admin/audit-log.ts"),
    import("./impersonation/issuing.ts"),
    import("./admin/conversion.ts"),
    import("./organizations/admin.ts"),
    import("./feature-flags/admin.ts"),
    import("./admin/roadmap.ts"),
    import("./admin/settings.ts"),
    import("./admin/imports.ts"),
    import("./lab/kit-waitlist.ts"),
    import("./admin/health.ts"),
  ],
};

export const health: Group = {
  name: "health",
  description: "Liveness of the service",
  parts: () => [import("./health/routes.ts")],
};

/**
 * The groups below `/api`, in the order of the document. `health` and `workoutMosaic` are functions of
 * their own alone.
 */
export const groups: readonly Group[] = [
  auth,
  user,
  calendar,
  users,
  notebooks,
  journal,
  goals,
  reminders,
  streaks,
  sync,
  organizations,
  shareLinks,
  shared,
  invitations,
  teams,
  notifications,
  email,
  music,
  drops,
  workoutWindow,
  encouragementDrops,
  engagement,
  payment,
  ai,
  tonePacks,
  chat,
  lab,
  cron,
  featureFlags,
  admin,
];

/**
 * Where the routes of the features are mounted. A folder is a feature; an endpoint group is what the
 * first part of a path names, and may have routes of several features. Each group is an edge function
 * of its own, and the function `api` serves the groups below `/api`, in the order of this table.
 */
import type { Group } from "../shared/http/declare.ts";

export const groups = {
  auth: {
    description: "Verification of access tokens, and impersonation",
    parts: () => [import("./auth/routes.ts"), import("./impersonation/redeeming.ts")],
  },
  user: {
    description:
      "The caller's profile, personal tokens, webhooks, invitations, and export and deletion of the " +
      "account",
    parts: () => [
      import("./user/routes.ts"),
      import("./user/avatar.ts"),
      import("./personal-tokens/routes.ts"),
      import("./oauth/grants.ts"),
      import("./webhooks/routes.ts"),
      import("./calendar/address.ts"),
      import("./user/export.ts"),
      import("./archive/exporting.ts"),
      import("./archive/own-imports.ts"),
      import("./user/deletion.ts"),
      import("./invitations/receiving.ts"),
    ],
  },
  calendar: {
    description: "Calendars at secret addresses, for calendar apps",
    underApiOnly: true,
    parts: () => [import("./calendar/feed.ts")],
  },
  users: {
    description: "Other people: their cards, and search by handle or name",
    parts: () => [import("./users/routes.ts"), import("./sealed/people.ts")],
  },
  notebooks: {
    description: "Collections of entries, with a default visibility",
    parts: () => [import("./notebooks/routes.ts"), import("./sealed/notebooks.ts")],
  },
  sealed: {
    description: "Keys of the caller for notebooks that only their members can read",
    parts: () => [import("./sealed/account.ts")],
  },
  journal: {
    description: "Journal entries and their visibility",
    parts: () => [
      import("./journal/attachments.ts"),
      import("./backgrounds/reading.ts"),
      import("./journal/looking-back.ts"),
      import("./journal/responses.ts"),
      import("./share-links/making.ts"),
      import("./journal/routes.ts"),
    ],
  },
  "entry-templates": {
    description: "Templates of entries",
    parts: () => [import("./journal/templates.ts")],
  },
  goals: {
    description: "Accountability goals and their check-ins",
    parts: () => [import("./goals/routes.ts"), import("./goals/check-ins.ts")],
  },
  reminders: {
    description: "Reminders of the journal and of goals",
    parts: () => [import("./reminders/routes.ts")],
  },
  insights: {
    description: "Summaries of entries, check-ins, satisfaction and sleep",
    parts: () => [import("./insights/routes.ts"), import("./insights/weekly-review.ts")],
  },
  prompts: {
    description: "Questions to write about",
    parts: () => [import("./prompts/routes.ts")],
  },
  streaks: {
    description: "Days in a row, their freezes and pauses",
    parts: () => [import("./streaks/routes.ts")],
  },
  sync: {
    description: "The caller's own data, for a local copy",
    parts: () => [import("./sync/routes.ts")],
  },
  organizations: {
    description: "Organizations, their members and invitations",
    parts: () => [
      import("./organizations/routes.ts"),
      import("./organizations/members.ts"),
      import("./invitations/sending.ts"),
    ],
  },
  "share-links": {
    description: "The caller's links to single entries",
    parts: () => [import("./share-links/routes.ts")],
  },
  shared: {
    description: "Entries, for holders of a share link",
    underApiOnly: true,
    parts: () => [import("./share-links/reading.ts")],
  },
  invitations: {
    description: "Links that invite people",
    parts: () => [import("./invitations/routes.ts"), import("./invitations/friends.ts")],
  },
  friends: {
    description: "The caller's friends, and what they share",
    parts: () => [import("./friends/routes.ts")],
  },
  reports: {
    description: "Reports of people and of what they write",
    parts: () => [import("./reports/routes.ts")],
  },
  teams: {
    description: "Teams of organizations, their members and their chat",
    parts: () => [
      import("./teams/routes.ts"),
      import("./teams/members.ts"),
      import("./teams/messages.ts"),
    ],
  },
  notifications: {
    description: "Notifications in the app and on devices",
    parts: () => [import("./notifications/routes.ts")],
  },
  email: {
    description: "Mails to and from the service",
    parts: () => [import("./email/routes.ts")],
  },
  music: {
    description: "The music that the caller listens to",
    parts: () => [import("./music/connecting.ts"), import("./music/routes.ts")],
  },
  drops: {
    description: "The in-app currency: balance, transactions and monthly drops",
    parts: () => [import("./drops/routes.ts")],
  },
  "workout-window": {
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
  },
  "encouragement-drops": {
    description: "Encouragement from user to user, the daily allowance, and badges of the senders",
    parts: () => [
      import("./encouragement-drops/routes.ts"),
      import("./encouragement-drops/recordings.ts"),
      import("./encouragement-drops/templates.ts"),
      import("./encouragement-drops/config.ts"),
      import("./encouragement-drops/engagement.ts"),
      import("./encouragement-drops/daily-drops.ts"),
      import("./encouragement-drops/badges.ts"),
    ],
  },
  engagement: {
    description: "Entries about satisfaction, actions and sleep, visible to their owner only",
    parts: () => [import("./engagement/routes.ts")],
  },
  payment: {
    description: "Subscriptions through the payment provider",
    parts: () => [import("./payment/routes.ts")],
  },
  ai: {
    description: "Tone analysis, generated backgrounds, and token usage",
    parts: () => [
      import("./ai/tone.ts"),
      import("./backgrounds/generating.ts"),
      import("./ai/usage.ts"),
    ],
  },
  "tone-packs": {
    description: "Themed images for the tones of entries",
    parts: () => [
      import("./tone-packs/routes.ts"),
      import("./tone-packs/images.ts"),
      import("./tone-packs/sharing.ts"),
      import("./tone-packs/purchases.ts"),
    ],
  },
  chat: {
    description: "The assistant: chat, its settings and note analyses",
    parts: () => [
      import("./chat/routes.ts"),
      import("./chat/messages.ts"),
      import("./chat/analyze-notes.ts"),
    ],
  },
  lab: {
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
  },
  cron: {
    description: "Scheduled jobs of the lab",
    parts: () => [import("./lab/jobs.ts")],
  },
  mcp: {
    description: "Tools for assistants and agents, by the Model Context Protocol",
    parts: () => [import("./mcp/routes.ts"), import("./mcp/resource.ts")],
  },
  oauth: {
    description: "Programs that ask to act for a user, and how they sign in",
    parts: () => [import("./oauth/requests.ts")],
  },
  ".well-known": {
    description: "How programs sign in for the API",
    underApiOnly: true,
    parts: () => [import("./oauth/resource.ts")],
  },
  "feature-flags": {
    description: "Feature flags that are enabled for the caller",
    parts: () => [import("./feature-flags/routes.ts")],
  },
  "client-errors": {
    description: "Errors of the web app, for the log",
    underApiOnly: true,
    parts: () => [import("./health/client-errors.ts")],
  },
  metrics: {
    description: "Figures of the service",
    underApiOnly: true,
    parts: () => [import("./health/metrics.ts")],
  },
  admin: {
    description: "Administration by super admins; every change is recorded in the audit log",
    parts: () => [
      import("./admin/users.ts"),
      import("./user/deletion-by-admin.ts"),
      import("./drops/admin.ts"),
      import("./admin/audit-log.ts"),
      import("./impersonation/issuing.ts"),
      import("./admin/conversion.ts"),
      import("./organizations/admin.ts"),
      import("./feature-flags/admin.ts"),
      import("./admin/roadmap.ts"),
      import("./admin/settings.ts"),
      import("./prompts/admin.ts"),
      import("./reports/admin.ts"),
      import("./archive/admin-imports.ts"),
      import("./lab/kit-waitlist.ts"),
      import("./admin/health.ts"),
    ],
  },
} satisfies Record<string, Group>;

/** Only a function of its own, not below `/api`. */
export const health: Group = {
  description: "Liveness of the service",
  parts: () => [import("./health/routes.ts")],
};

/** The routes that programs call for a sign-in, which are not below `/api`. */
export const authorization: Group = {
  description: "How programs sign in: the authorization server",
  parts: () => [
    import("./oauth/metadata.ts"),
    import("./oauth/authorize.ts"),
    import("./oauth/tokens.ts"),
    import("./oauth/registering.ts"),
  ],
};

/** Only a function of its own: the bundle of `/api` would hold the drawing engine. */
const workoutMosaic: Group = {
  description: "Drawing of the mosaics of workout windows",
  parts: () => [import("./workout-mosaic/routes.ts")],
};

/** The edge functions beside the front door, by name. */
export const ownFunctions: Record<string, Group> = Object.fromEntries(
  Object.entries<Group>({ ...groups, health, "workout-mosaic": workoutMosaic })
    .filter(([, { underApiOnly }]) => !underApiOnly),
);

/** Deliveries to the webhooks of users. */
export const sent = async () => (await import("./webhooks/payloads.ts")).payloads;

/** Routes that a group's own function has beside the routes of the group. */
export const beside: Record<string, Group> = { oauth: authorization };

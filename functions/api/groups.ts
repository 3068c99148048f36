import { openapi } from "../../shared/http/openapi.ts";
import type { Loaders } from "../../shared/http/front-door.ts";
import type { Group } from "../../shared/http/group.ts";
import { introduction } from "./introduction.ts";

const routesOf = async (module: Promise<{ routes: Group }>) => (await module).routes;

/** Every endpoint group by the first part of its paths, in the order of the document. */
const groups: Loaders = {
  auth: () => routesOf(import("../auth/routes.ts")),
  user: () => routesOf(import("../user/routes.ts")),
  calendar: async () => (await import("../user/calendar-feed.ts")).calendarFeed,
  users: () => routesOf(import("../users/routes.ts")),
  notebooks: () => routesOf(import("../notebooks/routes.ts")),
  journal: () => routesOf(import("../journal/routes.ts")),
  goals: () => routesOf(import("../goals/routes.ts")),
  reminders: () => routesOf(import("../reminders/routes.ts")),
  streaks: () => routesOf(import("../streaks/routes.ts")),
  sync: () => routesOf(import("../sync/routes.ts")),
  organizations: () => routesOf(import("../organizations/routes.ts")),
  "share-links": () => routesOf(import("../share-links/routes.ts")),
  shared: async () => (await import("../share-links/shared.ts")).shared,
  invitations: () => routesOf(import("../invitations/routes.ts")),
  teams: () => routesOf(import("../teams/routes.ts")),
  notifications: () => routesOf(import("../notifications/routes.ts")),
  email: () => routesOf(import("../email/routes.ts")),
  music: () => routesOf(import("../music/routes.ts")),
  drops: () => routesOf(import("../drops/routes.ts")),
  "workout-window": () => routesOf(import("../workout-window/routes.ts")),
  "encouragement-drops": () => routesOf(import("../encouragement-drops/routes.ts")),
  engagement: () => routesOf(import("../engagement/routes.ts")),
  payment: () => routesOf(import("../payment/routes.ts")),
  ai: () => routesOf(import("../ai/routes.ts")),
  "tone-packs": () => routesOf(import("../tone-packs/routes.ts")),
  chat: () => routesOf(import("../chat/routes.ts")),
  lab: () => routesOf(import("../lab/routes.ts")),
  cron: () => routesOf(import("../cron/routes.ts")),
  "feature-flags": () => routesOf(import("../feature-flags/routes.ts")),
  admin: () => routesOf(import("../admin/routes.ts")),
};

async function document(): Promise<Group> {
  const { routes: health } = await import("../health/routes.ts");
  return openapi({
    title: "Journaling, accountability and rewards",
    version: "1.0.0",
    description: introduction,
    groups: await Promise.all(Object.values(groups).map((load) => load())),
    outside: [health],
  });
}

/** What the front door serves under `/api`. */
export const mounted: Loaders = { ...groups, "openapi.json": document };

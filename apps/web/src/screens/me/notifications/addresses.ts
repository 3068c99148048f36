/** The address of the screen that a notification is about. */
import type { components } from "@journal/client";

type Notification = components["schemas"]["UserNotification"];
type Type = Notification["type"];
type Data<T extends Type = Type> = Extract<Notification, { type: T }>["data"];

const addresses: { [T in Type]: (data: Data<T>) => string } = {
  mention: ({ entry_id }) => `/journal/${entry_id}`,
  comment: ({ entry_id }) => `/journal/${entry_id}`,
  reaction: ({ entry_id }) => `/journal/${entry_id}`,
  weekly_review: ({ from, to }) => `/journal/insights?from=${from}&to=${to}`,
  streak_milestone: () => "/me/streaks",
  token_created: () => "/me/connections",
  token_expires: () => "/me/connections",
  webhook_disabled: ({ webhook_id }) => `/me/connections/webhooks/${webhook_id}`,
  reminder: ({ goal_id }) => goal_id ? "/today" : "/journal/new",
  drop_received: () => "/people/encouragement",
  assistant_note: () => "/people/encouragement",
  badge_reached: () => "/people/encouragement/badges",
  team_message: ({ team_id }) => `/people/team/${team_id}`,
  // The invitation stands above the user's organizations.
  organization_invitation: () => "/people",
  organization_joined: ({ org_id }) => `/people/organization/${org_id}`,
  organization_handed_over: ({ org_id }) => `/people/organization/${org_id}`,
  window_reminder: () => "/window",
  baton_pass: () => "/window",
  chain_updated: () => "/window",
  chain_broken: () => "/window/days",
  battle_update: ({ week_start_date }) => `/window/battle/${week_start_date}`,
  battle_result: ({ week_start_date }) => `/window/battle/${week_start_date}`,
  step_prompt: ({ dream_id }) => `/lab/dreams/${dream_id}`,
  relay_message: () => "/lab/competitions",
};

/** Undefined for a type of a later version of the service. */
export const addressOf = ({ type, data }: { type: Type; data: Data }): string | undefined =>
  (addresses as Partial<Record<string, (data: Data) => string>>)[type]?.(data);

/** The titles of notifications in the language of the app: the service keeps those of their time. */
import type { components } from "@journal/client";
import { words } from "../../../words/notifications.ts";

type Notification = components["schemas"]["UserNotification"];

/** The bodies of these are names, which no language changes. */
const named: Notification["type"][] = [
  "assistant_note",
  "badge_reached",
  "step_prompt",
  "token_created",
  "token_expires",
  "webhook_disabled",
];

/** The winner of each battle, by its week. */
export type Winners = Map<string, "red" | "blue" | "tie">;

/** The title that the app has for a notification; undefined where only the service has words. */
function ownTitle({ type, data }: Notification, winners?: Winners): string | undefined {
  if (type === "battle_result") {
    const winner = winners?.get(data.week_start_date);
    if (!winner) return undefined;
    const { battle } = words.titles;
    return winner === "tie" ? battle.tie : winner === data.team_color ? battle.won : battle.lost;
  }
  if (type === "reminder") return data.goal_id ? words.titles.checkIn : words.titles.write;
  if (type === "streak_milestone") {
    return (data.unit === "week" ? words.titles.weeks : words.titles.days)({ count: data.days });
  }
  if (type === "sealed_device") return data.slot_id ? words.titles.slot : words.titles.enrolment;
  return (words.titles.types as Partial<Record<string, string>>)[type];
}

/** The texts that a row shows. A sentence of another language than the title is left out. */
export function textOf(
  notification: Notification,
  winners?: Winners,
): { title: string; body: string } {
  const { title, body, type, data } = notification;
  const own = ownTitle(notification, winners);
  const isName = named.includes(type) || type === "reminder" && data.goal_id !== null;
  return {
    title: own ?? title,
    body: !own || own === title || isName ? body : "",
  };
}

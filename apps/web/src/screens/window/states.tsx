/** Words and icons for windows, days and check-ins. */
import type { Answer, components } from "@journal/client";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { clock } from "../../words.ts";
import { words } from "../../words/workout.ts";

type Schemas = components["schemas"];
export type ChainUser = Schemas["WorkoutChainUser"];
export type CheckIn = Schemas["WorkoutCheckIn"];
export type Color = Schemas["WorkoutTeamColor"];
export type DayStatus = Schemas["WorkoutDayStatus"];
export type Window = Schemas["WorkoutWindow"];
export type Mine = Answer<"/api/workout-window/my-window", "get">;

export const activityOf = (
  { activity_type, custom_activity }: Pick<Window, "activity_type" | "custom_activity">,
): string => custom_activity || words.activities[activity_type];

export const TeamChip = ({ color }: { color: Color }) => (
  <span class={`chip team-${color}`}>{words.teams[color]}</span>
);

const icons: Record<DayStatus, IconName> = {
  completed: "check",
  pending: "search",
  failed: "close",
  not_started: "window",
};

export const StatusChip = ({ status, name = words.statuses[status] }: {
  status: DayStatus;
  name?: string;
}) => (
  <span class={`chip status ${status}`}>
    <Icon name={icons[status]} size={14} />
    {name}
  </span>
);

/** A neighbour's day in words; nothing about a person who is hidden from the user. */
export function PersonStatus({ person: { status, opensAt, closesAt } }: { person: ChainUser }) {
  if (!status || !opensAt || !closesAt) return null;
  const now = new Date().toISOString();
  const name = status !== "not_started"
    ? words.statuses[status]
    : now < new Date(opensAt).toISOString()
    ? words.from({ time: clock(opensAt) })
    : now < new Date(closesAt).toISOString()
    ? words.until({ time: clock(closesAt) })
    : words.statuses.not_started;
  return <StatusChip status={status} name={name} />;
}

/** Why a check-in waits for a look, in sentences. */
export const reasonsOf = ({ review_reason }: CheckIn): string[] =>
  review_reason?.split(",").map((reason) =>
    (words.reasons as Record<string, string>)[reason] ?? reason.replaceAll("_", " ")
  ) ?? [];

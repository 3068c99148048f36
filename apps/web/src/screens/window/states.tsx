/** What windows, days and check-ins are called. */
import type { Answer, components } from "@journal/client";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { clock } from "../../words.ts";

type Schemas = components["schemas"];
export type ChainUser = Schemas["WorkoutChainUser"];
export type CheckIn = Schemas["WorkoutCheckIn"];
export type Color = Schemas["WorkoutTeamColor"];
export type DayStatus = Schemas["WorkoutDayStatus"];
export type Window = Schemas["WorkoutWindow"];
export type Mine = Answer<"/api/workout-window/my-window", "get">;

export const activities: Record<Window["activity_type"], string> = {
  cardio: "Cardio",
  strength: "Strength",
  walk: "Walk",
  meditation: "Meditation",
  reading: "Reading",
  homework: "Homework",
  other: "Something else",
};

export const activityOf = (
  { activity_type, custom_activity }: Pick<Window, "activity_type" | "custom_activity">,
): string => custom_activity || activities[activity_type];

export const colors: Record<Color, string> = { red: "Red", blue: "Blue" };

export const TeamChip = ({ color }: { color: Color }) => (
  <span class={`chip team-${color}`}>{colors[color]} team</span>
);

const shown: Record<DayStatus, { name: string; icon: IconName }> = {
  completed: { name: "Checked in", icon: "check" },
  pending: { name: "In review", icon: "search" },
  failed: { name: "Missed", icon: "close" },
  not_started: { name: "Not yet", icon: "window" },
};

export const StatusChip = ({ status, name = shown[status].name }: {
  status: DayStatus;
  name?: string;
}) => (
  <span class={`chip status ${status}`}>
    <Icon name={shown[status].icon} size={14} />
    {name}
  </span>
);

/** What a neighbour's day looks like; nothing about somebody who is hidden from the user. */
export function PersonStatus({ person: { status, opensAt, closesAt } }: { person: ChainUser }) {
  if (!status || !opensAt || !closesAt) return null;
  const now = new Date().toISOString();
  const name = status !== "not_started"
    ? shown[status].name
    : now < new Date(opensAt).toISOString()
    ? `From ${clock(opensAt)}`
    : now < new Date(closesAt).toISOString()
    ? `Until ${clock(closesAt)}`
    : "Not yet";
  return <StatusChip status={status} name={name} />;
}

const reasons: Record<string, string> = {
  outside_window: "It was sent outside of your window.",
  photo_time: "By the camera’s clock the photo is from another time.",
  too_soon: "Your last check-in is less than 12 hours old.",
  photo_seen_before: "This photo has been sent before.",
  late_upload: "It was made in your window and arrived after it.",
};

/** Why a check-in waits for a look, in sentences. */
export const reasonsOf = ({ review_reason }: CheckIn): string[] =>
  review_reason?.split(",").map((reason) => reasons[reason] ?? reason.replaceAll("_", " ")) ?? [];

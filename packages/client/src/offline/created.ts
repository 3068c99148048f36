/** The fields with which a device creates an object anew. Loaded when the user decides a conflict. */
import { every, type New, sharing } from "./fields.ts";
import type { Creatable, Kind } from "./kinds.ts";

const newFields: Record<Creatable, readonly string[]> = {
  journal_entries: every<New<"journal_entries">>()(
    ...["title", "content", "mood", "tags", "notebook_id", "written_at"] as const,
    ...sharing,
  ),
  notebooks: every<New<"notebooks">>()("name", "written_at", ...sharing),
  goals: every<New<"goals">>()(
    ...["title", "description", "target_date", "schedule", "measure", "written_at"] as const,
  ),
  goal_check_ins: every<New<"goal_check_ins">>()(
    ...["goal_id", "status", "notes", "amount", "written_at"] as const,
  ),
  entry_templates: every<New<"entry_templates">>()(
    ...["name", "title", "content", "tags", "notebook_id"] as const,
  ),
  reminders: every<New<"reminders">>()("kind", "goal_id", "local_time", "days", "written_at"),
  satisfaction_entries: every<New<"satisfaction_entries">>()("score", "note", "written_at"),
  action_notes: every<New<"action_notes">>()("content", "written_at"),
  sleep_entries: every<New<"sleep_entries">>()("date", "hours", "quality", "written_at"),
};

/**
 * The fields of a present or former object with which it can be created anew. A form that was open
 * while the entry was deleted may not have its title.
 */
export const creatable = (kind: Kind, fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...kind === "journal_entries" && { title: "" }, ...fields }).filter((
      [name, value],
    ) => value !== null && newFields[kind as Creatable].includes(name)),
  );

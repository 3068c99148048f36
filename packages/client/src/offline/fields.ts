/**
 * The fields that a device writes. Their types come from the service's document: a name too many or
 * too few does not compile.
 */
import type { paths } from "../generated/schema.ts";
import type { Creatable, Kind, Thing } from "./kinds.ts";

type Taken<Path extends keyof paths, Method extends "post" | "put"> = paths[Path] extends
  Record<Method, { requestBody: { content: { "application/json": infer Body } } }> ? Body : never;

/** The bodies of the requests that create an object. */
interface Created {
  journal_entries: Taken<"/api/journal", "post">;
  notebooks: Taken<"/api/notebooks", "post">;
  goals: Taken<"/api/goals", "post">;
  goal_check_ins: Taken<"/api/goals/{id}/check-ins", "post"> & { goal_id: string };
  entry_templates: Taken<"/api/entry-templates", "post">;
  reminders: Taken<"/api/reminders", "post">;
  satisfaction_entries: Taken<"/api/engagement/satisfaction", "post">;
  action_notes: Taken<"/api/engagement/action-notes", "post">;
  sleep_entries: Taken<"/api/engagement/sleep", "post">;
}

/** The bodies of the requests that change an object. */
interface Changed {
  journal_entries: Taken<"/api/journal/{id}", "put">;
  notebooks: Taken<"/api/notebooks/{id}", "put">;
  goals: Taken<"/api/goals/{id}", "put">;
  goal_check_ins: Taken<"/api/goals/{id}/check-ins/{checkInId}", "put">;
  entry_templates: Taken<"/api/entry-templates/{id}", "put">;
  reminders: Taken<"/api/reminders/{id}", "put">;
}

/** The fields that a request to create an object takes, in the open. */
export type New<K extends Creatable> = Exclude<keyof Created[K], "id" | "sealed">;
/** The fields that a change takes and a new object does not. */
type Later<K extends keyof Changed> = Exclude<keyof Changed[K], keyof Created[K]>;

/** Names of a union: every one of them, and no other. */
export const every = <Name extends string>() =>
<const Names extends readonly Name[]>(
  ...names: Names & ([Name] extends [Names[number]] ? unknown : never)
): readonly string[] => names;

/** The fields that together decide who sees an object. */
export const sharing = ["metadata_visibility", "content_visibility", "team_id", "org_id"] as const;

const laterFields: { [K in keyof Changed]: readonly string[] } = {
  journal_entries: every<Later<"journal_entries">>()(),
  notebooks: every<Later<"notebooks">>()(),
  goals: every<Later<"goals">>()("status"),
  goal_check_ins: every<Later<"goal_check_ins">>()(),
  entry_templates: every<Later<"entry_templates">>()(),
  reminders: every<Later<"reminders">>()(),
};

/** Whether only a change takes the field: the service would ignore it in a new object. */
export const isChangeOnly = (kind: Kind, name: string): boolean =>
  laterFields[kind as keyof Changed]?.includes(name) ?? false;

/** The values that the user saw of an edit's fields; of an entry also its mood and audience. */
export const audience: readonly string[] = [...sharing, "notebook_id"];

/**
 * The object as the user saw it, reduced to the fields that an edit writes. An edit of the audience
 * includes all of its fields.
 */
export const baseOf = (kind: Kind, body: object, seen: Thing): Record<string, unknown> =>
  Object.fromEntries(
    [
      ...Object.keys(body),
      ...(kind === "journal_entries" ? ["mood", "mood_source", ...audience] : []),
    ].map((name) => [name, seen[name] ?? (name.endsWith("visibility") ? "user" : null)]),
  );

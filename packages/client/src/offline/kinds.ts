import type { Answer } from "../api.ts";

type Changes = Answer<"/api/sync", "get">["changes"];

/** The objects that a device keeps copies of, by their names in `GET /api/sync`. */
export type Kinds =
  & { [Kind in Exclude<keyof Changes, "profile">]: Changes[Kind][number] }
  & { profile: NonNullable<Changes["profile"]> };

export type Kind = keyof Kinds;

/** The fields of every copy. Objects that several devices may write have a `version`. */
export interface Thing {
  id: string;
  version?: number;
  [field: string]: unknown;
}

type Path = (thing: Record<string, unknown>) => string;

interface Addresses {
  /** The type of a deletion in `GET /api/sync`. */
  deleted?: string;
  /** The address that creates an object. */
  POST?: Path;
  /** The address that changes an object. */
  PUT?: Path;
  /** The address that deletes an object. */
  DELETE?: Path;
  /** Fields whose write replaces only the value that the user saw, and joins a newer one. */
  guarded?: string[];
}

const objects = (collection: Path) => {
  const object: Path = (thing) => `${collection(thing)}/${thing.id}`;
  return { POST: collection, PUT: object, DELETE: object };
};
const below = (path: string) => objects(() => path);

/** All but the mood of an entry: a mood that somebody chooses replaces any. */
const guarded = [
  ...["title", "content", "tags", "notebook_id", "metadata_visibility", "content_visibility"],
  ...["team_id", "org_id"],
];

const table = {
  journal_entries: { deleted: "journal_entry", ...below("/journal"), guarded },
  notebooks: { deleted: "notebook", ...below("/notebooks") },
  goals: { deleted: "goal", ...below("/goals") },
  goal_check_ins: {
    deleted: "goal_check_in",
    ...objects(({ goal_id }) => `/goals/${goal_id}/check-ins`),
  },
  satisfaction_entries: { deleted: "satisfaction_entry", POST: () => "/engagement/satisfaction" },
  action_notes: { deleted: "action_note", POST: () => "/engagement/action-notes" },
  sleep_entries: { deleted: "sleep_entry", POST: () => "/engagement/sleep" },
  streaks: { deleted: "streak" },
  notifications: { deleted: "notification" },
  reminders: { deleted: "reminder", ...below("/reminders") },
  share_links: { deleted: "share_link" },
  attachments: {
    deleted: "attachment",
    DELETE: ({ entry_id, id }) => `/journal/${entry_id}/attachments/${id}`,
  },
  entry_templates: { deleted: "entry_template", ...below("/entry-templates") },
  profile: { PUT: () => "/user/profile" },
} satisfies Record<Kind, Addresses>;

/** The addresses for the writes of a device, below `/api`. */
export const addresses: Record<Kind, Addresses> = table;

type Addressed<Method extends "POST" | "PUT" | "DELETE"> = {
  [K in Kind]: typeof table[K] extends { [M in Method]: Path } ? K : never;
}[Kind];

/** The kinds that a device creates without a network. */
export type Creatable = Addressed<"POST">;
/** The kinds that a device changes without a network. */
export type Changeable = Addressed<"PUT">;
/** The kinds that a device deletes without a network. */
export type Removable = Addressed<"DELETE">;

export const kinds = Object.keys(addresses) as Kind[];

type Shown =
  | keyof Answer<"/api/journal", "post">["entry"]
  | keyof Answer<"/api/journal/{id}", "get">["entry"];

/** The fields that an answer adds to an entry. `GET /api/sync` does not tell when they change. */
const added: Record<Exclude<Shown, keyof Kinds["journal_entries"]>, true> = {
  attachment_count: true,
  attachments: true,
  author: true,
  comment_count: true,
  content_hidden: true,
  effective_org_id: true,
  effective_team_id: true,
  notebook: true,
  own_reaction: true,
  picture: true,
  reactions: true,
  tone_image_url: true,
  track: true,
};

/** An object of an answer as `GET /api/sync` has it. */
export const copyOf = (kind: Kind, thing: Thing): Thing =>
  kind === "journal_entries"
    ? Object.fromEntries(Object.entries(thing).filter(([name]) => !(name in added))) as Thing
    : thing;

/**
 * Whether a copy is a record, of an entry that is sealed: `openSealed` alone has its text, and writes it.
 */
export const isRecord = (copy: object | null | undefined): boolean =>
  !!(copy as { sealed?: { record?: string } | null } | null | undefined)?.sealed?.record;

/** The kind of a deletion; undefined for a kind that this client does not know yet. */
/** The service's name for the type of a kind. */
export const typeOf = (kind: Kind): string | undefined => addresses[kind].deleted;

export const kindOfDeletion = (type: string): Kind | undefined =>
  kinds.find((kind) => addresses[kind].deleted === type);

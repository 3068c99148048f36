import type { Answer } from "../api.ts";

type Changes = Answer<"/api/sync", "get">["changes"];

/** What a device keeps copies of, by the names of `GET /api/sync`. */
export type Kinds =
  & { [Kind in Exclude<keyof Changes, "profile">]: Changes[Kind][number] }
  & { profile: NonNullable<Changes["profile"]> };

export type Kind = keyof Kinds;

/** What every copy has. `version` is there where several devices may write the object. */
export interface Thing {
  id: string;
  version?: number;
  [field: string]: unknown;
}

interface Addresses {
  /** The type of a deletion in `GET /api/sync`. */
  deleted?: string;
  /** Where an object is created. */
  collection?: (fields: Record<string, unknown>) => string;
  /** Where one object is written. */
  object?: (thing: Record<string, unknown>) => string;
  /** Fields whose overwriting by another device the user has to see. */
  guarded?: string[];
  /** Fields that only a change takes: the service would ignore them in a new object. */
  changeOnly?: string[];
}

const below = (path: string): Pick<Addresses, "collection" | "object"> => ({
  collection: () => path,
  object: ({ id }) => `${path}/${id}`,
});
const checkIns = ({ goal_id }: Record<string, unknown>) => `/goals/${goal_id}/check-ins`;

/** Where the service takes what a device has written, below `/api`. */
export const addresses: Record<Kind, Addresses> = {
  journal_entries: { deleted: "journal_entry", ...below("/journal"), guarded: ["content"] },
  notebooks: { deleted: "notebook", ...below("/notebooks") },
  goals: { deleted: "goal", ...below("/goals"), changeOnly: ["status"] },
  goal_check_ins: {
    deleted: "goal_check_in",
    collection: checkIns,
    object: (thing) => `${checkIns(thing)}/${thing.id}`,
  },
  satisfaction_entries: {
    deleted: "satisfaction_entry",
    collection: () => "/engagement/satisfaction",
  },
  action_notes: { deleted: "action_note", collection: () => "/engagement/action-notes" },
  sleep_entries: { deleted: "sleep_entry", collection: () => "/engagement/sleep" },
  streaks: { deleted: "streak" },
  notifications: { deleted: "notification" },
  reminders: { deleted: "reminder", ...below("/reminders") },
  share_links: { deleted: "share_link" },
  attachments: {
    deleted: "attachment",
    object: ({ entry_id, id }) => `/journal/${entry_id}/attachments/${id}`,
  },
  profile: { object: () => "/user/profile" },
};

export const kinds = Object.keys(addresses) as Kind[];

/** The kind of a deletion; undefined for one that this client does not know yet. */
export const kindOfDeletion = (type: string): Kind | undefined =>
  kinds.find((kind) => addresses[kind].deleted === type);

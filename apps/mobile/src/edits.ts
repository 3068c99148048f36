/** Edits of sealed entries that are not saved, each with what a new entry needs if the entry goes. */
import { draftNames, dropDraft, keepDraft, readDraft } from "./drafts";
import type { SealedEntry } from "./sealed";

type Rest = Pick<SealedEntry, "written_at" | "mood" | "tags"> & { notebook_id: string };

export interface Editing {
  /** The values from which the edit began: what another device writes meanwhile is joined with it. */
  base: { title: string; content: string };
  title: string;
  content: string;
  /** The rest of the entry. */
  rest: Rest;
  /** The id of the new entry, should the entry go: a second attempt to save writes it once. */
  anew: string;
}

const EDIT = "edit/";

export function beginEdit(entry: SealedEntry): Editing {
  const { title, content, notebook_id, written_at, mood, tags } = entry;
  const base = { title, content };
  // A sealed entry is always in a notebook.
  const rest = { notebook_id: notebook_id!, written_at, mood, tags };
  return { base, ...base, rest, anew: crypto.randomUUID() };
}

export const readEdit = (id: string): Editing | undefined => readDraft(EDIT + id);
export const hasEdit = (id: string): boolean => readEdit(id) !== undefined;
export const keepEdit = (id: string, edit: Editing): void => keepDraft(EDIT + id, edit);
export const dropEdit = (id: string): void => dropDraft(EDIT + id);

/** The ids of the entries with such an edit. */
export const unsavedEdits = (): string[] => draftNames(EDIT).map((name) => name.slice(EDIT.length));

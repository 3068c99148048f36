/**
 * Sealed notebooks as other screens know them. It is empty until screens/sealed/device.ts, which
 * brings the keys, is loaded.
 */
import { computed, signal } from "@preact/signals";
import type { Sealed, SealedEntry, SealedFile } from "@journal/client/sealed";
import type { Joined } from "@journal/client";
import { type Notebook, notebooks, offline, type OwnEntry } from "./service.ts";

/** An opened entry, with what the service knows of it. Its author has it among the own entries. */
export type Opened = OwnEntry & { failure: SealedEntry["failure"]; files: SealedFile[] };

/** The draft that says that this device has keys. It keeps no secret. */
export const SEALED = "sealed";

/** The draft with the id of the sealed notebook into which the entries of an open one move. */
export const sealingOf = (notebookId: string): string => `sealing/${notebookId}`;

/** Null until something sealed is touched. */
export const device = signal<Sealed | null>(null);
/**
 * An unsaved edit that this device has sealed, of an entry that another device has moved out since. It
 * stays sealed until its person opens it: the word of the service opens no text.
 */
export function leftEdit(id: string): { title: string; content: string } | null {
  const kept = device.value?.drafts.get(id) as
    | { leaves?: boolean; fields: { title: string; content: string } }
    | undefined;
  return kept && !kept.leaves ? kept.fields : null;
}

/** Whether one side of a conflict is the record of an entry that was sealed on another device. */
export const isRecord = (side: object | null | undefined): boolean =>
  !!(side as { sealed?: { record?: string } | null } | null | undefined)?.sealed?.record;

/** The entries of all members, by their ids; none while the device is locked. */
export const openedEntries = signal<ReadonlyMap<string, Opened>>(new Map());
/** Edits of sealed entries that were joined with another edit by the user. */
export const sealedJoins = signal<readonly Joined[]>([]);
/** The notebooks of others in which the user is a member. The service knows their names. */
export const others = signal<readonly Notebook[]>([]);
/** The notebooks that this device has seen sealed. */
export const sealedIds = signal<readonly string[]>([]);
/** The notebooks in which nothing can be written here any more. */
export const readOnly = signal<readonly string[]>([]);

/** The own notebooks, and the sealed ones of others. */
export const allNotebooks = computed(() => [
  ...notebooks.value,
  ...others.value.filter(({ id }) => !notebooks.value.some((own) => own.id === id)),
]);

export const isSealedNotebook = (id: string | null | undefined): boolean =>
  !!id && (sealedIds.value.includes(id) || offline.isSealed(id) ||
    allNotebooks.value.some((each) => each.id === id && each.is_sealed));

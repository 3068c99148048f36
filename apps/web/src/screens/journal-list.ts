import { entries, type OwnEntry } from "../service.ts";
import type { words } from "../words/journal.ts";

/** The authors whose entries are listed. */
export type Scope = keyof typeof words.scopes;

/**
 * The address of the list of entries. It stays while entries are opened beside the list. `calendar`
 * is the address of the calendar when entries are opened from there.
 */
export const list = {
  filter: new URLSearchParams(),
  calendar: "",
  /** The entries that the service has found for it. */
  found: [] as { id: string; title: string }[],
};

export const listAddress = () => {
  if (list.calendar) return list.calendar;
  const text = list.filter.toString();
  return `/journal${text && `?${text}`}`;
};

/** The own entries that the list shows: of a notebook, or with a tag, newest first. */
export function listed(filter: URLSearchParams): OwnEntry[] {
  const notebook = filter.get("notebook");
  const tag = filter.get("tag")?.toLowerCase();
  return entries.value.filter((entry) =>
    (!notebook || entry.notebook_id === notebook) &&
    (!tag || entry.tags?.some((each) => each.toLowerCase() === tag))
  );
}

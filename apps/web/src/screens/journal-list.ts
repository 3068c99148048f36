import { entries, type OwnEntry } from "../service.ts";
import type { words } from "../words/journal.ts";

/** Whose entries are listed. */
export type Scope = keyof typeof words.scopes;

/**
 * Where the list of entries is. It stays the same while entries are opened beside it. `calendar` is
 * where the calendar is, when entries are opened from there.
 */
export const list = {
  filter: new URLSearchParams(),
  calendar: "",
  /** What the service has found for it. */
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

import { entries, offline, type OwnEntry } from "../service.ts";
import { groups } from "../groups.ts";
import { isSealedNotebook, openedEntries } from "../sealed.ts";
import { words } from "../words/journal.ts";
import { toneOf } from "./editor/moods.ts";

/** The authors whose entries are listed. */
export type Scope = keyof typeof words.scopes;

/** The scopes with their names: teams and organizations for those alone who are in one. */
export function shownScopes(): [Scope, string][] {
  const { hasTeams, hasOrganizations } = groups();
  return (Object.entries(words.scopes) as [Scope, string][]).filter(([scope]) =>
    scope === "team" ? hasTeams : scope === "org" ? hasOrganizations : true
  );
}

/**
 * The address of the list of entries. It stays while entries are opened beside the list. `calendar`
 * is the address of the calendar when entries are opened from there.
 */
export const list = {
  filter: new URLSearchParams(),
  calendar: "",
  /** The entries that the service has found for it. */
  found: [] as { id: string; title: string; content: string | null; written_at: string }[],
};

export const listAddress = () => {
  if (list.calendar) return list.calendar;
  const text = list.filter.toString();
  return `/journal${text && `?${text}`}`;
};

/** The own entries, and those of other members of sealed notebooks that this device has opened. */
function inSealed(): OwnEntry[] {
  const others = [...openedEntries.value.values()]
    .filter(({ user_id }) => user_id !== offline.userId);
  return others.length
    ? [...entries.value, ...others].sort((a, b) => a.written_at < b.written_at ? 1 : -1)
    : entries.value;
}

/**
 * The own entries that the list shows: of a notebook, or with a tag, newest first. A sealed notebook
 * has the entries of all its members.
 */
export function listed(filter: URLSearchParams): OwnEntry[] {
  const notebook = filter.get("notebook");
  const tag = filter.get("tag")?.toLowerCase();
  const all = isSealedNotebook(notebook) ? inSealed() : entries.value;
  return all.filter((entry) =>
    (!notebook || entry.notebook_id === notebook) &&
    (!tag || entry.tags?.some((each) => each.toLowerCase() === tag))
  );
}

/** The moments between which entries are listed; the last one excluded. */
export function boundsOf(filter: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = ["from", "to"].map((name) => {
    const date = new Date(`${filter.get(name)}T00:00`);
    return Number.isNaN(date.valueOf()) ? undefined : date;
  });
  to?.setDate(to.getDate() + 1);
  return { from: from?.toISOString(), to: to?.toISOString() };
}

/** The own entries with the mood or of the tone, of the days and in the notebook, newest first. */
export function narrowed(filter: URLSearchParams): OwnEntry[] {
  const [mood, tone] = [filter.get("mood")?.toLowerCase(), filter.get("tone")];
  const { from, to } = boundsOf(filter);
  const [first, end] = [from ? Date.parse(from) : -Infinity, to ? Date.parse(to) : Infinity];
  return listed(filter).filter((entry) => {
    if (mood && entry.mood?.toLowerCase() !== mood) return false;
    if (tone && (!entry.mood || toneOf(entry.mood) !== tone)) return false;
    const at = Date.parse(entry.written_at);
    return at >= first && at < end;
  });
}

/** The conditions of the list of entries beside a notebook, a tag and sought words. */
import type { OwnEntry } from "../../service.ts";
import { toneOf } from "../editor/moods.ts";
import { listed } from "../journal-list.ts";

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

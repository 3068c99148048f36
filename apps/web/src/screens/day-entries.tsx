import { entriesByDay } from "../days.ts";
import { EntryRow } from "./entry-row.tsx";

/** The entries that the user wrote on a date, from the copies on the device. */
export function DayEntries({ date, none }: { date: string; none: string }) {
  const found = entriesByDay.value.get(date) ?? [];
  if (!found.length) return <p class="hint">{none}</p>;
  return <ul class="rows">{found.map((entry) => <EntryRow key={entry.id} entry={entry} />)}</ul>;
}

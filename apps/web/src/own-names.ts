import { nameOfEntry } from "./names.ts";
import { entries } from "./service.ts";
import { words } from "./words/me.ts";

/** The name of an entry of the user by the copy on the device: answers that refer to it have less. */
export function nameOfOwn(id: string): string {
  const entry = entries.value.find((each) => each.id === id);
  return entry ? nameOfEntry(entry) : words.anEntry;
}

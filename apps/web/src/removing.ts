/** Deletes an entry, with time to undo it. */
import { say, UNDO } from "./parts/dialog.tsx";
import { removals, removing } from "./service.ts";
import { words } from "./words/rows.ts";

/**
 * Hides an entry at once, and removes it when it was not undone for ten seconds, or when the app goes
 * out of sight, or the user signs out, before.
 */
export function removeSoon(id: string, remove: () => Promise<void>): void {
  removing.value = [...removing.value, id];
  let isOver = false;
  const end = async (isRemoved: boolean) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    removals.delete(now);
    document.removeEventListener("visibilitychange", hide);
    if (isRemoved) await remove();
    removing.value = removing.value.filter((each) => each !== id);
  };
  const now = () => end(true);
  const hide = () => document.visibilityState === "hidden" && now();
  const timer = setTimeout(now, UNDO);
  removals.add(now);
  document.addEventListener("visibilitychange", hide);
  say(words.deleted, { name: words.undo, run: () => void end(false) });
}

/** Moves out that a sync has ended, because something has changed since their person began them. */
import { signal } from "@preact/signals";
import type { Sealed } from "@journal/client/sealed";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { offline } from "../../service.ts";

const STOPPED = "stopped-moves";

/** The entries that are still sealed after such a move, until their person decides again. */
export const stopped = signal<readonly string[]>([]);
export const readStopped = (): void => void (stopped.value = readDraft(STOPPED) ?? []);

/** The entries whose move out had begun before a sync. */
let begun: string[] = [];

function keep(ids: string[]): void {
  stopped.value = [...new Set(ids)];
  if (stopped.value.length) keepDraft(STOPPED, stopped.value);
  else dropDraft(STOPPED);
}

/** The person of the entry knows, and decides again. */
export function forgetStopped(id: string): void {
  begun = begun.filter((each) => each !== id);
  if (stopped.value.includes(id)) keep(stopped.value.filter((each) => each !== id));
}

/** Syncs, and notes the moves that have ended while their entries stayed sealed. */
export async function syncing(made: Sealed): Promise<void> {
  const { entries } = made;
  const isBegun = (id: string) => entries.begunMoveOut(id) !== null;
  begun = [...new Set([...begun, ...entries.unfinishedMoves.filter(isBegun)])];
  // After a failure this device may not know yet that an entry has moved.
  await made.sync();
  // A locked device knows of no move.
  if (made.state !== "open") return;
  const ended = begun.filter((id) => !isBegun(id));
  begun = begun.filter(isBegun);
  const isSealed = (id: string) => offline.get("journal_entries", id)?.is_sealed === true;
  const all = [...stopped.value, ...ended];
  if (all.length) keep(all.filter(isSealed));
}

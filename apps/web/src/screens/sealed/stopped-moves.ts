/** Moves out that a sync has ended, because something has changed since their person began them. */
import { signal } from "@preact/signals";
import type { Sealed } from "@journal/client/sealed";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { offline } from "../../service.ts";
import { words } from "../../words/sealed.ts";

const STOPPED = "stopped-moves";

/** Why the service refuses a move out, by its code. */
export const reasons = (): Record<string, string> => ({
  has_comments: words.moveOutComments,
  has_attachments: words.moveOutFiles,
  files_wait: words.moveOutFilesWait,
  other_readers: words.moveOutOthers,
});

type Stopped = Readonly<Record<string, string>>;

/**
 * The entries that are still sealed after such a move, until their person decides again, with the code
 * of the refusal. It is empty where another window has synced.
 */
export const stopped = signal<Stopped>({});
export const readStopped = (): void => void (stopped.value = readDraft(STOPPED) ?? {});

/** The words about such a move; undefined where there is none. */
export function textOfStopped(id: string): string | undefined {
  const code = stopped.value[id];
  if (code === undefined) return undefined;
  return `${words.moveOutStays} ${reasons()[code] ?? words.moveOutStopped}`;
}

/** The entries whose move out had begun before a sync. */
let begun: string[] = [];

function keep(all: Stopped, isKept: (id: string) => boolean): void {
  stopped.value = Object.fromEntries(Object.entries(all).filter(([id]) => isKept(id)));
  if (Object.keys(stopped.value).length) keepDraft(STOPPED, stopped.value);
  else dropDraft(STOPPED);
}

/** The person of the entry knows, and decides again. */
export function forgetStopped(id: string): void {
  begun = begun.filter((each) => each !== id);
  if (id in stopped.value) keep(stopped.value, (each) => each !== id);
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
  // A refused move whose files are under way stays begun.
  const ended = begun.filter((id) => !isBegun(id) || entries.refusalOfMove(id));
  begun = begun.filter(isBegun);
  const isSealed = (id: string) => offline.get("journal_entries", id)?.is_sealed === true;
  const codes = ended.map((id) => [id, entries.refusalOfMove(id) ?? ""]);
  const all = { ...stopped.value, ...Object.fromEntries(codes) };
  if (Object.keys(all).length) keep(all, isSealed);
}

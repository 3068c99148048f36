/** Where the draft of the editor lies: openly, or under the key of the device for a sealed notebook. */
import { signal } from "@preact/signals";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import { device } from "../../sealed.ts";
import { offline } from "../../service.ts";
import type { Fields } from "./fields.ts";
import { keepFiles } from "./files-to-add.tsx";

export interface Draft {
  /** The fields that the user saw when the edit began. */
  before: Fields;
  fields: Fields;
  /** The entry that every attempt to save writes. */
  id?: string;
  /** Whether its author moves the entry out of a sealed notebook. */
  leaves?: boolean;
}

export interface DraftStore {
  read(): Draft | null;
  keep(draft: Draft): void;
  drop(): void;
  keepFiles(files: Blob[]): void;
}

/** At once: a window may be closed before the next frame. */
const openly = (name: string): DraftStore => ({
  read: () => readDraft<Draft>(name) ?? takenAlong(name),
  keep(draft) {
    // A sealed text that waits under this name is older.
    waiting.delete(name);
    keepDraft(name, draft);
  },
  drop: () => dropDraft(name),
  keepFiles: (files) => void keepFiles(name, files),
});

/** Milliseconds after which the device seals what was typed; its storage has no quicker way. */
const PAUSE = 300;
/** Texts that the device has not kept yet, by the names of the drafts. */
const waiting = new Map<string, Draft>();
let timer: ReturnType<typeof setTimeout>;
/** False while the device has no room for a text that waits. */
export const hasRoom = signal(true);

/** Keeps what waits. A failure of the storage waits for the next time. */
async function keepWaiting(): Promise<void> {
  clearTimeout(timer);
  const made = device.value;
  // While the device is locked nothing is written on it.
  if (made?.state !== "open") return;
  const all = await Promise.allSettled([...waiting].map(async ([name, draft]) => {
    const leaves = !!made.entries.begunMoveOut(name);
    await made.drafts.keep(name, { ...draft, leaves });
    if (waiting.get(name) !== draft) return;
    waiting.delete(name);
    // Not before: until then it is the only text that outlasts the window.
    dropDraft(name);
  }));
  hasRoom.value = all.every(({ status }) => status === "fulfilled");
}
document.addEventListener("visibilitychange", () => void (document.hidden && keepWaiting()));

const sealed = (name: string): DraftStore => ({
  // A text that was begun openly goes on here.
  read: () =>
    waiting.get(name) ?? readDraft<Draft>(name) ?? device.value?.drafts.get(name) as Draft ?? null,
  keep(draft) {
    waiting.set(name, draft);
    clearTimeout(timer);
    timer = setTimeout(keepWaiting, PAUSE);
  },
  drop() {
    dropDraft(name);
    waiting.delete(name);
    hasRoom.value = true;
    device.value?.drafts.drop(name).catch(() => {});
  },
  // The cache of the browser is open to everybody at the device.
  keepFiles: () => void keepFiles(name, []),
});

/** Lets the unsaved edit of a sealed entry follow it, or not: its author moves the entry out. */
export async function letLeave(name: string, leaves: boolean): Promise<void> {
  const draft = sealed(name).read();
  if (!draft) return;
  // It would be kept after this one, and would not follow.
  waiting.delete(name);
  try {
    await device.value!.drafts.keep(name, { ...draft, leaves });
  } catch (error) {
    waiting.set(name, draft);
    throw error;
  }
  dropDraft(name);
}

/** The edit that has followed its entry out, and lies openly from now on. */
function takenAlong(name: string): Draft | null {
  const kept = device.value?.drafts.get(name) as Draft | undefined;
  const entry = offline.get("journal_entries", name);
  // The word of the service opens no text: its author has moved the entry.
  if (!kept?.leaves || !entry || entry.is_sealed) return null;
  const { before, fields } = waiting.get(name) ?? kept;
  const { notebook_id } = entry;
  const draft = {
    before: { ...before, notebook_id },
    fields: { ...fields, notebook_id },
    id: name,
  };
  keepDraft(name, draft);
  waiting.delete(name);
  device.value!.drafts.drop(name).catch(() => {});
  return draft;
}

export const draftStore = (name: string, isSealed: boolean): DraftStore =>
  (isSealed ? sealed : openly)(name);

/**
 * Sealed notebooks in this browser. It is loaded when something sealed is touched, and from then on
 * gives the other screens what the device has opened (sealed.ts, and `opened` of service.ts).
 */
import { effect, signal } from "@preact/signals";
import {
  openSealed,
  type Sealed,
  type SealedEntry,
  type SealedNotebook,
  type SealedState,
} from "@journal/client/sealed";
import type { Conflict } from "@journal/client";
import { dropDraft, keepDraft, readDraft } from "../../drafts.ts";
import {
  allNotebooks,
  device,
  type Opened,
  openedEntries,
  others,
  readOnly,
  SEALED,
  sealedIds,
  sealedJoins,
} from "../../sealed.ts";
import { api, type Notebook, notebooks, offline, opened, type OwnEntry } from "../../service.ts";
import { exchange, isOnline, syncNow } from "../../session.ts";
import { readStopped, syncing } from "./stopped-moves.ts";

/** Where this device stands; `opening` until that is known. */
export const state = signal<SealedState | "opening">("opening");

/** Whether the user has begun anew elsewhere: this device has the former keys. */
export const isOutdated = signal(false);

let opening: Promise<Sealed> | undefined;

/** Sealed notebooks on this device; only after `start`. */
export function sealed(): Sealed {
  if (!device.value) throw new Error("Sealed notebooks are not open on this page");
  return device.value;
}

/** Opens what this device has of sealed notebooks. A failure is that of the device's storage. */
export function start(): Promise<Sealed> {
  return opening ??= begin().catch((error) => {
    opening = undefined;
    throw error;
  });
}

async function begin(): Promise<Sealed> {
  others.value = readDraft<Kept>(SEALED)?.others ?? [];
  const made = await openSealed({ offline }, { newest: showNewest });
  device.value = made;
  made.subscribe(tell);
  readStopped();
  exchange.run = () => syncing(made);
  show();
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => made.keys.touch());
  // Before anybody touches it: timers of a page in the background stand still.
  document.addEventListener("visibilitychange", () => void made.keys.check().catch(() => {}));
  effect(() => {
    // A device without keys has to ask the service where it stands.
    if (isOnline.value && state.value === "unknown") made.keys.check().catch(() => {});
  });
  effect(() => {
    // A device that opens has something to send and to fetch.
    if (state.value === "open") queueMicrotask(syncNow);
  });
  return made;
}

let isTold = false;
function tell(): void {
  // Many entries open at once; the screen follows once.
  if (isTold) return;
  isTold = true;
  queueMicrotask(() => {
    isTold = false;
    show();
  });
}

/** The state that stays on the device while it is locked, without any text. */
interface Kept {
  /** How many changes wait. */
  pending: number;
  others: readonly Notebook[];
}

const shown = new WeakMap<SealedEntry, { copy: unknown; entry: Opened }>();

/** The entry with the facts that the service knows; the same object until one of them changes. */
function asEntry(entry: SealedEntry): Opened {
  const copy = offline.snapshotOf("journal_entries", entry.id);
  const known = shown.get(entry);
  if (known && known.copy === copy) return known.entry;
  const notebook = allNotebooks.value.find(({ id }) => id === entry.notebook_id);
  const visibility = notebook?.metadata_visibility ?? "user";
  const made = {
    metadata_visibility: "user",
    content_visibility: "user",
    effective_metadata_visibility: visibility,
    effective_content_visibility: visibility,
    team_id: notebook?.team_id ?? null,
    org_id: null,
    ...copy,
    ...entry,
  } as Opened;
  shown.set(entry, { copy, entry: made });
  return made;
}

/** Puts own opened entries in the place of their copies. */
const joining = (own: Opened[]) => (copies: OwnEntry[]): OwnEntry[] => {
  const ids = new Set(own.map(({ id }) => id));
  return [...copies.filter(({ id }) => !ids.has(id)), ...own]
    .sort((a, b) => a.written_at < b.written_at ? 1 : -1);
};

/** Gives entries to the other screens; answers how the own ones stand among their copies. */
function give(entries: readonly SealedEntry[]) {
  const all = entries.map(asEntry);
  openedEntries.value = new Map(all.map((entry) => [entry.id, entry]));
  return joining(all.filter(({ user_id }) => user_id === offline.userId));
}

/** Shows the newest entries while the device opens, without their files, which open later. */
function showNewest(entries: readonly SealedEntry[]): void {
  const join = give(entries.map((entry) => ({ ...entry, files: [] })));
  opened.value = { ...opened.value, join };
}

function show(): void {
  const { entries, notebooks: known } = sealed();
  const isOpen = sealed().state === "open";
  // The texts of a device without keys are gone.
  if (["none", "new_device"].includes(sealed().state)) dropDraft(SEALED);
  const pending = isOpen
    ? Object.values(entries.status?.pending ?? {}).reduce((sum, { writes }) => sum + writes, 0)
    : readDraft<Kept>(SEALED)?.pending ?? 0;
  sealedJoins.value = entries.joined;
  opened.value = {
    join: give(entries.list()),
    pending,
    conflicts: entries.conflicts as unknown as Conflict[],
    waiting: entries.waiting,
  };
  if (isOpen) sealedIds.value = known.ids;
  readOnly.value = known.readOnly;
  isOutdated.value = sealed().keys.isOutdated;
  state.value = sealed().state;
  if (isOpen || state.value === "locked") {
    const kept: Kept = { pending, others: others.value };
    if (JSON.stringify(kept) !== JSON.stringify(readDraft(SEALED))) keepDraft(SEALED, kept);
  }
}

let asked = "";
effect(() => {
  const missing = sealedIds.value.filter((id) => !notebooks.value.some((own) => own.id === id));
  // Once for each set of notebooks; without a network the names of the last time stay.
  if (!missing.length || missing.join() === asked || !isOnline.value) return;
  asked = missing.join();
  readOthers(missing).catch(() => asked = "");
});

async function readOthers(missing: string[]): Promise<void> {
  const answers = await Promise.all(
    missing.map((id) => api.get("/api/notebooks/{id}", { params: { path: { id } } })),
  );
  others.value = answers.map(({ notebook }) => notebook as Notebook);
  show();
}

/** The newest description of a notebook by its log; undefined while it cannot be read. */
export const readNotebook = async (id: string): Promise<SealedNotebook> => {
  const { notebooks } = await start();
  await notebooks.refresh(id).catch(() => {/* The description has the failure. */});
  return await notebooks.get(id);
};

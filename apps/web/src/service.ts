/** The service in this browser, and the copies on the device as signals. */
import { computed, signal } from "@preact/signals";
import {
  type Conflict,
  createJournalClient,
  type Kind,
  type Kinds,
  type Waiting,
} from "@journal/client";
import { indexedDbStorage } from "@journal/client/indexeddb";
import { sendForm } from "./upload.ts";

export const SESSION_KEY = "journal-session";

export const { url, key, terms, privacy } = globalThis.journalService;
export const { api, chat, live, offline, signOut, supabase } = createJournalClient(url, key, {
  storage: indexedDbStorage(),
  // No address gives this browser a session: screens/confirm.tsx asks first.
  supabase: { auth: { storageKey: SESSION_KEY, detectSessionInUrl: false } },
  // Only files take so long that somebody wants to see how far they are.
  fetch: (request, progress) =>
    request.headers.get("content-type")?.startsWith("multipart/")
      ? sendForm(request, progress)
      : fetch(request),
});

const changes = signal(0);
let isTold = false;
offline.subscribe(() => {
  // Many copies change at once; the screen follows once.
  if (isTold) return;
  isTold = true;
  queueMicrotask(() => {
    isTold = false;
    changes.value++;
  });
});

/** A value that follows the copies on the device. */
export const fromCopies = <T>(read: () => T) =>
  computed(() => {
    changes.value;
    return read();
  });

const newestFirst = <K extends Kind>(kind: K, by: (thing: Kinds[K]) => string) =>
  fromCopies(() => offline.list(kind).sort((a, b) => by(a) < by(b) ? 1 : -1));

export type OwnEntry = Kinds["journal_entries"];
export type Notebook = Kinds["notebooks"];

const copies = newestFirst("journal_entries", ({ written_at }) => written_at);
/** The opened entries and notebooks that screens/sealed/device.ts adds to the copies once it is loaded. */
export const opened = signal({
  join: (copies: OwnEntry[]) => copies,
  pending: 0,
  conflicts: [] as readonly Conflict[],
  waiting: [] as readonly Waiting[],
});
const allEntries = computed(() => opened.value.join(copies.value));
/** Entries whose deletion can still be undone. They are out of sight. */
export const removing = signal<readonly string[]>([]);
/** Each ends the time to undo a deletion. */
export const removals = new Set<() => Promise<void>>();
export const entries = computed(() =>
  allEntries.value.filter(({ id }) => !removing.value.includes(id))
);
export const notebooks = fromCopies(() =>
  offline.list("notebooks").sort((a, b) => a.name.localeCompare(b.name))
);
export const goals = newestFirst("goals", ({ written_at }) => written_at);
export const checkIns = newestFirst("goal_check_ins", ({ written_at }) => written_at);
export const streaks = fromCopies(() => offline.list("streaks"));
export const attachments = fromCopies(() => offline.list("attachments"));
export const notifications = newestFirst("notifications", ({ created_at }) => created_at);
/** Milestones and badges of the last week that the user has not read. */
export const joys = computed(() =>
  notifications.value.filter(({ type, read_at, created_at, data }) =>
    !read_at && Date.parse(created_at) > Date.now() - 7 * 86_400_000 &&
    (type === "streak_milestone" && data.days || type === "badge_reached" && data.name)
  )
);
export const unread = computed(() => notifications.value.filter(({ read_at }) => !read_at).length);
export const profile = fromCopies(() => offline.profile);
/** Whether everything of the user is on this device. */
export const isWhole = fromCopies(() => offline.isWhole);
export const pending = fromCopies(() => offline.pending + opened.value.pending);
export const conflicts = fromCopies(() => [...offline.conflicts, ...opened.value.conflicts]);
/** Edits that were joined with another edit by the user, until the user has seen them. */
export const joins = fromCopies(() => offline.joined);
/** Acts beside writing objects that the service does not have yet. */
export const waiting = fromCopies(() => [...offline.outbox.waiting, ...opened.value.waiting]);
export const refused = computed(() => waiting.value.filter(({ refusal }) => refusal));

/** The client of the service on this phone. */
import type { Kind, Kinds } from "@journal/client";
import { createExpoClient } from "@journal/client/expo";
import { modules } from "./modules";

/** Set where the app is built; README.md says how. */
const url = process.env.EXPO_PUBLIC_JOURNAL_URL!;
const key = process.env.EXPO_PUBLIC_JOURNAL_KEY!;

export const journal = createExpoClient(url, key, modules, {
  projectId: process.env.EXPO_PUBLIC_PROJECT_ID,
});
export const { api, offline, supabase } = journal;

export type Entry = Kinds["journal_entries"];
export type Goal = Kinds["goals"];

const newestFirst = <K extends Kind>(kind: K) =>
  offline.list(kind).sort((a, b) => String(written(a)) < String(written(b)) ? 1 : -1);
const written = (thing: object) => (thing as { written_at?: string }).written_at;

function read() {
  return {
    userId: offline.userId,
    profile: offline.profile,
    entries: newestFirst("journal_entries"),
    goals: newestFirst("goals").filter(({ status = "active" }) => status === "active"),
    checkIns: newestFirst("goal_check_ins"),
    satisfactions: newestFirst("satisfaction_entries"),
    attachments: offline.list("attachments"),
    pending: offline.pending,
    conflicts: offline.conflicts,
    joined: offline.joined,
    waiting: offline.outbox.waiting,
  };
}

export type Copies = ReturnType<typeof read>;

/** The copies as they are now: the same object until they change. */
export const copies = {
  now: undefined as Copies | undefined,
  get: (): Copies => copies.now ??= read(),
  subscribe: (listener: () => void) =>
    offline.subscribe(() => {
      copies.now = undefined;
      listener();
    }),
};

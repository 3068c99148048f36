/** Hooks for React 19 and React Native that follow the data on the device. */
import {
  createContext,
  createElement,
  type FunctionComponentElement,
  type ProviderProps,
  type ReactNode,
  useCallback,
  useContext,
  useSyncExternalStore,
} from "react";
import type {
  Conflict,
  JournalClient,
  Kind,
  Kinds,
  Offline,
  Query,
  SyncStatus,
  Waiting,
} from "./mod.ts";

const Client = createContext<JournalClient | null>(null);

/** Gives the client to the hooks of all components within it. */
export const JournalProvider = (
  { client, children }: { client: JournalClient; children?: ReactNode },
): FunctionComponentElement<ProviderProps<JournalClient | null>> =>
  createElement(Client.Provider, { value: client }, children);

/** The client. @throws {Error} outside of a `JournalProvider` */
export function useJournal(): JournalClient {
  const client = useContext(Client);
  if (!client) throw new Error("useJournal: put a JournalProvider around the app");
  return client;
}

function useOffline<T>(read: (offline: Offline) => T): T {
  const { offline } = useJournal();
  const subscribe = useCallback((told: () => void) => offline.subscribe(told), [offline]);
  const get = () => read(offline);
  return useSyncExternalStore(subscribe, get, get);
}

/**
 * The objects of a query, with the user's unsent writes. The component is drawn again only when one
 * of them changes.
 */
export const useList = <K extends Kind>(kind: K, query?: Query<K>): readonly Kinds[K][] =>
  useOffline((offline) => offline.snapshot(kind, query));

/** One object; undefined where the device does not have it. */
export const useRecord = <K extends Kind>(kind: K, id: string): Kinds[K] | undefined =>
  useOffline((offline) => offline.snapshotOf(kind, id));

/** The profile of the user who has signed in. */
export const useProfile = (): Kinds["profile"] | undefined =>
  useOffline((offline) =>
    offline.userId ? offline.snapshotOf("profile", offline.userId) : undefined
  );

/** The number of items that wait to be sent, without refused ones. */
export const usePending = (): number => useOffline((offline) => offline.pending);

/** Whether a sync runs, when the last one ended, why it failed, and what waits. */
export const useSync = (): SyncStatus => useOffline((offline) => offline.status());

/** The edits that the user has to decide on; `offline.resolve` answers each. */
export const useConflicts = (): readonly Conflict[] => useOffline((offline) => offline.conflicts);

/** The items of the outbox that wait or were refused, oldest first. */
export const useWaiting = (): readonly Waiting[] => useOffline((offline) => offline.outbox.waiting);

function followNetwork(told: () => void): () => void {
  globalThis.addEventListener?.("online", told);
  globalThis.addEventListener?.("offline", told);
  return () => {
    globalThis.removeEventListener?.("online", told);
    globalThis.removeEventListener?.("offline", told);
  };
}
/** Node and Deno have a navigator without it. */
const isOnline = () => (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine ?? true;

/** Whether the browser has a network; true where the platform does not say. */
export const useOnline = (): boolean => useSyncExternalStore(followNetwork, isOnline, () => true);

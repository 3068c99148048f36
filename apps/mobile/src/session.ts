/** The signed-in person of this phone, and whether the phone has a network. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { beginDraft } from "./draft";
import { start, tellNetwork } from "./sealed";
import { copies, journal } from "./service";

export interface Session {
  /** `opening`: the phone is asked; null: somebody has to sign in. */
  userId: string | null | "opening";
  isOnline: boolean;
  sync: "running" | "idle" | "failed";
  /** A link of a mail that did not work was opened. */
  hasBadLink: boolean;
  syncNow(): void;
}

const none: Session = {
  userId: "opening",
  isOnline: true,
  sync: "idle",
  hasBadLink: false,
  syncNow: () => {},
};

export const SessionContext = createContext(none);
export const useSession = () => useContext(SessionContext);

/** Follows the phone while the app is open. */
export function useWatchedSession(): Session {
  const [session, setSession] = useState(none);
  useEffect(() => {
    const set = (change: Partial<Session>) => setSession((before) => ({ ...before, ...change }));
    const { sync, stop } = journal.watch({
      user(userId) {
        set(userId ? { userId, hasBadLink: false } : { userId });
        beginDraft(userId);
        if (userId) void start();
      },
      online(isOnline) {
        set({ isOnline });
        tellNetwork(isOnline);
      },
      sync: (state) => set({ sync: state }),
      badLink: () => set({ hasBadLink: true }),
    });
    set({ syncNow: sync });
    return stop;
  }, []);
  return session;
}

/** The copies on the phone; a screen follows them. */
export const useCopies = () => useSyncExternalStore(copies.subscribe, copies.get);

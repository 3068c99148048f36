/** The user of this browser: signing in, the work after it, and signing out without traces. */
import { signal } from "@preact/signals";
import type { Session } from "@supabase/supabase-js";
import { JournalError } from "@journal/client";
import { LANGUAGE_KEY } from "./language.ts";
import { go } from "./router.ts";
import { live, offline, SESSION_KEY, signOut, supabase } from "./service.ts";
import { forgetDrafts } from "./drafts.ts";
import { endJoining } from "./joining.ts";
import { words } from "./words/app.ts";

/** `opening`: the device is asked; `out`: somebody has to sign in; `in`: the app is there. */
export const session = signal<"opening" | "out" | "in">("opening");
/** Says why nobody is signed in any more, where that was not the user; of an address only that it failed. */
export const ended = signal<(() => string) | null>(
  /[#&?]error(_code)?=/.test(location.href) ? () => words.linkFailed : null,
);
export const isOnline = signal(navigator.onLine);
export const sync = signal<"idle" | "running" | "failed">("idle");
/** Grows when something was heard that the copies do not have, such as a drop. */
export const heard = signal(0);

/** The key for the id of the user as whom a super admin acts. */
export const ACTING_KEY = "journal-acting";
export const isActing = signal(false);

/** Whether the account of this window's last user was deleted just now. */
export const GOODBYE_KEY = "journal-goodbye";

/** The exchange with the service: screens/sealed/device.ts puts its own here. */
export const exchange = {
  run: (isWrite: boolean): Promise<unknown> => isWrite ? offline.send() : offline.sync(),
};

const EVERY = 5 * 60_000;
/** Milliseconds after which a failed sync is tried again; doubled with each failure, up to the above. */
const AGAIN = 2000;
let wait = AGAIN;
let again: ReturnType<typeof setTimeout>;
let unfollow: (() => void) | undefined;
/** The user whose objects this page has shown. */
let shownUser: string | null = null;

/**
 * Shows the copies of the last user at once. Requests to the service begin when the copies are drawn,
 * because they would delay the drawing.
 */
export async function open(drawn: Promise<void>): Promise<void> {
  addEventListener("online", () => (isOnline.value = true, syncNow()));
  addEventListener("offline", () => isOnline.value = false);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") syncNow();
  });
  setInterval(syncNow, EVERY);

  // Another window may sign out without a network, of which the library does not tell.
  offline.subscribe(() => {
    if (session.value === "in" && !offline.userId) hasEnded();
  });

  const kept = localStorage.getItem(SESSION_KEY);
  const user = kept && await offline.open(JSON.parse(kept).user?.id);
  if (user) {
    enter();
    // A page in the background is not drawn.
    const patience = new Promise((resolve) => setTimeout(resolve, document.hidden ? 0 : 3000));
    Promise.race([drawn, patience]).then(() => {
      if (session.value === "in") begin();
      followAuth();
    });
  } else followAuth();
}

function followAuth(): void {
  supabase.auth.onAuthStateChange((event, now) => {
    // The library calls this under its own lock: further calls must wait.
    setTimeout(async () => {
      // Another window has signed out before, and removes the session soon.
      if (event === "INITIAL_SESSION" && session.value === "out") return;
      if (event === "SIGNED_OUT") hasEnded();
      else if (now && (session.value !== "in" || offline.userId !== now.user.id)) {
        await offline.open(now.user.id);
        // The page may still hold objects of another user: load it anew.
        if (shownUser && shownUser !== now.user.id) location.reload();
        else {
          enter();
          begin();
        }
      }
      if (!now && session.value === "opening") session.value = "out";
    });
  });
}

function enter(): void {
  ended.value = null;
  shownUser = offline.userId;
  session.value = "in";
  isActing.value = localStorage.getItem(ACTING_KEY) === shownUser;
}

function begin(): void {
  unfollow?.();
  unfollow = live.follow((change) => {
    if (change.type === null || change.type === "notification") heard.value++;
  });
  syncNow();
}

/** The service has ended the session, or another window has signed out. */
function hasEnded(): void {
  unfollow?.();
  unfollow = undefined;
  if (session.value === "in" && offline.userId) {
    ended.value = () => words.sessionEnded;
  }
  localStorage.removeItem(ACTING_KEY);
  session.value = "out";
}

/** Sends and fetches. A failed sync runs again: soon, with the next change, or with the network. */
export const syncNow = (): Promise<void> => run(false);

/** Sends what the user has just written, and fetches unless live messages tell of every change. */
export const sendNow = (): Promise<void> => run(true);

async function run(isWrite: boolean): Promise<void> {
  if (session.value !== "in" || !offline.userId || !navigator.onLine) return;
  sync.value = "running";
  try {
    await exchange.run(isWrite);
    sync.value = "idle";
    wait = AGAIN;
  } catch (error) {
    sync.value = "failed";
    if (!(error instanceof JournalError)) return;
    if (error.status !== 401) return error.isTemporary ? retry(error.retryAfter) : undefined;
    hasEnded();
    if (error.code !== "account_deleted") return;
    ended.value = () => error.message;
    await forgetDrafts(shownUser);
    localStorage.removeItem(SESSION_KEY);
  }
}

/** Tries to sync again later: at random, so that an outage does not end with all devices at once. */
function retry(seconds = 0): void {
  clearTimeout(again);
  again = setTimeout(syncNow, Math.max(wait * (0.5 + Math.random() / 2), seconds * 1000));
  wait = Math.min(2 * wait, EVERY);
}

/** Ends the pushes to this browser, so that its next user does not see those of this user. */
async function stopPushes(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}

/** Leaves nothing of the user in this browser, and starts the app anew. */
export async function leave({ isGone = false } = {}): Promise<void> {
  await forget();
  // The next page says goodbye to a user whose account is deleted.
  if (isGone) sessionStorage.setItem(GOODBYE_KEY, "1");
  location.replace(location.pathname);
}

/** Signs in with a session that the person has agreed to. Nothing of another user stays here. */
export async function take(tokens: Session): Promise<void> {
  const isReplaced = session.value === "in" && offline.userId !== tokens.user.id;
  if (isReplaced) await forget();
  // Before the session: a page that showed another user loads itself again, at its address.
  go("/today", { replace: true });
  await supabase.auth.setSession(tokens);
  if (isReplaced) location.reload();
}

/** Signs the user out and removes everything of theirs from this browser. */
export async function forget(): Promise<void> {
  unfollow?.();
  unfollow = undefined;
  session.value = "opening";
  const { userId } = offline;
  endJoining();
  await offline.clear();
  // Answers are kept as drafts until the user is forgotten.
  await forgetDrafts(userId);
  // Without a network the service cannot be told, and the library keeps the session.
  const patience = new Promise((resolve) => setTimeout(resolve, 3000));
  await Promise.race([Promise.allSettled([signOut(), stopPushes()]), patience]);
  // The library keeps further values beside the session.
  for (const key of Object.keys(localStorage)) {
    const isOwn = key.startsWith(SESSION_KEY) || key === ACTING_KEY || key === LANGUAGE_KEY;
    if (isOwn) localStorage.removeItem(key);
  }
}

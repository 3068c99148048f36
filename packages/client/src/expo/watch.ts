/** Watches the signed-in user, the network and links in mails while the app is in front. */
import { JournalError } from "../errors.ts";
import type { JournalClient } from "../client.ts";
import type { ExpoModules, NetworkState } from "./modules.ts";

/** The callbacks of an app. */
export interface Watcher {
  /** The user whose copies are open now; null: somebody has to sign in. */
  user(id: string | null): void;
  online?(isOnline: boolean): void;
  /** `failed`: it is tried again with the next change, or when the network is back. */
  sync?(state: "running" | "idle" | "failed"): void;
  /** A link that was opened signs nobody in: it is old, or was asked for on another device. */
  badLink?(): void;
}

/** Milliseconds between two syncs of an app that stays in the foreground. */
const EVERY = 5 * 60_000;

const isOnline = ({ isConnected, isInternetReachable }: NetworkState) =>
  isConnected !== false && isInternetReachable !== false;

/** The address of the page without the link's secrets, which work once; no reload finds them again. */
function clearAddress(): void {
  const { history, location } = globalThis as unknown as {
    history: { state: unknown; replaceState(state: unknown, title: string, address: string): void };
    location: { pathname: string };
  };
  history.replaceState(history.state, "", location.pathname);
}

/** Follows the phone until the answer is called. */
export function watch(
  { supabase: { auth }, offline, live }: JournalClient,
  { AppState, Linking, Network, Platform }: ExpoModules,
  /** The stored session's user, which is asked of no network. */
  storedUser: () => Promise<string | null>,
  watcher: Watcher,
): { sync(): void; stop(): void } {
  let online = true;
  let shown: string | null | undefined;
  let unfollow: (() => void) | undefined;

  async function sync(): Promise<void> {
    if (!offline.userId || !online) return;
    watcher.sync?.("running");
    try {
      await offline.sync();
      watcher.sync?.("idle");
    } catch (error) {
      watcher.sync?.("failed");
      if (error instanceof JournalError && error.status === 401) {
        await show(null);
      } else if (!(error instanceof JournalError)) throw error;
    }
  }

  async function show(userId: string | null): Promise<void> {
    if (userId === shown) return;
    shown = userId;
    unfollow?.();
    unfollow = undefined;
    if (userId) await offline.open(userId);
    // Another user may have signed in meanwhile.
    if (shown !== userId) return;
    watcher.user(userId);
    if (!userId) return;
    unfollow = live.follow();
    await sync();
  }

  function tell(state: NetworkState): void {
    const before = online;
    online = isOnline(state);
    watcher.online?.(online);
    if (online && !before) sync();
  }

  async function follow(url: string | null): Promise<void> {
    const code = url && new URL(url).searchParams.get("code");
    const isRefused = /[#&?]error(_code)?=/.test(url ?? "");
    // The code is worth nothing without the secret that the device keeps which has asked for the link.
    const { error } = code ? await auth.exchangeCodeForSession(code) : { error: isRefused };
    if (error) watcher.badLink?.();
    if (Platform.OS === "web" && (code || isRefused)) clearAddress();
  }

  Network.getNetworkStateAsync().then(tell);
  Linking.getInitialURL().then(follow);
  const subscriptions = [
    Network.addNetworkStateListener(tell),
    Linking.addEventListener("url", ({ url }) => void follow(url)),
    AppState.addEventListener("change", (state) => {
      if (state !== "active") return void auth.stopAutoRefresh();
      auth.startAutoRefresh();
      sync();
    }),
  ];
  const timer = setInterval(sync, EVERY);
  const { data } = auth.onAuthStateChange((event, session) => {
    // The library calls this under its own lock: further calls must wait.
    setTimeout(async () => {
      const isOpening = event === "INITIAL_SESSION";
      await show(session?.user.id ?? (isOpening ? await storedUser() : null));
    });
  });

  return {
    sync,
    stop() {
      clearInterval(timer);
      data.subscription.unsubscribe();
      for (const subscription of subscriptions) subscription.remove();
      unfollow?.();
    },
  };
}

/** The client in an Expo app. */
import {
  createJournalClient,
  deviceSettings,
  type JournalClient,
  type JournalClientOptions,
} from "../client.ts";
import { indexedDbStorage } from "../offline/indexeddb.ts";
import type { Upload } from "../uploads.ts";
import { installCrypto } from "./crypto.ts";
import { fileStorage, type PickedFile, uploadOf } from "./files.ts";
import type { ExpoModules } from "./modules.ts";
import { type Pushes, pushesOf } from "./push.ts";
import { sessionStorage, sqliteStorage } from "./sqlite.ts";
import { watch, type Watcher } from "./watch.ts";

export type { ExpoModules } from "./modules.ts";
export type { PickedFile } from "./files.ts";
export type { Pushes } from "./push.ts";
export type { Watcher } from "./watch.ts";
export { fileStorage, installCrypto, sessionStorage, sqliteStorage };

export interface ExpoClientOptions extends JournalClientOptions {
  /** The project of Expo's push service; without it there are no pushes. */
  projectId?: string;
}

/** The service as the signed-in user of a phone. */
export interface ExpoClient extends JournalClient {
  /**
   * Shows the copies of the last user, and keeps them up to date: at the start, when the app comes to
   * the foreground, when the network is back, and after every change on another device. Takes the
   * links of mails that open the app. `stop` ends it.
   */
  watch(watcher: Watcher): { sync(): void; stop(): void };
  /** Sends a mail whose link opens this app and signs in. */
  sendLink(
    email: string,
  ): ReturnType<JournalClient["supabase"]["auth"]["signInWithOtp"]>;
  /** Whether this device gets pushes of Expo's push service: not in a browser. */
  canPush: boolean;
  /**
   * Registers this phone for pushes, at each start. `ask`: the person has just said that they want
   * them. `signOut` removes the phone.
   *
   * @throws {JournalError}
   */
  registerForPushes(options?: { ask: boolean }): Promise<Pushes>;
  /** A file of Expo's pickers as every call takes it. */
  upload(file: PickedFile): Upload;
}

const SESSION = "journal-session";

/**
 * A client of the service in an Expo app. The copies and the session are kept in SQLite, on the web
 * in the browser.
 *
 * @example
 * const journal = createExpoClient(url, key, {
 *   ...{ Platform, AppState, Crypto, Linking, Network, SQLite, FileSystem, Notifications },
 * });
 */
export function createExpoClient(
  url: string,
  key: string,
  modules: ExpoModules,
  { projectId, supabase, ...options }: ExpoClientOptions = {},
): ExpoClient {
  const { Crypto, FileSystem, Linking, SQLite } = modules;
  installCrypto(Crypto);
  const storage = options.storage ??
    (SQLite ? sqliteStorage(SQLite, FileSystem) : indexedDbStorage());
  const session = SQLite ? sessionStorage(storage) : globalThis.localStorage;
  const client = createJournalClient(url, key, {
    ...options,
    storage,
    supabase: {
      ...supabase,
      auth: {
        storage: session,
        storageKey: SESSION,
        // `watch` takes the links.
        detectSessionInUrl: false,
        ...supabase?.auth,
      },
    },
  });
  const pushes = pushesOf(modules, client.api, storage, projectId);
  const storedUser = async () =>
    JSON.parse(await session.getItem(SESSION) ?? "null")?.user?.id ?? null;
  return {
    ...client,
    watch: (watcher) => watch(client, modules, storedUser, watcher),
    sendLink: (email) =>
      client.supabase.auth.signInWithOtp({
        email,
        options: {
          emailRedirectTo: Linking.createURL("sign-in"),
          data: deviceSettings(),
        },
      }),
    canPush: pushes.canPush,
    registerForPushes: (options = { ask: false }) => pushes.register(options),
    upload: (file) => uploadOf(file, FileSystem),
    async signOut() {
      await pushes.remove();
      await client.signOut();
    },
  };
}

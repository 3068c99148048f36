import {
  createClient,
  type Session,
  type SupabaseClient,
  type SupabaseClientOptions,
} from "@supabase/supabase-js";
import { type Api, createTypedApi } from "./api.ts";
import { type ChatEvent, chatEvents } from "./chat.ts";
import { brokenAnswer, JournalError } from "./errors.ts";
import { Live } from "./live.ts";
import { Offline } from "./offline/offline.ts";
import { type DeviceStorage, memoryStorage } from "./offline/storage.ts";
import { type Connection, send } from "./requests.ts";
import { keyCheck, projectAddress } from "./project.ts";

export interface JournalClientOptions {
  /** The device's storage for copies and unsent items; without it they stay in memory. */
  storage?: DeviceStorage;
  /**
   * Options of supabase-js, such as `auth.storage`, where the session is kept. `auth.flowType` is
   * `pkce` unless it is given.
   */
  supabase?: SupabaseClientOptions<"public">;
  /**
   * Replaces the platform's `fetch`, such as by `fetch` of `expo/fetch`. Uploads of the outbox pass
   * `progress`, to call with the share of the request that has left the device, from 0 to 1.
   */
  fetch?: (request: Request, progress?: (share: number) => void) => Promise<Response>;
  /** How long (s) a request waits at most when the service asks to come back later; default 20. */
  patience?: number;
}

/** The service as the signed-in user of a device. */
export interface JournalClient {
  /** Signs in and out, and reads tables and views. */
  supabase: SupabaseClient;
  /** Every operation of the service, typed. */
  api: Api;
  /** The user's own things, with and without a network. */
  offline: Offline;
  /** Hears of changes as they happen. */
  live: Live;
  /** Signs out and forgets everything that the device keeps of the user. */
  signOut(): Promise<void>;
  /**
   * Sends a message to the assistant; the answer comes piece by piece. Leaving the loop, or
   * `signal`, stops the answer.
   *
   * @throws {JournalError}
   */
  chat(message: string, options?: { signal?: AbortSignal }): AsyncGenerator<ChatEvent, void, void>;
}

/**
 * A client of the service.
 *
 * @param url of the project, without a path, such as `http://127.0.0.1:54321`
 * @param key the project's publishable key
 * @throws {TypeError} when the address is malformed, or has a path
 * @example
 * const { supabase, api } = createJournalClient(url, key);
 * await supabase.auth.signInWithPassword({ email, password });
 * const { goal } = await api.post("/api/goals", { body: { title: "Write every morning" } });
 */
export function createJournalClient(
  url: string,
  key: string,
  {
    storage = memoryStorage(),
    supabase: options,
    fetch = (request) => globalThis.fetch(request),
    patience = 20,
  }: JournalClientOptions = {},
): JournalClient {
  const project = projectAddress(url);
  const supabase: SupabaseClient = createClient(project, key, {
    ...options,
    // Tokens in an address are not taken: their sender would choose who is signed in.
    auth: { flowType: "pkce", ...options?.auth },
  });
  const { auth } = supabase;
  const signUp = auth.signUp.bind(auth);
  auth.signUp = (user) =>
    signUp(
      {
        ...user,
        options: { ...user.options, data: { ...deviceSettings(), ...user.options?.data } },
      } as typeof user,
    );
  const tokens = tokensOf(supabase);
  const isKeyRefused = keyCheck(project, key, fetch);
  const connectionOf = (userId?: string, progress?: (share: number) => void): Connection => ({
    fetch: (request) => fetch(request, progress),
    patience,
    isKeyRefused,
    ...tokens(userId),
  });
  const connection = connectionOf();
  const baseUrl = `${project}/functions/v1`;
  const api = createTypedApi(baseUrl, connection);
  const offline = new Offline(
    (userId, progress) => createTypedApi(baseUrl, connectionOf(userId, progress)),
    storage,
  );
  const live = new Live(supabase, offline);
  return {
    supabase,
    api,
    offline,
    live,
    async signOut() {
      live.close();
      await supabase.removeAllChannels();
      await offline.clear();
      await supabase.auth.signOut({ scope: "local" });
    },
    async *chat(message, { signal } = {}) {
      const request = new Request(`${baseUrl}/api/chat/messages`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ message }),
        signal,
      });
      const response = await send(connection, request);
      try {
        yield* chatEvents(response);
      } catch (error) {
        throw brokenAnswer(error, response, signal);
      }
    },
  };
}

/**
 * The time zone and the language of the device, as `signUp` sends them for the new profile: for
 * `options.data` of the other ways to make an account.
 */
export function deviceSettings(): { timezone: string; language: string | undefined } {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const [language] = (globalThis.navigator?.language ?? locale).split("-");
  return { timezone: timeZone, language };
}

/**
 * The session's token is used until the service refuses it: whether it has expired is not asked of
 * the device's clock, which may be wrong by a day. With a `userId` the token of somebody else, who
 * has signed in since, here or in another tab, is refused.
 */
function tokensOf(
  { auth }: SupabaseClient,
): (userId?: string) => Pick<Connection, "token" | "renew"> {
  let current: Session | null = null;
  auth.onAuthStateChange((_event, session) => {
    current = session;
  });
  return (userId) => {
    const tokenOf = (session: Session | null) => {
      if (userId && session && session.user.id !== userId) {
        throw new JournalError(
          401,
          "unauthorized",
          "Another user has signed in: open their copies",
        );
      }
      return session?.access_token ?? null;
    };
    return {
      token: async () => tokenOf(current ?? (await auth.getSession()).data.session),
      renew: async () => tokenOf((await auth.refreshSession()).data.session),
    };
  };
}

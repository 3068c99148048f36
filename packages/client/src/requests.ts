import { aborted, errorOf, rejection, secondsToWait, wrongKey } from "./errors.ts";

export interface Connection {
  fetch: (request: Request) => Promise<Response>;
  /** The caller's access token; null when nobody is signed in. */
  token(): Promise<string | null>;
  /** A new access token after the service has refused the old one; null when there is none. */
  renew(): Promise<string | null>;
  /** Whether the project refuses the client's publishable key. */
  isKeyRefused(): Promise<boolean>;
  /** How long (s) a request waits at most when the service asks it to come back later. */
  patience: number;
}

/** How often a request is sent at most. */
const ATTEMPTS = 4;

/**
 * Sends a request as the user who is signed in. Sends it again when the token has expired, and
 * after the time that the service asks to wait (429, 503). Every POST gets an `Idempotency-Key`, so
 * that a repetition has no further effect; an empty one stands for none, where an id has that effect.
 *
 * @throws {JournalError} with the status 0 when no answer comes; `aborted()` when its signal ends
 * it; another error of `fetch` as it is, such as for a file that the platform cannot send
 */
export async function send(
  { fetch, token, renew, isKeyRefused, patience }: Connection,
  request: Request,
): Promise<Response> {
  const { headers, method, signal } = request;
  if (headers.get("Idempotency-Key") === "") headers.delete("Idempotency-Key");
  else if (method === "POST" && !headers.has("Idempotency-Key")) {
    headers.set("Idempotency-Key", crypto.randomUUID());
  }
  let bearer = await token();
  let renewed = false;
  for (let attempt = 1;; attempt++) {
    if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
    let response: Response;
    try {
      response = await fetch(request.clone());
    } catch (error) {
      throw rejection(error, signal);
    }
    if (response.ok || attempt === ATTEMPTS) return response;
    if (response.status === 401 && !renewed) {
      renewed = true;
      const { code } = await errorOf(response.clone());
      if (code !== "unauthorized") return response;
      bearer = bearer && await renew();
      if (bearer) continue;
      // A client with a wrong key has no session, and its user cannot know why.
      if (await isKeyRefused()) throw wrongKey();
      return response;
    } else {
      const wait = secondsToWait(response);
      const asks = response.status === 429 || response.status === 503;
      if (!asks || wait === undefined || wait > patience) return response;
      await response.body?.cancel();
      await pause(wait * 1000, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(aborted(signal.reason));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** A fault in one field of the input. */
export interface FieldError {
  /** The field's name, dotted where it is nested, empty for the body as a whole. */
  path: string;
  code: string;
  message: string;
}

interface Refusal {
  error?: string;
  code?: string;
  fields?: FieldError[];
}

/**
 * A refusal of the service, or that it does not answer: then `status` is 0 and `code` is
 * `no_network`. docs/errors.md lists the codes.
 */
export class JournalError extends Error {
  override readonly name = "JournalError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: FieldError[] = [],
    /** Seconds to wait before another attempt, where the service says so. */
    readonly retryAfter?: number,
    /** To be quoted to support. */
    readonly requestId?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /**
   * Whether the same request may succeed later: the network, the service or the session fails now, or
   * somebody else has answered, such as a proxy. A wrong address or key stays wrong.
   */
  get isTemporary(): boolean {
    if (isMistaken(this)) return false;
    return this.status === 0 || this.code.startsWith("http_") || this.status === 401 ||
      this.status === 429 || this.status >= 500 ||
      this.code === "idempotency_in_progress";
  }
}

/** The code of a call whose client has another key than the project. */
const WRONG_KEY = "wrong_key";
/** The codes of answers from a host that has no service at this address. */
const WRONG_ADDRESS = ["http_404", "http_405"];

/** Whether the client was given a wrong address or key, which no repetition mends. */
const isMistaken = ({ code }: JournalError) => code === WRONG_KEY || WRONG_ADDRESS.includes(code);

/** Whether the service itself refuses a request for good. A request that it never saw is sent later. */
export const isRefusal = (error: unknown): error is JournalError =>
  error instanceof JournalError && !error.isTemporary && !isMistaken(error);

/** The error of a call by a client whose publishable key the project refuses. */
export const wrongKey = (): JournalError =>
  new JournalError(
    401,
    WRONG_KEY,
    "The project refuses the publishable key: check the key that createJournalClient gets",
  );

/** No answer came. */
const noNetwork = (cause: unknown): JournalError =>
  new JournalError(0, "no_network", "The service cannot be reached", [], undefined, undefined, {
    cause,
  });

/** The error of a call that its `signal` has ended, on every platform: its name is `AbortError`. */
export const aborted = (cause: unknown): Error =>
  Object.assign(new Error("The call was stopped", { cause }), { name: "AbortError" });

/** How the message of a lost network begins: the Fetch standard leaves the words to the platform. */
const LOST = new RegExp(`^(${
  [
    "Failed to fetch|network error", // Chromium
    "NetworkError when attempting to fetch resource", // Firefox
    "Load failed", // WebKit
    "error sending request for url", // Deno
    "fetch failed", // Node; Expo, with the words of the phone behind it
    "Network request (failed|timed out)", // React Native
  ].join("|")
})`);

/** Whether `fetch` has found no network. Otherwise the program or the platform is at fault. */
function isLostNetwork({ name, message }: Error): boolean {
  // WebKit before version 17 gives the reason in the language of the device.
  const { onLine } = globalThis.navigator as { onLine?: boolean } ?? {};
  const isOffline = onLine === false && name === "TypeError";
  return LOST.test(message) || isOffline || name === "TimeoutError";
}

const isAbort = (error: unknown, signal?: AbortSignal | null) =>
  signal?.aborted || (error as Error | null)?.name === "AbortError";

/** The error of a call after `fetch` rejected: for a lost network a JournalError, others stay. */
export function rejection(error: unknown, signal?: AbortSignal | null): unknown {
  if (isAbort(error, signal)) return aborted(error);
  return error instanceof Error && isLostNetwork(error) ? noNetwork(error) : error;
}

/** The error that a call throws when an answer has begun and cannot be read to its end. */
export function brokenAnswer(
  error: unknown,
  { status }: Response,
  signal?: AbortSignal | null,
): unknown {
  if (isAbort(error, signal)) return aborted(error);
  if (error instanceof JournalError) return error;
  // Somebody else has answered, such as the sign-in page of a network.
  if (error instanceof SyntaxError) return notOurs(status, error);
  return noNetwork(error);
}

const NOT_AVAILABLE = "The service is not available at the moment";
const NOT_HERE = "There is no journal service at this address: check the address that " +
  "createJournalClient gets";

const notOurs = (status: number, cause: unknown) =>
  new JournalError(status, `http_${status}`, NOT_AVAILABLE, [], undefined, undefined, { cause });

/** The error of an answer that is a refusal. Reads its body. */
export async function errorOf(response: Response): Promise<JournalError> {
  const refusal: Refusal = await response.json().catch(() => null) ?? {};
  // The service's refusals have both.
  const isOurs = refusal.error && refusal.code;
  const code = isOurs ? refusal.code! : `http_${response.status}`;
  return new JournalError(
    response.status,
    code,
    WRONG_ADDRESS.includes(code) ? NOT_HERE : refusal.error ?? NOT_AVAILABLE,
    refusal.fields,
    secondsToWait(response),
    response.headers.get("x-request-id") ?? undefined,
  );
}

/** The seconds to wait, from the header `Retry-After` of the service. */
export function secondsToWait({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return seconds >= 0 ? seconds : undefined;
}

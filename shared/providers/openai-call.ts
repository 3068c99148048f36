/** The common parts of calls of the AI provider: client, models, attempts, limits, refusals. */
import type { OpenAI } from "openai";
import { z } from "zod";
import { env, requireEnv } from "../base/env.ts";
import { badRequest, clientGone, HttpError, providerFailed } from "../base/errors.ts";
import { type Billed, count, type Spending } from "./token-usage.ts";

const DEFAULT_BASE_URL = "https://api.openai.com/v1";

/** How many more attempts there are, and the pause (ms) before the first; it doubles each time. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 500;

const silent = "The AI provider does not answer";
const declined = "The AI provider declines to work on this text";

/** 503 for an answer that cannot be worked with; why goes to the log. */
export const uselessAnswer = (why: string) =>
  providerFailed("The AI provider's answer is of no use", { cause: new Error(why) });

/** 400 for a text that the model or the provider declines. */
export const contentDeclined = (cause?: unknown) =>
  badRequest(declined, { code: "content_declined", cause });

/** Whether AI calls can be made at all. */
export const aiIsConfigured = (): boolean => env("OPENAI_API_KEY") !== undefined;

/** Refuses with 503 when there is no key to call the provider with. */
export const requireAi = (): string => requireEnv("OPENAI_API_KEY", "AI is");

/** The text model: the provider's own for much work at a small price, unless another is set. */
export const textModel = (): string => env("OPENAI_TEXT_MODEL") ?? "gpt-6-luna";

/** The options of every request to a text model. */
export const textOptions = (model: string) => ({
  model,
  // The texts belong to the users: the provider must not keep them for its dashboard.
  store: false,
  // Models that think before they answer are told not to; others refuse to be told.
  ...(/^gpt-(5\.[1-9]|[6-9]|[1-9]\d)/.test(model) && { reasoning_effort: "none" as const }),
});

/** The model and the tokens that an answer of the provider, or a part of one, names. */
export const billedModel = z.string().regex(/^[\x20-\x7e]{1,100}$/).optional().catch(undefined);
export const billedTokens = z.object({ prompt_tokens: count, completion_tokens: count });

let connection: { key: string; baseURL: string; client: Promise<OpenAI> } | undefined;

/** Loads the SDK at the first call, because it takes 50 ms. */
function connect(): Promise<OpenAI> {
  const key = requireAi();
  const baseURL = env("OPENAI_BASE_URL") ?? DEFAULT_BASE_URL;
  if (connection?.key !== key || connection.baseURL !== baseURL) {
    // This file counts attempts and their time. The log of the SDK would hold texts of users.
    const options = { apiKey: key, baseURL, maxRetries: 0, logLevel: "off" } as const;
    const client = import("openai/client").then(({ OpenAI }) => new OpenAI(options));
    connection = { key, baseURL, client };
    client.catch(() => connection = undefined);
  }
  return connection.client;
}

export interface CallOptions {
  /** The payer, and the purpose. */
  spending: Spending;
  /**
   * Records what the provider has billed, instead of a call of its own for that. The caller has then
   * also asked whether the day's budget allows the call.
   */
  record?: (spending: Spending, billed: Billed) => void | Promise<void>;
  /**
   * Ends the call when it is aborted: the request's own, `c.req.raw.signal`. Its client has then gone,
   * unless the reason is a refusal.
   */
  signal?: AbortSignal;
  /** Milliseconds, all attempts together. Default 20 s for text, 90 s for images. */
  timeout?: number;
}

/** The English name of a language, by its code, for the instructions of a model. */
export const languageName = (code: string) =>
  new Intl.DisplayNames("en", { type: "language" }).of(code)!;

/** When a call ends: by its client, or because its time is up. */
export interface Limits {
  end: AbortSignal;
  /** The same time limit as a timestamp. */
  deadline: number;
}

/** The limits of a call that may take `timeout` milliseconds. */
export const limitsOf = (signal: AbortSignal | undefined, timeout: number): Limits => ({
  end: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
  deadline: Date.now() + timeout,
});

/**
 * Sends a request until it succeeds, up to three times where the provider is busy or broken. A
 * `cutOff` is the refusal of a request that its client or the time ended while the provider was at
 * it: the provider may bill it.
 *
 * @throws {HttpError} when the provider refuses it or cannot be reached: taken for not billed.
 * Faults of this program are thrown as they are.
 */
export async function send<T>(
  { end, deadline }: Limits,
  request: (openai: OpenAI, options: { signal: AbortSignal }) => Promise<T>,
): Promise<{ answer: T } | { cutOff: HttpError }> {
  const openai = await connect();
  for (let attempt = 0;; attempt++) {
    if (end.aborted) throw aiRefusal(end.reason, end);
    try {
      return { answer: await request(openai, { signal: end }) };
    } catch (error) {
      if (end.aborted) return { cutOff: aiRefusal(error, end) };
      // Any other error is a fault of this program, not of the provider or the network.
      if (!(error instanceof (openai.constructor as typeof OpenAI).OpenAIError)) throw error;
      const pause = pauseAfter(error, attempt);
      if (attempt === RETRIES || pause === null || Date.now() + pause >= deadline) {
        throw aiRefusal(error, end);
      }
      await sleep(pause, end);
    }
  }
}

/** An error of the SDK that carries the provider's answer; others have no status. */
interface ProviderError {
  name?: string;
  status?: number;
  code?: string | null;
  headers?: Headers;
  requestID?: string | null;
}

/** How long (ms) to wait before another attempt, null when none would help. */
function pauseAfter(error: unknown, attempt: number): number | null {
  const { status = 0, code, headers } = error as ProviderError;
  if (status !== 429 && status < 500) return null;
  if (code === "insufficient_quota" || headers?.get("x-should-retry") === "false") return null;
  const jitter = 1 - Math.random() / 4;
  return retryAfter(headers) ?? FIRST_PAUSE_MS * 2 ** attempt * jitter;
}

/** How long (ms) the provider asks to wait, by seconds or a date: RFC 9110, section 10.2.3. */
function retryAfter(headers: Headers | undefined): number | null {
  const after = headers?.get("retry-after") ?? "";
  const seconds = /^[\d.]+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  const ms = Number(headers?.get("retry-after-ms") ?? seconds);
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** The refusal for the client. The provider's words stay out of the log: they may quote users. */
export function aiRefusal(error: unknown, end: AbortSignal): HttpError {
  if (end.reason instanceof HttpError) return end.reason;
  if (end.aborted && end.reason?.name !== "TimeoutError") return clientGone();
  const { name, status, code, headers, requestID } = error as ProviderError;
  const why = status ? [status, code, requestID] : [end.aborted ? end.reason.name : name];
  const cause = new Error(`AI provider: ${why.filter(Boolean).join(" ")}`);
  if (code === "moderation_blocked" || code === "content_policy_violation") {
    return contentDeclined(cause);
  }
  const wait = status === 429 ? retryAfter(headers) : null;
  return providerFailed(silent, {
    cause,
    ...(wait !== null && { headers: { "Retry-After": String(Math.ceil(wait / 1000)) } }),
  });
}

/** Waits `ms` or until the signal aborts; ours because no web API does both. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}

/** Requests, refusals and ordered behaviour of the stand-in for OpenAI. */
import type { Ending } from "./openai-stream.ts";

interface ErrorBody {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export type Path = "chat" | "images" | "audio";

/** The behaviour for the next request that contains the given words. */
export interface Behaviour {
  /** Words in the request's body. */
  containing: string;
  /** Limits it to an endpoint; without it the first matching request of any endpoint uses it. */
  path?: Path;
  /** The number of requests; default one. */
  times?: number;
  delay_ms?: number;
  /** Holds the answer until `POST /test/release` names words of the request. */
  hold?: true;
  /** An error instead of an answer. */
  status?: number;
  error?: Partial<ErrorBody>;
  headers?: Record<string, string>;
  /** The model's output, as JSON. */
  answer?: unknown;
  /** The model's output, as raw text. */
  content?: string | null;
  refusal?: string;
  finish_reason?: string;
  /** The billed tokens; null omits them from the answer. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
  /** The image, in base64; null omits it. */
  image?: string | null;
  /** The whole body, as raw text. */
  body?: string;
  /** Of a stream: the model's output in pieces, and how it goes on after the last of them. */
  pieces?: string[];
  /** The functions that the model calls after the pieces of a stream. */
  calls?: { name: string; arguments: unknown }[];
  pause_ms?: number;
  /** Holds each piece until it is released. */
  hold_pieces?: true;
  then?: Ending;
}

/** A request and its outcome. */
export interface Recorded {
  path: string;
  body: Record<string, unknown>;
  /** Time of arrival, in milliseconds since 1970. */
  at: number;
  status: number | null;
  /** The client disconnected before the answer. */
  aborted: boolean;
}

/** A refusal in the words of the provider. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly param: string | null = null,
  ) {
    super(message);
  }
}

/** The answer of a refusal. */
export const refuse = (
  status: number,
  error: Partial<ErrorBody>,
  headers: Record<string, string> = {},
) =>
  Response.json({
    error: { message: "", type: "invalid_request_error", param: null, code: null, ...error },
  }, { status, headers });

/** The refusal of a wrong parameter. */
export const wrong = (message: string, param: string | null = null, code: string | null = null) =>
  new Refusal(400, message, code, param);

/** The body of a request, as JSON. */
export type Body = Record<string, unknown>;

/** Refuses unknown parameters. */
export function only(body: Body, known: string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown) throw wrong(`Unknown parameter: '${unknown}'.`, unknown, "unknown_parameter");
}

/** About as many tokens as a value has. */
export const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);

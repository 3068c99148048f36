/**
 * A stand-in for OpenAI: chat completions with structured output, images, and transcription. By default it answers
 * with the minimal valid value of the requested schema, whose confidence is 0, so that tests that
 * are not about AI get no mood. A test sets other behaviour below `/test`, keyed by words that only
 * its own requests contain, so that concurrent tests do not interfere.
 */
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Context, Hono } from "hono";
import { type Ending, isStreamed, stream } from "./openai-stream.ts";
import { passes, type StandIn } from "./stand-in.ts";
import { isStrict, plainest, type Schema } from "./openai-schema.ts";
import { paint } from "./png.ts";

const API_KEY = "sk-standin-7d31c9";

/** Text models, and whether they take a reasoning effort. */
const textModels: Record<string, boolean> = { "gpt-6-luna": true, "gpt-4o-mini": false };
const transcriptionModels = ["gpt-4o-mini-transcribe", "gpt-4o-transcribe"];
const imageModels = ["gpt-image-2.5-flare", "gpt-image-2.5-sunburst"];

interface ErrorBody {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

type Path = "chat" | "images" | "audio";

/** The behaviour for the next request that contains the given words. */
export interface Behaviour {
  /** Words in the request's body. */
  containing: string;
  /**
   * Limits it to one of the endpoints; by default the first matching request of any takes it.
   */
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
  pause_ms?: number;
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

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: string | null = null,
    readonly param: string | null = null,
  ) {
    super(message);
  }
}

const refuse = (status: number, error: Partial<ErrorBody>, headers: Record<string, string> = {}) =>
  Response.json({
    error: { message: "", type: "invalid_request_error", param: null, code: null, ...error },
  }, { status, headers });

const wrong = (message: string, param: string | null = null, code: string | null = null) =>
  new Refusal(400, message, code, param);

type Body = Record<string, unknown>;

function only(body: Body, known: string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown) throw wrong(`Unknown parameter: '${unknown}'.`, unknown, "unknown_parameter");
}

const words = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);

let requests = 0;

function checkModel(body: Body): string {
  const model = body.model as string;
  if (!(model in textModels)) {
    throw new Refusal(404, `The model \`${model}\` does not exist`, "model_not_found");
  }
  if ("reasoning_effort" in body && !textModels[model]) {
    throw wrong("Unrecognized request argument supplied: reasoning_effort");
  }
  return model;
}

const common = ["model", "messages", "max_completion_tokens", "store", "reasoning_effort"];

function completion(body: Body, ordered: Partial<Behaviour>): unknown {
  only(body, [...common, "response_format"]);
  const model = checkModel(body);
  const format = body.response_format as {
    type: string;
    json_schema: { name: string; strict: boolean; schema: Schema };
  };
  if (format?.type !== "json_schema") throw wrong("Invalid type", "response_format");
  const { name, schema, strict } = format.json_schema;
  if (!/^[\w-]{1,64}$/.test(name)) throw wrong("Invalid name", "response_format.json_schema.name");
  if (strict && !isStrict(schema)) {
    throw wrong(`Invalid schema for response_format '${name}'`, "response_format");
  }
  const said = ordered.content !== undefined
    ? ordered.content
    : JSON.stringify(ordered.answer ?? plainest(schema));
  const { prompt_tokens, completion_tokens } = ordered.usage ??
    { prompt_tokens: words(body.messages), completion_tokens: words(said) };
  return {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: ordered.refusal ? null : said,
        refusal: ordered.refusal ?? null,
        annotations: [],
      },
      logprobs: null,
      finish_reason: ordered.finish_reason ?? "stop",
    }],
    ...(ordered.usage !== null && {
      usage: {
        prompt_tokens,
        completion_tokens,
        total_tokens: prompt_tokens + completion_tokens,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
      },
    }),
    service_tier: "default",
    system_fingerprint: "fp_standin",
  };
}

function images(body: Body, ordered: Partial<Behaviour>): unknown {
  only(body, ["model", "prompt", "n", "size", "quality", "output_format"]);
  const { model, prompt, n, size, quality, output_format } = body as Record<string, string>;
  if (!imageModels.includes(model!)) {
    throw new Refusal(404, `The model '${model}' does not exist.`, "model_not_found");
  }
  if (!prompt || prompt.length > 32_000) throw wrong("Invalid 'prompt'", "prompt");
  if (!["low", "medium", "high", "xhigh", "max", "auto"].includes(quality!)) {
    throw wrong(`Invalid value: '${quality}'.`, "quality", "invalid_value");
  }
  if (Number(n) !== 1 || size !== "1024x1024" || output_format !== "png") {
    throw wrong("This stand-in paints one PNG of 1024x1024");
  }
  const image = ordered.image === undefined
    ? Buffer.from(paint(prompt)).toString("base64")
    : ordered.image;
  const output_tokens = { medium: 439, high: 1756 }[quality!] ?? 196;
  const input_tokens = words(prompt);
  return {
    created: Math.floor(Date.now() / 1000),
    background: "opaque",
    data: image === null ? [] : [{ b64_json: image }],
    output_format,
    quality,
    size,
    usage: {
      input_tokens,
      input_tokens_details: { image_tokens: 0, text_tokens: input_tokens },
      output_tokens,
      total_tokens: input_tokens + output_tokens,
    },
  };
}

/** `file` is {name, type, size}. */
function transcription(body: Body, ordered: Partial<Behaviour>): unknown {
  only(body, ["model", "file", "response_format"]);
  if (!transcriptionModels.includes(body.model as string)) {
    throw new Refusal(404, `The model \`${body.model}\` does not exist`, "model_not_found");
  }
  if (body.response_format !== "json") throw wrong("Invalid value", "response_format");
  const { name, size } = body.file as { name: string; size: number };
  if (!/\.(flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/.test(name)) {
    throw wrong("Unrecognized file format.", "file");
  }
  if (size > 25 * 1024 * 1024) throw new Refusal(413, "Maximum content size limit exceeded");
  const text = ordered.content ?? "plain words";
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = ordered.usage ??
    { prompt_tokens: 14, completion_tokens: words(text) };
  return {
    text,
    ...(ordered.usage !== null && {
      usage: {
        type: "tokens",
        input_tokens,
        input_token_details: { text_tokens: 0, audio_tokens: input_tokens },
        output_tokens,
        total_tokens: input_tokens + output_tokens,
      },
    }),
  };
}

/** The fields of a form, and a text in which words of its file can be found. */
async function readForm(c: Context): Promise<[text: string, body: Body]> {
  const body: Body = {};
  let text = "";
  for (const [name, value] of await c.req.formData()) {
    body[name] = typeof value === "string"
      ? value
      : { name: value.name, type: value.type, size: value.size };
    if (typeof value !== "string") text += await value.slice(0, 4096).text();
  }
  return [JSON.stringify(body) + text, body];
}

/** Starts the stand-in on a free port. `improvise` answers what no test has set. */
export async function startOpenai(
  improvise: (body: Body) => Partial<Behaviour> = () => ({}),
): Promise<StandIn> {
  const app = new Hono();
  const orders: Behaviour[] = [];
  const recorded: (Recorded & { text: string })[] = [];
  const held = new Set<{ text: string; release: () => void }>();

  /** Returns false when the client disconnects before the answer is released. */
  const released = (text: string, signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      const end = (answered: boolean) => {
        held.delete(entry);
        resolve(answered);
      };
      const entry = { text, release: () => end(true) };
      held.add(entry);
      signal.addEventListener("abort", () => end(false));
      if (signal.aborted) end(false);
    });

  const answer = (path: Path, make: typeof completion) => async (c: Context) => {
    const json = path === "audio" ? "" : await c.req.text();
    const [text, body] = path === "audio" ? await readForm(c) : [json, JSON.parse(json) as Body];
    const record: Recorded & { text: string } = {
      path,
      body,
      at: Date.now(),
      status: null,
      aborted: false,
      text,
    };
    recorded.push(record);
    if (recorded.length > 5000) recorded.shift();
    const ordered = orders.find((each) =>
      (each.path ?? path) === path && text.includes(each.containing)
    );
    if (ordered && --ordered.times! <= 0) orders.splice(orders.indexOf(ordered), 1);
    const { signal } = c.req.raw;
    if (ordered?.delay_ms) record.aborted = !await passes(ordered.delay_ms, signal);
    if (ordered?.hold) record.aborted = !await released(text, signal);
    const behaviour = { ...improvise(record.body), ...ordered };
    const response = isStreamed(record.body) && !behaviour.status
      ? streamed(record, behaviour, signal)
      : respond(record.body, behaviour, make);
    record.status = response.status;
    return response;
  };
  const streamed = (
    record: Recorded & { text: string },
    ordered: Partial<Behaviour>,
    signal: AbortSignal,
  ) => {
    only(record.body, [...common, "stream", "stream_options"]);
    const model = checkModel(record.body);
    const usage = ordered.usage === undefined
      ? { prompt_tokens: words(record.body.messages), completion_tokens: 3 }
      : ordered.usage;
    const held = async () => {
      record.aborted = !await released(record.text, signal);
    };
    return stream({ ...ordered, model, usage }, held);
  };
  const respond = (body: Body, ordered: Partial<Behaviour>, make: typeof completion) => {
    const headers = { "x-request-id": `req_${++requests}`, ...ordered.headers };
    if (ordered.status) return refuse(ordered.status, ordered.error ?? {}, headers);
    const made = make(body, ordered);
    return new Response(ordered.body ?? JSON.stringify(made), {
      headers: { "content-type": "application/json", ...headers },
    });
  };

  app.use("/v1/*", async (c, next) => {
    const key = c.req.header("authorization")?.replace(/^Bearer /, "");
    if (key !== API_KEY) throw new Refusal(401, "Incorrect API key provided", "invalid_api_key");
    await next();
  });
  app.post("/v1/chat/completions", answer("chat", completion));
  app.post("/v1/images/generations", answer("images", images));
  app.post("/v1/audio/transcriptions", answer("audio", transcription));
  app.post("/test/next", async (c) => {
    const behaviour: Behaviour = await c.req.json();
    orders.push({ ...behaviour, times: behaviour.times ?? 1 });
    return c.json({});
  });
  // Oldest first; the count tells a test whether any request was held.
  app.post("/test/release", async (c) => {
    const { containing, count }: { containing: string; count?: number } = await c.req.json();
    const found = [...held].filter(({ text }) => text.includes(containing)).slice(0, count);
    for (const { release } of found) release();
    return c.json({ released: found.length });
  });
  app.get("/test/requests", (c) => {
    const containing = c.req.query("containing") ?? "";
    const found = recorded.filter(({ text }) => text.includes(containing));
    return c.json({ requests: found.map(({ text: _, ...record }) => record) });
  });
  app.onError((error) => {
    if (!(error instanceof Refusal)) throw error;
    const { status, message, code, param } = error;
    return refuse(status, { message, code, param });
  });

  const server = createServer((incoming, outgoing) => handle(incoming, outgoing, app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: API_KEY },
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Uses node:http, which reports a disconnected client for requests of any size. */
async function handle(incoming: IncomingMessage, outgoing: ServerResponse, app: Hono) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(chunks.length && { body: Buffer.concat(chunks) }),
    signal: gone.signal,
  });
  const response = await app.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    for await (const part of response.body ?? []) {
      await new Promise((written) => outgoing.write(part, written));
    }
    outgoing.end();
  } catch {
    // A stream that breaks.
    outgoing.destroy();
  }
}

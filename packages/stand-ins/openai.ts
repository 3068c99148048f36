/**
 * A stand-in for OpenAI: chat completions with structured output, images, and transcription. By
 * default it answers with the smallest valid value of the requested schema. Its confidence is 0, so
 * tests of other subjects get no mood. A test sets other behaviour below `/test`, keyed by words
 * that only its own requests contain, so that concurrent tests do not interfere.
 */
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Context, Hono } from "hono";
import { images, transcription } from "./openai-media.ts";
import { isStreamed, stream } from "./openai-stream.ts";
import { checkCalls, checkModel, common, completion } from "./openai-text.ts";
import {
  type Behaviour,
  type Body,
  only,
  type Path,
  type Recorded,
  Refusal,
  refuse,
  tokensOf,
} from "./openai-wire.ts";
import { Orders, passes, type StandIn } from "./stand-in.ts";

const API_KEY = "sk-standin-7d31c9";

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

/** Starts the stand-in on a free port. `improvise` answers where no test has ordered an answer. */
export async function startOpenai(
  improvise: (body: Body) => Partial<Behaviour> = () => ({}),
): Promise<StandIn> {
  const app = new Hono();
  const orders = new Orders<Behaviour>();
  const recorded: (Recorded & { text: string })[] = [];
  const held = new Set<{ text: string; release: () => void }>();
  let requests = 0;

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
    const ordered = orders.take((each) =>
      (each.path ?? path) === path && text.includes(each.containing)
    );
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
    only(record.body, [...common, "stream", "stream_options", "tools", "tool_choice"]);
    const model = checkModel(record.body);
    checkCalls(record.body);
    // A model that may call no function answers.
    const calls = record.body.tool_choice === "auto" ? ordered.calls : undefined;
    const usage = ordered.usage === undefined
      ? { prompt_tokens: tokensOf(record.body.messages), completion_tokens: 3 }
      : ordered.usage;
    const held = async () => {
      record.aborted = !await released(record.text, signal);
    };
    return stream({ ...ordered, calls, model, usage }, held);
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
    orders.add(await c.req.json());
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

/** Streamed chat completions: server-sent events, with ways to break off. */

/**
 * How a stream goes on after its pieces: to its end with the usage (default), without it, or held
 * until it is released; or it breaks off: with an error event, malformed JSON, a stream that ends
 * early, a cut connection.
 */
export type Ending = "usage" | "no usage" | "hold" | "error" | "malformed" | "end" | "cut";

interface Streamed {
  model: string;
  pieces?: string[];
  /** Functions that the model calls. Arguments that are not a text are sent as JSON. */
  calls?: { name: string; arguments: unknown }[];
  /** The pause between the pieces. */
  pause_ms?: number;
  hold_pieces?: true;
  then?: Ending;
  refusal?: string;
  finish_reason?: string;
  usage: { prompt_tokens: number; completion_tokens: number } | null;
}

export const isStreamed = (body: Record<string, unknown>) => body.stream === true;

/** The answer of the provider; `held` resolves when it is released or the client has gone. */
export function stream(wanted: Streamed, held: () => Promise<void>): Response {
  const {
    model,
    calls = [],
    pieces = calls.length ? [] : ["I ", "am ", "here."],
    then = "usage",
    refusal,
    usage,
  } = wanted;
  const head = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: "chat.completion.chunk",
    created: Math.floor(Date.now() / 1000),
    model,
    service_tier: "default",
    system_fingerprint: "fp_standin",
  };
  const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    usage: null,
  });
  async function* events(): AsyncGenerator<unknown> {
    yield chunk({ role: "assistant", content: "", refusal: null });
    if (refusal) yield chunk({ refusal });
    else {
      for (const content of pieces) {
        if (wanted.hold_pieces) await held();
        if (wanted.pause_ms) await new Promise((done) => setTimeout(done, wanted.pause_ms));
        yield chunk({ content });
      }
      for (const [index, { name, arguments: given }] of calls.entries()) {
        const id = `call_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
        yield chunk({
          tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
        });
        const text = typeof given === "string" ? given : JSON.stringify(given);
        for (const part of text.match(/.{1,20}/gs) ?? []) {
          yield chunk({ tool_calls: [{ index, function: { arguments: part } }] });
        }
      }
    }
    if (then === "hold") await held();
    if (then === "end") return;
    if (then === "cut") throw new Error("cut");
    if (then === "error") {
      yield { error: { message: "The server had an error", type: "server_error", code: null } };
      return;
    }
    if (then === "malformed") {
      yield '{"id":';
      return;
    }
    yield chunk({}, wanted.finish_reason ?? (calls.length ? "tool_calls" : "stop"));
    if (usage && then !== "no usage") {
      const total_tokens = usage.prompt_tokens + usage.completion_tokens;
      yield { ...head, choices: [], usage: { ...usage, total_tokens } };
    }
    yield "[DONE]";
  }
  return new Response(ReadableStream.from(encoded(events())), {
    headers: { "content-type": "text/event-stream; charset=utf-8" },
  });
}

async function* encoded(events: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const event of events) {
    const data = typeof event === "string" ? event : JSON.stringify(event);
    yield new TextEncoder().encode(`data: ${data}\n\n`);
  }
}

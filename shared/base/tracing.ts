/**
 * Traces of requests, where `OTEL_EXPORTER_OTLP_ENDPOINT` is set: a span for the request, and one for
 * each call that it makes. A span says how long something took and never what it was about: no
 * query, id, header or body. https://www.w3.org/TR/trace-context
 */
import type { AsyncLocalStorage } from "node:async_hooks";
import { env } from "./env.ts";
import { addSpan, CLIENT, SERVER, type Span } from "./spans.ts";

/** The place of a request in its trace. */
type Trace = Pick<Span, "traceId" | "spanId" | "parentSpanId">;

/** Made for the first trace: Node's modules take a while to load, which every start would wait for. */
let current: AsyncLocalStorage<Trace | undefined> | undefined;
let callAnyone: typeof fetch | undefined;

const newTraceId = () => crypto.randomUUID().replaceAll("-", "");
const newSpanId = () => newTraceId().slice(16);

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * The trace of a request, which its caller may have begun; undefined where none are exported. A
 * caller cannot leave a request out: the collector samples, not `traceparent`.
 */
export async function traceOf(traceparent = ""): Promise<Trace | undefined> {
  if (!env("OTEL_EXPORTER_OTLP_ENDPOINT")) return undefined;
  const { AsyncLocalStorage } = await import("node:async_hooks");
  current ??= new AsyncLocalStorage();
  watchCalls();
  const [, traceId = newTraceId(), parentSpanId] = TRACEPARENT.exec(traceparent) ?? [];
  return { traceId, spanId: newSpanId(), parentSpanId };
}

/** Does work, and records its calls in a trace if one is given. */
export const inTrace = <T>(trace: Trace | undefined, work: () => T): T =>
  current ? current.run(trace, work) : work();

/** Records the span of a request. Its route is null when no route has the address. */
export function traceRequest(
  trace: Trace,
  { method, route, status, start }: {
    method: string;
    route: string | null;
    status: number;
    /** When it began, by `performance.now()`. */
    start: number;
  },
): void {
  record(trace, {
    name: route ? `${method} ${route}` : method,
    kind: SERVER,
    start,
    attributes: {
      "http.request.method": method,
      "http.route": route ?? undefined,
      "http.response.status_code": status,
    },
    failed: status >= 500,
  });
}

function record(place: Trace, span: Omit<Span, keyof Trace | "end">): void {
  addSpan({ ...place, ...span, end: performance.now() });
}

/** Replaces the global `fetch`, which the libraries of all providers call. */
function watchCalls(): void {
  if (callAnyone) return;
  callAnyone = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const trace = current?.getStore();
    return trace ? tracedCall(trace, input, init) : callAnyone!(input, init);
  };
}

async function tracedCall(
  trace: Trace,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const given = input instanceof Request ? input : undefined;
  const method = (init?.method ?? given?.method ?? "GET").toUpperCase();
  const url = given?.url ?? String(input);
  const template = ownPath(url);
  const call: Trace = { ...trace, spanId: newSpanId(), parentSpanId: trace.spanId };
  if (template) {
    const traceparent = `00-${call.traceId}-${call.spanId}-01`;
    init = { ...init, headers: withHeader(init?.headers ?? given?.headers, traceparent) };
  }
  const other = template ? undefined : new URL(url);
  const start = performance.now();
  let status: number | undefined;
  try {
    const answer = await callAnyone!(input, init);
    status = answer.status;
    return answer;
  } finally {
    record(call, {
      name: `${method} ${template ?? other!.host}`,
      kind: CLIENT,
      start,
      attributes: {
        "http.request.method": method,
        "http.response.status_code": status,
        "server.address": other?.hostname,
        "url.template": template,
      },
      failed: status === undefined || status >= 500,
    });
  }
}

/**
 * The path of an address of the project, without the ids at its end: `/rest/v1/rpc/<function>`,
 * `/rest/v1/<table>`, `/storage/v1/object`. Undefined for any other address.
 */
function ownPath(url: string): string | undefined {
  const base = [env("SUPABASE_URL"), env("READ_REPLICA_URL")]
    .find((own) => own && url.startsWith(`${own}/`));
  if (!base) return undefined;
  const path = url.slice(base.length).split(/[?#]/, 1)[0]!;
  return path.split("/").slice(0, path.startsWith("/rest/v1/rpc/") ? 5 : 4).join("/");
}

function withHeader(headers: HeadersInit | undefined, traceparent: string): HeadersInit {
  if (!headers || Object.getPrototypeOf(headers) === Object.prototype) {
    // Almost all calls have plain objects; copying `Headers` costs more.
    return { ...headers as Record<string, string>, traceparent };
  }
  const copy = new Headers(headers);
  copy.set("traceparent", traceparent);
  return copy;
}

/** A server that keeps the requests that it gets, in the place of a collector of OpenTelemetry. */
import { serve } from "../../packages/stand-ins/stand-in.ts";

interface Received {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/** A span as a collector shows it. */
interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2 for a request, 3 for a call. */
  kind: number;
  ms: number;
  attributes: Record<string, string>;
  failed: boolean;
}

interface Collector {
  url: string;
  received: Received[];
  /** Of a trace, in the order in which they began. */
  spansOf(traceId: string): CollectedSpan[];
  stop(): Promise<void>;
}

/** Starts it. `answer` takes the place of its answer, an empty object. */
export function startCollector(
  answer: (request: Received) => Response | Promise<Response> = () => Response.json({}),
): Collector {
  const received: Received[] = [];
  const { base, stop } = serve({
    async fetch(request) {
      const { method, url, headers } = request;
      const each = { method, path: new URL(url).pathname, headers, body: await request.text() };
      received.push(each);
      return await answer(each);
    },
  });
  const spans = () =>
    received.filter(({ path }) => path === "/v1/traces").flatMap(({ body }) =>
      // deno-lint-ignore no-explicit-any -- the wire format, whose fields `spanOf` reads
      JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: any) => scopeSpans)
        // deno-lint-ignore no-explicit-any -- as above
        .flatMap(({ spans }: any) => spans)
    );
  return {
    url: base,
    received,
    spansOf: (traceId) =>
      spans().filter((span) => span.traceId === traceId)
        .toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
        .map(spanOf),
    stop,
  };
}

// deno-lint-ignore no-explicit-any -- as above
function spanOf({ startTimeUnixNano, endTimeUnixNano, attributes, status, ...span }: any) {
  return {
    ...span,
    ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
    attributes: Object.fromEntries(
      // deno-lint-ignore no-explicit-any -- as above
      attributes.map(({ key, value }: any) => [key, value.stringValue ?? value.intValue]),
    ),
    failed: status.code === 2,
  };
}

/** A trace of a caller: its id, and the header of a request. */
export function newTrace(flags = "01") {
  const traceId = crypto.randomUUID().replaceAll("-", "");
  const spanId = "00f067aa0ba902b7";
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

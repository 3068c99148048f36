/**
 * Sends spans as OTLP/JSON to `OTEL_EXPORTER_OTLP_ENDPOINT`, together and after answers. A failed
 * export loses its spans and changes no answer. https://opentelemetry.io/docs/specs/otlp/#otlphttp
 */
import { env } from "./env.ts";
import { inBackground, log } from "./log.ts";

/** How long (ms) an isolate collects before it sends. */
const COLLECT_MS = 1000;
/** How long (ms) the collector may take. */
const TIMEOUT_MS = 3000;
/** Waiting spans of an isolate; further ones are dropped. */
const MOST = 2000;

/** The kinds of the protocol. */
export const SERVER = 2;
export const CLIENT = 3;
const ERROR = 2;

export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits, as its parent's. */
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: typeof SERVER | typeof CLIENT;
  /** Milliseconds since the isolate began, as `performance.now()`. */
  start: number;
  end: number;
  attributes: Record<string, string | number | undefined>;
  failed: boolean;
}

/** The `fetch` before `tracing.ts` replaces it, so that an export makes no span. */
const send = globalThis.fetch;
let waiting: Span[] = [];
let dropped = 0;
let isExporting = false;

/** Takes a span that has ended. */
export function addSpan(span: Span): void {
  if (waiting.length >= MOST) {
    dropped++;
    return;
  }
  waiting.push(span);
  if (isExporting) return;
  isExporting = true;
  inBackground(exportWaiting(), "spans not exported");
}

/** Sends one request at a time, so that a slow collector is not asked twice at once. */
async function exportWaiting(): Promise<void> {
  while (waiting.length) {
    await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
    const spans = waiting;
    waiting = [];
    // A message of an error may quote a header.
    const failure = await post(spans).catch((error) => String(error?.name));
    if (!failure && !dropped) continue;
    log("warn", "spans not exported", { failure, spans: failure && spans.length, dropped });
    dropped = 0;
  }
  isExporting = false;
}

/** Sends spans; returns null after success, otherwise the status. */
async function post(spans: Span[]): Promise<number | null> {
  const answer = await send(
    `${env("OTEL_EXPORTER_OTLP_ENDPOINT")?.replace(/\/+$/, "")}/v1/traces`,
    {
      method: "POST",
      headers: { ...headersOfExport(), "content-type": "application/json" },
      body: JSON.stringify(requestOf(spans)),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  );
  await answer.body?.cancel();
  return answer.ok ? null : answer.status;
}

/** `name=value,name=value`, values percent-encoded. */
function headersOfExport(): Record<string, string> {
  const pairs = env("OTEL_EXPORTER_OTLP_HEADERS")?.split(",") ?? [];
  return Object.fromEntries(pairs.map((pair) => {
    const [name, ...value] = pair.split("=");
    return [name!.trim(), decodeURIComponent(value.join("=").trim())];
  }));
}

const requestOf = (spans: Span[]) => ({
  resourceSpans: [{
    resource: {
      attributes: attributesOf({
        "service.name": "journal",
        "service.version": env("COMMIT_SHA"),
      }),
    },
    scopeSpans: [{ scope: { name: "journal" }, spans: spans.map(spanOf) }],
  }],
});

const spanOf = ({ start, end, attributes, failed, ...span }: Span) => ({
  ...span,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf(attributes),
  status: failed ? { code: ERROR } : {},
});

/** As text, because a number is too small. */
const nanoseconds = (ms: number) => `${Math.round((performance.timeOrigin + ms) * 1000)}000`;

const attributesOf = (attributes: Span["attributes"]) =>
  Object.entries(attributes).filter(([, value]) => value !== undefined).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));

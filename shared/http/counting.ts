/**
 * Counts requests for the operator: by route, status and latency, and refusals by their code. The
 * counts of an isolate are written together, so that no request costs a write; an isolate that ends
 * before that loses them.
 */
import { z } from "@hono/zod-openapi";
import type { HttpError } from "../base/errors.ts";
import { inBackground } from "../base/log.ts";
import { inTrace } from "../base/tracing.ts";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";

/** How long (ms) an isolate collects before it writes. */
const COLLECT_MS = 10_000;

/** The upper bounds (ms) of latencies that are counted together, as `private.latency_bounds()`. */
export const LATENCY_BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

/** The method of a request, or `other` for an invented method. */
export const knownMethod = (method: string): string => METHODS.includes(method) ? method : "other";

/** Requests of one route and status. */
export const Counted = z.object({
  method: z.string(),
  /** The pattern of the route below `/api`, or `other` when no route has the address. */
  route: z.string(),
  status: z.number(),
  /** For an answer from 500 on, `reasonOf` its refusal; otherwise empty. */
  reason: z.string(),
  /** Counts by latency: up to each bound, and above the last one. */
  counts: z.array(z.number()),
  /** The time (ms) of all these requests together. */
  ms: z.number(),
});
export type Counted = z.infer<typeof Counted>;

const requests = new Map<string, Counted>();
const refused = new Map<string, { status: number; code: string; requests: number }>();
let isCollecting = false;

/** Why an answer is a 5xx: the code of its refusal, and `provider` where a provider has failed. */
const reasonOf = (status: number, { code, isOfProvider }: HttpError): string =>
  status < 500 ? "" : isOfProvider ? "provider" : code;

/**
 * Counts one request when its answer begins. `route` is null when no route has the address, and
 * `refusal` when the request is not refused.
 */
export function countRequest(
  { method, route, status, refusal, ms }: {
    method: string;
    route: string | null;
    status: number;
    refusal: HttpError | null;
    ms: number;
  },
): void {
  const what = {
    method: knownMethod(method),
    route: route?.replace(/^\/api(?=\/)/, "") ?? "other",
    status,
    reason: refusal ? reasonOf(status, refusal) : "",
  };
  const key = Object.values(what).join(" ");
  const counted = requests.get(key) ??
    { ...what, counts: new Array(LATENCY_BOUNDS.length + 1).fill(0), ms: 0 };
  requests.set(key, counted);
  const bucket = LATENCY_BOUNDS.findIndex((bound) => ms <= bound);
  counted.counts[bucket < 0 ? LATENCY_BOUNDS.length : bucket]!++;
  counted.ms += ms;
  collect();
}

/** Counts one refusal by status and code. */
export function countRefusal(status: number, code: string): void {
  const key = `${status} ${code}`;
  const counted = refused.get(key) ?? { status, code, requests: 0 };
  refused.set(key, counted);
  counted.requests++;
  collect();
}

function collect(): void {
  if (isCollecting) return;
  isCollecting = true;
  // The counts of many requests belong to no trace.
  inTrace(undefined, () => inBackground(writeLater(), "requests not counted"));
}

async function writeLater(): Promise<void> {
  // No `setTimeout`: for the first one Deno loads Node's timers, and the first answer would wait.
  await new Promise((resolve) =>
    AbortSignal.timeout(COLLECT_MS).addEventListener("abort", resolve, { once: true })
  );
  const counts = {
    p_requests: [...requests.values()].map((each) => ({ ...each, ms: Math.round(each.ms) })),
    p_refused: [...refused.values()],
  };
  requests.clear();
  refused.clear();
  isCollecting = false;
  must(await serviceClient().rpc("count_requests", counts));
}

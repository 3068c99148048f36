/** Traces inside this process: which of them are sent, and that they change no answer. */
import { z } from "@hono/zod-openapi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLIENT } from "../../shared/base/spans.ts";
import { invalidVariables } from "../../shared/base/invalid-variables.ts";
import { newTrace, startCollector } from "../support/collector.ts";
import { eventually } from "../support/eventually.ts";
import { resetEnvironment } from "./support.ts";

const { fetch } = globalThis;
const [ENDPOINT, HEADERS] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"];

type Server = ReturnType<typeof startCollector>;
let [collector, project, provider] = [] as unknown as [Server, Server, Server];
let app: Awaited<ReturnType<typeof newService>>;
let collect: () => Response | Promise<Response>;
/** An answer that does not come before the test ends. */
let late: PromiseWithResolvers<Response>;

beforeEach(async () => {
  resetEnvironment();
  collect = () => Response.json({});
  late = Promise.withResolvers();
  collector = startCollector(() => collect());
  project = startCollector();
  provider = startCollector();
  Deno.env.set("SUPABASE_URL", project.url);
  Deno.env.set(ENDPOINT, collector.url);
  app = await newService();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const name of [ENDPOINT, HEADERS, "WEBHOOK_KEY", "WEBHOOK_ORIGINS"]) Deno.env.delete(name);
  globalThis.fetch = fetch;
  late.resolve(new Response());
  await Promise.all([collector, project, provider].map(({ stop }) => stop()));
});

/** A service whose modules are loaded anew: they replace `fetch` once. */
async function newService() {
  vi.resetModules();
  const { createApp } = await import("../../shared/http/app.ts");
  const { ok, part } = await import("../../shared/http/declare.ts");
  const { anonymousClient } = await import("../../shared/database/clients.ts");
  const routes = part();
  routes.add("GET /calls/{id}", {
    auth: "none",
    operationId: "call",
    summary: "Calls the project and a provider",
    answer: ok("What they answered", z.object({ statuses: z.array(z.int()) })),
  }, async () => {
    const { status } = await anonymousClient().from("goals").select().eq("title", "secret");
    const own = await globalThis.fetch(new Request(`${project.url}/storage/v1/object/a/ana.png`));
    const other = await globalThis.fetch(`${provider.url}/people/ana?q=secret`);
    return { statuses: [status, own.status, other.status] };
  });
  return createApp([routes], { basePath: "/api" });
}

async function ask(headers: Record<string, string> = {}) {
  const answer = await app.request(`/api/calls/${crypto.randomUUID()}`, { headers });
  return [answer.status, await answer.json()];
}
const answered = [200, { statuses: [200, 200, 200] }];

const COUNTS = "/rest/v1/rpc/count_requests";
const parents = ({ received }: Server, isCount = false) =>
  received.filter(({ path }) => (path === COUNTS) === isCount)
    .map(({ headers }) => headers.get("traceparent"));

/** The lines of the log from here on. */
function logged() {
  Deno.env.set("LOG_LEVEL", "info");
  const lines: Record<string, unknown>[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void lines.push(JSON.parse(line)));
  return lines;
}

describe("a trace", () => {
  it("goes on to the project alone", async () => {
    const { traceId, headers } = newTrace();
    expect(await ask(headers)).toEqual(answered);
    const [request, ...calls] = await eventually(() => {
      const spans = collector.spansOf(traceId);
      expect(spans).toHaveLength(4);
      return spans;
    });
    expect([request, ...calls].map((span) => span!.name)).toEqual([
      "GET /api/calls/:id",
      "GET /rest/v1/goals",
      "GET /storage/v1/object",
      `GET ${new URL(provider.url).host}`,
    ]);
    for (const { parentSpanId } of calls) expect(parentSpanId).toBe(request!.spanId);
    expect(parents(project))
      .toEqual(calls.slice(0, 2).map(({ spanId }) => `00-${traceId}-${spanId}-01`));
    expect(parents(provider)).toEqual([null]);
  });

  it.each([
    ["missing", undefined],
    ["zero", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
    ["of another form", "00-zz"],
  ])("begins with the request for a header of the caller that is %s", async (_, traceparent) => {
    const lines = logged();
    expect(await ask({ ...(traceparent && { traceparent }) })).toEqual(answered);
    const traceId = String(lines[0]!.trace_id);
    expect(traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    await eventually(() => expect(collector.spansOf(traceId)).toHaveLength(4));
    expect(collector.spansOf(traceId)[0]!.parentSpanId).toBeUndefined();
  });

  it("that its caller does not sample is recorded all the same", async () => {
    const { traceId, headers } = newTrace("00");
    expect(await ask(headers)).toEqual(answered);
    for (const parent of parents(project)) {
      expect(parent).toMatch(new RegExp(`^00-${traceId}-.{16}-01$`));
    }
    await eventually(() => expect(collector.spansOf(traceId)).toHaveLength(4));
  });

  it("has no counts of requests, which are written for many", async () => {
    const collected = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(collected.signal);
    const { traceId, headers } = newTrace();
    expect((await app.request("/nothing", { headers })).status).toBe(404);
    collected.abort();
    await eventually(() => {
      expect(parents(project, true)).toEqual([null]);
      expect(collector.spansOf(traceId)).toHaveLength(1);
    });
    expect(collector.spansOf(traceId)[0]!.name).toBe("GET");
  });
});

it("a delivery to the server of a user makes no span", async () => {
  const user_id = crypto.randomUUID();
  Deno.env.set("WEBHOOK_KEY", btoa("k".repeat(32)));
  Deno.env.set("WEBHOOK_ORIGINS", provider.url);
  const { newSecret, send } = await import("../../functions/webhooks/sending.ts");
  const { inTrace, traceOf } = await import("../../shared/base/tracing.ts");
  const { traceId, headers } = newTrace();
  const delivery = {
    user_id,
    url: `${provider.url}/of/ana`,
    secret: (await newSecret(user_id)).encrypted,
    former_secret: null,
    event_id: user_id,
    type: "goal.changed",
    created_at: new Date().toISOString(),
    object_id: user_id,
    object_type: null,
  } as unknown as Parameters<typeof send>[0];
  expect(await inTrace(await traceOf(headers.traceparent), () => send(delivery)))
    .toMatchObject({ p_status: 200 });
  expect(parents(provider)).toEqual([null]);
  await ask(headers);
  await eventually(() => expect(collector.spansOf(traceId)).not.toHaveLength(0));
  expect(collector.spansOf(traceId)).toHaveLength(4);
});

describe("answers and the log", () => {
  it("have no trace where no collector is set", async () => {
    Deno.env.delete(ENDPOINT);
    const lines = logged();
    const { headers } = newTrace();
    expect(await ask(headers)).toEqual(answered);
    expect(globalThis.fetch).toBe(fetch);
    expect(parents(project)).toEqual([null, null]);
    expect(lines[0]).not.toHaveProperty("trace_id");
    expect(collector.received).toEqual([]);
  });

  it.each([
    ["refuses", 401],
    ["does not answer", "TimeoutError"],
  ])("stay the same while the collector %s", async (_, failure) => {
    collect = () => failure === 401 ? new Response(null, { status: 401 }) : late.promise;
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 200));
    Deno.env.set(HEADERS, "api-key=secret");
    const lines = logged();
    const warning = { level: "warn", message: "spans not exported", failure, spans: 4 };
    for (let n = 1; n <= 2; n++) {
      expect(await ask()).toEqual(answered);
      await eventually(() => expect(lines).toHaveLength(2 * n));
      expect(lines.at(-1)).toMatchObject(warning);
    }
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  it("say how many spans were dropped", async () => {
    const { addSpan } = await import("../../shared/base/spans.ts");
    const lines = logged();
    const { traceId, spanId } = newTrace();
    const times = { start: 0, end: 1 };
    for (let n = 0; n < 2100; n++) {
      addSpan({ traceId, spanId, name: "", kind: CLIENT, ...times, attributes: {}, failed: false });
    }
    await eventually(() => expect(lines).toHaveLength(1));
    expect(lines[0]).toMatchObject({ message: "spans not exported", dropped: 100 });
    expect(collector.spansOf(traceId)).toHaveLength(2000);
  });
});

it("the headers of the collector have a form", () => {
  const isValid = (value: string) =>
    invalidVariables((name) => name === HEADERS ? value : undefined).length === 0;
  expect(["api-key=a%20b", "Authorization=Basic%20dTpw==, x-tenant=1"].map(isValid))
    .toEqual([true, true]);
  expect(["api-key", "api key=a", "a=b%2", "a=b c", "a=b,,"].map(isValid))
    .toEqual([false, false, false, false, false]);
});

/** Traces of a whole platform reach a collector, and show a slow statement. */
import { afterAll, describe, expect } from "vitest";
import { showTraces } from "../../tools/traces.ts";
import { newTrace, startCollector } from "../support/collector.ts";
import { eventually } from "../support/eventually.ts";
import { ownPlatform } from "../support/own-platform.ts";

const collector = startCollector();
// A payment provider that has no prices.
const provider = startCollector(() =>
  Response.json({ object: "list", data: [], has_more: false, url: "/v1/prices" })
);
const { superuser } = await ownPlatform({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: "api-key=to%20collect,x-tenant=journal",
  STRIPE_SECRET_KEY: "sk_test_traces",
  STRIPE_API_BASE: provider.url,
});
afterAll(() => Promise.all([collector.stop(), provider.stop()]));
const { it } = await import("../support/it.ts");
const { ok } = await import("../support/requests.ts");
const { somebodyWaitsFor } = await import("../support/waiting.ts");

/** The span of a request and those of its calls, once the collector has them. */
const traced = (traceId: string) =>
  eventually(() => {
    const spans = collector.spansOf(traceId);
    const request = spans.find(({ kind }) => kind === 2);
    expect(request).toBeDefined();
    return { request: request!, calls: spans.filter((span) => span !== request) };
  });

describe("a trace", () => {
  it("has a request and its calls of the database, below the caller's span", async ({ ana }) => {
    const { traceId, spanId, headers } = newTrace();
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    await ok(ana, "PUT", `/api/goals/${goal.id}`, { title: "Swim" }, headers);
    const { request, calls } = await traced(traceId);
    expect(request).toMatchObject({
      parentSpanId: spanId,
      name: "PUT /api/goals/:id",
      failed: false,
      attributes: {
        "http.request.method": "PUT",
        "http.route": "/api/goals/:id",
        "http.response.status_code": "200",
      },
    });
    expect(calls.map(({ name }) => name))
      .toEqual(["PATCH /rest/v1/goals", "GET /rest/v1/goal_cards"]);
    for (const call of calls) {
      expect(call).toMatchObject({ kind: 3, parentSpanId: request.spanId, failed: false });
      expect(call.ms).toBeGreaterThan(0);
      expect(call.ms).toBeLessThan(request.ms);
    }
    const { headers: sent } = collector.received.at(-1)!;
    expect([sent.get("api-key"), sent.get("x-tenant")]).toEqual(["to collect", "journal"]);
  });

  it("shows which statement was slow", async ({ ana }) => {
    const { traceId, headers } = newTrace();
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    let answer: Promise<unknown>;
    await superuser.begin(async (tx) => {
      await tx`select from public.goals where id = ${goal.id} for update`;
      answer = ok(ana, "PUT", `/api/goals/${goal.id}`, { title: "Swim" }, headers);
      await somebodyWaitsFor(tx);
      await tx`select pg_sleep(0.3)`;
    });
    await answer!;
    const { calls } = await traced(traceId);
    const [longest] = calls.toSorted((a, b) => b.ms - a.ms);
    expect(longest!.attributes["url.template"]).toBe("/rest/v1/goals");
    expect(longest!.ms).toBeGreaterThan(300);
  });

  it("has the call of a provider, which is told nothing of it", async ({ ana }) => {
    const { traceId, headers } = newTrace();
    await ok(ana, "GET", "/api/payment/prices", undefined, headers);
    const { calls } = await traced(traceId);
    const { host, hostname } = new URL(provider.url);
    expect(calls[1]!.name).toBe(`GET ${host}`);
    expect(calls[0]!.attributes["url.template"]).toBe("/rest/v1/rpc/check_caller");
    expect(calls[1]!.attributes).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": "200",
      "server.address": hostname,
    });
    expect(provider.received.map(({ path, headers }) => [path, headers.get("traceparent")]))
      .toEqual([["/v1/prices", null]]);
  });

  it("is drawn with its calls below the request", async ({ ana }) => {
    const { traceId, headers } = newTrace();
    await ok(ana, "GET", "/api/payment/prices", undefined, headers);
    await traced(traceId);
    const show = showTraces();
    const url = "http://127.0.0.1:4318/";
    expect(await (await show(new Request(url))).text()).toContain("No trace yet");
    for (const { body } of collector.received.filter(({ body }) => body.includes(traceId))) {
      expect((await show(new Request(`${url}v1/traces`, { method: "POST", body }))).status).toBe(
        200,
      );
    }
    const page = await (await show(new Request(url))).text();
    const pictures = page.match(/<svg.*?<\/svg>/gs)!;
    const { host } = new URL(provider.url);
    const picture = pictures.find((each) => each.includes(host))!;
    const named = /<text x="([\d.]+)" y="\d+">(GET [^<]+)<\/text><rect x="([\d.]+)"/g;
    const rows = [...picture.matchAll(named)].map(([, indent, name, x]) => ({ indent, name, x }));
    expect(rows.map(({ indent, name }) => [indent, name])).toEqual([
      ["12", "GET /api/payment/prices"],
      ["26", "GET /rest/v1/rpc/check_caller"],
      ["26", `GET ${host}`],
    ]);
    const [request, database, call] = rows.map(({ x }) => Number(x));
    expect(request).toBe(330);
    expect(database).toBeGreaterThan(request!);
    expect(call).toBeGreaterThan(database!);
  });

  it("has no text, id, query or secret", async ({ ana, words }) => {
    const { traceId, headers } = newTrace();
    const { entry } = await ok(
      ana,
      "POST",
      "/api/journal",
      { title: `Title ${words}`, content: `Content ${words}` },
      headers,
    );
    await ok(ana, "GET", `/api/journal/${entry.id}`, undefined, headers);
    await ok(ana, "GET", `/api/journal?q=${encodeURIComponent(words)}`, undefined, headers);
    await ok(ana, "DELETE", `/api/journal/${entry.id}`, undefined, headers);
    await eventually(() =>
      expect(collector.spansOf(traceId).filter(({ kind }) => kind === 2)).toHaveLength(4)
    );
    const told = collector.received.map(({ body }) => body).join("\n");
    for (const word of words.split(" ")) expect(told).not.toContain(word);
    for (const secret of [ana.id, ana.email, entry.id, ana.token, "sk_test", "sb_"]) {
      expect(told).not.toContain(secret);
    }
  });
});

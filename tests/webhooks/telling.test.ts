/** A delivery tells its owner when it was tried, how long that took, and why it failed. */
import process from "node:process";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";

const { status } = await ownPlatform({
  WEBHOOK_KEY: process.env.WEBHOOK_KEY!,
  WEBHOOK_ORIGINS: process.env.WEBHOOK_ORIGINS!,
});
const { it } = await import("../support/it.ts");
const { ok } = await import("../support/requests.ts");
const { hook, passTime, PATH, run } = await import("./support.ts");
const { newSecret, send } = await import("../../functions/webhooks/sending.ts");
const { NOWHERE } = await import("../support/requests.ts");
const { samplesOf } = await import("../health/promql.ts");
type Person = Awaited<ReturnType<typeof import("../support/people.ts").person>>;

const newest = async (who: Person, id: string) =>
  (await ok(who, "GET", `${PATH}/${id}/deliveries`)).deliveries[0];

describe("a delivery", () => {
  it("has no try before the first one, and then its time and duration", async ({ ana }) => {
    const { id, received } = await hook(ana);
    const { delivery } = await ok(ana, "POST", `${PATH}/${id}/ping`);
    expect(delivery).toMatchObject({ last_attempt_at: null, duration_ms: null, error: null });
    const before = Date.now();
    await run();
    const { last_attempt_at, duration_ms, error } = await newest(ana, id);
    expect(Date.parse(last_attempt_at)).toBeGreaterThan(before - 1000);
    expect(duration_ms).toBeGreaterThanOrEqual(0);
    expect(error).toBeNull();
    expect((await received())[0]!.headers["user-agent"]).toBe("journal-webhooks/1");
  });

  it("that a receiver refuses says so, and is sent at the next run by hand", async ({ ana }) => {
    const { id, answer, received } = await hook(ana);
    await answer({ statuses: [500, 500] });
    await ok(ana, "POST", `${PATH}/${id}/ping`);
    await run();
    const { id: deliveryId, ...failed } = await newest(ana, id);
    expect(failed).toMatchObject({ status: "pending", error: "status", response_status: 500 });
    expect(await run()).toMatchObject({ total: 0 });
    const resend = () => ok(ana, "POST", `${PATH}/${id}/deliveries/${deliveryId}/resend`);
    expect((await resend()).delivery).toMatchObject({ status: "pending", attempts: 1 });
    await run();
    expect(await newest(ana, id)).toMatchObject({ status: "pending", attempts: 2 });
    await resend();
    await run();
    expect(await newest(ana, id)).toMatchObject({ status: "delivered", attempts: 3, error: null });
    expect(await received()).toHaveLength(3);
  });

  it("to a receiver that hangs times out, without a failed run, and can be hastened", async ({ ana }) => {
    const { id, answer } = await hook(ana);
    await answer({ delay_ms: 15_000 });
    await ok(ana, "POST", `${PATH}/${id}/ping`);
    const runs = async () => {
      const answer = await fetch(`${status.base_url}/api/metrics`, {
        headers: { authorization: `Bearer ${testEnvironment.METRICS_TOKEN}` },
      });
      return samplesOf(await answer.text()).filter(({ name, labels }) =>
        name === "journal_job_runs_total" && labels.job === "webhook-delivery" &&
        labels.result === "failed"
      ).map(({ value }) => value);
    };
    const before = await runs();
    expect(await run()).toMatchObject({ total: 1, failed: 1, errors: [] });
    expect(await runs()).toEqual(before);
    const { id: deliveryId, ...slow } = await newest(ana, id);
    expect(slow).toMatchObject({ error: "timeout", response_status: null });
    expect(slow.duration_ms).toBeGreaterThan(9000);
    await answer({});
    await ok(ana, "POST", `${PATH}/${id}/deliveries/${deliveryId}/resend`);
    expect(await run()).toMatchObject({ total: 1, delivered: 1 });
    await passTime(id, "1 minute");
    expect(await run()).toMatchObject({ total: 0 });
  });
});

describe("a try without an answer tells why", () => {
  const names = ["WEBHOOK_KEY", "WEBHOOK_ORIGINS"];
  const given = names.map((name) => Deno.env.get(name));
  const plain = Deno.serve({ port: 0, onListen: () => {} }, () => new Response());
  const port = plain.addr.port;
  const closed = Deno.listen({ port: 0 });
  const nothing = `http://127.0.0.1:${closed.addr.port}`;
  closed.close();
  beforeAll(() => {
    Deno.env.set("WEBHOOK_KEY", process.env.WEBHOOK_KEY!);
    Deno.env.set("WEBHOOK_ORIGINS", [nothing, `https://127.0.0.1:${port}`].join());
  });
  afterAll(async () => {
    names.forEach((name, n) =>
      given[n] === undefined ? Deno.env.delete(name) : Deno.env.set(name, given[n])
    );
    await plain.shutdown();
  });

  it.for(
    [
      ["refused", nothing],
      ["tls", `https://127.0.0.1:${port}`],
      ["dns", "https://no-such-host.example.com"],
    ] as const,
  )("%s", async ([p_error, url]) => {
    const { encrypted } = await newSecret(NOWHERE);
    const delivery: unknown = {
      id: NOWHERE,
      webhook_id: NOWHERE,
      user_id: NOWHERE,
      url: `${url}/hook`,
      secret: encrypted,
      former_secret: null,
      event_id: NOWHERE,
      type: "ping",
      object_id: NOWHERE,
      object_type: null,
      created_at: new Date().toISOString(),
    };
    const outcome = await send(delivery as Parameters<typeof send>[0]);
    expect(outcome).toMatchObject({ p_error });
    expect(outcome.p_status).toBeUndefined();
  });
});

it("the document has the payloads that the job sends", async () => {
  const document = await (await fetch(`${status.base_url}/api/openapi.json?audience=app`)).json();
  expect(Object.keys(document.webhooks)).toEqual(["change", "notification", "ping", "overflow"]);
  const names = Object.values(document.webhooks as Record<string, typeof document>).map((
    { post },
  ) => post.requestBody.content["application/json"].schema.$ref.split("/").at(-1));
  const types = names.flatMap((name) => {
    const { enum: several, const: one } = document.components.schemas[name].properties.type;
    return several ?? [one];
  });
  expect(types.toSorted()).toEqual(
    document.components.schemas.WebhookEventType.enum.toSorted(),
  );
  const admin = await (await fetch(`${status.base_url}/api/openapi.json?audience=admin`)).json();
  expect(admin.webhooks).toEqual({});
});

/** Requests that are repeated with their Idempotency-Key. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";
import { ben, frontDoor, newKey, post, replayed, work } from "./orders.ts";

/** Blocks the work until it is opened. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { closed: promise, open: resolve };
}

/** Resolves when the first request has its claim and is being processed. */
const processing = () => eventually(() => expect(work.done).toBe(1));

/** Moves the last heartbeat of a claim back by some seconds. */
const age = (key: string, seconds: number) =>
  sql`update private.idempotency_keys
    set heartbeat_at = heartbeat_at - make_interval(secs => ${seconds}) where key = ${key}`;

/** How many seconds ago a claim's last heartbeat was. */
const silence = async (key: string) =>
  (await sql`
    select extract(epoch from clock_timestamp() - heartbeat_at)::float8 as seconds
    from private.idempotency_keys where key = ${key}`)[0]!.seconds as number;

describe("a request repeated with its idempotency key", () => {
  it("gets the first answer again and has no effect", async () => {
    const key = newKey();
    const first = await post({ key });
    const second = await post({ key });
    expect([first.status, await first.json(), replayed(first)]).toEqual([201, { order: 1 }, null]);
    expect([second.status, await second.json(), replayed(second)])
      .toEqual([201, { order: 1 }, "true"]);
    expect(second.headers.get("content-type")).toBe("application/json");
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(work.done).toBe(1);
  });

  it("gets the first answer at both addresses of the group", async () => {
    const key = newKey();
    await post({ key });
    const second = await post({ key, to: frontDoor, path: "/api/orders" });
    expect([second.status, replayed(second)]).toEqual([201, "true"]);
  });

  it("gets 409 with Retry-After at once while the first is being processed", async () => {
    const key = newKey();
    const { open, closed } = gate();
    work.until = closed;
    const first = post({ key });
    await processing();
    const meanwhile = await Promise.all(Array.from({ length: 5 }, () => post({ key })));
    for (const answer of meanwhile) {
      expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
        409,
        "2",
        {
          error: "Idempotency-Key: the first request is still being processed",
          code: "idempotency_in_progress",
        },
      ]);
    }
    open();
    expect(await (await first).json()).toEqual({ order: 1 });
    expect(await (await post({ key })).json()).toEqual({ order: 1 });
    expect(work.done).toBe(1);
  });

  it("is processed once when ten arrive at once", async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ key })));
    expect(work.done).toBe(1);
    expect(new Set(answers.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  });

  it("gets a stored refusal again", async () => {
    const key = newKey();
    work.status = 409;
    await post({ key });
    work.status = 201;
    const second = await post({ key });
    expect([second.status, await second.json()]).toMatchObject([409, { error: "Sold out" }]);
  });

  it("is processed again without a key, by another user, or with another key", async () => {
    const key = newKey();
    await post({ key });
    await post({ key, as: ben });
    await post({ key: newKey() });
    await post({});
    await post({});
    expect(work.done).toBe(5);
  });

  it("is processed again after a temporary refusal", async () => {
    for (const status of [429, 503]) {
      const key = newKey();
      work.status = status;
      expect((await post({ key })).status).toBe(status);
      work.status = 201;
      const second = await post({ key });
      expect([second.status, replayed(second)]).toEqual([201, null]);
    }
  });

  it("is processed again after a day", async () => {
    const key = newKey();
    await post({ key });
    await sql`update private.idempotency_keys
      set created_at = created_at - interval '24 hours' where key = ${key}`;
    await post({ key, body: { item: "coffee" } });
    expect(work.done).toBe(2);
  });

  it("takes over a claim without a heartbeat for 8 seconds", async () => {
    const key = newKey();
    const { open, closed } = gate();
    work.until = closed;
    const first = post({ key });
    await processing();
    await age(key, 7);
    expect((await post({ key })).status).toBe(409);
    await age(key, 2);
    work.until = Promise.resolve();
    expect(await (await post({ key })).json()).toEqual({ order: 2 });
    // The answer of the request that lost its claim does not replace the other one.
    open();
    expect(await (await first).json()).toEqual({ order: 1 });
    expect(await (await post({ key })).json()).toEqual({ order: 2 });
  });

  it("renews its claim while it is being processed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const key = newKey();
    const { open, closed } = gate();
    work.until = closed;
    const first = post({ key });
    await processing();
    for (let beat = 0; beat < 2; beat++) {
      await age(key, 7);
      vi.advanceTimersByTime(2500);
      await eventually(async () => expect(await silence(key)).toBeLessThan(5));
    }
    expect(vi.getTimerCount()).toBe(1);
    open();
    expect((await first).status).toBe(201);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is compared part by part when it is a form", async () => {
    const form = (size: string, content = "photo") => {
      const body = new FormData();
      body.append("photo", new Blob([content]), "photo.png");
      body.append("size", size);
      return body;
    };
    const film = { key: newKey(), path: "/orders/film" };
    expect((await post({ ...film, body: form("large") })).status).toBe(201);
    expect(replayed(await post({ ...film, body: form("large") }))).toBe("true");
    expect((await post({ ...film, body: form("small") })).status).toBe(409);
    expect((await post({ ...film, body: form("large", "other") })).status).toBe(409);
    expect(work.done).toBe(1);
  });

  it("gets a secret once, also when the answer is kept", async () => {
    const key = newKey();
    const answers = [await post({ key, path: "/orders/secret" })];
    answers.push(await post({ key, path: "/orders/secret" }));
    const bodies = await Promise.all(answers.map((answer) => answer.json()));
    expect(bodies).toEqual([
      { order: 1, code: "s3cret", links: [{ code: "t0ken" }] },
      { order: 1, code: null, links: [{ code: null }] },
    ]);
    const [row] = await sql`
      select answer::text from private.idempotency_keys where key = ${key}`;
    expect(row!.answer).not.toMatch(/s3cret|t0ken/);
    work.status = 409;
    const refused = newKey();
    await post({ key: refused, path: "/orders/secret" });
    const again = await post({ key: refused, path: "/orders/secret" });
    expect(await again.json()).toEqual({ error: "Sold out", code: "conflict" });
  });
});

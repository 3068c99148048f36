import { z } from "@hono/zod-openapi";
import { SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { conflict, HttpError, tooManyRequests } from "../../shared/base/errors.ts";
import { created } from "../../shared/http/answers.ts";
import { superAdminOr } from "../../shared/http/auth.ts";
import { createApp } from "../../shared/http/app.ts";
import { form as formBody, json } from "../../shared/http/bodies.ts";
import { cron } from "../../shared/http/cron.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { file } from "../../shared/files/upload.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { useProject } from "./project.ts";

let ana: Person;
let ben: Person;
beforeAll(async () => {
  await useProject();
  [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
});

/** How often the work behind the route was done, until when it takes, and how it ends. */
const work = { done: 0, until: Promise.resolve(), status: 201 };
beforeEach(() => Object.assign(work, { done: 0, until: Promise.resolve(), status: 201 }));

/** Holds work up until it is opened. */
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

const routes = group("orders", "Orders");
const answer = created("The order", z.object({}).loose());

async function order(): Promise<{ order: number }> {
  work.done++;
  const mine = work.done;
  await work.until;
  if (work.status === 429) throw tooManyRequests("Later", 5);
  if (work.status === 409) throw conflict("Sold out");
  if (work.status >= 500) throw new HttpError(503, "Not now");
  return { order: mine };
}

for (const path of ["/orders", "/orders/{id}/again"] as const) {
  routes.openapi(
    route({
      method: "post",
      path,
      query: z.object({ gift: z.string().optional() }),
      auth: "user",
      operationId: path.length > 7 ? "orderAgain" : "createOrder",
      summary: "Orders",
      body: json(z.object({ item: z.string() })),
      idempotent: true,
      answer,
    }),
    async (c) => c.json(await order(), 201),
  );
}

for (
  const [path, auth] of [
    ["/orders/all", "super_admin"],
    ["/orders/job", superAdminOr(cron("CHAT_CRON_SECRET"))],
  ] as const
) {
  routes.openapi(
    route({
      method: "post",
      path,
      auth,
      operationId: path === "/orders/all" ? "orderForAll" : "orderAsJob",
      summary: "Orders for everyone",
      body: json(z.object({ item: z.string() })),
      idempotent: true,
      answer,
    }),
    async (c) => c.json(await order(), 201),
  );
}

routes.openapi(
  route({
    method: "post",
    path: "/orders/photo",
    auth: "user",
    operationId: "orderPhoto",
    summary: "Orders a photo",
    body: formBody(z.object({ photo: file, size: z.string() })),
    idempotent: true,
    answer,
  }),
  async (c) => c.json(await order(), 201),
);

routes.openapi(
  route({
    method: "post",
    path: "/orders/stream",
    auth: "user",
    operationId: "streamOrder",
    summary: "Orders and tells how it goes",
    body: json(z.object({ item: z.string() })),
    idempotent: true,
    answer: {
      status: 200,
      description: "Events",
      content: { "text/event-stream": { schema: z.string() } },
    },
  }),
  (_c) => {
    work.done++;
    const events = new ReadableStream({
      async start(controller) {
        for (const n of [1, 2, 3]) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          controller.enqueue(new TextEncoder().encode(`data: ${n}\n\n`));
        }
        controller.close();
      },
    });
    return new Response(events, { headers: { "content-type": "text/event-stream" } });
  },
);

const app = createApp([routes]);
const frontDoor = createApp([routes], { basePath: "/api" });

const post = (
  { key, as = ana, body = { item: "tea" }, path = "/orders", to = app }: {
    key?: string;
    as?: Person;
    body?: unknown;
    path?: string;
    to?: typeof app;
  },
) =>
  to.request(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });

const newKey = () => crypto.randomUUID();
const replayed = (response: Response) => response.headers.get("idempotent-replayed");

describe("a request sent again with its key", () => {
  it("gets the first answer again and does nothing", async () => {
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

  it("gets it through either address of the group", async () => {
    const key = newKey();
    await post({ key });
    const second = await post({ key, to: frontDoor, path: "/api/orders" });
    expect([second.status, replayed(second)]).toEqual([201, "true"]);
  });

  it("is 409 with Retry-After at once while the first is being processed", async () => {
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

  it("gets a refusal again, too", async () => {
    const key = newKey();
    work.status = 409;
    await post({ key });
    work.status = 201;
    const second = await post({ key });
    expect([second.status, await second.json()]).toMatchObject([409, { error: "Sold out" }]);
  });

  it("is done anew without a key, by another user, or with another key", async () => {
    const key = newKey();
    await post({ key });
    await post({ key, as: ben });
    await post({ key: newKey() });
    await post({});
    await post({});
    expect(work.done).toBe(5);
  });

  it("is done anew after an answer that said not now", async () => {
    for (const status of [429, 503]) {
      const key = newKey();
      work.status = status;
      expect((await post({ key })).status).toBe(status);
      work.status = 201;
      const second = await post({ key });
      expect([second.status, replayed(second)]).toEqual([201, null]);
    }
  });

  it("is done anew after a day", async () => {
    const key = newKey();
    await post({ key });
    await sql`update private.idempotency_keys
      set created_at = created_at - interval '24 hours' where key = ${key}`;
    await post({ key, body: { item: "coffee" } });
    expect(work.done).toBe(2);
  });

  it("takes over a claim without a heartbeat for 15 seconds", async () => {
    const key = newKey();
    const { open, closed } = gate();
    work.until = closed;
    const first = post({ key });
    await processing();
    await age(key, 14);
    expect((await post({ key })).status).toBe(409);
    await age(key, 2);
    work.until = Promise.resolve();
    expect(await (await post({ key })).json()).toEqual({ order: 2 });
    // The answer of the request that lost its claim does not replace the other one.
    open();
    expect(await (await first).json()).toEqual({ order: 1 });
    expect(await (await post({ key })).json()).toEqual({ order: 2 });
  });

  it("keeps its claim alive for as long as it is being processed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const key = newKey();
    const { open, closed } = gate();
    work.until = closed;
    const first = post({ key });
    await processing();
    for (let beat = 0; beat < 2; beat++) {
      await age(key, 14);
      vi.advanceTimersByTime(5000);
      await eventually(async () => expect(await silence(key)).toBeLessThan(10));
    }
    expect(vi.getTimerCount()).toBe(1);
    open();
    expect((await first).status).toBe(201);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("keeps its claim alive until its stream ends", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await post({ key: newKey(), path: "/orders/stream" });
    expect(vi.getTimerCount()).toBe(1);
    await first.text();
    await eventually(() => expect(vi.getTimerCount()).toBe(0));
  });

  it("is compared part by part when it is a form", async () => {
    const form = (size: string, content = "photo") => {
      const body = new FormData();
      body.append("photo", new Blob([content]), "photo.png");
      body.append("size", size);
      return body;
    };
    const key = newKey();
    const path = "/orders/photo";
    expect((await post({ key, path, body: form("large") })).status).toBe(201);
    expect(replayed(await post({ key, path, body: form("large") }))).toBe("true");
    expect((await post({ key, path, body: form("small") })).status).toBe(409);
    expect((await post({ key, path, body: form("large", "other") })).status).toBe(409);
    expect(work.done).toBe(1);
  });

  it("repeats a stream in one piece", async () => {
    const key = newKey();
    const path = "/orders/stream";
    const first = await post({ key, path });
    const events = "data: 1\n\ndata: 2\n\ndata: 3\n\n";
    expect(await first.text()).toBe(events);
    // The answer is stored after the end of the stream.
    const second = await eventually(async () => {
      const answer = await post({ key, path });
      expect(answer.status).not.toBe(409);
      return answer;
    });
    expect([await second.text(), second.headers.get("content-type"), replayed(second)])
      .toEqual([events, "text/event-stream", "true"]);
    expect(work.done).toBe(1);
  });
});

describe("a key", () => {
  it("is 409 with another body, another query or another address", async () => {
    const key = newKey();
    await post({ key });
    const again = `/orders/${crypto.randomUUID()}/again`;
    const refusals = [
      await post({ key, body: { item: "coffee" } }),
      await post({ key, path: "/orders?gift=true" }),
    ];
    expect((await post({ key, path: again })).status).toBe(201);
    refusals.push(await post({ key, path: `/orders/${crypto.randomUUID()}/again` }));
    for (const refusal of refusals) {
      expect(refusal.status).toBe(409);
      expect((await refusal.json()).error).toMatch(/another request/);
    }
    expect(work.done).toBe(2);
  });

  it("is 1 to 255 printable characters", async () => {
    for (const key of ["", "x".repeat(256), "clé"]) {
      expect([key, (await post({ key })).status]).toEqual([key, 400]);
    }
    expect((await post({ key: "x".repeat(250) + newKey().slice(0, 5) })).status).toBe(201);
    expect(work.done).toBe(1);
  });

  it("gives a blocked user no stored answer", async () => {
    const cleo = await person("Cleo");
    const key = newKey();
    expect((await post({ key, as: cleo })).status).toBe(201);
    await sql`update public.profiles set is_active = false where id = ${cleo.id}`;
    const second = await post({ key, as: cleo });
    expect([second.status, await second.json()]).toMatchObject([403, {
      error: "This account is blocked",
    }]);
  });

  it("gives an ended session no stored answer", async () => {
    const [cleo, key] = [await person("Cleo"), newKey()];
    expect((await post({ key, as: cleo })).status).toBe(201);
    await sql`
      select private.end_session(id) from auth.sessions where user_id = ${cleo.id}`;
    const second = await post({ key, as: cleo });
    expect([second.status, await second.json()]).toMatchObject([401, {
      code: "session_ended",
    }]);
    expect(work.done).toBe(1);
  });

  it("gives a former super admin no stored answer", async () => {
    const [admin, key] = [await superAdmin(), newKey()];
    for (const path of ["/orders/all", "/orders/job"]) {
      expect((await post({ key, as: admin, path })).status).toBe(201);
    }
    await sql`update public.profiles set role = 'user' where id = ${admin.id}`;
    for (const path of ["/orders/all", "/orders/job"]) {
      const second = await post({ key, as: admin, path });
      expect([second.status, await second.json()]).toMatchObject([403, {
        error: "Only super admins may do this",
      }]);
    }
    expect(work.done).toBe(2);
  });

  it("has no effect without a valid token", async () => {
    const forged = await new SignJWT({ sub: ana.id, role: "authenticated" })
      .setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(new Uint8Array(32));
    expect((await post({ key: newKey(), as: { ...ana, token: forged } })).status).toBe(401);
  });
});

describe("what is kept", () => {
  it("is reached by the service alone", async () => {
    for (const { client } of [ana, ben]) {
      const claim = await client.rpc("idempotency_claim", {
        p_user_id: ana.id,
        p_session_id: null,
        p_super_admin: false,
        p_route: "post /orders",
        p_key: "x",
        p_request_hash: "x",
      });
      expect(claim.error).not.toBeNull();
    }
  });

  it("is removed when its time is over", async () => {
    const key = newKey();
    await post({ key });
    await sql`update private.idempotency_keys
      set created_at = created_at - interval '24 hours' where key = ${key}`;
    await sql`select private.purge_idempotency_keys()`;
    expect(await sql`select from private.idempotency_keys where key = ${key}`).toHaveLength(0);
  });
});

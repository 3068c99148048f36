/** Routes that take an Idempotency-Key, and requests to them. */
import { z } from "@hono/zod-openapi";
import { beforeAll, beforeEach } from "vitest";
import { conflict, HttpError, tooManyRequests } from "../../shared/base/errors.ts";
import { createApp } from "../../shared/http/app.ts";
import { form, json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/declare.ts";
import { cron, superAdminOr } from "../../shared/http/guard.ts";
import { created } from "../../shared/http/route.ts";
import { file } from "../../shared/files/parts.ts";
import { type Person, person } from "../support/people.ts";
import { useProject } from "./project.ts";

export let ana: Person;
export let ben: Person;
beforeAll(async () => {
  await useProject();
  [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
});

/** Counts the runs of the work behind the route; sets how long it takes and how it ends. */
export const work = { done: 0, until: Promise.resolve(), status: 201 };
beforeEach(() => Object.assign(work, { done: 0, until: Promise.resolve(), status: 201 }));

const routes = part();
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
  routes.add(`POST ${path}`, {
    query: z.object({ gift: z.string().optional() }),
    operationId: path.length > 7 ? "orderAgain" : "createOrder",
    summary: "Orders",
    body: json(z.object({ item: z.string() })),
    answer,
  }, async () => await order());
}

for (
  const [path, auth] of [
    ["/orders/all", "super_admin"],
    ["/orders/job", superAdminOr(cron("CHAT_CRON_SECRET"))],
  ] as const
) {
  routes.add(`POST ${path}`, {
    auth,
    operationId: path === "/orders/all" ? "orderForAll" : "orderAsJob",
    summary: "Orders for everyone",
    body: json(z.object({ item: z.string() })),
    answer,
  }, async () => await order());
}

routes.add("POST /orders/film", {
  operationId: "orderFilm",
  summary: "Orders a film",
  body: form(z.object({ photo: file, size: z.string() }), { file: "photo", maxBytes: 1000 }),
  answer,
}, async ({ body: { photo } }) => {
  return { ...await order(), bytes: photo.content.flatMap((piece) => [...piece]) };
});

routes.add("POST /orders/secret", {
  operationId: "orderSecret",
  summary: "Orders a secret",
  body: json(z.object({})),
  shownOnce: ["code"],
  answer,
}, async () => ({ ...await order(), code: "s3cret", links: [{ code: "t0ken" }] }));

const app = createApp([routes]);
export const frontDoor = createApp([routes], { basePath: "/api" });

export const post = (
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

export const newKey = () => crypto.randomUUID();
export const replayed = (response: Response) => response.headers.get("idempotent-replayed");

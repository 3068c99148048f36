import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { sha256 } from "hono/utils/crypto";
import { z } from "zod";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { AppEnv } from "./context.ts";
import { badRequest, HttpError } from "../base/errors.ts";
import { inBackground } from "../base/log.ts";

/**
 * How long a request waits for the first one with its key, in milliseconds: almost as long as the
 * platform lets that one take.
 */
const PATIENCE_MS = 140_000;

const outcome = z.discriminatedUnion("state", [
  z.object({ state: z.literal("new"), claim: z.guid() }),
  z.object({ state: z.literal("running") }),
  z.object({ state: z.literal("mismatch") }),
  z.object({
    state: z.literal("done"),
    status: z.number(),
    answer: z.object({ type: z.string(), text: z.string() }),
  }),
]);
type Outcome = z.infer<typeof outcome>;

/**
 * Makes a POST safe to send again: the same user, route and `Idempotency-Key` within 24 hours gets
 * the first answer again, with `Idempotent-Replayed: true`, also when both arrive at once; the same
 * key with another request is 409. Answers that say "not now" (401, 429, 5xx, and any with a
 * `Retry-After`) are not kept, so the next attempt runs. Follows
 * draft-ietf-httpapi-idempotency-key-header.
 *
 * @param route what names the operation whatever its address: `post /tone-packs/{id}/purchase`.
 */
export function idempotent(route: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const key = c.req.header("idempotency-key");
    const caller = c.get("identity");
    if (key === undefined || !caller) return await next();
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw badRequest("Idempotency-Key: expected 1 to 255 printable ASCII characters");
    }
    const first = await claim({
      p_user_id: caller.id,
      p_route: route,
      p_key: key,
      p_request_hash: await hashOf(c),
    });
    if (first.state === "done") {
      const { status, answer } = first;
      return new Response(answer.text, {
        status,
        headers: { "content-type": answer.type, "Idempotent-Replayed": "true" },
      });
    }
    await next();
    await settle(c, first.claim);
  });
}

/** Claims the key, or waits until whoever holds it has answered or given up. */
async function claim(
  request: Record<"p_user_id" | "p_route" | "p_key" | "p_request_hash", string>,
): Promise<Extract<Outcome, { state: "new" | "done" }>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = 50;; pause = Math.min(2 * pause, 1000)) {
    const result = outcome.parse(must(await serviceClient().rpc("idempotency_claim", request)));
    if (result.state === "mismatch") {
      throw new HttpError(409, "Idempotency-Key: used for another request before");
    }
    if (result.state !== "running") return result;
    if (Date.now() + pause > deadline) {
      throw new HttpError(409, "Idempotency-Key: the first request is still being processed", {
        headers: { "Retry-After": "5" },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Keeps the answer, or gives the key back. A stream is kept once it has come to its end. */
async function settle(c: Context<AppEnv>, p_claim: string): Promise<void> {
  const { status } = c.res;
  const type = c.res.headers.get("content-type") ?? "";
  const what = "idempotent answer not kept";
  if (status === 401 || status >= 500 || c.res.headers.has("retry-after")) {
    return inBackground(release(p_claim), what);
  }
  if (!type.startsWith("text/event-stream") || !c.res.body) {
    // Before the answer leaves: who has seen it can count on getting it again.
    return await keep(p_claim, status, type, await c.res.clone().text()).catch((error) =>
      inBackground(Promise.reject(error), what)
    );
  }
  const [forClient, forKeeping] = c.res.body.tee();
  c.res = new Response(forClient, c.res);
  const kept = new Response(forKeeping).text().then(
    (text) => keep(p_claim, status, type, text),
    () => release(p_claim),
  );
  inBackground(kept, what);
}

async function keep(p_claim: string, p_status: number, type: string, text: string): Promise<void> {
  const p_answer = { type, text };
  must(await serviceClient().rpc("idempotency_finish", { p_claim, p_status, p_answer }));
}

async function release(p_claim: string): Promise<void> {
  must(await serviceClient().rpc("idempotency_release", { p_claim }));
}

/** What makes two requests the same: address, query and content, the latter part by part in a form. */
async function hashOf(c: Context<AppEnv>): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  // The front door and the group's own function are one.
  const parts: unknown[] = [pathname.replace(/^\/api(?=\/)/, ""), search];
  if (c.req.header("content-type")?.startsWith("multipart/form-data")) {
    // The boundary is another one each time.
    for (const [name, value] of await formOf(c)) {
      parts.push(
        name,
        typeof value === "string" ? value : [value.type, await sha256(await value.arrayBuffer())],
      );
    }
  } else {
    parts.push(await sha256(await c.req.arrayBuffer()));
  }
  return (await sha256(JSON.stringify(parts)))!;
}

async function formOf(c: Context<AppEnv>): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    throw badRequest("body: not a valid form");
  }
}

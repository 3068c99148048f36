import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Returned } from "../database/schema.ts";
import type { AppEnv } from "./context.ts";
import { badRequest, HttpError } from "../base/errors.ts";
import { inBackground } from "../base/log.ts";

/**
 * How long (ms) a request waits for the first one with its key: almost as long as the platform
 * allows that one to take.
 */
const PATIENCE_MS = 140_000;

type Outcome = Returned<"idempotency_claim">;

/**
 * Makes a POST safe to repeat: for 24 hours, a request with the same user, route and
 * `Idempotency-Key` gets the first answer, with `Idempotent-Replayed: true`, also when both are
 * concurrent; the same key with another request is 409. Temporary refusals (401, 429, 5xx, and any
 * with a `Retry-After`) are not stored, so the next attempt runs. Follows
 * draft-ietf-httpapi-idempotency-key-header.
 *
 * @param route the operation, the same at both of its addresses: `post /tone-packs/{id}/purchase`.
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

/** Claims the key, or waits until the request that holds it has answered or released it. */
async function claim(
  request: Record<"p_user_id" | "p_route" | "p_key" | "p_request_hash", string>,
): Promise<Extract<Outcome, { state: "new" | "done" }>> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pause = 50;; pause = Math.min(2 * pause, 1000)) {
    const result = must(await serviceClient().rpc("idempotency_claim", request));
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

/** Stores the answer, or releases the key. A stream is stored when it has ended. */
async function settle(c: Context<AppEnv>, p_claim: string): Promise<void> {
  const { status } = c.res;
  const type = c.res.headers.get("content-type") ?? "";
  const what = "idempotent answer not kept";
  if (status === 401 || status >= 500 || c.res.headers.has("retry-after")) {
    return inBackground(release(p_claim), what);
  }
  if (!type.startsWith("text/event-stream") || !c.res.body) {
    // Before the answer is sent, so that a client that has received it gets it again.
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

/** A hash of path, query and body; the parts of a form are hashed one by one. */
async function hashOf(c: Context<AppEnv>): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  // The front door and the group's own function serve the same operation.
  const parts: unknown[] = [pathname.replace(/^\/api(?=\/)/, ""), search];
  if (c.req.header("content-type")?.startsWith("multipart/form-data")) {
    // The boundary differs between requests.
    for (const [name, value] of await formOf(c)) {
      parts.push(name, typeof value === "string" ? value : [value.type, await sha256(value)]);
    }
  } else {
    parts.push(await sha256(await c.req.blob()));
  }
  return await sha256(new Blob([JSON.stringify(parts)]));
}

async function formOf(c: Context<AppEnv>): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    throw badRequest("body: not a valid form");
  }
}

async function sha256(data: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await data.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

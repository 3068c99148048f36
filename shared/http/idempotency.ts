import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { sha256 } from "hono/utils/crypto";
import { serviceClient } from "../database/clients.ts";
import { must } from "../database/results.ts";
import type { Given, Returned } from "../database/schema.ts";
import type { AppEnv } from "./context.ts";
import { badRequest, conflict, HttpError } from "../base/errors.ts";
import { keepAlive } from "../base/keep-alive.ts";
import { inBackground } from "../base/log.ts";

/** How often a request says that it still holds its claim: a third of the time a claim lasts. */
const HEARTBEAT_MS = 5_000;

type Outcome = Returned<"idempotency_claim">;

/**
 * Makes a POST safe to send again: the same user, route and `Idempotency-Key` within 24 hours gets
 * the first answer again, with `Idempotent-Replayed: true`. While the first request is still being
 * processed, another with its key is refused with 409 and `Retry-After`; the same key with a
 * different request is 409 without it. Answers that say "not now" (401, 429, 5xx, and any with a
 * `Retry-After`) are not kept, so the next attempt runs. Blocked users, ended sessions and former
 * super admins get no kept answer: the call that claims the key refuses them first. Follows
 * draft-ietf-httpapi-idempotency-key-header.
 *
 * @param route the operation, the same at both of its addresses: `post /tone-packs/{id}/purchase`.
 * @param superAdmin whether only super admins may call the route.
 */
export function idempotent(route: string, superAdmin: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const key = idempotencyKey(c);
    const caller = c.get("identity");
    if (key === undefined || !caller) return await next();
    const first = await claim({
      p_user_id: caller.id,
      p_session_id: caller.sessionId,
      p_super_admin: superAdmin,
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
    const stop = keepAlive(HEARTBEAT_MS, async () => {
      const { data } = await serviceClient().rpc("idempotency_extend", { p_claim: first.claim });
      return data;
    });
    try {
      await next();
      await settle(c, first.claim);
    } finally {
      stop();
    }
  });
}

/** The key of a request, undefined when it has none; refuses one that is malformed. */
export function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest("Idempotency-Key: expected 1 to 255 printable ASCII characters");
  }
  return key;
}

/** The refusal of a repeated request while the first one is being processed. */
export const inProgress = () =>
  new HttpError(409, "Idempotency-Key: the first request is still being processed", {
    code: "idempotency_in_progress",
    headers: { "Retry-After": "2" },
  });

/** Claims the key; refuses while another request holds it. */
async function claim(
  request: Given<"idempotency_claim">,
): Promise<Extract<Outcome, { state: "new" | "done" }>> {
  const result = must(await serviceClient().rpc("idempotency_claim", request));
  if (result.state === "mismatch") {
    throw conflict("Idempotency-Key: used for another request before", "idempotency_key_reused");
  }
  if (result.state === "running") throw inProgress();
  return result;
}

/**
 * Keeps the answer, or releases the key, before the answer is sent: the client can then rely on
 * getting it again, or on a new attempt. Reads the whole answer: a route that streams keeps its own.
 */
async function settle(c: Context<AppEnv>, p_claim: string): Promise<void> {
  const { status } = c.res;
  const retryable = status === 401 || status >= 500 || c.res.headers.has("retry-after");
  const type = c.res.headers.get("content-type") ?? "";
  const settled = retryable
    ? release(p_claim)
    : keep(p_claim, status, type, await c.res.clone().text());
  await settled.catch((error) => inBackground(Promise.reject(error), "idempotent answer not kept"));
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

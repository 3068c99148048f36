import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { sha256 } from "hono/utils/crypto";
import { serviceClient } from "../database/clients.ts";
import { must, shaped } from "../database/results.ts";
import type { Given } from "../database/schema.ts";
import type { AppEnv } from "./caller.ts";
import { type Auth, needsSuperAdmin } from "./guard.ts";
import type { FormField } from "../files/parts.ts";
import { projectEnv } from "../base/env.ts";
import { badField, conflict, HttpError, isGone } from "../base/errors.ts";
import { keepAlive } from "../base/keep-alive.ts";
import { describeError, log } from "../base/log.ts";
import { uuidOf } from "../base/uuid.ts";

/** How often a request says that it still holds its claim: a third of the time a claim lasts. */
const HEARTBEAT_MS = 2_500;

/** The most ids that are looked up, in a request and in its answer each. */
const MAX_IDS = 20;

const Claim = z.union([
  z.object({ state: z.literal("new"), claim: z.string() }),
  z.object({
    state: z.literal("done"),
    status: z.int(),
    answer: z.object({ type: z.string(), text: z.string() }),
  }),
  z.object({ state: z.literal("running") }),
  z.object({ state: z.literal("mismatch") }),
]);
type Claim = z.infer<typeof Claim>;

/** Other ways to recognize a repeated request: its key, in the handler; or an id in the request. */
export type Repeats = "by handler" | "by id";

/** Whether a route takes an `Idempotency-Key`: every POST of a signed-in user does, unless ids do. */
export const takesKey = (
  { method, auth, repeats }: { method: string; auth: Auth; repeats?: Repeats },
): boolean =>
  method === "post" && repeats !== "by id" &&
  (auth === "user" || auth === "account_holder" || needsSuperAdmin(auth));

/**
 * Makes a POST safe to send again: the same user, route and `Idempotency-Key` within 24 hours gets
 * the first answer again, with `Idempotent-Replayed: true`. While the first request is still being
 * processed, another with its key is refused with 409 and `Retry-After`; the same key with a
 * different request is 409 without it. Answers that say "not now" (401, 429, 5xx, and any with a
 * `Retry-After`) are not kept, so the next attempt runs. A caller who may no longer make the
 * request gets no kept answer: the call that claims the key refuses blocked users and ended
 * sessions, and compares the caller's present rights to the objects of request and answer with the
 * rights at the time of the first answer. Follows draft-ietf-httpapi-idempotency-key-header.
 *
 * @param route the operation, the same at both of its addresses: `post /tone-packs/{id}/purchase`.
 * @param options.body whether the route has a body; any other body is neither read nor compared.
 * @param options.shownOnce names of fields that are kept as null.
 */
export function idempotent(
  route: string,
  { body, shownOnce = [] }: { body: boolean; shownOnce?: readonly string[] },
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const key = idempotencyKey(c);
    const caller = c.get("identity");
    if (key === undefined || !caller) return await next();
    const parts = await partsOf(c, body);
    const p_session_id = caller.sessionId;
    // The hash holds the service's key, so that a reader of the table cannot guess texts of a body.
    const p_request_hash = (await sha256(projectEnv().secretKey + JSON.stringify(parts)))!;
    const first = await claim({
      p_user_id: caller.id,
      p_session_id,
      p_route: route,
      p_key: key,
      p_request_hash,
      p_token_id: caller.personalToken?.id,
    });
    // Ids of users and of personal tokens never coincide: a personal token has keys of its own.
    const owner = caller.personalToken?.id ?? caller.id;
    c.set("fingerprint", `${p_request_hash} ${owner} ${key}`);
    if (first.state === "done") {
      const { status, answer } = first;
      return c.body(answer.text, status as ContentfulStatusCode, {
        "content-type": answer.type,
        "Idempotent-Replayed": "true",
      });
    }
    const stop = keepAlive(HEARTBEAT_MS, async () => {
      const { data } = await serviceClient().rpc("idempotency_extend", { p_claim: first.claim });
      return data;
    });
    try {
      await next();
      await settle(c, { p_claim: first.claim, p_session_id }, parts, shownOnce);
    } finally {
      stop();
    }
  });
}

/**
 * The id of the object that a request with a key creates, where its body has no id. A repetition
 * gets the same id, so that an object is not created again when the process ended between its
 * creation and its answer. Undefined without a key.
 */
export async function idOfRequest(
  { var: { fingerprint } }: { var: { fingerprint?: string } },
): Promise<string | undefined> {
  return fingerprint && await uuidOf(fingerprint);
}

/** The key of a request, undefined without one; refuses a malformed key. */
export function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badField("Idempotency-Key", "expected 1 to 255 printable ASCII characters");
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
): Promise<Extract<Claim, { state: "new" | "done" }>> {
  const result = must(shaped(Claim, await serviceClient().rpc("idempotency_claim", request)));
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
async function settle(
  c: Context<AppEnv>,
  claimed: Pick<Given<"idempotency_finish">, "p_claim" | "p_session_id">,
  parts: unknown[],
  shownOnce: readonly string[],
): Promise<void> {
  const { status: p_status } = c.res;
  const retryable = p_status === 401 || p_status >= 500 || isGone(c.res) ||
    c.res.headers.has("retry-after");
  const type = c.res.headers.get("content-type") ?? "";
  try {
    const text = await c.res.clone().text();
    const p_answer = { type, text: c.res.ok ? without(shownOnce, text) : text };
    const p_ids = [...new Set([...idsIn(JSON.stringify(parts)), ...idsIn(text)])];
    const db = serviceClient();
    must(
      retryable
        ? await db.rpc("idempotency_release", { p_claim: claimed.p_claim })
        : await db.rpc("idempotency_finish", { ...claimed, p_status, p_answer, p_ids }),
    );
  } catch (error) {
    log("error", "idempotent answer not kept", { error: describeError(error) });
  }
}

/** The JSON with the named fields null, at every depth. */
const without = (names: readonly string[], text: string): string =>
  names.length === 0
    ? text
    : JSON.stringify(JSON.parse(text, (name, value) => names.includes(name) ? null : value));

/** Path, query and body: a JSON body as its text, the files of a form as their digests. */
async function partsOf(c: Context<AppEnv>, hasBody: boolean): Promise<unknown[]> {
  const { pathname, search } = new URL(c.req.url);
  // The front door and the group's own function serve the same operation.
  const address = [pathname.replace(/^\/api(?=\/)/, ""), search];
  if (!hasBody) return address;
  // The boundary of a form differs between requests.
  const form = formOf(c);
  return [...address, form ? await digests(form) : await c.req.text()];
}

/** The form that the body's reader has read; see `bodies.ts`. */
const formOf = (c: Context<AppEnv>) =>
  c.req.bodyCache.formData as unknown as Map<string, FormField> | undefined;

/**
 * The fields of a form, files as digests of their bytes: a client that sends a file again may have
 * given it another name.
 */
async function digests(form: Iterable<[string, FormField]>): Promise<unknown[]> {
  // Loaded when a form is compared, because that takes longer than most requests. WebCrypto would
  // need the file in one piece.
  const { createHash } = await import("node:crypto");
  return Array.from(form, ([name, value]) => {
    if (typeof value === "string") return [name, value];
    const hash = createHash("sha256");
    for (const piece of value.content) hash.update(piece);
    return [name, hash.digest("hex")];
  });
}

/** The first ids in a text. */
function idsIn(text: string): string[] {
  const ids = text.match(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi) ?? [];
  return [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, MAX_IDS);
}

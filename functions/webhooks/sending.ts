/** One try to deliver an event, signed after https://www.standardwebhooks.com. */
import { Webhook } from "standardwebhooks";
import { encryption } from "../../shared/base/encryption.ts";
import { inTrace } from "../../shared/base/tracing.ts";
import type { Returned } from "../../shared/database/schema.ts";
import { leadsOutside, webhookUrl } from "./address.ts";
import type { DeliveryError } from "./fields.ts";

const { requireKeys, encrypt, decrypt } = encryption("WEBHOOK_KEY", "Webhooks are");

export { requireKeys };

/** How long (ms) a receiver may take. */
const TIMEOUT_MS = 10_000;

const contextOf = (userId: string) => `webhook secret of ${userId}`;

/** A new secret of a webhook, and the same encrypted for its owner. */
export async function newSecret(userId: string): Promise<{ secret: string; encrypted: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = `whsec_${btoa(String.fromCharCode(...bytes))}`;
  return { secret, encrypted: await encrypt(secret, contextOf(userId)) };
}

export type Delivery = Returned<"take_webhook_delivery">[number];

/** The outcome of a try, as the database stores it. */
interface Outcome {
  /** The status of the answer; undefined without an answer. */
  p_status?: number;
  p_retry_after_s?: number;
  p_duration_ms: number;
  /** Why it failed, if so. */
  p_error?: DeliveryError;
}

/** Names the service to receivers. */
const USER_AGENT = "journal-webhooks/1";

/**
 * Posts an event to the address of its webhook. Follows no redirect, and reads nothing of the answer
 * but its status and `Retry-After`.
 *
 * @throws {HttpError} 503 when the secret cannot be decrypted.
 */
export async function send(delivery: Delivery): Promise<Outcome> {
  const body = JSON.stringify({
    id: delivery.event_id,
    type: delivery.type,
    created_at: delivery.created_at,
    data: { id: delivery.object_id, type: delivery.object_type ?? undefined },
  });
  const at = new Date();
  const secrets = [delivery.secret, delivery.former_secret].filter((each) => each !== null);
  const signatures = await Promise.all(secrets.map(async (each) => {
    const secret = await decrypt(each, contextOf(delivery.user_id));
    return new Webhook(secret).sign(delivery.event_id, at, body);
  }));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const outcome = (given: Omit<Outcome, "p_duration_ms">): Outcome => ({
    ...given,
    p_duration_ms: Date.now() - at.getTime(),
  });
  let isFound = false;
  try {
    // The operator may have changed which addresses are admitted.
    const url = new URL(await webhookUrl(delivery.url));
    if (!await leadsOutside(url, signal)) return outcome({ p_error: "dns" });
    isFound = true;
    const request: RequestInit = {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": USER_AGENT,
        "webhook-id": delivery.event_id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signatures.join(" "),
      },
      body,
      redirect: "manual",
      signal,
    };
    // A span would name the server of a user.
    const response = await inTrace(undefined, () => fetch(url, request));
    await response.body?.cancel();
    return outcome({
      p_status: response.status,
      p_retry_after_s: secondsIn(response.headers),
      p_error: response.ok ? undefined : "status",
    });
  } catch (error) {
    return outcome({ p_error: signal.aborted ? "timeout" : isFound ? reasonOf(error) : "dns" });
  }
}

/** Why a request has no answer. Runtimes tell it in words alone, and some as the cause. */
function reasonOf(error: unknown): DeliveryError {
  const words = `${error} ${(error as Error).cause ?? ""}`;
  if (/dns|lookup|ENOTFOUND|EAI_/i.test(words)) return "dns";
  return /certificate|tls|ssl|handshake|corrupt message/i.test(words) ? "tls" : "refused";
}

/** The seconds of a `Retry-After`, which has a number or a date; undefined without one. */
function secondsIn(headers: Headers): number | undefined {
  const given = headers.get("retry-after") ?? "";
  const seconds = /^\d{1,9}$/.test(given)
    ? Number(given)
    : Math.ceil((Date.parse(given) - Date.now()) / 1000);
  return seconds > 0 && seconds < 1e9 ? seconds : undefined;
}

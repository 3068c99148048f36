/**
 * Web Push: messages to browsers, each encrypted for one subscription (RFC 8291) and signed with the
 * project's own key (RFC 8292), which the browser's push service takes (RFC 8030).
 */
import { env, projectEnv, requireEnv } from "../base/env.ts";

/** The push services of Chrome and Edge, Firefox, Safari, and of Edge on Windows. */
export const KNOWN_ORIGINS =
  "fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com";

/** How long (ms) a push service may take. */
export const TIMEOUT_MS = 10_000;

/**
 * How long (s) a push service keeps a message for a device that is off: as long as the service
 * tries.
 */
const TTL_S = 24 * 60 * 60;

/** The address and the keys of a browser that receives messages. */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The outcome of a message. `gone`: nobody receives at this endpoint any more. */
export type WebPushResult =
  | { result: "sent" | "gone" }
  | { result: "failed" | "refused"; error: string };

/** The public key that browsers subscribe with; 503 when it is not configured. */
export const webPushKey = (): string => vapidKeys().publicKey;

function vapidKeys() {
  return {
    publicKey: requireEnv("VAPID_PUBLIC_KEY", "Web Push is"),
    privateKey: requireEnv("VAPID_PRIVATE_KEY", "Web Push is"),
    // The contact of the operator for push services. A web address has to be https.
    subject: env("VAPID_SUBJECT") ??
      `https://${new URL(env("SITE_URL") ?? projectEnv().url).host}`,
  };
}

/**
 * Whether an endpoint belongs to a known push service. Nothing is sent elsewhere: a user may
 * register an address of the inner network.
 */
export function isKnownEndpoint(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password) return false;
  return (env("WEB_PUSH_ORIGINS") ?? KNOWN_ORIGINS).split(",").some((name) => {
    const [, protocol = "https:", host = ""] = /^(https?:)?(?:\/\/)?(.*?)\/?$/.exec(name.trim())!;
    if (protocol !== url.protocol || !host) return false;
    return host.startsWith("*.") ? url.host.endsWith(host.slice(1)) : url.host === host;
  });
}

/** Whether the keys of a subscription are such: a point on the curve P-256, and 16 bytes. */
export async function areKeys(subscription: Subscription): Promise<boolean> {
  const { generateRequestDetails } = await import("web-push-neo");
  return await generateRequestDetails(subscription, "").then(() => true, () => false);
}

/** Encrypts a message for one subscription and sends it. Follows no redirect. */
export async function sendWebPush(
  subscription: Subscription,
  payload: string,
): Promise<WebPushResult> {
  if (!isKnownEndpoint(subscription.endpoint)) return { result: "gone" };
  const vapidDetails = vapidKeys();
  const { generateRequestDetails } = await import("web-push-neo");
  let request: Awaited<ReturnType<typeof generateRequestDetails>>;
  try {
    request = await generateRequestDetails(subscription, payload, { TTL: TTL_S, vapidDetails });
  } catch {
    // The message of the error may hold a key, so it is not passed on.
    return { result: "failed", error: "A message for the push service could not be encrypted" };
  }
  let status: number;
  try {
    const { "Content-Length": _, ...headers } = request.headers;
    const response = await fetch(request.endpoint, {
      method: request.method,
      headers,
      body: request.body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    await response.body?.cancel();
  } catch {
    return { result: "failed", error: "The push service of a browser does not answer" };
  }
  if (status >= 200 && status < 300) return { result: "sent" };
  if (status === 404 || status === 410) return { result: "gone" };
  return {
    result: status === 413 ? "refused" : "failed",
    error: `The push service of a browser answers ${status}`,
  };
}

/**
 * The push service of Expo, over HTTP: https://docs.expo.dev/push-notifications/sending-notifications/.
 * Its SDK for Node does not run on the edge: it reads its own package.json at run time, and brings an
 * HTTP client of half a megabyte.
 */
import { z } from "zod";
import { env } from "../base/env.ts";
import { parseJson } from "../base/text.ts";

const DEFAULT_BASE_URL = "https://exp.host/--/api/v2/push";

/** How long (ms) a request may take: a run has the time for several. */
export const TIMEOUT_MS = 15_000;

/**
 * The numbers of messages and of receipts in one request. Expo takes 1,000 receipts, the Data API
 * returns 101 rows.
 */
export const MAX_MESSAGES = 100;
export const MAX_RECEIPTS = 100;

export interface PushMessage {
  /** The token of the device. */
  to: string;
  title: string;
  body: string;
  /** For the app; the whole message has at most 4 kB. */
  data: Record<string, unknown>;
}

/** The state of one message: a ticket when the provider takes it, a receipt afterwards. */
export type PushStatus =
  | { status: "ok"; id?: string }
  | { status: "error"; code: string };

/**
 * A request that failed as a whole. When it was `refused`, sending the same request again is in vain.
 */
export class PushFailure extends Error {
  constructor(message: string, readonly refused: boolean) {
    super(message);
  }
}

const status = z.union([
  z.object({ status: z.literal("ok"), id: z.string().min(1).max(200).optional() }),
  z.object({
    status: z.literal("error"),
    details: z.object({ error: z.string().max(100) }).optional().catch(undefined),
  }).transform(({ status, details }) => ({ status, code: details?.error ?? "unknown" })),
]);

/**
 * Sends up to a hundred messages. Returns a ticket for each, in their order; the id of a ticket is
 * that of the receipt.
 *
 * @throws {PushFailure}
 */
export async function sendPushes(messages: PushMessage[]): Promise<PushStatus[]> {
  const body = messages.map((message) => ({ ...message, sound: "default" }));
  const tickets = await post("send", body, z.array(status));
  if (tickets.length !== messages.length) {
    throw new PushFailure("The push provider answered for another number of messages", false);
  }
  return tickets;
}

/**
 * Reads receipts, by ticket id. The provider has them some minutes after it took the message, and for
 * a day; those it does not have are missing.
 *
 * @throws {PushFailure}
 */
export async function readReceipts(ids: string[]): Promise<Map<string, PushStatus>> {
  return new Map(Object.entries(await post("getReceipts", { ids }, z.record(z.string(), status))));
}

async function post<T>(path: string, body: unknown, data: z.ZodType<T>): Promise<T> {
  const base = (env("EXPO_PUSH_URL") ?? DEFAULT_BASE_URL).replace(/\/$/, "");
  const token = env("EXPO_ACCESS_TOKEN");
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new PushFailure("The push provider does not answer", false);
  }
  if (!response.ok) {
    // 400 is about the messages, 413 about their size. All others may pass.
    const refused = response.status === 400 || response.status === 413;
    throw new PushFailure(`The push provider answers ${response.status}`, refused);
  }
  const answer = z.object({ data }).safeParse(parseJson(text));
  if (!answer.success) throw new PushFailure("The push provider's answer is of no use", false);
  return answer.data.data;
}

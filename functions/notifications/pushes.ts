import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { cut } from "../../shared/base/text.ts";
import { must } from "../../shared/database/results.ts";
import type { Returned } from "../../shared/database/schema.ts";
import { type HasTime, runBatches, type Step } from "../../shared/jobs/batches.ts";
import { backlog } from "../../shared/jobs/runs.ts";
import {
  MAX_MESSAGES,
  MAX_RECEIPTS,
  PushFailure,
  type PushMessage,
  type PushStatus,
  readReceipts,
  sendPushes,
  TIMEOUT_MS,
} from "../../shared/providers/expo.ts";
import {
  sendWebPush,
  type Subscription,
  TIMEOUT_MS as BROWSER_TIMEOUT_MS,
  type WebPushResult,
} from "../../shared/providers/web-push.ts";

const pushCounts = [
  "total",
  "sent",
  "failed",
  "dead",
  "receipts",
  "devices_removed",
] as const;

type Count = (typeof pushCounts)[number];
type Push = Returned<"take_pushes">[number];
type Outcome = {
  id: number;
  outcome: "sent" | "pending" | "delivered" | "unregistered" | "failed" | "refused";
  ticket_id?: string;
  error?: string;
};

/**
 * The time (s) for the parts of a run, less than the two minutes after which its claims of pushes
 * expire: sending comes first, receipts wait for the next run if need be.
 */
const SENDING_S = 30;
const BROWSERS_S = 20;
const RECEIPTS_S = 20;

/** How long (s) a request to the provider, and to the push service of a browser, may take. */
const REQUEST_S = TIMEOUT_MS / 1000;
const BROWSER_S = BROWSER_TIMEOUT_MS / 1000;

/** Each message to a browser is encrypted by itself, which the two seconds of a call allow so often. */
const MAX_BROWSERS = 500;
const BROWSERS_AT_ONCE = 50;

/** A browser gets no more (bytes): push services take 4 kB, encrypted. */
const MAX_PAYLOAD = 3000;

/** Sends the pushes that are due, and reads the receipts of those sent earlier. */
export async function deliverPushes() {
  const sent = await runBatches(pushCounts, send, {
    size: MAX_MESSAGES,
    seconds: SENDING_S,
    longest: REQUEST_S,
  });
  let left = MAX_BROWSERS;
  const browsers = await runBatches(pushCounts, async (size) => {
    const step = await sendToBrowsers(Math.min(size, left));
    left -= step.counts.total ?? 0;
    return { ...step, done: step.done || left === 0 };
  }, { size: BROWSERS_AT_ONCE, seconds: BROWSERS_S, longest: BROWSER_S });
  const read = await runBatches(pushCounts, check, {
    size: MAX_RECEIPTS,
    seconds: RECEIPTS_S,
    longest: REQUEST_S,
  });
  const runs = [sent, browsers, read];
  const sum = (name: Count) => runs.reduce((total, run) => total + run.counts[name], 0);
  return {
    counts: Object.fromEntries(pushCounts.map((name) => [name, sum(name)])) as Record<
      Count,
      number
    >,
    errors: [...new Set(runs.flatMap(({ errors }) => errors))],
    remaining: await backlog("outbox-delivery", "pushes"),
  };
}

/** Claims, sends and settles one request's worth of pushes. */
async function send(size: number, hasTime: HasTime): Promise<Step<Count>> {
  const db = serviceClient();
  const pushes = must(await db.rpc("take_pushes", { p_limit: size }));
  if (pushes.length === 0) return { counts: {}, done: true };
  const { outcomes, down } = await sendAll(pushes, hasTime);
  // A provider that does not answer gets no more requests until the next run.
  return { ...await settleSent(db, outcomes), done: down };
}

/** Claims pushes to browsers, sends them at once and settles them. */
async function sendToBrowsers(size: number): Promise<Step<Count>> {
  const db = serviceClient();
  const pushes = must(await db.rpc("take_pushes", { p_limit: size, p_service: "web" }));
  const outcomes = await Promise.all(pushes.map(async (push): Promise<Outcome> => {
    const subscription = push.subscription as unknown as Subscription;
    const sent = await sendWebPush(subscription, payloadOf(push));
    return { id: push.id, ...browserOutcome(sent) };
  }));
  return { ...await settleSent(db, outcomes), done: pushes.length === 0 };
}

async function settleSent(db: Db, outcomes: Outcome[]): Promise<Omit<Step<Count>, "done">> {
  const count = (...kinds: Outcome["outcome"][]) =>
    outcomes.filter(({ outcome }) => kinds.includes(outcome)).length;
  return {
    counts: {
      ...await settle(db, outcomes),
      total: outcomes.length,
      sent: count("sent", "delivered"),
      failed: count("failed", "refused", "unregistered"),
    },
    errors: errorsOf(outcomes),
  };
}

/**
 * Sends pushes, in halves when the provider refuses a request because of some of its messages: for
 * instance tokens of another app, which anybody may have registered. Pushes for which there is no
 * time have no outcome: their claims expire, and another run sends them.
 */
async function sendAll(
  pushes: Push[],
  hasTime: HasTime,
): Promise<{ outcomes: Outcome[]; down: boolean }> {
  let down: PushFailure | undefined;
  const attempt = async (some: Push[]): Promise<Outcome[]> => {
    if (!down) {
      if (!hasTime(REQUEST_S)) return [];
      try {
        const tickets = await sendPushes(some.map(messageOf));
        return some.map(({ id }, index) => ({ id, ...ticketOutcome(tickets[index]!) }));
      } catch (error) {
        if (!(error instanceof PushFailure)) throw error;
        if (error.refused && some.length > 1) {
          const half = Math.ceil(some.length / 2);
          return [...await attempt(some.slice(0, half)), ...await attempt(some.slice(half))];
        }
        if (error.refused) return [{ id: some[0]!.id, outcome: "refused", error: error.message }];
        down = error;
      }
    }
    return some.map(({ id }) => ({ id, outcome: "failed", error: down!.message }));
  };
  return { outcomes: await attempt(pushes), down: down !== undefined };
}

/** Claims sent pushes and settles them by their receipts. */
async function check(size: number): Promise<Step<Count>> {
  const db = serviceClient();
  const pushes = must(await db.rpc("take_push_receipts", { p_limit: size }));
  if (pushes.length === 0) return { counts: {}, done: true };
  let receipts: Map<string, PushStatus>;
  try {
    receipts = await readReceipts(pushes.map(({ ticket_id }) => ticket_id));
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error;
    // The claims expire, and another run reads these receipts.
    return { counts: {}, errors: [error.message], done: true };
  }
  const outcomes = pushes.map(({ id, ticket_id }): Outcome => {
    const receipt = receipts.get(ticket_id);
    if (!receipt) return { id, outcome: "pending" };
    return { id, ...(receipt.status === "ok" ? { outcome: "delivered" } : errorOutcome(receipt)) };
  });
  const settled = await settle(db, outcomes);
  return {
    counts: { ...settled, receipts: receipts.size },
    errors: errorsOf(outcomes),
    done: false,
  };
}

const settle = async (db: Db, p_outcomes: Outcome[]) =>
  must(await db.rpc("settle_pushes", { p_outcomes }).single());

function ticketOutcome(ticket: PushStatus): Omit<Outcome, "id"> {
  if (ticket.status === "error") return errorOutcome(ticket);
  // Without a ticket id there is no receipt to wait for.
  return ticket.id ? { outcome: "sent", ticket_id: ticket.id } : { outcome: "delivered" };
}

/** https://docs.expo.dev/push-notifications/sending-notifications/#push-receipt-errors */
function errorOutcome({ code }: { code: string }): Omit<Outcome, "id"> {
  if (code === "DeviceNotRegistered") return { outcome: "unregistered" };
  return { outcome: code === "MessageTooBig" ? "refused" : "failed", error: code };
}

const browserOutcome = ({ result, ...rest }: WebPushResult): Omit<Outcome, "id"> => ({
  outcome: result === "sent" ? "delivered" : result === "gone" ? "unregistered" : result,
  ...rest,
});

const errorsOf = (
  outcomes: Outcome[],
): string[] => [...new Set(outcomes.flatMap(({ error }) => error ?? []))];

/** The provider limits a message to 4 kB. */
function messageOf({ token, notification_id, type, title, body, data }: Push): PushMessage {
  return {
    to: token!,
    title: cut(title, 100, "…"),
    body: cut(body, 300, "…"),
    data: { ...data, type, notification_id },
  };
}

/** The payload for a service worker. The text becomes shorter where the data is long. */
function payloadOf(push: Push): string {
  const { title, body, data } = messageOf(push);
  const { type } = push;
  for (let length = 300;; length = Math.floor(length * 0.7)) {
    const payload = JSON.stringify({ title, body: cut(body, length, "…"), type, data });
    if (new TextEncoder().encode(payload).length <= MAX_PAYLOAD || length === 0) return payload;
  }
}

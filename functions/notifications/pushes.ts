import { type Db, serviceClient } from "../../shared/database/clients.ts";
import { cut } from "../../shared/base/text.ts";
import { must } from "../../shared/database/results.ts";
import type { Returned } from "../../shared/database/schema.ts";
import { runBatches, type Step } from "../../shared/jobs/batches.ts";
import {
  MAX_MESSAGES,
  MAX_RECEIPTS,
  PushFailure,
  type PushMessage,
  type PushStatus,
  readReceipts,
  sendPushes,
} from "./expo.ts";

const counts = [
  "total",
  "sent",
  "failed",
  "dead",
  "receipts",
  "devices_removed",
] as const;

type Count = (typeof counts)[number];
type Push = Returned<"take_pushes">[number];
type Outcome = {
  id: number;
  outcome: "sent" | "pending" | "delivered" | "unregistered" | "failed" | "refused";
  ticket_id?: string;
  error?: string;
};

/** What a run may take (s): sending comes first, receipts wait for the next run if need be. */
const SENDING_S = 50;
const RECEIPTS_S = 20;

/** Sends the pushes that are due, and reads the receipts of those sent earlier. */
export async function deliverPushes() {
  const sent = await runBatches(counts, send, { size: MAX_MESSAGES, seconds: SENDING_S });
  const read = await runBatches(counts, check, { size: MAX_RECEIPTS, seconds: RECEIPTS_S });
  const sum = (name: Count) => sent.counts[name] + read.counts[name];
  return {
    counts: Object.fromEntries(counts.map((name) => [name, sum(name)])) as Record<
      Count,
      number
    >,
    errors: [...sent.errors, ...read.errors],
    remaining: must(await serviceClient().rpc("count_due_pushes")),
  };
}

/** Claims, sends and settles one request's worth of pushes. */
async function send(size: number): Promise<Step<Count>> {
  const db = serviceClient();
  const pushes = must(await db.rpc("take_pushes", { p_limit: size }));
  if (pushes.length === 0) return { counts: {}, done: true };
  const { outcomes, down } = await sendAll(pushes);
  const settled = await settle(db, outcomes);
  const count = (...kinds: Outcome["outcome"][]) =>
    outcomes.filter(({ outcome }) => kinds.includes(outcome)).length;
  return {
    counts: {
      ...settled,
      total: pushes.length,
      sent: count("sent", "delivered"),
      failed: count("failed", "refused", "unregistered"),
    },
    errors: errorsOf(outcomes),
    // A provider that does not answer is left in peace until the next run.
    done: down,
  };
}

/**
 * Sends pushes, in halves when the provider refuses a request because of some of its messages: for
 * instance tokens of another app, which anybody may have registered.
 */
async function sendAll(pushes: Push[]): Promise<{ outcomes: Outcome[]; down: boolean }> {
  let down: PushFailure | undefined;
  const attempt = async (some: Push[]): Promise<Outcome[]> => {
    if (!down) {
      try {
        const tickets = await sendPushes(some.map(messageOf));
        return some.map(({ id }, index) => ({ id, ...ticketOutcome(tickets[index]!) }));
      } catch (error) {
        if (!(error instanceof PushFailure)) throw error;
        if (error.refused && some.length > 1) {
          const half = Math.ceil(some.length / 2);
          return [...await attempt(some.slice(0, half)), ...await attempt(some.slice(half))];
        }
        if (error.refused) return [{ id: some[0]!.id, outcome: "failed", error: error.message }];
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

const errorsOf = (
  outcomes: Outcome[],
): string[] => [...new Set(outcomes.flatMap(({ error }) => error ?? []))];

/** The provider limits a message to 4 kB. */
function messageOf({ token, notification_id, type, title, body, data }: Push): PushMessage {
  return {
    to: token,
    title: cut(title, 100, "…"),
    body: cut(body, 300, "…"),
    data: { ...data, type, notification_id },
  };
}

/** Webhooks for tests, the job, and the receiver's stand-in. */
import process from "node:process";
import { Webhook } from "standardwebhooks";
import { Payload } from "../../functions/webhooks/payloads.ts";
import type { ReceivedEvent, ReceiverBehaviour } from "../../packages/stand-ins/webhooks.ts";
import { testEnvironment } from "../support/environment.ts";
import { type Person, send } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

export const PATH = "/api/user/webhooks";

const standIn = process.env.WEBHOOK_ORIGINS!;

interface Receiver {
  url: string;
  /** The requests that it got, oldest first. */
  received(): Promise<ReceivedEvent[]>;
  /** The events that it got, verified with these secrets and parsed. */
  events(...secrets: string[]): Promise<Event[]>;
  answer(behaviour: ReceiverBehaviour): Promise<void>;
}

interface Event {
  id: string;
  type: string;
  created_at: string;
  data: { id: string; type?: string };
}

/** A new receiver, which answers 200. */
export function newReceiver(): Receiver {
  const id = crypto.randomUUID();
  const control = `${standIn}/test/receivers/${id}`;
  const received = async () => (await (await fetch(control)).json()).received as ReceivedEvent[];
  return {
    url: `${standIn}/hooks/${id}`,
    received,
    events: async (...secrets) =>
      (await received()).map(({ body, headers }) => {
        for (const secret of secrets) new Webhook(secret).verify(body, headers);
        return Payload.parse(JSON.parse(body)) as Event;
      }),
    answer: async (behaviour) => {
      await fetch(control, { method: "PUT", body: JSON.stringify(behaviour) });
    },
  };
}

/** A new webhook of a person. */
export const makeWebhook = async (
  who: Pick<Person, "api">,
  url: string,
  events = ["goal.changed", "goal.deleted"],
): Promise<{ id: string; secret: string }> =>
  (await ok(who, "POST", PATH, { url, events })).webhook;

/** A webhook with a receiver of its own. */
export async function hook(who: Pick<Person, "api">, events?: string[]) {
  const receiver = newReceiver();
  const { id, secret } = await makeWebhook(who, receiver.url, events);
  return { ...receiver, id, secret };
}

/** Runs the job; returns its results. */
export async function run(): Promise<Record<string, number> & { errors: string[] }> {
  const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
  const { status, body } = await send("POST", "/api/user/cron/webhooks", undefined, secret);
  if (status !== 200) throw new Error(`webhooks: ${status} ${JSON.stringify(body)}`);
  return body.results;
}

/** The deliveries of a webhook as the database has them, oldest first, and when they are due. */
export const deliveriesOf = (id: string) =>
  sql`
    select d.type, d.status, d.attempts, d.response_status,
      round(extract(epoch from d.next_attempt_at - clock_timestamp()) / 60)::int as due_in_min
    from private.webhook_deliveries as d where d.webhook_id = ${id} order by d.created_at, d.id`;

/** Moves what a webhook waits for into the past, by this interval. */
export async function passTime(id: string, interval: string): Promise<void> {
  await sql`
    update private.webhooks set due_at = due_at - ${interval}::interval,
      held_until = held_until - ${interval}::interval,
      failing_since = failing_since - ${interval}::interval,
      waits_since = waits_since - ${interval}::interval,
      former_until = former_until - ${interval}::interval
    where id = ${id}`;
  await sql`
    update private.webhook_deliveries set next_attempt_at = next_attempt_at - ${interval}::interval
    where webhook_id = ${id}`;
}

/** Adds goals of a person; returns their ids. */
export const addGoals = (who: Pick<Person, "api">, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () =>
      (await ok(who, "POST", "/api/goals", { title: "Run" })).goal.id),
  );

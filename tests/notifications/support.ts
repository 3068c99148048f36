/** Devices, notifications, the delivery job, and the push provider's stand-in. */
import process from "node:process";
import { expect } from "vitest";
import type { Behaviour, Device, Message } from "../../packages/stand-ins/expo.ts";
import { testEnvironment } from "../support/environment.ts";
import { type Person, send } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const standIn = new URL("/", process.env.EXPO_PUSH_URL!).href;

/** A push token that no other device has; of another app on request. */
export const newToken = (app = "journal") => `ExponentPushToken[${app}:${crypto.randomUUID()}]`;

/** Registers a new device of the user; returns its token. */
export async function newDevice(who: Person, token = newToken()): Promise<string> {
  await ok(who, "POST", "/api/notifications/devices", { token, platform: "ios" });
  return token;
}

/** The `data` of each type that these tests use. */
const subjects: Record<string, () => Record<string, unknown>> = {
  mention: () => ({ entry_id: crypto.randomUUID(), user_id: crypto.randomUUID() }),
  badge_reached: () => ({ level: 2, name: "spark" }),
  assistant_note: () => ({ drop_id: crypto.randomUUID() }),
  team_message: () => ({
    team_id: crypto.randomUUID(),
    message_id: crypto.randomUUID(),
    user_id: crypto.randomUUID(),
  }),
};

/** Notifies a user as the groups do, with other words; returns whether it is new. */
export async function notify(
  who: Person,
  { type = "mention", title = "Hello", body = "A test", data = subjects[type]!(), key = null }: {
    type?: string;
    title?: string;
    body?: string;
    data?: Record<string, unknown>;
    key?: string | null;
  } = {},
): Promise<boolean> {
  const [row] = await sql`
    select private.notify(
      ${who.id}, ${type}, '{}', ${sql.json(data as never)}, ${key}) as new`;
  if (row!.new) {
    await sql`
      update public.notifications set title = ${title}, body = ${body}
      where id = (
        select id from public.notifications where user_id = ${who.id} and type = ${type}
        order by created_at desc, id desc limit 1)`;
  }
  return row!.new;
}

export const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };

/** Runs the delivery job; returns its results. */
export async function deliver(): Promise<Record<string, number> & { errors: string[] }> {
  const { status, body } = await send(
    "POST",
    "/api/notifications/cron/deliver",
    undefined,
    secret,
  );
  if (status !== 200) throw new Error(`deliver: ${status} ${JSON.stringify(body)}`);
  return body.results;
}

/** The results of a run that had nothing to do. */
export const nothing = {
  total: 0,
  sent: 0,
  failed: 0,
  dead: 0,
  receipts: 0,
  devices_removed: 0,
  remaining: 0,
  errors: [],
};

const control = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(standIn + path, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
};

/** Sets the provider's behaviour for the next request that contains the words. */
export const provider = (containing: string, behaviour: Omit<Behaviour, "containing">) =>
  control("POST", "test/next", { containing, ...behaviour });

/** Sets what the provider says of a device. */
export const deviceAtProvider = (device: Device) => control("PUT", "test/devices", device);

/** The messages that the provider has taken for a token. */
export const messagesTo = async (token: string): Promise<Message[]> =>
  (await control("GET", `test/messages?containing=${encodeURIComponent(token)}`)).messages;

/** The user's rows of the outbox, oldest first. */
export const pushesOf = (who: Person) =>
  sql`
    select p.status, p.attempts, p.last_error,
      round(extract(epoch from p.not_before - clock_timestamp()))::int as due_in_s
    from private.pushes as p join public.notifications as n on n.id = p.notification_id
    where n.user_id = ${who.id} order by p.id`;

/** Moves the user's outbox into the past, by this interval. */
export const passTime = (who: Person, interval: string) =>
  sql`
    update private.pushes as p
    set not_before = p.not_before - ${interval}::interval,
        created_at = p.created_at - ${interval}::interval
    from public.notifications as n
    where n.id = p.notification_id and n.user_id = ${who.id}`;

/** How many devices a user has. */
export const devicesOf = async (who: Person) =>
  (await sql`select from public.push_devices where user_id = ${who.id}`).length;

/** About this many seconds: the test took a moment. */
export const about = (seconds: number) =>
  expect.toSatisfy((given: number) => given > seconds - 10 && given <= seconds);

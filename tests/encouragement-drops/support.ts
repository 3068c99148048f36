/** Drops for tests. */
import type { Answer, Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

export const path = "/api/encouragement-drops";

/** The fixed id of the assistant's user. */
export const SYSTEM_SENDER = "00000000-0000-4000-a000-000000000001";

/** Sends a drop with words, unless `fields` say otherwise. */
export const send = (
  sender: Person,
  recipient: { id: string },
  fields: Record<string, unknown> = { drop_type: "encouragement", content: "Go on" },
  headers?: Record<string, string>,
): Promise<Answer> =>
  sender.api("POST", `${path}/send`, { recipient_id: recipient.id, ...fields }, headers);

/** Sends a drop that must be accepted, and returns it. */
export const sent = async (...args: Parameters<typeof send>) => {
  const { status, body } = await send(...args);
  if (status !== 201) throw new Error(`send: ${status} ${JSON.stringify(body)}`);
  return body.drop;
};

export const myDrops = async (who: Person) => (await ok(who, "GET", `${path}/my-drops`)).my_drops;

export const badgeOf = async (who: Person) => (await ok(who, "GET", `${path}/badge`)).badge;

/** An approved template. */
export async function template(fields: Record<string, unknown> = {}): Promise<string> {
  const [row] = await sql`
    insert into public.drop_templates ${
    sql({ drop_type: "encouragement", title: "Go", content: "Go on", is_approved: true, ...fields })
  } returning id`;
  return row!.id;
}

/**
 * Open drops as they are after sends, without their allowance: `count` from `sender` to
 * `recipient`, sent `hours` ago with a window of 24 hours.
 */
export async function openDrops(
  sender: { id: string },
  recipient: { id: string },
  { count: drops = 1, hours = 1 } = {},
): Promise<void> {
  await sql`
    insert into public.drops_sent (sender_id, recipient_id, drop_type, content, bonus_drops,
      date_sent, engagement_window_ends_at)
    select ${sender.id}, ${recipient.id}, 'encouragement', 'Go on', 2,
      now() - make_interval(hours => ${hours}::int), now() + make_interval(hours => 24 - ${hours}::int)
    from generate_series(1, ${drops}::int)`;
  await count(sender, { sent: drops });
}

/** Adds to the counts of a sender's badge, as sends and engagement do. */
export const count = (
  { id }: { id: string },
  { sent = 0, settled = 0, increases = 0, bonus = 0 },
) =>
  sql`
    select private.change_badges(array[row(${id}, ${sent}::int, ${settled}::int,
      ${increases}::int, ${bonus}::int, null)::private.badge_change])`;

/** Moves a drop into the past, as if it had been sent that many hours earlier. */
export const age = (drop: { id: string }, hours: number) =>
  sql`
    update public.drops_sent set date_sent = date_sent - make_interval(hours => ${hours}::int),
      engagement_window_ends_at = engagement_window_ends_at - make_interval(hours => ${hours}::int)
    where id = ${drop.id}`;

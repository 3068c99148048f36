/** Circles of friends. */
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

/** Makes two people friends: the second joins the circle of the first. Returns the circle. */
export async function befriend(host: Person, guest: Person) {
  const { invitation, organization, team } = await ok(host, "POST", "/api/invitations");
  await ok(guest, "POST", "/api/user/invitations/accept", { code: invitation.code });
  return { org: organization.id as string, team: team.id as string };
}

export const friends = async (who: Person) => (await ok(who, "GET", "/api/friends")).friends;

/** The only friend of a person. */
export async function friend(who: Person) {
  const [one, ...others] = await friends(who);
  if (!one || others.length) throw new Error(`${others.length + (one ? 1 : 0)} friends`);
  return one;
}

/** An entry for a team. */
export const share = async (who: Person, team_id: string, fields = {}): Promise<string> =>
  (await ok(who, "POST", "/api/journal", {
    title: "First frost",
    content: "Cold.",
    metadata_visibility: "team",
    team_id,
    ...fields,
  })).entry.id;

export const update = (who: Person, id: string, changes: object) =>
  ok(who, "PUT", `/api/journal/${id}`, changes);

export const block = (who: Person, ...others: Person[]) =>
  ok(who, "PUT", "/api/user/profile", { blocked_user_ids: others.map(({ id }) => id) });

export const prefer = (who: Person, preferences: object) =>
  ok(who, "PUT", "/api/user/profile", { preferences });

/** The titles of the notifications of a type, oldest first. */
export const told = async (who: Person, type: string): Promise<string[]> =>
  (await sql<{ title: string }[]>`
    select title from public.notifications where user_id = ${who.id} and type = ${type}
    order by id`).map(({ title }) => title);

export const nameOf = async (who: Person): Promise<string> =>
  (await sql`select full_name from public.profiles where id = ${who.id}`)[0]!.full_name;

export const streakPath = (who: Person) => `/api/friends/${who.id}/streak`;

/** Asks a friend for a streak, or accepts. Returns the streak. */
export const ask = async (who: Person, other: Person) =>
  (await ok(who, "POST", streakPath(other))).pair_streak;

export async function begin(one: Person, other: Person) {
  await ask(one, other);
  await ask(other, one);
}

export const write = (who: Person) =>
  ok(who, "POST", "/api/journal", { title: "Day", content: "Words." });

/** Entries, or check-ins of a goal, on the last days before today. */
export const fill = (who: Person, days: number, goal: string | null = null) =>
  sql`
    select private.count_act(${who.id}, ${goal}, gen_random_uuid(), at, at)
    from generate_series(1, ${days}) as n, lateral (
      select now() - make_interval(days => n) as at) as t order by n desc`;

/** Lets two friends begin a streak some days ago, with no date settled. */
export async function beginBefore(one: Person, other: Person, days: number) {
  await begin(one, other);
  await sql`
    update private.pair_streaks set accepted_at = accepted_at - make_interval(days => ${days}),
      settled_on = settled_on - ${days}::integer, settle_at = now()
    where ${one.id} in (user_a, user_b) and ${other.id} in (user_a, user_b)`;
}

/** Lets two friends keep a streak that began some days ago. Both have been done until yesterday. */
export async function keep(one: Person, other: Person, days: number) {
  await Promise.all([fill(one, days), fill(other, days)]);
  await beginBefore(one, other, days);
}

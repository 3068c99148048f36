/** Connected music accounts, and their provider's stand-in. */
import process from "node:process";
import type { Behaviour, StandInPlay, StandInUser } from "../../packages/stand-ins/music.ts";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

const control = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${process.env.MUSIC_API_BASE}/test/users/${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return await answer.json();
};

/** The user of the provider who belongs to a person. */
export const standInId = ({ id }: Person) => `listener-${id}`;

/** Sets what the provider knows of a person. */
export const listener = (who: Person, user: StandInUser) => control("PUT", standInId(who), user);

/** Sets the provider's behaviour for the next request about a person. */
export const provider = (who: Person, behaviour: Behaviour) =>
  control("POST", `${standInId(who)}/next`, behaviour);

/** The provider forgets the tokens of a person. */
export const forget = (who: Person, kind: "grant" | "access") =>
  control("DELETE", `${standInId(who)}/${kind}`);

/** The requests about a person that the provider has answered, oldest first. */
export const requestsOf = async (
  who: Person,
  on: Behaviour["on"],
): Promise<Record<string, string>[]> =>
  (await control("GET", `${standInId(who)}/requests`)).requests
    .filter((each: { on: string }) => each.on === on)
    .map(({ query }: { query: Record<string, string> }) => query);

/** Opens an address as a browser would, and returns where it leads. */
export async function follow(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: "manual" });
  const body = await answer.text();
  if (answer.status !== 302) throw new Error(`${url}: ${answer.status} ${body}`);
  return new URL(answer.headers.get("location")!);
}

/** Begins a connection; returns the address at which the provider asks this person. */
export async function begin(who: Person): Promise<URL> {
  const url = new URL((await ok(who, "GET", "/api/music/connect")).authorize_url);
  url.searchParams.set("as", standInId(who));
  return url;
}

/** Goes through the provider's pages; returns the grant. */
export async function agree(who: Person): Promise<string> {
  const callback = await follow((await begin(who)).href);
  return (await follow(callback.href)).searchParams.get("grant")!;
}

/** Connects a person's account. */
export async function connect(who: Person) {
  return (await ok(who, "POST", "/api/music/account", { grant: await agree(who) })).account;
}

/** A new user with a connected account, who has played these. */
export async function listens(plays = [play(-10)]): Promise<Person> {
  const who = await person("Ana");
  await listener(who, { plays });
  await connect(who);
  return who;
}

/** Moves the end of a person's access token. */
export const expire = ({ id }: Person, at = minutesFromNow(0)) =>
  sql`update private.spotify_connections set expires_at = ${at} where user_id = ${id}`;

/** A play of a track, some minutes from now. */
export const play = (minutes: number, track_id: string = crypto.randomUUID()): StandInPlay => ({
  played_at: minutesFromNow(minutes),
  track_id,
});

export const minutesFromNow = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toISOString();

export const sync = (who: Person) => who.api("POST", "/api/music/sync");

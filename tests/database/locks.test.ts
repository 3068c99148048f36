/** A user's transaction does not lock rows that belong to everybody until it ends. */
import type { ISql } from "postgres";
import { afterAll, describe, expect } from "vitest";
import { write } from "../journal/people.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { become, sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { openWindow } from "../workout-window/days.ts";

const today = () => new Date().toISOString().slice(0, 10);

const connection = async (db: ISql, { id }: Person) => {
  await db`
    insert into public.spotify_accounts (user_id, provider_user_id, scope)
    values (${id}, ${id}, '')`;
  const [row] = await db`
    insert into private.spotify_connections (user_id, access_token, refresh_token, expires_at)
    values (${id}, 'a', 'r', now()) returning id`;
  return row!.id as string;
};

/** Stores plays of these tracks, one a minute; what the provider says of them differs by call. */
const playsOf = (db: ISql, connectionId: string, tracks: string[], name = "Hit", popularity = 0) =>
  db`
    select private.record_music_plays(${connectionId}, ${
    db.json(tracks.map((id, n) => ({
      played_at: new Date(Date.now() - n * 60_000).toISOString(),
      track: { id, name, artist_names: ["Band"], raw: { id, popularity } },
    })))
  })`;

/** The id of a competition and of a tone pack. */
const ours = crypto.randomUUID();

type Act = [what: string, act: (db: ISql, who: Person) => Promise<unknown>, shared: string];

const acts: Act[] = [
  [
    "a check-in locks no row of its date",
    async (db, { id }) => {
      const path = `${id}/${crypto.randomUUID()}`;
      await db`select private.reserve_file('workout-photos', ${path})`;
      await db`
        select private.record_workout_checkin(${id}, ${path}, ${"0".repeat(64)}, 1, 'walk')`;
    },
    `private.workout_dates where date = '${today()}' for update`,
  ],
  [
    "a change of a window locks no row of its date",
    (db, { id }) =>
      db`
        update public.workout_windows set window_start_time = '12:00', window_end_time = '14:00'
        where user_id = ${id}`,
    `private.workout_dates where date = '${today()}' for update`,
  ],
  [
    "a limited request locks no row of its rule",
    (db, { id }) => db`select private.take_hits('ai', ${`user:${id}`}, 1)`,
    "private.rate_limit_rules where bucket = 'ai' for update",
  ],
  // A play and an entry share the key of their track, for which no synchronization waits: clients
  // embed tracks by these foreign keys.
  [
    "a synchronization does not wait for another synchronization of the same hit",
    async (db, who) => await playsOf(db, await connection(db, who), ["locks-hit"], "Hit", 50),
    "public.spotify_tracks where id = 'locks-hit' for no key update",
  ],
  [
    "an entry does not wait for the scoring of its competition",
    async (db, who) => {
      await db`insert into public.dreams (id, user_id, title) values (${who.id}, ${who.id}, 'A')`;
      await become(who, db);
      await db`select public.enter_competition(${ours}, ${who.id})`;
    },
    `public.competitions where id = '${ours}' for no key update`,
  ],
  [
    "a purchase does not wait for a change of the tone pack",
    async (db, who) => {
      await become(who, db);
      await db`select public.purchase_tone_pack(${ours}, 10)`;
    },
    `public.tone_packs where id = '${ours}' for no key update`,
  ],
];

// Other tests score all competitions.
afterAll(() => sql`delete from public.competitions where id = ${ours}`);

describe("before its transaction ends", () => {
  it.for(acts)("%s", async ([, act, shared], { ana, ben }) => {
    await sql`
      insert into private.workout_dates (date) values (${today()}) on conflict do nothing`;
    await playsOf(sql, await connection(sql, ben), ["locks-hit"]);
    await openWindow(ana);
    await sql`
      insert into public.competitions (id, title, starts_at, ends_at)
      values (${ours}, 'Locks', now(), now() + interval '1 hour') on conflict do nothing`;
    await sql`
      insert into public.tone_packs (id, owner_id, name, theme, is_public, price_drops)
      values (${ours}, ${ben.id}, 'Locks', 'icons', true, 10) on conflict do nothing`;
    await sql.begin(async (tx) => {
      await act(tx, ana);
      // Generations of other tests hold the row of a date for moments, one after the other.
      await expect.poll(() => sql.unsafe(`select from ${shared} skip locked`))
        .toHaveLength(1);
    });
  });
});

it("synchronizations that change the same tracks wait in one direction", async ({ ana, ben }) => {
  const ids = Array.from({ length: 40 }, (_, n) => `locks-${crypto.randomUUID()}-${n}`);
  const connections = [await connection(sql, ana), await connection(sql, ben)];
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      connections.map((id, n) =>
        playsOf(sql, id, n ? ids : ids.toReversed(), `Name ${round}.${n}`)
      ),
    );
  }
  const stored = await sql`
    select distinct split_part(name, '.', 1) as name from public.spotify_tracks
    where id = any (${ids})`;
  expect(stored).toEqual([{ name: "Name 9" }]);
});

it("a comment does not wait while the author saves the entry", async ({ ana }) => {
  const { data: entry } = await ana.client.rpc("create_journal_entry", {
    p_entry: { title: "Entry", content: "Text" },
  });
  const answered = () =>
    sql`select from public.journal_entries where id = ${entry.id} for key share skip locked`;
  await sql.begin(async (tx) => {
    await become(ana, tx);
    await tx`select public.update_journal_entry(${entry.id}, '{"title": "Saved"}')`;
    expect(await answered()).toHaveLength(1);
  });
  await sql.begin(async (tx) => {
    await become(ana, tx);
    await tx`select public.delete_journal_entry(${entry.id})`;
    expect(await answered()).toHaveLength(0);
  });
});

it("a deletion that waits for a comment has locked nothing of its author before", async ({ ana }) => {
  const { id } = await write(ana);
  const deletion = await sql.begin(async (tx) => {
    await tx`select from public.journal_entries where id = ${id} for key share`;
    const answer = ok(ana, "DELETE", `/api/journal/${id}`);
    await somebodyWaitsFor(tx);
    expect(
      await sql`
      select from private.text_storage where user_id = ${ana.id} for update skip locked`,
    )
      .toHaveLength(1);
    return { answer };
  });
  await deletion.answer;
});

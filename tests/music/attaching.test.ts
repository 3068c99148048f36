import { describe, expect, it } from "vitest";
import type { StandInPlay } from "../../packages/stand-ins/music.ts";
import { type Person, person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { listener, listens, minutesFromNow, play, sync } from "./support.ts";

const write = async (who: Person, fields: Record<string, unknown> = {}) =>
  (await ok(who, "POST", "/api/journal", { title: "Today", content: "", ...fields })).entry;
const trackOf = async (who: Person, { id }: { id: string }) =>
  (await ok(who, "GET", `/api/journal/${id}`)).entry.spotify_track_id;

/** A new user with these plays, which are known. */
const listening = async (...plays: StandInPlay[]) => {
  const ana = await listens(plays);
  await sync(ana);
  return ana;
};

describe("a new entry", () => {
  it("has the last track that its author played at or before it", async () => {
    const [earlier, last] = [play(-30), play(-10)];
    const ana = await listening(earlier, last);
    const entry = await write(ana);
    expect(entry).toMatchObject({
      spotify_track_id: last.track_id,
      track: {
        id: last.track_id,
        name: `Song ${last.track_id}`,
        artist_names: ["An Artist", "Another"],
        album_name: `Album of ${last.track_id}`,
        album_image_url: `https://i.example.net/${last.track_id}/640`,
        external_url: `https://open.example.net/track/${last.track_id}`,
      },
    });
    expect((await ok(ana, "GET", "/api/journal")).entries[0].track).toEqual(entry.track);
  });

  it("goes by written_at, the moment of a play included", async () => {
    const [earlier, last] = [play(-30), play(-10)];
    const ana = await listening(earlier, last);
    const before = await write(ana, { written_at: minutesFromNow(-31) });
    expect(before).toMatchObject({ spotify_track_id: null, track: null });
    const at = await write(ana, { written_at: earlier.played_at });
    expect(at.spotify_track_id).toBe(earlier.track_id);
    const between = await write(ana, { written_at: minutesFromNow(-11) });
    expect(between.spotify_track_id).toBe(earlier.track_id);
  });

  it("follows an entry that is moved", async () => {
    const [earlier, last] = [play(-30), play(-10)];
    const ana = await listening(earlier, last);
    const entry = await write(ana);
    const move = async (minutes: number) =>
      (await ok(ana, "PUT", `/api/journal/${entry.id}`, { written_at: minutesFromNow(minutes) }))
        .entry.spotify_track_id;
    expect([await move(-20), await move(-40), await move(-1)])
      .toEqual([earlier.track_id, null, last.track_id]);
  });

  it("has no track of others, and cannot be given one", async () => {
    const [{ track_id }, ben] = [play(-5), await person("Ben")];
    await listening(play(-5, track_id));
    expect((await write(ben, { spotify_track_id: track_id })).spotify_track_id).toBeNull();
  });

  it("has the last track also after the account was disconnected", async () => {
    const last = play(-10);
    const ana = await listening(last);
    await ok(ana, "DELETE", "/api/music/account");
    expect((await write(ana)).spotify_track_id).toBe(last.track_id);
  });
});

describe("a later synchronization", () => {
  it("attaches plays to the entries between them and the next play", async () => {
    const first = play(-60);
    const ana = await listening(first);
    const entries = [];
    for (const minutes of [-70, -50, -40, -20, -5]) {
      entries.push(await write(ana, { written_at: minutesFromNow(minutes) }));
    }
    const [second, third] = [play(-45), play(-20)];
    const late = play(-3);
    await listener(ana, { plays: [first, second, third, late] });
    // The entry at -20 was written a moment before or after the play of the same minute.
    await sql`
      update public.journal_entries set written_at = ${third.played_at} where id = ${
      entries[3].id
    }`;
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 3, attached: 3 });
    expect(await Promise.all(entries.map((entry) => trackOf(ana, entry))))
      .toEqual([null, first.track_id, second.track_id, third.track_id, third.track_id]);
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 0, attached: 0 });
  });

  it("keeps a track that was played again, and others' entries", async () => {
    const [first, ben] = [play(-60), await person("Ben")];
    const ana = await listening(first);
    const entry = await write(ana);
    const other = await write(ben);
    await listener(ana, { plays: [first, play(-5, first.track_id)] });
    expect(await ok(ana, "POST", "/api/music/sync")).toEqual({ plays: 1, attached: 0 });
    expect(await trackOf(ana, entry)).toBe(first.track_id);
    expect(await trackOf(ben, other)).toBeNull();
  });

  it("finds entries that are being written", async () => {
    const ana = await listening(play(-60));
    const last = play(-1);
    await listener(ana, { plays: [last] });
    const [connection] = await sql`
      select id from private.spotify_connections where user_id = ${ana.id}`;
    const track = { id: last.track_id, raw: {}, name: "Now", artist_names: [] };
    const plays = [{ played_at: last.played_at, track }];
    const record = () =>
      sql`select attached from private.record_music_plays(${connection!.id}, ${sql.json(plays)})`
        .execute();
    let stored: ReturnType<typeof record>;
    // The entry is not committed when the synchronization begins.
    const [entry] = await sql.begin(async (transaction) => {
      const rows = await transaction`
        select private.insert_journal_entry(
          ${ana.id}, '{"title": "Now", "content": ""}', now()) as id`;
      stored = record();
      await somebodyWaitsFor(transaction);
      return rows;
    });
    expect(await stored!).toMatchObject([{ attached: 1 }]);
    expect(await trackOf(ana, { id: entry!.id })).toBe(last.track_id);
  });
});

/** Music in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import { type Case, type Matrix, ofOwner, readOnly } from "./matrix.ts";

async function makeTrack(): Promise<string> {
  const id = crypto.randomUUID();
  await sql`insert into public.spotify_tracks (id, name) values (${id}, 'Song')`;
  return id;
}

const makePlay = async (world: World, track?: string) =>
  await ofOwner("spotify_plays", {
    spotify_track_id: track ?? await makeTrack(),
    played_at: new Date(),
  })(world);

/** A track that the owner, or none of the people, has listened to. */
const trackOf = (listener: "owner" | null): Case => ({
  row: listener ? "a track that the owner listened to" : "a track of somebody else",
  make: async (world) => {
    const id = await makeTrack();
    if (listener) await makePlay(world, id);
    return { id };
  },
  select: listener ? [listener] : [],
  write: readOnly({ name: "Forged" }),
});

export const music: Matrix = {
  spotify_accounts: [{
    row: "the owner's music account",
    make: async ({ people: { owner } }) => {
      await sql`
        insert into public.spotify_accounts (user_id, provider_user_id, scope)
        values (${owner.id}, 'owner', 'scope') on conflict do nothing`;
      return { user_id: owner.id };
    },
    select: ["owner"],
    write: { ...readOnly({ status: "disconnected" }), delete: ["owner"] },
  }],
  spotify_plays: [{
    row: "a play of the owner",
    make: (world) => makePlay(world),
    select: ["owner"],
    write: readOnly({ source: "recently_played" }),
  }],
  music_plays: [{
    row: "a play of the owner, with its track",
    make: (world) => makePlay(world),
    select: ["owner"],
    write: readOnly({ source: "recently_played" }),
  }],
  spotify_tracks: [trackOf("owner"), trackOf(null)],
  music_tracks: [trackOf("owner"), trackOf(null)],
};

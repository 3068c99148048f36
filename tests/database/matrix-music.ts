/** Music in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import { type Case, type Matrix, readOnly } from "./matrix.ts";

async function makeTrack(): Promise<string> {
  const id = crypto.randomUUID();
  await sql`insert into public.spotify_tracks (id, name) values (${id}, 'Song')`;
  return id;
}

async function makePlay({ people: { owner } }: World, track?: string): Promise<string> {
  track ??= await makeTrack();
  const [row] = await sql`
    insert into public.spotify_plays (user_id, spotify_track_id, played_at)
    values (${owner.id}, ${track}, now()) returning id`;
  return row!.id;
}

/** A track that the owner, or none of the people, has listened to. */
const trackOf = (listener: "owner" | null): Case => ({
  row: listener ? "a track that the owner listened to" : "a track of somebody else",
  make: async (world) => {
    const id = await makeTrack();
    if (listener) await makePlay(world, id);
    return { id };
  },
  select: listener ? [listener] : [],
  ...readOnly({ name: "Forged" }),
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
    update: { values: { status: "disconnected" }, by: [] },
    delete: ["owner"],
    insert: {
      values: (_, by) => ({ user_id: by, provider_user_id: "forged", scope: "x" }),
      by: [],
    },
  }],
  spotify_plays: [{
    row: "a play of the owner",
    make: async (world) => ({ id: await makePlay(world) }),
    select: ["owner"],
    ...readOnly({ source: "recently_played" }),
  }],
  music_plays: [{
    row: "a play of the owner, with its track",
    make: async (world) => ({ id: await makePlay(world) }),
    select: ["owner"],
    ...readOnly({ source: "recently_played" }),
  }],
  spotify_tracks: [trackOf("owner"), trackOf(null)],
  music_tracks: [trackOf("owner"), trackOf(null)],
};

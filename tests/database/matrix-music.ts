/** Music in the row-security matrix. */
import { sql } from "../support/sql.ts";
import type { World } from "../support/world.ts";
import { type Matrix, readOnly } from "./matrix.ts";

async function makePlay({ people: { owner } }: World): Promise<string> {
  const track = crypto.randomUUID();
  await sql`insert into public.spotify_tracks (id, name) values (${track}, 'Song')`;
  const [row] = await sql`
    insert into public.spotify_plays (user_id, spotify_track_id, played_at)
    values (${owner.id}, ${track}, now()) returning id`;
  return row!.id;
}

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
  music_tracks: [{
    row: "a track",
    make: async () => {
      const id = crypto.randomUUID();
      await sql`insert into public.spotify_tracks (id, name) values (${id}, 'Song')`;
      return { id };
    },
    select: ["owner", "teammate", "orgMember", "stranger", "superAdmin"],
    ...readOnly({ name: "Forged" }),
  }],
};

/** Music over the Data API: what a hostile user with a valid token reaches. */
import { expect, it } from "vitest";
import { anonymous, type Person, person, superAdmin } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { connect, listener, listens, play, sync } from "./support.ts";

const listening = async () => {
  const ana = await listens();
  await sync(ana);
  return ana;
};

it("shows no token, to nobody", async () => {
  const [ana, root] = [await listening(), await superAdmin()];
  const [stored] = await sql`
    select access_token, refresh_token from private.spotify_connections where user_id = ${ana.id}`;
  for (const token of [stored!.access_token, stored!.refresh_token]) {
    expect(token).toMatch(/^[\w-]+\.\.[\w-]{16}\.[\w-]{60,}\.[\w-]{22}$/);
  }
  const { data } = await ana.client.from("spotify_accounts").select().single();
  expect(Object.keys(data).sort()).toEqual([
    "connected_at",
    "last_synced_at",
    "provider_user_id",
    "scope",
    "status",
    "user_id",
  ]);
  for (const { client } of [ana, root, anonymous]) {
    for (const table of ["spotify_connections", "spotify_grants"]) {
      expect((await client.from(table).select()).error).not.toBeNull();
      expect((await client.schema("private").from(table).select()).error).not.toBeNull();
    }
    const embedded = client.from("spotify_accounts").select("*, spotify_connections(*)");
    expect((await embedded).error).not.toBeNull();
  }
  const exported = JSON.stringify(await ok(ana, "GET", "/api/user/export"));
  expect(exported).toContain("music_account");
  expect(exported).not.toContain(stored!.access_token);
  expect(exported).not.toContain(stored!.refresh_token);
});

it("lets a user delete the own account alone, with its tokens", async () => {
  const [ana, ben] = [await listening(), await person("Ben")];
  const remove = (who: Person) =>
    who.client.from("spotify_accounts").delete().eq("user_id", ana.id).select();
  expect((await remove(ben)).data).toEqual([]);
  expect((await remove(ana)).data).toHaveLength(1);
  const tokens = await sql`select from private.spotify_connections where user_id = ${ana.id}`;
  expect(tokens).toHaveLength(0);
});

it("hides the tracks that others listen to, beside the track of an entry that they show", async () => {
  const [ana, ben, root] = [await person("Ana"), await person("Ben"), await superAdmin()];
  const plays = [play(-5), play(-10)];
  await listener(ana, { plays });
  await connect(ana);
  await sync(ana);
  const body = { title: "Evening", content: "", metadata_visibility: "public" };
  const { entry } = await ok(ana, "POST", "/api/journal", body);
  const ids = plays.map(({ track_id }) => track_id);
  for (const { client } of [ben, root]) {
    const { data } = await client.rpc("get_journal_entry", { p_id: entry.id });
    expect(data!.track).toMatchObject({ id: ids[0], name: `Song ${ids[0]}` });
    for (const table of ["spotify_tracks", "music_tracks"]) {
      expect(await client.from(table).select().in("id", ids)).toMatchObject({ data: [] });
    }
  }
  for (const table of ["spotify_tracks", "music_tracks"]) {
    expect((await ana.client.from(table).select().in("id", ids)).data).toHaveLength(2);
  }
});

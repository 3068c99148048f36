/** What follows from the rows of other loaders: files of the buckets, and the changes of sync. */
import { fill, type Loader, withoutIndexes } from "./loading.ts";
import { every } from "./size.ts";

/** The rows of the files; there are no bytes. */
export const loadFiles: Loader = (loading) =>
  withoutIndexes(loading.sql, ["storage.objects"], () =>
    fill(
      loading,
      "storage.objects",
      `
      insert into storage.objects (id, bucket_id, name, owner_id, metadata, created_at, updated_at)
      select world.id(bucket || '/' || path, 0), bucket, path, null,
        '{"size": 1000000, "mimetype": "image/jpeg"}', at, at
      from (
        select 'workout-photos', photo_url, created_at from public.workout_window_checkins
        where photo_url is not null
        union all
        select 'entry-backgrounds', path, created_at from public.journal_entry_backgrounds
        union all
        select 'tone-packs', path, created_at from public.tone_pack_images
      ) as files (bucket, path, at)`,
    ));

/** The change of each object, in the order of their times, and deletions of the last 90 days. */
export const loadChanges: Loader = (loading) =>
  withoutIndexes(loading.sql, ["private.changes"], async () => {
    const { sql, users } = loading;
    const [{ xid }] = await sql<[{ xid: string }]>`select pg_current_xact_id()::text as xid`;
    const types = await sql<{ type: string; list: string }[]>`
      select type, list from private.synced_types
      where to_regclass('public.' || list) is not null order by type`;
    const inOrder = (at: string) =>
      `(select era::bigint << 44 from private.sync_eras) +
        greatest(3, ${xid} - extract(epoch from world.now() - ${at}) * (${xid} - 3) / (730 * 86400))::bigint`;
    for (const { type, list } of types) {
      await fill(
        loading,
        `private.changes of ${list}`,
        `
        insert into private.changes (type, id, user_id, position)
        select '${type}', id, user_id, ${inOrder("created_at")} from public.${list}`,
      );
    }
    await fill(
      loading,
      "private.changes of deletions",
      `
      insert into private.changes (type, id, user_id, position, deleted_at)
      select 'journal_entry', world.id('deleted entry', n), world.user_id(n), ${inOrder("at")}, at
      from generate_series(0, ${users - 1}, ${every(loading, 2)}) as n,
        world.at(1 - world.dice(n, 90) / 5) as at`,
    );
  });

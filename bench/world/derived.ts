/** What follows from the rows of other loaders: files of the buckets, and the changes of sync. */
import type { Sql } from "postgres";
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
        union all
        select 'entry-attachments', unnest(array[path, thumbnail_path]), created_at
        from public.entry_attachments
      ) as files (bucket, path, at)`,
    ));

/** The types of objects that clients keep copies of, with the table that has the objects. */
export const syncedTables = (sql: Sql) =>
  sql<{ type: string; name: string }[]>`
    select type, coalesce(to_regclass('public.' || name), to_regclass('private.' || name))::text as name
    from private.synced_types
    cross join lateral (select case list when 'attachments' then 'entry_attachments' else list end)
      as t (name)
    order by type`;

/** The change of each object, in the order of their times, and deletions of the last 90 days. */
export const loadChanges: Loader = (loading) =>
  withoutIndexes(loading.sql, ["private.changes"], async () => {
    const { sql, users } = loading;
    const [{ xid }] = await sql<[{ xid: string }]>`select pg_current_xact_id()::text as xid`;
    const inOrder = (at: string) =>
      `(select era::bigint << 44 from private.sync_eras) +
        greatest(3, ${xid} - extract(epoch from world.now() - ${at}) * (${xid} - 3) / (730 * 86400))::bigint`;
    for (const { type, name } of await syncedTables(sql)) {
      await fill(
        loading,
        `private.changes of ${name}`,
        `
        insert into private.changes (type, id, user_id, position)
        select '${type}', id, user_id, ${inOrder(type === "streak" ? "began_at" : "created_at")}
        from ${name}`,
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

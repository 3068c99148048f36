/** Users and entries of a bench that loads no world. */
import type { TransactionSql } from "postgres";

/**
 * Inserts users numbered from `from` to below `to`, in no order of their ids, as people sign up. They
 * are in the temporary table `people` (`n`, `id`) for the rest of the transaction, in which no trigger
 * fires: it writes the rows that the triggers would write.
 */
export async function createPeople(
  tx: TransactionSql,
  name: string,
  { from, to }: { from: number; to: number },
  balance = 0,
): Promise<void> {
  await tx`set local session_replication_role = replica`;
  await tx`
    create temporary table people on commit drop as
    select n, ('b0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
    from generate_series(${from}::int, ${to - 1}::int) as n order by random()`;
  await tx`
    insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
    select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
      ${name}::text || n || '@example.com', now(), now(), now() from people`;
  await tx`
    insert into public.profiles (id, handle, full_name, drops_balance)
    select id, ${name}::text || '_' || n, initcap(${name}) || ' ' || n, ${balance}::int from people`;
  await tx`
    insert into public.profile_cards (id, handle, full_name, is_synthetic)
    select id, ${name}::text || '_' || n, initcap(${name}) || ' ' || n, false from people`;
}

/**
 * Inserts entries of a user, numbered behind their title, with their texts and their changes, as the
 * service would write them. No trigger fires in the rest of the transaction.
 */
export async function createEntries(
  tx: TransactionSql,
  { user, count, title, content }: { user: string; count: number; title: string; content: string },
): Promise<void> {
  await tx`set local session_replication_role = replica`;
  await tx`
    create temporary table made on commit drop as
    with made as (
      insert into public.journal_entries (user_id, title, tags, effective_metadata_visibility,
        effective_content_visibility)
      select ${user}, ${title}::text || ' ' || i, array['daily'], 'user', 'user'
      from generate_series(1, ${count}::int) as i returning id, user_id
    )
    table made`;
  await tx`
    insert into private.journal_entry_contents (entry_id, user_id, content, mentions,
      effective_metadata_visibility, effective_content_visibility)
    select id, user_id, ${content}, '[]', 'user', 'user' from made`;
  await tx`
    insert into private.changes (type, id, user_id, position)
    select 'journal_entry', id, user_id, private.sync_position() from made`;
}

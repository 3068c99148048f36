/** Users of a bench that loads no world. */
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

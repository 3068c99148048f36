/** The tables to which a request has written; writes that were rolled back do not count. */
import type postgres from "postgres";

/** Tables that may change although a request is refused. */
const exempt: Record<string, string> = {
  "private.rate_limit_hits": "an attempt counts, and is given back",
  "private.idempotency_keys": "the refusal is the answer that is kept for the key",
  "private.quota_days": "a key that is used counts, whatever the answer",
  "private.share_link_secrets": "a wrong passphrase counts",
  "public.refused_requests": "refusals are counted, for the operator",
  "private.request_counts": "all requests are counted, for the operator",
};

/**
 * Notes every row that is written from now on. A trigger does it, in the transaction that writes, so
 * a rollback removes the note; statistics of Postgres count rolled back writes too, and come late.
 */
export async function noteWrites(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema fuzz;
    create unlogged table fuzz.writes (place text, request text);
    create function fuzz.note() returns trigger
    language plpgsql security definer set search_path = ''
    as $$
    begin
      -- What the tool itself does.
      if session_user = 'supabase_admin' then
        return null;
      end if;
      insert into fuzz.writes values (
        format('%s.%s %s', tg_table_schema, tg_table_name, lower(tg_op)),
        nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-function-request-id'
      );
      return null;
    end $$;
    do $$
    declare target regclass;
    begin
      for target in
        select oid from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace in (
          select oid from pg_namespace where nspname in ('public', 'private', 'auth', 'storage'))
      loop
        execute format('create trigger zz_fuzz after insert or update or delete on %s
          for each row execute function fuzz.note()', target);
      end loop;
    end $$`);
}

/**
 * The tables and kinds of writes since the last call, without exempt tables and without the writes
 * of other requests: the service may write for a request some time after its answer.
 */
export async function writesSince(
  sql: postgres.Sql,
  requestIds: (string | null)[],
): Promise<string[]> {
  const rows = await sql<{ place: string; request: string | null }[]>`
    with taken as (delete from fuzz.writes returning *)
    select distinct place, request from taken order by place`;
  return [
    ...new Set(
      rows.filter(({ place, request }) =>
        !(place.split(" ")[0]! in exempt) && (request === null || requestIds.includes(request))
      ).map(({ place }) => place),
    ),
  ];
}

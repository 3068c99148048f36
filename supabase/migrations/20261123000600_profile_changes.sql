-- The log of changes has no rows of profiles: each movement of drops wrote another row there, and
-- its two indexes, a third of the time of the monthly award.

-- Room for a movement to stay on its page, without new entries in the indexes.
alter table public.profiles set (fillfactor = 85);

-- A statement that stamps the row itself, as each movement does, needs no trigger for it.
drop trigger profiles_100_set_updated_at on public.profiles;
create trigger profiles_100_set_updated_at before update on public.profiles
  for each row when (new.updated_at = old.updated_at)
  execute function private.set_updated_at();

-- The changes of a user: those of the log, and that of the profile.
create view private.user_changes as
  select type, id, user_id, position, deleted_at from private.changes
  union all
  select 'profile', user_id, user_id, position, null from private.profile_changes;

comment on view private.user_changes is 'The latest change of each object of a user.';

-- A page of the caller's changes since the cursor, each once. A change belongs to the page when the
-- snapshot `until` sees its transaction and the snapshot `since` does not: a transaction that
-- commits late, with an id below others, is part of the next run. All pages of a run have the same
-- snapshots; what changes meanwhile is part of the next run too.
create or replace function private.sync(p_cursor text default null, p_limit integer default 50) returns json
language plpgsql stable security definer
-- Reads the page in the order of its index, whatever the statistics say of the number of changes.
set search_path = '' set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_limit integer := least(greatest(p_limit, 1), 100);
  v_now constant pg_snapshot := pg_current_snapshot();
  v_era constant private.sync_eras := (select e from private.sync_eras as e);
  -- The positions of this era are behind it; what is before is older than every cursor of this era.
  v_start constant bigint := v_era.era::bigint << 44;
  v_cursor private.sync_cursor;
  v_page private.changes[];
  v_more boolean;
  v_changes json;
begin
  -- The snapshots of a replica do not name the transactions in progress.
  perform private.refuse_if(pg_is_in_recovery(), 503, 'Sync is read from the primary database');
  perform private.refuse_if(v_era.cluster <> private.this_cluster(),
    503, 'The database has moved, sync is ready again in a minute');
  if p_cursor is not null then
    v_cursor := private.parse_sync_cursor(p_cursor);
  end if;
  v_cursor.era := v_era.era;
  if v_cursor.until is null then
    v_cursor.until_at := now();
    -- With very many transactions in progress, only what is older than all of them: a short cursor.
    v_cursor.until := case when length(v_now::text) <= 400 then v_now
      else format('%1$s:%1$s:', pg_snapshot_xmin(v_now))::pg_snapshot end;
  end if;

  v_page := array(
    select row(c.*)::private.changes from private.user_changes as c
    where c.user_id = v_caller
      and (c.position, c.type, c.id) > (
        coalesce(v_cursor.position, v_start + pg_snapshot_xmin(v_cursor.since)::text::bigint, 0),
        coalesce(v_cursor.type, ''),
        coalesce(v_cursor.id, '00000000-0000-0000-0000-000000000000'))
      and case when c.position < v_start then true
        else pg_visible_in_snapshot((c.position - v_start)::text::xid8, v_cursor.until) end
      and case when v_cursor.since is null then c.deleted_at is null
        else not pg_visible_in_snapshot((c.position - v_start)::text::xid8, v_cursor.since) end
    order by c.position, c.type, c.id
    limit v_limit + 1
  );
  -- A page ends with the object that fills 2 MB of contents and transcripts.
  select least(v_limit, min(t.n)) into v_limit
  from (
    select p.n,
      sum(octet_length(to_json(coalesce(c.content, a.transcript))::text)) over (order by p.n) as bytes
    from unnest(v_page) with ordinality as p (type, id, user_id, "position", deleted_at, n)
    left join private.journal_entry_contents as c
      on p.type = 'journal_entry' and c.entry_id = p.id
    left join public.entry_attachments as a on p.type = 'attachment' and a.id = p.id
    where p.type in ('journal_entry', 'attachment') and p.deleted_at is null
  ) as t
  where t.bytes >= 2000000;
  v_more := cardinality(v_page) > v_limit;
  v_page := v_page[:v_limit];
  with objects as (
    select type, array_agg(id order by n) as ids
    from unnest(v_page) with ordinality as p (type, id, user_id, "position", deleted_at, n)
    where deleted_at is null group by type
  )
  select json_object_agg(list, value) into v_changes
  from (
    select t.list, case when o.ids is null then '[]'
      else private.synced_objects(v_caller, t.list, o.ids) end
    from private.synced_types as t left join objects as o on o.type = t.type
    union all
    select 'profile', (
      select (to_jsonb(p) - 'avatar_path')::json from public.get_profile() as p
      where exists (select from objects where type = 'profile'))
  ) as lists (list, value);

  if v_more then
    v_cursor.position := v_page[v_limit].position;
    v_cursor.type := v_page[v_limit].type;
    v_cursor.id := v_page[v_limit].id;
  else
    -- What has changed since an earlier request began this run.
    v_more := v_cursor.until_at < now() and exists (
      select from private.user_changes as c
      where c.user_id = v_caller
        and c.position >= v_start + pg_snapshot_xmin(v_cursor.until)::text::bigint
        and not pg_visible_in_snapshot((c.position - v_start)::text::xid8, v_cursor.until)
    );
    v_cursor := (v_cursor.era, v_cursor.until_at, v_cursor.until, null, null, null, null, null);
  end if;
  return json_build_object(
    'changes', v_changes,
    'deleted', coalesce((
      select json_agg(json_build_object('type', type, 'id', id, 'deleted_at', deleted_at))
      from unnest(v_page) where deleted_at is not null), '[]'),
    'next_cursor', translate(
      encode(convert_to(v_cursor::text, 'utf8'), 'base64'), E'+/=\n', '-_'),
    'has_more', v_more);
end
$$;

-- Posting -----------------------------------------------------------------------------------------

-- Posts movements, at most one for each user, and changes the balances, all or nothing. Skips a
-- movement whose key was posted before. Refuses with 402 when a balance would become negative and
-- with 404 when a user does not exist, and fails when a balance is not that after the last entry.
-- Returns the new entries.
create or replace function private.post_drops(p_posts private.drop_post[]) returns setof public.drops_ledger
language plpgsql volatile security definer
-- One plan for any number of movements: a plan for their number would be made at each call.
set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  v_posts constant integer := coalesce(cardinality(p_posts), 0);
  v_users integer;
begin
  -- Posts to a user wait here for each other, in one order for every caller, which prevents
  -- deadlocks. The statement below sees everything that was committed before the locks.
  perform from public.profiles
  where id = any (array(select p.user_id from unnest(p_posts) as p))
  order by id for no key update;
  get diagnostics v_users = row_count;
  if v_users <> v_posts then
    -- Two movements of one user would both begin at the same balance.
    if (select count(distinct p.user_id) from unnest(p_posts) as p) <> v_posts then
      raise exception 'Each movement needs a user of its own' using errcode = '22023';
    end if;
    perform private.refuse(404, 'User not found');
  end if;

  -- With their limits both look-ups stay look-ups into an index for any number of movements.
  return query
    with moved as (
      update public.profiles as r
      set drops_balance = private.next_balance(r.drops_balance, b.balance_after, p.delta),
        updated_at = now()
      from unnest(p_posts) as p
      left join lateral (
        select true as posted from public.drops_ledger as l
        where l.user_id = p.user_id and l.idempotency_key = p.idempotency_key limit 1
      ) as k on true
      left join lateral (
        select l.balance_after from public.drops_ledger as l
        where l.user_id = p.user_id order by l.id desc limit 1
      ) as b on true
      where r.id = p.user_id and k.posted is null
      returning p.*, coalesce(b.balance_after, 0) as balance_before, r.drops_balance
    )
    insert into public.drops_ledger (
      user_id, delta, balance_before, balance_after, type, reason, source, reference_id,
      idempotency_key, actor_id
    )
    select user_id, delta, balance_before, drops_balance, type, reason, source, reference_id,
      idempotency_key, actor_id
    from moved
    returning *;
end
$$;

-- Monthly award -----------------------------------------------------------------------------------

-- One step of the job: takes the next p_limit users after p_after, ordered by id, and awards those
-- who are due. Skips users whose rows are locked. A user whose balance has no room fails alone.
-- `remaining` are those of them who are still due, and a null `last_id` is the end.
create or replace function private.award_monthly_batch(p_after uuid, p_limit integer)
returns table (
  total integer, awarded integer, skipped integer, failed integer, remaining integer,
  errors text[], last_id uuid
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key constant text := private.award_key();
  v_ids uuid[];
  v_due uuid[];
begin
  v_ids := array(
    select p.id from public.profiles as p
    where not p.is_ai
      and p.id >= coalesce(p_after, '00000000-0000-0000-0000-000000000000')
      and p.id is distinct from p_after
    order by p.id limit p_limit
  );
  total := cardinality(v_ids);

  v_due := array(
    select p.id from unnest(v_ids) as p (id)
    where (
      select true from public.drops_ledger as l
      where l.user_id = p.id and l.idempotency_key = v_key limit 1
    ) is null
  );
  remaining := cardinality(v_due);
  v_due := array(
    select p.id from public.profiles as p
    where p.id = any (v_due) order by p.id for no key update skip locked
  );
  errors := '{}';
  begin
    awarded := (select count(*) from private.award_month(v_due));
  exception when sqlstate 'PT409' or sqlstate 'XX001' then
    select coalesce(array_agg(p.id) filter (where f.fault is null), '{}'),
      array_agg(p.id || ': ' || f.fault) filter (where f.fault is not null)
    into v_due, errors
    from public.profiles as p
    cross join lateral (
      select case when p.drops_balance > 2147483647 - 250 then 'the balance would become too large'
        when p.drops_balance <> private.ledger_balance(p.id)
          then 'the balance is not that of the ledger' end as fault
    ) as f
    where p.id = any (v_due);
    awarded := (select count(*) from private.award_month(v_due));
  end;
  failed := cardinality(errors);
  skipped := total - awarded - failed;
  remaining := remaining - awarded - failed;
  last_id := case when total = p_limit then v_ids[total] end;
  return next;
end
$$;

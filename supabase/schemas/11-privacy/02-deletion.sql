-- The deletion of an account in steps: it begins, files are listed, rows are erased in batches, the
-- identity provider removes the user, and it is finished. Each step may be repeated and interrupted
-- anywhere. The service carries them out: the Data API refuses the user from the first moment.

-- Beginning of a deletion -------------------------------------------------------------------------

-- Whether the account was erased and does not exist again.
create function private.is_erased(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from auth.users where id = p_user_id) and exists (
    select from private.account_deletions where user_id = p_user_id and completed_at is not null);
end
$$;

-- Locks the account that a deletion may change, or is no more.
create function private.lock_account(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Locks the set of super admins before the row, as all functions do.
  if exists (select from public.profiles where id = p_user_id and role = 'super_admin') then
    perform private.lock_super_admins();
  end if;
  -- Rows that refer to the profile may be added meanwhile, such as the notification of a transfer
  -- that holds the lock of `open_account_deletion`.
  perform from public.profiles where id = p_user_id for no key update;
end
$$;

-- Begins the deletion of a locked account, or continues it. From here on the Data API refuses the
-- user. Others can make the user an owner of their organizations, so owning some never prevents a
-- deletion for good: with p_on_owned `hand_over` they go to other members. An account that was
-- restored with its old id may be deleted again.
create function private.open_account_deletion(p_user_id uuid, p_on_owned text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_organizations text;
begin
  if private.is_leaving(p_user_id) then
    update private.account_deletions set attempted_at = clock_timestamp()
    where user_id = p_user_id;
    return;
  end if;
  -- Waits for concurrent changes that give the user an organization or add members to one.
  perform 1 from public.profile_cards where id = p_user_id for update;
  perform 1 from public.organizations where owner_id = p_user_id order by id for update;
  -- The erasure hands organizations over, in batches: their number is not the user's to control.
  if p_on_owned is distinct from 'hand_over' then
    select string_agg(name, ', ' order by name) into v_organizations from (
      select o.name from public.organizations as o
      where o.owner_id = p_user_id and private.has_other_members(o.id, p_user_id)
      order by o.name limit 20
    ) as shared;
    perform private.refuse_if(v_organizations is not null, 409,
      'Transfer, delete or hand over (on_owned: hand_over) the organizations that you own and '
        'others belong to: ' || v_organizations, 'owns_organizations');
  end if;
  insert into private.account_deletions (user_id) values (p_user_id)
  on conflict (user_id) do update
    set requested_at = now(), attempted_at = now(), completed_at = null;
  -- A trigger refuses the last active super admin.
  update public.profiles set is_active = false where id = p_user_id;
end
$$;

-- Begins the deletion of a user's account, or continues it. Returns `deleting`, or `deleted` when
-- it is complete. Refuses an account that must not be deleted and a session that may not request
-- it.
create function private.begin_account_deletion(
  p_user_id uuid, p_session_id uuid, p_confirm text, p_on_owned text default null
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text;
begin
  if private.is_erased(p_user_id) then
    return 'deleted';
  end if;
  perform private.lock_account(p_user_id);
  if not private.is_leaving(p_user_id) then
    perform private.require_session(p_user_id, p_session_id);
  elsif exists (select from private.ended_sessions where session_id = p_session_id) then
    perform private.refuse(401, 'This session has ended', 'session_ended');
  end if;
  perform private.require_account_holder(p_session_id);
  select email into v_email from auth.users where id = p_user_id;
  -- After the deletion of the user there is no address to compare with.
  perform private.refuse_if(
    v_email is not null and lower(btrim(p_confirm)) is distinct from lower(v_email),
    400, 'confirm: expected the e-mail address of the account');
  perform private.open_account_deletion(p_user_id, p_on_owned);
  return 'deleting';
end
$$;

-- Begins the deletion of another account for a super admin, or continues it, and records it in the
-- audit log.
create function private.begin_user_deletion(
  p_user_id uuid, p_reason text, p_on_owned text default null
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_super_admin();
begin
  perform private.refuse_if(p_user_id = v_caller, 409,
    'Delete your own account with DELETE /api/user/account');
  perform private.refuse_if(coalesce(btrim(p_reason) = '', true), 400, 'reason: required');
  if private.is_erased(p_user_id) then
    return 'deleted';
  end if;
  perform private.lock_account(p_user_id);
  -- The caller may have been demoted while waiting for the lock.
  perform private.require_super_admin();
  perform private.refuse_if(not exists (select from public.profiles where id = p_user_id)
    and not private.is_leaving(p_user_id), 404, 'User not found');
  if not private.is_leaving(p_user_id) then
    perform private.audit('user.delete', 'user', p_user_id::text, null, null, p_reason);
  end if;
  perform private.open_account_deletion(p_user_id, p_on_owned);
  return 'deleting';
end
$$;

-- After a restore: deletes accounts again that were erased since the backup and exist again, and
-- remembers the others. Locks them at once; the job `account-deletions` completes the deletions.
-- Returns how many exist again.
create function private.erase_again(p_user_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_found constant uuid[] := array(select id from auth.users where id = any (p_user_ids));
begin
  insert into private.account_deletions as d (user_id, attempted_at, completed_at)
  select u.id, '-infinity', case when u.id <> all (v_found) then now() end
  from unnest(p_user_ids) as u (id) group by u.id
  on conflict (user_id) do update
    set attempted_at = excluded.attempted_at, completed_at = excluded.completed_at
    where d.user_id = any (v_found);
  update public.profiles set is_active = false where id = any (v_found) and is_active;
  return cardinality(v_found);
end
$$;

-- The user's customers at the payment provider, and whether it may still charge each of them.
create function private.account_payment_customers(p_user_id uuid)
returns table (customer_id text, subscribed boolean)
language sql stable security definer rows 1 set search_path = ''
as $$
  select c.id, exists (
    select from public.subscriptions as s
    where s.payment_customer_id = c.id and private.subscription_may_charge(s.status)
  )
  from (
    select p.customer_id as id from private.payment_customers as p where p.user_id = p_user_id
    union
    select s.payment_customer_id from public.subscriptions as s where s.user_id = p_user_id
  ) as c
$$;

-- Files -------------------------------------------------------------------------------------------

-- Adds the files below `<user id>/`, in every bucket, to the outbox.
create function private.discard_account_files(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- A variable, so that the query uses the index.
  v_folder text := p_user_id || '/%';
begin
  insert into private.storage_deletions as d (bucket, path, account_id)
  select o.bucket_id, o.name, p_user_id from storage.objects as o
  where o.name like v_folder and not private.outlives_owner(o.bucket_id, o.name)
  on conflict (bucket, path) do update set account_id = excluded.account_id
    where d.account_id is distinct from excluded.account_id;
end
$$;

-- Rows --------------------------------------------------------------------------------------------

-- Erases up to p_limit rows about a person, in the order of private.person_columns. Returns their
-- number, 0 when none is left.
create function private.erase_person(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_column private.person_columns;
  v_rows tid[];
  v_left integer := p_limit;
  v_count integer;
begin
  for v_column in
    select * from private.person_columns where deletion not in ('cascade', 'keep')
    order by position, relation, name
  loop
    if v_column.deletion = 'function' then
      execute format('select private.%I($1, $2)', v_column.erase_function)
      into v_count using p_user_id, v_left;
    else
      -- A statement of its own locks the rows: a statement that finds and changes a row misses it
      -- when the row has moved meanwhile.
      execute format('select array(select ctid from %s where %s limit $2 for %s)',
        v_column.relation, v_column.condition,
        case when v_column.change is null then 'update' else 'no key update' end)
      into v_rows using p_user_id, v_left;
      execute format(
        case when v_column.change is null then 'delete from %1$s' else 'update %1$s set %2$s' end
          || ' where ctid = any ($2)',
        v_column.relation, v_column.change) using p_user_id, v_rows;
      get diagnostics v_count = row_count;
    end if;
    v_left := v_left - v_count;
    exit when v_left <= 0;
  end loop;
  return p_limit - v_left;
end
$$;

-- Erases rows of an account whose deletion has begun. Of several concurrent callers one gets the
-- last rows.
create function private.erase_account_rows(p_user_id uuid, p_limit integer) returns integer
language sql volatile security definer set search_path = ''
as $$
  select private.refuse_if(
    not exists (select from private.account_deletions where user_id = p_user_id),
    409, 'This account is not being deleted');
  select private.erase_person(p_user_id, p_limit)
$$;

-- Erases a user whom an operator deletes at the identity provider, all at once, and remembers it as
-- every erasure. After a deletion in steps nothing is left to erase.
create function private.erase_with_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_account_files(old.id);
  perform private.erase_person(old.id, 2147483647);
  if not old.is_ai then
    insert into private.account_deletions (user_id, completed_at) values (old.id, now())
    on conflict do nothing;
  end if;
  return old;
end
$$;

create trigger profiles_100_erase before delete on public.profiles
  for each row execute function private.erase_with_profile();

-- Completion --------------------------------------------------------------------------------------

-- Marks a deletion as complete after the identity provider has removed the user.
create function private.finish_account_deletion(p_user_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.refuse_if(exists (select from auth.users where id = p_user_id),
    409, 'The user still exists');
  update private.account_deletions set completed_at = clock_timestamp()
  where user_id = p_user_id and completed_at is null;
$$;

-- Hands out one deletion that nobody has worked on for three minutes, or null.
create function private.take_account_deletion() returns uuid
language sql volatile security definer set search_path = ''
as $$
  update private.account_deletions set attempted_at = clock_timestamp()
  where user_id = (
    select user_id from private.account_deletions
    where completed_at is null and attempted_at < now() - interval '3 minutes'
    order by attempted_at limit 1
    for update skip locked
  )
  returning user_id
$$;

select private.schedule_job('account-deletions', '*/5 * * * *', '/user/cron/deletions',
  array['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('account-deletions', 'accounts', $$
  select requested_at from private.account_deletions where completed_at is null$$);
select private.watch_job('account-deletions', 'files', $$
  select not_before from private.storage_deletions where not_before <= now() order by not_before$$);

select private.expose('authenticated', 'begin_user_deletion');
select private.expose('service_role', 'begin_account_deletion', 'account_payment_customers',
  'discard_account_files', 'erase_account_rows', 'finish_account_deletion', 'take_account_deletion');

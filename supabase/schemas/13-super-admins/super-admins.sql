-- Super admins and the log of what they do.

-- Audit log ---------------------------------------------------------------------------------------

-- A record of every administrative act. Definer functions write it in the transaction of the act. A
-- trigger lets no role change or remove a row, not even the service role.

create table public.audit_log (
  id bigint generated always as identity primary key,
  -- No foreign keys: the record outlives the accounts.
  actor_id uuid,
  act text not null check (act ~ '^[a-z_]+(\.[a-z_]+)*$' and char_length(act) <= 100),
  target_type text not null check (char_length(target_type) between 1 and 50),
  target_id text check (char_length(target_id) between 1 and 200),
  before jsonb,
  after jsonb,
  reason text check (char_length(reason) between 1 and 500),
  request_id text check (char_length(request_id) <= 128),
  created_at timestamptz not null default now()
);

select private.guard_table('public.audit_log',
  'Administrative acts with the state before and after. Append-only.');
comment on column public.audit_log.actor_id is 'Null when the service acted on its own.';
comment on column public.audit_log.request_id is
  'The x-request-id of the request, as in the logs of the functions.';

-- One index for each filter of the list, all in its order.
create index audit_log_page_idx on public.audit_log (created_at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_target_idx on public.audit_log (target_id, created_at desc, id desc);
create index audit_log_act_idx on public.audit_log (act, created_at desc, id desc);

create trigger audit_log_100_append_only before update or delete or truncate
  on public.audit_log for each statement execute function private.refuse_change();

select private.let_read('super_admin', 'public.audit_log');

-- Records an act of the caller, or of the actor in whose name the service acts. Definer functions
-- call it after they have verified the actor. The edge functions send the request id of their log
-- in a header of their own, because a gateway may replace `x-request-id`; the Data API keeps the
-- headers in this setting.
create function private.audit(
  p_act text, p_target_type text, p_target_id text, p_before jsonb, p_after jsonb,
  p_reason text default null, p_actor_id uuid default auth.uid()
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  insert into public.audit_log (
    actor_id, act, target_type, target_id, before, after, reason, request_id
  )
  values (
    p_actor_id, p_act, p_target_type, p_target_id, p_before, p_after, p_reason,
    left(coalesce(v_headers ->> 'x-function-request-id', v_headers ->> 'x-request-id'), 128)
  );
end
$$;

-- Organizations and teams -------------------------------------------------------------------------

-- Records what a super admin changes in an organization or a team, cascading deletions included.
-- The arguments are the prefix of the act, the type of the target and the column of the target's
-- id.
create function private.audit_group_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row jsonb := coalesce(v_after, v_before);
begin
  if private.is_super_admin() then
    perform private.audit(
      tg_argv[0] || case tg_op
        when 'INSERT' then '.create' when 'UPDATE' then '.update' else '.delete' end,
      tg_argv[1], coalesce(v_row ->> tg_argv[2], v_row ->> 'id'), v_before, v_after);
  end if;
  return null;
end
$$;

-- Super admins ------------------------------------------------------------------------------------

-- At least one active super admin always remains, also when several are demoted,
-- blocked or deleted at once.

-- Serializes changes of the set of super admins.
create function private.lock_super_admins() returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('super_admins', 0)) $$;

create function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_super_admins();
  perform private.refuse_if(
    not exists (select from public.profiles where role = 'super_admin' and is_active),
    409, 'This is the last active super admin', 'last_super_admin');
  return null;
end
$$;

create trigger profiles_700_keep_a_super_admin after update of role, is_active on public.profiles
  for each row
  when (old.role = 'super_admin' and old.is_active
    and (new.role <> 'super_admin' or not new.is_active))
  execute function private.keep_a_super_admin();
create trigger profiles_710_keep_a_super_admin after delete on public.profiles
  for each row when (old.role = 'super_admin' and old.is_active)
  execute function private.keep_a_super_admin();

-- Demotion takes effect at once (private.is_super_admin), and ends the user's sessions, whose
-- tokens have the former claim.
create function private.end_sessions_of_demoted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.end_session(id) from auth.sessions where user_id = new.id;
  return null;
end
$$;

create trigger profiles_720_end_sessions after update of role on public.profiles
  for each row when (old.role = 'super_admin' and new.role <> 'super_admin')
  execute function private.end_sessions_of_demoted();

-- Makes the first super admin of a project; super admins make the later ones. Only the owner of the
-- database may call it: `select private.make_super_admin('ana@example.com');`
create function private.make_super_admin(p_email text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_before text;
begin
  select p.id, p.role into v_id, v_before
  from auth.users as u join public.profiles as p on p.id = u.id
  where lower(u.email) = lower(btrim(p_email))
  for no key update of p;
  if v_id is null then
    raise exception 'Nobody has signed up as %', p_email;
  end if;
  update public.profiles set role = 'super_admin' where id = v_id;
  perform private.audit('user.role', 'user', v_id::text, jsonb_build_object('role', v_before),
    '{"role": "super_admin"}', 'By the owner of the database');
  return format('%s is a super admin from the next sign-in on', p_email);
end
$$;

select private.register_personal_data('public.audit_log', 'keep',
  p_section => 'administration_of_the_account', p_person => 'target_id',
  p_condition => 's.target_type = ''user'' and s.target_id = $1::text',
  p_omitted => '{actor_id,request_id}',
  p_reason => 'The target of an act must remain identifiable; the bare id.');
select private.register_personal_data('public.audit_log', 'keep',
  p_section => 'acts_as_administrator', p_person => 'actor_id',
  p_reason => 'Administrators must remain identifiable; the bare id.');

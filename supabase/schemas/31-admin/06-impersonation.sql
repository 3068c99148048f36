-- Impersonation: a super admin signs in as a user, for a recorded reason, through a link that works
-- once within ten minutes.

create table public.admin_impersonations (
  id uuid primary key default private.uuid_v7(),
  -- No foreign keys: the record outlives the accounts.
  admin_id uuid not null,
  target_id uuid not null,
  reason text not null check (char_length(reason) between 1 and 500 and reason ~ '\S'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  used_at timestamptz,
  session_id uuid unique,
  ended_at timestamptz,
  constraint admin_impersonations_target_id_check check (target_id <> admin_id),
  constraint admin_impersonations_used_at_check check (used_at is not null or session_id is null)
);

select private.guard_table('public.admin_impersonations',
  'Impersonations with their reason. Only functions write them, nobody deletes them.');
comment on column public.admin_impersonations.ended_at is
  'When the session ended: stopped by the admin, or because it was no longer allowed.';

create index admin_impersonations_page_idx
  on public.admin_impersonations (created_at desc, id desc);
create index admin_impersonations_admin_id_idx
  on public.admin_impersonations (admin_id, created_at desc, id desc);
create index admin_impersonations_target_id_idx
  on public.admin_impersonations (target_id, created_at desc, id desc);

create trigger admin_impersonations_100_keep before delete or truncate
  on public.admin_impersonations for each statement execute function private.refuse_change();

-- Only the holder of a link knows its code. The database stores its hash.
create table private.impersonation_codes (
  code_hash bytea primary key,
  impersonation_id uuid not null unique
    references public.admin_impersonations (id) on delete cascade
);

select private.hide_table('private.impersonation_codes',
  'The SHA-256 of each code that has not been redeemed.');

select private.let_read('super_admin', 'public.admin_impersonations');

insert into private.rate_limit_rules (bucket, max_hits, per)
values ('impersonation_redeem', 10, '1 minute');

-- Links -------------------------------------------------------------------------------------------

-- The conditions of an impersonation, checked when a link is issued, when it is redeemed and when
-- its session begins. Locks both profiles, so that a promotion, demotion or block comes before or
-- after.
create function private.require_impersonatable(p_admin_id uuid, p_target_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_target public.profiles;
begin
  perform 1 from public.profiles where id in (p_admin_id, p_target_id) order by id for share;
  perform private.refuse_if(not exists (
    select from public.profiles where id = p_admin_id and role = 'super_admin' and is_active
  ), 403, 'The issuer of this link is no longer a super admin');
  perform private.refuse_if(p_target_id = p_admin_id, 409, 'You cannot impersonate yourself');
  select * into v_target from public.profiles where id = p_target_id;
  perform private.refuse_if(v_target.id is null, 404, 'User not found');
  perform private.refuse_if(v_target.role = 'super_admin',
    403, 'Super admins cannot be impersonated');
  perform private.refuse_if(not v_target.is_active, 409, 'Blocked users cannot be impersonated');
  -- The session is created through the e-mail address, which would confirm an unconfirmed one.
  perform private.refuse_if(not exists (
    select from auth.users
    where id = p_target_id and email <> '' and email_confirmed_at is not null
      and deleted_at is null and coalesce(banned_until < now(), true)
  ), 409, 'The user cannot sign in: banned, or no confirmed e-mail address');
end
$$;

-- Issues a link: {code, impersonation}. The code is returned here only.
create function private.issue_impersonation(p_target_id uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_super_admin();
  v_code text := encode(extensions.gen_random_bytes(32), 'hex');
  v_impersonation public.admin_impersonations;
begin
  perform private.require_impersonatable(v_caller, p_target_id);
  insert into public.admin_impersonations (admin_id, target_id, reason)
  values (v_caller, p_target_id, p_reason)
  returning * into v_impersonation;
  delete from private.impersonation_codes as c using public.admin_impersonations as i
  where i.id = c.impersonation_id and i.expires_at <= now();
  insert into private.impersonation_codes (code_hash, impersonation_id)
  values (sha256(convert_to(v_code, 'UTF8')), v_impersonation.id);
  perform private.audit('impersonation.issue', 'user', p_target_id::text, null,
    jsonb_build_object('impersonation_id', v_impersonation.id), p_reason);
  return jsonb_build_object('code', v_code, 'impersonation', to_jsonb(v_impersonation));
end
$$;

-- Redeems a code, once: {impersonation_id, target_id, email}. One of several concurrent requests
-- succeeds. `begin_impersonation` records the resulting session.
create function private.claim_impersonation(p_code text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_impersonation public.admin_impersonations;
begin
  with taken as (
    delete from private.impersonation_codes where code_hash = sha256(convert_to(p_code, 'UTF8'))
    returning impersonation_id
  )
  select i.* into v_impersonation
  from taken join public.admin_impersonations as i on i.id = taken.impersonation_id
  where i.expires_at > now();
  perform private.refuse_if(v_impersonation.id is null,
    401, 'The code is wrong, used or expired', 'invalid_code');
  perform private.require_impersonatable(v_impersonation.admin_id, v_impersonation.target_id);
  update public.admin_impersonations set used_at = clock_timestamp()
  where id = v_impersonation.id;
  return jsonb_build_object(
    'impersonation_id', v_impersonation.id, 'target_id', v_impersonation.target_id,
    'email', (select email from auth.users where id = v_impersonation.target_id));
end
$$;

-- Records the session that a code resulted in, and ends it after an hour: the auth service treats
-- it like any other session of the user. Refuses when the conditions do not hold; the caller
-- then ends the session, whose tokens nobody has received.
create function private.begin_impersonation(p_impersonation_id uuid, p_session_id uuid)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_impersonation public.admin_impersonations;
begin
  select * into v_impersonation from public.admin_impersonations
  where id = p_impersonation_id and used_at is not null and session_id is null for update;
  perform private.refuse_if(v_impersonation.id is null, 404, 'Impersonation not found');
  perform private.require_impersonatable(v_impersonation.admin_id, v_impersonation.target_id);
  perform private.refuse_if(not exists (
    select from auth.sessions where id = p_session_id and user_id = v_impersonation.target_id
  ), 404, 'Session not found');
  update public.admin_impersonations set session_id = p_session_id where id = p_impersonation_id;
  update auth.sessions set not_after = now() + interval '1 hour' where id = p_session_id;
  insert into private.impersonated_sessions (session_id) values (p_session_id);
  perform private.audit('impersonation.redeem', 'user', v_impersonation.target_id::text, null,
    jsonb_build_object('impersonation_id', p_impersonation_id, 'session_id', p_session_id),
    v_impersonation.reason, v_impersonation.admin_id);
end
$$;

-- End of an impersonation -------------------------------------------------------------------------

-- Ends the impersonated session of the caller: refuses its access token and prevents new ones.
create function private.stop_impersonation() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_impersonation public.admin_impersonations;
begin
  perform private.require_caller();
  update public.admin_impersonations set ended_at = clock_timestamp()
  where session_id = (select private.caller_session_id()) and ended_at is null
  returning * into v_impersonation;
  perform private.refuse_if(v_impersonation.id is null,
    409, 'This session is not an impersonation');
  perform private.end_session(v_impersonation.session_id);
  perform private.audit('impersonation.stop', 'user', v_impersonation.target_id::text, null,
    jsonb_build_object('impersonation_id', v_impersonation.id), null, v_impersonation.admin_id);
end
$$;

-- Ends impersonations whose conditions do not hold: the admin is demoted, blocked or deleted, or
-- the target is promoted, blocked or deleted.
create function private.end_impersonations() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid := coalesce(new.id, old.id);
  v_may_impersonate boolean := coalesce(new.role = 'super_admin' and new.is_active, false);
  v_may_be_impersonated boolean := coalesce(new.role <> 'super_admin' and new.is_active, false);
  v_session_id uuid;
begin
  for v_session_id in
    update public.admin_impersonations set ended_at = clock_timestamp()
    where session_id is not null and ended_at is null
      and (admin_id = v_id and not v_may_impersonate
        or target_id = v_id and not v_may_be_impersonated)
    returning session_id
  loop
    perform private.end_session(v_session_id);
  end loop;
  return null;
end
$$;

create trigger profiles_730_end_impersonations after update of role, is_active on public.profiles
  for each row when ((old.role, old.is_active) is distinct from (new.role, new.is_active))
  execute function private.end_impersonations();
create trigger profiles_740_end_impersonations after delete on public.profiles
  for each row execute function private.end_impersonations();

-- Lists -------------------------------------------------------------------------------------------

-- One page of impersonations, newest first: up to p_limit older than (p_before_at, p_before_id),
-- each with the cards of admin and target, null for a deleted account.
create function private.admin_list_impersonations(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns table (
  id uuid, admin_id uuid, target_id uuid, reason text, created_at timestamptz,
  expires_at timestamptz, used_at timestamptz, session_id uuid, ended_at timestamptz,
  admin jsonb, target jsonb
)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return query
    -- One look-up for each: a join by the order of the cards would read those of everybody.
    select i.*,
      (select to_jsonb(a) from public.profile_cards as a where a.id = i.admin_id),
      (select to_jsonb(t) from public.profile_cards as t where t.id = i.target_id)
    from public.admin_impersonations as i
    where (i.created_at, i.id)
      < (coalesce(p_before_at, 'infinity'), coalesce(p_before_id, private.last_id()))
    order by i.created_at desc, i.id desc
    limit private.page_limit(p_limit);
end
$$;

select private.expose('authenticated', 'issue_impersonation', 'stop_impersonation',
  'admin_list_impersonations');
select private.expose('service_role', 'claim_impersonation', 'begin_impersonation');

select private.register_personal_data('public.admin_impersonations', 'keep',
  p_section => 'impersonations_of_the_account', p_person => 'target_id',
  p_omitted => '{admin_id,session_id}',
  p_reason => 'Both sides of an impersonation must remain identifiable; the bare id.');
select private.register_personal_data('public.admin_impersonations', 'keep',
  p_section => 'impersonations_as_administrator', p_person => 'admin_id',
  p_reason => 'Both sides of an impersonation must remain identifiable; the bare id.');
select private.register_person_column('private.impersonation_codes', 'impersonation_id',
  'Codes that were not redeemed, valid for ten minutes.');

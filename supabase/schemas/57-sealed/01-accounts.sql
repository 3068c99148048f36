-- Accounts of sealed notebooks: the public keys of users, and slots, each of which holds the
-- account secret under a key of the user. The service cannot open any of them. A user who has lost
-- everything starts anew: the next generation has other keys and slots.

create table private.sealed_accounts (
  user_id uuid not null references public.profiles (id) on delete cascade,
  generation integer not null check (generation > 0),
  x25519 text not null check (private.is_base64url(x25519, 32)),
  ed25519 text not null check (private.is_base64url(ed25519, 32)),
  proof text not null check (private.is_base64url(proof, 64)),
  created_at timestamptz not null default now(),
  primary key (user_id, generation)
);

select private.hide_table('private.sealed_accounts',
  'The public keys of users, by generation; the highest generation counts. Only functions read and write them.');
comment on column private.sealed_accounts.proof is
  'The signature by which the keys are tied to each other and to the user.';

create table private.sealed_slots (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null,
  generation integer not null,
  kind smallint not null check (kind in (1, 2, 3)),
  label text not null check (char_length(label) <= 100),
  parameters jsonb not null
    constraint sealed_slots_parameters_check check (private.is_settings(parameters)),
  sealed_secret text not null check (private.is_base64url(sealed_secret, 60)),
  created_at timestamptz not null default clock_timestamp(),
  constraint sealed_slots_account_fkey foreign key (user_id, generation)
    references private.sealed_accounts (user_id, generation) on delete cascade
);

select private.hide_table('private.sealed_slots',
  'The slots of users, which open the account secret. A slot is never changed; the slots of former generations stay.');
comment on column private.sealed_slots.kind is '1: passphrase, 2: recovery code, 3: passkey.';

create index sealed_slots_page_idx on private.sealed_slots (user_id, generation, created_at, id);

insert into private.quotas (kind, max_daily, max_total) values
  ('sealed accounts', 5, 100), ('sealed slots', 50, 20);
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('sealed_slots', 60, '1 hour'), ('sealed_keys', 300, '1 hour');

-- Callers -----------------------------------------------------------------------------------------

-- Refuses a user who may have no sealed notebooks: a super admin who acts as the user, a personal
-- token, a classroom account.
create function private.require_sealed_user(p_user_id uuid, p_session_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.refuse_if((select is_classroom from public.profiles where id = p_user_id),
    403, 'Classroom accounts have no sealed notebooks');
end
$$;

create function private.require_sealed_caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_caller();
  perform private.require_sealed_user(auth.uid(), private.caller_session_id());
  return auth.uid();
end
$$;

-- The present keys of a user; null without.
create function private.sealed_account_of(p_user_id uuid) returns private.sealed_accounts
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account private.sealed_accounts;
begin
  select * into v_account from private.sealed_accounts
  where user_id = p_user_id order by generation desc limit 1;
  return v_account;
end
$$;

-- Until the end of the transaction the keys of the user stay the same (shared), or only this
-- transaction changes them.
create function private.lock_sealed_account(p_user_id uuid, p_shared boolean default false)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_shared then
    perform pg_advisory_xact_lock_shared(hashtextextended('sealed account ' || p_user_id, 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('sealed account ' || p_user_id, 0));
  end if;
end
$$;

create function private.own_sealed_account() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_account constant private.sealed_accounts :=
    private.sealed_account_of(private.require_sealed_caller());
begin
  return case when v_account.user_id is not null then to_jsonb(v_account) - 'user_id' end;
end
$$;

-- The keys of somebody who shares a team with the caller. Refuses everybody else with 404.
create function private.sealed_account_of_person(p_user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_account constant private.sealed_accounts := private.sealed_account_of(p_user_id);
begin
  perform private.require_rate_limit('sealed_keys', v_caller,
    'At most 300 people an hour; try again in %s seconds');
  perform private.refuse_if(v_account.user_id is null
    or not exists (select from public.profiles where id = p_user_id and is_active)
    or p_user_id <> v_caller and not exists (
      select from private.current_team_members as mine
      join private.current_team_members as theirs on theirs.team_id = mine.team_id
      where mine.user_id = v_caller and theirs.user_id = p_user_id
    ), 404, 'Sealed account not found');
  return to_jsonb(v_account) - '{user_id,created_at}'::text[];
end
$$;

-- Slots -------------------------------------------------------------------------------------------

-- Whether the parameters of a slot are those of its kind, within the bounds that clients accept.
create function private.are_slot_parameters(p_kind integer, p_parameters jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  if not coalesce(private.is_settings(p_parameters), false) then
    return false;
  elsif p_kind = 1 then
    return coalesce(p_parameters - '{m,t,p,salt}'::text[] = '{}'
      and p_parameters @? '$.m ? (@.type() == "number" && @ >= 65536 && @ <= 1048576)'
      and p_parameters @? '$.t ? (@.type() == "number" && @ >= 3 && @ <= 10)'
      and p_parameters -> 'p' = '1'
      and (p_parameters ->> 'm')::numeric % 1 = 0 and (p_parameters ->> 't')::numeric % 1 = 0
      and private.is_base64url(p_parameters ->> 'salt', 16), false);
  elsif p_kind = 2 then
    return p_parameters = '{}';
  end if;
  return coalesce(p_parameters - '{credential_id,salt}'::text[] = '{}'
    and char_length(p_parameters ->> 'credential_id') between 1 and 1400
    and length(private.from_base64url(p_parameters ->> 'credential_id')) > 0
    and private.is_base64url(p_parameters ->> 'salt', 32), false);
end
$$;

-- Adds a slot to the present generation of a user.
create function private.add_slot(p_account private.sealed_accounts, p_slot jsonb)
returns private.sealed_slots
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'sealed slots');
  v_slot private.sealed_slots;
begin
  perform private.refuse_if(coalesce(p_slot ->> 'kind' not in ('1', '2', '3'), true),
    400, 'kind: expected 1, 2 or 3', 'unknown_value');
  perform private.refuse_if(coalesce(not private.is_base64url(p_slot ->> 'sealed_secret', 60), true),
    400, 'sealed_secret: expected 60 bytes in base64url', 'wrong_format');
  perform private.refuse_if(
    not private.are_slot_parameters((p_slot ->> 'kind')::integer, p_slot -> 'parameters'),
    400, 'parameters: not those of a slot of this kind', 'invalid_value');
  perform private.refuse_if(char_length(p_slot ->> 'label') > 100,
    400, 'label: expected at most 100 characters', 'too_long');
  insert into private.sealed_slots
    (id, user_id, generation, kind, label, parameters, sealed_secret)
  values (private.short(p_slot, 'id')::uuid, p_account.user_id, p_account.generation,
    (p_slot ->> 'kind')::smallint, coalesce(p_slot ->> 'label', ''), p_slot -> 'parameters',
    p_slot ->> 'sealed_secret')
  on conflict (id) do nothing returning * into v_slot;
  perform private.refuse_if(not found, 409, 'id: already taken, make another one', 'id_taken');
  perform private.count_made('sealed slots', p_account.user_id, 1);
  perform private.refuse_if(v_max < (
    select count(*) from private.sealed_slots
    where user_id = p_account.user_id and generation = p_account.generation
  ), 409, format('At most %s slots, delete some first', v_max), 'quota_reached');
  perform private.notify(p_account.user_id, 'sealed_device.slot', '{}',
    jsonb_build_object('slot_id', v_slot.id, 'enrolment_id', null));
  return v_slot;
end
$$;

-- Whether an account keeps the needed slots: a recovery code, and a passphrase or a passkey.
create function private.has_needed_slots(p_user_id uuid, p_generation integer) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(bool_or(kind = 2) and bool_or(kind in (1, 3)), false)
  from private.sealed_slots where user_id = p_user_id and generation = p_generation
$$;

-- All slots of the caller, of former generations too. Only the caller gets them, and 60 times an
-- hour: with a slot of a passphrase one can guess it.
create function private.own_sealed_slots() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
begin
  perform private.require_rate_limit('sealed_slots', v_caller,
    'At most 60 times an hour; try again in %s seconds');
  return coalesce((
    select jsonb_agg(to_jsonb(s) - 'user_id' order by s.generation, s.created_at, s.id)
    from private.sealed_slots as s where s.user_id = v_caller
  ), '[]');
end
$$;

create function private.add_sealed_slot(p_slot jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_account private.sealed_accounts;
begin
  perform private.lock_sealed_account(v_caller);
  v_account := private.sealed_account_of(v_caller);
  perform private.refuse_if(v_account.user_id is null,
    409, 'Set up sealed notebooks first', 'no_account');
  return to_jsonb(private.add_slot(v_account, p_slot)) - 'user_id';
end
$$;

-- Deletes a slot of the caller. Each generation keeps the needed slots.
create function private.delete_sealed_slot(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_slot private.sealed_slots;
begin
  perform private.lock_sealed_account(v_caller);
  delete from private.sealed_slots where id = p_id and user_id = v_caller returning * into v_slot;
  perform private.refuse_if(not found, 404, 'Slot not found');
  perform private.refuse_if(not private.has_needed_slots(v_caller, v_slot.generation), 409,
    'A recovery code, and a passphrase or a passkey, must remain: add another one first',
    'last_slot');
  -- The answer to the request that has added it.
  delete from private.idempotency_keys where user_id = v_caller and p_id = any (ids);
end
$$;

-- Making ------------------------------------------------------------------------------------------

-- Makes the account of a user whose proof the service has verified, or with `p_anew` its next
-- generation, after a sign-in of the last ten minutes.
create function private.make_sealed_account(
  p_user_id uuid, p_session_id uuid, p_keys jsonb, p_slots jsonb, p_anew boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_max constant integer := (select max_total from private.quotas where kind = 'sealed accounts');
  v_before private.sealed_accounts;
  v_account private.sealed_accounts;
begin
  perform private.require_sealed_user(p_user_id, p_session_id);
  perform private.require_signed_in(p_session_id);
  perform private.lock_sealed_account(p_user_id);
  v_before := private.sealed_account_of(p_user_id);
  perform private.refuse_if(v_before.user_id is not null and not p_anew,
    409, 'Sealed notebooks are set up already; starting anew takes anew: true', 'exists');
  perform private.refuse_if(v_before.user_id is not null and not exists (
    select from auth.sessions
    where id = p_session_id and created_at > now() - interval '10 minutes'
  ), 403, 'Sign in again first, then start anew within ten minutes', 'sign_in_again');
  perform private.refuse_if(exists (
    select from private.sealed_accounts where user_id = p_user_id
      and (x25519 = p_keys ->> 'x25519' or ed25519 = p_keys ->> 'ed25519')
  ), 400, 'x25519: these are former keys, make others', 'invalid_value');
  perform private.refuse_if(v_before.generation >= v_max,
    409, format('Sealed notebooks are set up at most %s times', v_max), 'quota_reached');
  perform private.count_made('sealed accounts', p_user_id, 1);
  insert into private.sealed_accounts (user_id, generation, x25519, ed25519, proof)
  values (p_user_id, coalesce(v_before.generation, 0) + 1, p_keys ->> 'x25519',
    p_keys ->> 'ed25519', p_keys ->> 'proof')
  returning * into v_account;
  perform private.add_slot(v_account, slot) from jsonb_array_elements(p_slots) as slot;
  perform private.refuse_if(not private.has_needed_slots(p_user_id, v_account.generation), 400,
    'slots: expected a recovery code, and a passphrase or a passkey', 'too_few');
  perform private.note_sealed_exits(array[p_user_id]);
  return to_jsonb(v_account) - 'user_id';
end
$$;

select private.expose('authenticated', 'own_sealed_account', 'sealed_account_of_person',
  'own_sealed_slots', 'add_sealed_slot', 'delete_sealed_slot');
select private.expose('service_role', 'make_sealed_account');

select private.register_personal_data('private.sealed_accounts',
  p_page_key => '{generation}', p_omitted => '{user_id}',
  p_condition => 's.user_id = $1 and (select private.caller_is_account_holder())');
select private.register_personal_data('private.sealed_slots', p_omitted => '{user_id}',
  p_condition => 's.user_id = $1 and (select private.caller_is_account_holder())');

-- Enrolments: a new device of a user asks, and an old one hands it the account secret under the new
-- device's key. The service sees neither.

create table private.sealed_enrolments (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  public_key text not null check (private.is_base64url(public_key, 32)),
  sealed_secret text check (sealed_secret is null or private.is_base64url(sealed_secret, 80)),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes'
);

select private.hide_table('private.sealed_enrolments',
  'Devices that ask for the account secret of their user, for ten minutes. Only functions read and write them.');
comment on column private.sealed_enrolments.sealed_secret is
  'The answer of an old device, once; null before it.';

create index sealed_enrolments_user_id_idx on private.sealed_enrolments (user_id, created_at, id);
create index sealed_enrolments_expires_at_idx on private.sealed_enrolments (expires_at);

insert into private.quotas (kind, max_daily, max_total) values ('sealed enrolments', 20, 5);

create function private.enrolment_json(p_enrolment private.sealed_enrolments) returns jsonb
language sql stable set search_path = ''
as $$ select to_jsonb(p_enrolment) - 'user_id' $$;

-- The caller's enrolment, which has not expired.
create function private.require_enrolment(p_id uuid) returns private.sealed_enrolments
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_enrolment private.sealed_enrolments;
begin
  select * into v_enrolment from private.sealed_enrolments
  where id = p_id and user_id = v_caller for update;
  perform private.refuse_if(not found, 404, 'Enrolment not found');
  perform private.refuse_if(v_enrolment.expires_at <= now(),
    410, 'The enrolment has expired: begin again on the new device', 'gone');
  return v_enrolment;
end
$$;

create function private.begin_enrolment(p_id uuid, p_public_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
  v_max constant integer := (select max_total from private.quotas where kind = 'sealed enrolments');
  v_enrolment private.sealed_enrolments;
begin
  perform private.refuse_if(private.sealed_account_of(v_caller) is null,
    409, 'Set up sealed notebooks first', 'no_account');
  perform private.refuse_if(coalesce(not private.is_base64url(p_public_key, 32), true),
    400, 'public_key: expected 32 bytes in base64url', 'wrong_format');
  -- Lets one transaction of the user in at a time.
  perform private.count_made('sealed enrolments', v_caller, 1);
  perform private.refuse_if(v_max <= (
    select count(*) from private.sealed_enrolments
    where user_id = v_caller and expires_at > now() and sealed_secret is null
  ), 429, format('At most %s devices may ask at a time, wait ten minutes', v_max),
    'rate_limited', 600);
  insert into private.sealed_enrolments (id, user_id, public_key)
  values (p_id, v_caller, p_public_key)
  on conflict (id) do nothing returning * into v_enrolment;
  perform private.refuse_if(not found, 409, 'id: already taken, make another one', 'id_taken');
  perform private.notify(v_caller, 'sealed_device.enrolment', '{}',
    jsonb_build_object('slot_id', null, 'enrolment_id', p_id));
  return private.enrolment_json(v_enrolment);
end
$$;

-- The caller's enrolments that wait for an answer, oldest first.
create function private.open_enrolments() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_sealed_caller();
begin
  return coalesce((
    select jsonb_agg(private.enrolment_json(e) order by e.created_at, e.id)
    from private.sealed_enrolments as e
    where e.user_id = v_caller and e.expires_at > now() and e.sealed_secret is null
  ), '[]');
end
$$;

create function private.get_enrolment(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.enrolment_json(private.require_enrolment(p_id));
end
$$;

-- Answers an enrolment, once.
create function private.answer_enrolment(p_id uuid, p_sealed_secret text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_enrolment private.sealed_enrolments := private.require_enrolment(p_id);
begin
  perform private.refuse_if(coalesce(not private.is_base64url(p_sealed_secret, 80), true),
    400, 'sealed_secret: expected 80 bytes in base64url', 'wrong_format');
  perform private.refuse_if(v_enrolment.sealed_secret is not null,
    409, 'A device has answered this enrolment already', 'already_decided');
  update private.sealed_enrolments set sealed_secret = p_sealed_secret
  where id = p_id returning * into v_enrolment;
  return private.enrolment_json(v_enrolment);
end
$$;

select private.expose('authenticated', 'begin_enrolment', 'open_enrolments', 'get_enrolment',
  'answer_enrolment');

select private.register_person_column('private.sealed_enrolments', 'user_id',
  'Devices that ask for a secret; valid for minutes.');
select private.purge_when('private.sealed_enrolments', 'expires_at', '1 hour');

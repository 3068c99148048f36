-- Idempotency keys: a request that is repeated with its key gets the first answer again.

create table private.idempotency_keys (
  user_id uuid not null references auth.users (id) on delete cascade,
  route text not null check (char_length(route) between 1 and 200),
  key text not null check (char_length(key) between 1 and 255),
  request_hash text not null,
  claim uuid not null default gen_random_uuid(),
  heartbeat_at timestamptz not null default clock_timestamp(),
  status integer check (status between 200 and 599),
  answer jsonb,
  ids uuid[],
  standing integer[],
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, route, key),
  unique (claim),
  constraint idempotency_keys_answer_check
    check (num_nulls(status, answer, ids, standing) in (0, 4))
);

select private.hide_table('private.idempotency_keys',
  'Requests with an Idempotency-Key and the first answer to each, kept for 24 hours.');
comment on column private.idempotency_keys.route is
  'The operation; for a personal token followed by the token''s id, because the keys of a token are its own.';
comment on column private.idempotency_keys.standing is
  'The rights of the user at the time of the answer: `private.standing`.';
comment on column private.idempotency_keys.claim is
  'The request that is being processed. A request that lost its claim cannot store an answer.';
comment on column private.idempotency_keys.status is 'Null while the request is being processed.';

create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);

-- An answer counts when it is kept, and the next request is refused: this one has done its work.
insert into private.quotas (kind, max_daily)
values ('idempotency keys', 20000), ('bytes of kept answers', 200000000);

-- Refuses a session that has ended, also by a sign-out, after which the access token is valid until
-- it expires: it gets no stored answer, and makes nothing that outlives the token, such as a link.
create function private.require_signed_in(p_session_id uuid default private.caller_session_id())
returns void
language sql stable security definer set search_path = ''
as $$
  select private.refuse_if(p_session_id is not null and not exists (
    select from auth.sessions where id = p_session_id
  ), 401, 'This session has ended', 'session_ended')
$$;

-- The rights of a user, as numbers that a loss makes smaller: whether the user is a super admin, is
-- the user in person, has an ordinary account and no classroom one; then for each id the rights to
-- the object with this id. 0 stands for no right, and for an object whose rights cannot be lost. A
-- personal token, which has no session, does not have the rights of a super admin. These numbers
-- include every right that any route requires, not only the rights of the present route, so that a
-- new route is covered too.
create function private.standing(p_user_id uuid, p_session_id uuid, p_ids uuid[], p_route text)
returns integer[]
language sql stable security definer set search_path = ''
as $$
  select (
    select array[(role = 'super_admin' and p_session_id is not null)::integer,
      (not private.is_impersonated(p_session_id))::integer, (not is_classroom)::integer]
    from public.profiles where id = p_user_id
  ) || array(
    select coalesce(r.degree, 0)
    from unnest(p_ids) with ordinality as named (id, place)
    cross join lateral (values
      (1, array_position('{member,admin,owner}', private.org_role(named.id, p_user_id))),
      -- The chat of a team is for its members; an owner of its organization has all other rights.
      (2, array_position('{member,admin}', private.team_role(named.id, p_user_id))),
      (3, (select (private.org_role(t.org_id, p_user_id) = 'owner')::integer
           from public.teams as t where t.id = named.id)),
      (4, (select case when p.owner_id = p_user_id then 2 else 1 end from public.tone_packs as p
           where p.id = named.id and private.may_see_tone_pack(p, p_user_id))),
      (5, (select 1 from public.journal_entries as e
           where e.id = named.id and e.user_id <> p_user_id
             and private.may_read_entry(e, p_user_id)
             and not private.is_blocked_between(p_user_id, e.user_id))),
      (6, (select 1 from public.profiles as p
           where p.id = named.id and p.id <> p_user_id and p.is_active
             -- Somebody who blocks the caller can be reported.
             and (p_route like 'post /reports%'
               or not private.is_blocked_between(p_user_id, p.id)))),
      (7, (select 1 from public.dreams as d
           where d.id = named.id and d.user_id <> p_user_id and d.is_public)),
      (8, (select private.may_pair(p_user_id, named.id)::integer
           where p_route like 'post /friends%'))
    ) as r (kind, degree)
    order by named.place, r.kind
  )
$$;

-- Claims a key for a request. First refuses a user who may not make the request any more. Returns
-- `new` with a claim, `done` with the first answer, `running` while another request holds the
-- claim, or `mismatch` when the key belongs to a different request. A claim without a heartbeat for
-- 8 seconds is taken over.
--
-- The first answer names objects. A caller who has fewer rights to them than at that time does not
-- get the answer.
create function private.idempotency_claim(
  p_user_id uuid, p_session_id uuid, p_route text, p_key text, p_request_hash text,
  p_token_id uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_route constant text := concat_ws(' ', p_route, p_token_id);
  v_row private.idempotency_keys;
begin
  perform private.require_session(p_user_id, p_session_id, p_token_id);
  perform private.require_signed_in(p_session_id);
  loop
    insert into private.idempotency_keys (user_id, route, key, request_hash)
    values (p_user_id, v_route, p_key, p_request_hash)
    on conflict on constraint idempotency_keys_pkey do nothing
    returning * into v_row;
    if found then
      perform private.count_made('idempotency keys', p_user_id, 1);
      perform private.count_made('bytes of kept answers', p_user_id, 0);
      return jsonb_build_object('state', 'new', 'claim', v_row.claim);
    end if;

    select * into v_row from private.idempotency_keys
    where user_id = p_user_id and route = v_route and key = p_key
    for update;
    -- Released or purged meanwhile: the next round inserts it.
    exit when found;
  end loop;

  if v_row.created_at > clock_timestamp() - interval '24 hours' then
    if v_row.request_hash <> p_request_hash then
      return jsonb_build_object('state', 'mismatch');
    elsif v_row.status is not null then
      perform private.refuse_if(exists (
        select from unnest(v_row.standing, private.standing(p_user_id, p_session_id, v_row.ids, v_route))
          as s (before, now)
        where s.now < s.before
      ), 403, 'Insufficient permissions');
      return jsonb_build_object('state', 'done', 'status', v_row.status, 'answer', v_row.answer);
    elsif v_row.heartbeat_at > clock_timestamp() - interval '8 seconds' then
      return jsonb_build_object('state', 'running');
    end if;
  end if;

  update private.idempotency_keys
  set request_hash = p_request_hash, claim = gen_random_uuid(), heartbeat_at = clock_timestamp(),
      status = null, answer = null, ids = null, standing = null,
      created_at = case when v_row.request_hash = p_request_hash and v_row.status is null
                        then created_at else clock_timestamp() end
  where user_id = p_user_id and route = v_route and key = p_key
  returning claim into v_row.claim;
  return jsonb_build_object('state', 'new', 'claim', v_row.claim);
end
$$;

-- Keeps a claim alive for another 8 seconds. Returns false when the claim is lost or settled.
create function private.idempotency_extend(p_claim uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.idempotency_keys set heartbeat_at = clock_timestamp()
  where claim = p_claim and status is null;
  return found;
end
$$;

-- Stores the answer to a claimed request. `p_ids`: the ids that request and answer name. Returns
-- false when the claim is lost.
create function private.idempotency_finish(
  p_claim uuid, p_session_id uuid, p_status integer, p_answer jsonb, p_ids uuid[]
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id uuid;
begin
  update private.idempotency_keys
  set status = p_status, answer = p_answer, ids = p_ids,
      standing = private.standing(user_id, p_session_id, p_ids, route)
  where claim = p_claim and status is null
  returning user_id into v_user_id;
  perform private.add_made('bytes of kept answers', v_user_id, octet_length(p_answer::text))
  where v_user_id is not null;
  return v_user_id is not null;
end
$$;

-- Releases a claim without an answer: the next request is processed.
create function private.idempotency_release(p_claim uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.idempotency_keys where claim = p_claim and status is null
$$;

select private.purge_when('private.idempotency_keys', 'created_at', '24 hours');

select private.expose('service_role', 'idempotency_claim', 'idempotency_extend',
  'idempotency_finish', 'idempotency_release');

select private.register_person_column('private.idempotency_keys', 'user_id',
  'Answers kept for 24 hours; the export contains the data they are about.', 'delete', 95);

-- What makes a request safe to send again, and what keeps it from being sent too often.

-- Idempotency keys -------------------------------------------------------------------------------

create table private.idempotency_keys (
  user_id uuid not null
    constraint idempotency_keys_user_id_fkey references auth.users (id) on delete cascade,
  route text not null
    constraint idempotency_keys_route_check check (char_length(route) between 1 and 200),
  key text not null
    constraint idempotency_keys_key_check check (char_length(key) between 1 and 255),
  request_hash text not null,
  claim uuid not null default gen_random_uuid(),
  claimed_at timestamptz not null default clock_timestamp(),
  status integer
    constraint idempotency_keys_status_check check (status between 200 and 599),
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint idempotency_keys_pkey primary key (user_id, route, key),
  constraint idempotency_keys_claim_key unique (claim),
  constraint idempotency_keys_answer_check check ((status is null) = (answer is null))
);

comment on table private.idempotency_keys is
  'Requests with an Idempotency-Key and the first answer to each, for 24 hours.';
comment on column private.idempotency_keys.claim is
  'Names the request that is at work, so that one that was taken for dead cannot answer for another.';
comment on column private.idempotency_keys.status is 'Null while the request is being processed.';

create index idempotency_keys_created_at_idx on private.idempotency_keys (created_at);

alter table private.idempotency_keys enable row level security;
create policy idempotency_keys_all_nobody on private.idempotency_keys using (false);
revoke all on private.idempotency_keys from public, anon, authenticated, service_role;

-- Claims a key for a request: `new` with a claim, `done` with the first answer, `running` while
-- another request is at work, or `mismatch` when the key was used for another request. A claim
-- older than 150 seconds belongs to a request that the platform has ended, and is taken over.
create function private.idempotency_claim(
  p_user_id uuid, p_route text, p_key text, p_request_hash text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_row private.idempotency_keys;
  v_active boolean;
begin
  select is_active into v_active from public.profiles where id = p_user_id;
  if v_active is null then
    perform private.refuse(401, 'This account no longer exists');
  elsif not v_active then
    perform private.refuse(403, 'This account is blocked');
  end if;

  loop
    insert into private.idempotency_keys (user_id, route, key, request_hash)
    values (p_user_id, p_route, p_key, p_request_hash)
    on conflict on constraint idempotency_keys_pkey do nothing
    returning * into v_row;
    if found then
      return jsonb_build_object('state', 'new', 'claim', v_row.claim);
    end if;

    select * into v_row from private.idempotency_keys
    where user_id = p_user_id and route = p_route and key = p_key
    for update;
    -- Released or purged since: the next round inserts it.
    exit when found;
  end loop;

  if v_row.created_at > clock_timestamp() - interval '24 hours' then
    if v_row.request_hash <> p_request_hash then
      return jsonb_build_object('state', 'mismatch');
    elsif v_row.status is not null then
      return jsonb_build_object('state', 'done', 'status', v_row.status, 'answer', v_row.answer);
    elsif v_row.claimed_at > clock_timestamp() - interval '150 seconds' then
      return jsonb_build_object('state', 'running');
    end if;
  end if;

  update private.idempotency_keys
  set request_hash = p_request_hash, claim = gen_random_uuid(), claimed_at = clock_timestamp(),
      status = null, answer = null,
      created_at = case when v_row.request_hash = p_request_hash and v_row.status is null
                        then created_at else clock_timestamp() end
  where user_id = p_user_id and route = p_route and key = p_key
  returning claim into v_row.claim;
  return jsonb_build_object('state', 'new', 'claim', v_row.claim);
end
$$;

-- Keeps the answer to a claimed request; false when the claim has been taken over.
create function private.idempotency_finish(p_claim uuid, p_status integer, p_answer jsonb)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.idempotency_keys
  set status = p_status, answer = p_answer
  where claim = p_claim and status is null;
  return found;
end
$$;

-- Gives a claim back, for an answer that is not to be kept: the next request starts anew.
create function private.idempotency_release(p_claim uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.idempotency_keys where claim = p_claim and status is null
$$;

create function public.idempotency_claim(
  p_user_id uuid, p_route text, p_key text, p_request_hash text
) returns jsonb
language sql volatile set search_path = ''
as $$
  select private.idempotency_claim(p_user_id, p_route, p_key, p_request_hash)
$$;

create function public.idempotency_finish(p_claim uuid, p_status integer, p_answer jsonb)
returns boolean
language sql volatile set search_path = ''
as $$
  select private.idempotency_finish(p_claim, p_status, p_answer)
$$;

create function public.idempotency_release(p_claim uuid) returns void
language sql volatile set search_path = ''
as $$
  select private.idempotency_release(p_claim)
$$;

-- Rate limits ------------------------------------------------------------------------------------

create table private.rate_limit_rules (
  bucket text not null,
  max_hits integer not null
    constraint rate_limit_rules_max_hits_check check (max_hits > 0),
  per interval not null
    constraint rate_limit_rules_per_check check (per > interval '0' and per <= interval '31 days'),
  constraint rate_limit_rules_pkey primary key (bucket)
);

comment on table private.rate_limit_rules is 'How often something may be done, in a sliding window.';

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('ai', 60, '1 hour'),
  ('email', 20, '1 day'),
  ('chat', 30, '1 hour'),
  ('chain_generation', 6, '1 hour'),
  ('relay_message', 5, '24 hours'),
  ('sponsor_application', 5, '1 hour'),
  ('waitlist', 5, '1 hour'),
  ('optimize', 10, '1 minute');

create table private.rate_limit_hits (
  id bigint generated always as identity,
  bucket text not null
    constraint rate_limit_hits_bucket_fkey references private.rate_limit_rules (bucket)
      on delete cascade on update cascade,
  subject text not null
    constraint rate_limit_hits_subject_check check (char_length(subject) between 1 and 200),
  cost integer not null
    constraint rate_limit_hits_cost_check check (cost > 0),
  at timestamptz not null default clock_timestamp(),
  constraint rate_limit_hits_pkey primary key (id)
);

comment on table private.rate_limit_hits is 'What was done lately, as far as a rule still counts it.';
comment on column private.rate_limit_hits.subject is
  'user:<id>, user:<id>:<scope> or address:<address>.';

create index rate_limit_hits_log_idx on private.rate_limit_hits (bucket, subject, at);
create index rate_limit_hits_at_idx on private.rate_limit_hits (at);

alter table private.rate_limit_rules enable row level security;
alter table private.rate_limit_hits enable row level security;
create policy rate_limit_rules_all_nobody on private.rate_limit_rules using (false);
create policy rate_limit_hits_all_nobody on private.rate_limit_hits using (false);
revoke all on private.rate_limit_rules, private.rate_limit_hits
  from public, anon, authenticated, service_role;

-- Takes `p_cost` hits from what the subject has left in the bucket, or none at all when they do
-- not fit. Takers of the same subject follow one another.
create function private.take_rate_limit(p_bucket text, p_subject text, p_cost integer)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rule private.rate_limit_rules;
  v_now timestamptz;
  v_used integer;
  v_wait numeric := 0;
begin
  select * into v_rule from private.rate_limit_rules where bucket = p_bucket;
  if not found then
    perform private.refuse(400, 'bucket: unknown');
  end if;
  if p_cost is null or p_cost < 1 then
    perform private.refuse(400, 'cost: expected at least 1');
  end if;

  perform pg_advisory_xact_lock(hashtextextended(p_bucket || ' ' || p_subject, 0));
  v_now := clock_timestamp();
  delete from private.rate_limit_hits
  where bucket = p_bucket and subject = p_subject and at <= v_now - v_rule.per;
  select coalesce(sum(cost), 0) into v_used from private.rate_limit_hits
  where bucket = p_bucket and subject = p_subject;

  if v_used + p_cost <= v_rule.max_hits then
    insert into private.rate_limit_hits (bucket, subject, cost, at)
    values (p_bucket, p_subject, p_cost, v_now);
    v_used := v_used + p_cost;
  else
    -- The moment at which enough of the log has gone; what can never fit waits a whole window.
    select extract(epoch from min(at) + v_rule.per - v_now) into v_wait
    from (
      select at, sum(cost) over (order by at, id) as freed from private.rate_limit_hits
      where bucket = p_bucket and subject = p_subject
    ) as log
    where freed >= v_used + p_cost - v_rule.max_hits;
    v_wait := coalesce(v_wait, extract(epoch from v_rule.per));
  end if;

  return jsonb_build_object(
    'allowed', v_wait = 0,
    'limit', v_rule.max_hits,
    'remaining', v_rule.max_hits - v_used,
    'retry_after_s', ceil(v_wait)::integer
  );
end
$$;

create function private.take_caller_rate_limit(p_bucket text, p_cost integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.take_rate_limit(p_bucket, 'user:' || private.require_caller(), p_cost);
end
$$;

-- As the caller.
create function public.take_rate_limit(p_bucket text, p_cost integer default 1) returns jsonb
language sql volatile set search_path = ''
as $$
  select private.take_caller_rate_limit(p_bucket, p_cost)
$$;

-- For a user the service acts for; the scope narrows a limit, to one recipient for instance.
create function public.take_user_rate_limit(
  p_bucket text, p_user_id uuid, p_cost integer default 1, p_scope text default ''
) returns jsonb
language sql volatile set search_path = ''
as $$
  select private.take_rate_limit(
    p_bucket, 'user:' || p_user_id || case when p_scope = '' then '' else ':' || p_scope end, p_cost)
$$;

-- For someone who is not signed in.
create function public.take_address_rate_limit(
  p_bucket text, p_address text, p_cost integer default 1
) returns jsonb
language sql volatile set search_path = ''
as $$
  select private.take_rate_limit(p_bucket, 'address:' || p_address, p_cost)
$$;

-- Housekeeping -----------------------------------------------------------------------------------

-- Removes what no longer counts, `p_limit` rows of each kind at most, and answers how many went.
create function private.purge_request_state(p_limit integer default 10000) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_keys integer;
  v_hits integer;
begin
  delete from private.idempotency_keys where claim in (
    select claim from private.idempotency_keys
    where created_at <= clock_timestamp() - interval '24 hours'
    order by created_at limit p_limit for update skip locked
  );
  get diagnostics v_keys = row_count;
  delete from private.rate_limit_hits where id in (
    select hits.id from private.rate_limit_hits as hits
    join private.rate_limit_rules as rules using (bucket)
    where hits.at <= clock_timestamp() - rules.per
    order by hits.at limit p_limit for update of hits skip locked
  );
  get diagnostics v_hits = row_count;
  return v_keys + v_hits;
end
$$;

-- Who may call what ------------------------------------------------------------------------------

revoke all on function
  private.idempotency_claim(uuid, text, text, text),
  private.idempotency_finish(uuid, integer, jsonb),
  private.idempotency_release(uuid),
  public.idempotency_claim(uuid, text, text, text),
  public.idempotency_finish(uuid, integer, jsonb),
  public.idempotency_release(uuid),
  private.take_rate_limit(text, text, integer),
  private.take_caller_rate_limit(text, integer),
  public.take_rate_limit(text, integer),
  public.take_user_rate_limit(text, uuid, integer, text),
  public.take_address_rate_limit(text, text, integer),
  private.purge_request_state(integer)
from public, anon, authenticated, service_role;

grant execute on function
  private.idempotency_claim(uuid, text, text, text),
  private.idempotency_finish(uuid, integer, jsonb),
  private.idempotency_release(uuid),
  public.idempotency_claim(uuid, text, text, text),
  public.idempotency_finish(uuid, integer, jsonb),
  public.idempotency_release(uuid),
  private.take_rate_limit(text, text, integer),
  public.take_user_rate_limit(text, uuid, integer, text),
  public.take_address_rate_limit(text, text, integer)
to service_role;

grant execute on function
  private.take_caller_rate_limit(text, integer),
  public.take_rate_limit(text, integer)
to authenticated;

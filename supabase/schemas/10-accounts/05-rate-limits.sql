-- Rate limits: how often a user or an address may do something, in a sliding window. An attempt
-- that fails after its hit was committed gives the hit back; such attempts may be made five times
-- as often. A function that takes a hit and then raises an error rolls the hit back: that attempt
-- is not counted.

create table private.rate_limit_rules (
  bucket text not null,
  max_hits integer not null check (max_hits > 0),
  per interval not null check (per > interval '0' and per <= interval '31 days'),
  primary key (bucket)
);

select private.hide_table('private.rate_limit_rules',
  'How often an action is allowed, in a sliding window.');

-- Hits are kept for as long as their rule counts them.
create function private.purge_hits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.purge_when('private.rate_limit_hits', 'at', new.per,
    format('bucket = %L', new.bucket));
  return null;
end
$$;

create trigger rate_limit_rules_100_purge_hits after insert or update of per
  on private.rate_limit_rules for each row execute function private.purge_hits();

-- Without a foreign key to the rule: every limited request would lock its row.
create table private.rate_limit_hits (
  id bigint generated always as identity,
  bucket text not null,
  subject text collate "C" not null check (char_length(subject) between 1 and 200),
  cost integer not null check (cost > 0),
  given_back boolean not null default false,
  at timestamptz not null default clock_timestamp(),
  primary key (id)
);

select private.hide_table('private.rate_limit_hits', 'Actions that a rule still counts.');
comment on column private.rate_limit_hits.given_back is
  'Counts as an attempt alone: it was refused, or a provider failed.';
comment on column private.rate_limit_hits.subject is
  'user:<id>, user:<id>:<scope>, address:<address> or mailbox:<hash of an e-mail address>.';

-- Finds what a subject has done, all that a user has done, and what others did to the user.
create index rate_limit_hits_log_idx on private.rate_limit_hits (subject, bucket, at);
create index rate_limit_hits_scope_idx on private.rate_limit_hits (split_part(subject, ':', 3))
  where split_part(subject, ':', 3) <> '';
create index rate_limit_hits_at_idx on private.rate_limit_hits (bucket, at);

-- Takes `p_cost` hits from the remaining allowance of the subject, or none when they do not fit.
-- Calls for the same subject wait for each other. `hit` is what `give_back_hits` takes.
create function private.take_hits(p_bucket text, p_subject text, p_cost integer)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_rule private.rate_limit_rules;
  v_now timestamptz;
  v_has_expired boolean;
  v_used integer;
  v_tried integer;
  v_max_tried integer;
  v_hit bigint;
  v_wait numeric := 0;
begin
  select * into v_rule from private.rate_limit_rules where bucket = p_bucket;
  perform private.refuse_if(not found, 400, 'bucket: unknown', 'unknown_value');
  perform private.refuse_if(p_cost is null or p_cost < 1,
    400, 'cost: expected at least 1', 'too_small');

  perform pg_advisory_xact_lock(hashtextextended(p_bucket || ' ' || p_subject, 0));
  v_now := clock_timestamp();
  select coalesce(bool_or(at <= v_now - v_rule.per), false),
    coalesce(sum(cost) filter (where at > v_now - v_rule.per and not given_back), 0),
    coalesce(sum(cost) filter (where at > v_now - v_rule.per), 0)
  into v_has_expired, v_used, v_tried
  from private.rate_limit_hits where bucket = p_bucket and subject = p_subject;
  if v_has_expired then
    delete from private.rate_limit_hits
    where bucket = p_bucket and subject = p_subject and at <= v_now - v_rule.per;
  end if;
  v_max_tried := 5 * v_rule.max_hits;

  if v_used + p_cost <= v_rule.max_hits and v_tried + p_cost <= v_max_tried then
    insert into private.rate_limit_hits (bucket, subject, cost, at)
    values (p_bucket, p_subject, p_cost, v_now) returning id into v_hit;
    v_used := v_used + p_cost;
  else
    -- The time until enough hits expire; a whole window when the cost exceeds the limit.
    select max(extract(epoch from coalesce(enough.at, v_now) + v_rule.per - v_now)) into v_wait
    from (values (v_used, v_rule.max_hits, false), (v_tried, v_max_tried, true))
      as bound (taken, allowed, tries)
    cross join lateral (
      select min(log.at) as at from (
        select at, sum(cost) over (order by at, id) as freed from private.rate_limit_hits
        where bucket = p_bucket and subject = p_subject and (bound.tries or not given_back)
      ) as log
      where log.freed >= bound.taken + p_cost - bound.allowed
    ) as enough
    where bound.taken + p_cost > bound.allowed;
  end if;

  return jsonb_build_object(
    'allowed', v_wait = 0,
    'hit', v_hit,
    'limit', v_rule.max_hits,
    'remaining', v_rule.max_hits - v_used,
    'retry_after_s', ceil(v_wait)::integer
  );
end
$$;

-- The hits that a subject may still take.
create function private.remaining_hits(p_bucket text, p_subject text) returns integer
language sql stable security definer set search_path = ''
as $$
  select greatest(0, r.max_hits - coalesce((
    select sum(h.cost) from private.rate_limit_hits as h
    where h.bucket = r.bucket and h.subject = p_subject and h.at > now() - r.per
      and not h.given_back), 0))
  from private.rate_limit_rules as r where r.bucket = p_bucket
$$;

-- Gives back hits of something that was refused or failed: they count as attempts alone.
create function private.give_back_hits(p_hit bigint, p_cost integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.rate_limit_hits set given_back = true where id = p_hit and cost <= p_cost;
  if found then
    return;
  end if;
  with rest as (
    update private.rate_limit_hits set cost = cost - p_cost
    where id = p_hit and not given_back
    returning bucket, subject, at
  )
  insert into private.rate_limit_hits (bucket, subject, cost, at, given_back)
  select bucket, subject, p_cost, at, true from rest;
end
$$;

-- For a user in whose name a function acts. The scope narrows a limit, for instance to one
-- recipient.
create function private.take_user_rate_limit(
  p_bucket text, p_user_id uuid, p_cost integer default 1, p_scope text default ''
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return private.take_hits(
    p_bucket, 'user:' || p_user_id || case when p_scope = '' then '' else ':' || p_scope end, p_cost);
end
$$;

-- Takes a hit of a user and returns it, or refuses with 429 and takes none. For actions that a
-- function of the database performs; the hint is the number of seconds to wait, which replaces %s
-- in the message.
create function private.require_rate_limit(
  p_bucket text, p_user_id uuid, p_message text, p_scope text default ''
) returns bigint
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_taken jsonb := private.take_user_rate_limit(p_bucket, p_user_id, 1, p_scope);
begin
  perform private.refuse_if(not (v_taken ->> 'allowed')::boolean, 429,
    format(p_message, v_taken ->> 'retry_after_s'), 'rate_limited',
    (v_taken ->> 'retry_after_s')::integer);
  return (v_taken ->> 'hit')::bigint;
end
$$;

-- For the caller of a route.
create function private.take_rate_limit(
  p_user_id uuid, p_session_id uuid, p_bucket text, p_cost integer default 1,
  p_token_id uuid default null
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select private.require_session(p_user_id, p_session_id, p_token_id);
  select private.take_user_rate_limit(p_bucket, p_user_id, p_cost)
$$;

-- For a client that is not signed in.
create function private.take_address_rate_limit(
  p_bucket text, p_address text, p_cost integer default 1
) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  select private.take_hits(p_bucket, 'address:' || p_address, p_cost)
$$;

select private.expose('service_role', 'take_rate_limit', 'take_address_rate_limit',
  'give_back_hits');

select private.register_person_column('private.rate_limit_hits', 'subject',
  'Times of actions, kept for as long as a limit counts them.', 'delete', 95,
  p_condition => 'subject >= ''user:'' || $1 and subject < ''user:'' || $1 || '';''
    or split_part(subject, '':'', 3) = $1::text');

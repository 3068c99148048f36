-- Budgets of AI calls: of a day (UTC) for all users, a part of it for all free accounts together,
-- and amounts and images for one user, so that a few use up nothing that belongs to the others.
-- Free accounts are those without an active subscription. Calls under way count. A call may begin
-- while anything is left, so the last one of a budget may exceed it.

-- A setting as a number: null for no limit, 0 when the setting is missing.
create function private.ai_amount(p_key text) returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(private.site_setting(p_key), '0') #>> '{}';
end
$$;

-- The cost of today's calls of everybody, and of all free accounts, with the calls under way.
create function private.ai_costs_today(out everybody numeric, out free numeric)
language plpgsql volatile security definer set search_path = ''
as $$
begin
  select coalesce(sum(c.cost_usd), 0), coalesce(sum(c.free_usd), 0) into everybody, free
  from (
    select cost_usd, free_usd from private.ai_costs where day = private.utc_today()
    union all
    select cost_usd, case when is_free then cost_usd else 0 end
    from private.ai_calls where lease_until > now()
  ) as c;
end
$$;

-- The part of the day's budget for all free accounts together; null means unlimited.
create function private.free_ai_limit() returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.ai_amount('ai_daily_cost_limit')
    * private.ai_amount('ai_free_share_percent') / 100;
end
$$;

-- The limit that ends a user's AI calls for today, null when the user may go on: `quality` (`hd`
-- images are for subscribers), `images` or `own` (the user's own amounts), `free` (the amount of
-- all free accounts), `all`. Where less than p_margin is left for all or for free accounts, calls
-- wait for each other.
create function private.ai_limit_of(
  p_user_id uuid, p_images integer default 0, p_quality text default 'standard',
  p_margin numeric default 0
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_limit constant numeric := private.ai_amount('ai_daily_cost_limit');
  v_free_limit constant numeric := private.free_ai_limit();
  v_own_limit numeric := v_limit / 4;
  v_is_free constant boolean := not private.is_subscriber(p_user_id);
  v_cost numeric;
  v_images bigint;
  v_today record;
begin
  select coalesce(sum(t.cost_usd), 0), coalesce(sum(t.images), 0) into v_cost, v_images
  from (
    select cost_usd, images from public.token_usage
    where user_id = p_user_id and created_at >= private.utc_today()::timestamp at time zone 'utc'
    union all
    select cost_usd, images from private.ai_calls where user_id = p_user_id and lease_until > now()
  ) as t;
  if v_is_free then
    if p_images > 0 and p_quality = 'hd'
      and private.site_setting('ai_free_hd_images') is distinct from 'true'
    then
      return 'quality';
    elsif p_images > 0 and v_images + p_images > private.ai_amount('ai_free_images') then
      return 'images';
    end if;
    v_own_limit := least(v_own_limit, private.ai_amount('ai_free_cost_limit'));
  end if;
  if v_cost >= v_own_limit then
    return 'own';
  end if;

  v_today := private.ai_costs_today();
  if v_today.everybody >= v_limit - p_margin
    or v_is_free and v_today.free >= v_free_limit - p_margin
  then
    if p_margin > 0 then
      perform pg_advisory_xact_lock(hashtextextended('ai', 0));
      v_today := private.ai_costs_today();
    end if;
  end if;
  return case
    when v_today.everybody >= v_limit then 'all'
    when v_is_free and v_today.free >= v_free_limit then 'free'
  end;
end
$$;

-- Refuses an AI call by what ends it.
create function private.refuse_ai_call(p_limit text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_tomorrow constant integer :=
    ceil(extract(epoch from date_trunc('day', now(), 'UTC') + interval '1 day' - now()));
begin
  perform private.refuse_if(p_limit = 'quality',
    403, 'quality: hd is for subscribers, ask for standard', 'subscription_needed');
  perform private.refuse_if(p_limit = 'images', 429, format(
    'At most %s AI images a day (UTC) without a subscription',
    private.ai_amount('ai_free_images')), 'daily_quota_reached', v_tomorrow);
  perform private.refuse_if(p_limit = 'own',
    429, 'Your AI calls of today have reached their limit, try again tomorrow (UTC)',
    'daily_quota_reached', v_tomorrow);
  perform private.refuse_if(p_limit in ('free', 'all'),
    503, 'The AI calls of today have reached their limit, try again tomorrow (UTC)',
    'ai_limit_reached');
end
$$;

-- Refuses a call that `begin_ai_call` would refuse now.
create function private.require_ai_budget(
  p_user_id uuid, p_images integer default 0, p_quality text default 'standard'
) returns void
language sql volatile security definer set search_path = ''
as $$
  select private.refuse_ai_call(private.ai_limit_of(p_user_id, p_images, p_quality))
$$;

-- Keeps what a call may cost, or refuses the call. Calls of one user wait for each other. The call
-- is ended by `record_token_usage`, or by `end_ai_call` when the provider has billed nothing.
create function private.begin_ai_call(
  p_user_id uuid, p_type text, p_images integer default 0, p_quality text default 'standard',
  p_seconds numeric default 0
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('ai ' || p_user_id, 0));
  perform private.refuse_ai_call(private.ai_limit_of(p_user_id, p_images, p_quality, 1));
  insert into private.ai_calls (user_id, is_free, images, cost_usd, lease_until)
  values (
    p_user_id, not private.is_subscriber(p_user_id), p_images,
    private.ai_cost_usd(p_type, 0, 0, p_images, p_quality, p_seconds), now() + interval '3 minutes')
  returning id into v_id;
  return v_id;
end
$$;

create function private.end_ai_call(p_call_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.ai_calls where id = p_call_id
$$;

select private.expose('service_role', 'require_ai_budget', 'begin_ai_call', 'end_ai_call');

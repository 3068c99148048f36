-- Token usage: one row for each AI call with its cost, the totals of a user's month, and the rate
-- between tokens and drops.

create table public.token_usage (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null
    check (type in (
      'tone_analysis', 'image_generation', 'tone_pack_image_generation', 'note_analysis',
      'daily_drop', 'chat', 'transcription')),
  model text not null check (char_length(model) between 1 and 100),
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  total_tokens bigint not null generated always as (input_tokens::bigint + output_tokens) stored,
  images integer not null default 0 check (images >= 0),
  cost_usd numeric(14, 8) not null check (cost_usd > 0),
  -- The object that the call was for. No foreign keys: the record outlives the entry, pack or drop.
  entry_id uuid,
  tone_pack_id uuid,
  drop_id uuid,
  created_at timestamptz not null default now()
);

select private.guard_table('public.token_usage',
  'Every billed AI call, with its user and purpose.',
  '{input_tokens,output_tokens,images,total_tokens}');
comment on column public.token_usage.cost_usd is 'At the prices on the day of the call.';

insert into private.rate_limit_rules (bucket, max_hits, per) values ('ai', 60, '1 hour');

-- A covering index: it contains all columns that the monthly totals need.
create index token_usage_month_idx on public.token_usage (user_id, created_at)
  include (type, total_tokens, images, cost_usd);
create index token_usage_created_at_idx on public.token_usage (created_at);
select private.purge_when('public.token_usage', 'created_at', '400 days');

select private.let_read('owner_or_admin', 'public.token_usage');

-- The cost of the calls of a day, in parts, so that calls at the same moment seldom wait for each
-- other.
create table private.ai_costs (
  day date not null,
  part smallint not null,
  cost_usd numeric(14, 8) not null,
  -- The part of the cost that users without a subscription have caused.
  free_usd numeric(14, 8) not null default 0,
  primary key (day, part)
);

select private.hide_table('private.ai_costs', 'The cost of all AI calls of a day (UTC).');
select private.purge_when('private.ai_costs', 'day', '400 days');

-- Calls that the provider is working on, with what they may cost: budgets count them until they are
-- recorded. A call whose request was cut off counts until its lease ends.
create table private.ai_calls (
  id uuid primary key default private.uuid_v7(),
  -- No foreign key: the profile's row is not locked for each call.
  user_id uuid not null,
  is_free boolean not null,
  images integer not null,
  cost_usd numeric(14, 8) not null,
  lease_until timestamptz not null
);

select private.hide_table('private.ai_calls', 'AI calls under way.');
create index ai_calls_user_id_idx on private.ai_calls (user_id);
create index ai_calls_lease_until_idx on private.ai_calls (lease_until);
select private.purge_when('private.ai_calls', 'lease_until', '1 hour');
select private.register_person_column('private.ai_calls', 'user_id',
  'Kept while an AI call is under way.', 'delete', 40);

create function private.ai_cost_today() returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(cost_usd), 0) from private.ai_costs where day = private.utc_today());
end
$$;

-- The cost of a call in USD: by images for the image model, by tokens or seconds for the others.
-- A call without any, which was cut off or whose answer states none, has the price of a long one.
create function private.ai_cost_usd(
  p_type text, p_input_tokens integer, p_output_tokens integer, p_images integer, p_quality text,
  p_seconds numeric
) returns numeric
language sql immutable set search_path = ''
as $$
  select coalesce(nullif(case
    when p_images > 0 then p_images * case p_quality when 'hd' then 0.080 else 0.040 end
    when p_type = 'transcription' then p_seconds * 0.0001
      + (p_input_tokens * 3.00 + p_output_tokens * 5.00) / 1000000
    else (p_input_tokens * 0.15 + p_output_tokens * 0.60) / 1000000
  end, 0), 0.002)
$$;

-- Records a call for its user. The service calls it with the amounts that the provider has billed,
-- also after a failed call. `p_quality` is the quality of the images, `p_seconds` the length of
-- sound that is billed by it. `p_call_id` is what `begin_ai_call` has kept for the call; it ends.
create function private.record_token_usage(
  p_user_id uuid, p_type text, p_model text, p_input_tokens integer default 0,
  p_output_tokens integer default 0, p_images integer default 0, p_quality text default 'standard',
  p_entry_id uuid default null, p_tone_pack_id uuid default null, p_drop_id uuid default null,
  p_seconds numeric default 0, p_call_id uuid default null
) returns public.token_usage
language sql volatile security definer set search_path = ''
as $$
  select private.refuse_if(p_quality not in ('standard', 'hd'),
    400, 'quality: expected standard or hd', 'unknown_value');
  with recorded as (
    insert into public.token_usage (
      user_id, type, model, input_tokens, output_tokens, images, cost_usd, entry_id, tone_pack_id,
      drop_id
    )
    values (
      p_user_id, p_type, p_model, p_input_tokens, p_output_tokens, p_images,
      private.ai_cost_usd(
        p_type, p_input_tokens, p_output_tokens, p_images, p_quality, p_seconds),
      p_entry_id, p_tone_pack_id, p_drop_id
    )
    returning *
  ),
  ended as (
    delete from private.ai_calls where id = p_call_id
  ),
  counted as (
    insert into private.ai_costs as c (day, part, cost_usd, free_usd)
    select private.utc_today(), floor(random() * 16), cost_usd,
      case when private.is_subscriber(p_user_id) then 0 else cost_usd end
    from recorded
    on conflict (day, part) do update
      set cost_usd = c.cost_usd + excluded.cost_usd, free_usd = c.free_usd + excluded.free_usd
  )
  select * from recorded
$$;

-- Totals of a month -------------------------------------------------------------------------------

-- Totals of the calls of each user in a calendar month (UTC), overall and by purpose, each {tokens,
-- images, cost_usd}.
create function private.months_of_usage(p_user_ids uuid[], p_month timestamptz)
returns table (
  user_id uuid, total_tokens bigint, total_cost_usd numeric, calls bigint,
  tone jsonb, images jsonb, packs jsonb, other jsonb
)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  return query
    with kinds as (
      select
        t.user_id,
        case t.type
          when 'tone_analysis' then 'tone'
          when 'image_generation' then 'images'
          when 'tone_pack_image_generation' then 'packs'
          else 'other'
        end as kind,
        count(*) as calls, sum(t.total_tokens) as tokens, sum(t.images) as images,
        sum(t.cost_usd) as cost_usd
      from public.token_usage as t
      where t.user_id = any (p_user_ids) and t.created_at >= p_month
        and t.created_at < (p_month at time zone 'utc' + interval '1 month') at time zone 'utc'
      group by 1, 2
    ),
    users as (
      select
        asked.id, coalesce(sum(k.tokens), 0)::bigint as tokens,
        trim_scale(coalesce(sum(k.cost_usd), 0)) as cost_usd,
        coalesce(sum(k.calls), 0)::bigint as calls,
        jsonb_object_agg(n.kind, jsonb_build_object(
          'tokens', coalesce(k.tokens, 0), 'images', coalesce(k.images, 0),
          'cost_usd', trim_scale(coalesce(k.cost_usd, 0)))) as by_kind
      from unnest(p_user_ids) as asked (id)
      cross join unnest(array['tone', 'images', 'packs', 'other']) as n (kind)
      left join kinds as k on k.user_id = asked.id and k.kind = n.kind
      group by asked.id
    )
    select u.id, u.tokens, u.cost_usd, u.calls, u.by_kind -> 'tone', u.by_kind -> 'images',
      u.by_kind -> 'packs', u.by_kind -> 'other'
    from users as u;
end
$$;

-- The usage of one user in a month: of the caller, or for a super admin of anybody. Clients know
-- its parameters without a prefix.
create function private.get_user_token_usage_monthly(user_id uuid, year integer, month integer)
returns table (
  total_tokens bigint, total_cost_usd numeric, calls bigint,
  tone jsonb, images jsonb, packs jsonb, other jsonb
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  perform private.refuse_if(
    $1 is distinct from private.require_caller() and not private.is_super_admin()
      or not exists (select from public.profiles where id = $1), 404, 'User not found');
  perform private.refuse_if($2 is null or $2 not between 2000 and 9998,
    400, 'year: expected 2000 to 9998');
  perform private.refuse_if($3 is null or $3 not between 1 and 12, 400, 'month: expected 1 to 12');
  return query
    select m.total_tokens, m.total_cost_usd, m.calls, m.tone, m.images, m.packs, m.other
    from private.months_of_usage(array[$1], make_timestamptz($2, $3, 1, 0, 0, 0, 'UTC')) as m;
end
$$;

-- Conversion rates --------------------------------------------------------------------------------

create table public.currency_conversion_rates (
  id uuid primary key default private.uuid_v7(),
  tokens_per_drop numeric(14, 4) not null check (tokens_per_drop > 0 and tokens_per_drop <> 'NaN'),
  effective_from timestamptz not null default clock_timestamp(),
  -- No foreign key: the record outlives the account.
  set_by uuid,
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null default now()
);

select private.guard_table('public.currency_conversion_rates',
  'Rates between tokens and drops. The newest with effective_from in the past is in force. Append-only.');

create index currency_conversion_rates_page_idx
  on public.currency_conversion_rates (effective_from desc, id desc);

create trigger currency_conversion_rates_100_append_only before update or delete or truncate
  on public.currency_conversion_rates for each statement execute function private.refuse_change();

select private.let_read('super_admin', 'public.currency_conversion_rates');

-- The rate in force as a row, under the caller's rights; none before the first one is set.
create function public.current_conversion_rate() returns setof public.currency_conversion_rates
language sql stable rows 1 set search_path = ''
as $$
  select * from public.currency_conversion_rates
  where effective_from <= now() order by effective_from desc, id desc limit 1
$$;

create function private.tokens_per_drop() returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return (select r.tokens_per_drop from public.current_conversion_rate() as r);
end
$$;

-- Sets the number of tokens per drop from now on.
create function private.set_conversion_rate(p_tokens_per_drop numeric, p_note text default null)
returns public.currency_conversion_rates
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_super_admin();
  v_before numeric := private.tokens_per_drop();
  v_rate public.currency_conversion_rates;
begin
  insert into public.currency_conversion_rates (tokens_per_drop, set_by, note)
  values (p_tokens_per_drop, v_caller, p_note)
  returning * into v_rate;
  perform private.audit('conversion_rate.set', 'conversion_rate', v_rate.id::text,
    jsonb_build_object('tokens_per_drop', v_before),
    jsonb_build_object('tokens_per_drop', v_rate.tokens_per_drop), p_note);
  return v_rate;
end
$$;

grant execute on function public.current_conversion_rate to authenticated;
select private.expose('authenticated', 'get_user_token_usage_monthly', 'set_conversion_rate');
select private.expose('service_role', 'record_token_usage');

select private.register_personal_data('public.token_usage', 'delete', 40);
select private.register_personal_data('public.currency_conversion_rates', 'keep',
  p_section => 'conversion_rates_set', p_person => 'set_by',
  p_reason => 'The author of a rate must remain identifiable; the bare id.');

-- Functions of frequent requests keep their plans: those in language sql are parsed and planned at
-- every call.

SET local check_function_bodies = off;

create or replace function private.count_made(p_kind text, p_user_id uuid, p_count bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_made constant integer := private.add_made(p_kind, p_user_id, p_count);
begin
  if v_made > (select max_daily from private.quotas where kind = p_kind) then
    perform private.require_daily(p_kind, v_made);
  end if;
end
$$;

create or replace function private.take_hits(p_bucket text, p_subject text, p_cost integer)
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

create or replace function private.site_setting(p_key text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select value from public.site_settings where key = p_key);
end
$$;

create function private.admin_user_page(
  p_query text, p_role text, p_is_active boolean, p_before_at timestamptz, p_before_id uuid,
  p_limit integer
) returns uuid[]
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_query constant text := regexp_replace(
    lower(btrim(p_query) collate pg_catalog.pg_c_utf8), '([\\%_])', '\\\1', 'g');
  v_pattern constant text := '%' || case when char_length(btrim(p_query)) < 3 then ' ' else '' end
    || v_query || '%';
begin
  return array(
    select d.user_id from private.user_directory as d
    join public.profiles as p on p.id = d.user_id
    where (coalesce(v_query, '') = '' or d.words like v_pattern)
      and (p_role is null or p.role = p_role)
      -- Few among many: without their ids the planner walks all users by date.
      and (p_role is distinct from 'super_admin' or d.user_id = any (
        array(select s.id from public.profiles as s where s.role = 'super_admin')))
      and (p_is_active is null or p.is_active = p_is_active)
      and (p_is_active is not false or d.user_id = any (
        array(select s.id from public.profiles as s where not s.is_active)))
      and (p_before_at is null or (d.created_at, d.user_id) < (p_before_at, p_before_id))
    order by d.created_at desc, d.user_id desc
    limit p_limit
  );
end
$$;

create or replace function private.admin_list_users(
  p_query text default null, p_role text default null, p_is_active boolean default null,
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns setof private.admin_user
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return query select * from private.admin_users(private.admin_user_page(
    p_query, p_role, p_is_active, p_before_at, p_before_id, private.page_limit(p_limit)));
end
$$;

create or replace function private.utf16_length(p_text text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return char_length(p_text)
    + char_length(regexp_replace(p_text, '[^\U00010000-\U0010FFFF]', '', 'g'));
end
$$;

create or replace function private.notify_mentioned(
  p_entry public.journal_entries, p_mentions jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipients uuid[];
  v_left integer;
  v_sent integer;
begin
  -- Most entries mention nobody.
  if p_mentions = '[]' then
    return;
  end if;
  v_recipients := array(
    select distinct p.id
    from jsonb_array_elements(p_mentions) as m
    cross join lateral (
      select u.id, u.blocked_user_ids from public.profiles as u
      where u.id = (m ->> 'user_id')::uuid limit 1
    ) as p
    where p.id <> p_entry.user_id and private.may_read_entry(p_entry, p.id)
      and not p_entry.user_id = any (p.blocked_user_ids)
      and not exists (
        select from public.notifications as n
        where n.user_id = p.id and n.type = 'mention' and n.dedupe_key = p_entry.id::text
      )
  );
  if v_recipients = '{}' then
    return;
  end if;
  -- Entries of one author that mention the same people in a different order would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('mention ' || p_entry.user_id, 0));
  v_left := private.remaining_hits('mention_author', 'user:' || p_entry.user_id);
  -- Contains nothing of the entry, because the notification remains when sharing ends, and the
  -- handle alone, because a name can be anybody's.
  select count(*) filter (where private.notify(
    r.id, 'mention', jsonb_build_object('handle', a.handle),
    jsonb_build_object('entry_id', p_entry.id, 'user_id', p_entry.user_id), p_entry.id::text))
  into v_sent
  from (
    select u.id from unnest(v_recipients) as u (id)
    where (private.take_user_rate_limit('mention', p_entry.user_id, 1, u.id::text)
      ->> 'allowed')::boolean
    limit v_left
  ) as r
  join public.profile_cards as a on a.id = p_entry.user_id;
  if v_sent > 0 then
    perform private.take_user_rate_limit('mention_author', p_entry.user_id, v_sent);
  end if;
end
$$;

create or replace function private.insert_journal_entry(
  p_user_id uuid, p_entry jsonb, p_created_at timestamptz, p_import_id uuid default null
) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_content text := p_entry ->> 'content';
  v_mentions jsonb := case when p_import_id is null then private.parse_mentions(v_content)
    else '[]' end;
  v_entry public.journal_entries;
begin
  if coalesce(p_entry ->> 'team_id', p_entry ->> 'org_id') is not null then
    perform private.lock_memberships(p_user_id);
  end if;
  -- Before the count of the text, in the order of an edit.
  if p_entry ->> 'notebook_id' is not null then
    perform from public.notebooks
    where id = private.short(p_entry, 'notebook_id')::uuid and user_id = p_user_id for share;
  end if;
  perform private.count_text(p_user_id, p_entry ->> 'title', v_content,
    private.json_to_tags(coalesce(p_entry -> 'tags', '[]')));
  insert into public.journal_entries (
    id, user_id, title, mood, mood_source, mood_due_at, tags, notebook_id, metadata_visibility,
    content_visibility, team_id, org_id, import_id, written_at, created_at, updated_at
  )
  values (
    coalesce(private.short(p_entry, 'id')::uuid, private.uuid_v7()),
    p_user_id,
    p_entry ->> 'title',
    p_entry ->> 'mood',
    case when p_entry ->> 'mood' is not null then 'author' end,
    case when p_entry ->> 'mood' is null and p_import_id is null then p_created_at end,
    private.json_to_tags(coalesce(p_entry -> 'tags', '[]')),
    private.short(p_entry, 'notebook_id')::uuid,
    coalesce(p_entry ->> 'metadata_visibility', 'user'),
    coalesce(p_entry ->> 'content_visibility', 'user'),
    private.short(p_entry, 'team_id')::uuid,
    private.short(p_entry, 'org_id')::uuid,
    p_import_id,
    coalesce(private.short(p_entry, 'written_at')::timestamptz, p_created_at),
    p_created_at,
    p_created_at
  )
  returning * into v_entry;
  insert into private.journal_entry_contents (
    entry_id, user_id, content, mentions,
    effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
    effective_content_visibility, effective_content_team_id, effective_content_org_id
  )
  values (
    v_entry.id, p_user_id, v_content, v_mentions,
    v_entry.effective_metadata_visibility, v_entry.effective_metadata_team_id,
    v_entry.effective_metadata_org_id, v_entry.effective_content_visibility,
    v_entry.effective_content_team_id, v_entry.effective_content_org_id
  );
  perform private.index_entry(v_entry, v_content);
  perform private.notify_mentioned(v_entry, v_mentions);
  return v_entry.id;
end
$$;

create or replace function private.ai_cost_today() returns numeric
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(sum(cost_usd), 0) from private.ai_costs where day = private.utc_today());
end
$$;

create or replace function private.months_of_usage(p_user_ids uuid[], p_month timestamptz)
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

create or replace function private.tokens_per_drop() returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return (select r.tokens_per_drop from public.current_conversion_rate() as r);
end
$$;

create or replace function private.workout_window_instants(
  p_date date, p_start time, p_end time, p_timezone text,
  out starts_at timestamptz, out ends_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  starts_at := (p_date + p_start) at time zone p_timezone;
  ends_at := greatest(starts_at + interval '30 minutes',
    (p_date + p_end + case when p_end <= p_start then interval '1 day' else interval '0' end)
      at time zone p_timezone);
end
$$;

create or replace function private.workout_windows_around(p_user_id uuid, p_at timestamptz default now())
returns table (
  date date, starts_at timestamptz, ends_at timestamptz, timezone text, is_open boolean,
  is_done boolean
)
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  return query
    select d.day, o.starts_at, o.ends_at, o.timezone,
      p_at between o.starts_at and o.ends_at + private.workout_grace(), k.id is not null
    from public.workout_windows as w
    cross join generate_series(-2, 2) as n (days)
    cross join lateral (select (p_at at time zone 'utc')::date + n.days as day) as d
    cross join lateral private.workout_window_on(w.user_id, d.day) as o
    left join public.workout_window_checkins as k on k.user_id = w.user_id and k.date = d.day
    where w.user_id = p_user_id and w.is_active
      and w.created_at < o.ends_at + private.workout_grace();
end
$$;

create or replace function private.current_workout_window(p_user_id uuid, p_at timestamptz default now())
returns table (
  date date, starts_at timestamptz, ends_at timestamptz, timezone text, is_done boolean
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select w.date, w.starts_at, w.ends_at, w.timezone, w.is_done
    from private.workout_windows_around(p_user_id, p_at) as w
    where w.starts_at <= p_at + interval '12 hours'
    order by w.is_open and not w.is_done desc, w.is_open desc, w.starts_at desc limit 1;
end
$$;

create or replace function private.workout_day_status(p_status text, p_closes_at timestamptz) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_status = 'verified' then 'completed'
    when p_status = 'pending' then 'pending'
    when p_status = 'rejected' or p_closes_at <= now() then 'failed'
    else 'not_started'
  end;
end
$$;

create or replace function private.workout_circle(p_user_id uuid, p_date date) returns setof uuid
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  return query
    select p_user_id
    union
    select u.id
    from public.workout_window_chains as c
    left join public.workout_window_squads as s on s.id = c.squad_id
    cross join lateral unnest(
      array[c.before_user_id, c.after_user_id, s.user_1_id, s.user_2_id, s.user_3_id]) as u (id)
    where c.user_id = p_user_id and c.date = p_date and u.id is not null
      and private.workout_date_is_generated(p_date)
      and not private.is_blocked_between(p_user_id, u.id);
end
$$;

create or replace function private.list_workout_checkins(p_date date)
returns setof public.workout_window_checkins
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  return query
    select shown.*
    from private.require_caller() as me (id)
    cross join lateral private.workout_circle(me.id, p_date) as u (id)
    join public.workout_window_checkins as c on c.user_id = u.id and c.date = p_date
    cross join lateral jsonb_populate_record(c, case
      when c.user_id = me.id then '{}'::jsonb
      else '{"location_lat": null, "location_lng": null, "review_reason": null}'
    end) as shown
    order by c.created_at, c.id;
end
$$;

create or replace function private.workout_checkin_stats(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'total', count(*),
      'completed', count(*) filter (where d.status = 'completed'),
      'failed', count(*) filter (where d.status = 'failed'))
    from private.require_caller() as me (id)
    cross join lateral private.workout_circle(me.id, p_date) as u (id)
    left join public.workout_window_chains as c on c.user_id = u.id and c.date = p_date
    left join public.workout_window_checkins as k on k.user_id = u.id and k.date = p_date
    cross join lateral (select private.workout_day_status(k.status, c.closes_at) as status) as d
    where c.id is not null or k.id is not null
  );
end
$$;

create or replace function private.own_workout_day_status(p_date date) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.workout_day_status(k.status, c.closes_at)
    from private.require_caller() as me (id)
    left join public.workout_window_checkins as k on k.user_id = me.id and k.date = p_date
    left join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
  );
end
$$;

create or replace function private.my_workout_day()
returns table (
  date date, opens_at timestamptz, closes_at timestamptz, counts_until timestamptz, is_open boolean,
  today date, status text, checkin jsonb, checkin_date date
)
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select w.date, w.starts_at, w.ends_at, w.ends_at + private.workout_grace(), w.is_open, d.today,
      private.workout_day_status(k.status, c.closes_at), to_jsonb(k),
      case when not n.is_done then n.date end
    from private.require_caller() as me (id)
    cross join lateral (
      select a.* from private.workout_windows_around(me.id) as a
      where a.is_open or a.starts_at > now()
      order by a.is_open and not a.is_done desc, a.is_open desc, a.starts_at limit 1
    ) as w
    cross join lateral (
      select case when w.is_open then w.date else (now() at time zone w.timezone)::date end as today
    ) as d
    left join lateral private.current_workout_window(me.id) as n on true
    left join public.workout_window_checkins as k on k.user_id = me.id and k.date = d.today
    left join public.workout_window_chains as c on c.user_id = me.id and c.date = d.today;
end
$$;

create or replace function private.list_workout_days(p_limit integer, p_before date default null)
returns table (date date, team_color text, status text, checkin jsonb)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  return query
    select d.date, c.team_color, private.workout_day_status(k.status, c.closes_at), to_jsonb(k)
    from private.require_caller() as me (id)
    cross join lateral (
      (
        select p.date from public.workout_window_chains as p
        where p.user_id = me.id and p.date < coalesce(p_before, 'infinity') and p.starts_at <= now()
          and private.workout_date_is_generated(p.date)
        order by p.date desc limit p_limit
      )
      union
      (
        select i.date from public.workout_window_checkins as i
        where i.user_id = me.id and i.date < coalesce(p_before, 'infinity')
        order by i.date desc limit p_limit
      )
      order by date desc limit p_limit
    ) as d
    left join public.workout_window_chains as c on c.user_id = me.id and c.date = d.date
      and private.workout_date_is_generated(d.date)
    left join public.workout_window_checkins as k on k.user_id = me.id and k.date = d.date
    order by d.date desc;
end
$$;

create or replace function private.get_workout_chain(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'beforeUser', private.workout_person(c.before_user_id, p_date, c.user_id),
      'currentUser', private.workout_person(c.user_id, p_date, c.user_id),
      'afterUser', private.workout_person(c.after_user_id, p_date, c.user_id),
      'teamColor', c.team_color,
      'squad', private.workout_squad(c.squad_id, c.user_id))
    from private.require_caller() as me (id)
    join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
    where private.workout_date_is_generated(p_date)
  );
end
$$;

create or replace function private.get_workout_squad(p_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select private.workout_squad(c.squad_id, c.user_id)
    from private.require_caller() as me (id)
    join public.workout_window_chains as c on c.user_id = me.id and c.date = p_date
    where private.workout_date_is_generated(p_date)
  );
end
$$;

-- Insights: a summary of a user's entries, check-ins, satisfaction and sleep on some days.

-- The sentiment of a mood that is a tone; null for any other.
create function private.sentiment(p_mood text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_mood in ('joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic')
      then 'positive'
    when p_mood in ('sad', 'anxious', 'frustrated', 'angry', 'worried', 'disappointed',
      'melancholic', 'pessimistic') then 'negative'
    when p_mood in ('calm', 'contemplative', 'neutral', 'tired', 'energetic') then 'neutral'
  end;
end
$$;

-- The days of insights: local dates of a user, in one time zone.
create type private.insight_period as (
  user_id uuid,
  zone text,
  first_day date,
  last_day date,
  -- A day wider than the dates: a clock that is put back at midnight repeats the end of a date.
  begins timestamptz,
  ends timestamptz
);

create function private.insight_period(p_user_id uuid, p_zone text, p_from date, p_to date)
returns private.insight_period
language plpgsql stable set search_path = ''
as $$
begin
  return row(p_user_id, p_zone, p_from, p_to, (p_from - 1)::timestamp at time zone p_zone,
    (p_to + 2)::timestamp at time zone p_zone);
end
$$;

create type private.insight_entry as (
  written_at timestamptz,
  day date,
  hour integer,
  mood text,
  tags text[],
  words integer
);

-- The entries of a period. Moods and tags are compared and answered in lower case.
create function private.insight_entries(p_period private.insight_period)
returns setof private.insight_entry
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select f.written_at, f.at::date, date_part('hour', f.at)::integer,
      lower(btrim(f.mood) collate pg_catalog.pg_c_utf8), f.tags, f.word_count
    from (
      select e.written_at, e.written_at at time zone p_period.zone as at, e.mood, e.tags,
        d.word_count
      from public.journal_entries as e
      left join private.journal_entry_documents as d on d.entry_id = e.id
      where e.user_id = p_period.user_id
        and e.written_at >= p_period.begins and e.written_at < p_period.ends
    ) as f
    where f.at::date between p_period.first_day and p_period.last_day;
end
$$;

-- The check-ins of goals of a period. A goal's check-ins of a day with an amount are one, with the
-- best of their statuses.
create function private.insight_check_ins(p_period private.insight_period)
returns table (goal_id uuid, day date, status text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    with found as materialized (
      select c.goal_id, l.day, c.status, c.amount
      from public.goal_check_ins as c
      cross join lateral (select (c.written_at at time zone p_period.zone)::date as day) as l
      where c.user_id = p_period.user_id
        and c.written_at >= p_period.begins and c.written_at < p_period.ends
        and l.day between p_period.first_day and p_period.last_day
    ),
    measured as (
      select m.goal_id, m.day from found as m where m.amount is not null group by 1, 2
    )
    select f.goal_id, f.day, f.status from found as f
    where not exists (select from measured as m where m.goal_id = f.goal_id and m.day = f.day)
    union all
    select f.goal_id, f.day,
      ('{completed,partial,missed}'::text[])[
        min(array_position('{completed,partial,missed}'::text[], f.status))]
    from measured as m join found as f using (goal_id, day)
    group by f.goal_id, f.day;
end
$$;

-- A day with its means and counts; null for what it does not have.
create type private.insight_day as (
  day date,
  entries bigint,
  words bigint,
  mood text,
  tone text,
  satisfaction float8,
  sleep_hours float8,
  completed bigint,
  partial bigint,
  missed bigint
);

-- The days of a period that have an entry, a check-in, satisfaction or sleep. The mood of a day is
-- that of most of its entries, of equal ones the last.
create function private.insight_days(
  p_period private.insight_period, p_entries private.insight_entry[]
) returns setof private.insight_day
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select day, e.entries, e.words, m.mood, private.sentiment(m.mood), s.score, n.hours,
      g.completed, g.partial, g.missed
    from (
      select e.day, count(*) as entries, sum(e.words) as words
      from unnest(p_entries) as e group by e.day
    ) as e
    full join (
      select c.day, count(*) filter (where c.status = 'completed') as completed,
        count(*) filter (where c.status = 'partial') as partial,
        count(*) filter (where c.status = 'missed') as missed
      from private.insight_check_ins(p_period) as c group by c.day
    ) as g using (day)
    full join (
      select l.day, avg(s.score)::float8 as score
      from public.satisfaction_entries as s
      cross join lateral (select (s.written_at at time zone p_period.zone)::date as day) as l
      where s.user_id = p_period.user_id
        and s.written_at >= p_period.begins and s.written_at < p_period.ends
        and l.day between p_period.first_day and p_period.last_day
      group by l.day
    ) as s using (day)
    full join (
      select date as day, avg(hours)::float8 as hours from public.sleep_entries
      where user_id = p_period.user_id and date between p_period.first_day and p_period.last_day
      group by date
    ) as n using (day)
    left join (
      select distinct on (e.day) e.day, e.mood
      from unnest(p_entries) as e where e.mood is not null
      group by e.day, e.mood
      order by e.day, count(*) desc, max(e.written_at) desc, e.mood collate "C"
    ) as m using (day);
end
$$;

-- The twenty moods of most entries, with their tones.
create function private.insight_moods(p_entries private.insight_entry[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(m) order by m.count desc, m.mood collate "C"), '[]')
    from (
      select e.mood, private.sentiment(e.mood) as tone, count(*)
      from unnest(p_entries) as e where e.mood is not null
      group by e.mood order by count(*) desc, e.mood collate "C" limit 20
    ) as m);
end
$$;

create type private.insight_tag as (tag text, day date, entries bigint);

-- The tags of each day. A tag counts once in an entry, whatever its case.
create function private.insight_tags(p_entries private.insight_entry[])
returns setof private.insight_tag
language plpgsql stable rows 1000 set search_path = ''
as $$
begin
  return query
    select t.tag, t.day, count(*)
    from (
      select distinct e.n, e.day, lower(tag collate pg_catalog.pg_c_utf8) as tag
      from unnest(p_entries) with ordinality as e (written_at, day, hour, mood, tags, words, n)
      cross join lateral unnest(e.tags) as tag
    ) as t
    group by t.tag, t.day;
end
$$;

-- The ten things that go together with a positive mood or its absence: tags, goals, weekdays and
-- nights of seven hours for which the share of days with a positive mood differs most from that of
-- the other days. Only days whose mood is a tone are compared, at least five with the thing and
-- five without it.
create function private.insights_together(
  p_period private.insight_period, p_days private.insight_day[], p_tags private.insight_tag[]
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with toned as materialized (
      select d.day, (d.tone = 'positive')::integer as is_positive, d.sleep_hours
      from unnest(p_days) as d where d.tone is not null
    ),
    -- Each thing once a day.
    things (kind, value, day) as (
      select 'tag', t.tag, t.day from unnest(p_tags) as t
      union all
      select distinct 'goal', c.goal_id::text, c.day from private.insight_check_ins(p_period) as c
      where c.status in ('completed', 'partial')
      union all
      select 'sleep', '7', d.day from toned as d where d.sleep_hours >= 7
      union all
      select 'weekday', extract(isodow from d.day)::text, d.day from toned as d
    ),
    compared as (
      select t.kind, t.value, count(*) as days, sum(d.is_positive) as positive
      from things as t join toned as d using (day) group by t.kind, t.value
    ),
    shares as (
      select c.kind, c.value, c.days, c.positive::float8 / c.days as positive_share,
        (o.positive - c.positive)::float8 / (o.days - c.days) as otherwise
      from compared as c
      -- Sleep is compared among the days that have it.
      join (
        select is_sleep, count(*) as days, sum(d.is_positive) as positive
        from toned as d cross join (values (true), (false)) as s (is_sleep)
        where not is_sleep or d.sleep_hours is not null
        group by is_sleep
      ) as o on o.is_sleep = (c.kind = 'sleep')
      where c.days >= 5 and o.days - c.days >= 5
      order by abs(c.positive::float8 / c.days
        - (o.positive - c.positive)::float8 / (o.days - c.days)) desc, c.kind, c.value collate "C"
      limit 10
    )
    select coalesce(jsonb_agg(jsonb_build_object('with', jsonb_build_object('kind', kind, 'value',
          case when kind in ('sleep', 'weekday') then to_jsonb(value::integer)
            else to_jsonb(value) end),
        'days', days, 'positive_share', positive_share, 'otherwise', otherwise)
      order by abs(positive_share - otherwise) desc, kind, value collate "C"), '[]')
    from shares);
end
$$;

-- The caller's insights from one local date to another. A day is the date in the caller's present
-- time zone; sleep has a date of its own.
create function private.my_insights(p_from date default null, p_to date default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_zone constant text := (select timezone from public.profiles where id = v_caller);
  v_to constant date := coalesce(p_to, (now() at time zone v_zone)::date);
  v_from constant date := coalesce(p_from, v_to - 29);
  v_period private.insight_period;
  v_entries private.insight_entry[];
  v_days private.insight_day[];
  v_tags private.insight_tag[];
begin
  perform private.refuse_impersonated();
  perform private.refuse_if(v_from > v_to, 400, 'from: after to', 'invalid_value');
  perform private.refuse_if(v_to - v_from >= 366, 400, 'from: at most 366 days', 'too_many');
  v_period := private.insight_period(v_caller, v_zone, v_from, v_to);
  v_entries := array(select e from private.insight_entries(v_period) as e);
  v_days := array(select d from private.insight_days(v_period, v_entries) as d);
  v_tags := array(select t from private.insight_tags(v_entries) as t);
  return jsonb_build_object('from', v_from, 'to', v_to, 'timezone', v_zone,
    'moods', private.insight_moods(v_entries),
    'tags', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.count desc, t.tag collate "C"), '[]')
      from (
        select t.tag, sum(t.entries)::bigint as count from unnest(v_tags) as t
        group by t.tag order by sum(t.entries) desc, t.tag collate "C" limit 20
      ) as t),
    'together', private.insights_together(v_period, v_days, v_tags),
    'days', (
      select coalesce(jsonb_agg(jsonb_build_object('date', d.day,
        'entries', coalesce(d.entries, 0), 'words', coalesce(d.words, 0), 'mood', d.mood,
        'tone', d.tone, 'satisfaction', d.satisfaction, 'sleep_hours', d.sleep_hours,
        'goals', jsonb_build_object('completed', coalesce(d.completed, 0),
          'partial', coalesce(d.partial, 0), 'missed', coalesce(d.missed, 0)))
        order by d.day), '[]')
      from unnest(v_days) as d),
    'totals', (
      select jsonb_build_object('entries', coalesce(sum(d.entries), 0),
        'words', coalesce(sum(d.words), 0), 'days', count(d.entries),
        'goals_completed', coalesce(sum(d.completed), 0))
      from unnest(v_days) as d),
    'weekdays', (
      select jsonb_agg(coalesce(n.count, 0) order by weekday)
      from generate_series(1, 7) as weekday
      left join (
        select extract(isodow from d.day)::integer as weekday, sum(d.entries) as count
        from unnest(v_days) as d group by 1
      ) as n using (weekday)),
    'hours', (
      select jsonb_agg(coalesce(n.count, 0) order by hour) from generate_series(0, 23) as hour
      left join (
        select e.hour, count(*) from unnest(v_entries) as e group by e.hour
      ) as n using (hour)));
end
$$;

select private.expose('authenticated', 'my_insights');

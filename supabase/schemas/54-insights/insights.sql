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

-- The caller's insights from one local date to another. A day is the date in the caller's present
-- time zone; sleep has a date of its own. Moods and tags are compared and answered in lower case.
create function private.my_insights(p_from date default null, p_to date default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_zone constant text := (select timezone from public.profiles where id = v_caller);
  v_to constant date := coalesce(p_to, (now() at time zone v_zone)::date);
  v_from constant date := coalesce(p_from, v_to - 29);
  -- A day wider than the dates: a clock that is put back at midnight repeats the end of a date.
  v_begins constant timestamptz := (v_from - 1)::timestamp at time zone v_zone;
  v_ends constant timestamptz := (v_to + 2)::timestamp at time zone v_zone;
  -- A bit for each day of the period, none of them set.
  v_none constant bit(366) := repeat('0', 366);
  v_insights jsonb;
begin
  perform private.refuse_impersonated();
  perform private.refuse_if(v_from > v_to, 400, 'from: after to', 'invalid_value');
  perform private.refuse_if(v_to - v_from >= 366, 400, 'from: at most 366 days', 'too_many');
  with entries as materialized (
    select id, written_at, at::date as day, date_part('hour', at)::integer as hour, mood, tags,
      set_bit(v_none, at::date - v_from, 1) as bits
    from (
      select e.id, e.written_at, e.written_at at time zone v_zone as at,
        lower(btrim(e.mood) collate pg_catalog.pg_c_utf8) as mood, e.tags
      from public.journal_entries as e
      where e.user_id = v_caller and e.written_at >= v_begins and e.written_at < v_ends
    ) as e
    where at::date between v_from and v_to
  ),
  check_ins as materialized (
    select goal_id, status, day
    from (
      select c.goal_id, c.status, (c.written_at at time zone v_zone)::date as day
      from public.goal_check_ins as c
      where c.user_id = v_caller and c.written_at >= v_begins and c.written_at < v_ends
    ) as c
    where day between v_from and v_to
  ),
  -- Found at once, not one by one.
  documents as (
    select entry_id, word_count from private.journal_entry_documents
    where entry_id = any (array(select id from entries))
  ),
  entry_days as materialized (
    select e.day, count(*) as entries, sum(d.word_count) as words
    from entries as e left join documents as d on d.entry_id = e.id group by e.day
  ),
  moods_of_days as materialized (
    select day, mood, count(*) as n, max(written_at) as last_at
    from entries where mood is not null group by day, mood
  ),
  mood_counts as materialized (
    select mood, private.sentiment(mood) as tone, sum(n)::bigint as count
    from moods_of_days group by mood
  ),
  day_moods as materialized (
    select d.day, d.mood, m.tone
    from (
      select distinct on (day) day, mood from moods_of_days
      order by day, n desc, last_at desc, mood collate "C"
    ) as d
    join mood_counts as m using (mood)
  ),
  satisfactions as (
    select (s.written_at at time zone v_zone)::date as day, avg(s.score)::float8 as score
    from public.satisfaction_entries as s
    where s.user_id = v_caller and s.written_at >= v_begins and s.written_at < v_ends
      and (s.written_at at time zone v_zone)::date between v_from and v_to
    group by 1
  ),
  sleeps as materialized (
    select date as day, avg(hours)::float8 as hours from public.sleep_entries
    where user_id = v_caller and date between v_from and v_to group by date
  ),
  goal_days as materialized (
    select day, count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'partial') as partial,
      count(*) filter (where status = 'missed') as missed
    from check_ins group by day
  ),
  days as (
    select jsonb_agg(jsonb_build_object('date', day, 'entries', coalesce(e.entries, 0),
        'words', coalesce(e.words, 0), 'mood', m.mood, 'tone', m.tone, 'satisfaction', s.score,
        'sleep_hours', n.hours, 'goals', jsonb_build_object('completed', coalesce(g.completed, 0),
        'partial', coalesce(g.partial, 0), 'missed', coalesce(g.missed, 0))) order by day) as list
    from entry_days as e
    full join goal_days as g using (day)
    full join satisfactions as s using (day)
    full join sleeps as n using (day)
    left join day_moods as m using (day)
  ),
  moods as (
    select jsonb_agg(to_jsonb(m) order by count desc, mood collate "C") as list from (
      select mood, tone, count from mood_counts
      order by count desc, mood collate "C" limit 20
    ) as m
  ),
  -- A tag counts once in an entry, whatever its case.
  tag_days as materialized (
    select tag, count(*) as count, bit_or(bits) as days
    from (
      select distinct id, bits, lower(unnest(tags) collate pg_catalog.pg_c_utf8) as tag from entries
    ) as t
    group by tag
  ),
  tags as (
    select jsonb_agg(jsonb_build_object('tag', tag, 'count', count)
      order by count desc, tag collate "C") as list
    from (
      select tag, count from tag_days order by count desc, tag collate "C" limit 20
    ) as t
  ),
  -- The days that are compared, and those with each of the things.
  toned as materialized (
    select m.day, (m.tone = 'positive')::integer as is_positive, s.hours
    from day_moods as m left join sleeps as s using (day) where m.tone is not null
  ),
  tones as materialized (
    select bit_or(set_bit(v_none, day - v_from, 1)) as days,
      bit_or(set_bit(v_none, day - v_from, is_positive)) as positive
    from toned
  ),
  -- The days that have each of the things: bits are compared at once, rows one by one.
  things as (
    select 'tag' as kind, tag as value, days from tag_days
    union all
    select 'goal', goal_id::text, bit_or(set_bit(v_none, day - v_from, 1)) from check_ins
    where status in ('completed', 'partial') group by goal_id
    union all
    select 'sleep', '7', bit_or(set_bit(v_none, day - v_from, 1)) from sleeps where hours >= 7
    union all
    select 'weekday', extract(isodow from day)::text, bit_or(set_bit(v_none, day - v_from, 1))
    from toned group by 2
  ),
  compared as (
    select t.kind, t.value, bit_count(t.days & d.days) as days,
      bit_count(t.days & d.positive) as positive
    from things as t cross join tones as d
  ),
  together as (
    select jsonb_agg(jsonb_build_object('with', jsonb_build_object('kind', kind, 'value',
          case when kind in ('sleep', 'weekday') then to_jsonb(value::integer)
            else to_jsonb(value) end),
        'days', days, 'positive_share', positive_share, 'otherwise', otherwise)
      order by difference desc, kind, value collate "C") as list
    from (
      select c.kind, c.value, c.days, s.*, abs(s.positive_share - s.otherwise) as difference
      from compared as c
      -- Sleep is compared among the days that have it.
      join (
        select s.is_sleep, count(*) as days, sum(is_positive) as positive
        from toned as d cross join (values (true), (false)) as s (is_sleep)
        where not s.is_sleep or d.hours is not null
        group by s.is_sleep
      ) as o on o.is_sleep = (c.kind = 'sleep')
      cross join lateral (
        select c.positive::float8 / c.days as positive_share,
          (o.positive - c.positive)::float8 / nullif(o.days - c.days, 0) as otherwise
      ) as s
      where c.days >= 5 and o.days - c.days >= 5
      order by difference desc, kind, value collate "C" limit 10
    ) as t
  )
  select jsonb_build_object('from', v_from, 'to', v_to, 'timezone', v_zone,
    'days', coalesce(days.list, '[]'), 'moods', coalesce(moods.list, '[]'),
    'tags', coalesce(tags.list, '[]'), 'together', coalesce(together.list, '[]'),
    'totals', jsonb_build_object(
      'entries', (select coalesce(sum(entries), 0) from entry_days),
      'words', (select coalesce(sum(words), 0) from entry_days),
      'days', (select count(*) from entry_days),
      'goals_completed', (select coalesce(sum(completed), 0) from goal_days)),
    'weekdays', (
      select jsonb_agg(coalesce(n.count, 0) order by d) from generate_series(1, 7) as d
      left join (
        select extract(isodow from day)::integer as weekday, sum(entries) as count
        from entry_days group by weekday
      ) as n on n.weekday = d),
    'hours', (
      select jsonb_agg(coalesce(n.count, 0) order by h) from generate_series(0, 23) as h
      left join (select hour, count(*) from entries group by hour) as n on n.hour = h))
  into v_insights
  from days, moods, tags, together;
  return v_insights;
end
$$;

select private.expose('authenticated', 'my_insights');

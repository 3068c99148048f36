-- The weekly review: on Mondays, counts of the entries of the week before, as a notification and as
-- a mail, for users whose preferences ask for it.

create table private.weekly_reviews (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  next_at timestamptz,
  unsubscribe_code text not null default encode(extensions.gen_random_bytes(16), 'hex') unique
);

select private.hide_table('private.weekly_reviews',
  'When the review of each user who has ever asked for it is due next.');
comment on column private.weekly_reviews.next_at is 'Null while the preferences want no review.';
comment on column private.weekly_reviews.unsubscribe_code is 'In the mails: it ends them.';

create index weekly_reviews_due_idx on private.weekly_reviews (next_at) where next_at is not null;

-- For each address of the network: a mail provider posts for many users.
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('unsubscribe', 120, '1 minute');

-- Planning ----------------------------------------------------------------------------------------

create function private.wants_review(p_preferences jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_preferences -> 'weekly_review' = 'true' or p_preferences -> 'weekly_review_mail' = 'true';
end
$$;

-- 8:00 of the first Monday in the time zone whose noon comes after p_after.
create function private.next_review(p_timezone text, p_after timestamptz default now())
returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  v_monday date := date_trunc('week', p_after at time zone p_timezone);
begin
  if private.local_instant(v_monday + time '12:00', p_timezone) <= p_after then
    v_monday := v_monday + 7;
  end if;
  return private.local_instant(v_monday + time '8:00', p_timezone);
end
$$;

create function private.plan_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.weekly_reviews (user_id, next_at)
  values (new.id, case when private.wants_review(new.preferences)
    then private.next_review(new.timezone) end)
  on conflict (user_id) do update set next_at = excluded.next_at;
  return null;
end
$$;

create trigger profiles_740_plan_review after insert on public.profiles
  for each row when (new.preferences ?| '{weekly_review,weekly_review_mail}')
  execute function private.plan_review();
create trigger profiles_741_plan_review after update of preferences, timezone on public.profiles
  for each row when (
    (old.preferences || new.preferences) ?| '{weekly_review,weekly_review_mail}'
    and (old.timezone, old.preferences -> 'weekly_review', old.preferences -> 'weekly_review_mail')
      is distinct from
        (new.timezone, new.preferences -> 'weekly_review', new.preferences -> 'weekly_review_mail'))
  execute function private.plan_review();

-- Sending -----------------------------------------------------------------------------------------

-- Counts a user's writing of the week that begins on p_from, and names its moods in a language.
create function private.written_week(
  p_user_id uuid, p_timezone text, p_from date, p_language text,
  out entries bigint, out words bigint, out days bigint, out moods text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  with week as materialized (
    select * from private.insight_entries(
      private.insight_period(p_user_id, p_timezone, p_from, p_from + 6))
  )
  select count(*), coalesce(sum(w.words), 0), count(distinct w.day), (
    select string_agg(
      private.text('mood', 'name', p_language, jsonb_build_object('mood', m.mood))
        || ' (' || m.n || ')', ', ' order by m.n desc, m.last_at desc)
    from (
      select mood, count(*) as n, max(written_at) as last_at from week where mood is not null
      group by mood order by n desc, last_at desc limit 3
    ) as m)
  into entries, words, days, moods
  from week as w;
end
$$;

-- Sends the review of the week before p_monday, on each way that the user wants and once on each.
-- Returns whether anything is sent; a week without entries has no review.
create function private.send_review(p_profile public.profiles, p_monday date, p_site text)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from constant date := p_monday - 7;
  v_to constant date := p_monday - 1;
  -- Null for an address to which no mail can be sent.
  v_address constant text := substring(
    private.confirmed_email(p_profile.id) from '^[^\s@<>,;"()]+@[^\s@<>,;"()]+$');
  v_language constant text := p_profile.language;
  v_week record;
  v_values jsonb;
  v_is_notified boolean := false;
  v_is_mailed boolean := false;
begin
  v_week := private.written_week(p_profile.id, p_profile.timezone, v_from, v_language);
  if v_week.entries = 0 then
    return false;
  end if;
  v_values := jsonb_build_object('from', v_from, 'to', v_to, 'entries', v_week.entries,
    'words', v_week.words, 'days', v_week.days);
  if p_profile.preferences -> 'weekly_review' = 'true' then
    v_is_notified := private.notify(
      p_profile.id, 'weekly_review', v_values, v_values, v_from::text);
  end if;
  if p_profile.preferences -> 'weekly_review_mail' = 'true' and v_address is not null then
    v_is_mailed := private.queue_mail(v_address,
      private.text('weekly_mail', 'subject', v_language, v_values),
      concat_ws(E'\n\n',
        private.text('weekly_mail', 'counts', v_language, v_values),
        case when v_week.moods is not null then private.text(
          'weekly_mail', 'moods', v_language, jsonb_build_object('moods', v_week.moods)) end,
        private.text('weekly_mail', 'insights', v_language) || E'\n' || p_site
          || '/#/journal/insights?from=' || v_from || '&to=' || v_to,
        coalesce(
          private.text('weekly_mail', 'end_at', v_language) || E'\n' || p_site || '/#/me/profile',
          private.text('weekly_mail', 'end', v_language))),
      p_dedupe_key => format('weekly review %s %s', p_profile.id, v_from),
      p_unsubscribe_code => (
        select unsubscribe_code from private.weekly_reviews where user_id = p_profile.id));
  end if;
  return v_is_notified or v_is_mailed;
end
$$;

-- One step of the job: sends the reviews that are due and plans the next ones. A review of which it
-- is not 8:00 to noon where its user is, as after an outage, is skipped; the run of noon sends what
-- was asked for just before. A concurrent run takes other users.
create function private.send_weekly_reviews(
  p_limit integer, p_site text default null, p_at timestamptz default now()
) returns table (
  total integer, sent integer, skipped integer, failed integer, remaining integer, errors text[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- In a statement of its own: the next one reads the time zones as they are once these are locked.
  v_ids constant uuid[] := array(
    select user_id from private.weekly_reviews
    where next_at <= p_at
    order by next_at limit p_limit for no key update skip locked);
  v_profile public.profiles;
  v_local timestamp;
  v_is_time boolean;
begin
  total := cardinality(v_ids);
  sent := 0;
  failed := 0;
  errors := '{}';
  for v_profile in select * from public.profiles where id = any (v_ids) order by id loop
    begin
      v_local := p_at at time zone v_profile.timezone;
      v_is_time := extract(isodow from v_local) = 1
        and v_local::time between time '8:00' and time '12:05';
      if v_is_time and v_profile.is_active and not v_profile.is_ai
        and private.send_review(v_profile, v_local::date, p_site)
      then
        sent := sent + 1;
      end if;
      update private.weekly_reviews
      set next_at = private.next_review(v_profile.timezone,
        p_at + case when v_is_time then interval '1 day' else interval '0' end)
      where user_id = v_profile.id;
    exception when others then
      if private.passes(sqlstate) then
        raise;
      end if;
      failed := failed + 1;
      errors := errors || format('%s: %s', v_profile.id, sqlerrm);
      update private.weekly_reviews set next_at = p_at + interval '1 hour'
      where user_id = v_profile.id;
    end;
  end loop;
  skipped := total - sent - failed;
  remaining := (select b.remaining from private.job_backlog('weekly-review') as b);
  return next;
end
$$;

select private.schedule_job('weekly-review', '*/15 * * * *', '/insights/cron/weekly-review',
  array['CHAT_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET']);
select private.watch_job('weekly-review', 'reviews', $$
  select next_at from private.weekly_reviews where next_at <= now() order by next_at$$);

-- Ends the weekly mail of the user whose code this is.
create function private.end_weekly_mail(p_code text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id constant uuid := (
    select user_id from private.weekly_reviews where unsubscribe_code = p_code);
begin
  perform private.refuse_if(v_user_id is null, 404, 'Code not found');
  update public.profiles set preferences = preferences - 'weekly_review_mail'
  where id = v_user_id and preferences ? 'weekly_review_mail';
end
$$;

select private.expose('service_role', 'send_weekly_reviews', 'end_weekly_mail');

select private.register_person_column('private.weekly_reviews', 'user_id',
  'Computed from the preferences, which are exported.');

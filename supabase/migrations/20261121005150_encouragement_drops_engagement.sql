-- The engagement job: finds the open drops whose recipients wrote something within the window,
-- awards the bonus, and settles drops whose window has closed.

-- How far the present pass over the open drops has come. Every step locks the row, so that runs at
-- the same time share the work, and moves it in the transaction of its work, so that a run that is
-- cut off loses and repeats nothing.
create table private.engagement_pass (
  id boolean primary key default true check (id),
  began_at timestamptz not null default clock_timestamp(),
  window_ends_at timestamptz not null default '-infinity',
  drop_id uuid not null default '00000000-0000-0000-0000-000000000000'
);

select private.hide_table('private.engagement_pass',
  'The last drop of the present pass over the open drops, by the end of its window and id; one row.');

insert into private.engagement_pass default values;

-- The lists of entries have indexes on the client's time, which engagement does not go by.
create index journal_entries_engagement_idx on public.journal_entries (user_id, created_at);
create index satisfaction_entries_engagement_idx
  on public.satisfaction_entries (user_id, created_at);
create index action_notes_engagement_idx on public.action_notes (user_id, created_at);
create index sleep_entries_engagement_idx on public.sleep_entries (user_id, created_at);

-- A drop that is to be settled.
create type private.checked_drop as (
  id uuid, sender_id uuid, date_sent timestamptz, bonus_drops integer, engaged boolean
);

-- The elements of an array, as many as a step of the job has. With the estimate of `unnest`, ten, the
-- planner would compare each drop with each other.
create function private.each_checked_drop(p_drops private.checked_drop[])
returns setof private.checked_drop
language sql immutable rows 2000 set search_path = ''
as $$ select * from unnest(p_drops) $$;

-- Awards the bonus of engaged drops to the present day of each sender, and settles all of these drops.
-- The badges of the senders must be locked. Returns what changes in the senders' badges.
create function private.settle_drops(p_drops private.checked_drop[])
returns setof private.badge_change
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return query
    with given as (
      insert into public.user_drops as u (
        user_id, date, began_at, daily_allowance, custom_max, bonus_drops_earned
      )
      select d.user_id, d.date, d.began_at, d.daily_allowance, d.custom_max, s.bonus
      from (
        select c.sender_id, sum(c.bonus_drops)::integer as bonus
        from private.each_checked_drop(p_drops) as c
        where c.engaged group by c.sender_id having sum(c.bonus_drops) > 0
      ) as s
      cross join lateral private.drop_day(s.sender_id) as d
      on conflict on constraint user_drops_pkey do update
        set bonus_drops_earned = u.bonus_drops_earned + excluded.bonus_drops_earned
    ),
    settled as (
      update public.drops_sent as d set
        settled_at = now(), engagement_increased = c.engaged,
        bonus_drops_awarded = case when c.engaged then c.bonus_drops else 0 end
      from private.each_checked_drop(p_drops) as c
      where d.id = c.id
      returning d.sender_id, d.engagement_increased, d.bonus_drops_awarded
    )
    select s.sender_id, 0, count(*)::integer,
      count(*) filter (where s.engagement_increased)::integer,
      sum(s.bonus_drops_awarded)::integer, null::date
    from settled as s group by s.sender_id;
end
$$;

-- One step of the job: the next p_limit open drops. `pass_ended` when none is left in the pass, and
-- `done` when that pass began after `p_since`, which is null in the first step of a run and then
-- what that step returned: a run that continues a pass makes one of its own after it.
create function private.process_engagement_batch(p_since timestamptz, p_limit integer)
returns table (
  total integer, engaged integer, expired integer, bonus_drops integer, pass_ended boolean,
  done boolean, since timestamptz
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_pass private.engagement_pass;
  v_last_end timestamptz;
  v_last_id uuid;
  v_drops private.checked_drop[];
  v_changes private.badge_change[];
begin
  since := coalesce(p_since, clock_timestamp());
  select * into v_pass from private.engagement_pass for update;
  if v_pass.window_ends_at = '-infinity' then
    v_pass.began_at := clock_timestamp();
  end if;

  with batch as materialized (
    select d.* from public.drops_sent as d
    where d.settled_at is null
      and (d.engagement_window_ends_at, d.id) > (v_pass.window_ends_at, v_pass.drop_id)
    order by d.engagement_window_ends_at, d.id limit p_limit
    for no key update
  ),
  checked as materialized (
    -- By subqueries, which use indexes whatever the planner knows of the synthetic users.
    select b.*, (select not p.is_ai from public.profiles as p where p.id = b.recipient_id) and (
      exists (select from public.journal_entries as e where e.user_id = b.recipient_id
        and e.created_at > b.date_sent and e.created_at <= b.engagement_window_ends_at)
      or exists (select from public.satisfaction_entries as e where e.user_id = b.recipient_id
        and e.created_at > b.date_sent and e.created_at <= b.engagement_window_ends_at)
      or exists (select from public.action_notes as e where e.user_id = b.recipient_id
        and e.created_at > b.date_sent and e.created_at <= b.engagement_window_ends_at)
      or exists (select from public.sleep_entries as e where e.user_id = b.recipient_id
        and e.created_at > b.date_sent and e.created_at <= b.engagement_window_ends_at)
    ) is true as engaged
    from batch as b
  )
  select count(*),
    array_agg(row(c.id, c.sender_id, c.date_sent, c.bonus_drops, c.engaged)::private.checked_drop)
      -- A minute later, for entries whose transaction began within the window.
      filter (where c.engaged or c.engagement_window_ends_at < now() - interval '1 minute'),
    max(c.engagement_window_ends_at),
    (array_agg(c.id order by c.engagement_window_ends_at desc, c.id desc))[1]
  into total, v_drops, v_last_end, v_last_id
  from checked as c;

  if v_drops is not null then
    perform from public.encouragement_badges
    where user_id in (select d.sender_id from unnest(v_drops) as d)
    order by user_id for no key update;
    v_changes := array(select row(s.*)::private.badge_change from private.settle_drops(v_drops) as s);
    perform private.change_badges(v_changes);
  end if;
  select coalesce(sum(c.increases), 0), coalesce(sum(c.settled - c.increases), 0),
    coalesce(sum(c.bonus), 0)
  into engaged, expired, bonus_drops from unnest(v_changes) as c;

  pass_ended := total < p_limit;
  done := pass_ended and v_pass.began_at >= since;
  update private.engagement_pass set
    began_at = v_pass.began_at,
    window_ends_at = case when pass_ended then '-infinity' else v_last_end end,
    drop_id = case when pass_ended then '00000000-0000-0000-0000-000000000000' else v_last_id end;
  return next;
end
$$;

-- The number of open drops that the present pass has not reached.
create function private.process_engagement_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer
  from public.drops_sent as d, private.engagement_pass as p
  where d.settled_at is null
    and (d.engagement_window_ends_at, d.id) > (p.window_ends_at, p.drop_id)
$$;

-- Records that a super admin runs the job by hand: it acts as the service and names nobody.
create function private.audit_engagement_run() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_super_admin();
  perform private.audit('drop_engagement.run', 'job', 'encouragement-engagement', null, null);
end
$$;

select private.schedule_job('encouragement-engagement', '0 * * * *',
  '/encouragement-drops/cron/process-engagement',
  array['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET',
    'CHAT_CRON_SECRET']);

-- Exposure ----------------------------------------------------------------------------------------

select private.expose('authenticated', 'audit_engagement_run');
select private.expose('service_role', 'process_engagement_batch', 'process_engagement_remaining');

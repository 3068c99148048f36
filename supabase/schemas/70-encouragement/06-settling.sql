-- The engagement job: finds the open drops whose recipients wrote something within the window,
-- awards the bonus, and settles drops whose window has closed.

-- The open drops that the job looks at before their windows close. The transaction is part of the
-- key, so that entries that are written at the same time do not wait for each other.
create table private.drop_marks (
  -- No foreign key: the job removes marks, and a mark must not wait for a change of its drop.
  drop_id uuid not null,
  marked_in xid8 not null default pg_current_xact_id(),
  primary key (drop_id, marked_in)
);

select private.hide_table('private.drop_marks',
  'Open drops whose recipients have written an entry since the job last looked.');

-- Marks the open drops that new entries concern. No window is longer than the 168 hours. A mark of
-- another transaction serves too, when the lock keeps it from the job until this one has committed.
create function private.mark_drops() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.drop_marks (drop_id)
  select d.id from made as e
  join public.drops_sent as d on d.recipient_id = e.user_id and d.settled_at is null
    and d.date_sent < e.created_at and d.date_sent >= e.created_at - interval '168 hours'
    and d.engagement_window_ends_at >= e.created_at
  where not exists (
    select from private.drop_marks as m where m.drop_id = d.id for key share skip locked)
  on conflict do nothing;
  return null;
end
$$;

create trigger journal_entries_600_mark_drops after insert on public.journal_entries
  referencing new table as made for each statement execute function private.mark_drops();
create trigger satisfaction_entries_600_mark_drops after insert on public.satisfaction_entries
  referencing new table as made for each statement execute function private.mark_drops();
create trigger action_notes_600_mark_drops after insert on public.action_notes
  referencing new table as made for each statement execute function private.mark_drops();
create trigger sleep_entries_600_mark_drops after insert on public.sleep_entries
  referencing new table as made for each statement execute function private.mark_drops();

-- The lists of entries have indexes on the client's time, which engagement does not go by.
create index journal_entries_engagement_idx on public.journal_entries (user_id, created_at)
  where import_id is null;
create index satisfaction_entries_engagement_idx
  on public.satisfaction_entries (user_id, created_at);
create index action_notes_engagement_idx on public.action_notes (user_id, created_at);
create index sleep_entries_engagement_idx on public.sleep_entries (user_id, created_at);

-- A drop that is to be settled.
create type private.checked_drop as (id uuid, sender_id uuid, bonus_drops integer, engaged boolean);

-- Awards the bonus of engaged drops to the present day of each sender, and settles the drops.
-- Returns what changed for each sender.
create function private.settle_drops(p_drops private.checked_drop[]) returns private.badge_change[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_changes private.badge_change[];
begin
  perform from public.encouragement_badges
  where user_id in (select d.sender_id from unnest(p_drops) as d)
  order by user_id for no key update;
  with given as (
    insert into public.user_drops as u (
      user_id, date, began_at, daily_allowance, custom_max, bonus_drops_earned
    )
    select d.user_id, d.date, d.began_at, d.daily_allowance, d.custom_max, s.bonus
    from (
      select c.sender_id, sum(c.bonus_drops)::integer as bonus
      from unnest(p_drops) as c
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
    from unnest(p_drops) as c
    where d.id = c.id
    returning d.sender_id, d.engagement_increased, d.bonus_drops_awarded
  ),
  changes as (
    select s.sender_id, 0, count(*), count(*) filter (where s.engagement_increased),
      sum(s.bonus_drops_awarded), null::date
    from settled as s group by s.sender_id
  )
  select array_agg(row(c.*)::private.badge_change) into v_changes from changes as c;
  perform private.change_badges(v_changes);
  return v_changes;
end
$$;

-- Settles each of these drops whose recipient has written something, or whose window has closed by
-- p_closed_at.
create function private.settle_engagement(p_drop_ids uuid[], p_closed_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_total bigint;
  v_drops private.checked_drop[];
  v_changes private.badge_change[];
begin
  with batch as materialized (
    select d.* from public.drops_sent as d
    where d.id = any (p_drop_ids) and d.settled_at is null
    order by d.id for no key update
  ),
  checked as materialized (
    select b.*, (select not p.is_ai from public.profiles as p where p.id = b.recipient_id) and (
      exists (select from public.journal_entries as e where e.user_id = b.recipient_id
        and e.import_id is null
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
    array_agg(row(c.id, c.sender_id, c.bonus_drops, c.engaged)::private.checked_drop)
      filter (where c.engaged or c.engagement_window_ends_at < p_closed_at)
  into v_total, v_drops
  from checked as c;

  v_changes := private.settle_drops(v_drops);
  return (
    select jsonb_build_object('total', v_total, 'engaged', coalesce(sum(c.increases), 0),
      'expired', coalesce(sum(c.settled - c.increases), 0),
      'bonus_drops', coalesce(sum(c.bonus), 0))
    from unnest(v_changes) as c);
end
$$;

-- One step of the job: settles up to p_limit marked drops and removes their marks, and settles as
-- many whose window has closed. `done` when it found less.
create function private.process_engagement_batch(p_limit integer)
returns table (
  total integer, engaged integer, expired integer, bonus_drops integer, done boolean, errors text[]
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  -- A minute later, for entries whose transaction began within the window.
  v_closed_at constant timestamptz := now() - interval '1 minute';
  v_marked uuid[];
  v_closed uuid[];
  v_work record;
begin
  -- Runs at the same time share the work.
  perform pg_advisory_xact_lock(hashtextextended('engagement', 0));
  with taken as (
    delete from private.drop_marks where (drop_id, marked_in) in (
      select m.drop_id, m.marked_in from private.drop_marks as m limit p_limit
      for update skip locked)
    returning drop_id
  )
  select array_agg(drop_id) into v_marked from taken;
  v_closed := array(
    select d.id from public.drops_sent as d
    where d.settled_at is null and d.engagement_window_ends_at < v_closed_at
    order by d.engagement_window_ends_at, d.id limit p_limit);

  v_work := private.work_apart(
    format('select private.settle_engagement($1, %L)', v_closed_at),
    coalesce(v_marked, '{}') || v_closed);
  -- A drop that raises stays as it is, and is tried again by the next run.
  total := coalesce((v_work.counts ->> 'total')::integer, 0);
  engaged := coalesce((v_work.counts ->> 'engaged')::integer, 0);
  expired := coalesce((v_work.counts ->> 'expired')::integer, 0);
  bonus_drops := coalesce((v_work.counts ->> 'bonus_drops')::integer, 0);
  errors := v_work.errors;
  done := coalesce(cardinality(v_marked), 0) < p_limit and cardinality(v_closed) < p_limit;
  return next;
end
$$;

-- The number of open drops that the job is to look at, up to 10,000.
create function private.process_engagement_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from (
    (
      select d.id from public.drops_sent as d
      where d.settled_at is null and d.engagement_window_ends_at < now() - interval '1 minute'
      order by d.engagement_window_ends_at limit 10000
    )
    union
    (
      -- By a subquery, which looks up each drop.
      select m.drop_id from private.drop_marks as m
      where (select d.settled_at is null from public.drops_sent as d where d.id = m.drop_id)
      limit 10000
    )
    limit 10000) as d
$$;

-- Records that a super admin runs the job by hand: it acts as the service and names nobody.
create function private.audit_engagement_run() returns void
language sql volatile security definer set search_path = ''
as $$
  select private.require_super_admin();
  select private.audit('drop_engagement.run', 'job', 'encouragement-engagement', null, null)
$$;

select private.schedule_job('encouragement-engagement', '0 * * * *',
  '/encouragement-drops/cron/process-engagement',
  array['DROPS_CRON_SECRET', 'ENCOURAGEMENT_DROPS_CRON_SECRET', 'WORKOUT_WINDOW_CRON_SECRET',
    'CHAT_CRON_SECRET']);

select private.expose('authenticated', 'audit_engagement_run');
select private.expose('service_role', 'process_engagement_batch', 'process_engagement_remaining');

-- Goals and their check-ins: only their owner sees them, so clients write them directly.

-- Whether a schedule has one of its two forms: the days of the week on which the goal is due, by
-- their numbers of ISO 8601, or a number of days of each week.
create function private.is_schedule(p_schedule jsonb) returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  return coalesce(case
    when jsonb_typeof(p_schedule) <> 'object' then false
    when p_schedule ->> 'kind' = 'weekdays' then p_schedule - '{kind,days}'::text[] = '{}'
      and p_schedule -> 'days' = (
        select jsonb_agg(d) from generate_series(1, 7) as d
        where p_schedule -> 'days' @> to_jsonb(d))
    when p_schedule ->> 'kind' = 'weekly' then p_schedule - '{kind,times}'::text[] = '{}'
      and p_schedule -> 'times' = any ('{1,2,3,4,5,6,7}'::jsonb[])
    else false
  end, false);
end
$$;

-- Whether a measure has its form: a unit, and the least or the greatest amount of a day.
create function private.is_measure(p_measure jsonb) returns boolean
language plpgsql immutable strict set search_path = ''
as $$
begin
  return coalesce(case
    when jsonb_typeof(p_measure) <> 'object'
      or p_measure - '{unit,target,direction}'::text[] <> '{}'
      or jsonb_typeof(p_measure -> 'unit') <> 'string'
      or jsonb_typeof(p_measure -> 'target') <> 'number'
      or char_length(p_measure ->> 'target') > 20 then false
    else char_length(p_measure ->> 'unit') <= 20 and p_measure ->> 'unit' ~ '\S'
      and (p_measure ->> 'target')::numeric > 0
      and (p_measure ->> 'target')::numeric <= 1000000000
      and p_measure ->> 'direction' in ('at_least', 'at_most')
  end, false);
end
$$;

grant execute on function private.is_schedule, private.is_measure to authenticated, service_role;

create table public.goals (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  description text not null default '' check (char_length(description) <= 2000),
  target_date date check (target_date between '0001-01-01' and '9999-12-31'),
  status text not null default 'active'
    check (status in ('active', 'paused', 'completed', 'abandoned')),
  completed_at timestamptz,
  version integer not null default 1,
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  schedule jsonb
    check (private.is_schedule(schedule) and char_length(schedule::text) <= 100),
  measure jsonb check (private.is_measure(measure) and char_length(measure::text) <= 250),
  constraint goals_owner_key unique (id, user_id),
  constraint goals_completed_at_check check ((status = 'completed') = (completed_at is not null))
);

select private.guard_table('public.goals', 'Goals of users.');
comment on column public.goals.completed_at is 'Set by a trigger when the goal becomes completed.';

create index goals_page_idx on public.goals (user_id, written_at desc, id desc);

create table public.goal_check_ins (
  id uuid primary key default private.uuid_v7(),
  goal_id uuid not null,
  user_id uuid not null default auth.uid(),
  status text not null check (status in ('completed', 'partial', 'missed')),
  notes text not null default '' check (char_length(notes) <= 2000),
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  amount numeric check (amount between 0 and 1000000 and scale(amount) <= 2),
  day date not null default '-infinity',
  is_derived boolean not null default false,
  -- A check-in belongs to the owner of the goal.
  constraint goal_check_ins_goal_fkey
    foreign key (goal_id, user_id) references public.goals (id, user_id) on delete cascade
);

select private.guard_table('public.goal_check_ins', 'Progress reports on goals.');
comment on column public.goal_check_ins.day is
  'The date whose amounts add up: set by a trigger, in the time zone of the writing.';
comment on column public.goal_check_ins.is_derived is
  'Whether the amounts of the day give the status, because none was sent.';

create index goal_check_ins_goal_idx
  on public.goal_check_ins (goal_id, user_id, written_at desc, id desc);
create index goal_check_ins_user_id_idx on public.goal_check_ins (user_id, written_at);
create index goal_check_ins_amounts_idx on public.goal_check_ins (goal_id, day)
  where amount is not null;

create function private.stamp_goal_completion() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.completed_at := case
    when new.status <> 'completed' then null
    when tg_op = 'UPDATE' and old.status = 'completed' then old.completed_at
    else now()
  end;
  return new;
end
$$;

-- Changes of a user's goals and check-ins wait for each other, because the amounts of a date add
-- up, and because the deletion of a goal locks all its check-ins in another order than a change of
-- several check-ins does: each would wait for rows that the other has locked. A trigger of rows
-- would be too late, because it runs when its row is locked.
create function private.lock_check_ins() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('check-ins ' || (select auth.uid()), 0));
  return null;
end
$$;

create trigger goals_050_lock_check_ins before delete or update of schedule, measure on public.goals
  for each statement execute function private.lock_check_ins();
create trigger goal_check_ins_050_lock before insert or update or delete on public.goal_check_ins
  for each statement execute function private.lock_check_ins();

-- Before `updated_at` changes: a write that changes nothing keeps the version.
create trigger goals_090_set_version before update on public.goals
  for each row when (old is distinct from new) execute function private.set_version();
create trigger goals_200_stamp_completion before insert or update of status on public.goals
  for each row execute function private.stamp_goal_completion();

select private.set_quota('public.goals', 'goals', p_daily => 10000, p_total => 1000);
select private.set_quota('public.goal_check_ins', 'goal check-ins', p_daily => 10000);
select private.count_texts_of('public.goals', '{title,description,schedule,measure}');
select private.count_texts_of('public.goal_check_ins', '{notes}');

select private.let_read('owner_or_admin', 'public.goals');
select private.let_owner_change('public.goals',
  p_insert => '{id,title,description,target_date,status,written_at,schedule,measure}',
  p_update => '{title,description,target_date,status,schedule,measure}', p_delete => true);

select private.let_read('owner_or_admin', 'public.goal_check_ins');
select private.let_owner_change('public.goal_check_ins',
  p_insert => '{id,goal_id,status,notes,written_at,amount}',
  p_update => '{status,notes,amount}', p_delete => true);

-- A goal as a list shows it.
create view public.goal_cards with (security_invoker = true) as
  select
    g.*,
    (select jsonb_build_object('status', c.status, 'created_at', c.created_at)
     from public.goal_check_ins as c where c.goal_id = g.id and c.user_id = g.user_id
     order by c.written_at desc, c.id desc limit 1) as last_check_in,
    (select count(*) from public.goal_check_ins as c
     where c.goal_id = g.id and c.user_id = g.user_id) as check_in_count
  from public.goals as g;

comment on view public.goal_cards is 'Goals with their latest check-in and number of check-ins.';

-- A goal with its newest 1,000 check-ins, as JSON: a table shows at most `max_rows` of them.
create function public.get_goal(p_id uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select to_jsonb(g) || jsonb_build_object('check_ins', coalesce((
      select jsonb_agg(to_jsonb(c) order by c.written_at desc, c.id desc)
      from (
        select id, goal_id, user_id, status, notes, amount, written_at, created_at
        from public.goal_check_ins
        where goal_id = g.id and user_id = g.user_id
        order by written_at desc, id desc limit 1000
      ) as c), '[]'))
    from public.goal_cards as g where g.id = p_id
  );
end
$$;

grant execute on function public.get_goal to authenticated;
grant select on public.goal_cards to authenticated, service_role;
grant all on public.goals, public.goal_check_ins to service_role;

select private.register_personal_data('public.goals', 'delete', 30);
select private.register_personal_data('public.goal_check_ins');

select private.register_synced_table('goal', 'goals');

-- A check-in as a client keeps it.
create view private.check_in_copies as
  select id, goal_id, user_id, status, notes, amount, written_at, created_at
  from public.goal_check_ins;

comment on view private.check_in_copies is 'Check-ins as clients keep them.';

select private.register_synced_table(
  'goal_check_in', 'goal_check_ins', 'private.check_in_copies');

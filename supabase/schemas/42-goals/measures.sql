-- Measures: the amounts of the check-ins of a date add up, and give the status to those check-ins
-- for which no status was sent.

-- The local date of a writing, in the present time zone of its writer. A device may write offline
-- for two days; a time further from the arrival does not count.
create function private.date_of_writing(
  p_user_id uuid, p_written_at timestamptz, p_created_at timestamptz
) returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select (private.time_of_writing(p_written_at, p_created_at) at time zone timezone)::date
    from public.profiles where id = p_user_id);
end
$$;

-- The status that the amounts of a date give; null without a measure.
create function private.status_by_amount(p_measure jsonb, p_sum numeric) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_target constant numeric := p_measure ->> 'target';
begin
  return case p_measure ->> 'direction'
    when 'at_least' then case
      when p_sum >= v_target then 'completed' when p_sum > 0 then 'partial' else 'missed' end
    when 'at_most' then case when p_sum <= v_target then 'completed' else 'missed' end
  end;
end
$$;

create function private.date_check_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.day := coalesce(
    private.date_of_writing(new.user_id, new.written_at, new.created_at), new.day);
  new.is_derived := new.status is null;
  return new;
end
$$;

-- A sent status stays, also where it is like the derived one. Null asks for the derived status.
create function private.mark_sent_status() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.is_derived := new.status is null;
  return new;
end
$$;

-- Gives a check-in with an amount its status, unless one was sent. Without an amount a status that
-- was derived becomes null, and the column refuses it.
create function private.weigh_check_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_goal public.goals;
  v_others record;
begin
  if new.amount is null then
    new.status := case when not new.is_derived then new.status end;
    return new;
  end if;
  select * into v_goal from public.goals where id = new.goal_id and user_id = new.user_id;
  if v_goal.id is null then
    -- The foreign key refuses it.
    new.status := coalesce(new.status, 'missed');
    return new;
  end if;
  perform private.refuse_if(
    v_goal.measure is null and (tg_op = 'INSERT' or new.amount is distinct from old.amount),
    400, 'amount: not for a goal without a measure', 'invalid_value');
  if v_goal.measure is null then
    new.status := coalesce(new.status, old.status);
    return new;
  end if;
  select coalesce(sum(amount), 0) as sum, count(*) as count into v_others
  from public.goal_check_ins
  where goal_id = new.goal_id and day = new.day and amount is not null and id <> new.id;
  -- Each of them derives the statuses of all.
  perform private.refuse_if(v_others.count >= 500,
    409, 'amount: at most 500 of a goal and a date', 'quota_reached');
  if new.is_derived then
    new.status := private.status_by_amount(v_goal.measure, new.amount + v_others.sum);
  end if;
  return new;
end
$$;

-- Derives the statuses of a date anew.
create function private.weigh_day(p_goal_id uuid, p_day date) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_status constant text := private.status_by_amount(
    (select measure from public.goals where id = p_goal_id),
    (select coalesce(sum(amount), 0) from public.goal_check_ins
     where goal_id = p_goal_id and day = p_day and amount is not null));
begin
  update public.goal_check_ins set status = null
  where goal_id = p_goal_id and day = p_day and amount is not null and is_derived
    and status <> v_status;
end
$$;

-- After the triggers of rows, which know a row as this statement has written it.
create function private.weigh_others() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.weigh_day(d.goal_id, d.day) from (
      select distinct goal_id, day from written where amount is not null) as d;
  elsif tg_op = 'UPDATE' then
    perform private.weigh_day(d.goal_id, d.day) from (
      select distinct w.goal_id, w.day from written as w join gone as g using (id)
      where w.amount is distinct from g.amount) as d;
  else
    perform private.weigh_day(d.goal_id, d.day) from (
      select distinct goal_id, day from gone where amount is not null) as d;
  end if;
  return null;
end
$$;

-- Days before today keep what another measure made of them, until they are written to.
create function private.weigh_today() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.weigh_day(new.id, private.date_of_writing(new.user_id, now(), now()));
  return null;
end
$$;

create trigger goal_check_ins_200_date before insert on public.goal_check_ins
  for each row execute function private.date_check_in();
create trigger goal_check_ins_210_mark_sent before update of status on public.goal_check_ins
  for each row execute function private.mark_sent_status();
create trigger goal_check_ins_220_weigh before insert on public.goal_check_ins
  for each row when (new.amount is not null) execute function private.weigh_check_in();
create trigger goal_check_ins_221_weigh before update on public.goal_check_ins
  for each row when (old.amount is not null or new.amount is not null)
  execute function private.weigh_check_in();
create trigger goal_check_ins_600_weigh_others after insert on public.goal_check_ins
  referencing new table as written
  for each statement execute function private.weigh_others();
create trigger goal_check_ins_610_weigh_others after update on public.goal_check_ins
  referencing old table as gone new table as written
  for each statement execute function private.weigh_others();
create trigger goal_check_ins_620_weigh_others after delete on public.goal_check_ins
  referencing old table as gone
  for each statement execute function private.weigh_others();
create trigger goals_600_weigh_today after update of measure on public.goals
  for each row when (old.measure is distinct from new.measure)
  execute function private.weigh_today();

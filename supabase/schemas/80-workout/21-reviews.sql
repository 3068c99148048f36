-- Reviews of check-ins by super admins.

-- Verifies a check-in that waits, or rejects a check-in that is not rejected yet, which then
-- loses its chips. Later days of the user's series are counted again, and so is the user after in
-- the chain.
create function private.review_workout_checkin(
  p_checkin_id uuid, p_status text, p_reason text default null
) returns public.workout_window_checkins
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.workout_window_checkins;
  v_after public.workout_window_checkins;
  v_next uuid;
begin
  perform private.require_super_admin();
  select * into v_before from public.workout_window_checkins where id = p_checkin_id;
  perform private.refuse_if(not found, 404, 'Check-in not found');
  -- Neither a close nor a check-in of the user after comes between.
  perform from private.workout_dates where date = v_before.date for no key update;
  perform private.lock_workout_places(v_before.date, array(
    select unnest(array[user_id, after_user_id]) from public.workout_window_chains
    where user_id = v_before.user_id and date = v_before.date));
  select * into v_before from public.workout_window_checkins where id = p_checkin_id
  for no key update;
  perform private.refuse_if(not found, 404, 'Check-in not found');
  perform private.refuse_if(v_before.status = 'rejected' or v_before.status = p_status,
    409, 'This check-in is already ' || v_before.status);
  update public.workout_window_checkins set status = p_status,
    battle_chips_earned = case when p_status = 'rejected' then 0 else battle_chips_earned end
  where id = p_checkin_id;
  update public.workout_window_checkins as k set battle_chips_earned = n.chips
  from public.workout_window_checkins as d
  cross join lateral private.workout_chips(d.user_id, d.date) as n (chips)
  where d.user_id = v_before.user_id and d.date between v_before.date + 1 and v_before.date + 6
    and d.status <> 'rejected' and k.id = d.id and k.battle_chips_earned <> n.chips;
  select * into v_after from public.workout_window_checkins where id = p_checkin_id;
  perform private.audit('workout_checkin.' || p_status, 'workout_checkin', p_checkin_id::text,
    jsonb_build_object('status', v_before.status), jsonb_build_object('status', v_after.status),
    p_reason);
  select after_user_id into v_next from public.workout_window_chains
  where user_id = v_after.user_id and date = v_after.date;
  if p_status = 'verified' then
    update public.workout_window_chains set chain_status = 'continued'
    where user_id = v_next and date = v_after.date and chain_status = 'broken';
    perform private.pass_workout_baton(v_after.user_id, v_after.date);
  else
    -- A place that is still open is left to the close of the day.
    perform private.break_workout_chain(c.user_id, c.date) from public.workout_window_chains as c
    where c.user_id = v_after.user_id and c.date = v_after.date and c.closed_at is not null;
  end if;
  perform private.settle_workout_checkins(v_after.date, array[v_next]);
  perform private.count_workout_week(w.day, array[v_after.user_id, v_next])
  from unnest(array[v_after.date, v_after.date + 6]) as w (day);
  return v_after;
end
$$;

select private.expose('authenticated', 'review_workout_checkin');

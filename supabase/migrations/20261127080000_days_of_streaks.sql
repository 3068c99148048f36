SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.my_streaks ()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_caller constant uuid := private.require_caller();
  v_now constant private.streak_present := private.streak_present(v_caller);
begin
  return jsonb_build_object(
    'streaks', jsonb_build_object(
      'journal', private.streak_json((
        select s from private.streaks as s where user_id = v_caller and goal_id is null), v_now),
      'goals', coalesce((
        select jsonb_agg(
          jsonb_build_object('goal_id', g.id) || private.streak_json(s, v_now)
          order by g.written_at desc, g.id desc)
        from public.goals as g
        left join private.streaks as s on s.user_id = v_caller and s.goal_id = g.id
        where g.user_id = v_caller), '[]')),
    'freezes', private.streak_freezes_json(v_now),
    'pause', (
      select jsonb_build_object('since', since, 'until', until) from private.streak_pauses
      where user_id = v_caller and until >= v_now.today order by since limit 1),
    'calendar', jsonb_build_object(
      'frozen', (
        select coalesce(jsonb_agg(day order by day), '[]') from unnest(v_now.covered) as day
        where day > v_now.today - 366),
      'pauses', (
        select coalesce(
          jsonb_agg(jsonb_build_object('since', since, 'until', until) order by since), '[]')
        from private.streak_pauses where user_id = v_caller and until > v_now.today - 366)));
end
$function$;

-- The circle of the demo user, with two friends and a streak for two --------------------------------

do $$
declare
  v_circle jsonb;
  v_team uuid;
  v_friend integer;
begin
  foreach v_friend in array '{5,6}'::integer[] loop
    perform pg_temp.act_as(1);
    v_circle := public.invite_friend();
    v_team := v_circle -> 'team' ->> 'id';
    perform pg_temp.act_as(v_friend);
    perform public.accept_invitation(p_code => v_circle ->> 'code');
  end loop;
  -- Lists begin with the newest organization and team, which are those of the writers.
  update public.organizations set created_at = pg_temp.at(22, '10:00')
  where id = (v_circle -> 'organization' ->> 'id')::uuid;
  update public.teams set created_at = pg_temp.at(22, '10:00') where id = v_team;
  perform public.create_journal_entry(jsonb_build_object(
    'title', 'The bakery on the corner is back', 'mood', 'joyful', 'team_id', v_team,
    'content', 'Same cinnamon rolls, new sign. I bought three and ate two on the way home.',
    'metadata_visibility', 'team', 'content_visibility', 'team'));
  perform public.ask_pair_streak(pg_temp.person(1));
  perform pg_temp.act_as(1);
  perform public.ask_pair_streak(pg_temp.person(6));
  perform public.invite_friend();
end
$$;

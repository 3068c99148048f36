-- The leaderboard of a competition with 100,000 entrants in less time: the index of acts has the
-- order in which distinct users are counted, so that nothing is grouped or sorted for each entrant.
-- Runs at the same time share the work.

drop function public.score_competition, private.score_competition;

-- Computes the leaderboard of a competition anew, in one transaction: for each entrant the sum of
-- weight times the number of others who did so with the dream or its clones between the dates of
-- the competition. Writes the rows that change. Returns the number of scores, or null when another
-- run has computed the leaderboard since p_since.
create function private.score_competition(p_id uuid, p_since timestamptz default null)
returns integer
language plpgsql volatile security definer
-- Two sorts of 100,000 scores in memory.
set search_path = '' set work_mem = '64MB'
as $$
declare
  v_competition public.competitions;
  v_weights record;
  v_count integer;
begin
  select * into v_competition from public.competitions where id = p_id for no key update;
  if v_competition.last_scored_at >= p_since then
    return null;
  end if;
  select * into v_weights from jsonb_to_record(v_competition.scoring_config -> 'weights') as w (
    clone numeric, completion numeric, replication_confirmed numeric, replication_refuted numeric,
    build numeric);
  delete from public.competition_scores as s using public.profiles as p
  where s.competition_id = p_id and p.id = s.user_id and not p.is_active;

  insert into public.competition_scores as was
    (competition_id, user_id, dream_id, rank, score, breakdown)
  select p_id, e.user_id, e.dream_id, rank() over (order by s.score desc), s.score, to_jsonb(a)
  from public.competition_entries as e
  join public.profiles as p on p.id = e.user_id and p.is_active
  cross join lateral (
    select
      count(distinct v.user_id) filter (where v.kind = 'clone') as clone,
      count(distinct v.user_id) filter (where v.kind = 'completion') as completion,
      count(distinct v.user_id) filter (where v.kind = 'replication_confirmed')
        as replication_confirmed,
      count(distinct v.user_id) filter (where v.kind = 'replication_refuted')
        as replication_refuted,
      count(distinct v.user_id) filter (where v.kind = 'build') as build
    from private.dream_events as v
    where v.dream_id = e.dream_id and v.user_id <> e.user_id
      and v.created_at >= v_competition.starts_at and v.created_at < v_competition.ends_at
      -- Of these there are few: much less work than a look at the profile of each actor.
      and v.user_id not in (select id from public.profiles where not is_active)
  ) as a
  cross join lateral (
    select a.clone * v_weights.clone + a.completion * v_weights.completion
      + a.replication_confirmed * v_weights.replication_confirmed
      + a.replication_refuted * v_weights.replication_refuted + a.build * v_weights.build as score
  ) as s
  where e.competition_id = p_id
  -- In the order of the primary key, in which the rows are written faster.
  order by e.user_id
  on conflict on constraint competition_scores_pkey do update
    set rank = excluded.rank, score = excluded.score, breakdown = excluded.breakdown
    where (was.rank, was.score, was.breakdown)
      is distinct from (excluded.rank, excluded.score, excluded.breakdown);
  select count(*) into v_count from public.competition_scores where competition_id = p_id;
  update public.competitions set last_scored_at = clock_timestamp() where id = p_id;
  return v_count;
end
$$;

select private.expose('service_role', 'score_competition');

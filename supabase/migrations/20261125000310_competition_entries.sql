-- Entries do not wait for the scoring of their competition, nor changes of a tone pack for its
-- purchases. Runs of the job that scores competitions share the work, and go on with an unfinished
-- run instead of beginning anew.

-- Plain reading suffices: an entry that meets the end of the entries comes before it, and the
-- foreign key protects the competition.
create or replace function private.enter_competition(p_competition_id uuid, p_dream_id uuid)
returns public.competition_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_competition public.competitions;
  v_entry public.competition_entries;
begin
  select * into v_competition from public.competitions
  where id = p_competition_id and (is_active or private.is_super_admin());
  perform private.refuse_if(v_competition.id is null, 404, 'Competition not found');
  perform private.refuse_if(
    not v_competition.is_active or not v_competition.entry_open or v_competition.ends_at <= now(),
    409, 'The competition takes no entries', 'entries_closed');
  perform private.refuse_if(
    not exists (select from public.dreams where id = p_dream_id and user_id = v_caller),
    404, 'Dream not found');
  insert into public.competition_entries (competition_id, user_id, dream_id)
  values (p_competition_id, v_caller, p_dream_id)
  on conflict on constraint competition_entries_pkey do nothing
  returning * into v_entry;
  perform private.refuse_if(v_entry.user_id is null,
    409, 'You have entered this competition already', 'already_entered');
  return v_entry;
end
$$;

-- Purchases a public pack for the caller at its current price, and only at the price that the
-- caller expects where one is given. The creator earns nothing.
create or replace function private.purchase_tone_pack(
  p_tone_pack_id uuid, p_expected_price integer default null
)
returns table (
  id uuid, user_id uuid, tone_pack_id uuid, price_drops integer, ledger_id bigint,
  created_at timestamptz, balance integer
)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_pack public.tone_packs;
  v_entry public.drops_ledger;
begin
  -- The lock serializes the purchase with the deletion of the owner's account, which ends the sale.
  perform from public.profiles as u
  where u.id = (select p.owner_id from public.tone_packs as p where p.id = p_tone_pack_id)
  for key share;
  -- The lock serializes the purchase with the removal of the pack. It is the one that the foreign
  -- key of the purchase takes: neither waits for a change of the price, nor that for purchases.
  select * into v_pack from public.tone_packs as p where p.id = p_tone_pack_id for key share;

  perform private.refuse_if(v_pack.deleted_at is null and v_pack.owner_id = v_caller,
    409, 'This is your own tone pack', 'own_tone_pack');
  perform private.refuse_if(exists (
    select from public.tone_pack_purchases as b
    where b.user_id = v_caller and b.tone_pack_id = p_tone_pack_id
  ), 409, 'You have purchased this tone pack already', 'already_purchased');
  perform private.refuse_if(v_pack.id is null or v_pack.deleted_at is not null
    or private.is_leaving(v_pack.owner_id)
    or not v_pack.is_public and not private.may_use_tone_pack(v_pack, v_caller),
    404, 'Tone pack not found');
  perform private.refuse_if(not v_pack.is_public,
    409, 'This tone pack is not for sale', 'not_for_sale');
  perform private.refuse_if(v_pack.price_drops = 0,
    409, 'This tone pack is free', 'tone_pack_free');
  perform private.refuse_if(v_pack.price_drops <> p_expected_price, 409,
    format('expected_price: the price of this tone pack is now %s', v_pack.price_drops),
    'price_changed');

  v_entry := private.post_drop(v_caller, -v_pack.price_drops, 'purchase',
    'Tone pack: ' || v_pack.name, 'tone_packs', v_pack.id, 'tone_pack:' || v_pack.id);
  -- A concurrent request of the caller was first.
  perform private.refuse_if(v_entry.id is null,
    409, 'You have purchased this tone pack already', 'already_purchased');
  return query
    insert into public.tone_pack_purchases as b (user_id, tone_pack_id, price_drops, ledger_id)
    values (v_caller, v_pack.id, v_pack.price_drops, v_entry.id)
    returning b.id, b.user_id, b.tone_pack_id, b.price_drops, b.ledger_id, b.created_at,
      v_entry.balance_after;
end
$$;

-- Scoring -----------------------------------------------------------------------------------------

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

-- The competitions that the job has yet to score, the one that was scored longest ago first. With
-- them since when the run is at work, which is unfinished until a call is complete: since its first
-- call, and not before the job was due.
create function private.competitions_to_score()
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
  c_job constant text := 'lab-recompute-competitions';
  v_since constant timestamptz := greatest(
    (select private.last_due(j.schedule, now()) from private.jobs as j where j.name = c_job),
    (select min(r.started_at) from private.job_runs as r
      where r.job = c_job and r.started_at > coalesce(
        (select max(c.started_at) from private.job_runs as c where c.job = c_job and c.complete),
        '-infinity')));
begin
  return query
    select c.id, c.title, v_since from public.competitions as c
    where c.is_active and c.entry_open and (c.last_scored_at >= v_since) is not true
    order by c.last_scored_at nulls first, c.id;
end
$$;

select private.expose('service_role', 'score_competition', 'competitions_to_score');

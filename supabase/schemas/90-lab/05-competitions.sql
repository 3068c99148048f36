-- Competitions of the lab: users enter dreams, and a job scores what others do with them.

-- The weights of a scoring configuration, with the defaults for missing weights.
create function private.scoring_weights(p_config jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  v_weights constant jsonb := coalesce(p_config -> 'weights', '{}');
  v_defaults constant jsonb := '{
    "clone": 1, "completion": 5, "replication_confirmed": 25, "replication_refuted": 5, "build": 10}';
  v_key text;
begin
  perform private.refuse_if(jsonb_typeof(v_weights) <> 'object',
    400, 'scoring_config.weights: expected an object', 'wrong_type');
  for v_key in select jsonb_object_keys(v_weights) loop
    perform private.refuse_if(not v_defaults ? v_key,
      400, format('scoring_config.weights.%s: unknown weight', left(v_key, 50)), 'unknown_value');
    perform private.refuse_if(jsonb_typeof(v_weights -> v_key) <> 'number'
      or (v_weights ->> v_key)::numeric not between 0 and 1000,
      400, format('scoring_config.weights.%s: expected 0 to 1000', v_key), 'invalid_value');
  end loop;
  return v_defaults || v_weights;
end
$$;

create table public.competitions (
  id uuid primary key default private.uuid_v7(),
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  description text not null default '' check (char_length(description) <= 2000),
  is_active boolean not null default true,
  entry_open boolean not null default true,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  scoring_config jsonb not null
    default jsonb_build_object('weights', private.scoring_weights('{}')),
  last_scored_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (scoring_config = jsonb_build_object('weights', private.scoring_weights(scoring_config))),
  constraint competitions_ends_at_check
    check (ends_at > starts_at and starts_at >= '2000-01-01' and ends_at < '10000-01-01')
);

select private.guard_table('public.competitions', 'Competitions of the lab.', p_stamp => false);
comment on column public.competitions.scoring_config is
  '{weights: {clone, completion, replication_confirmed, replication_refuted, build}}, each 0 to 1,000.';

create table public.competition_entries (
  competition_id uuid not null references public.competitions (id) on delete cascade,
  user_id uuid not null,
  dream_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (competition_id, user_id),
  constraint competition_entries_dream_fkey
    foreign key (dream_id, user_id) references public.dreams (id, user_id) on delete cascade
);

select private.guard_table('public.competition_entries',
  'Dreams in competitions, one for each user.');

create table public.competition_scores (
  competition_id uuid not null,
  user_id uuid not null,
  dream_id uuid not null,
  rank integer not null,
  score numeric not null,
  breakdown jsonb not null,
  primary key (competition_id, user_id),
  constraint competition_scores_entry_fkey foreign key (competition_id, user_id)
    references public.competition_entries (competition_id, user_id) on delete cascade,
  constraint competition_scores_card_fkey
    foreign key (user_id) references public.profile_cards (id) on delete cascade
);

select private.guard_table('public.competition_scores', 'The leaderboards, as last computed.');
comment on column public.competition_scores.rank is 'Equal scores have equal ranks.';
comment on column public.competition_scores.breakdown is
  'How many users did what with the dream, by the names of the weights.';

create index competitions_page_idx on public.competitions (created_at desc, id desc);
create index competition_entries_user_id_idx
  on public.competition_entries (user_id, created_at, competition_id);
create index competition_entries_dream_idx on public.competition_entries (dream_id, user_id);
create index competition_scores_leaderboard_idx
  on public.competition_scores (competition_id, rank, user_id);
create index competition_scores_user_id_idx
  on public.competition_scores (user_id, competition_id);

create trigger competitions_100_set_updated_at
  before update of title, description, is_active, entry_open, starts_at, ends_at, scoring_config
  on public.competitions for each row execute function private.set_updated_at();

-- A competition that has begun stays readable with its leaderboard, also when it is inactive.
create policy competitions_select_active_or_begun on public.competitions for select to authenticated
  using (is_active or starts_at <= now() or (select private.is_super_admin()));
select private.let_read('owner_or_admin', 'public.competition_entries');
-- Row security of competitions decides.
create policy competition_scores_select_visible on public.competition_scores
  for select to authenticated
  using (competition_id in (select c.id from public.competitions as c));

grant select on public.competitions, public.competition_scores to authenticated, service_role;

-- Writing -----------------------------------------------------------------------------------------

-- Creates a competition (p_id null) or changes the given fields of one.
create function private.save_competition(p_id uuid, p_fields jsonb) returns public.competitions
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.competitions;
  v_after public.competitions;
begin
  perform private.require_super_admin();
  if p_id is null then
    insert into public.competitions (title, starts_at, ends_at)
    values (
      p_fields ->> 'title', private.short(p_fields, 'starts_at')::timestamptz,
      private.short(p_fields, 'ends_at')::timestamptz)
    returning * into v_after;
  else
    select * into v_before from public.competitions where id = p_id for no key update;
    perform private.refuse_if(v_before.id is null, 404, 'Competition not found');
  end if;
  update public.competitions as c set
    (title, description, is_active, entry_open, starts_at, ends_at) = (
      select title, description, is_active, entry_open, starts_at, ends_at
      from private.changed(c, p_fields)),
    scoring_config = case when p_fields ? 'scoring_config'
      then jsonb_build_object('weights', private.scoring_weights(p_fields -> 'scoring_config'))
      else scoring_config end
  where id = coalesce(p_id, v_after.id)
  returning * into v_after;
  perform private.audit(
    case when p_id is null then 'competition.create' else 'competition.update' end,
    'competition', v_after.id::text, case when p_id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after));
  return v_after;
end
$$;

-- Plain reading suffices: an entry that meets the end of the entries comes before it, and the
-- foreign key protects the competition.
create function private.enter_competition(p_competition_id uuid, p_dream_id uuid)
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
comment on function private.enter_competition is 'Enters a dream of the caller into a competition.';

-- Scoring -----------------------------------------------------------------------------------------

-- Computes the leaderboard of a competition anew, in one transaction. A score is the sum over the
-- kinds of acts: the weight of the kind times the number of other users who have done it with the
-- dream or its clones between the dates of the competition. Writes the rows that change. Returns
-- the number of scores, or null when another run has computed the leaderboard since p_since.
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
      -- Few users are inactive: their list is much less work than a look at each actor's profile.
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

-- The competitions that the job has yet to score, beginning with the competition that was scored
-- longest ago, and since when the run is at work: since its first call, and not before the job was
-- due. A run ends with a call that is complete.
create function private.competitions_to_score()
returns table (id uuid, title text, since timestamptz)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
  v_job constant text := 'lab-recompute-competitions';
  v_since constant timestamptz := greatest(
    (select private.last_due(j.schedule, now()) from private.jobs as j where j.name = v_job),
    (select min(r.started_at) from private.job_runs as r
      where r.job = v_job and r.started_at > coalesce(
        (select max(c.started_at) from private.job_runs as c where c.job = v_job and c.complete),
        '-infinity')));
begin
  return query
    select c.id, c.title, v_since from public.competitions as c
    where c.is_active and c.entry_open and (c.last_scored_at >= v_since) is not true
    order by c.last_scored_at nulls first, c.id;
end
$$;

select private.schedule_job('lab-recompute-competitions', '0 6 * * *',
  '/cron/lab/recompute-competitions', '{LAB_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}');

select private.expose_save('competition', 'authenticated');
select private.expose('authenticated', 'enter_competition');
select private.expose('service_role', 'score_competition', 'competitions_to_score');

select private.register_personal_data('public.competition_entries', 'delete', 20,
  p_page_key => '{created_at,competition_id}');
select private.register_personal_data('public.competition_scores',
  p_page_key => '{competition_id}');

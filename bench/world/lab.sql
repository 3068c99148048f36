-- Dreams: templates, clones with completions and replications, and a competition.

-- fill private.dream_events
insert into private.dream_events (dream_id, user_id, kind, created_at)
select world.id('template dream', n / 20 % 20), world.user_id(n), 'clone', world.at(world.dice(n, 70) / 2) from generate_series(0, :users - 1, world.every(2)) as n;
insert into private.dream_events (dream_id, user_id, kind, created_at)
select d.id, world.user_id(n), 'completion', world.at(0.5 + world.dice(n, 71) / 2)
from generate_series(0, :users - 1, world.every(6)) as n, lateral (values (world.id('template dream', n / 20 % 20)), (world.id('dream', n))) as d (id);
insert into private.dream_events (dream_id, user_id, kind, created_at)
select d.id, world.user_id(n), case when n % 700 = 0 then 'replication_refuted'
  else 'replication_confirmed' end, world.at(0.5 + world.dice(n, 72) / 2)
from generate_series(0, :users - 1, world.every(10)) as n, lateral (values (world.id('template dream', n / 20 % 20)), (world.id('dream', n))) as d (id);

-- fill public.dreams
create table world.counts as
select dream_id, count(distinct user_id) filter (where kind = 'clone') as clones,
  count(distinct user_id) filter (where kind = 'completion') as completions
from private.dream_events group by dream_id;
insert into public.dreams (id, user_id, title, calculator, is_template, is_public, safety_level,
  predicted_values, spec_version, clone_count, completion_count, written_at, created_at, updated_at)
select world.id('template dream', d), world.user_id(1), 'Coil ' || d, 'coil', true, true,
  'adult_only', '{"calculator": "coil", "optimal_inputs": {}, "outputs": [{"label": "L", "value": 1,
  "unit": "H"}]}', 1, coalesce(clones, 0), coalesce(completions, 0), world.at(-0.5), world.at(-0.5),
  world.at(-0.5)
from generate_series(0, 19) as d
left join world.counts as c on c.dream_id = world.id('template dream', d);
insert into public.dreams (id, user_id, title, calculator, cloned_from, is_public,
  completion_count, completed_at, steps, written_at, created_at, updated_at)
select world.id('dream', n), world.user_id(n), 'My coil', 'coil', world.id('template dream', n / 20 % 20), n % 3 = 0,
  coalesce(completions, 0), case when completions > 0 then world.at(0.5 + world.dice(n, 71) / 2) end,
  '[{"title": "Wind it", "done": true}]', at, at, at
from generate_series(0, :users - 1, world.every(2)) as n cross join lateral (select world.at(world.dice(n, 70) / 2) as at) as t
left join world.counts as c on c.dream_id = world.id('dream', n);
drop table world.counts;

-- One in seventy measures ten percent more: an anomaly among values that differ by one percent.
-- fill public.dream_replications
insert into public.dream_replications (id, dream_id, template_id, spec_version, user_id, status,
  measured_values, delta_values, anomalies, is_counted, created_at)
select world.id('replication', n), world.id('dream', n), world.id('template dream', n / 20 % 20), 1, world.user_id(n),
  case when n % 700 = 0 then 'refuted' else 'confirmed' end,
  jsonb_build_object('L', 1 + delta), jsonb_build_object('L', delta),
  case when n % 700 = 0 then array['L'] else '{}' end, true, world.at(0.5 + world.dice(n, 72) / 2)
from generate_series(0, :users - 1, world.every(10)) as n, lateral (
  select case when n % 700 = 0 then 0.1 when n % 20 = 0 then 0.01 else -0.01 end as delta) as d;
insert into public.dream_convergence (template_id, confirmations, refutations, anomalies, robust_at)
select template_id, count(*) filter (where status = 'confirmed'),
  count(*) filter (where status = 'refuted'), sum(cardinality(anomalies)),
  case when count(*) filter (where status = 'confirmed') >= 50 then world.at(0.9) end
from public.dream_replications group by template_id;
insert into public.dream_convergence_values (template_id, label, n, mean, m2)
select template_id, 'L', count(*), avg(v), var_pop(v) * count(*)
from (
  select template_id, (measured_values ->> 'L')::double precision as v
  from public.dream_replications
) as r group by template_id;

-- fill public.progress_reports
insert into public.progress_reports (id, dream_id, user_id, content, created_at)
select world.id('report', n), world.id('dream', n), world.user_id(n), 'Wound half of it',
  world.at(0.5 + world.dice(n, 73) / 2)
from generate_series(0, :users - 1, world.every(6)) as n;

-- fill public.competition_entries
insert into public.competitions (id, title, starts_at, ends_at, last_scored_at)
values (world.id('competition', 1), 'Coils of the year', world.at(0.4),
  world.now() + interval '30 days', world.now() - interval '1 hour');
insert into public.competition_entries (competition_id, user_id, dream_id, created_at)
select world.id('competition', 1), world.user_id(n), world.id('dream', n), world.at(0.5)
from generate_series(0, :users - 1, world.every(10)) as n;
insert into public.competition_scores (competition_id, user_id, dream_id, rank, score, breakdown)
select world.id('competition', 1), world.user_id(n), world.id('dream', n),
  row_number() over (order by n), :users - n, '{}'
from generate_series(0, :users - 1, world.every(10)) as n;

-- Encouragement drops, templates, and the days of their senders. Everybody, or one in ten, has sent a
-- drop to the famous user.

-- fill public.drops_sent, 10 a user
insert into public.drops_sent (id, sender_id, recipient_id, drop_type, template_id, title, content,
  date_sent, read_at, bonus_drops, engagement_window_ends_at, engagement_increased, settled_at,
  bonus_drops_awarded)
select world.id_at('drop ' || n || ' ', j, at), world.user_id(n),
  world.user_id(case when j = 0 and n <> 2 and n % world.every(1) = world.every(1) - 1 then 2
    else (n + 1 + floor(world.dice(i, 1) * world.dice(i, 2) * (:users - 1))::integer) % :users end),
  'encouragement', case when j % 4 > 0 then world.id('template', i % 200) end,
  case when j % 4 > 0 then 'Template ' || i % 200 end, 'You are doing great', at,
  case when world.dice(i, 3) < 0.8 then at + interval '2 hours' end, 2, at + interval '24 hours',
  settled and engaged, case when settled then at + interval '25 hours' end,
  case when settled and engaged then 2 else 0 end
from world.spread(10 * :share, :from, :to, 20), world.at(t) as at,
  lateral (select n::bigint * 31 + j::bigint * 7919 as i) as i,
  lateral (
    select at < world.now() - interval '25 hours' as settled,
      world.dice(i, 4) < 0.4 as engaged) as outcome;

-- fill public.drop_entries
insert into public.drop_entries (drop_id, entry_id)
select id, world.id('entry ' || world.number(sender_id) || ' ', 0) from public.drops_sent
where template_id is null and sender_id <> '00000000-0000-4000-a000-000000000001'
  and world.number(sender_id) % world.every(1) = 0 and right(id::text, 1) in ('0', '1', '2', '3');

-- Bonuses go to the day on which the job has settled the drop.
-- fill public.user_drops
insert into public.user_drops (user_id, date, began_at, daily_allowance, custom_max, drops_used,
  custom_used, bonus_drops_earned)
select sender_id, date, date::timestamp at time zone timezone, 5, 3, sum(used), sum(custom),
  sum(bonus)
from (
  select sender_id, (date_sent at time zone timezone)::date as date, timezone, 1 as used,
    (template_id is null)::integer as custom, 0 as bonus
  from public.drops_sent, world.timezone(world.number(sender_id)) as timezone
  union all
  select sender_id, (settled_at at time zone timezone)::date, timezone, 0, 0, bonus_drops_awarded
  from public.drops_sent, world.timezone(world.number(sender_id)) as timezone
  where bonus_drops_awarded > 0
) as d group by sender_id, date, timezone;

-- fill public.drop_templates
insert into public.drop_templates (id, drop_type, title, content, is_approved, usage_count)
select world.id('template', t), 'encouragement', 'Template ' || t, 'You are doing great', true,
  coalesce(used.times, 0)
from generate_series(0, 199) as t
left join (
  select template_id, count(*) as times from public.drops_sent group by 1
) as used on used.template_id = world.id('template', t);

-- Rules that hold in a database whose rows the service itself has written, each with the query of
-- the rows that break it. SAMPLE is a share of the rows in percent.

-- cards are copies of profiles
select from public.profiles as p full join public.profile_cards as c on c.id = p.id
where (p.id, p.handle, p.full_name, p.avatar_url) is distinct from (c.id, c.handle, c.full_name, c.avatar_url)

-- the directory has every user
select from public.profiles as p
join auth.users as u on u.id = p.id
left join private.user_directory as d on d.user_id = p.id
where d.email is distinct from nullif(u.email, '') or d.created_at <> p.created_at or d.words <>
  lower(concat(' ' || p.full_name, ' ', p.handle, ' ' || nullif(u.email, '')) collate pg_catalog.pg_c_utf8)

-- search terms are those of handle and name
select from public.profiles as p
left join private.user_search_terms as t on t.user_id = p.id
group by p.id having count(*) filter (where t.place = 0 and t.term = lower(p.handle)) <> 1
  or count(*) filter (where t.place = 1 and t.term = lower(p.full_name)) <> 1

-- contents repeat the visibility of entries
select from public.journal_entries as e
left join private.journal_entry_contents as c on c.entry_id = e.id
left join private.journal_entry_documents as d on d.entry_id = e.id
where d.entry_id is null or (e.user_id, e.effective_metadata_visibility,
    e.effective_metadata_team_id, e.effective_metadata_org_id, e.effective_content_visibility,
    e.effective_content_team_id, e.effective_content_org_id)
  is distinct from (c.user_id, c.effective_metadata_visibility, c.effective_metadata_team_id,
    c.effective_metadata_org_id, c.effective_content_visibility, c.effective_content_team_id,
    c.effective_content_org_id)

-- search words and mentions are those of the text
select from public.journal_entries as e tablesample system (SAMPLE)
join private.journal_entry_contents as c on c.entry_id = e.id
join private.journal_entry_documents as d on d.entry_id = e.id
join public.profiles as p on p.id = e.user_id
where d.language <> p.language
  or d.words <> private.search_words(e.title || ' ' || c.content, d.language)
  or c.mentions <> private.parse_mentions(c.content)

-- badges count the drops of their senders
select from (
  select sender_id, count(*) as sent, count(settled_at) as settled,
    count(*) filter (where engagement_increased) as increases, sum(bonus_drops_awarded) as bonus
  from public.drops_sent group by sender_id
) as d full join public.encouragement_badges as b on b.user_id = d.sender_id
where (b.total_drops_sent, b.settled_drops, b.total_engagement_increases, b.bonus_drops_earned)
  is distinct from (d.sent, d.settled, d.increases, d.bonus)

-- levels above the first have their milestones
select from public.encouragement_badges as b left join public.badge_milestones as m
  on m.user_id = b.user_id
group by b.user_id having count(m.id) <> b.level - 1

-- days count the drops that were sent and the bonuses
select from (
  select sender_id, count(*) as used, count(*) filter (where template_id is null) as custom,
    sum(bonus_drops_awarded) as bonus
  from public.drops_sent group by sender_id
) as d full join (
  select user_id, sum(drops_used) as used, sum(custom_used) as custom,
    sum(bonus_drops_earned) as bonus
  from public.user_drops group by user_id
) as u on u.user_id = d.sender_id
where (d.used, d.custom, d.bonus) is distinct from (u.used, u.custom, u.bonus)

-- templates count their drops
select from public.drop_templates as t
where t.usage_count <> (select count(*) from public.drops_sent as d where d.template_id = t.id)

-- the costs of days are those of their calls
select from (
  select (created_at at time zone 'utc')::date as day, sum(cost_usd) as cost
  from public.token_usage group by 1
) as u full join (
  select day, sum(cost_usd) as cost from private.ai_costs group by 1
) as c on c.day = u.day
where u.cost is distinct from c.cost

-- tone packs count their images
select from public.tone_packs as p
left join public.tone_pack_images as i on i.tone_pack_id = p.id
group by p.id having count(i.tone) <> p.image_count

-- summaries count what there is of an entry
select from private.entry_summaries as s
full join (
  select entry_id, sum(number) as responses, sum(photos) as photos from (
    select entry_id, count(*) as number, 0 as photos from public.journal_comments group by 1
    union all
    select entry_id, count(*), 0 from public.journal_reactions group by 1
    union all
    select entry_id, 0, count(*) from public.entry_attachments group by 1
  ) as n group by entry_id
) as n on n.entry_id = s.entry_id
where (n.responses, n.photos) is distinct from (
  (select coalesce(sum(c.value::integer), 0) from jsonb_each_text(s.counts) as c),
  s.attachment_count::bigint)

-- a purchase has its movement
select from public.tone_pack_purchases as p
left join public.drops_ledger as l on l.user_id = p.user_id and l.id = p.ledger_id
where (l.user_id, l.delta, l.reference_id) is distinct from
  (p.user_id, -p.price_drops, p.tone_pack_id)

-- links of chains are mirrored
select from public.workout_window_chains as c
left join public.workout_window_chains as b on b.date = c.date and b.user_id = c.before_user_id
left join public.workout_window_chains as a on a.date = c.date and a.user_id = c.after_user_id
where c.before_user_id is not null
    and (b.after_user_id is distinct from c.user_id or b.ends_at > c.starts_at)
  or c.after_user_id is not null and a.before_user_id is distinct from c.user_id

-- squads are those of chains
select from public.workout_window_chains as c
join public.workout_window_squads as s on s.id = c.squad_id
where s.date <> c.date or s.team_color <> c.team_color
  or c.user_id not in (s.user_1_id, s.user_2_id, coalesce(s.user_3_id, s.user_1_id))

-- chains break where somebody has failed
select from (
  select * from public.workout_window_chains tablesample system (SAMPLE) where closed_at is not null
) as c
where c.chain_status <> private.workout_chain_status(c.before_user_id, c.date)

-- check-ins have the chips that they earned
select from (select * from public.workout_window_checkins tablesample system (SAMPLE)) as k
where k.battle_chips_earned <> private.workout_chips(k.user_id, k.date)

-- dreams count their acts
select from (
  select d.clone_count, d.completion_count, d.build_count,
    count(distinct e.user_id) filter (where e.kind = 'clone') as clones,
    count(distinct e.user_id) filter (where e.kind = 'completion') as completions,
    count(distinct e.user_id) filter (where e.kind = 'build') as builds
  from public.dreams as d left join private.dream_events as e on e.dream_id = d.id group by d.id
) as d
where (clone_count, completion_count, build_count) is distinct from (clones, completions, builds)

-- convergence is that of the replications
select from (
  select template_id, count(*) filter (where status = 'confirmed') as confirmations,
    count(*) filter (where status = 'refuted') as refutations,
    sum(cardinality(anomalies)) as anomalies,
    avg((measured_values ->> 'L')::double precision) as mean
  from public.dream_replications where is_counted group by template_id
) as r full join public.dream_convergence as c on c.template_id = r.template_id
left join public.dream_convergence_values as v on v.template_id = c.template_id
where (r.confirmations, r.refutations, r.anomalies) is distinct from
    (c.confirmations, c.refutations, c.anomalies)
  or v.n <> c.confirmations + c.refutations or abs(v.mean - r.mean) > 1e-9

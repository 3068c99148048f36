-- The rows and columns of `list_journal_entries`, written by hand, with the reader's id and the size of
-- the page as parameters, row security bypassed.

with me as (select $1::uuid as id),
teams as (select array(select team_id from public.team_members where user_id = $1) as ids),
orgs as (select array(select org_id from public.organization_members where user_id = $1) as ids),
blocks as (select array(
  select unnest(blocked_user_ids) from public.profiles where id = $1
  union all
  select id from public.profiles
  where blocked_user_ids <> '{}' and blocked_user_ids @> array[$1]) as ids),
images as (
  select jsonb_object_agg(i.tone, i.path) as paths
  from public.profiles u join public.tone_pack_images i
    on i.tone_pack_id = (u.preferences ->> 'active_tone_pack_id')::uuid
  where u.id = $1),
page as (
  select f.id, f.written_at from (
    (select id, written_at from public.journal_entries
     where user_id = $1 order by written_at desc, id desc limit $2)
    union all
    (select id, written_at from public.journal_entries
     where effective_metadata_visibility = 'public' and user_id <> $1
     order by written_at desc, id desc limit $2)
    union all
    (select x.id, x.written_at from unnest((select ids from teams)) as t (id) cross join lateral
      (select e.id, e.written_at from public.journal_entries e
       where e.effective_metadata_team_id = t.id and e.user_id <> $1
       order by e.written_at desc, e.id desc limit $2) as x)
    union all
    (select x.id, x.written_at from unnest((select ids from orgs)) as o (id) cross join lateral
      (select e.id, e.written_at from public.journal_entries e
       where e.effective_metadata_org_id = o.id and e.user_id <> $1
       order by e.written_at desc, e.id desc limit $2) as x)
  ) f order by f.written_at desc, f.id desc limit $2
)
select to_json(f) as list_journal_entries from (
select e.id, e.user_id, e.title, c.content, c.entry_id is null as content_hidden, e.mood,
  e.mood_source, e.tags, e.notebook_id, e.metadata_visibility, e.content_visibility,
  e.effective_metadata_visibility,
  e.effective_content_visibility, e.team_id, e.org_id,
  e.effective_metadata_team_id as effective_team_id, e.effective_metadata_org_id as effective_org_id,
  (select to_jsonb(a) from public.profile_cards a where a.id = e.user_id) as author,
  (select jsonb_build_object('id', n.id, 'name', n.name) from public.notebooks n
   where n.id = e.notebook_id and (
     n.user_id = $1 or n.metadata_visibility = 'public'
     or n.metadata_visibility = 'team' and n.team_id = any ((select ids from teams)::uuid[])
     or n.metadata_visibility = 'org' and n.org_id = any ((select ids from orgs)::uuid[]))
  ) as notebook,
  coalesce(c.mentions, '[]') as mentions, e.spotify_track_id,
  (select to_jsonb(t) from private.track_cards t where t.id = e.spotify_track_id) as track,
  e.version, e.written_at, e.created_at, e.updated_at,
  (select paths from images) ->> lower(e.mood) as tone_image_path,
  coalesce((s.counts ->> 'comment')::int, 0) as comment_count,
  coalesce(s.counts - 'comment', '{}') as reactions, r.reaction as own_reaction,
  coalesce(s.attachment_count, 0) as attachment_count, s.picture
from page p
join public.journal_entries e on e.id = p.id
left join private.journal_entry_contents c on c.entry_id = e.id and (
  c.user_id = $1 or c.effective_content_visibility = 'public'
  or c.effective_content_team_id = any ((select ids from teams)::uuid[])
  or c.effective_content_org_id = any ((select ids from orgs)::uuid[]))
left join lateral (
  select s.attachment_count, s.picture, case when (select ids from blocks) = '{}' then s.counts
    else private.heard_counts(e.id, e.user_id, s.counts, (select ids from blocks)) end as counts
  from private.entry_summaries s where s.entry_id = c.entry_id offset 0) s on true
left join public.journal_reactions r
  on r.entry_id = c.entry_id and r.user_id = $1 and s.counts is not null
order by p.written_at desc, p.id desc
) f

-- Responses to entries and more of their parts: comments, reactions, photos, links to share, former
-- texts.
--
-- Of the entries that others see, one in three has comments by two of the author's team, and one in
-- two their reactions; of all, one in ten has a photo and one in ten two former texts. One user in
-- fifty comments on an entry of the famous one.

-- step entries
create table world.answered as
select e.*, i / 1048576.0 as place
from (
  select id, world.number(user_id) as n, created_at as at,
    effective_content_visibility <> 'user' as is_seen, hashtext(id::text) & 1048575 as i
  from public.journal_entries
) as e;
create function world.teammate(n bigint, k integer) returns uuid language sql immutable as
  $$ select world.user_id(least(n / 8 * 8 + k, :users - 1)) $$;

-- fill public.journal_comments, 2 an entry
insert into public.journal_comments (id, entry_id, user_id, content, created_at)
select world.id_at('comment ' || id, k, at), id, world.teammate(n, k), 'It was like that here too.', at
from world.answered, generate_series(2, 3) as k
where is_seen and i % 3 = 0 and place >= :from and place < :to;

-- fill public.journal_reactions, 2 an entry
insert into public.journal_reactions (entry_id, user_id, reaction, created_at)
select id, world.teammate(n, k), (array['heart', 'clap', 'fire'])[1 + i % 3], at
from world.answered, generate_series(4, 5) as k
where is_seen and i % 2 = 0 and n / 8 * 8 + 5 < :users
  and place >= :from and place < :to;

-- step comments and reactions of one entry
create table world.popular as
select id from public.journal_entries
where user_id = world.user_id(2) and effective_content_visibility = 'public'
order by created_at desc limit 1;
insert into public.journal_comments (id, entry_id, user_id, content, created_at)
select world.id_at('popular', n, at), id, world.user_id(n), 'Like many others.', at
from world.popular, generate_series(11, :users - 1, 50) as n,
  world.at(1 - world.dice(n, 11) / 12) as at;
insert into public.journal_reactions (entry_id, user_id, reaction, created_at)
select c.entry_id, c.user_id, 'heart', c.created_at
from public.journal_comments as c join world.popular as p on p.id = c.entry_id
where c.content = 'Like many others.';
drop table world.popular;

-- fill public.entry_attachments, 2 an entry
insert into public.entry_attachments (id, entry_id, user_id, kind, type, path, thumbnail_path, bytes,
  thumbnail_bytes, width, height, created_at)
select world.id_at('photo ' || id, 0, at), id, u, 'image', 'image/jpeg', u || '/' || id,
  u || '/small-' || id, 800000, 20000, 1200, 900, at
from world.answered, world.user_id(n) as u where i % 10 = 4 and place >= :from and place < :to;

-- fill private.entry_summaries
insert into private.entry_summaries (entry_id, counts, attachment_count, picture)
select coalesce(r.entry_id, a.entry_id), coalesce(r.counts, '{}'), (a.id is not null)::integer,
  case when a.id is not null then jsonb_build_object('id', a.id, 'width', a.width,
    'height', a.height, 'thumbnail_path', a.thumbnail_path) end
from (
  select entry_id, jsonb_object_agg(kind, number) as counts from (
    select entry_id, 'comment' as kind, count(*) as number from public.journal_comments group by 1
    union all
    select entry_id, reaction, count(*) from public.journal_reactions group by 1, 2
  ) as n group by entry_id
) as r
full join public.entry_attachments as a on a.entry_id = r.entry_id;

-- fill private.attachment_storage
insert into private.attachment_storage (user_id, bytes)
select user_id, sum(bytes + thumbnail_bytes) from public.entry_attachments group by user_id;

-- fill public.share_links
insert into public.share_links (id, entry_id, user_id, expires_at, has_passphrase, created_at)
select world.id('share link', n), world.id('entry ' || n || ' ', 0), world.user_id(n),
  at + interval '30 days', false, at
from generate_series(0, :users - 1, world.every(20)) as n,
  world.at(1 - world.dice(n, 12) / 24) as at;
insert into private.share_link_secrets (link_id, code_hash, views)
select id, sha256(id::text::bytea), 3 from public.share_links;

-- Former texts are kept for 90 days.
-- fill private.journal_entry_versions, 2 an entry
insert into private.journal_entry_versions (id, entry_id, user_id, title, content, created_at)
select world.id_at('version ' || id, k, replaced), id, world.user_id(n), 'Before', 'As it was at first',
  replaced
from world.answered, generate_series(0, 1) as k,
  greatest(at, world.at(1 - world.dice(i, 13 + k) / 5)) as replaced
where i % 10 = 5 and place >= :from and place < :to;

-- step end
drop table world.answered;

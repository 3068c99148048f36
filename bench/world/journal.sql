-- Notebooks, entries with contents and search words, and backgrounds.
--
-- Of the entries 60 % are private, 15 % for the team, 15 % for the organization, 10 % public; a
-- fifth has the content of the notebook. Two in three are in the notebook, and four in five
-- notebooks are private. Every fiftieth user mentions the famous user. A rare word is in one of
-- 5,000 entries. Words are indexed in the language of the author.

-- step texts
create table world.texts as
select k, content, language, private.search_words(content, language) as words,
  private.search_words('Entry', language) as entry
from generate_series(0, 4999) as k, unnest(world.languages()) as language, lateral (
  select 'Today word' || k || ' and common words of a day. ' ||
    repeat('Lorem ipsum dolor sit amet. ', 3 + k % 15) as content) as c;
create unique index on world.texts (k, language);
create function world.notebook_visibility(n bigint) returns text language sql immutable as
  $$ select case n % 20 when 16 then 'team' when 17 then 'team' when 18 then 'org'
    when 19 then 'public' else 'user' end $$;

-- fill public.notebooks
insert into public.notebooks (id, user_id, name, metadata_visibility, content_visibility, team_id,
  org_id, written_at, created_at, updated_at)
select world.id('notebook', n), world.user_id(n), 'Notebook of ' || n, v, v,
  case when v = 'team' then world.team(n) end, case when v = 'org' then world.org(n) end, at, at, at
from generate_series(0, :users - 1) as n, world.at(n / :users::float8 - 1) as at,
  lateral (select world.notebook_visibility(n) as v) as visibility;

-- fill public.journal_entries and contents, 3 an entry
create temporary table batch as
select e.*, r.*, world.id('entry ' || n || ' ', j) as id, world.user_id(n) as user_id,
  world.at(t) as at, 'Entry ' || n || '-' || j as title,
  case when r.effective in ('team', 'org') or r.effective_content in ('team', 'org')
    then world.team(n) end as team_id,
  case when r.effective in ('team', 'org') or r.effective_content in ('team', 'org')
    then world.org(n) end as org_id,
  case when j = 0 and n % 50 = 7 then 'With @bench_2. ' else '' end as beginning
from (
  select s.*, i.*, world.dice(i, 3) as dice,
    case when i % 3 > 0 then world.id('notebook', n) end as notebook_id,
    case when i % 3 > 0 then world.notebook_visibility(n) else 'user' end as notebook
  from world.spread(:entries, :from, :to, 10, :heavy) as s,
    lateral (select n::bigint * 31 + j::bigint * 7919 as i) as i
) as e,
  lateral (
    select case when dice < 0.6 then 'user' when dice < 0.75 then 'team'
      when dice < 0.9 then 'org' else 'public' end as visibility) as v,
  lateral (select case when i % 5 = 0 then 'user' else visibility end as content) as c,
  lateral (
    select case visibility when 'user' then notebook else visibility end as effective,
      case content when 'user' then notebook else content end as asked) as a,
  lateral (
    select visibility, content, effective,
      -- Wider than the metadata is as wide as the metadata.
      case when effective = 'user' or asked = 'public' or (effective = 'team' and asked = 'org')
        then effective else asked end as effective_content) as r;
insert into public.journal_entries (id, user_id, title, mood, mood_source, tags, notebook_id,
  metadata_visibility, content_visibility, team_id, org_id, spotify_track_id,
  effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
  effective_content_visibility, effective_content_team_id, effective_content_org_id,
  written_at, created_at, updated_at)
select id, user_id, title, (array['joyful', 'calm', 'tired', null])[i % 4 + 1],
  case when i % 4 < 3 then (array['author', 'analysis'])[i % 2 + 1] end,
  array['tag' || i % 1000, 'daily'], notebook_id, visibility, content,
  case when visibility = 'team' then team_id end, case when visibility = 'org' then org_id end,
  case when n % 2 = 0 and i % 7 < 2 then 'track' || i % :tracks end,
  effective, case when effective = 'team' then team_id end,
  case when effective = 'org' then org_id end,
  effective_content, case when effective_content = 'team' then team_id end,
  case when effective_content = 'org' then org_id end, at, at, at
from batch;
insert into private.journal_entry_contents
select b.id, b.user_id, beginning || x.content,
  case when beginning = '' then '[]' else jsonb_build_array(jsonb_build_object('kind', 'user',
    'text', '@bench_2', 'user_id', world.user_id(2), 'start', 5,
    'end', 13)) end,
  effective, case when effective = 'team' then team_id end,
  case when effective = 'org' then org_id end,
  effective_content, case when effective_content = 'team' then team_id end,
  case when effective_content = 'org' then org_id end
from batch as b join world.texts as x on x.k = b.i % 5000 and x.language = 'en';
-- Words behind words: their places go on, as in one text.
insert into private.journal_entry_documents (
  entry_id, user_id, bytes, words, word_count, language
)
select b.id, b.user_id, 0, case when beginning = ''
    then x.entry || format($$'%s':1 '%s':2$$, n, j)::tsvector
    else private.search_words(title || ' ' || beginning, x.language) end || x.words,
  regexp_count(title || ' ' || beginning || x.content, '\S+'), x.language
from batch as b
join world.texts as x on x.k = b.i % 5000 and x.language = world.language(n);
drop table batch;

-- fill public.journal_entry_backgrounds
insert into public.journal_entry_backgrounds (id, user_id, entry_id, path, prompt, tone, quality,
  created_at)
select world.id('background', n), world.user_id(n), world.id('entry ' || n || ' ', 0),
  world.user_id(n) || '/' || n || '.png', 'A quiet lake', 'calm', 'standard', world.at(1)
from generate_series(0, :users - 1, world.every(10)) as n;
drop table world.texts;

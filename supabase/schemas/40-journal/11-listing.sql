-- Listing entries. Each scope is read through its own index and the tops are merged, so that a page
-- costs the same at a thousand rows and at ten million. Search and tag operators are not leakproof
-- and would lose their index under row security; these queries check visibility themselves.

-- Ids of one page, newest first: p_limit entries older than (p_before_at, p_before_id), written
-- from p_from on and before p_to. Scopes: own, team, org, public, friends, all.
create function private.feed_page(
  p_scope text, p_from timestamptz, p_to timestamptz, p_before_at timestamptz, p_before_id uuid,
  p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_caller uuid := auth.uid();
  v_groups uuid[] := private.my_group_ids();
  -- Row security hides the entries of these notebooks and authors; without them no page is short.
  -- There is seldom one, so that only then more than the indexes is read.
  v_changing boolean := exists (select from private.notebooks_in_change())
    or exists (select from private.authors_in_change());
  -- With constant bounds one plan uses the indexes in every case. No id is less than the zero one.
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_before_at timestamptz := least(p_before_at, p_to, 'infinity');
  v_before_id uuid := case when p_before_at < coalesce(p_to, 'infinity')
    then coalesce(p_before_id, private.last_id())
    else private.first_id() end;
begin
  if p_scope = 'all' and private.is_super_admin() then
    return query
      select e.id, e.written_at from public.journal_entries as e
      where e.written_at >= v_from and (e.written_at, e.id) < (v_before_at, v_before_id)
      order by e.written_at desc, e.id desc limit p_limit;
    return;
  end if;
  -- Each way is read from its index alone, so that the page costs the same however many entries a
  -- team has. The ways of others lead to the caller's own entries as well, which count once.
  return query
    select distinct on (f.written_at, f.id) f.id, f.written_at from (
      (select e.id, e.written_at from public.journal_entries as e
       where p_scope in ('own', 'all') and e.user_id = v_caller
         and e.written_at >= v_from and (e.written_at, e.id) < (v_before_at, v_before_id)
       order by e.written_at desc, e.id desc limit p_limit)
      union all
      (select e.id, e.written_at from public.journal_entries as e
       where p_scope in ('public', 'all') and e.effective_metadata_visibility = 'public'
         and e.written_at >= v_from and (e.written_at, e.id) < (v_before_at, v_before_id)
         and not (v_changing and private.entry_in_change(e.id))
       order by e.written_at desc, e.id desc limit p_limit)
      union all
      (select x.id, x.written_at
       from unnest(case when p_scope in ('team', 'all') then v_groups end) as t (id)
       cross join lateral (
         select e.id, e.written_at from public.journal_entries as e
         where e.effective_metadata_team_id = t.id
           and e.written_at >= v_from and (e.written_at, e.id) < (v_before_at, v_before_id)
           and not (v_changing and private.entry_in_change(e.id))
         order by e.written_at desc, e.id desc limit p_limit) as x)
      union all
      (select x.id, x.written_at
       from unnest(case when p_scope in ('org', 'all') then v_groups end) as o (id)
       cross join lateral (
         select e.id, e.written_at from public.journal_entries as e
         where e.effective_metadata_org_id = o.id
           and e.written_at >= v_from and (e.written_at, e.id) < (v_before_at, v_before_id)
           and not (v_changing and private.entry_in_change(e.id))
         order by e.written_at desc, e.id desc limit p_limit) as x)
      union all
      (select x.id, x.written_at
       from unnest(case when p_scope = 'friends'
         then array(select user_id from private.friends_of(v_caller)) end) as friend (id)
       cross join lateral private.entries_of_friend(
         friend.id, v_groups, v_from, v_before_at, v_before_id, p_limit) as x)
    ) as f
    order by f.written_at desc, f.id desc limit p_limit;
end
$$;

-- The filters of a page, where null means no filter, and what its reader may see.
create type private.entry_search as (
  scope text,
  notebook_id uuid,
  tag tsquery,
  mood text,
  query tsquery,
  -- The part of the query that an index can answer.
  words tsquery,
  team_id uuid,
  org_id uuid,
  user_id uuid,
  starts_at timestamptz,
  ends_at timestamptz,
  reader uuid,
  is_admin boolean,
  groups uuid[],
  friends uuid[],
  -- Row security hides the entries of these notebooks and authors.
  hidden_notebooks uuid[],
  hidden_authors uuid[]
);

-- Whether so few entries, of anybody, fit the filters that all of them are read.
create function private.few_fit(p_search private.entry_search) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*) <= 300 from (
      select from public.journal_entries as e
      left join private.journal_entry_documents as d on d.entry_id = e.id
      where (p_search.notebook_id is null or e.notebook_id = p_search.notebook_id)
        and (p_search.tag is null or array_to_tsvector(e.tags) @@ p_search.tag)
        and (p_search.mood is null or lower(e.mood) = lower(p_search.mood))
        and (p_search.starts_at is null or e.written_at >= p_search.starts_at)
        and (p_search.ends_at is null or e.written_at < p_search.ends_at)
        and (p_search.words is null or d.words @@ p_search.words)
      limit 301
    ) as found
  );
end
$$;

-- The newest entries that fit a search, by one way that leads to them (own, public, team, org,
-- friends) or by any of p_ways. A way is read through its own index.
create function private.entries_by_way(
  p_search private.entry_search, p_way text, p_ways text[], p_before_at timestamptz,
  p_before_id uuid, p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
begin
  return query
    select x.id, x.written_at
    -- Each team and organization has its own range in the index.
    from unnest(case when p_way in ('team', 'org') then p_search.groups
      when p_way = 'friends' then p_search.friends else array[p_search.reader] end) as t (id)
    cross join lateral (
      select e.id, e.written_at
      from public.journal_entries as e
      left join private.journal_entry_documents as d on d.entry_id = e.id
      where case p_way
          when 'own' then e.user_id = p_search.reader
          when 'public' then e.effective_metadata_visibility = 'public'
          when 'team' then e.effective_metadata_team_id = t.id
          when 'org' then e.effective_metadata_org_id = t.id
          when 'friends' then e.user_id = t.id and (e.effective_metadata_visibility = 'public'
            or e.effective_metadata_team_id = any (p_search.groups)
            or e.effective_metadata_org_id = any (p_search.groups))
          else p_search.scope = 'all' and p_search.is_admin
            or 'own' = any (p_ways) and e.user_id = p_search.reader
            or 'public' = any (p_ways) and e.effective_metadata_visibility = 'public'
            or 'team' = any (p_ways) and e.effective_metadata_team_id = any (p_search.groups)
            or 'org' = any (p_ways) and e.effective_metadata_org_id = any (p_search.groups)
        end
        -- The ways of others lead to the reader's own entries as well, which count once.
        and (p_way in ('any', 'own') or p_search.scope <> 'all' or e.user_id <> p_search.reader)
        and (p_search.is_admin or e.user_id = p_search.reader or (
          (e.notebook_id is null or e.notebook_id <> all (p_search.hidden_notebooks))
          and (e.effective_metadata_visibility = 'public'
            or e.user_id <> all (p_search.hidden_authors))))
        and (p_search.notebook_id is null or e.notebook_id = p_search.notebook_id)
        and (p_search.tag is null or array_to_tsvector(e.tags) @@ p_search.tag)
        and (p_search.mood is null or lower(e.mood) = lower(p_search.mood))
        and (p_search.team_id is null or e.effective_metadata_team_id = p_search.team_id)
        and (p_search.org_id is null or e.effective_metadata_org_id = p_search.org_id)
        and (p_search.user_id is null or e.user_id = p_search.user_id)
        and (p_search.starts_at is null or e.written_at >= p_search.starts_at)
        and (p_search.ends_at is null or e.written_at < p_search.ends_at)
        and (p_before_at is null or (e.written_at, e.id) < (p_before_at, p_before_id))
        and (p_search.words is null or d.words @@ p_search.words)
        -- A reader without access to the content searches the title alone. The words of the title
        -- are among the words of the whole, so one index finds candidates for both, and this
        -- condition decides.
        -- Nothing is known of the words of a sealed entry, nor that one is missing in it.
        and (p_search.query is null or not e.is_sealed and p_search.query @@ case
          when p_search.is_admin or e.user_id = p_search.reader
            or e.effective_content_visibility = 'public'
            or e.user_id <> all (p_search.hidden_authors) and (
              e.effective_content_team_id = any (p_search.groups)
              or e.effective_content_org_id = any (p_search.groups))
          then d.words else private.search_words(e.title, d.language) end)
      order by e.written_at desc, e.id desc
      limit p_limit
    ) as x;
end
$$;

-- The candidates for a page with filters: up to p_limit from each way that leads to the entries, or
-- from all at once where few fit. Null means no filter.
create function private.filtered_page(
  p_scope text, p_notebook_id uuid, p_tag text, p_mood text, p_query text,
  p_team_id uuid, p_org_id uuid, p_user_id uuid,
  p_from timestamptz, p_to timestamptz, p_before_at timestamptz, p_before_id uuid, p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20 set search_path = ''
as $$
declare
  v_reader constant uuid := private.require_caller();
  v_query constant tsquery := private.search_query(
    p_query, private.search_languages(v_reader));
  v_search constant private.entry_search := row(
    p_scope, p_notebook_id,
    -- Quoted as one word.
    ('''' || regexp_replace(p_tag, '([''\\])', '\\\1', 'g') || '''')::tsquery,
    p_mood, v_query, nullif(querytree(v_query), 'T')::tsquery,
    p_team_id, p_org_id, p_user_id, p_from, p_to, v_reader,
    p_scope <> 'friends' and private.is_super_admin(), private.my_group_ids(),
    case when p_scope = 'friends' then array(select user_id from private.friends_of(v_reader)) end,
    array(select private.notebooks_in_change()), array(select private.authors_in_change()));
  v_ways constant text[] := case
    when p_scope <> 'all' then array[p_scope]
    -- A search in one team or organization finds entries that are shared with it alone, the
    -- caller's own entries included.
    when coalesce(p_team_id, p_org_id) is not null then array['team', 'org']
    else array['own', 'public', 'team', 'org']
  end;
  -- One author, team or organization has an index of its own, as the scopes own and public have.
  v_is_one constant boolean := coalesce(p_team_id, p_org_id, p_user_id) is not null
    or p_scope in ('own', 'public') or p_scope = 'all' and v_search.is_admin;
begin
  if numnode(v_query) = 0 then
    return;
  end if;
  return query
    select f.id, f.written_at
    from unnest(case when p_scope <> 'friends' and (v_is_one or private.few_fit(v_search))
      then array['any'] else v_ways end) as way
    cross join lateral private.entries_by_way(
      v_search, way, v_ways, p_before_at, p_before_id, p_limit) as f;
end
$$;

grant execute on function private.feed_page, private.filtered_page to authenticated;

-- Entries as the caller may see them, in the order of the ids. Long texts leave the database as
-- JSON of functions alone: a client can name a column several times, and an entry not. A page ends
-- with the entry that fills 2 MB; this entry has `page_ends`.
create function private.entries_in_full(p_ids uuid[]) returns setof json
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  v_row private.journal_feed;
  v_entry json;
  v_bytes integer := 0;
begin
  for v_row in
    select f.* from unnest(p_ids) with ordinality as ids (id, n)
    join private.journal_feed as f on f.id = ids.id
    order by ids.n
  loop
    v_entry := to_json(v_row);
    v_bytes := v_bytes + octet_length(v_entry::text);
    if v_bytes >= 2000000 then
      return next (v_entry::jsonb || '{"page_ends": true}')::json;
      return;
    end if;
    return next v_entry;
  end loop;
end
$$;

-- An entry the caller may see, of one author where that is given, or null.
create function public.get_journal_entry(p_id uuid, p_user_id uuid default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select e from private.entries_in_full(array[p_id]) as e
    where p_user_id is null or e ->> 'user_id' = p_user_id::text);
end
$$;

-- Entries the caller may see, newest first. The query finds the page by visibility; row security
-- decides what of each entry is visible.
create function public.list_journal_entries(
  p_scope text default 'all', p_notebook_id uuid default null, p_tag text default null,
  p_mood text default null, p_query text default null, p_from timestamptz default null,
  p_to timestamptz default null, p_before_at timestamptz default null,
  p_before_id uuid default null, p_limit integer default 50, p_team_id uuid default null,
  p_org_id uuid default null, p_user_id uuid default null
) returns setof json
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  v_limit integer := private.page_limit(p_limit);
  v_ids uuid[];
begin
  -- Every client opens with this page: a condition costs a tenth of a call of `refuse_if`.
  if p_scope is null or p_scope not in ('own', 'team', 'org', 'public', 'friends', 'all') then
    perform private.refuse(
      400, 'scope: expected one of own, team, org, public, friends, all', 'unknown_value');
  elsif char_length(p_query) > 200 then
    perform private.refuse(400, 'q: expected at most 200 characters', 'too_long');
  elsif char_length(p_tag) > 50 then
    perform private.refuse(400, 'tag: expected at most 50 characters', 'too_long');
  elsif char_length(p_mood) > 50 then
    perform private.refuse(400, 'mood: expected at most 50 characters', 'too_long');
  end if;
  if coalesce(p_tag, p_mood, p_query) is null
    and coalesce(p_notebook_id, p_team_id, p_org_id, p_user_id) is null then
    v_ids := array(
      select id from private.feed_page(p_scope, p_from, p_to, p_before_at, p_before_id, v_limit));
  else
    v_ids := array(
      select id from private.filtered_page(p_scope, p_notebook_id, p_tag, p_mood, p_query,
        p_team_id, p_org_id, p_user_id, p_from, p_to, p_before_at, p_before_id, v_limit)
      order by written_at desc, id desc limit v_limit);
  end if;
  if p_scope = 'friends' then
    return query select * from private.entries_as_member(v_ids);
  else
    return query select * from private.entries_in_full(v_ids);
  end if;
  -- Row security shows nothing to a blocked caller. Only then the reason is asked for.
  if not found then
    perform private.require_caller();
  end if;
end
$$;

-- The caller's entries on the day of p_date (by default today) in former years, newest first.
create function public.list_entries_on_this_day(
  p_date date default null, p_before_at timestamptz default null, p_before_id uuid default null,
  p_limit integer default 50
) returns setof json
language plpgsql stable rows 20 set search_path = ''
as $$
begin
  return query select * from private.entries_in_full(array(
    select id from private.same_day_page(
      p_date, p_before_at, p_before_id, private.page_limit(p_limit))));
end
$$;

grant execute on function private.entries_in_full, public.get_journal_entry,
  public.list_journal_entries, public.list_entries_on_this_day to authenticated;

-- The feed asks fewer functions. Three of them were planned at every call: with their arguments as
-- constants a plan looked cheaper than the one that is kept.

create or replace function private.my_blocks() returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  return query
    select unnest(p.blocked_user_ids) from public.profiles as p where p.id = (select auth.uid())
    union all
    select p.id from public.profiles as p
    where p.blocked_user_ids <> '{}' and p.blocked_user_ids @> array[(select auth.uid())];
end
$$;

create or replace function private.notebooks_in_change(p_deleted boolean default false)
returns setof uuid
language plpgsql stable security definer rows 1 set search_path = ''
as $$
begin
  if p_deleted then
    return query select c.notebook_id from private.notebook_changes as c where c.is_deletion;
  else
    return query select c.notebook_id from private.notebook_changes as c;
  end if;
end
$$;

alter function private.heard_counts set plan_cache_mode = 'force_generic_plan';

-- Groups ------------------------------------------------------------------------------------------

-- The caller's teams and organizations. One array serves for both: the server makes their ids, so
-- that no team has the id of an organization.
create function private.my_group_ids() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select m.team_id from public.team_members as m
    where m.user_id = (select auth.uid())
      and m.team_id not in (select d.team_id from private.team_deletions as d)
      and m.org_id not in (select d.org_id from private.organization_deletions as d)
    union all
    select m.org_id from public.organization_members as m
    where m.user_id = (select auth.uid())
      and m.org_id not in (select d.org_id from private.organization_deletions as d)
  );
end
$$;

-- Whether a job is changing the notebook of the entry.
create function private.entry_in_change(p_entry_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.notebook_changes as c
    join public.journal_entries as e on e.notebook_id = c.notebook_id
    where e.id = p_entry_id);
end
$$;

grant execute on function private.my_group_ids, private.entry_in_change to authenticated;

-- Feed --------------------------------------------------------------------------------------------

-- The view and its tables are locked in the order in which its readers lock them.
create view private.author_cards as
  select * from public.profile_cards;

comment on view private.author_cards is
  'All cards, for views that show one beside a row that their reader may see.';

create view private.own_reactions as
  select entry_id, reaction from public.journal_reactions where user_id = (select auth.uid());

comment on view private.own_reactions is
  'The caller''s reactions, for views that show one beside a row that the caller may see.';

grant select on private.author_cards, private.own_reactions to authenticated, service_role;

create or replace view private.journal_feed with (security_invoker = true) as
  select
    e.id,
    e.user_id,
    e.title,
    c.content,
    c.entry_id is null as content_hidden,
    e.mood,
    e.mood_source,
    e.tags,
    e.notebook_id,
    e.metadata_visibility,
    e.content_visibility,
    e.effective_metadata_visibility,
    e.effective_content_visibility,
    e.team_id,
    e.org_id,
    e.effective_metadata_team_id as effective_team_id,
    e.effective_metadata_org_id as effective_org_id,
    to_jsonb(a) as author,
    -- Null when the reader may see the entry but not its notebook.
    case when n.id is not null then jsonb_build_object('id', n.id, 'name', n.name) end as notebook,
    coalesce(c.mentions, '[]'::jsonb) as mentions,
    e.spotify_track_id,
    to_jsonb(t) as track,
    e.version,
    e.written_at,
    e.created_at,
    e.updated_at,
    -- A path in the public bucket tone-packs; the Storage API provides the address.
    case when e.mood is not null then
      (select private.active_tone_images()) ->> lower(e.mood)
    end as tone_image_path,
    coalesce((r.counts ->> 'comment')::integer, 0) as comment_count,
    coalesce(r.counts - 'comment', '{}') as reactions,
    case when r.counts is not null then r.own_reaction end as own_reaction,
    coalesce(r.attachment_count, 0::smallint) as attachment_count,
    r.picture
  from public.journal_entries as e
  left join private.journal_entry_contents as c on c.entry_id = e.id
  left join private.author_cards as a on a.id = e.user_id
  left join public.notebooks as n on n.id = e.notebook_id
  left join private.track_cards as t on t.id = e.spotify_track_id
  -- By the content: who does not see it gets nothing of this. `offset 0` has the counts computed
  -- once.
  left join lateral (
    select
      -- Most readers block nobody, and need no function for each entry.
      case when exists (select private.my_blocks()) then
        private.heard_counts(s.entry_id, e.user_id, s.counts, array(select private.my_blocks()))
      else s.counts end as counts,
      (select x.reaction from private.own_reactions as x where x.entry_id = s.entry_id)
        as own_reaction,
      s.attachment_count, s.picture
    from private.summary_cards as s
    where s.entry_id = c.entry_id
    offset 0
  ) as r on true;

alter policy journal_entries_select_audience on public.journal_entries
  using (
    user_id = (select auth.uid())
    or (
      (
        effective_metadata_visibility = 'public'
        or array[effective_metadata_team_id, effective_metadata_org_id]
          && (select private.my_group_ids())
      )
      and (notebook_id is null or notebook_id not in (select private.notebooks_in_change()))
    )
    or (select private.is_super_admin())
  );

alter policy journal_entry_contents_select_audience on private.journal_entry_contents
  using (
    user_id = (select auth.uid())
    or (select private.is_super_admin())
    or (
      (
        effective_content_visibility = 'public'
        or array[effective_content_team_id, effective_content_org_id]
          && (select private.my_group_ids())
      ) and (
        effective_metadata_visibility = 'public'
        -- Most entries and their content have the same readers, who are found above.
        or (effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id)
          is not distinct from
          (effective_content_visibility, effective_content_team_id, effective_content_org_id)
        or array[effective_metadata_team_id, effective_metadata_org_id]
          && (select private.my_group_ids())
      )
      and (
        not exists (select from private.notebooks_in_change())
        or not private.entry_in_change(entry_id)
      )
    )
  );

alter policy notebooks_select_audience on public.notebooks
  using (
    id not in (select private.notebooks_in_change(true))
    and (
      user_id = (select auth.uid())
      or metadata_visibility = 'public'
      or case metadata_visibility when 'team' then team_id when 'org' then org_id end
        = any ((select private.my_group_ids())::uuid[])
      or (select private.is_super_admin())
    )
  );

-- Ids of one page, newest first: p_limit entries older than (p_before_at, p_before_id), written
-- from p_from on and before p_to. Scopes: own, team, org, public, all. Static SQL, whose plan is
-- kept, because every client opens with this page. A kept plan does not know how short the page is:
-- the settings make it read the indexes in their order, as a plan for the page would.
create or replace function private.feed_page(
  p_scope text, p_from timestamptz, p_to timestamptz, p_before_at timestamptz, p_before_id uuid,
  p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = 'force_generic_plan'
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  v_caller uuid := auth.uid();
  v_groups uuid[] := private.my_group_ids();
  -- Row security hides the entries of these notebooks; without them no page is short. There is
  -- seldom one, so that only then more than the indexes is read.
  v_changing boolean := exists (select from private.notebooks_in_change());
  -- With constant bounds one plan uses the indexes in every case. No id is less than the zero one.
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_before_at timestamptz := least(p_before_at, p_to, 'infinity');
  v_before_id uuid := case when p_before_at < coalesce(p_to, 'infinity')
    then coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    else '00000000-0000-0000-0000-000000000000' end;
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
    ) as f
    order by f.written_at desc, f.id desc limit p_limit;
end
$$;

-- Whether so few entries, of anybody, fit the filters that reading all of them costs no more than
-- reading the newest until a page is full. The planner estimates it. Volatile, because only such a
-- function may explain a query.
create function private.few_fit(
  p_notebook_id uuid, p_tag text, p_mood text, p_words tsquery,
  p_from timestamptz, p_to timestamptz, p_limit integer
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_plan json;
begin
  for v_plan in
    explain (format json)
    select from public.journal_entries as e
    left join private.journal_entry_documents as d on d.entry_id = e.id
    where (p_notebook_id is null or e.notebook_id = p_notebook_id)
      and (p_tag is null or private.tag_keys(e.tags) @> array[p_tag])
      and (p_mood is null or private.mood_key(e.mood) = private.mood_key(p_mood))
      and (p_from is null or e.written_at >= p_from)
      and (p_to is null or e.written_at < p_to)
      and (p_words is null or d.words @@ p_words)
  loop
    return (v_plan #>> '{0,Plan,Plan Rows}')::float ^ 2 < p_limit * (
      select c.reltuples from pg_catalog.pg_class as c
      where c.oid = 'public.journal_entries'::regclass);
  end loop;
end
$$;

-- The entries of such a page with filters, and more: up to p_limit from each way that leads to the
-- entries, or all where few fit. Null means no filter. The query is planned with the arguments as
-- constants: what they decide is gone from the plan. It is planned once for each way, not for each
-- team and organization.
create or replace function private.filtered_page(
  p_scope text, p_notebook_id uuid, p_tag text, p_mood text, p_query text,
  p_team_id uuid, p_org_id uuid, p_user_id uuid,
  p_from timestamptz, p_to timestamptz, p_before_at timestamptz, p_before_id uuid, p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off
as $$
declare
  v_caller uuid := private.require_caller();
  v_is_admin boolean := private.is_super_admin();
  v_groups uuid[] := private.my_group_ids();
  v_hidden uuid[] := array(select private.notebooks_in_change());
  v_query tsquery := private.search_query(p_query);
  -- What an index can find of it.
  v_words tsquery := nullif(querytree(v_query), 'T')::tsquery;
  v_ways text[] := case
    when p_scope <> 'all' then array[p_scope]
    -- What is shared with one team or organization is found through it alone, the caller's own
    -- entries included.
    when coalesce(p_team_id, p_org_id) is not null then array['team', 'org']
    else array['own', 'public', 'team', 'org']
  end;
  v_way text;
  -- One author, team or organization has an index of its own, as the scopes own and public have.
  v_is_one boolean := coalesce(p_team_id, p_org_id, p_user_id) is not null
    or p_scope in ('own', 'public') or p_scope = 'all' and v_is_admin;
  -- Few entries are found by the filters.
  v_few boolean := not v_is_one
    and private.few_fit(p_notebook_id, p_tag, p_mood, v_words, p_from, p_to, p_limit);
begin
  if numnode(v_query) = 0 then
    return;
  end if;
  foreach v_way in array case when v_is_one or v_few then array['any'] else v_ways end loop
    return query
      select x.id, x.written_at
      -- Each team and organization has its own range in the index.
      from unnest(case when v_way in ('team', 'org') then v_groups else array[v_caller] end)
        as t (id)
      cross join lateral (
        select e.id, e.written_at
        from public.journal_entries as e
        left join private.journal_entry_documents as d on d.entry_id = e.id
        where case v_way
            when 'own' then e.user_id = v_caller
            when 'public' then e.effective_metadata_visibility = 'public'
            when 'team' then e.effective_metadata_team_id = t.id
            when 'org' then e.effective_metadata_org_id = t.id
            else p_scope = 'all' and v_is_admin
              or 'own' = any (v_ways) and e.user_id = v_caller
              or 'public' = any (v_ways) and e.effective_metadata_visibility = 'public'
              or 'team' = any (v_ways) and e.effective_metadata_team_id = any (v_groups)
              or 'org' = any (v_ways) and e.effective_metadata_org_id = any (v_groups)
          end
          -- The ways of others lead to the caller's own entries as well, which count once.
          and (v_way in ('any', 'own') or p_scope <> 'all' or e.user_id <> v_caller)
          and (v_is_admin or e.user_id = v_caller or e.notebook_id is null
            or e.notebook_id <> all (v_hidden))
          and (p_notebook_id is null or e.notebook_id = p_notebook_id)
          and (p_tag is null or private.tag_keys(e.tags) @> array[p_tag])
          and (p_mood is null or private.mood_key(e.mood) = private.mood_key(p_mood))
          and (p_team_id is null or e.effective_metadata_team_id = p_team_id)
          and (p_org_id is null or e.effective_metadata_org_id = p_org_id)
          and (p_user_id is null or e.user_id = p_user_id)
          and (p_from is null or e.written_at >= p_from)
          and (p_to is null or e.written_at < p_to)
          and (p_before_at is null or (e.written_at, e.id) < (p_before_at, p_before_id))
          and (v_words is null or d.words @@ v_words)
          -- A reader without access to the content searches the title alone. The words of the title
          -- are among the words of the whole, so one index finds candidates for both; this is
          -- exact. It uses both tables, so that the planner evaluates it after the index.
          and (v_query is null or case
            when v_is_admin or e.user_id = v_caller or e.effective_content_visibility = 'public'
              or e.effective_content_team_id = any (v_groups)
              or e.effective_content_org_id = any (v_groups)
            then d.words @@ v_query
            else to_tsvector('pg_catalog.english', private.normalize_search_text(e.title))
              @@ v_query
          end)
        order by e.written_at desc, e.id desc
        -- A limit would let the planner look for the few among all entries.
        limit case when not v_few then p_limit end
      ) as x;
  end loop;
end
$$;

-- Reading entries ---------------------------------------------------------------------------------

-- Entries as the caller may see them, in the order of the ids. Long texts leave the database as
-- JSON of functions alone: a client can name a column several times, and an entry not. A page ends
-- with the entry that fills 2 MB of contents in JSON; this entry has `page_ends`.
create function private.entries_in_full(p_ids uuid[]) returns setof json
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  v_entry private.journal_feed;
  v_bytes integer := 0;
begin
  for v_entry in
    select f.* from unnest(p_ids) with ordinality as ids (id, n)
    join private.journal_feed as f on f.id = ids.id
    order by ids.n
  loop
    v_bytes := v_bytes + coalesce(octet_length(to_json(v_entry.content)::text), 0);
    if v_bytes >= 2000000 then
      return next (to_jsonb(v_entry) || '{"page_ends": true}')::json;
      return;
    end if;
    return next to_json(v_entry);
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
  v_limit integer := least(greatest(p_limit, 1), 101);
  v_ids uuid[];
begin
  perform private.refuse_if(
    p_scope is null or p_scope not in ('own', 'team', 'org', 'public', 'all'),
    400, 'scope: expected one of own, team, org, public, all', 'unknown_value');
  perform private.refuse_if(char_length(p_query) > 200,
    400, 'q: expected at most 200 characters', 'too_long');
  perform private.refuse_if(char_length(p_tag) > 50,
    400, 'tag: expected at most 50 characters', 'too_long');
  perform private.refuse_if(char_length(p_mood) > 50,
    400, 'mood: expected at most 50 characters', 'too_long');
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
  return query select * from private.entries_in_full(v_ids);
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
      p_date, p_before_at, p_before_id, least(greatest(p_limit, 1), 101))));
end
$$;

grant execute on function private.entries_in_full, public.get_journal_entry,
  public.list_journal_entries, public.list_entries_on_this_day to authenticated;

-- Archive -----------------------------------------------------------------------------------------

-- A plan made for small tables reads them whole for each entry, and was kept when they had grown.
alter function private.archive_page set enable_seqscan = off set enable_bitmapscan = off
  set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off;

-- Listing entries. Each scope is read through its own index and the tops are merged, so that a page
-- costs the same at a thousand rows and at ten million. Search and tag operators are not leakproof
-- and would lose their index under row security; these queries check visibility themselves.

-- Ids of one page, newest first: p_limit entries older than (p_before_at, p_before_id), written
-- from p_from on and before p_to. Scopes: own, team, org, public, all. Static SQL, whose plan is
-- kept, because every client opens with this page. A kept plan does not know how short the page is:
-- the settings make it read the indexes in their order, as a plan for the page would.
create function private.feed_page(
  p_scope text, p_from timestamptz, p_to timestamptz, p_before_at timestamptz, p_before_id uuid,
  p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = 'force_generic_plan'
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  v_caller uuid := private.require_caller();
  v_teams uuid[] := array(select private.my_team_ids());
  v_orgs uuid[] := array(select private.my_org_ids());
  -- Row security hides the entries of these; without them no page is short. There is seldom one, so
  -- that only then more than the indexes is read.
  v_hidden uuid[] := array(select private.notebooks_in_change());
  -- With constant bounds one plan uses the indexes in every case.
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := coalesce(p_to, 'infinity');
  v_before_at timestamptz := coalesce(p_before_at, 'infinity');
  v_before_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if p_scope = 'all' and private.is_super_admin() then
    return query
      select e.id, e.written_at from public.journal_entries as e
      where (e.written_at, e.id) < (v_before_at, v_before_id)
        and e.written_at >= v_from and e.written_at < v_to
      order by e.written_at desc, e.id desc limit p_limit;
    return;
  end if;
  -- Each way is read from its index alone, so that the page costs the same however many entries a
  -- team has. The ways of others lead to the caller's own entries as well, which count once.
  return query
    select distinct on (f.written_at, f.id) f.id, f.written_at from (
      (select e.id, e.written_at from public.journal_entries as e
       where p_scope in ('own', 'all') and e.user_id = v_caller
         and (e.written_at, e.id) < (v_before_at, v_before_id)
         and e.written_at >= v_from and e.written_at < v_to
       order by e.written_at desc, e.id desc limit p_limit)
      union all
      (select e.id, e.written_at from public.journal_entries as e
       where p_scope in ('public', 'all') and e.effective_metadata_visibility = 'public'
         and (v_hidden = '{}' or ((
           select n.notebook_id from public.journal_entries as n where n.id = e.id
         ) <> all (v_hidden)) is not false)
         and (e.written_at, e.id) < (v_before_at, v_before_id)
         and e.written_at >= v_from and e.written_at < v_to
       order by e.written_at desc, e.id desc limit p_limit)
      union all
      (select x.id, x.written_at
       from unnest(case when p_scope in ('team', 'all') then v_teams end) as t (id)
       cross join lateral (
         select e.id, e.written_at from public.journal_entries as e
         where e.effective_metadata_team_id = t.id
           and (v_hidden = '{}' or ((
             select n.notebook_id from public.journal_entries as n where n.id = e.id
           ) <> all (v_hidden)) is not false)
           and (e.written_at, e.id) < (v_before_at, v_before_id)
           and e.written_at >= v_from and e.written_at < v_to
         order by e.written_at desc, e.id desc limit p_limit) as x)
      union all
      (select x.id, x.written_at
       from unnest(case when p_scope in ('org', 'all') then v_orgs end) as o (id)
       cross join lateral (
         select e.id, e.written_at from public.journal_entries as e
         where e.effective_metadata_org_id = o.id
           and (v_hidden = '{}' or ((
             select n.notebook_id from public.journal_entries as n where n.id = e.id
           ) <> all (v_hidden)) is not false)
           and (e.written_at, e.id) < (v_before_at, v_before_id)
           and e.written_at >= v_from and e.written_at < v_to
         order by e.written_at desc, e.id desc limit p_limit) as x)
    ) as f
    order by f.written_at desc, f.id desc limit p_limit;
end
$$;

-- The entries of such a page with filters, and more: up to p_limit from each way that leads to the
-- entries. Null means no filter. The query is planned each time, with the arguments as constants:
-- what they decide is gone from the plan.
create function private.filtered_page(
  p_scope text, p_notebook_id uuid, p_tag text, p_mood text, p_query text,
  p_team_id uuid, p_org_id uuid, p_user_id uuid,
  p_from timestamptz, p_to timestamptz, p_before_at timestamptz, p_before_id uuid, p_limit integer
) returns table (id uuid, written_at timestamptz)
language plpgsql stable security definer rows 20
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_caller uuid := private.require_caller();
  v_is_admin boolean := private.is_super_admin();
  v_teams uuid[] := array(select private.my_team_ids());
  v_orgs uuid[] := array(select private.my_org_ids());
  v_hidden uuid[] := array(select private.notebooks_in_change());
  v_query tsquery := private.search_query(p_query);
  -- What an index can find of it.
  v_words tsquery := nullif(querytree(v_query), 'T')::tsquery;
  -- What is shared with one team or organization is found through it alone, the caller's own
  -- entries included, and what one person shares through its author.
  v_ways text[] := case
    when p_scope = 'all' and v_is_admin then array['every']
    when p_scope <> 'all' then array[p_scope]
    when p_team_id is not null then array['team']
    when p_org_id is not null then array['org']
    when p_user_id = v_caller then array['own']
    when p_user_id is not null then array['author']
    else array['own', 'public', 'team', 'org']
  end;
  v_way text;
  v_target uuid;
begin
  if numnode(v_query) = 0 then
    return;
  end if;
  for v_way, v_target in
    -- Each team and organization has its own range in the index.
    select w.way, t.id
    from unnest(v_ways) as w (way)
    cross join lateral unnest(
      case w.way when 'team' then v_teams when 'org' then v_orgs else array[v_caller] end) as t (id)
    where t.id = coalesce(case w.way when 'team' then p_team_id when 'org' then p_org_id end, t.id)
  loop
    return query
      select e.id, e.written_at
      from public.journal_entries as e
      left join private.journal_entry_documents as d on d.entry_id = e.id
      where case v_way
          when 'own' then e.user_id = v_caller
          when 'public' then e.effective_metadata_visibility = 'public'
          when 'team' then e.effective_metadata_team_id = v_target
          when 'org' then e.effective_metadata_org_id = v_target
          when 'author' then e.effective_metadata_visibility = 'public'
            or e.effective_metadata_team_id = any (v_teams)
            or e.effective_metadata_org_id = any (v_orgs)
          else true
        end
        and (v_way = 'own' or cardinality(v_ways) = 1 or e.user_id <> v_caller)
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
        -- are among the words of the whole, so one index finds candidates for both; this is exact.
        -- It uses both tables, so that the planner evaluates it after the index.
        and (v_query is null or case
          when v_is_admin or e.user_id = v_caller or e.effective_content_visibility = 'public'
            or e.effective_content_team_id = any (v_teams)
            or e.effective_content_org_id = any (v_orgs)
          then d.words @@ v_query
          else to_tsvector('pg_catalog.english', private.normalize_search_text(e.title)) @@ v_query
        end)
      order by e.written_at desc, e.id desc limit p_limit;
  end loop;
end
$$;

grant execute on function private.feed_page, private.filtered_page to authenticated;

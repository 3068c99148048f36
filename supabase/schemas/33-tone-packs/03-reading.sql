-- Reading tone packs: a view under the reader's rights, lists and search, and the reader's active
-- pack.

-- The shares of a pack as its owner may see them: a person, or an address without its user.
create function private.shares_of_own_tone_pack(p_tone_pack_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'user_id', case when s.email is null then s.user_id end, 'email', s.email,
      'created_at', s.created_at) order by s.created_at, s.id), '[]')
    from public.tone_packs as p join public.tone_pack_shares as s on s.tone_pack_id = p.id
    where p.id = p_tone_pack_id and p.owner_id = (select auth.uid())
  );
end
$$;

-- A pack as its reader may see it: all images for users of the pack, up to three previews for
-- others.
create view public.tone_pack_cards with (security_invoker = true) as
  select
    p.id,
    p.owner_id,
    p.name,
    p.description,
    p.theme,
    p.is_public,
    p.price_drops,
    p.image_count,
    p.tones,
    u.is_usable,
    p.id in (select private.my_purchased_tone_packs()) as is_purchased,
    case when u.is_usable then i.seen else '[]' end as images,
    i.preview,
    case when p.owner_id = (select auth.uid()) then private.shares_of_own_tone_pack(p.id) end
      as shares,
    p.created_at,
    p.updated_at
  from public.tone_packs as p
  cross join lateral (
    select p.id in (select private.my_purchased_tone_packs())
      or p.deleted_at is null and (
        p.owner_id = (select auth.uid())
        or p.is_public and p.price_drops = 0
        or p.id in (select private.my_shared_tone_packs())
      ) as is_usable
  ) as u
  cross join lateral (
    select
      coalesce(jsonb_agg(jsonb_build_object('tone', m.tone, 'path', m.path)
        order by m.created_at, m.tone), '[]') as seen,
      coalesce(jsonb_agg(jsonb_build_object('tone', m.tone, 'path', m.path)
        order by m.created_at, m.tone) filter (where m.is_preview), '[]') as preview
    from public.tone_pack_images as m
    where m.tone_pack_id = p.id
  ) as i;

comment on view public.tone_pack_cards is
  'Tone packs with the images that the reader may see, under the reader''s own rights.';
grant select on public.tone_pack_cards to authenticated;

-- Search ------------------------------------------------------------------------------------------

-- The words of a pack, unstemmed, because the search matches prefixes.
create function private.tone_pack_words(p_name text, p_theme text, p_description text)
returns tsvector
language sql immutable set search_path = ''
as $$
  select to_tsvector('pg_catalog.simple',
    private.normalize_search_text(p_name || ' ' || p_theme || ' ' || p_description))
$$;

-- With detailed statistics the planner uses this index for rare words only. Statistics of partial
-- indexes are not used, so the index covers all packs.
create index tone_packs_words_idx
  on public.tone_packs using gin (private.tone_pack_words(name, theme, description));
alter index public.tone_packs_words_idx alter column 1 set statistics 1000;

-- Lists -------------------------------------------------------------------------------------------

-- Ids of one page of packs, newest first: up to p_limit older than (p_before_at, p_before_id).
-- Scopes: own, shared with the caller, purchased by the caller, or public; only the public scope
-- supports search.
create function private.tone_pack_page(
  p_scope text, p_query text, p_before_at timestamptz, p_before_id uuid, p_limit integer
) returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer rows 50 set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_before_at timestamptz := coalesce(p_before_at, 'infinity');
  v_before_id uuid := coalesce(p_before_id, private.last_id());
  v_ids uuid[] := case p_scope
    when 'shared' then array(select private.my_shared_tone_packs())
    when 'purchased' then array(select private.my_purchased_tone_packs()) end;
  -- Every word of the search as a prefix.
  v_query tsquery := (
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from regexp_split_to_table(private.normalize_search_text(p_query), '\s+') as word
    where word <> ''
  );
begin
  return query
    select p.id, p.created_at from public.tone_packs as p
    where case p_scope
        when 'own' then p.owner_id = v_caller
        when 'public' then p.is_public
        else p.id = any (v_ids)
      end
      and (p_scope = 'purchased' or p.deleted_at is null)
      -- A search without letters matches nothing.
      and (p_scope <> 'public' or coalesce(p_query, '') = ''
        or private.tone_pack_words(p.name, p.theme, p.description) @@ v_query)
      and (p.created_at, p.id) < (v_before_at, v_before_id)
    order by p.created_at desc, p.id desc limit p_limit;
end
$$;

-- One page of a scope. The query finds the page by visibility; row security decides what of each
-- pack is visible.
create function public.list_tone_packs(
  p_scope text, p_query text default null, p_before_at timestamptz default null,
  p_before_id uuid default null, p_limit integer default 50
) returns setof public.tone_pack_cards
language plpgsql stable rows 50 set search_path = ''
as $$
begin
  perform private.refuse_if(
    p_scope is null or p_scope not in ('own', 'shared', 'purchased', 'public'),
    400, 'scope: expected one of own, shared, public, purchased', 'unknown_value');
  perform private.refuse_if(char_length(p_query) > 200,
    400, 'q: expected at most 200 characters', 'too_long');
  return query
    select c.* from private.tone_pack_page(p_scope, p_query, p_before_at, p_before_id,
      private.page_limit(p_limit)) as page
    join public.tone_pack_cards as c on c.id = page.id
    order by page.created_at desc, page.id desc;
end
$$;

-- Active pack -------------------------------------------------------------------------------------

-- A user's active pack, null when there is none or the user may not use it any more.
create function private.active_tone_pack_id(p_user_id uuid default auth.uid()) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select p.id from public.profiles as u
    join public.tone_packs as p on p.id = (u.preferences ->> 'active_tone_pack_id')::uuid
    where u.id = p_user_id and private.may_use_tone_pack(p, p_user_id)
  );
end
$$;

-- The images of a user's active pack by tone, null without one. Every page of the feed calls it
-- once, regardless of the number of entries.
create function private.active_tone_images(p_user_id uuid default auth.uid()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(tone, path) from public.tone_pack_images
    where tone_pack_id = (select private.active_tone_pack_id(p_user_id))
  );
end
$$;

-- The first page of every scope and the active pack.
create function public.tone_pack_overview(p_limit integer default 50) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select json_object_agg(key, value)
    from (
      select scope, (
        select coalesce(json_agg(c order by c.created_at desc, c.id desc), '[]')
        from public.list_tone_packs(scope, p_limit => p_limit) as c
      )
      from unnest(array['own', 'shared', 'public', 'purchased']) as scope
      union all
      select 'active_tone_pack_id', to_json(private.active_tone_pack_id())
    ) as lists (key, value)
  );
end
$$;

-- The caller's profile. It names the active pack only while the caller may use it.
create function public.get_profile() returns setof public.profiles
language plpgsql stable rows 1 set search_path = ''
as $$
begin
  return query
    select changed.* from public.profiles as p
    cross join lateral jsonb_populate_record(p, case
      when p.preferences ->> 'active_tone_pack_id' is null then '{}'
      else jsonb_build_object('preferences', p.preferences
        || jsonb_build_object('active_tone_pack_id', private.active_tone_pack_id())) end) as changed
    where p.id = (select auth.uid());
end
$$;

grant execute on function private.shares_of_own_tone_pack, private.tone_pack_page,
  private.active_tone_pack_id, public.list_tone_packs, public.tone_pack_overview, public.get_profile
  to authenticated;
grant execute on function private.active_tone_images to authenticated, service_role;

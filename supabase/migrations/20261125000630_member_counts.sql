-- Count the members of an organization or a team in an index alone. Without these functions, each
-- member is held against the row policies as the reader, which takes four times as long. The number
-- is the same: everybody who sees an organization or a team sees all its members.

create function private.count_organization_members(p_org_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from public.organization_members where org_id = p_org_id $$;

create function private.count_team_members(p_team_id uuid) returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from public.team_members where team_id = p_team_id $$;

grant execute on function private.count_organization_members, private.count_team_members
  to authenticated, service_role;

create or replace view public.organization_cards with (security_invoker = true) as
  select
    o.id,
    o.name,
    o.description,
    o.owner_id,
    o.settings,
    private.count_organization_members(o.id) as member_count,
    (select m.role from public.organization_members as m
     where m.org_id = o.id and m.user_id = (select auth.uid())) as user_role,
    o.created_at,
    o.updated_at
  from public.organizations as o;

create or replace view public.team_cards with (security_invoker = true) as
  select
    t.id,
    t.name,
    t.description,
    t.org_id,
    t.admin_id,
    t.settings,
    (select jsonb_build_object('id', o.id, 'name', o.name)
     from public.organizations as o where o.id = t.org_id) as organizations,
    private.count_team_members(t.id) as member_count,
    (select m.role from public.team_members as m
     where m.team_id = t.id and m.user_id = (select auth.uid())) as user_role,
    t.created_at,
    t.updated_at
  from public.teams as t;

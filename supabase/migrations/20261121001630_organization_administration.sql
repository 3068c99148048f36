-- The organizations and teams page of super admins.

-- One page of organizations, newest first, each with its owner, its size and its 100 newest teams.
create function private.admin_list_organizations(
  p_before_at timestamptz, p_before_id uuid, p_limit integer
) returns table (
  id uuid, name text, description text, owner jsonb, member_count bigint, team_count bigint,
  teams jsonb, created_at timestamptz, updated_at timestamptz
)
language plpgsql stable security definer rows 50
set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  perform private.require_super_admin();
  return query
    with page as (
      select * from public.organizations as o
      where p_before_at is null or (o.created_at, o.id) < (p_before_at, p_before_id)
      order by o.created_at desc, o.id desc
      limit least(greatest(p_limit, 1), 101)
    )
    select o.id, o.name, o.description, to_jsonb(c),
      (select count(*) from public.organization_members as m where m.org_id = o.id),
      (select count(*) from public.teams as t where t.org_id = o.id),
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', t.id, 'name', t.name, 'admin', to_jsonb(a),
          'member_count',
            (select count(*) from public.team_members as m where m.team_id = t.id),
          'created_at', t.created_at) order by t.created_at desc, t.id desc)
        from (
          select * from public.teams as n where n.org_id = o.id
          order by n.created_at desc, n.id desc limit 100
        ) as t
        join public.profile_cards as a on a.id = t.admin_id
      ), '[]'),
      o.created_at, o.updated_at
    from page as o
    join public.profile_cards as c on c.id = o.owner_id
    order by o.created_at desc, o.id desc;
end
$$;

create function public.admin_list_organizations(
  p_before_at timestamptz default null, p_before_id uuid default null, p_limit integer default 50
) returns table (
  id uuid, name text, description text, owner jsonb, member_count bigint, team_count bigint,
  teams jsonb, created_at timestamptz, updated_at timestamptz
)
language sql stable rows 50 set search_path = ''
as $$ select * from private.admin_list_organizations(p_before_at, p_before_id, p_limit) $$;

select private.open_to_callers(array['admin_list_organizations(timestamptz, uuid, integer)']);

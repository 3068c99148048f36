-- What a super admin does to organizations and teams is on record, with what follows from it, such
-- as the end of every membership in a team that is deleted.

create function private.audit_group_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_row jsonb := coalesce(v_after, v_before);
begin
  if private.is_super_admin() then
    perform private.audit(
      tg_argv[0] || case tg_op
        when 'INSERT' then '.create' when 'UPDATE' then '.update' else '.delete' end,
      tg_argv[1], coalesce(v_row ->> tg_argv[2], v_row ->> 'id'), v_before, v_after);
  end if;
  return null;
end
$$;

create trigger organizations_900_audit after insert or update or delete on public.organizations
  for each row execute function private.audit_group_change('organization', 'organization', 'id');
create trigger organization_members_900_audit
  after insert or update or delete on public.organization_members
  for each row
  execute function private.audit_group_change('organization_member', 'organization', 'org_id');
create trigger teams_900_audit after insert or update or delete on public.teams
  for each row execute function private.audit_group_change('team', 'team', 'id');
create trigger team_members_900_audit after insert or update or delete on public.team_members
  for each row execute function private.audit_group_change('team_member', 'team', 'team_id');

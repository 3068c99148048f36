-- Inviting a friend: a link into an organization of the inviter's own, which is made for this.

create table private.friend_circles (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  org_id uuid not null unique references public.organizations (id) on delete cascade,
  team_id uuid,
  constraint friend_circles_team_id_fkey
    foreign key (team_id, org_id) references public.teams (id, org_id) on delete set null (team_id)
);

select private.hide_table('private.friend_circles',
  'The organization and the team into which each user invites friends.');

create index friend_circles_team_id_idx on private.friend_circles (team_id, org_id);

-- An organization stops being a circle when its owner hands it over.
create view private.circles as
  select c.* from private.friend_circles as c
  join public.organizations as o on o.id = c.org_id and o.owner_id = c.user_id;

comment on view private.circles is 'The circles that belong to the users who invite into them.';

-- For good: others may have added people since, who must not become friends by its return.
create function private.end_circle() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.friend_circles where org_id = new.id and user_id <> new.owner_id;
  return null;
end
$$;

create trigger organizations_740_end_circle after update of owner_id on public.organizations
  for each row when (old.owner_id <> new.owner_id) execute function private.end_circle();

-- Makes a link for one friend. The circle is made at the first one, and made again when it was
-- deleted or belongs to somebody else. Returns {invitation, code, organization, team}.
create function private.invite_friend() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_profile public.profiles;
  v_circle private.friend_circles;
  v_most constant integer := 20;
begin
  perform private.require_account_holder();
  select * into v_profile from public.profiles where id = v_caller;
  perform private.refuse_if(v_profile.is_classroom,
    403, 'Classroom accounts may not invite friends');
  -- Until the end of the transaction, so that two requests make one circle and no 21st link.
  perform pg_advisory_xact_lock(hashtextextended('friend circle ' || v_caller, 0));
  select c.* into v_circle from private.circles as c
  where c.user_id = v_caller and c.org_id not in (select private.groups_in_deletion());
  if not found then
    insert into private.friend_circles (user_id, org_id)
    select v_caller, o.id from private.create_organization(
      left(coalesce(v_profile.full_name, v_profile.handle), 91) || '''s circle') as o
    on conflict (user_id) do update set org_id = excluded.org_id, team_id = null
    returning * into v_circle;
  end if;
  if v_circle.team_id is null then
    update private.friend_circles
    set team_id = (select t.id from private.create_team(v_circle.org_id, 'Friends') as t)
    where user_id = v_caller returning * into v_circle;
  end if;
  perform private.refuse_if((
    select count(*) from private.organization_invitations
    where org_id = v_circle.org_id and code_hash is not null and ending is null
      and expires_at > now()
  ) >= v_most, 409, format('At most %s open links, revoke some first', v_most), 'quota_reached');
  return private.invite_to_organization(
      v_circle.org_id, p_link => true, p_max_uses => 1, p_team_id => v_circle.team_id)
    || jsonb_build_object(
      'organization', (
        select jsonb_build_object('id', id, 'name', name) from public.organizations
        where id = v_circle.org_id),
      'team', (
        select jsonb_build_object('id', id, 'name', name) from public.teams
        where id = v_circle.team_id));
end
$$;

select private.expose('authenticated', 'invite_friend');

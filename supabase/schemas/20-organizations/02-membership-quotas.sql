-- How many organizations and teams a user is in, by own acts and by those of others.

create function private.stamp_acceptance() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.accepted := new.user_id is not distinct from (select auth.uid());
  return new;
end
$$;

-- Bounds how many users a caller adds in a day, how many groups a user is in without an own act,
-- and how many a user has joined: every page of the user reads them all. Its arguments are the two
-- kinds, and message and code of the refusal of a user whom the caller adds. Not for triggers:
-- `hand_teams_to_owner` keeps the bound without a refusal.
create function private.keep_membership_quota() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_caller constant uuid := (select auth.uid());
  v_row record;
  v_kind text;
  v_max integer;
  v_held bigint;
begin
  if v_caller is null or pg_trigger_depth() > 1 then
    return null;
  end if;
  for v_row in select user_id, accepted from made order by accepted, user_id loop
    v_kind := tg_argv[v_row.accepted::integer];
    v_max := (select max_total from private.quotas where kind = v_kind);
    perform private.count_made(v_kind, v_caller, 1);
    perform pg_advisory_xact_lock(hashtextextended(v_kind || ' ' || v_row.user_id, 0));
    execute format(
      'select count(*) from (select from %s where user_id = $1 and accepted = $2 limit $3) as held',
      tg_relid::regclass)
    into v_held using v_row.user_id, v_row.accepted, v_max + 1;
    continue when v_held <= v_max;
    perform private.refuse_if(v_row.accepted,
      409, format('At most %s %s, leave some first', v_max, v_kind), 'quota_reached');
    perform private.refuse(409, tg_argv[2], tg_argv[3]);
  end loop;
  return null;
end
$$;

insert into private.quotas (kind, max_daily, max_total) values
  ('members added to organizations', 1000, 100), ('organizations joined', 1000, 300);

create trigger organization_members_100_stamp_acceptance
  before insert on public.organization_members
  for each row execute function private.stamp_acceptance();
-- The refusal of a user who is in many organizations reads like the refusal of a user who blocks
-- the caller.
create trigger organization_members_800_keep_quota after insert on public.organization_members
  referencing new table as made
  for each statement execute function private.keep_membership_quota(
    'members added to organizations', 'organizations joined',
    'The user joins only by accepting an invitation', 'invitation_needed');

-- A user does not fill another user's quota by handing organizations over.
select private.set_quota('public.organizations', 'organizations', p_daily => 100, p_total => 100,
  p_owner => 'owner_id', p_condition => 'not exists (
    select from public.organization_members as m
    where m.org_id = t.id and m.user_id = $1 and not m.accepted)
    and id not in (select private.groups_in_deletion())');
select private.count_texts_of('public.organizations', '{name,description,settings}', 'owner_id');

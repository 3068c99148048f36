-- Chains, squads and teams of a date. Functions write these tables. Neighbours and members of
-- squads have places on the same date: a trigger removes them from the rows of others together with
-- their place, because foreign keys would take most of the time of writing.

create table public.workout_window_squads (
  id uuid primary key default private.uuid_v7(),
  date date not null,
  user_1_id uuid,
  user_2_id uuid,
  user_3_id uuid,
  team_color text not null check (team_color in ('red', 'blue')),
  constraint workout_window_squads_members_key unique (date, user_1_id, user_2_id, user_3_id)
);

select private.guard_table('public.workout_window_squads',
  'Squads of a date: three neighbours in the chains, or two.');

create index workout_window_squads_date_idx on public.workout_window_squads (date, id);

create table public.workout_window_chains (
  id uuid primary key default private.uuid_v7(),
  date date not null,
  user_id uuid not null references public.profile_cards (id) on delete cascade,
  before_user_id uuid,
  after_user_id uuid,
  team_color text not null check (team_color in ('red', 'blue')),
  squad_id uuid references public.workout_window_squads (id) on delete set null,
  chain_status text not null default 'continued' check (chain_status in ('continued', 'broken')),
  location_group text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  closes_at timestamptz,
  reminded_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint workout_window_chains_user_date_key unique (user_id, date),
  constraint workout_window_chains_neighbours_check
    check (user_id <> before_user_id and user_id <> after_user_id
      and before_user_id <> after_user_id),
  constraint workout_window_chains_times_check check (starts_at < ends_at and ends_at < closes_at)
);

select private.guard_table('public.workout_window_chains',
  'The place of a user in the chains of a date.');
comment on column public.workout_window_chains.chain_status is
  'Broken when the before user''s window closed without a check-in.';
comment on column public.workout_window_chains.closes_at is
  'When the date fails without a check-in; null when window or place did not exist until then.';
comment on column public.workout_window_chains.closed_at is
  'When a job processed the end of the window.';

create index workout_window_chains_group_idx
  on public.workout_window_chains (date, location_group);
create index workout_window_chains_squad_id_idx on public.workout_window_chains (squad_id);
create index workout_window_chains_reminder_idx
  on public.workout_window_chains (starts_at) where reminded_at is null;
create index workout_window_chains_closing_idx
  on public.workout_window_chains (closes_at) where closed_at is null;

-- Removes squads of these that have fewer than two members now, and members who have left others.
create function private.tidy_workout_squads(p_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.workout_window_squads
  where id = any (p_ids) and id not in (
    select squad_id from public.workout_window_chains
    where squad_id = any (p_ids) group by squad_id having count(*) > 1);
  update public.workout_window_squads as s
  set user_1_id = (select s.user_1_id where s.user_1_id = any (m.members)),
    user_2_id = (select s.user_2_id where s.user_2_id = any (m.members)),
    user_3_id = (select s.user_3_id where s.user_3_id = any (m.members))
  from (
    select squad_id, array_agg(user_id) as members
    from public.workout_window_chains where squad_id = any (p_ids) group by squad_id
  ) as m
  where s.id = m.squad_id
    and cardinality(m.members) < num_nonnulls(s.user_1_id, s.user_2_id, s.user_3_id);
end
$$;

-- Removes users whose place is deleted from the places of their neighbours and from their squads.
create function private.leave_workout_chains() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.workout_window_chains as c set before_user_id = null
  from gone as g
  where c.user_id = g.after_user_id and c.date = g.date and c.before_user_id = g.user_id;
  update public.workout_window_chains as c set after_user_id = null
  from gone as g
  where c.user_id = g.before_user_id and c.date = g.date and c.after_user_id = g.user_id;
  perform private.tidy_workout_squads(array(select squad_id from gone));
  return null;
end
$$;

create trigger workout_window_chains_500_leave after delete on public.workout_window_chains
  referencing old table as gone
  for each statement execute function private.leave_workout_chains();

-- Generation --------------------------------------------------------------------------------------

-- Dates whose chains have been generated at least once. Readers see none of a date before.
create table private.workout_dates (
  date date primary key check (date between '0001-01-01' and '9999-12-31'),
  generated_at timestamptz,
  rests_until timestamptz not null default '-infinity',
  requested_at timestamptz
);

select private.hide_table('private.workout_dates',
  'Dates with chains. Generation, closing and review of a date take turns on its row.');
comment on column private.workout_dates.generated_at is
  'When all chains of the date were first complete; readers see none before.';
comment on column private.workout_dates.rests_until is
  'A few seconds after the last generation: changes until then are generated together.';

comment on column private.workout_dates.requested_at is
  'When the nightly job last requested all groups of the date.';

-- A change adds a row, the generation removes it. Not unique, so that a change never waits for a
-- generation. The date has no foreign key: every change would lock the row of its date.
create table private.workout_chain_requests (
  id bigint generated always as identity,
  date date not null,
  location_group text not null,
  due_at timestamptz not null default now(),
  is_large boolean not null,
  primary key (id)
);

select private.hide_table('private.workout_chain_requests',
  'Location groups whose chains are to be generated.');
comment on column private.workout_chain_requests.is_large is
  'Left to the job: no request generates so many windows after its answer.';

create index workout_chain_requests_date_idx
  on private.workout_chain_requests (date, location_group);

-- Locks the places of a date whose owners' check-ins decide what the caller of this function
-- writes. A check-in locks its own place, so that it comes before or after, and waits for nobody
-- else.
create function private.lock_workout_places(p_date date, p_user_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.workout_window_chains
  where date = p_date and user_id = any (p_user_ids) order by user_id for no key update;
end
$$;

create function private.workout_date_is_generated(p_date date) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.workout_dates where date = p_date and generated_at is not null
  );
end
$$;

grant execute on function private.workout_date_is_generated to authenticated;

-- Others see what concerns them through functions.

create policy workout_window_squads_select_member on public.workout_window_squads
  for select to authenticated using (
    ((select auth.uid()) in (user_1_id, user_2_id, user_3_id) or (select private.is_super_admin()))
    and private.workout_date_is_generated(date));

create policy workout_window_chains_select_owner on public.workout_window_chains
  for select to authenticated using (
    (user_id = (select auth.uid()) or (select private.is_super_admin()))
    and private.workout_date_is_generated(date));

grant select on public.workout_window_squads, public.workout_window_chains to authenticated;
grant all on public.workout_window_squads, public.workout_window_chains to service_role;

-- Of others the export contains no ids: a neighbour's id is the neighbour's data.
select private.register_personal_data('public.workout_window_chains', 'delete', 60,
  p_page_key => '{date,id}',
  p_omitted => '{before_user_id,after_user_id,location_group,reminded_at,closed_at}');
select private.register_person_column('public.workout_window_chains', name,
  'The place of another user, which names this user as a neighbour.')
from unnest(array['before_user_id', 'after_user_id']) as name;
select private.register_person_column('public.workout_window_squads', name,
  'The user''s place in the chains, which is exported, names the squad.')
from unnest(array['user_1_id', 'user_2_id', 'user_3_id']) as name;

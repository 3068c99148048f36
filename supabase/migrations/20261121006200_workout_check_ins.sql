-- Check-ins of workout windows.

create table public.workout_window_checkins (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint workout_window_checkins_user_id_fkey
      references public.profile_cards (id) on delete cascade,
  chain_id uuid
    constraint workout_window_checkins_chain_id_fkey
      references public.workout_window_chains (id) on delete set null,
  date date not null,
  activity_type text not null
    constraint workout_window_checkins_activity_type_check check (activity_type in (
      'cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other')),
  -- Null for a synthetic user.
  photo_url text,
  photo_timestamp timestamptz,
  location_lat numeric(10, 8)
    constraint workout_window_checkins_location_lat_check check (location_lat between -90 and 90),
  location_lng numeric(11, 8)
    constraint workout_window_checkins_location_lng_check check (location_lng between -180 and 180),
  status text not null default 'pending'
    constraint workout_window_checkins_status_check
      check (status in ('pending', 'verified', 'rejected')),
  review_reason text,
  battle_chips_earned integer not null default 1
    constraint workout_window_checkins_chips_check check (battle_chips_earned >= 0),
  chain_status text not null default 'continued'
    constraint workout_window_checkins_chain_status_check
      check (chain_status in ('continued', 'broken')),
  created_at timestamptz not null default now(),
  constraint workout_window_checkins_user_date_key unique (user_id, date),
  constraint workout_window_checkins_location_check
    check ((location_lat is null) = (location_lng is null))
);

comment on table public.workout_window_checkins is 'Check-ins: at most one for each user and date.';

select private.limit_statistics('public.workout_window_checkins', 'date');

create index workout_window_checkins_chain_id_idx on public.workout_window_checkins (chain_id);
create index workout_window_checkins_date_idx on public.workout_window_checkins (date, user_id);

alter table public.workout_window_checkins enable row level security;

-- Squad, neighbours and others see check-ins through functions, without the location.
create policy workout_window_checkins_all_active on public.workout_window_checkins
  as restrictive to authenticated using ((select private.caller_is_active()));
create policy workout_window_checkins_select_owner on public.workout_window_checkins
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_super_admin()));

grant select on public.workout_window_checkins to authenticated;
grant all on public.workout_window_checkins to service_role;

-- Export and deletion of an account ---------------------------------------------------------------

select private.register_export_section('workout_window_checkins', 'public.workout_window_checkins');
select private.register_person_column(
  'public.workout_window_checkins', 'user_id', 'delete', p_section => 'workout_window_checkins',
  p_position => 55);

-- Encouragement drops: the allowance of each day, and the drops.

-- The system sender -------------------------------------------------------------------------------

-- The synthetic user in whose name the assistant sends drops.

create function private.system_sender_id() returns uuid
language sql immutable set search_path = ''
as $$ select '00000000-0000-4000-a000-000000000001'::uuid $$;

-- A check of the profiles calls it.
grant execute on function private.system_sender_id to authenticated, service_role;

-- This user cannot sign in: it has no password, no identity and no valid address, is banned at the
-- identity provider, and its profile is blocked. The trigger that posts the sign-up bonus does not
-- run. Sign-up finds a free handle.
alter table public.profiles disable trigger profiles_600_open_account;

insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at, confirmation_token, recovery_token, email_change,
  email_change_token_new, banned_until
)
values (
  '00000000-0000-0000-0000-000000000000', private.system_sender_id(), 'authenticated',
  'authenticated', 'assistant@synthetic.invalid', '', '{"provider": "email", "providers": []}',
  '{"full_name": "Journal Assistant"}', now(), now(), '', '', '', '', '2999-01-01'
);

alter table public.profiles enable trigger profiles_600_open_account;

update public.profiles set is_ai = true, is_active = false where id = private.system_sender_id();

-- An administrator cannot unblock it.
select private.check_written('public.profiles', 'profiles_system_sender_check',
  'new.id <> private.system_sender_id() or (new.is_ai and not new.is_active)',
  'id', 'is_ai', 'is_active');

-- Drops -------------------------------------------------------------------------------------------

create table public.user_drops (
  user_id uuid not null references public.profiles (id) on delete cascade,
  date date not null,
  began_at timestamptz not null,
  daily_allowance integer not null,
  custom_max integer not null,
  drops_used integer not null default 0,
  custom_used integer not null default 0,
  bonus_drops_earned integer not null default 0 check (bonus_drops_earned >= 0),
  total_available integer generated always as (
    daily_allowance + bonus_drops_earned - drops_used) stored,
  primary key (user_id, date),
  constraint user_drops_used_check
    check (drops_used between 0 and daily_allowance + bonus_drops_earned),
  constraint user_drops_custom_used_check check (custom_used between 0 and custom_max)
);

select private.guard_table('public.user_drops',
  'The allowance of each user and day, in the user''s time zone; a row from the first use on.');
comment on column public.user_drops.began_at is
  'Midnight in the time zone of the user at that time.';
comment on column public.user_drops.daily_allowance is
  'As configured at the last use of the day. The configuration holds from the next send on.';

create table public.drops_sent (
  id uuid primary key default private.uuid_v7(),
  sender_id uuid not null references public.profile_cards (id) on delete cascade,
  -- Null after the deletion of the recipient's account: the sender's counts remain.
  recipient_id uuid references public.profile_cards (id) on delete set null,
  drop_type text not null
    check (drop_type in ('encouragement', 'media', 'science_tidbit', 'custom')),
  -- No foreign key: the drop outlives the template.
  template_id uuid,
  title text,
  content text not null default '' check (char_length(content) <= 500),
  media_url text,
  media_type text check (media_type in ('music', 'video')),
  thumbnail_url text,
  data jsonb not null default '{}',
  date_sent timestamptz not null default now(),
  read_at timestamptz,
  is_unread boolean generated always as (read_at is null) stored,
  bonus_drops integer not null,
  engagement_window_ends_at timestamptz not null,
  engagement_increased boolean not null default false,
  settled_at timestamptz,
  bonus_drops_awarded integer not null default 0
    constraint drops_sent_bonus_drops_awarded_check
      check (bonus_drops_awarded between 0 and bonus_drops),
  thanked_at timestamptz,
  constraint drops_sent_self_check check (sender_id <> recipient_id),
  constraint drops_sent_media_check check (
    case drop_type
    when 'media' then media_url is not null
    when 'custom' then media_url is null
    else content ~ '\S' and media_url is null end),
  constraint drops_sent_settled_check
    check (settled_at is not null or (not engagement_increased and bonus_drops_awarded = 0))
);

-- A drop is read and settled later.
select private.check_written(
  'public.drops_sent', 'drops_sent_data_check', 'private.is_settings(new.data)', 'data');

select private.check_written('public.drops_sent', 'drops_sent_media_url_check',
  'private.is_media_url(new.media_url)', 'media_url');

select private.guard_table('public.drops_sent',
  'Encouragement drops; sender and recipient see them.');
comment on column public.drops_sent.drop_type is
  'A drop of the type custom is spoken: `drop_recordings` has its recording, while it exists.';
comment on column public.drops_sent.bonus_drops is
  'The drops that engagement earns the sender, as configured when the drop was sent.';
comment on column public.drops_sent.settled_at is
  'When the drop was found engaged, or after its window had closed; null while it is open.';

create index drops_sent_received_idx
  on public.drops_sent (recipient_id, date_sent desc, id desc);
create index drops_sent_unread_first_idx
  on public.drops_sent (recipient_id, is_unread desc, date_sent desc, id desc);
create index drops_sent_sender_id_idx on public.drops_sent (sender_id, date_sent desc, id desc);
create index drops_sent_open_idx on public.drops_sent (engagement_window_ends_at, id)
  where settled_at is null;

-- One drop of the assistant for each user and day (UTC).
create unique index drops_sent_assistant_key
  on public.drops_sent (recipient_id, ((date_sent at time zone 'utc')::date))
  where sender_id = '00000000-0000-4000-a000-000000000001';

create table public.drop_entries (
  drop_id uuid primary key references public.drops_sent (id) on delete cascade,
  entry_id uuid not null references public.journal_entries (id) on delete cascade
);

select private.guard_table('public.drop_entries',
  'The entry that a drop is about, for whichever of sender and recipient may see the entry.');

create index drop_entries_entry_id_idx on public.drop_entries (entry_id);

select private.let_read('owner_or_admin', 'public.user_drops');

create policy drops_sent_select_parties on public.drops_sent for select to authenticated
  using (sender_id = (select auth.uid()) or recipient_id = (select auth.uid()));

-- Row security of drops and of entries decides.
create policy drop_entries_select_visible on public.drop_entries for select to authenticated
  using (
    exists (select from public.drops_sent as d where d.id = drop_id)
    and exists (select from public.journal_entries as e where e.id = entry_id));

grant select on public.drops_sent, public.drop_entries to authenticated, service_role;

-- Days --------------------------------------------------------------------------------------------

-- The day whose allowance a user has at a time, with the present configuration: when it is lower
-- than what was used, nothing is left. A changed time zone neither repeats a date nor begins a day
-- within 20 hours of the last one.
create function private.drop_day(p_user_id uuid, p_at timestamptz default now())
returns public.user_drops
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_timezone constant text := (select timezone from public.profiles where id = p_user_id);
  v_date constant date := (p_at at time zone v_timezone)::date;
  v_began_at constant timestamptz := v_date::timestamp at time zone v_timezone;
  v_config constant public.drop_config := (select c from public.drop_config as c);
  v_day public.user_drops;
begin
  select * into v_day from public.user_drops where user_id = p_user_id order by date desc limit 1;
  if not found or v_date > v_day.date and v_began_at >= v_day.began_at + interval '20 hours' then
    -- Nothing allowed and nothing used.
    v_day := (p_user_id, v_date, v_began_at, 0, 0, 0, 0, 0, 0);
  end if;
  v_day.daily_allowance := v_config.daily_allowance;
  v_day.custom_max := v_config.max_custom_drops_per_day;
  v_day.total_available :=
    greatest(0, v_day.daily_allowance + v_day.bonus_drops_earned - v_day.drops_used);
  return v_day;
end
$$;

-- When the next day of a user begins.
create function private.next_drop_day(p_day public.user_drops, p_at timestamptz default now())
returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_timezone constant text := (select timezone from public.profiles where id = p_day.user_id);
  v_date date := greatest((p_at at time zone v_timezone)::date, p_day.date) + 1;
begin
  if v_date::timestamp at time zone v_timezone < p_day.began_at + interval '20 hours' then
    v_date := v_date + 1;
  end if;
  return v_date::timestamp at time zone v_timezone;
end
$$;

-- Takes one drop from the allowance of the day, and returns the day. Calls for one sender wait for
-- each other: the badge is their lock.
create function private.take_drop(
  p_user_id uuid, p_is_custom boolean, p_at timestamptz default now()
) returns public.user_drops
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_day public.user_drops;
  v_wait_s integer;
begin
  insert into public.encouragement_badges (user_id) values (p_user_id) on conflict do nothing;
  perform from public.encouragement_badges where user_id = p_user_id for no key update;

  v_day := private.drop_day(p_user_id, p_at);
  v_wait_s := ceil(extract(epoch from private.next_drop_day(v_day, p_at) - p_at));
  perform private.refuse_if(v_day.total_available < 1,
    429, 'No drops are left for today', 'no_drops_left', v_wait_s);
  perform private.refuse_if(p_is_custom and v_day.custom_used >= v_day.custom_max,
    429, 'No custom drops are left for today', 'no_custom_drops_left', v_wait_s);

  insert into public.user_drops as u (
    user_id, date, began_at, daily_allowance, custom_max, drops_used, custom_used
  )
  values (
    p_user_id, v_day.date, v_day.began_at, v_day.daily_allowance, v_day.custom_max, 1,
    p_is_custom::integer
  )
  on conflict on constraint user_drops_pkey do update set
    daily_allowance = excluded.daily_allowance,
    custom_max = greatest(excluded.custom_max, u.custom_used),
    drops_used = u.drops_used + 1, custom_used = u.custom_used + excluded.custom_used;
  return private.drop_day(p_user_id, p_at);
end
$$;

create function private.drop_day_json(p_day public.user_drops) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return to_jsonb(p_day) - '{user_id,began_at}'::text[];
end
$$;

-- The caller's allowance of today.
create function private.my_drops() returns jsonb
language sql stable security definer set search_path = ''
as $$ select private.drop_day_json(private.drop_day(private.require_caller())) $$;

select private.expose('authenticated', 'my_drops');

-- Drops of people stay, for the counts of their senders. Drops of the assistant go, because they
-- are about the recipient alone.
create function private.erase_received_drops(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select id from public.drops_sent where recipient_id = p_user_id limit p_limit);
begin
  delete from public.drops_sent
  where id = any (v_ids) and sender_id = private.system_sender_id();
  update public.drops_sent set recipient_id = null where id = any (v_ids);
  return cardinality(v_ids);
end
$$;

select private.register_personal_data('public.user_drops', 'delete', 40,
  p_section => 'drop_allowances', p_page_key => '{date}');
select private.register_personal_data('public.drops_sent', 'delete', 35, p_person => 'sender_id',
  p_page_key => '{date_sent,id}');
select private.register_personal_data('public.drops_sent', 'erase_received_drops', 35,
  p_section => 'drops_received', p_person => 'recipient_id', p_page_key => '{date_sent,id}',
  p_omitted => array['bonus_drops', 'engagement_window_ends_at', 'engagement_increased',
    'settled_at', 'bonus_drops_awarded']);

create view private.exported_drop_entries as
  select d.sender_id as user_id, d.date_sent, d.id as drop_id, e.entry_id
  from public.drops_sent as d join public.drop_entries as e on e.drop_id = d.id;

comment on view private.exported_drop_entries is 'The section `drop_entries` of an export.';

select private.register_personal_data('public.drop_entries', p_person => 'drop_id',
  p_source => 'private.exported_drop_entries', p_condition => 's.user_id = $1',
  p_page_key => '{date_sent,drop_id}', p_omitted => '{user_id,date_sent}');

-- Engagement entries: satisfaction, action notes and sleep. Only their owner sees them, so clients
-- write them directly. Encouragement drops count them as engagement, by the server's time.

create table public.satisfaction_entries (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  score integer not null check (score between 1 and 10),
  note text not null default '' check (char_length(note) <= 2000),
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table public.action_notes (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  content text not null check (char_length(content) <= 2000 and content ~ '\S'),
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

create table public.sleep_entries (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- In some zones it is tomorrow already.
  date date not null
    constraint sleep_entries_date_check
      check (date between '0001-01-01' and (created_at at time zone 'utc')::date + 1),
  hours numeric(4, 2) not null check (hours between 0 and 24),
  quality integer not null check (quality between 1 and 5),
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

select private.guard_table('public.satisfaction_entries', 'How satisfied users were with a day.',
  '{score}');
select private.guard_table('public.action_notes', 'Actions that users took or will take.');
select private.guard_table('public.sleep_entries', 'How long and how well users slept.',
  '{quality}');
comment on column public.sleep_entries.date is 'The date of the morning.';

-- The pages of each list.
create index satisfaction_entries_page_idx
  on public.satisfaction_entries (user_id, written_at desc, id desc);
create index action_notes_page_idx
  on public.action_notes (user_id, written_at desc, id desc);
create index sleep_entries_page_idx
  on public.sleep_entries (user_id, written_at desc, id desc);

-- All three together.
select private.set_quota('public.satisfaction_entries', 'engagement entries', p_daily => 10000);
select private.set_quota('public.action_notes', 'engagement entries', p_daily => 10000);
select private.set_quota('public.sleep_entries', 'engagement entries', p_daily => 10000);
select private.count_texts_of('public.satisfaction_entries', '{note}');
select private.count_texts_of('public.action_notes', '{content}');

select private.let_read('owner',
  'public.satisfaction_entries', 'public.action_notes', 'public.sleep_entries');
select private.let_owner_change('public.satisfaction_entries',
  p_insert => '{id,score,note,written_at}', p_update => '{score,note}', p_delete => true);
select private.let_owner_change('public.action_notes', p_insert => '{id,content,written_at}',
  p_update => '{content}', p_delete => true);
select private.let_owner_change('public.sleep_entries',
  p_insert => '{id,date,hours,quality,written_at}', p_update => '{date,hours,quality}',
  p_delete => true);

grant all on public.satisfaction_entries, public.action_notes, public.sleep_entries
  to service_role;

select private.register_synced_table('satisfaction_entry', 'satisfaction_entries');
select private.register_synced_table('action_note', 'action_notes');
select private.register_synced_table('sleep_entry', 'sleep_entries');

select private.register_personal_data('public.satisfaction_entries', 'delete', 40);
select private.register_personal_data('public.action_notes', 'delete', 40);
select private.register_personal_data('public.sleep_entries', 'delete', 40);

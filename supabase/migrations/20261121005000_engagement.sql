-- Engagement entries: satisfaction, action notes and sleep. Only their owner sees them, so clients
-- write them directly. Encouragement drops count them as engagement, by the server's time.

create table public.satisfaction_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid()
    constraint satisfaction_entries_user_id_fkey references public.profiles (id) on delete cascade,
  score integer not null
    constraint satisfaction_entries_score_check check (score between 1 and 10),
  note text not null default ''
    constraint satisfaction_entries_note_check check (char_length(note) <= 2000),
  written_at timestamptz not null default now()
    constraint satisfaction_entries_written_at_check
      check (written_at between '1000-01-01' and created_at + interval '5 minutes'),
  created_at timestamptz not null default now()
);

create table public.action_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid()
    constraint action_notes_user_id_fkey references public.profiles (id) on delete cascade,
  content text not null
    constraint action_notes_content_check
      check (char_length(content) <= 2000 and content ~ '\S'),
  written_at timestamptz not null default now()
    constraint action_notes_written_at_check
      check (written_at between '1000-01-01' and created_at + interval '5 minutes'),
  created_at timestamptz not null default now()
);

create table public.sleep_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid()
    constraint sleep_entries_user_id_fkey references public.profiles (id) on delete cascade,
  -- In some zones it is tomorrow already.
  date date not null
    constraint sleep_entries_date_check
      check (date between '0001-01-01' and (created_at at time zone 'utc')::date + 1),
  hours numeric(4, 2) not null
    constraint sleep_entries_hours_check check (hours between 0 and 24),
  quality integer not null
    constraint sleep_entries_quality_check check (quality between 1 and 5),
  written_at timestamptz not null default now()
    constraint sleep_entries_written_at_check
      check (written_at between '1000-01-01' and created_at + interval '5 minutes'),
  created_at timestamptz not null default now()
);

comment on table public.satisfaction_entries is 'How satisfied users were with a day.';
comment on table public.action_notes is 'What users did or are about to do.';
comment on table public.sleep_entries is 'How long and how well users slept.';
comment on column public.sleep_entries.date is 'The date of the morning.';

select private.limit_statistics('public.satisfaction_entries');
select private.limit_statistics('public.action_notes');
select private.limit_statistics('public.sleep_entries');

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

-- Row security ------------------------------------------------------------------------------------

alter table public.satisfaction_entries enable row level security;
alter table public.action_notes enable row level security;
alter table public.sleep_entries enable row level security;

create policy satisfaction_entries_all_active on public.satisfaction_entries as restrictive
  to authenticated using ((select private.caller_is_active()));
create policy satisfaction_entries_select_owner on public.satisfaction_entries for select to authenticated
  using (user_id = (select auth.uid()));
create policy satisfaction_entries_insert_owner on public.satisfaction_entries for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy satisfaction_entries_update_owner on public.satisfaction_entries for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy satisfaction_entries_delete_owner on public.satisfaction_entries for delete to authenticated
  using (user_id = (select auth.uid()));

create policy action_notes_all_active on public.action_notes as restrictive
  to authenticated using ((select private.caller_is_active()));
create policy action_notes_select_owner on public.action_notes for select to authenticated
  using (user_id = (select auth.uid()));
create policy action_notes_insert_owner on public.action_notes for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy action_notes_update_owner on public.action_notes for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy action_notes_delete_owner on public.action_notes for delete to authenticated
  using (user_id = (select auth.uid()));

create policy sleep_entries_all_active on public.sleep_entries as restrictive
  to authenticated using ((select private.caller_is_active()));
create policy sleep_entries_select_owner on public.sleep_entries for select to authenticated
  using (user_id = (select auth.uid()));
create policy sleep_entries_insert_owner on public.sleep_entries for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy sleep_entries_update_owner on public.sleep_entries for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy sleep_entries_delete_owner on public.sleep_entries for delete to authenticated
  using (user_id = (select auth.uid()));

grant select, delete on public.satisfaction_entries, public.action_notes, public.sleep_entries
  to authenticated;
grant insert (id, score, note, written_at), update (score, note)
  on public.satisfaction_entries to authenticated;
grant insert (id, content, written_at), update (content) on public.action_notes to authenticated;
grant insert (id, date, hours, quality, written_at), update (date, hours, quality)
  on public.sleep_entries to authenticated;
grant all on public.satisfaction_entries, public.action_notes, public.sleep_entries
  to service_role;

select private.register_synced_table('satisfaction_entry', 'satisfaction_entries');
select private.register_synced_table('action_note', 'action_notes');
select private.register_synced_table('sleep_entry', 'sleep_entries');

-- Export and deletion of an account ---------------------------------------------------------------

select private.register_export_section('satisfaction_entries', 'public.satisfaction_entries');
select private.register_export_section('action_notes', 'public.action_notes');
select private.register_export_section('sleep_entries', 'public.sleep_entries');
select private.register_person_column(
  'public.satisfaction_entries', 'user_id', 'delete', p_section => 'satisfaction_entries', p_position => 40);
select private.register_person_column(
  'public.action_notes', 'user_id', 'delete', p_section => 'action_notes', p_position => 40);
select private.register_person_column(
  'public.sleep_entries', 'user_id', 'delete', p_section => 'sleep_entries', p_position => 40);

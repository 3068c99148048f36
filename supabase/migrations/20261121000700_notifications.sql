-- In-app notifications: one row each, delivered to clients by the realtime publication.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint notifications_user_id_fkey references public.profiles (id) on delete cascade,
  type text not null
    constraint notifications_type_check check (type in (
      'baton_pass', 'window_reminder', 'chain_broken', 'chain_updated', 'battle_update',
      'battle_result', 'team_message', 'drop_received', 'badge_reached', 'mention', 'step_prompt',
      'assistant_note'
    )),
  title text not null,
  body text not null default '',
  data jsonb not null default '{}',
  -- The same thing is said to the same person once.
  dedupe_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notifications_dedupe_key unique (user_id, type, dedupe_key)
);

comment on table public.notifications is 'What the service has to tell a user.';
comment on column public.notifications.dedupe_key is
  'What the notification is about, where telling it twice would be a nuisance.';

-- No statistics on words: an estimate must not tell what somebody else wrote.
alter table public.notifications
  alter column title set statistics 0,
  alter column body set statistics 0,
  alter column data set statistics 0;

create index notifications_page_idx on public.notifications (user_id, created_at desc, id desc);

alter table public.notifications enable row level security;

create policy notifications_all_active on public.notifications as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy notifications_select_owner on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));

grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

alter publication supabase_realtime add table public.notifications;

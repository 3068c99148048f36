-- In-app notifications: one row each. The realtime publication delivers them to clients. Every group
-- writes them with `private.notify`.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    constraint notifications_user_id_fkey references public.profiles (id) on delete cascade,
  type text not null
    constraint notifications_type_check check (type in (
      'baton_pass', 'window_reminder', 'chain_broken', 'chain_updated', 'battle_update',
      'battle_result', 'team_message', 'drop_received', 'badge_reached', 'mention', 'step_prompt',
      'assistant_note', 'organization_joined', 'organization_invitation', 'relay_message'
    )),
  title text not null,
  body text not null default '',
  data jsonb not null default '{}',
  -- Prevents a second notification about the same thing.
  dedupe_key text,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  constraint notifications_dedupe_key unique (user_id, type, dedupe_key)
);

comment on table public.notifications is 'Notifications for a user.';
comment on column public.notifications.dedupe_key is
  'The subject of the notification, where it must not be repeated.';

select private.limit_statistics('public.notifications');

create index notifications_page_idx on public.notifications (user_id, created_at desc, id desc);

-- Finds the notifications that a user caused; `data.user_id` names that user.
create index notifications_about_idx on public.notifications ((data ->> 'user_id'))
  where data ? 'user_id';
alter index public.notifications_about_idx alter column 1 set statistics 0;

alter table public.notifications enable row level security;

create policy notifications_all_active on public.notifications as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy notifications_select_owner on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));

grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

alter publication supabase_realtime add table public.notifications;

-- Notifies a user, once for each `p_dedupe_key` of a type. Returns whether there is a new notification:
-- none for a synthetic, blocked or unknown user. `p_data` names the subject by ids, and with `user_id`
-- the person who caused it, whose deletion removes the notification. It contains nothing that the
-- recipient may lose the right to see.
create function private.notify(
  p_user_id uuid, p_type text, p_title text, p_body text default '', p_data jsonb default '{}',
  p_dedupe_key text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.notifications (user_id, type, title, body, data, dedupe_key)
  select p.id, p_type, p_title, p_body, p_data, p_dedupe_key
  from public.profiles as p
  where p.id = p_user_id and p.is_active and not p.is_ai
  on conflict on constraint notifications_dedupe_key do nothing;
  return found;
end
$$;

-- Export and deletion of an account ---------------------------------------------------------------

create function private.erase_notifications_about(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.notifications where id in (
    select id from public.notifications
    where data ? 'user_id' and data ->> 'user_id' = p_user_id::text limit p_limit
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;

select private.register_export_section(
  'notifications', 'public.notifications', p_omitted => '{dedupe_key}');
select private.register_person_column(
  'public.notifications', 'user_id', 'delete', p_section => 'notifications', p_position => 40);
select private.register_person_column(
  'public.notifications', 'data', 'function', p_erase_function => 'erase_notifications_about',
  p_position => 90, p_reason => 'Notifications of others are their data.');

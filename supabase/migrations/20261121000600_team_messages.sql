-- Team chat: members only, delivered to clients by the realtime publication.

create table public.team_messages (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null
    constraint team_messages_team_id_fkey references public.teams (id) on delete cascade,
  -- Null when the author's account is gone; the conversation stays readable.
  user_id uuid
    constraint team_messages_user_id_fkey references public.profile_cards (id) on delete set null,
  content text not null
    constraint team_messages_content_check check (char_length(content) between 1 and 2000),
  created_at timestamptz not null default now()
);

comment on table public.team_messages is 'What members of a team wrote to each other.';

create index team_messages_page_idx on public.team_messages (team_id, created_at desc, id desc);
create index team_messages_user_id_idx on public.team_messages (user_id);

alter table public.team_messages enable row level security;

create policy team_messages_all_active on public.team_messages as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy team_messages_select_member on public.team_messages for select to authenticated
  using (team_id in (select private.my_team_ids()) or (select private.is_super_admin()));

grant select on public.team_messages to authenticated;
grant all on public.team_messages to service_role;

alter publication supabase_realtime add table public.team_messages;

create function private.send_team_message(p_team_id uuid, p_content text) returns public.team_messages
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller uuid := private.require_caller();
  v_message public.team_messages;
begin
  if private.my_team_role(p_team_id) is null and not private.is_super_admin() then
    -- Members of the organization know that the team exists; others do not.
    perform private.require_team(p_team_id);
    perform private.refuse(403, 'Only members of the team may write in its chat');
  end if;
  insert into public.team_messages (team_id, user_id, content)
  values (p_team_id, v_caller, p_content) returning * into v_message;
  return v_message;
end
$$;

create function public.send_team_message(p_team_id uuid, p_content text) returns public.team_messages
language sql volatile set search_path = ''
as $$ select private.send_team_message(p_team_id, p_content) $$;

select private.open_to_callers(array['send_team_message(uuid, text)']);

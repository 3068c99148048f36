-- Roadmap tasks: the plans of super admins.

create table public.roadmap_tasks (
  id uuid primary key default gen_random_uuid(),
  title text not null
    constraint roadmap_tasks_title_check check (char_length(title) between 1 and 200),
  description text not null default ''
    constraint roadmap_tasks_description_check check (char_length(description) <= 2000),
  status text not null default 'planned'
    constraint roadmap_tasks_status_check
      check (status in ('planned', 'in_progress', 'done', 'dropped')),
  priority text not null default 'medium'
    constraint roadmap_tasks_priority_check check (priority in ('low', 'medium', 'high')),
  target_date date
    constraint roadmap_tasks_target_date_check
      check (target_date between '0001-01-01' and '9999-12-31'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.roadmap_tasks is 'Plans for the service; only super admins see them.';

select private.limit_statistics('public.roadmap_tasks');

create index roadmap_tasks_page_idx on public.roadmap_tasks (created_at desc, id desc);

create trigger roadmap_tasks_100_set_updated_at before update on public.roadmap_tasks
  for each row execute function private.set_updated_at();

alter table public.roadmap_tasks enable row level security;

create policy roadmap_tasks_all_active on public.roadmap_tasks as restrictive to authenticated
  using ((select private.caller_is_active()));
create policy roadmap_tasks_select_super_admin on public.roadmap_tasks
  for select to authenticated using ((select private.is_super_admin()));

grant select on public.roadmap_tasks to authenticated, service_role;

-- Creates a task (p_id null) or changes the given fields of one.
create function private.save_roadmap_task(p_id uuid, p_fields jsonb) returns public.roadmap_tasks
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.roadmap_tasks;
  v_after public.roadmap_tasks;
begin
  perform private.require_super_admin();
  if p_id is null then
    insert into public.roadmap_tasks (title) values (p_fields ->> 'title') returning * into v_after;
  else
    select * into v_before from public.roadmap_tasks where id = p_id for no key update;
    if v_before.id is null then
      perform private.refuse(404, 'Roadmap task not found');
    end if;
  end if;
  update public.roadmap_tasks set
    title = coalesce(p_fields ->> 'title', title),
    description = coalesce(p_fields ->> 'description', description),
    status = coalesce(p_fields ->> 'status', status),
    priority = coalesce(p_fields ->> 'priority', priority),
    target_date = case when p_fields ? 'target_date'
      then (p_fields ->> 'target_date')::date else target_date end
  where id = coalesce(p_id, v_after.id)
  returning * into v_after;
  perform private.audit(
    case when p_id is null then 'roadmap.create' else 'roadmap.update' end,
    'roadmap_task', v_after.id::text,
    case when p_id is not null then to_jsonb(v_before) end, to_jsonb(v_after));
  return v_after;
end
$$;

create function private.delete_roadmap_task(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.roadmap_tasks;
begin
  perform private.require_super_admin();
  delete from public.roadmap_tasks where id = p_id returning * into v_before;
  if v_before.id is null then
    perform private.refuse(404, 'Roadmap task not found');
  end if;
  perform private.audit('roadmap.delete', 'roadmap_task', p_id::text, to_jsonb(v_before), null);
end
$$;

-- Exposure ----------------------------------------------------------------------------------------

create function public.create_roadmap_task(p_fields jsonb) returns public.roadmap_tasks
language sql volatile set search_path = ''
as $$ select private.save_roadmap_task(null, p_fields) $$;

create function public.update_roadmap_task(p_id uuid, p_fields jsonb) returns public.roadmap_tasks
language sql volatile set search_path = ''
as $$ select private.save_roadmap_task(p_id, p_fields) $$;

grant execute on function
  public.create_roadmap_task, public.update_roadmap_task, private.save_roadmap_task to authenticated;
select private.expose('delete_roadmap_task', 'authenticated');

-- Roadmap tasks: the plans of super admins.

create table public.roadmap_tasks (
  id uuid primary key default private.uuid_v7(),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 2000),
  status text not null default 'planned'
    check (status in ('planned', 'in_progress', 'done', 'dropped')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high')),
  target_date date check (target_date between '0001-01-01' and '9999-12-31'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select private.guard_table('public.roadmap_tasks',
  'Plans for the service; only super admins see them.');

create index roadmap_tasks_page_idx on public.roadmap_tasks (created_at desc, id desc);

select private.let_read('super_admin', 'public.roadmap_tasks');

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
    perform private.refuse_if(v_before.id is null, 404, 'Roadmap task not found');
  end if;
  update public.roadmap_tasks as t set (title, description, status, priority, target_date) = (
    select title, description, status, priority, target_date from private.changed(t, p_fields))
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
  perform private.refuse_if(v_before.id is null, 404, 'Roadmap task not found');
  perform private.audit('roadmap.delete', 'roadmap_task', p_id::text, to_jsonb(v_before), null);
end
$$;

select private.expose_save('roadmap_task', 'authenticated');
select private.expose('authenticated', 'delete_roadmap_task');

-- Prompts: questions to write about, one a day for each user. Super admins manage them.

create table public.prompts (
  id uuid primary key default private.uuid_v7(),
  text text not null check (char_length(text) <= 300 and text ~ '\S'),
  language text not null default 'en',
  is_active boolean not null default true,
  active_since timestamptz not null,
  inactive_since timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint prompts_inactive_since_check check (is_active or inactive_since is not null),
  constraint prompts_deleted_at_check check (deleted_at is null or not is_active)
);

select private.check_language('public.prompts');
select private.guard_table('public.prompts', 'Questions to write about.');
comment on column public.prompts.active_since is
  'When it was last activated. Users get it from their next day on.';
comment on column public.prompts.inactive_since is
  'When it was last deactivated. It keeps its place among the prompts of that day, so that other prompts do not change before the next day.';
comment on column public.prompts.deleted_at is
  'When it was deleted. No user sees it from then on, and the row is removed two days later.';

create index prompts_page_idx on public.prompts (created_at desc, id desc);
create index prompts_deleted_at_idx on public.prompts (deleted_at) where deleted_at is not null;

create policy prompts_select_active on public.prompts for select to authenticated
  using (is_active or deleted_at is null and (select private.is_super_admin()));
grant select on public.prompts to authenticated, service_role;

-- Longer than the day of deletion lasts in any time zone.
select private.purge_when('public.prompts', 'deleted_at', '2 days');

-- The prompts that were active in a language at the beginning of a day; `is_shown` marks the
-- prompts that still are active.
create function private.prompts_of_day(p_language text, p_begins timestamptz)
returns table (id uuid, text text, is_shown boolean)
language plpgsql stable security definer rows 30 set search_path = ''
as $$
begin
  return query
    select p.id, p.text, p.is_active and p.active_since <= p_begins
    from public.prompts as p
    where p.language = p_language and least(p.created_at, p.active_since) <= p_begins
      and (p.is_active and p.active_since <= p_begins or p.inactive_since > p_begins);
end
$$;

-- The prompt of a user's date, which begins at p_begins, computed from the user, the date and the
-- prompts: in the user's language where it had 20 prompts at the beginning of the day, otherwise in
-- English. Each user has an order of their own, in which each day takes the next prompt. A prompt
-- that is deactivated in the course of the day gives way to the next one.
create function private.prompt_of(
  p_user_id uuid, p_language text, p_date date, p_begins timestamptz
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_language constant text := (
    select case when count(*) >= 20 and bool_or(is_shown) then p_language else 'en' end
    from private.prompts_of_day(p_language, p_begins));
begin
  return (
    with placed as (
      select id, text, is_shown,
        row_number() over (order by md5(p_user_id::text || id::text)) - 1 as place,
        count(*) over () as size
      from private.prompts_of_day(v_language, p_begins)
    )
    select jsonb_build_object('id', id, 'text', text) from placed
    where is_shown
    -- How far behind the place of this date the prompt is.
    order by mod(place - mod(p_date - '2000-01-01'::date, size) + size, size)
    limit 1);
end
$$;

create function private.prompt_of_today() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  return (
    select private.prompt_of(
      p.id, p.language, today.date, private.local_instant(today.date::timestamp, p.timezone))
    from public.profiles as p
    cross join lateral (select (now() at time zone p.timezone)::date) as today (date)
    where p.id = v_caller);
end
$$;

-- Creates a prompt (p_id null) or changes the given fields of one.
create function private.save_prompt(p_id uuid, p_fields jsonb) returns public.prompts
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.prompts;
  v_after public.prompts;
begin
  perform private.require_super_admin();
  if p_id is null then
    insert into public.prompts (text, active_since) values (p_fields ->> 'text', now())
    returning * into v_after;
  else
    select * into v_before from public.prompts
    where id = p_id and deleted_at is null for no key update;
    perform private.refuse_if(v_before.id is null, 404, 'Prompt not found');
    v_after := v_before;
  end if;
  v_after := private.changed(v_after, p_fields);
  update public.prompts as p set
    text = v_after.text, language = v_after.language, is_active = v_after.is_active,
    active_since = case when v_after.is_active and not p.is_active then now()
      else p.active_since end,
    inactive_since = case when p.is_active and not v_after.is_active then now()
      else p.inactive_since end
  where id = v_after.id
  returning * into v_after;
  perform private.audit(case when p_id is null then 'prompt.create' else 'prompt.update' end,
    'prompt', v_after.id::text, case when p_id is not null then to_jsonb(v_before) end,
    to_jsonb(v_after));
  return v_after;
end
$$;

create function private.delete_prompt(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.prompts;
begin
  perform private.require_super_admin();
  select * into v_before from public.prompts
  where id = p_id and deleted_at is null for no key update;
  perform private.refuse_if(v_before.id is null, 404, 'Prompt not found');
  update public.prompts set is_active = false, deleted_at = now(),
    inactive_since = case when is_active then now() else inactive_since end
  where id = p_id;
  perform private.audit('prompt.delete', 'prompt', p_id::text, to_jsonb(v_before), null);
end
$$;

select private.expose_save('prompt', 'authenticated');
select private.expose('authenticated', 'prompt_of_today', 'delete_prompt');

-- Templates of the lab: what super admins decide about them, clones, and reports on progress.

insert into private.rate_limit_rules (bucket, max_hits, per) values ('template_clone', 100, '24 hours');

-- Templates are seldom changed, and by super admins alone; every change is audited.
create function private.change_template(p_id uuid, p_act text) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dream public.dreams;
begin
  perform private.require_super_admin();
  select * into v_dream from public.dreams
  where id = p_id and (is_template or p_act = 'template.create') for no key update;
  perform private.refuse_if(v_dream.id is null,
    404, case when p_act = 'template.create' then 'Dream not found' else 'Template not found' end);
  return v_dream;
end
$$;

-- A dream becomes a template, and keeps its id. For a template it changes `is_public`.
create function private.make_template(p_dream_id uuid, p_is_public boolean) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before constant public.dreams := private.change_template(p_dream_id, 'template.create');
  v_after public.dreams;
begin
  perform private.refuse_if(not p_is_public and v_before.safety_level <> 'adult_only',
    409, 'Demote the template before you hide it from others', 'not_public');
  update public.dreams set is_template = true, is_public = p_is_public
  where id = p_dream_id returning * into v_after;
  perform private.audit('template.create', 'dream', p_dream_id::text, to_jsonb(v_before),
    to_jsonb(v_after));
  return v_after;
end
$$;

-- Super admins also change the safety level directly in the table, so a trigger holds its rules. A
-- template for adults has no grade band; classrooms get public templates only.
create function private.change_safety_level() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.safety_level = 'adult_only' and old.safety_level <> 'adult_only' then
    new.min_grade_band := null;
  elsif not new.is_public then
    perform private.refuse(409, 'Only a public template can be promoted', 'not_public');
  end if;
  perform private.audit(
    case
      when new.safety_level = 'adult_only'
        or (old.safety_level, new.safety_level) = ('classroom_safe', 'with_supervision')
      then 'template.demote' else 'template.promote' end,
    'dream', new.id::text, to_jsonb(old), to_jsonb(new));
  return new;
end
$$;

create trigger dreams_200_change_safety_level
  before update of safety_level, min_grade_band on public.dreams
  for each row when (
    (old.safety_level, old.min_grade_band) is distinct from (new.safety_level, new.min_grade_band))
  execute function private.change_safety_level();

create policy dreams_update_super_admin on public.dreams for update to authenticated
  using (is_template and (select private.is_super_admin()));
grant update (safety_level, min_grade_band) on public.dreams to authenticated;
select private.limit_answers('public.dreams', 'update');

create function private.promote_template(
  p_id uuid, p_min_grade_band text, p_with_supervision boolean default false
) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_template public.dreams := private.change_template(p_id, 'template.promote');
  v_level constant text := case when p_with_supervision then 'with_supervision'
    else 'classroom_safe' end;
begin
  perform private.refuse_if(
    (v_template.safety_level, v_template.min_grade_band) = (v_level, p_min_grade_band),
    409, 'The template is promoted already', 'already_promoted');
  update public.dreams set safety_level = v_level, min_grade_band = p_min_grade_band
  where id = p_id returning * into v_template;
  return v_template;
end
$$;
comment on function private.promote_template is 'Opens a public template to classroom accounts.';

create function private.demote_template(p_id uuid) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_template public.dreams := private.change_template(p_id, 'template.demote');
begin
  perform private.refuse_if(v_template.safety_level = 'adult_only',
    409, 'The template is for adults already', 'already_demoted');
  update public.dreams set safety_level = 'adult_only'
  where id = p_id returning * into v_template;
  return v_template;
end
$$;
comment on function private.demote_template is
  'Closes a template to classroom accounts; clones and reports that exist remain.';

-- Clones the template for the caller. A classroom account clones what is safe, and with supervision
-- what needs it.
create function private.clone_template(p_id uuid, p_supervised boolean default false)
returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_template public.dreams;
  v_clone public.dreams;
begin
  -- The lock orders clones and a demotion.
  select * into v_template from public.dreams
  where id = p_id and is_template
    and (is_public or user_id = v_caller or private.is_super_admin())
  for no key update;
  perform private.refuse_if(v_template.id is null, 404, 'Template not found');
  perform private.refuse_if((select is_classroom from public.profiles where id = v_caller)
    and v_template.safety_level <> 'classroom_safe'
    and not (v_template.safety_level = 'with_supervision' and p_supervised), 403,
    case v_template.safety_level
      when 'adult_only' then 'Classroom accounts may not clone this template'
      else 'supervised: classroom accounts clone this template under supervision only' end);
  insert into public.dreams (user_id, title, description, calculator, steps, cloned_from)
  values (
    v_caller, v_template.title, v_template.description, v_template.calculator,
    (
      select coalesce(jsonb_agg(jsonb_build_object('title', s ->> 'title', 'done', false)
        order by n), '[]')
      from jsonb_array_elements(v_template.steps) with ordinality as e (s, n)
    ),
    p_id)
  returning * into v_clone;
  v_template.cloned_from := null;
  perform private.record_dream_event(v_template, v_caller, 'clone');
  perform private.require_rate_limit('template_clone', v_caller,
    'You have cloned 100 templates in 24 hours');
  return v_clone;
end
$$;

select private.expose('authenticated', 'make_template', 'promote_template', 'demote_template',
  'clone_template');

-- Progress reports --------------------------------------------------------------------------------

create table public.progress_reports (
  id uuid primary key default private.uuid_v7(),
  dream_id uuid not null,
  user_id uuid not null default auth.uid(),
  content text not null check (char_length(content) <= 2000 and content ~ '\S'),
  created_at timestamptz not null default now(),
  -- A report is about a dream of its author. An author who deletes the account takes it along.
  constraint progress_reports_dream_fkey
    foreign key (dream_id, user_id) references public.dreams (id, user_id) on delete cascade
);

select private.guard_table('public.progress_reports',
  'Reports of users on the progress of their dreams.');

create index progress_reports_page_idx
  on public.progress_reports (user_id, created_at desc, id desc);
create index progress_reports_dream_idx on public.progress_reports (dream_id, user_id);

select private.set_quota('public.progress_reports', 'progress reports', p_daily => 1000);
select private.count_texts_of('public.progress_reports', '{content}');

select private.let_read('owner_or_admin', 'public.progress_reports');
select private.let_owner_change('public.progress_reports', p_insert => '{dream_id,content}');

select private.register_personal_data('public.progress_reports', 'delete', 20);

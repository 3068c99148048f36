-- Dreams: projects of users in the lab. Super admins make some of them templates, which others
-- clone, build and complete.

create table public.dreams (
  id uuid primary key default private.uuid_v7(),
  -- Null when the author of a template has deleted the account.
  user_id uuid references public.profile_cards (id) on delete set null,
  title text not null check (char_length(title) <= 200 and title ~ '\S'),
  description text not null default '' check (char_length(description) <= 2000),
  calculator text
    check (calculator in (
      'resonance', 'coil', 'impedance', 'electrolysis', 'pulsed_dc', 'plasma')),
  steps jsonb not null default '[]',
  is_template boolean not null default false,
  is_public boolean not null default false,
  safety_level text not null default 'adult_only'
    check (safety_level in ('adult_only', 'classroom_safe', 'with_supervision')),
  min_grade_band text check (min_grade_band in ('K-5', '6-8', '9-12')),
  predicted_values jsonb,
  spec_version integer,
  cloned_from uuid references public.dreams (id) on delete set null,
  clone_count integer not null default 0,
  completion_count integer not null default 0,
  build_count integer not null default 0,
  completed_at timestamptz,
  written_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint dreams_owner_key unique (id, user_id),
  constraint dreams_owner_check check (user_id is not null or is_template),
  constraint dreams_template_check
    check (is_template or (safety_level = 'adult_only' and predicted_values is null)),
  constraint dreams_classroom_check
    check ((safety_level = 'adult_only') = (min_grade_band is null)),
  constraint dreams_spec_version_check check ((predicted_values is null) = (spec_version is null))
);

select private.guard_table('public.dreams',
  'Projects of the lab; templates are dreams for others to clone.', p_stamp => false);
comment on column public.dreams.steps is '[{title, done}], at most 50.';
comment on column public.dreams.predicted_values is
  'The golden spec of a template: {calculator, optimal_inputs, outputs: [{label, value, unit}]}.';
comment on column public.dreams.spec_version is
  'How many golden specs the template has had; null without one.';
comment on column public.dreams.clone_count is 'The number of users who have cloned the template.';
comment on column public.dreams.completion_count is
  'The number of users who have completed the dream or a clone of it.';
comment on column public.dreams.build_count is
  'The number of users who have built the dream or a clone of it.';

create index dreams_page_idx on public.dreams (user_id, written_at desc, id desc);
create index dreams_templates_idx on public.dreams (written_at desc, id desc) where is_template;
create index dreams_templates_cloned_idx on public.dreams (clone_count desc, id desc)
  where is_template;
create index dreams_cloned_from_idx on public.dreams (cloned_from);
-- Serves the step prompts.
create index dreams_unfinished_idx on public.dreams (user_id, updated_at desc)
  where completed_at is null and not is_template;

-- Whether a value is a list of at most 50 steps {title, done}.
create function private.is_steps(p_steps jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_typeof(p_steps) = 'array' and jsonb_array_length(p_steps) <= 50
    and not exists (
      select from jsonb_array_elements(p_steps) as s
      where jsonb_typeof(s) <> 'object'
        or jsonb_typeof(s -> 'title') is distinct from 'string'
        or jsonb_typeof(s -> 'done') is distinct from 'boolean'
        or char_length(s ->> 'title') not between 1 and 200
        or s - '{title,done}'::text[] <> '{}'
    );
end
$$;

-- The counts of a dream change at every clone, its steps seldom.
select private.check_written(
  'public.dreams', 'dreams_steps_check', 'private.is_steps(new.steps)', 'steps');

grant execute on function private.is_steps to authenticated;

create trigger dreams_100_set_updated_at
  before update of title, description, calculator, steps, completed_at, is_public, safety_level,
    predicted_values on public.dreams
  for each row execute function private.set_updated_at();

select private.set_quota('public.dreams', 'dreams', p_daily => 10000, p_total => 1000);
select private.count_texts_of('public.dreams', '{title,description,steps,predicted_values}');

-- Of the calculators, which need no sign-in.
insert into private.rate_limit_rules (bucket, max_hits, per) values ('optimize', 10, '1 minute');
insert into private.quotas (kind, max_daily) values ('dream builds', 1000);

create policy dreams_select_visible on public.dreams for select to authenticated
  using (user_id = (select auth.uid()) or is_public or (select private.is_super_admin()));

grant select on public.dreams to authenticated, service_role;

-- Acts of users on dreams -------------------------------------------------------------------------

-- One row for each act, because the dates of competitions change; scores and counts count users. An
-- act on a clone counts for the clone and for the template it was cloned from. The number of clones
-- of a day is limited, and with it that of acts.
create table private.dream_events (
  id bigint generated always as identity,
  dream_id uuid not null references public.dreams (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null
    check (kind in (
      'clone', 'completion', 'build', 'replication_confirmed', 'replication_refuted')),
  created_at timestamptz not null default now(),
  primary key (id)
);

select private.hide_table('private.dream_events',
  'Acts of users on dreams; competitions score them.');

create index dream_events_dream_id_idx
  on private.dream_events (dream_id, user_id, kind, created_at);
create index dream_events_user_id_idx on private.dream_events (user_id, created_at, id);

-- Returns whether it is the user's first act of this kind on the dream.
create function private.record_dream_event(p_dream public.dreams, p_user_id uuid, p_kind text)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dream_id uuid;
  v_first boolean;
  v_first_on_dream boolean;
begin
  -- The template before its clones, as everywhere: the deletion of a template changes its clones.
  foreach v_dream_id in array array_remove(array[p_dream.cloned_from, p_dream.id], null)
  loop
    perform from public.dreams where id = v_dream_id for no key update;
    continue when not found;
    v_first := not exists (
      select from private.dream_events
      where dream_id = v_dream_id and user_id = p_user_id and kind = p_kind);
    insert into private.dream_events (dream_id, user_id, kind)
    values (v_dream_id, p_user_id, p_kind);
    if v_first and p_kind in ('clone', 'completion', 'build') then
      update public.dreams set
        clone_count = clone_count + (p_kind = 'clone')::integer,
        completion_count = completion_count + (p_kind = 'completion')::integer,
        build_count = build_count + (p_kind = 'build')::integer
      where id = v_dream_id;
    end if;
    v_first_on_dream := v_first;
  end loop;
  return v_first_on_dream;
end
$$;

-- Writing -----------------------------------------------------------------------------------------

-- The dream, if the caller sees it.
create function private.visible_dream(p_id uuid) returns public.dreams
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream public.dreams;
begin
  select * into v_dream from public.dreams
  where id = p_id and (user_id = v_caller or is_public or private.is_super_admin());
  perform private.refuse_if(v_dream.id is null, 404, 'Dream not found');
  return v_dream;
end
$$;

-- Locks a dream that the caller may change: the own one, and for super admins a template.
create function private.own_dream(p_id uuid) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream public.dreams;
begin
  perform private.visible_dream(p_id);
  select * into v_dream from public.dreams where id = p_id for no key update;
  perform private.refuse_if(v_dream.is_template and not private.is_super_admin(),
    403, 'Only super admins may change a template');
  perform private.refuse_if(not v_dream.is_template and v_dream.user_id is distinct from v_caller,
    403, 'Only its author may change a dream');
  return v_dream;
end
$$;

-- Creates a dream of the caller (p_id null), with an `id` and a `written_at` that the client may
-- have made, or changes the given fields of one.
create function private.save_dream(p_id uuid, p_fields jsonb) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream public.dreams;
begin
  if p_id is null then
    insert into public.dreams (id, user_id, title, written_at)
    values (
      coalesce(private.short(p_fields, 'id')::uuid, private.uuid_v7()), v_caller,
      p_fields ->> 'title',
      coalesce(private.short(p_fields, 'written_at')::timestamptz, now()))
    returning * into v_dream;
  else
    v_dream := private.own_dream(p_id);
  end if;
  update public.dreams as d set (title, description, calculator, steps, is_public) = (
    select title, description, calculator, steps, is_public from private.changed(d, p_fields))
  where id = v_dream.id
  returning * into v_dream;
  if v_dream.is_template then
    perform private.audit('template.update', 'dream', v_dream.id::text, null, p_fields);
  end if;
  return v_dream;
end
$$;

create function private.delete_dream(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_dream constant public.dreams := private.own_dream(p_id);
begin
  delete from public.dreams where id = p_id;
  if v_dream.is_template then
    perform private.audit('template.delete', 'dream', p_id::text, to_jsonb(v_dream), null);
  end if;
end
$$;
comment on function private.delete_dream is 'Deletes a dream with its reports and replications.';

create function private.complete_dream(p_id uuid) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream public.dreams;
begin
  -- The template before its clone, as in `record_dream_event`.
  perform from public.dreams
  where id = (select cloned_from from public.dreams where id = p_id) for no key update;
  v_dream := private.own_dream(p_id);
  perform private.refuse_if(v_dream.completed_at is not null,
    409, 'The dream is completed already', 'already_completed');
  perform private.record_dream_event(v_dream, v_caller, 'completion');
  update public.dreams set completed_at = now() where id = p_id returning * into v_dream;
  return v_dream;
end
$$;
comment on function private.complete_dream is 'Completes a dream; counts for its template too.';

create function private.build_dream(p_id uuid) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream constant public.dreams := private.visible_dream(p_id);
begin
  -- Before the lock of the dream, which everybody shares.
  perform private.count_made('dream builds', v_caller, 1);
  perform private.refuse_if(not private.record_dream_event(v_dream, v_caller, 'build'),
    409, 'You have recorded a build of this dream', 'already_exists');
  return private.visible_dream(p_id);
end
$$;
comment on function private.build_dream is
  'Records that the caller has built a dream that the caller sees.';

select private.expose_save('dream', 'authenticated');
select private.expose('authenticated', 'delete_dream', 'complete_dream', 'build_dream');

-- Templates stay, without an author: others have cloned and replicated them.
create function private.erase_dreams(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select id from public.dreams where user_id = p_user_id limit p_limit);
begin
  update public.dreams set user_id = null where id = any (v_ids) and is_template;
  delete from public.dreams where id = any (v_ids) and not is_template;
  return cardinality(v_ids);
end
$$;

select private.register_personal_data('public.dreams', 'erase_dreams', 30);
select private.register_personal_data('private.dream_events', 'delete', 40);

-- Golden specs and replications: users measure what a template predicts. Convergence is kept up to
-- date by each replication alone, so that it costs the same however many there are.

create table public.dream_replications (
  id uuid primary key default private.uuid_v7(),
  -- Null when the measured clone is deleted: the replication counts on.
  dream_id uuid references public.dreams (id) on delete set null,
  template_id uuid not null references public.dreams (id) on delete cascade,
  spec_version integer not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  status text not null check (status in ('confirmed', 'refuted')),
  measured_values jsonb not null,
  delta_values jsonb not null,
  anomalies text[] not null,
  is_counted boolean not null,
  created_at timestamptz not null default now(),
  constraint dream_replications_once_key unique (template_id, user_id, spec_version)
);

select private.guard_table('public.dream_replications',
  'Measurements of what a template predicts.');
comment on column public.dream_replications.dream_id is
  'The template, or the clone that was measured.';
comment on column public.dream_replications.spec_version is
  'The version of the golden spec that was replicated.';
comment on column public.dream_replications.delta_values is
  'Measured minus predicted, by label, in the unit of the prediction.';
comment on column public.dream_replications.anomalies is
  'The labels whose value is an anomaly against those measured before.';
comment on column public.dream_replications.is_counted is
  'False for a replication by the template''s author, which convergence ignores.';

create index dream_replications_dream_id_idx on public.dream_replications (dream_id);
create index dream_replications_user_id_idx
  on public.dream_replications (user_id, created_at desc, id desc);

create table public.dream_convergence (
  template_id uuid primary key references public.dreams (id) on delete cascade,
  confirmations integer not null default 0,
  refutations integer not null default 0,
  anomalies integer not null default 0,
  robust_at timestamptz
);

select private.guard_table('public.dream_convergence',
  'Sums over the replications of a template''s present golden spec.');
comment on column public.dream_convergence.robust_at is 'The time of the 50th confirmation.';

create table public.dream_convergence_values (
  template_id uuid not null references public.dream_convergence (template_id) on delete cascade,
  label text not null,
  n integer not null default 0,
  mean double precision not null default 0,
  m2 double precision not null default 0,
  primary key (template_id, label)
);

select private.guard_table('public.dream_convergence_values',
  'Mean and variance of each measured value, after Welford.');
comment on column public.dream_convergence_values.m2 is
  'The sum of squared differences from the mean.';

select private.let_read('owner_or_admin', 'public.dream_replications');

-- Row security of dreams decides: convergence is visible where the template is.
create policy dream_convergence_select_visible on public.dream_convergence
  for select to authenticated
  using (exists (select from public.dreams as d where d.id = template_id));
create policy dream_convergence_values_select_visible on public.dream_convergence_values
  for select to authenticated
  using (exists (select from public.dreams as d where d.id = template_id));

grant select on public.dream_convergence, public.dream_convergence_values
  to authenticated, service_role;

-- Golden spec -------------------------------------------------------------------------------------

-- Whether outputs are a list of 1 to 50 {label, value, unit} with different labels. The bound of
-- the values keeps their squares within double precision.
create function private.is_outputs(p_outputs jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_typeof(p_outputs) = 'array'
    and jsonb_array_length(p_outputs) between 1 and 50
    and (
      select count(distinct o ->> 'label') = count(*) and bool_and(
        jsonb_typeof(o) = 'object'
        and jsonb_typeof(o -> 'label') = 'string' and char_length(o ->> 'label') between 1 and 100
        and jsonb_typeof(o -> 'unit') = 'string' and char_length(o ->> 'unit') <= 50
        and jsonb_typeof(o -> 'value') = 'number' and abs((o ->> 'value')::numeric) <= 1e100)
      from jsonb_array_elements(p_outputs) as o
    );
end
$$;

-- Stores the golden spec {calculator, optimal_inputs, outputs} of a template as its next version,
-- with which convergence starts anew. The same spec again changes nothing.
create function private.set_golden_spec(p_template_id uuid, p_spec jsonb) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before constant public.dreams := private.change_template(p_template_id, 'template.golden_spec');
  v_after public.dreams;
begin
  perform private.refuse_if(
    not coalesce(private.is_settings(p_spec) and private.is_outputs(p_spec -> 'outputs'), false),
    400, 'calculator_outputs: expected 1 to 50 outputs with different labels', 'invalid_value');
  if p_spec = v_before.predicted_values then
    return v_before;
  end if;
  update public.dreams
  set predicted_values = p_spec, spec_version = coalesce(spec_version, 0) + 1
  where id = p_template_id returning * into v_after;
  delete from public.dream_convergence where template_id = p_template_id;
  perform private.audit('template.golden_spec', 'dream', p_template_id::text,
    v_before.predicted_values, p_spec);
  return v_after;
end
$$;

-- Replications ------------------------------------------------------------------------------------

-- The template that a dream is or was cloned from, if the caller sees it or owns the clone.
create function private.template_of(p_dream public.dreams) returns public.dreams
language sql stable security definer set search_path = ''
as $$
  select * from public.dreams as d
  where d.id = case when p_dream.is_template then p_dream.id else p_dream.cloned_from end
    and d.is_template
    and (d.is_public or (select auth.uid()) in (d.user_id, p_dream.user_id)
      or (select private.is_super_admin()))
$$;

-- Adds one measurement to mean and variance of a label (B. P. Welford, Technometrics 4 (1962)
-- 419-420) and returns whether it is an anomaly: more than two standard deviations from the mean of
-- at least five earlier ones, anomalies included.
create function private.add_measurement(p_template_id uuid, p_label text, p_value double precision)
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v public.dream_convergence_values;
  v_delta double precision;
begin
  insert into public.dream_convergence_values (template_id, label) values (p_template_id, p_label)
  on conflict on constraint dream_convergence_values_pkey do nothing;
  select * into v from public.dream_convergence_values
  where template_id = p_template_id and label = p_label;
  v_delta := p_value - v.mean;
  update public.dream_convergence_values
  set n = v.n + 1, mean = v.mean + v_delta / (v.n + 1),
    m2 = v.m2 + v_delta * v_delta * v.n / (v.n + 1)
  where template_id = p_template_id and label = p_label;
  return v.n >= 5 and abs(v_delta) > 2 * sqrt(v.m2 / (v.n - 1));
end
$$;

-- Refuses measured values that are not one number for each predicted output.
create function private.check_measured(p_outputs jsonb, p_measured jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_fault record;
begin
  perform private.refuse_if(not coalesce(private.is_settings(p_measured), false),
    400, 'measured_values: expected an object of numbers', 'wrong_type');
  select f.* into v_fault
  from jsonb_array_elements(p_outputs) as o
  full join jsonb_each(p_measured) as m on m.key = o ->> 'label'
  cross join lateral (values
    (1, m.key is null, o ->> 'label', 'required', 'required'),
    (2, o is null, left(m.key, 50), 'the golden spec has no such label', 'unknown_value'),
    -- Every other type is below or above all numbers.
    (3, m.value not between '-1e100' and '1e100', m.key, 'expected a number of at most 1e100',
      'invalid_value')
  ) as f (place, applies, label, message, code)
  where f.applies order by f.place, f.label limit 1;
  perform private.refuse_if(found,
    400, format('measured_values.%s: %s', v_fault.label, v_fault.message), v_fault.code);
end
$$;

-- Records the caller's replication of a template, or of the template of a clone. It confirms when
-- every measured value lies within 5 % of the predicted one, otherwise it refutes.
create function private.replicate_dream(p_dream_id uuid, p_measured jsonb)
returns public.dream_replications
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream constant public.dreams := private.visible_dream(p_dream_id);
  v_template constant public.dreams := private.template_of(v_dream);
  v_row public.dream_replications;
  v_outputs jsonb;
  v_version integer;
begin
  -- Each replication waits for the one before it, and the spec does not change meanwhile. The
  -- template is locked before its clone, as by other acts on a clone.
  select predicted_values -> 'outputs', spec_version into v_outputs, v_version from public.dreams
  where id = v_template.id for no key update;
  perform from public.dreams where id = p_dream_id for no key update;
  perform private.refuse_if(v_outputs is null,
    409, 'The dream has no golden spec to replicate', 'nothing_predicted');
  perform private.check_measured(v_outputs, p_measured);

  -- In numeric, because exactly 5 % still confirms.
  insert into public.dream_replications (
    dream_id, template_id, spec_version, user_id, status, measured_values, delta_values, anomalies,
    is_counted
  )
  select p_dream_id, v_template.id, v_version, v_caller,
    case when bool_and(abs(m.measured - m.predicted) <= 0.05 * abs(m.predicted))
      then 'confirmed' else 'refuted' end,
    jsonb_object_agg(m.label, m.measured),
    jsonb_object_agg(m.label, (m.measured - m.predicted)::double precision), '{}',
    v_template.user_id is distinct from v_caller
  from (
    select o ->> 'label' as label, (o ->> 'value')::numeric as predicted,
      (p_measured ->> (o ->> 'label'))::numeric as measured
    from jsonb_array_elements(v_outputs) as o
  ) as m
  on conflict on constraint dream_replications_once_key do nothing
  returning * into v_row;
  perform private.refuse_if(v_row.id is null,
    409, 'You have replicated this spec already', 'already_replicated');
  if not v_row.is_counted then
    return v_row;
  end if;

  insert into public.dream_convergence (template_id) values (v_template.id)
  on conflict on constraint dream_convergence_pkey do nothing;
  update public.dream_replications set anomalies = array(
    select key from jsonb_each_text(v_row.measured_values)
    where private.add_measurement(v_template.id, key, value::double precision)
  )
  where id = v_row.id returning * into v_row;
  update public.dream_convergence set
    confirmations = confirmations + (v_row.status = 'confirmed')::integer,
    refutations = refutations + (v_row.status = 'refuted')::integer,
    anomalies = dream_convergence.anomalies + cardinality(v_row.anomalies),
    robust_at = case when v_row.status = 'confirmed' and confirmations = 49
      then now() else robust_at end
  where template_id = v_template.id;
  perform private.record_dream_event(v_dream, v_caller, 'replication_' || v_row.status);
  return v_row;
end
$$;

-- The agreement of the replications of a dream's template with its prediction.
create function private.dream_convergence_of(p_dream_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_dream constant public.dreams := private.visible_dream(p_dream_id);
  v_id constant uuid := coalesce((private.template_of(v_dream)).id, v_dream.id);
begin
  return (
    select jsonb_build_object(
      'spec_version', d.spec_version,
      'status', case when c.robust_at is null then 'collecting' else 'robust' end,
      'confirmations', coalesce(c.confirmations, 0),
      'refutations', coalesce(c.refutations, 0),
      'anomalies', coalesce(c.anomalies, 0),
      'values', coalesce((
        select jsonb_agg(jsonb_build_object(
          'label', o ->> 'label', 'unit', o ->> 'unit', 'predicted', o -> 'value',
          'mean', case when v.n > 0 then v.mean end,
          'stddev', case when v.n > 1 then sqrt(v.m2 / (v.n - 1)) end,
          'n', coalesce(v.n, 0)) order by place)
        from jsonb_array_elements(d.predicted_values -> 'outputs') with ordinality as e (o, place)
        left join public.dream_convergence_values as v
          on v.template_id = d.id and v.label = o ->> 'label'
      ), '[]'))
    from public.dreams as d
    left join public.dream_convergence as c on c.template_id = d.id
    where d.id = v_id
  );
end
$$;

select private.expose('authenticated', 'set_golden_spec', 'replicate_dream',
  'dream_convergence_of');

select private.register_personal_data('public.dream_replications', 'delete', 20);

-- What the health page reads in one call: migrations, jobs, the last reconciliation of the ledger.

create function private.admin_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_super_admin();
  return jsonb_build_object(
    'migrations', coalesce((
      select jsonb_agg(concat_ws('_', m.version, m.name) order by m.version)
      from supabase_migrations.schema_migrations as m
    ), '[]'),
    'jobs', coalesce((
      select jsonb_agg(jsonb_build_object(
        'job', s.job, 'last_run', s.last_run, 'overdue', s.overdue) order by s.job)
      from private.job_states() as s
    ), '[]'),
    'ledger', coalesce((
      select jsonb_build_object('checked_at', c.checked_at, 'mismatches', c.mismatches)
      from private.ledger_checks as c order by c.checked_at desc limit 1
    ), '{"checked_at": null, "mismatches": null}')
  );
end
$$;

create function public.admin_health() returns jsonb
language sql stable set search_path = ''
as $$ select private.admin_health() $$;

select private.open_to_callers(array['admin_health()']);

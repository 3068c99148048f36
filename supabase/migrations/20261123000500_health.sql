-- What a step has claimed is due again in a minute, should the step be lost: its age was negative,
-- which clients that check answers refused.
create or replace function private.admin_health() returns jsonb
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
        'job', s.job, 'last_run', s.last_run, 'overdue', s.overdue, 'remaining', b.remaining,
        'oldest_s', case when b.oldest_at is not null
          then greatest(0, floor(extract(epoch from now() - b.oldest_at))) end) order by s.job)
      from private.job_states() as s cross join lateral private.job_backlog(s.job) as b
    ), '[]'),
    'ledger', coalesce((
      select jsonb_build_object('checked_at', c.checked_at, 'mismatches', c.mismatches)
      from private.ledger_checks as c order by c.checked_at desc limit 1
    ), '{"checked_at": null, "mismatches": null}')
  );
end
$$;

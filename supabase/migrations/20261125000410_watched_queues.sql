-- The jobs leave out users who are blocked or being deleted, but the health page counted their work
-- as what remained, and as ever older. An import of such a user also kept its job incomplete, so
-- that it was posted again every minute. The queries look up each user by the key: without
-- statistics of profiles, the planner joins all of them.

update private.job_queues set due_times = $$
  select due_at from private.spotify_connections as c
  where due_at <= now() and (select is_active from public.profiles where id = c.user_id)
  order by due_at$$
where job = 'music-sync' and what = 'accounts';

update private.job_queues set due_times = $$
  select due_at from private.entry_imports as i
  where completed_at is null and (select is_active from public.profiles where id = i.user_id)
  order by due_at$$
where job = 'own-imports' and what = 'imports';

create or replace function private.count_entry_imports() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.entry_imports as i
  join public.profiles as p on p.id = i.user_id and p.is_active
  where i.completed_at is null
$$;

-- The jobs leave out users who are blocked or being deleted, but the health page counted their work
-- as what remained, and as ever older. An import of such a user also kept its job incomplete, so
-- that it was posted again every minute. The queries exclude the blocked users, who are few and
-- have an index: to look up active ones, the planner hashes all profiles.

update private.job_queues set due_times = $$
  select due_at from private.spotify_connections
  where due_at <= now()
    and user_id not in (select id from public.profiles where not is_active)
  order by due_at$$
where job = 'music-sync' and what = 'accounts';

update private.job_queues set due_times = $$
  select due_at from private.entry_imports
  where completed_at is null
    and user_id not in (select id from public.profiles where not is_active)
  order by due_at$$
where job = 'own-imports' and what = 'imports';

create or replace function private.count_entry_imports() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.entry_imports as i
  join public.profiles as p on p.id = i.user_id and p.is_active
  where i.completed_at is null
$$;

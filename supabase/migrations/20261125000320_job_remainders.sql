-- The job that ends mails which were cut off finds them by an index, in batches, every minute; more
-- jobs say what they leave; and no count of what waits reads more than 10,000 rows.

-- Mails that were cut off -------------------------------------------------------------------------

comment on column private.emails.not_before is
  'Of a mail in the outbox: when it is due. Of a mail of a user: when its last request began.';

-- squawk-ignore require-concurrent-index-creation
create index emails_sending_idx on private.emails (not_before) where status = 'sending';

-- Ends mails whose request was cut off.
create function private.end_cut_off_mails(p_limit integer default 1000) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select id from private.emails
    where status = 'sending' and not_before < now() - interval '1 hour'
    order by not_before limit p_limit for update skip locked);
begin
  update private.emails
  set status = 'failed', last_error = 'The request was cut off', text_body = null, html_body = null
  where id = any (v_ids);
  return jsonb_build_object('ended', cardinality(v_ids), 'remaining', (
    select count(*) from (
      select from private.emails
      where status = 'sending' and not_before < now() - interval '1 hour'
      order by not_before limit 10000) as e));
end
$$;

select private.schedule_statement('emails-cut-off', '*/1 * * * *',
  'select private.end_cut_off_mails()');
select private.watch_job('emails-cut-off', 'mails', $$
  select not_before + interval '1 hour' from private.emails
  where status = 'sending' and not_before < now() - interval '1 hour' order by not_before$$);

-- What jobs leave, up to 10,000 -------------------------------------------------------------------

-- The number of users after p_after, by id, whom the job has yet to prompt, up to 10,000.
create function private.step_prompts_remaining(p_after uuid default null) returns integer
language sql stable security definer
-- Users in the order of the index, so that the limit ends the reading.
set search_path = '' set enable_sort = off set enable_hashagg = off
as $$
  select count(*)::integer from (
    select distinct d.user_id from public.dreams as d
    where d.completed_at is null and not d.is_template
      and d.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
      and d.created_at <= now() - interval '3 days'
      -- By a subquery, which looks up each user.
      and coalesce((
        select p.prompted_at <= now() - interval '3 days' + interval '10 minutes'
        from private.step_prompts as p where p.user_id = d.user_id), true)
    order by d.user_id limit 10000) as u
$$;

-- The number of messages that this week's digest has yet to deliver, up to 10,000.
create function private.outreach_digest_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from (
    select from public.sponsor_outreach as o
    left join public.sponsor_outreach_digests as d
      on d.week_start_at = date_trunc('week', now() at time zone 'utc')::date
    where o.delivery_status = 'pending'
      and o.to_participant_id > coalesce(d.after_id, '00000000-0000-0000-0000-000000000000')
      and o.created_at <= coalesce(d.created_at, now())
    limit 10000) as m
$$;

-- The number of pushes and receipts that are due, up to 10,000.
create or replace function private.count_due_pushes() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from (
    select from private.pushes where service in ('expo', 'web') and status = 'new'
    union all
    select from private.pushes
    where service in ('expo', 'web') and status in ('waiting', 'sent') and not_before <= now()
    limit 10000) as p
$$;

-- The number of system mails that are due, up to 10,000.
create or replace function private.count_due_mails() returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from (
    select from private.emails where status = 'waiting' and not_before <= now()
    order by not_before limit 10000) as e
$$;

-- The number of files that wait, postponed ones included, up to 10,000.
create or replace function private.count_storage_deletions() returns bigint
language sql stable security definer set search_path = ''
as $$ select count(*) from (select from private.storage_deletions limit 10000) as d $$;

-- The number of open drops that the job is to look at, up to 10,000.
create or replace function private.process_engagement_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from (
    (
      select d.id from public.drops_sent as d
      where d.settled_at is null and d.engagement_window_ends_at < now() - interval '1 minute'
      order by d.engagement_window_ends_at limit 10000
    )
    union
    (
      -- By a subquery, which looks up each drop.
      select m.drop_id from private.drop_marks as m
      where (select d.settled_at is null from public.drops_sent as d where d.id = m.drop_id)
      limit 10000
    )
    limit 10000) as d
$$;

select private.expose('service_role', 'step_prompts_remaining', 'outreach_digest_remaining');

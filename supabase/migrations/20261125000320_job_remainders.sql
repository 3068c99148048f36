-- The job that ends mails which were cut off finds them by an index, in batches, every minute; more
-- jobs say what they leave; and no count of what waits reads more than 10,000 rows.

-- Mails that were cut off -------------------------------------------------------------------------

comment on column private.emails.not_before is
  'Of a mail in the outbox: when it is due. Of a mail of a user: when its last request began.';

-- squawk-ignore require-concurrent-index-creation
create index emails_sending_idx on private.emails (not_before) where status = 'sending';

-- Begins the mail of a user, which the request then sends, and takes it from the user's limit. A
-- key that was used before begins the same mail again, so that the provider recognizes it, or
-- refuses another one. Returns the mail's id, and the user's handle, which the mail names; nothing
-- when the address is suppressed, which counts as an attempt alone.
create or replace function private.begin_email(
  p_user_id uuid, p_session_id uuid, p_to text, p_subject text, p_text text,
  p_html text default null, p_key text default null
) returns table (id uuid, handle text)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_key text := 'user ' || p_user_id || ' ' || p_key;
  v_id uuid;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_rate_limit('email', p_user_id, 'Too many mails in a day');
  if exists (select from private.suppressed_addresses where address = lower(p_to)) then
    -- An error would roll the attempt back, and leave asking about addresses without a limit.
    perform private.give_back_hits(max(h.id), 1) from private.rate_limit_hits as h
    where h.bucket = 'email' and h.subject = 'user:' || p_user_id;
    return;
  end if;
  -- A key is valid for a day, here as everywhere and at the provider.
  update private.emails set dedupe_key = null
  where dedupe_key = v_key and created_at <= now() - interval '24 hours';
  insert into private.emails as e (
    user_id, recipient, subject, text_body, html_body, status, dedupe_key
  )
  values (p_user_id, p_to, p_subject, p_text, p_html, 'sending', v_key)
  on conflict on constraint emails_dedupe_key_key do update
    set recipient = excluded.recipient, subject = excluded.subject, text_body = excluded.text_body,
        html_body = excluded.html_body, status = 'sending', last_error = null,
        not_before = excluded.not_before
    where e.status in ('failed', 'sending')
  returning e.id into v_id;
  -- The request was lost, and an event has told what became of the mail.
  if v_id is null then
    select e.id into v_id from private.emails as e where e.dedupe_key = v_key;
  end if;

  return query select v_id, p.handle from public.profiles as p where p.id = p_user_id;
end
$$;

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

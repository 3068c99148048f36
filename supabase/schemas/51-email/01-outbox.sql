-- Mails that the service sends: one outbox for mails of users, which a request sends at once, and
-- for system mails, which a job delivers. Texts are kept until the provider has taken the mail.

create table private.emails (
  id uuid primary key default private.uuid_v7(),
  -- Null for a system mail.
  user_id uuid references public.profiles (id) on delete cascade,
  recipient text not null
    check (recipient ~ '^[^\s@<>,;"()]+@[^\s@<>,;"()]+$' and char_length(recipient) <= 320),
  -- Control characters would begin another header.
  subject text not null
    check (
      subject ~ '\S' and char_length(subject) <= 200
      and subject !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'),
  text_body text,
  html_body text,
  status text not null default 'waiting'
    check (status in (
      'waiting', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'dead')),
  provider_id text unique,
  dedupe_key text unique,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  unsubscribe_code text,
  constraint emails_body_check check (
    (status in ('waiting', 'sending')) = (text_body is not null)
    and (text_body is not null or html_body is null))
);

select private.hide_table('private.emails', 'Mails that the service sends, kept for 90 days.');
comment on column private.emails.status is
  'waiting: in the outbox; sending: by the request of a user; sent, delivered, bounced, complained: what the provider says; failed: the request was refused; dead: given up, here or by the provider.';
comment on column private.emails.dedupe_key is
  'The subject of a system mail that is not sent twice, or the Idempotency-Key of a user''s.';
comment on column private.emails.not_before is
  'When a mail in the outbox is due, or when the last request of a mail of a user began.';
comment on column private.emails.text_body is 'Null once the mail was sent or given up.';
comment on column private.emails.unsubscribe_code is
  'The code that ends a mail which comes again and again; null for other mails.';

create index emails_due_idx on private.emails (not_before, id) where status = 'waiting';
create index emails_sending_idx on private.emails (not_before) where status = 'sending';
create index emails_user_id_idx on private.emails (user_id, created_at, id);
create index emails_recipient_idx on private.emails (lower(recipient));
create index emails_created_at_idx on private.emails (created_at);
create index emails_given_up_idx on private.emails (created_at)
  where status in ('dead', 'bounced', 'complained');

create table private.suppressed_addresses (
  address text primary key check (address = lower(address)),
  reason text not null check (reason in ('bounced', 'complained')),
  created_at timestamptz not null default now()
);

select private.hide_table('private.suppressed_addresses',
  'Addresses that are not mailed again: they do not exist, or their owner complained.');

-- Mails of users ----------------------------------------------------------------------------------

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('email', 20, '1 day'), ('email_recipient', 5, '1 day');

-- The subject of the limit of mails to one mailbox: a hash of the address in lower case, without
-- what follows a plus sign, and without dots at Gmail, which ignores them.
create function private.mailbox_subject(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_local text := regexp_replace(lower(split_part(p_address, '@', 1)), '\+.*', '');
  v_domain text := lower(split_part(p_address, '@', 2));
begin
  if v_domain in ('gmail.com', 'googlemail.com') then
    v_local := replace(v_local, '.', '');
    v_domain := 'gmail.com';
  end if;
  return 'mailbox:' || encode(sha256(convert_to(v_local || '@' || v_domain, 'UTF8')), 'hex');
end
$$;

-- The language of the user who has confirmed this address, null for nobody.
create function private.language_at(p_address text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select p.language from private.user_directory as d
    join public.profiles as p on p.id = d.user_id
    where lower(d.email) = lower(p_address)
      and private.confirmed_email(d.user_id) = lower(p_address)
    limit 1);
end
$$;

-- Begins the mail of a user with a confirmed address; the request then sends it. A super admin who
-- acts as the user writes nobody in the user's name. Takes it from the
-- limits of the user and of the recipient's mailbox, to which all users together send five a day. A
-- key that was used before begins the same mail again, so that the provider recognizes it, or
-- refuses another mail. Returns the mail's id, the user's handle, the hits that it took, and in the
-- recipient's language its subject and a line, which name the user by handle. Returns nothing when
-- the address is suppressed; the mail then counts as an attempt alone.
create function private.begin_email(
  p_user_id uuid, p_session_id uuid, p_to text, p_subject text, p_text text,
  p_html text default null, p_key text default null
) returns table (id uuid, handle text, hits bigint[], said_subject text, sender text)
language plpgsql volatile security definer rows 1 set search_path = ''
as $$
declare
  v_key text := 'user ' || p_user_id || ' ' || p_key;
  v_id uuid;
  v_taken jsonb;
  v_language text;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.refuse_if(private.confirmed_email(p_user_id) is null,
    403, 'Confirm your own e-mail address first', 'email_not_confirmed');
  hits := array[private.require_rate_limit('email', p_user_id, 'Too many mails in a day')];
  if exists (select from private.suppressed_addresses where address = lower(p_to)) then
    -- An error would roll the attempt back, and leave asking about addresses without a limit.
    perform private.give_back_hits(hits[1], 1);
    return;
  end if;
  v_taken := private.take_hits('email_recipient', private.mailbox_subject(p_to), 1);
  perform private.refuse_if(not (v_taken ->> 'allowed')::boolean, 429,
    'This address has got too many mails today', 'rate_limited',
    (v_taken ->> 'retry_after_s')::integer);
  hits := hits || (v_taken ->> 'hit')::bigint;
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

  v_language := private.language_at(p_to);
  return query
    select v_id, p.handle, hits,
      private.text('user_mail', 'subject', v_language,
        jsonb_build_object('handle', p.handle, 'subject', p_subject)),
      private.text('user_mail', 'sender', v_language, jsonb_build_object('handle', p.handle))
    from public.profiles as p where p.id = p_user_id;
end
$$;

-- Ends the mail of a user: sent, with the provider's id, or failed, which gives back the hits that
-- it took. A mail has not failed when an event has told of it meanwhile.
create function private.end_email(
  p_id uuid, p_provider_id text default null, p_error text default null,
  p_hits bigint[] default '{}'
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_provider_id is not null then
    update private.emails
    set status = case when status = 'sending' then 'sent' else status end,
        provider_id = p_provider_id, attempts = attempts + 1, text_body = null, html_body = null
    where id = p_id;
    return;
  end if;
  update private.emails
  set status = 'failed', attempts = attempts + 1, last_error = left(p_error, 500),
      text_body = null, html_body = null
  where id = p_id and status = 'sending';
  if found then
    perform private.give_back_hits(hit, 1) from unnest(p_hits) as hit;
  end if;
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
    select remaining from private.job_backlog('emails-cut-off')));
end
$$;

select private.schedule_statement('emails-cut-off', '*/1 * * * *',
  'select private.end_cut_off_mails()');
select private.watch_job('emails-cut-off', 'mails', $$
  select not_before + interval '1 hour' from private.emails
  where status = 'sending' and not_before < now() - interval '1 hour' order by not_before$$);

-- System mails ------------------------------------------------------------------------------------

-- Queues a system mail in the caller's transaction, once for each `p_dedupe_key`. Returns whether
-- there is a new mail: none to a suppressed address. An address or a subject that cannot be mailed
-- raises an error. A mail that comes again and again has a code that ends it.
create function private.queue_mail(
  p_to text, p_subject text, p_text text, p_html text default null, p_dedupe_key text default null,
  p_unsubscribe_code text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from private.suppressed_addresses where address = lower(p_to)) then
    return false;
  end if;
  insert into private.emails (
    recipient, subject, text_body, html_body, dedupe_key, unsubscribe_code
  )
  values (p_to, p_subject, p_text, p_html, 'system ' || p_dedupe_key, p_unsubscribe_code)
  on conflict on constraint emails_dedupe_key_key do nothing;
  return found;
end
$$;

-- Claims system mails that are due, for two minutes. Gives up those of them that are 24 hours old,
-- or whose address is suppressed. With a limit of 0 it claims none and only gives up mails, batch
-- by batch, until a batch has none to give up.
create function private.take_mails(p_limit integer)
returns table (
  id uuid, recipient text, subject text, text_body text, html_body text, unsubscribe_code text
)
language plpgsql volatile security definer rows 10 set search_path = ''
as $$
declare
  v_ids uuid[];
  v_given_up integer;
begin
  for v_round in 1 .. 10 loop
    v_ids := array(
      select due.id from private.emails as due
      where due.status = 'waiting' and due.not_before <= now()
      order by due.not_before, due.id limit coalesce(nullif(p_limit, 0), 500)
      for update skip locked
    );
    update private.emails as e
    set status = 'dead', last_error = coalesce(e.last_error, 'Not delivered within 24 hours'),
        text_body = null, html_body = null
    where e.id = any (v_ids) and (e.created_at <= now() - interval '24 hours' or exists (
      select from private.suppressed_addresses as s where s.address = lower(e.recipient)));
    get diagnostics v_given_up = row_count;
    return query
      update private.emails as e
      set attempts = e.attempts + 1, not_before = clock_timestamp() + interval '2 minutes'
      where e.id = any (v_ids) and e.status = 'waiting' and p_limit > 0
      returning e.id, e.recipient, e.subject, e.text_body, e.html_body, e.unsubscribe_code;
    exit when found or v_given_up = 0;
  end loop;
end
$$;

-- Stores the outcome of a claimed mail: sent (with the provider's id), failed (to be tried again),
-- refused (no attempt can succeed), or left (it was not tried). Returns whether it was given up.
create function private.settle_mail(
  p_id uuid, p_outcome text, p_provider_id text default null, p_error text default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_status text;
begin
  update private.emails as e
  set status = case
        when e.status <> 'waiting' then e.status
        when p_outcome = 'sent' then 'sent'
        when p_outcome = 'refused' then 'dead'
        else 'waiting'
      end,
      provider_id = coalesce(p_provider_id, e.provider_id),
      attempts = e.attempts - (p_outcome = 'left')::integer,
      last_error = left(p_error, 500),
      not_before = clock_timestamp()
        + case when p_outcome = 'left' then interval '0' else private.retry_pause(e.attempts) end,
      text_body = case when p_outcome in ('sent', 'refused') then null else e.text_body end,
      html_body = case when p_outcome in ('sent', 'refused') then null else e.html_body end
  where e.id = p_id
  returning e.status into v_status;
  return v_status = 'dead';
end
$$;

select private.watch_job('outbox-delivery', 'mails', $$
  select not_before from private.emails where status = 'waiting' and not_before <= now()
  order by not_before$$);
select private.purge_when('private.emails', 'created_at', '90 days');

select private.expose('service_role', 'begin_email', 'end_email', 'take_mails', 'settle_mail');

select private.register_personal_data('private.emails', 'delete', 60,
  p_omitted => '{text_body,html_body,dedupe_key,unsubscribe_code}');
-- Also of mails that others had sent to the user.
select private.register_person_column('private.emails', 'recipient',
  'Mails to the user are in their mailbox; here they have no text.', 'delete', 90,
  p_condition => 'lower(recipient) = (select lower(email) from auth.users where id = $1)');
select private.register_person_column('private.suppressed_addresses', 'address',
  'An address that must not be mailed again.', 'keep');

-- Events of the mail provider: what became of mails that were sent, and mails that arrived. A
-- signed mail of a user to their secret address becomes a journal entry.

create table private.email_events (
  id text primary key check (char_length(id) between 1 and 255),
  type text not null check (char_length(type) between 1 and 255),
  outcome text not null
    check (outcome in ('applied', 'received', 'no_email', 'ignored', 'unsigned')),
  received_at timestamptz not null default now()
);

select private.hide_table('private.email_events',
  'Every event of the mail provider, once, without its content; kept for 90 days.');
comment on column private.email_events.outcome is
  'applied; received: a mail that arrived; no_email: the mail is unknown; ignored: it has no effect here; unsigned: nobody vouches for it, so it has no effect.';

create index email_events_received_at_idx on private.email_events (received_at);

create table public.inbound_emails (
  id uuid primary key default private.uuid_v7(),
  event_id text not null unique,
  -- The owner of the address that the mail was sent to.
  user_id uuid references public.profiles (id) on delete cascade,
  provider_id text not null,
  sender text not null,
  -- Without the secret parts of addresses for journal mails.
  recipients text[] not null,
  subject text not null,
  -- As the sender's program has named the mail.
  message_id text,
  status text not null
    check (status in (
      'pending', 'entry', 'duplicate', 'unsigned', 'unknown_address', 'wrong_sender',
      'not_authenticated', 'empty', 'too_many', 'unreadable')),
  entry_id uuid references public.journal_entries (id) on delete set null,
  created_at timestamptz not null default now()
);

select private.guard_table('public.inbound_emails',
  'Mails that arrived, without their text; kept for 90 days.');
comment on column public.inbound_emails.status is
  'pending: its text is being fetched; entry: it became a journal entry; the others say why not.';

-- A mail that several events announce arrives once. Nobody vouches for the id of an unsigned one.
create unique index inbound_emails_provider_id_key on public.inbound_emails (provider_id)
  where status <> 'unsigned';
-- A mail that the sender's server sends again, or that arrives on two ways, makes one entry.
create unique index inbound_emails_message_id_key on public.inbound_emails (user_id, message_id)
  where status = 'entry';
create index inbound_emails_user_id_idx on public.inbound_emails (user_id, created_at desc);
create index inbound_emails_entry_id_idx on public.inbound_emails (entry_id);
create index inbound_emails_created_at_idx on public.inbound_emails (created_at);

-- The secret part of each user's address for journal mails.
create table private.journal_addresses (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  token text not null default encode(extensions.gen_random_bytes(10), 'hex') unique
);

select private.hide_table('private.journal_addresses',
  'The token in each user''s address for journal mails.');

select private.let_read('owner_or_admin', 'public.inbound_emails');

grant all on public.inbound_emails to service_role;

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('journal_mail', 50, '1 day'),
  ('unsigned_webhook', 60, '1 hour');

-- The token of the caller, null before the first call of `make_journal_token`. The token
-- writes entries by mail, also after the session has ended.
create function private.my_journal_token() returns text
language sql stable security definer set search_path = ''
as $$
  select private.require_account_holder();
  select token from private.journal_addresses where user_id = private.require_caller();
$$;

create function private.make_journal_token() returns text
language sql volatile security definer set search_path = ''
as $$
  select private.require_account_holder();
  insert into private.journal_addresses (user_id) values (private.require_caller())
  on conflict do nothing;
  select token from private.journal_addresses where user_id = (select auth.uid())
$$;

-- Stores what the provider says of a mail, found by our id (a tag of the mail) or by the
-- provider's. Events may arrive in any order, and before the answer to the request that sent the
-- mail. A bounce or a complaint suppresses the address. Returns whether the mail is known.
create function private.update_email(
  p_id uuid, p_provider_id text, p_status text, p_suppress boolean
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order constant text[] :=
    '{waiting,sending,failed,sent,dead,delivered,bounced,complained}';
  v_recipient text;
begin
  update private.emails as e
  set status = case when array_position(v_order, p_status) > array_position(v_order, e.status)
                    then p_status else e.status end,
      provider_id = coalesce(e.provider_id, p_provider_id),
      text_body = null, html_body = null
  where e.id = p_id or e.provider_id = p_provider_id
  returning lower(e.recipient) into v_recipient;
  if v_recipient is not null and p_suppress then
    insert into private.suppressed_addresses (address, reason)
    values (v_recipient, case p_status when 'complained' then 'complained' else 'bounced' end)
    on conflict do nothing;
  end if;
  return v_recipient is not null;
end
$$;

-- Stores an event and its effect on a mail that was sent. An event that nobody vouches for has
-- none. Returns the outcome, or `duplicate`.
create function private.record_email_event(
  p_id text, p_type text, p_signed boolean, p_email jsonb default null
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_outcome text;
begin
  insert into private.email_events (id, type, outcome)
  values (p_id, p_type, case when p_signed then 'ignored' else 'unsigned' end)
  on conflict do nothing;
  if not found or not p_signed or p_email is null then
    return case when not found then 'duplicate' when p_signed then 'ignored' else 'unsigned' end;
  end if;
  v_outcome := case when private.update_email(
      (p_email ->> 'id')::uuid, p_email ->> 'provider_id', p_email ->> 'status',
      coalesce((p_email ->> 'suppress')::boolean, false))
    then 'applied' else 'no_email' end;
  update private.email_events set outcome = v_outcome where id = p_id;
  return v_outcome;
end
$$;

-- Stores a mail that arrived, once. `p_tokens` are the secret parts of the addresses that it was
-- sent to, `p_address` is its sender's address. Of several addresses the sender's own counts.
-- Returns its status: `pending` while its text is needed, or `duplicate` for another event about
-- it.
create function private.receive_email(
  p_event_id text, p_signed boolean, p_provider_id text, p_sender text, p_recipients text[],
  p_subject text, p_message_id text, p_tokens text[], p_address text
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_user_id uuid;
  v_is_own boolean;
  v_status text;
begin
  -- A mail in an unsigned event names no user.
  if p_signed then
    select
      a.user_id,
      coalesce(u.email_confirmed_at is not null and lower(u.email) = lower(p_address), false)
        as is_own
    into v_user_id, v_is_own
    from private.journal_addresses as a
    join public.profiles as p on p.id = a.user_id
    join auth.users as u on u.id = a.user_id
    where a.token = any (p_tokens) and p.is_active
    order by is_own desc limit 1;
  end if;
  v_status := case
    when not p_signed then 'unsigned'
    when v_user_id is null then 'unknown_address'
    when not v_is_own then 'wrong_sender'
    else 'pending'
  end;
  insert into private.email_events (id, type, outcome)
  values (p_event_id, 'email.received', case when p_signed then 'received' else 'unsigned' end)
  on conflict do nothing;
  insert into public.inbound_emails (
    event_id, user_id, provider_id, sender, recipients, subject, message_id, status
  )
  values (
    p_event_id, v_user_id, p_provider_id, p_sender,
    array(select distinct regexp_replace(r, 'journal\+[^@\s]*', 'journal+...', 'gi')
      from unnest(p_recipients) as r),
    p_subject, p_message_id, v_status
  )
  on conflict do nothing;
  return coalesce(
    (select status from public.inbound_emails where event_id = p_event_id), 'duplicate');
end
$$;

-- Ends a pending mail: with an entry, or with the reason why there is none. Two requests that end
-- the same mail make one entry. Returns the mail's status, and of a new entry what the analysis of
-- its mood needs. With `p_analyze` it begins this analysis.
create function private.end_inbound_email(
  p_event_id text, p_status text, p_entry jsonb default null, p_analyze boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email public.inbound_emails;
  v_entry_id uuid;
begin
  select * into v_email from public.inbound_emails where event_id = p_event_id for update;
  if v_email.status is distinct from 'pending' then
    return jsonb_build_object('status', v_email.status);
  end if;
  if p_entry is not null then
    -- Mails of one user wait for each other, so that the second of two alike sees the first.
    perform pg_advisory_xact_lock(hashtextextended('inbound_emails ' || v_email.user_id, 0));
    if exists (
      select from public.inbound_emails
      where user_id = v_email.user_id and message_id = v_email.message_id and status = 'entry'
    ) then
      p_status := 'duplicate';
    elsif (
      private.take_user_rate_limit('journal_mail', v_email.user_id) ->> 'allowed'
    )::boolean then
      begin
        v_entry_id := private.insert_journal_entry(v_email.user_id, p_entry, now());
      exception when sqlstate 'PT409' or sqlstate 'PT429' then
        p_status := 'too_many';
      end;
    else
      p_status := 'too_many';
    end if;
  end if;
  update public.inbound_emails set status = p_status, entry_id = v_entry_id
  where event_id = p_event_id;
  return jsonb_build_object('status', p_status, 'entry', (
    select jsonb_build_object(
      'id', id, 'user_id', user_id, 'title', title, 'content', p_entry ->> 'content',
      'updated_at', updated_at,
      'mood_hit', case when p_analyze then private.begin_mood_analysis(id) end)
    from public.journal_entries where id = v_entry_id));
end
$$;

select private.purge_when('private.email_events', 'received_at', '90 days');
select private.purge_when('public.inbound_emails', 'created_at', '90 days');

select private.expose('authenticated', 'my_journal_token', 'make_journal_token');
select private.expose('service_role', 'record_email_event', 'receive_email', 'end_inbound_email');

select private.register_personal_data('public.inbound_emails', 'delete', 60,
  p_omitted => '{event_id,provider_id}');
select private.register_personal_data('private.journal_addresses', 'delete', 60,
  p_section => 'journal_address', p_page_key => '{user_id}',
  p_condition => 's.user_id = $1 and (select private.caller_is_account_holder())');
select private.register_person_column('public.inbound_emails', 'sender',
  p_section => 'inbound_emails');

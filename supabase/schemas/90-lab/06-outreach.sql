-- Relay messages to entrants of competitions, their weekly digest, and prompts for the next step of
-- a dream.

create table public.sponsor_outreach (
  id uuid primary key default private.uuid_v7(),
  from_user_id uuid not null references public.profiles (id) on delete cascade,
  to_participant_id uuid not null references public.profiles (id) on delete cascade,
  subject text not null
    check (char_length(subject) <= 200 and subject ~ '\S' and subject !~ '[\r\n]'),
  message text not null check (char_length(message) <= 2000 and message ~ '\S'),
  delivery_status text not null default 'pending'
    check (delivery_status in ('pending', 'delivered', 'skipped')),
  created_at timestamptz not null default now()
);

select private.guard_table('public.sponsor_outreach',
  'Messages to entrants of competitions; neither side learns the other''s address.');
select private.count_texts_of('public.sponsor_outreach', '{subject,message}', 'from_user_id');
comment on column public.sponsor_outreach.delivery_status is
  'skipped: when the digest went out, one of the two was blocked, or the recipient blocked the sender.';

create table public.sponsor_outreach_digests (
  -- A Monday, UTC.
  week_start_at date primary key check (extract(isodow from week_start_at) = 1),
  delivered boolean not null default false,
  after_id uuid not null default private.first_id(),
  created_at timestamptz not null default now()
);

select private.guard_table('public.sponsor_outreach_digests',
  'The weekly digest: messages older than its row are delivered with it.');
comment on column public.sponsor_outreach_digests.after_id is
  'The last recipient served: recipients are served in the order of their ids, each once.';

create table private.step_prompts (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  prompted_at timestamptz not null default now()
);

select private.hide_table('private.step_prompts', 'When a user was last prompted for a step.');

create index sponsor_outreach_from_idx
  on public.sponsor_outreach (from_user_id, created_at desc, id desc);
create index sponsor_outreach_to_idx
  on public.sponsor_outreach (to_participant_id, created_at desc, id desc);
create index sponsor_outreach_pending_idx on public.sponsor_outreach (to_participant_id, created_at)
  where delivery_status = 'pending';

create policy sponsor_outreach_select_party on public.sponsor_outreach
  for select to authenticated
  using (from_user_id = (select auth.uid())
    or (to_participant_id = (select auth.uid()) and delivery_status = 'delivered')
    or (select private.is_super_admin()));
select private.let_read('super_admin', 'public.sponsor_outreach_digests');

grant select on public.sponsor_outreach to authenticated, service_role;

insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('relay_message', 5, '24 hours'), ('relay_sender', 20, '24 hours');

-- Sends a message to somebody who has entered a competition. It is delivered with the next weekly
-- digest.
create function private.send_relay_message(
  p_to_participant_id uuid, p_subject text, p_message text
) returns public.sponsor_outreach
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_row public.sponsor_outreach;
begin
  -- A mail brings the words in the caller's name.
  perform private.refuse_impersonated();
  perform private.refuse_if(not exists (
    select from public.competition_entries as e
    join public.profiles as p on p.id = e.user_id
    where e.user_id = p_to_participant_id and p.is_active
      and not v_caller = any (p.blocked_user_ids)
  ), 404, 'Participant not found');
  perform private.refuse_if(p_to_participant_id = v_caller,
    400, 'to_participant_id: you cannot write to yourself', 'invalid_value');
  insert into public.sponsor_outreach (from_user_id, to_participant_id, subject, message)
  values (v_caller, p_to_participant_id, p_subject, p_message)
  returning * into v_row;
  -- Last, because their locks make other messages of the caller wait.
  perform private.require_rate_limit('relay_sender', v_caller,
    'You have sent 20 messages in 24 hours');
  perform private.require_rate_limit('relay_message', v_caller,
    'You have sent this person 5 messages in 24 hours', p_to_participant_id::text);
  return v_row;
end
$$;

-- Weekly digest -----------------------------------------------------------------------------------

-- A user's text in a system mail: every line is quoted, so that it cannot look like the mail's own.
create function private.quoted(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select '> ' || regexp_replace(p_text, E'\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029]', E'\n> ', 'g')
$$;

create function private.outreach_week() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return date_trunc('week', now() at time zone 'utc')::date;
end
$$;

-- Delivers the messages of this week's digest to these recipients: each gets one notification and
-- one mail for all of them. The mail alone contains words of the senders.
create function private.deliver_outreach_to(p_recipient_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_delivered integer := 0;
  v_recipient record;
begin
  for v_recipient in
    select o.to_participant_id as id, array_agg(o.id) as message_ids,
      (array_agg(o.from_user_id order by o.created_at, o.id))[1] as first_sender,
      count(distinct o.from_user_id) as sender_count,
      string_agg(
        format(E'%s\n%s\n>\n%s',
          private.text('relay_mail', 'message', r.language, jsonb_build_object('handle', c.handle)),
          private.quoted(o.subject), private.quoted(o.message)),
        E'\n\n' order by o.created_at, o.id) as text,
      min(r.language) as language
    from public.sponsor_outreach_digests as d
    join public.sponsor_outreach as o on o.created_at <= d.created_at
    join public.profiles as r on r.id = o.to_participant_id
    join public.profiles as s on s.id = o.from_user_id
    join public.profile_cards as c on c.id = o.from_user_id
    where d.week_start_at = private.outreach_week()
      and o.to_participant_id = any (p_recipient_ids) and o.delivery_status = 'pending'
      and r.is_active and s.is_active and not o.from_user_id = any (r.blocked_user_ids)
    group by o.to_participant_id
  loop
    -- Names the first sender alone, whose deletion removes the notification.
    perform private.notify(
      v_recipient.id,
      'relay_message.' || case v_recipient.sender_count when 1 then 'one' else 'more' end,
      jsonb_build_object('handle', c.handle, 'others', v_recipient.sender_count - 1),
      jsonb_build_object('week_start_at', private.outreach_week(), 'user_id', c.id))
    from public.profile_cards as c where c.id = v_recipient.first_sender;
    perform private.queue_mail(address,
      private.text('relay_mail', 'subject', v_recipient.language),
      private.text('relay_mail', 'body', v_recipient.language) || E'\n\n' || v_recipient.text)
    from private.confirmed_email(v_recipient.id) as address where address is not null;
    update public.sponsor_outreach set delivery_status = 'delivered'
    where id = any (v_recipient.message_ids);
    v_delivered := v_delivered + cardinality(v_recipient.message_ids);
  end loop;
  return jsonb_build_object('delivered', v_delivered);
end
$$;

-- One step of this week's digest: serves up to p_limit recipients of messages that are older than
-- the digest. A concurrent run waits; the digest is delivered when no recipient is left.
create function private.deliver_outreach_batch(p_limit integer)
returns table (
  total integer, delivered integer, skipped integer, done boolean, errors text[]
)
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_digest public.sponsor_outreach_digests;
  v_recipient_ids uuid[];
  v_work record;
begin
  insert into public.sponsor_outreach_digests (week_start_at) values (private.outreach_week())
  on conflict on constraint sponsor_outreach_digests_pkey do nothing;
  select * into v_digest from public.sponsor_outreach_digests as d
  where d.week_start_at = private.outreach_week() for no key update;
  if v_digest.delivered then
    return query select 0, 0, 0, true, '{}'::text[];
    return;
  end if;

  v_recipient_ids := array(
    select distinct o.to_participant_id from public.sponsor_outreach as o
    where o.delivery_status = 'pending' and o.to_participant_id > v_digest.after_id
      and o.created_at <= v_digest.created_at
    order by o.to_participant_id limit p_limit
  );
  v_work := private.work_apart('select private.deliver_outreach_to($1)', v_recipient_ids);
  delivered := coalesce((v_work.counts ->> 'delivered')::integer, 0);
  errors := v_work.errors;
  update public.sponsor_outreach as o set delivery_status = 'skipped'
  where o.to_participant_id = any (v_recipient_ids) and o.delivery_status = 'pending'
    and o.created_at <= v_digest.created_at;
  get diagnostics skipped = row_count;
  total := delivered + skipped;

  done := cardinality(v_recipient_ids) < p_limit;
  update public.sponsor_outreach_digests as d
  set delivered = done,
    after_id = coalesce(v_recipient_ids[cardinality(v_recipient_ids)], v_digest.after_id)
  where d.week_start_at = v_digest.week_start_at;
  return next;
end
$$;

-- The number of messages that this week's digest has yet to deliver, up to 10,000.
create function private.outreach_digest_remaining() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from (
    select from public.sponsor_outreach as o
    left join public.sponsor_outreach_digests as d
      on d.week_start_at = private.outreach_week()
    where o.delivery_status = 'pending'
      and o.to_participant_id > coalesce(d.after_id, private.first_id())
      and o.created_at <= coalesce(d.created_at, now())
    limit 10000) as m
$$;

select private.schedule_job('lab-sponsor-outreach-digest', '0 9 * * 1',
  '/cron/lab/sponsor-outreach-digest', '{LAB_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}');

-- Step prompts ------------------------------------------------------------------------------------

-- Prompts those of these users who have an unfinished dream that is at least 3 days old and had no
-- prompt for 3 days. The prompt names the next step of the dream that changed last.
create function private.prompt_steps_of(p_user_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_counts jsonb;
begin
  with candidate as (
    select distinct on (d.user_id) d.user_id, d.id, d.title,
      (
        select s ->> 'title' from jsonb_array_elements(d.steps) with ordinality as e (s, n)
        where not (s ->> 'done')::boolean order by n limit 1
      ) as step
    from public.dreams as d
    where d.user_id = any (p_user_ids) and d.completed_at is null and not d.is_template
      and d.created_at <= now() - interval '3 days'
    order by d.user_id, d.updated_at desc
  ), due as (
    -- A concurrent run finds the prompt of this one here, and changes nothing. Three days less ten
    -- minutes: a daily run may reach a user a little earlier in the day than the run of three days
    -- before.
    insert into private.step_prompts as p (user_id)
    select c.user_id from candidate as c order by c.user_id
    on conflict on constraint step_prompts_pkey do update set prompted_at = now()
      where p.prompted_at <= now() - interval '3 days' + interval '10 minutes'
    returning p.user_id
  ), told as (
    select private.notify(
      c.user_id, case when c.step is null then 'step_prompt.last' else 'step_prompt.next' end,
      jsonb_build_object('dream', c.title, 'step', c.step),
      jsonb_build_object('dream_id', c.id)) as sent
    from candidate as c join due on due.user_id = c.user_id
  )
  select jsonb_build_object('total', (select count(*) from candidate),
    'prompted', count(*) filter (where sent))
  into v_counts from told;
  return v_counts;
end
$$;

-- One step of the job: prompts the next p_limit users after p_after, ordered by id, for whom it is
-- time.
create function private.prompt_steps_batch(p_after uuid, p_limit integer)
returns table (total integer, prompted integer, skipped integer, last_id uuid, errors text[])
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select distinct d.user_id from public.dreams as d
    where d.completed_at is null and not d.is_template
      and d.user_id > coalesce(p_after, private.first_id())
    order by d.user_id limit p_limit
  );
  v_work record;
begin
  v_work := private.work_apart('select private.prompt_steps_of($1)', v_ids);
  errors := v_work.errors;
  prompted := coalesce((v_work.counts ->> 'prompted')::integer, 0);
  total := coalesce((v_work.counts ->> 'total')::integer, 0) + cardinality(errors);
  skipped := total - prompted - cardinality(errors);
  last_id := case when cardinality(v_ids) = p_limit then v_ids[p_limit] end;
  return next;
end
$$;

-- The number of users after p_after, by id, whom the job has yet to prompt, up to 10,000. Goes
-- along the index from each user to the next one, so that the limit ends the reading.
create function private.step_prompts_remaining(p_after uuid default null) returns integer
language sql stable security definer set search_path = ''
as $$
  with recursive due (user_id) as (
    select coalesce(p_after, private.first_id())
    union all
    select next.user_id
    from due cross join lateral (
      select d.user_id from public.dreams as d
      where d.user_id > due.user_id and d.completed_at is null and not d.is_template
        and d.created_at <= now() - interval '3 days'
        -- By a subquery, which looks up each user.
        and coalesce((
          select p.prompted_at <= now() - interval '3 days' + interval '10 minutes'
          from private.step_prompts as p where p.user_id = d.user_id), true)
      order by d.user_id limit 1
    ) as next
  )
  select count(*)::integer from (select from due limit 10000 offset 1) as u
$$;

select private.schedule_job('lab-step-prompts', '0 3 * * *', '/lab/cron/process-step-prompts',
  '{LAB_CRON_SECRET,WORKOUT_WINDOW_CRON_SECRET}');

select private.expose('authenticated', 'send_relay_message');
select private.expose('service_role', 'deliver_outreach_batch', 'outreach_digest_remaining',
  'prompt_steps_batch', 'step_prompts_remaining');

select private.register_personal_data('public.sponsor_outreach', 'delete', 20,
  p_person => 'from_user_id');
select private.register_personal_data('public.sponsor_outreach', 'delete', 20,
  p_section => 'received_outreach', p_person => 'to_participant_id',
  p_condition => 's.to_participant_id = $1 and s.delivery_status = ''delivered''');
select private.register_person_column('public.sponsor_outreach_digests', 'after_id',
  'Where a job continues: the bare id.', 'keep');

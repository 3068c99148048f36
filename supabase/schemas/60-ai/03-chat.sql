-- Chat with the assistant: the messages of each user, and the claim that makes a user's answers
-- come one at a time. The service writes both: only it knows what the provider has answered.

create table public.chat_messages (
  id uuid primary key default private.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null,
  incomplete boolean not null default false,
  -- The question that an answer belongs to; null for a question.
  question_id uuid unique references public.chat_messages (id) on delete cascade,
  -- The key that makes the request of a question safe to repeat; null for an answer.
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  created_at timestamptz not null default clock_timestamp(),
  -- The entries that an answer cites: the first one is that of the mark [1].
  source_ids uuid[] not null default '{}',
  constraint chat_messages_source_ids_check check (cardinality(source_ids) <= 20),
  constraint chat_messages_content_check check (
    content ~ '\S' and char_length(content) <= case role when 'user' then 4000 else 20000 end),
  constraint chat_messages_content_length_check check (char_length(content) <= 20000),
  constraint chat_messages_answer_check check (
    (role = 'assistant') = (question_id is not null)
    and (role = 'assistant' or not incomplete)
    and (role = 'user' or idempotency_key is null))
);

select private.guard_table('public.chat_messages', 'Messages between a user and the assistant.',
  p_holder_only => true);
select private.count_texts_of('public.chat_messages', '{content}');
comment on column public.chat_messages.incomplete is
  'True for an answer that was cut off: by its length, the provider or a closed connection.';

insert into private.rate_limit_rules (bucket, max_hits, per) values ('chat', 30, '1 hour');

create index chat_messages_page_idx on public.chat_messages (user_id, created_at desc, id desc);
create unique index chat_messages_idempotency_key
  on public.chat_messages (user_id, idempotency_key) where idempotency_key is not null;

select private.let_read('owner', 'public.chat_messages');
select private.let_owner_change('public.chat_messages', p_delete => true);

grant all on public.chat_messages to service_role;

-- A message as the routes answer with it. Its sources are those entries that still are its user's.
create view public.chat_message_cards with (security_invoker = true) as
  select m.id, m.user_id, m.role, m.content, m.incomplete, m.created_at, (
    select coalesce(jsonb_agg(jsonb_build_object('mark', s.n,
      'entry_id', e.id, 'title', e.title, 'written_at', e.written_at) order by s.n), '[]')
    from unnest(m.source_ids) with ordinality as s (id, n)
    join public.journal_entries as e on e.id = s.id and e.user_id = m.user_id
  ) as sources
  from public.chat_messages as m;

comment on view public.chat_message_cards is
  'Messages with the entries that an answer cites.';
grant select on public.chat_message_cards to authenticated, service_role;

-- Without a reference to the message, so that deleting the message does not end the claim.
create table private.chat_claims (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  question_id uuid not null,
  hit bigint,
  lease_until timestamptz not null
);

select private.hide_table('private.chat_claims',
  'The answer that is being written for a user. Another request takes over when the lease ends.');

-- How long a claim lasts after the last sign of life.
create function private.chat_lease() returns timestamptz
language sql volatile set search_path = ''
as $$ select clock_timestamp() + interval '8 seconds' $$;

-- Notes for the assistant -------------------------------------------------------------------------

-- The user's entries with their ids, their latest analysis and open goals when the user lets the
-- assistant read them, otherwise null. Dates are in the user's zone.
create function private.chat_notes(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'today', to_char(now() at time zone p.timezone, 'YYYY-MM-DD'),
    'entries', private.recent_entries(
      p.id, '-infinity', (private.site_setting('chat_max_context_entries'))::integer, 24000),
    'analysis', (
      select jsonb_build_object(
        'date', to_char(n.created_at at time zone p.timezone, 'YYYY-MM-DD'), 'summary', n.summary,
        'mood_trends', n.mood_trends, 'topics', n.topics, 'patterns', n.patterns,
        'recommendations', n.recommendations, 'insights', n.insights)
      from public.note_analyses as n where n.user_id = p.id
      order by n.analysis_date desc limit 1
    ),
    'goals', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'title', g.title, 'description', left(g.description, 300), 'status', g.status,
        'target_date', g.target_date) order by g.written_at desc), '[]')
      from (
        select * from public.goals
        where user_id = p.id and status in ('active', 'paused')
        order by written_at desc, id desc limit 20
      ) as g
    ))
  from public.profiles as p
  where p.id = p_user_id and p.read_notes_enabled
$$;

-- The last messages of the conversation, oldest first: up to 20, and as many as fit into 16,000
-- characters.
create function private.chat_history(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(
    jsonb_build_object('role', m.role, 'content', m.content) order by m.created_at, m.id)
  from (
    select *, sum(char_length(content)) over (order by created_at desc, id desc) as chars
    from (
      select * from public.chat_messages where user_id = p_user_id
      order by created_at desc, id desc limit 20
    ) as latest
  ) as m
  where m.chars <= 16000
$$;

-- Answers -----------------------------------------------------------------------------------------

-- A message as the routes answer with it.
create function private.chat_message(p_message public.chat_messages) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(c) - 'user_id' from public.chat_message_cards as c where c.id = p_message.id
$$;

-- Begins the answer to a message: stores the message, and claims the user's one answer. Returns
-- `new` with what the provider is given, `done` with the stored answer to a repeated key, `running`
-- while that answer is being written, or `limited` with the seconds to wait.
create function private.begin_chat_answer(
  p_user_id uuid, p_session_id uuid, p_content text, p_key text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_question public.chat_messages;
  v_answer public.chat_messages;
  v_claim private.chat_claims;
  v_hits jsonb;
begin
  perform private.require_session(p_user_id, p_session_id);
  perform private.require_account_holder(p_session_id);
  perform private.refuse_if(private.site_setting('chat_enabled') = 'false',
    503, 'The chat is switched off', 'chat_disabled');
  perform pg_advisory_xact_lock(hashtextextended('chat ' || p_user_id, 0));
  select * into v_claim from private.chat_claims where user_id = p_user_id;

  if p_key is not null then
    update public.chat_messages set idempotency_key = null
    where user_id = p_user_id and idempotency_key = p_key
      and created_at <= now() - interval '24 hours';
    select * into v_question from public.chat_messages
    where user_id = p_user_id and idempotency_key = p_key;
    if v_question.id is not null then
      perform private.require_signed_in(p_session_id);
      perform private.refuse_if(v_question.content <> p_content,
        409, 'Idempotency-Key: used for another request before', 'idempotency_key_reused');
      select * into v_answer from public.chat_messages where question_id = v_question.id;
      if v_answer.id is not null then
        return jsonb_build_object('state', 'done', 'message', private.chat_message(v_answer));
      elsif v_claim.question_id = v_question.id and v_claim.lease_until > clock_timestamp() then
        return jsonb_build_object('state', 'running');
      end if;
    end if;
  end if;

  perform private.refuse_if(v_claim.lease_until > clock_timestamp(),
    409, 'The assistant is still answering', 'chat_busy');
  -- Gives back the hit of a request that was cut off.
  perform private.give_back_hits(v_claim.hit, 1);
  v_hits := private.take_user_rate_limit('chat', p_user_id);
  if not (v_hits ->> 'allowed')::boolean then
    return jsonb_build_object('state', 'limited', 'retry_after_s', v_hits -> 'retry_after_s');
  end if;

  -- Questions whose answer never began, because the request was cut off.
  delete from public.chat_messages as q
  where q.id in (v_question.id, v_claim.question_id)
    and not exists (select from public.chat_messages as a where a.question_id = q.id);
  insert into public.chat_messages (user_id, role, content, idempotency_key)
  values (p_user_id, 'user', p_content, p_key) returning * into v_question;
  insert into private.chat_claims (user_id, question_id, hit, lease_until)
  values (p_user_id, v_question.id, (v_hits ->> 'hit')::bigint, private.chat_lease())
  on conflict (user_id) do update set question_id = excluded.question_id, hit = excluded.hit,
    lease_until = excluded.lease_until;
  return jsonb_build_object(
    'state', 'new', 'question_id', v_question.id,
    'model', private.site_setting('chat_model'),
    'prompt', private.site_setting('chat_system_prompt'),
    'notes', private.chat_notes(p_user_id),
    'messages', private.chat_history(p_user_id),
    'language', (select language from public.profiles where id = p_user_id));
end
$$;

-- Keeps the claim alive for another 8 seconds. Returns false when nobody waits for the answer:
-- another request has taken over, the question was deleted, or the user is blocked.
create function private.extend_chat_answer(p_user_id uuid, p_question_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.chat_claims set lease_until = private.chat_lease()
  where user_id = p_user_id and question_id = p_question_id
    and exists (select from public.chat_messages where id = p_question_id)
    and exists (select from public.profiles where id = p_user_id and is_active);
  return found;
end
$$;

-- Ends an answer: stores its text with the entries that it cites, and releases the claim. A
-- question without any answer is deleted, so that it can be asked again; it counts where p_counts
-- says so, because the client has left. Returns
-- the stored answer, or null when there is none, as after the deletion of the question.
create function private.end_chat_answer(
  p_user_id uuid, p_question_id uuid, p_content text, p_incomplete boolean,
  p_source_ids uuid[] default '{}', p_counts boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_answer public.chat_messages;
  v_hit bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('chat ' || p_user_id, 0));
  -- Waits for an entry that is being sealed.
  perform private.lock_sealed_account(p_user_id, p_shared => true);
  delete from private.chat_claims where user_id = p_user_id and question_id = p_question_id
  returning hit into v_hit;
  if not found then
    return null;
  elsif p_content !~ '\S' then
    if not p_counts then
      perform private.give_back_hits(v_hit, 1);
    end if;
    delete from public.chat_messages where id = p_question_id;
    return null;
  end if;
  insert into public.chat_messages (user_id, role, content, incomplete, question_id, source_ids)
  select user_id, 'assistant', p_content, p_incomplete, id, p_source_ids
  from public.chat_messages where id = p_question_id
    -- Nothing is kept of an entry that was sealed while the model answered.
    and not exists (
      select from public.journal_entries where id = any (p_source_ids) and is_sealed)
  returning * into v_answer;
  return case when v_answer.id is not null then private.chat_message(v_answer) end;
end
$$;

-- Deletes the caller's conversation, however long it is: a client's own statement deletes at most
-- 1,000 rows.
create function private.delete_chat_messages() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  perform private.require_account_holder();
  delete from public.chat_messages where user_id = v_caller;
end
$$;

select private.expose('authenticated', 'delete_chat_messages');
select private.expose('service_role', 'begin_chat_answer', 'extend_chat_answer', 'end_chat_answer');

select private.register_personal_data('public.chat_messages', 'delete', 40,
  p_condition => 's.user_id = $1 and (select private.caller_is_account_holder())',
  p_omitted => '{idempotency_key}');

SET local check_function_bodies = off;

ALTER TABLE public.chat_messages ADD COLUMN source_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE public.chat_messages ALTER COLUMN source_ids SET STATISTICS 0;
ALTER TABLE public.chat_messages
  ADD CONSTRAINT chat_messages_source_ids_check CHECK (cardinality(source_ids) <= 20) NOT VALID;

create view public.chat_message_cards with (security_invoker = true) as
  select m.id, m.user_id, m.role, m.content, m.incomplete, m.created_at, (
    select coalesce(jsonb_agg(jsonb_build_object(
      'entry_id', e.id, 'title', e.title, 'written_at', e.written_at) order by s.n), '[]')
    from unnest(m.source_ids) with ordinality as s (id, n)
    join public.journal_entries as e on e.id = s.id and e.user_id = m.user_id
  ) as sources
  from public.chat_messages as m;

comment on view public.chat_message_cards is
  'Messages with the entries that the assistant has read for an answer.';
grant select on public.chat_message_cards to authenticated, service_role;

create or replace function private.chat_message(p_message public.chat_messages) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(c) - 'user_id' from public.chat_message_cards as c where c.id = p_message.id
$$;

drop function public.end_chat_answer(uuid, uuid, text, boolean);
drop function private.end_chat_answer(uuid, uuid, text, boolean);

create function private.end_chat_answer(
  p_user_id uuid, p_question_id uuid, p_content text, p_incomplete boolean,
  p_source_ids uuid[] default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_answer public.chat_messages;
  v_hit bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('chat ' || p_user_id, 0));
  delete from private.chat_claims where user_id = p_user_id and question_id = p_question_id
  returning hit into v_hit;
  if not found then
    return null;
  elsif p_content !~ '\S' then
    perform private.give_back_hits(v_hit, 1);
    delete from public.chat_messages where id = p_question_id;
    return null;
  end if;
  insert into public.chat_messages (user_id, role, content, incomplete, question_id, source_ids)
  select user_id, 'assistant', p_content, p_incomplete, id, p_source_ids
  from public.chat_messages where id = p_question_id
  returning * into v_answer;
  return case when v_answer.id is not null then private.chat_message(v_answer) end;
end
$$;

select private.expose('service_role', 'end_chat_answer');

-- Moving an entry into a sealed notebook erases what the service keeps of its open text.

-- Erases the analyses of seven days in which an entry may be, and the notes that the assistant has
-- made of them: of the latest analysis, or of the one before, where the note came first on its day.
create function private.erase_analyses_of(p_entry public.journal_entries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Its date may have been changed after the analysis.
  v_days constant date[] := array(
    select distinct (at at time zone 'utc')::date
    from unnest(array[p_entry.written_at, p_entry.created_at]) as at);
  v_erased constant date[] := array(
    select a.analysis_date from public.note_analyses as a, unnest(v_days) as day
    where a.user_id = p_entry.user_id and a.analysis_date between day - 1 and day + 8);
  v_notes constant uuid[] := array(
    select d.id from public.drops_sent as d
    where d.recipient_id = p_entry.user_id and d.sender_id = private.system_sender_id()
      and d.date_sent >= (select min(day) from unnest(v_erased) as day) and exists (
        select from (
          select a.analysis_date from public.note_analyses as a
          where a.user_id = p_entry.user_id
            and a.analysis_date <= (d.date_sent at time zone 'utc')::date
          order by a.analysis_date desc limit 2
        ) as latest where latest.analysis_date = any (v_erased)));
begin
  delete from public.drops_sent where id = any (v_notes);
  delete from public.notifications
  where user_id = p_entry.user_id and type = 'assistant_note'
    and dedupe_key = any (v_notes::text[]);
  delete from public.note_analyses
  where user_id = p_entry.user_id and analysis_date = any (v_erased);
  -- The answer to the request that has made it names no entry.
  delete from private.idempotency_keys
  where user_id = p_entry.user_id and route = 'post /chat/analyses';
end
$$;

-- Erases what the service has kept of the open text of an entry beside the entry itself: links,
-- backgrounds, what a model has made of it, answers that repeat it, and what others were told. The
-- outbox deletes the files.
create function private.erase_open_traces(p_entry public.journal_entries) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.share_links where entry_id = p_entry.id;
  delete from public.journal_entry_backgrounds where entry_id = p_entry.id;
  perform private.erase_analyses_of(p_entry);
  delete from public.chat_messages
  where user_id = p_entry.user_id and p_entry.id = any (source_ids);
  delete from private.idempotency_keys
  where user_id = p_entry.user_id and p_entry.id = any (ids);
  -- The subject of a mail is the title of its entry.
  update public.inbound_emails set subject = '' where entry_id = p_entry.id;
  delete from public.notifications
  where type = 'mention' and dedupe_key = p_entry.id::text and user_id in (
    select (m ->> 'user_id')::uuid
    from private.journal_entry_contents as c, jsonb_array_elements(c.mentions) as m
    where c.entry_id = p_entry.id);
  -- Friends were told the title. The rows stay: nobody is told of an entry twice.
  delete from public.notifications
  where type = 'friend_entry' and dedupe_key = p_entry.id::text and user_id in (
    select t.user_id from private.friend_entries as t where t.entry_id = p_entry.id);
end
$$;

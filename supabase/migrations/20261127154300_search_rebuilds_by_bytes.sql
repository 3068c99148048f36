create or replace function private.continue_search_rebuilds() returns jsonb
language plpgsql volatile security definer
-- Looks entries up by their ids, whatever the statistics say.
set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_work private.search_rebuilds;
  v_language text;
  v_ids uuid[];
  v_locked uuid[];
begin
  loop
    select * into v_work from private.search_rebuilds
    order by taken_at limit 1 for no key update skip locked;
    exit when not found;
    v_language := (select language from public.profiles where id = v_work.user_id);
    v_ids := array(
      select s.id from (
        select e.id, sum(d.bytes) over (order by e.id) - d.bytes as bytes_before
        from (
          select id from public.journal_entries
          where user_id = v_work.user_id and id > v_work.after_id order by id limit 200
        ) as e
        join private.journal_entry_documents as d on d.entry_id = e.id
      ) as s where s.bytes_before < 1000000 order by s.id);
    v_locked := array(
      select entry_id from private.journal_entry_documents
      where entry_id = any (v_ids) for no key update skip locked);
    update private.journal_entry_documents as d
    set words = private.search_words(e.title || ' ' || c.content, v_language), language = v_language
    from public.journal_entries as e
    join private.journal_entry_contents as c on c.entry_id = e.id
    where d.entry_id = any (v_locked) and e.id = d.entry_id;
    if v_ids = '{}' then
      delete from private.search_rebuilds where user_id = v_work.user_id;
    else
      update private.search_rebuilds
      set after_id = v_ids[cardinality(v_ids)], taken_at = clock_timestamp()
      where user_id = v_work.user_id;
    end if;
    exit when clock_timestamp() > now() + interval '2 seconds';
  end loop;
  return jsonb_build_object('remaining', (
    select remaining from private.job_backlog('search-languages')));
end
$$;

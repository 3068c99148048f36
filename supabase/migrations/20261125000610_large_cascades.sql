-- What many users add to one dream or entry: a quota of builds, and the erasure of entries with
-- many comments and reactions.

insert into private.quotas (kind, max_daily) values ('dream builds', 1000);

create or replace function private.build_dream(p_id uuid) returns public.dreams
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_dream constant public.dreams := private.visible_dream(p_id);
begin
  -- Before the lock of the dream, which everybody shares.
  perform private.count_made('dream builds', v_caller, 1);
  perform private.refuse_if(not private.record_dream_event(v_dream, v_caller, 'build'),
    409, 'You have recorded a build of this dream', 'already_exists');
  return private.visible_dream(p_id);
end
$$;

-- Erases entries while they and the comments and reactions that go with them are at most p_limit
-- rows. Where the first entry has more, erases p_limit of its comments, or of its reactions.
create function private.erase_entries(p_user_id uuid, p_limit integer) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_first uuid;
  v_ids uuid[];
  v_rows bigint;
begin
  select (array_agg(id) filter (where before = 0))[1],
    array_agg(id) filter (where before + size <= p_limit),
    sum(size) filter (where before + size <= p_limit)
  into v_first, v_ids, v_rows
  from (
    select id, size, sum(size) over (rows unbounded preceding) - size as before
    from (
      select e.id, 1 + coalesce((
        select sum(c.value::integer)
        from private.entry_summaries as s, jsonb_each_text(s.counts) as c
        where s.entry_id = e.id), 0) as size
      from public.journal_entries as e where e.user_id = p_user_id limit p_limit
    ) as entries
  ) as summed;
  if v_ids is null then
    delete from public.journal_comments where id = any (array(
      select id from public.journal_comments where entry_id = v_first limit p_limit));
    get diagnostics v_rows = row_count;
    if v_rows = 0 then
      delete from public.journal_reactions where entry_id = v_first and user_id = any (array(
        select user_id from public.journal_reactions where entry_id = v_first limit p_limit));
      get diagnostics v_rows = row_count;
    end if;
    return v_rows;
  end if;
  delete from public.journal_entries where id = any (v_ids);
  return v_rows;
end
$$;

update private.person_columns set deletion = 'function', erase_function = 'erase_entries'
where relation = 'public.journal_entries' and name = 'user_id';

-- The mentions of an entry ask only of those who are mentioned whether they may read it. Where the
-- planner took profiles for few, it joined them to the mentions by a hash, and asked of one after
-- the other until one could read the entry: 2,020 private entries without a mention took 56 s in a
-- busy database with 1,700 users. A look-up with a limit is never made a join.

-- Notifies each user whom an entry mentions once, if the user may read the entry.
create or replace function private.notify_mentioned(
  p_entry public.journal_entries, p_mentions jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipients uuid[] := array(
    select distinct p.id
    from jsonb_array_elements(p_mentions) as m
    cross join lateral (
      select u.id, u.blocked_user_ids from public.profiles as u
      where u.id = (m ->> 'user_id')::uuid limit 1
    ) as p
    where p.id <> p_entry.user_id and private.may_read_entry(p_entry, p.id)
      and not p_entry.user_id = any (p.blocked_user_ids)
      and not exists (
        select from public.notifications as n
        where n.user_id = p.id and n.type = 'mention' and n.dedupe_key = p_entry.id::text
      )
  );
  v_left integer;
  v_sent integer;
begin
  if v_recipients = '{}' then
    return;
  end if;
  -- Entries of one author that mention the same people in a different order would deadlock.
  perform pg_advisory_xact_lock(hashtextextended('mention ' || p_entry.user_id, 0));
  v_left := private.remaining_hits('mention_author', 'user:' || p_entry.user_id);
  -- Contains nothing of the entry, because the notification remains when sharing ends, and the
  -- handle alone, because a name can be anybody's.
  select count(*) filter (where private.notify(
    r.id, 'mention', 'You were mentioned', '@' || a.handle || ' mentioned you in an entry',
    jsonb_build_object('entry_id', p_entry.id, 'user_id', p_entry.user_id), p_entry.id::text))
  into v_sent
  from (
    select u.id from unnest(v_recipients) as u (id)
    where (private.take_user_rate_limit('mention', p_entry.user_id, 1, u.id::text)
      ->> 'allowed')::boolean
    limit v_left
  ) as r
  join public.profile_cards as a on a.id = p_entry.user_id;
  if v_sent > 0 then
    perform private.take_user_rate_limit('mention_author', p_entry.user_id, v_sent);
  end if;
end
$$;

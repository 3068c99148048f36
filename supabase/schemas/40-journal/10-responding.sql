-- Commenting on entries and reacting to them, by a user who sees the content.

-- An entry whose content the caller sees. Refuses with 404 when the content is hidden, or when
-- caller and author block one another.
create function private.require_seen_entry(p_entry_id uuid) returns public.journal_entries
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_entry public.journal_entries;
begin
  select * into v_entry from public.journal_entries where id = p_entry_id;
  perform private.refuse_if(
    v_entry.id is null
    or private.is_blocked_between(v_caller, v_entry.user_id)
    or not private.is_super_admin() and (
      not private.may_read_entry(v_entry, v_caller)
      or v_entry.user_id <> v_caller
        and v_entry.notebook_id in (select private.notebooks_in_change())),
    404, 'Entry not found');
  return v_entry;
end
$$;

-- An entry whose content the caller sees, locked against deletion while the caller answers it.
create function private.require_shared_entry(p_entry_id uuid) returns public.journal_entries
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.journal_entries;
begin
  perform from public.journal_entries where id = p_entry_id for key share;
  v_entry := private.require_seen_entry(p_entry_id);
  perform private.refuse_if(v_entry.effective_content_visibility = 'user',
    409, 'Only its author reads this entry: share it first', 'not_shared');
  return v_entry;
end
$$;

-- For each person who answers and author: past it the author is not notified.
insert into private.rate_limit_rules (bucket, max_hits, per) values
  ('comment', 60, '1 hour'), ('response_notice', 20, '1 day');

-- Tells the author of an entry, once a day for each entry and type, without what was said.
create function private.notify_author(p_entry public.journal_entries, p_type text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := auth.uid();
  v_key constant text := p_entry.id || ' ' || private.utc_today();
begin
  if p_entry.user_id <> v_caller and not exists (
    select from public.notifications
    where user_id = p_entry.user_id and type = p_type and dedupe_key = v_key
  ) and (private.take_user_rate_limit('response_notice', v_caller, 1, p_entry.user_id::text)
    ->> 'allowed')::boolean
  then
    perform private.notify(p_entry.user_id, p_type, jsonb_build_object('handle', handle),
      jsonb_build_object('entry_id', p_entry.id, 'user_id', v_caller), v_key)
    from public.profile_cards where id = v_caller;
  end if;
end
$$;

create function private.add_entry_comment(
  p_entry_id uuid, p_content text default null, p_id uuid default null,
  p_sealed jsonb default null
) returns public.journal_comments
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry public.journal_entries;
  v_sealed jsonb;
  v_comment public.journal_comments;
begin
  -- Before the entry, as a sealed write does.
  perform private.lock_sealed_account(private.require_caller()) where p_sealed is not null;
  v_entry := private.require_shared_entry(p_entry_id);
  -- A request that comes twice at once is answered one after the other.
  perform pg_advisory_xact_lock(hashtextextended('comment ' || p_id, 0));
  -- Added before, by a request whose answer was lost.
  select * into v_comment from public.journal_comments
  where id = p_id and entry_id = p_entry_id and user_id = auth.uid();
  if found then
    return v_comment;
  end if;
  perform private.require_rate_limit('comment', auth.uid(),
    'At most 60 comments an hour; try again in %s seconds');
  v_sealed := private.checked_comment(v_entry, p_content, p_sealed);
  insert into public.journal_comments (id, entry_id, user_id, content, sealed)
  values (coalesce(p_id, private.uuid_v7()), p_entry_id, auth.uid(),
    case when v_sealed is null then p_content else '' end, v_sealed)
  on conflict (id) do nothing returning * into v_comment;
  perform private.refuse_if(not found, 409, 'id: already taken, make another one', 'id_taken');
  perform private.refuse_deleted_id(user_id, auth.uid()) from private.deleted_comments
  where id = v_comment.id;
  perform private.notify_author(v_entry, 'comment');
  return v_comment;
end
$$;

-- The comments on an entry, oldest first: up to p_limit after (p_after_at, p_after_id).
create function private.list_entry_comments(
  p_entry_id uuid, p_after_at timestamptz default null, p_after_id uuid default null,
  p_limit integer default 50
) returns setof public.journal_comments
language plpgsql stable security definer rows 50 set search_path = ''
as $$
begin
  perform private.require_seen_entry(p_entry_id);
  return query
    select c.* from public.journal_comments as c
    where c.entry_id = p_entry_id
      and (c.created_at, c.id) > (coalesce(p_after_at, '-infinity'),
        coalesce(p_after_id, private.first_id()))
      and c.user_id not in (select private.my_blocks())
    order by c.created_at, c.id
    limit private.page_limit(p_limit);
end
$$;

create function private.delete_entry_comment(p_entry_id uuid, p_comment_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_caller constant uuid := private.require_caller();
begin
  delete from public.journal_comments as c
  where c.id = p_comment_id and c.entry_id = p_entry_id and (
    c.user_id = v_caller or exists (
      select from public.journal_entries as e where e.id = c.entry_id and e.user_id = v_caller));
  if found then
    return;
  end if;
  perform private.require_seen_entry(p_entry_id);
  perform private.refuse_if(exists (
    select from public.journal_comments
    where id = p_comment_id and entry_id = p_entry_id
      and user_id not in (select private.my_blocks())
  ), 403, 'Only its author and the author of the entry may delete a comment');
  perform private.refuse(404, 'Comment not found');
end
$$;

-- Sets the caller's reaction to an entry, which replaces a former one.
create function private.react_to_entry(p_entry_id uuid, p_reaction text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entry constant public.journal_entries := private.require_shared_entry(p_entry_id);
begin
  insert into public.journal_reactions as r (entry_id, user_id, reaction)
  values (p_entry_id, auth.uid(), p_reaction)
  on conflict (entry_id, user_id) do update set reaction = excluded.reaction
    where r.reaction <> excluded.reaction;
  if found then
    perform private.notify_author(v_entry, 'reaction');
  end if;
  return (
    select jsonb_build_object('reaction', p_reaction, 'reactions', private.heard_counts(
      s.entry_id, v_entry.user_id, s.counts, array(select private.my_blocks())) - 'comment')
    from private.entry_summaries as s where s.entry_id = p_entry_id);
end
$$;

select private.expose('authenticated', 'add_entry_comment', 'list_entry_comments',
  'delete_entry_comment', 'react_to_entry');

-- Before the entries, so that a batch of those takes few comments with it.
select private.register_personal_data('public.journal_comments', 'delete', 5);
select private.register_personal_data('public.journal_reactions', 'delete', 5,
  p_page_key => '{created_at,entry_id}');
select private.register_person_column('private.entry_summaries', 'entry_id',
  'Counts of comments and reactions, and what attachments there are; computed.');

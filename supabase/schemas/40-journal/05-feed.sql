-- The feed: entries as their reader may see them.

create view private.author_cards as
  select * from public.profile_cards;

comment on view private.author_cards is
  'All cards, for views that show one beside a row that their reader may see.';

create view private.own_reactions as
  select entry_id, reaction from public.journal_reactions where user_id = (select auth.uid());

comment on view private.own_reactions is
  'The caller''s reactions, for views that show one beside a row that the caller may see.';

grant select on private.author_cards, private.own_reactions to authenticated, service_role;

-- An entry as its reader may see it.
create view private.journal_feed with (security_invoker = true) as
  select
    e.id,
    e.user_id,
    e.title,
    c.content,
    c.entry_id is null as content_hidden,
    e.mood,
    e.mood_source,
    e.tags,
    e.notebook_id,
    e.metadata_visibility,
    e.content_visibility,
    e.effective_metadata_visibility,
    e.effective_content_visibility,
    e.team_id,
    e.org_id,
    e.effective_metadata_team_id as effective_team_id,
    e.effective_metadata_org_id as effective_org_id,
    to_jsonb(a) as author,
    -- Null when the reader may see the entry but not its notebook.
    case when n.id is not null then jsonb_build_object('id', n.id, 'name', n.name) end as notebook,
    coalesce(c.mentions, '[]'::jsonb) as mentions,
    e.spotify_track_id,
    to_jsonb(t) as track,
    e.version,
    e.written_at,
    e.created_at,
    e.updated_at,
    -- A path in the public bucket tone-packs; the Storage API provides the address.
    case when e.mood is not null then
      (select private.active_tone_images()) ->> lower(e.mood)
    end as tone_image_path,
    coalesce((r.counts ->> 'comment')::integer, 0) as comment_count,
    coalesce(r.counts - 'comment', '{}') as reactions,
    case when r.counts is not null then r.own_reaction end as own_reaction,
    coalesce(r.attachment_count, 0::smallint) as attachment_count,
    r.picture,
    e.is_sealed,
    case when e.is_sealed then (
      select s.sealed from private.record_cards as s where s.entry_id = c.entry_id
    ) end as sealed
  from public.journal_entries as e
  left join private.journal_entry_contents as c on c.entry_id = e.id
  left join private.author_cards as a on a.id = e.user_id
  left join public.notebooks as n on n.id = e.notebook_id
  left join private.track_cards as t on t.id = e.spotify_track_id
  -- By the content: who does not see it gets nothing of this.
  left join lateral (
    select
      -- Most readers block nobody, and need no function for each entry.
      case when exists (select private.my_blocks()) then
        private.heard_counts(s.entry_id, e.user_id, s.counts, array(select private.my_blocks()))
      else s.counts end as counts,
      (select x.reaction from private.own_reactions as x where x.entry_id = s.entry_id)
        as own_reaction,
      s.attachment_count, s.picture
    from private.summary_cards as s
    where s.entry_id = c.entry_id
  ) as r on true;

comment on view private.journal_feed is
  'Entries with their content where the reader may see it, under the reader''s own rights.';

grant select on private.journal_feed to authenticated, service_role;

-- Export and erasure ------------------------------------------------------------------------------

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

-- Erased before notebooks and memberships, which entries refer to.
select private.register_personal_data('public.journal_entries', 'erase_entries', 10,
  p_source => 'private.journal_feed', p_page_key => '{written_at,id}',
  p_omitted => '{content_hidden,author,comment_count,reactions,own_reaction,attachment_count,picture}');
select private.register_person_column('private.journal_entry_contents', 'user_id',
  p_section => 'journal_entries');
select private.register_person_column('private.sealed_records', 'entry_id',
  p_section => 'journal_entries');
select private.register_person_column('private.sealed_records', 'user_id',
  p_section => 'journal_entries');
